"""This makes what cannot work here say so: why, and what to do instead.

The reasons are those of `stdlib.txt`. Something that is missing stays missing for code that asks politely
(`hasattr`, `importlib.util.find_spec`, `except ImportError`), so libraries still take their other way.
"""

import errno
import os
import sys
from pathlib import Path

VERDICTS = ("works", "limited", "unavailable")


def read_table(path: Path) -> dict[str, tuple[str, str]]:
    """Reads `stdlib.txt`: verdict and reason by module."""
    table = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, verdict, *reason = line.split(maxsplit=2)
        if verdict not in VERDICTS:
            raise ValueError(f"{path}: {name}: the verdict must be one of {', '.join(VERDICTS)}, not {verdict}")
        table[name] = verdict, reason[0] if reason else ""
    return table


class _AbsentModules:
    """The last finder on `sys.meta_path`: names the reason for a module that nothing else found."""

    def __init__(self, reasons: dict[str, str]) -> None:
        self._reasons = reasons

    def find_spec(self, fullname: str, path=None, target=None) -> None:
        reason = self._reasons.get(fullname)
        # An import asks through `_find_spec`; `importlib.util.find_spec` does too, and means to be told None.
        if reason is not None and sys._getframe(2).f_code.co_name == "_find_and_load_unlocked":
            raise ModuleNotFoundError(f"No module named {fullname!r}: {reason}", name=fullname)


def explain(table: dict[str, tuple[str, str]]) -> None:
    """Puts the reasons of the table in the places where a program runs into them."""
    sys.meta_path.append(
        _AbsentModules({name: why for name, (verdict, why) in table.items() if verdict == "unavailable"})
    )
    _explain_threads(table["threading"][1])
    _explain_network(table["socket"][1])
    _explain_processes(table["subprocess"][1])
    _explain_debugger(table["pdb"][1])
    _explain_attributes(
        "signal",
        "there are no alarms and no other processes here; check time.monotonic() in the loop",
        "alarm setitimer pause sigwait pthread_kill",
    )
    _explain_attributes("hashlib", table["hashlib"][1], "pbkdf2_hmac scrypt")


def _explain_threads(reason: str) -> None:
    import _thread
    import threading

    def start_joinable_thread(function, *, handle=None, daemon=True):
        raise RuntimeError(f"can't start new thread: {reason}")

    def start_new_thread(function, args, kwargs=None, /):
        raise RuntimeError(f"can't start new thread: {reason}")

    _thread.start_joinable_thread = threading._start_joinable_thread = start_joinable_thread
    _thread.start_new_thread = _thread.start_new = start_new_thread


def _explain_network(reason: str) -> None:
    import socket
    import urllib.error
    import urllib.request

    def refuse(*arguments, **options):
        raise PermissionError(errno.EACCES, reason)

    def unknown_open(self, request):
        # Without the module ssl, `https` is a kind of URL that urllib does not know.
        text = reason if request.type == "https" else f"unknown url type: {request.type}"
        raise urllib.error.URLError(text)

    urllib.request.UnknownHandler.unknown_open = unknown_open
    socket.socket.__init__ = refuse
    for name in (
        "getaddrinfo gethostbyname gethostbyname_ex gethostbyaddr getnameinfo "
        "create_connection create_server socketpair fromfd"
    ).split():
        setattr(socket, name, refuse)
    socket.gethostname = lambda: "localhost"
    socket.getfqdn = lambda name="": name or "localhost"


def _explain_processes(reason: str) -> None:
    import concurrent.futures.process
    import multiprocessing.process
    import subprocess

    from .event_loop import TimerEventLoop

    def refuse(*arguments, **options):
        raise OSError(errno.ENOTSUP, reason)

    async def refuse_later(*arguments, **options):
        refuse()

    TimerEventLoop.subprocess_exec = TimerEventLoop.subprocess_shell = refuse_later
    concurrent.futures.process._system_limits_checked = True
    concurrent.futures.process._system_limited = reason
    subprocess.Popen.__init__ = multiprocessing.process.BaseProcess.start = refuse
    _explain_attributes(
        "os",
        reason,
        "fork forkpty system execl execle execlp execlpe execv execve execvp execvpe spawnl spawnle spawnlp spawnlpe "
        "spawnv spawnve spawnvp spawnvpe posix_spawn posix_spawnp kill killpg wait waitpid wait3 wait4 "
        "waitid pipe dup2",
    )


def _explain_debugger(reason: str) -> None:
    def refuse(*arguments, **options):
        raise RuntimeError(reason)

    sys.breakpointhook = sys.__breakpointhook__ = refuse


def _explain_attributes(module_name: str, reason: str, names: str) -> None:
    """Explains names that a module lacks on this platform."""
    module = sys.modules[module_name]
    absent = {name for name in names.split() if not hasattr(module, name)}

    def __getattr__(name: str):
        detail = f": {reason}" if name in absent else ""
        raise AttributeError(f"module {module_name!r} has no attribute {name!r}{detail}", name=name, obj=module)

    module.__getattr__ = __getattr__
