"""This is an event loop for a world without sockets and threads: all it can wait for is time.

The standard loop opens a socket pair to wake itself up. Nothing could ever use it here, since no other thread exists
and there is no network, and opening it fails.
"""

import asyncio
import time
from asyncio import base_events, events


class _Clock:
    """Stands where a loop has its selector. It has no files to watch."""

    def select(self, timeout: float | None = None) -> list[object]:
        if timeout is None:
            raise RuntimeError(
                "asyncio has nothing left to wait for: every task waits for another one, "
                "or for an event that cannot come"
            )
        if timeout > 0:
            time.sleep(timeout)
        return []

    def close(self) -> None:
        pass


class TimerEventLoop(base_events.BaseEventLoop):
    """Runs callbacks, tasks and timers."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = _Clock()

    def _process_events(self, event_list: list[object]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass

    async def getaddrinfo(self, host, port, **options):
        import socket

        return socket.getaddrinfo(host, port, **options)


class _Policy(events._BaseDefaultEventLoopPolicy):
    _loop_factory = TimerEventLoop


def install() -> None:
    """Makes this loop the one that `asyncio` uses, whichever way it is asked for one."""
    asyncio.EventLoop = asyncio.SelectorEventLoop = TimerEventLoop
    events._event_loop_policy = _Policy()
