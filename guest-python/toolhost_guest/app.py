"""This is the component: what the host calls, and how the frozen interpreter is prepared.

Everything below the class runs once, while the component is built.
"""

import gc
import importlib
import linecache
import pkgutil
import sys
from pathlib import Path

import wit_world
from componentize_py_types import Err
from wit_world import exports
from wit_world.exports.guest import Readiness_Available
from wit_world.imports import tool_types as wit

from . import absence, failure, held, preload
from .arguments import BadArguments, read_code
from .metadata import DESCRIPTION
from .run import HOME, run

_Error, _Output, _Json, _Violation = wit.ToolError, wit.Output, wit.Part_Json, wit.Violation
_OK = wit.Status.OK
_INVALID_ARGUMENTS, _FAILED = wit.ErrorKind.INVALID_ARGUMENTS, wit.ErrorKind.FAILED


class WitWorld(wit_world.WitWorld):
    """The world has no functions of its own."""


class Guest(exports.Guest):
    """The tool."""

    def describe(self):
        return DESCRIPTION

    def availability(self):
        return Readiness_Available()

    def invoke(self, context, arguments):
        try:
            report = run(read_code(arguments))
            content = [_Json(report.as_json(context.output_limit))]
        except BadArguments as bad:
            violations = [_Violation(path, message) for path, message in bad.violations]
            message = "; ".join(f"{path or 'arguments'}: {message}" for path, message in bad.violations[:5])
            error = _Error(_INVALID_ARGUMENTS, message, violations, [], None, False)
        except BaseException as broken:  # Anything uncaught would end the instance without an answer.
            error = _Error(
                _FAILED, f"the interpreter could not report on the program: {broken!r:.300}", [], [], None, False
            )
        else:
            if report.failure is None:
                return _Output(_OK, content, None)
            error = _Error(_FAILED, report.failure, [], content, None, False)
        raise Err(error)


_LIBRARY = "/python"
_PACKAGES = "/python/site-packages"
_NOT_HELD = frozenset(
    # Build files, and what is of no use without a screen, a terminal, native libraries or other processes.
    "LICENSE.txt build-details.json config-3.14-wasm32-wasi site-packages "
    "bz2.py compression/zstd ctypes curses ensurepip idlelib lzma.py multiprocessing/popen_fork.py "
    "multiprocessing/popen_forkserver.py multiprocessing/popen_spawn_win32.py pty.py ssl.py tkinter tty.py turtle.py "
    "turtledemo venv".split()
)


def _prepare() -> None:
    here = Path(__file__).parent.parent
    table = absence.read_table(here / "stdlib.txt")
    build_path = [entry for entry in sys.path if entry != _LIBRARY and Path(entry).is_dir()]
    (packages,) = [entry for entry in build_path if (Path(entry) / "tzdata").is_dir()]

    held.hold(_LIBRARY, _LIBRARY, _NOT_HELD)
    held.hold(packages, _PACKAGES)
    held.install()
    held.adopt_loaded_modules()
    sys.path[:] = [HOME, _LIBRARY, _PACKAGES]
    sys.dont_write_bytecode = True

    # componentize-py imports the rest of the bindings when this import is over: too late to be frozen.
    for binding in pkgutil.walk_packages(wit_world.__path__, "wit_world."):
        importlib.import_module(binding.name)
    preload.import_hot_modules()
    from . import event_loop

    event_loop.install()
    absence.explain(table)
    failure.hide_files(_LIBRARY + "/", *(entry + "/" for entry in build_path))
    preload.warm_up(run)
    _forget_the_build()


def _forget_the_build() -> None:
    """Clears what the build left in caches, then moves all that exists out of the garbage collector's sight."""
    linecache.clearcache()
    sys.path_importer_cache.clear()
    importlib.invalidate_caches()
    gc.collect()
    gc.freeze()


_prepare()
