"""This runs one program as if in a process of its own, and brings back what it printed, gave and raised.

A program may change anything that it can reach: `builtins`, `sys`, `json`, `traceback`. What is needed after it has run
is therefore bound to names of this module before it runs, and `builtins` is put back first of all.
"""

import __future__

import ast
import atexit
import builtins
import gc
import io
import linecache
import os
import sys
import types

from . import failure
from .excerpt import Excerpt, first_characters
from .report import Report
from .streams import Capture, catch_descriptor_writes

FILE_NAME = "<code>"
HOME = "/chat"
RECURSION_LIMIT = 1000

_FUTURE_FLAGS = 0
for _name in __future__.all_feature_names:
    _FUTURE_FLAGS |= getattr(__future__, _name).compiler_flag

_parse = ast.parse
_Expr, _Expression = ast.Expr, ast.Expression
_compile, _eval, _repr = compile, eval, repr
_BaseException = BaseException
_builtins = builtins.__dict__
_pristine_builtins = dict(_builtins)
_collect, _get_objects = gc.collect, gc.get_objects
_text_files, _binary_files = (io.TextIOWrapper,), (io.BufferedWriter, io.BufferedRandom)
_run_exit_functions = atexit._run_exitfuncs
_clear_frames = failure.traceback.clear_frames
_set_recursion_limit, _set_trace, _set_profile = sys.setrecursionlimit, sys.settrace, sys.setprofile
_modules = sys.modules
_pristine_modules = dict(_modules)
_exact_string = str.__str__
_capture: Capture | None = None

catch_descriptor_writes(lambda: _capture)


def run(code: str) -> Report:
    """Runs a program and never raises, whatever the program does."""
    global _capture
    capture = _capture = Capture()
    sys.argv = [""]
    sys.stdin = sys.__stdin__ = capture.stdin
    sys.stdout = sys.__stdout__ = capture.stdout
    sys.stderr = sys.__stderr__ = capture.stderr
    try:
        os.chdir(HOME)
    except OSError:
        pass  # No files were granted. The program sees that when it looks for one.
    main = _fresh_main_module(code)
    value = trace = problem = None
    try:
        value = _execute(code, main.__dict__)
    except SystemExit as exit:
        problem = _exit_status(exit, capture)
    except BaseException as error:
        if isinstance(error, MemoryError):
            _clear_frames(error.__traceback__)
            main.__dict__.clear()
        trace, problem = failure.describe(error)
        del error
    _end_program(main, capture)
    return Report(*capture.excerpts(), _excerpt(value), _excerpt(trace), problem)


def _fresh_main_module(code: str) -> types.ModuleType:
    main = types.ModuleType("__main__")
    main.__dict__.update(__builtins__=builtins, __file__=FILE_NAME)
    _modules["__main__"] = main
    # Tracebacks and `inspect.getsource` find the source here.
    linecache.cache[FILE_NAME] = (len(code), None, code.splitlines(keepends=True), FILE_NAME)
    return main


def _execute(code: str, namespace: dict[str, object]) -> str | None:
    """Runs the statements; if the last is an expression, returns its `repr`."""
    tree = _parse(code, FILE_NAME)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], _Expr) else None
    statements = _compile(tree, FILE_NAME, "exec", dont_inherit=True)
    expression = None
    if last is not None:
        flags = statements.co_flags & _FUTURE_FLAGS
        expression = _compile(_Expression(last.value), FILE_NAME, "eval", flags=flags, dont_inherit=True)
    try:
        _eval(statements, namespace)
        if expression is None:
            return None
        value = _eval(expression, namespace)
        return None if value is None else _exact_string(_repr(value))
    finally:
        _restore()


def _exit_status(exit: SystemExit, capture: Capture) -> str | None:
    """What `sys.exit(...)` means: nothing for success, otherwise a line with the status."""
    code = exit.code
    if code is None:
        return None
    if isinstance(code, int):
        return None if int(code) == 0 else f"exit status {int(code)}"
    try:
        text = _exact_string(str(code))
    except BaseException as error:
        text = f"<no text: {type(error).__name__}>"
    try:
        capture.stderr.write(text + "\n")
    except BaseException:
        pass
    return first_characters(f"exit status 1: {text}", failure.MESSAGE_CHARACTERS)


def _excerpt(text: str | None) -> Excerpt | None:
    return None if text is None else Excerpt.of(text)


def _restore() -> None:
    """Takes back what a program may have changed and the rest of this module relies on."""
    _builtins.clear()
    _builtins.update(_pristine_builtins)
    if len(_modules) < len(_pristine_modules):
        _modules.update(_pristine_modules)
    _set_trace(None)
    _set_profile(None)
    _set_recursion_limit(RECURSION_LIMIT)


def _end_program(main: types.ModuleType, capture: Capture) -> None:
    """Does what the end of a process does: exit functions, destructors, and saving what is still buffered for files."""
    replaced = [stream for stream in (sys.stdout, sys.stderr) if stream not in (capture.stdout, capture.stderr)]
    _quietly(_run_exit_functions)
    for stream in replaced:
        _quietly(getattr(stream, "flush", None))
    del replaced
    sys.stdout, sys.stderr = capture.stdout, capture.stderr
    sys.last_exc = sys.last_value = sys.last_traceback = None
    _quietly(main.__dict__.clear)
    # Before the collector, because it may close a file in a cycle before the text that waits above it is written.
    _flush_files()
    _quietly(_collect_garbage)
    _restore()
    capture.flush()


def _flush_files() -> None:
    files = [thing for thing in _get_objects() if type(thing) in _text_files + _binary_files]
    for kind in (_text_files, _binary_files):
        for file in files:
            if type(file) in kind:
                _quietly(file.flush)


def _collect_garbage() -> None:
    """Finds cycles, for the destructors in them. Looks through old objects only if there are any: that costs more."""
    _collect(2 if _get_objects(1) or _get_objects(2) else 0)


def _quietly(step) -> None:
    try:
        step()
    except _BaseException:  # A destructor or an exit function of the program: its trouble is not the answer's.
        pass
