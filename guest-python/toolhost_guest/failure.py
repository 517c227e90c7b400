"""This shows the exception that ended a program as CPython does, with the frames of the program alone."""

import itertools
import traceback
import types
from typing import Iterator

from .excerpt import first_characters

MESSAGE_CHARACTERS = 500
FRAMES = 1000
"""How many frames are looked at, from the innermost out, as CPython does. A deep recursion has a million."""

_TracebackException = traceback.TracebackException
_name_of = type.__dict__["__name__"].__get__
_not_freed: list[types.TracebackType] = []
"""Tracebacks of the failure. Freeing a chain of a million frames goes as deep into the stack, which traps."""
_HIDDEN_FILES: tuple[str, ...] = ("<frozen ", __file__.rpartition("/")[0] + "/")


def hide_files(*prefixes: str) -> None:
    """Leaves frames out of tracebacks if the name of their file begins so: library code that a user cannot change."""
    global _HIDDEN_FILES
    _HIDDEN_FILES += prefixes


def describe(error: BaseException) -> tuple[str, str]:
    """The traceback of an exception, and its last line."""
    try:
        _not_freed.clear()
        _shorten_tracebacks(error)
        shown = _TracebackException(type(error), error, error.__traceback__, lookup_lines=False, compact=True)
        _keep_user_frames(shown)
        return "".join(shown.format()).rstrip("\n"), _last_line(shown)
    except BaseException:  # The program may have changed what this uses, or the memory is used up.
        line = first_characters(_plain(error), MESSAGE_CHARACTERS)
        return line, line


def _plain(error: BaseException) -> str:
    name = _name_of(type(error))
    try:
        return f"{name}: {error}"
    except BaseException:
        return name


def _shorten_tracebacks(error: BaseException) -> None:
    """Keeps the last frames of the exception and of all that it is linked to, and lets go of all local variables."""
    todo, seen = [error], set()
    while todo:
        one = todo.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        todo += (one.__cause__, one.__context__, *(one.exceptions if isinstance(one, BaseExceptionGroup) else ()))
        whole = one.__traceback__
        if whole is None:
            continue
        _not_freed.append(whole)
        traceback.clear_frames(whole)
        one.__traceback__ = next(itertools.islice(_entries(whole), max(0, _length(whole) - FRAMES), None))


def _length(entry: types.TracebackType) -> int:
    return sum(1 for _ in _entries(entry))


def _entries(entry: types.TracebackType | None) -> Iterator[types.TracebackType]:
    while entry is not None:
        yield entry
        entry = entry.tb_next


def _keep_user_frames(shown: traceback.TracebackException) -> None:
    todo, seen = [shown], set()
    while todo:
        one = todo.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        if one.stack is not None:
            one.stack[:] = [frame for frame in one.stack if not frame.filename.startswith(_HIDDEN_FILES)]
            _format_equal_frames_once(one.stack)
            if not one.stack:
                one.stack = None
        todo += (one.__cause__, one.__context__, *(one.exceptions or ()))


def _format_equal_frames_once(stack: traceback.StackSummary) -> None:
    """Spares a deep recursion the work of placing the same markers under the same line a thousand times."""
    format_frame, known = stack.format_frame_summary, {}

    def format_frame_summary(frame: traceback.FrameSummary, **options) -> str | None:
        place = frame.filename, frame.name, frame.lineno, frame.end_lineno, frame.colno, frame.end_colno
        if place not in known:
            known[place] = format_frame(frame, **options)
        return known[place]

    stack.format_frame_summary = format_frame_summary


def _last_line(shown: traceback.TracebackException) -> str:
    notes, shown.__notes__ = getattr(shown, "__notes__", None), None
    last = list(shown.format_exception_only())[-1]
    shown.__notes__ = notes
    return first_characters(last.strip(), MESSAGE_CHARACTERS)
