"""This turns the exception that ended a program into what its author wants to see: their own frames, as CPython shows them."""

import traceback

from .excerpt import first_characters

MESSAGE_CHARACTERS = 500

_TracebackException = traceback.TracebackException
_HIDDEN_FILES: tuple[str, ...] = ("<frozen ", __file__.rpartition("/")[0] + "/")


def hide_files(*prefixes: str) -> None:
    """Leaves frames out of tracebacks if the name of their file begins so: library code that a user cannot change."""
    global _HIDDEN_FILES
    _HIDDEN_FILES += prefixes


def describe(error: BaseException) -> tuple[str, str]:
    """The traceback of an exception, and its last line."""
    try:
        shown = _TracebackException(type(error), error, error.__traceback__, lookup_lines=False, compact=True)
        _keep_user_frames(shown)
        return "".join(shown.format()).rstrip("\n"), _last_line(shown)
    except BaseException:  # The program may have changed what this uses, or the memory is used up.
        name = type.__getattribute__(type(error), "__name__")
        return name, name


def _keep_user_frames(shown: traceback.TracebackException) -> None:
    todo, seen = [shown], set()
    while todo:
        one = todo.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        if one.stack is not None:
            one.stack[:] = [frame for frame in one.stack if not frame.filename.startswith(_HIDDEN_FILES)]
            if not one.stack:
                one.stack = None
        todo += one.__cause__, one.__context__, *(one.exceptions or ())


def _last_line(shown: traceback.TracebackException) -> str:
    notes, shown.__notes__ = getattr(shown, "__notes__", None), None
    last = list(shown.format_exception_only())[-1]
    shown.__notes__ = notes
    return first_characters(last.strip(), MESSAGE_CHARACTERS)
