"""This is where printed text goes: streams that look like a process's own and hold a bounded part of what they get."""

import io
import os
from typing import Callable

from .excerpt import Excerpt

HEAD_BYTES = 48 * 1024
TAIL_BYTES = 16 * 1024

_TextIOWrapper = io.TextIOWrapper
_BufferedWriter = io.BufferedWriter
_BytesIO = io.BytesIO


class Sink(io.RawIOBase):
    """Keeps the first and the last bytes that are written, counts those between, and takes any amount.

    The end is kept because that is where a long output usually says what came out.
    """

    def __init__(self, descriptor: int, head: int = HEAD_BYTES, tail: int = TAIL_BYTES) -> None:
        self._descriptor = descriptor
        self._head_room = head
        self._tail_bytes = tail
        self._head = bytearray()
        self._tail = bytearray()
        self._total = 0

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def write(self, data) -> int:
        with memoryview(data).cast("B") as view:
            size = len(view)
            self._total += size
            taken = min(size, self._head_room)
            if taken:
                self._head += view[:taken]
                self._head_room -= taken
            if taken < size:
                self._tail += view[max(taken, size - self._tail_bytes) :]
                if len(self._tail) > 2 * self._tail_bytes:
                    del self._tail[: -self._tail_bytes]
        return size

    def excerpt(self) -> Excerpt:
        """What was written, as text. Bytes that are no UTF-8 become visible escapes."""
        head, tail = bytes(self._head), bytes(self._tail[-self._tail_bytes :])
        if self._total == len(head) + len(tail):
            return Excerpt(_decode(head + tail))
        head, tail = _without_broken_end(head), _without_broken_start(tail)
        return Excerpt(_decode(head), _decode(tail), self._total - len(head) - len(tail))


class Capture:
    """The three standard streams of one run."""

    def __init__(self) -> None:
        self._sinks = Sink(1), Sink(2)
        self._buffers = tuple(_BufferedWriter(sink) for sink in self._sinks)
        self.stdin = _TextIOWrapper(_BytesIO(), encoding="utf-8")
        self.stdout, self.stderr = (
            _TextIOWrapper(buffer, encoding="utf-8", errors="backslashreplace", newline="\n")
            for buffer in self._buffers
        )
        self.stdin.mode, self.stdout.mode, self.stderr.mode = "r", "w", "w"

    def write_descriptor(self, descriptor: int, data) -> int:
        """Writes as `os.write` does to descriptor 1 or 2."""
        return self._sinks[descriptor - 1].write(data)

    def flush(self) -> None:
        """Moves what is still buffered into the sinks. A stream that the program closed has no more to give."""
        for stream in (self.stdout, self.stderr, *self._buffers):
            try:
                stream.flush()
            except BaseException:  # The program may have put anything in its place.
                pass

    def excerpts(self) -> tuple[Excerpt, Excerpt]:
        """Standard output and standard error."""
        return self._sinks[0].excerpt(), self._sinks[1].excerpt()


def catch_descriptor_writes(current: Callable[[], "Capture | None"]) -> None:
    """Makes `os.write(1, ...)` and `os.write(2, ...)` write to the capture of the current run."""
    write_file = os.write

    def write(fd, data, /):
        """Write a bytes object to a file descriptor."""
        if fd == 1 or fd == 2:
            capture = current()
            if capture is not None:
                return capture.write_descriptor(fd, data)
        return write_file(fd, data)

    os.write = write


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")


def _without_broken_end(data: bytes) -> bytes:
    """Drops a last character of which only a part is there."""
    for length in range(1, min(4, len(data)) + 1):
        byte = data[-length]
        if byte < 0x80:
            return data
        if byte >= 0xC0:
            needed = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return data if needed <= length else data[:-length]
    return data


def _without_broken_start(data: bytes) -> bytes:
    """Drops the rest of a character that begins before the data."""
    start = 0
    while start < min(3, len(data)) and 0x80 <= data[start] < 0xC0:
        start += 1
    return data[start:]
