"""This is a text of which the middle may be left out, with the count of what is missing."""

import json.encoder
from dataclasses import dataclass

LARGEST_CHARACTERS = 64 * 1024

_encode_string = json.encoder.encode_basestring


@dataclass(frozen=True)
class Excerpt:
    """The beginning and the end of a text. If nothing is missing between them, all of it."""

    head: str
    tail: str = ""
    missing_bytes: int = 0

    @staticmethod
    def of(text: str) -> "Excerpt":
        """A text, or as much of a very long one as any answer could hold.

        Halves of surrogate pairs, which UTF-8 cannot carry, become visible escapes.
        """
        if len(text) <= LARGEST_CHARACTERS:
            return Excerpt(_valid(text))
        tail = LARGEST_CHARACTERS // 4
        head = LARGEST_CHARACTERS - tail
        # In pieces, because the text may be larger than the memory that is left.
        pieces = range(head, len(text) - tail, LARGEST_CHARACTERS)
        missing = sum(
            len(text[at : min(at + LARGEST_CHARACTERS, len(text) - tail)].encode(errors="replace")) for at in pieces
        )
        return Excerpt(_valid(text[:head]), _valid(text[-tail:]), missing)

    def text(self) -> str:
        """The text, with a line in its middle that says how much is missing there."""
        if not self.missing_bytes:
            return self.head + self.tail
        total = self.missing_bytes + _size(self.head) + _size(self.tail)
        return f"{self.head}\n[... {self.missing_bytes:,} of {total:,} bytes left out ...]\n{self.tail}"

    def as_json(self) -> str:
        """The text as a JSON string."""
        return _encode_string(self.text())

    def within(self, size: int) -> "Excerpt":
        """As much of it as fits into `size` bytes of JSON: three quarters from the head, the rest from the tail."""
        encoded = json_size(self)
        if encoded <= size:
            return self
        head, tail = (self.head, self.tail) if self.missing_bytes else (self.text(), self.text())
        total = self.missing_bytes + _size(self.head) + _size(self.tail)
        keep = (len(self.head) + len(self.tail)) * size // encoded
        while True:
            short_tail = tail[max(0, len(tail) - keep // 4) :]
            short_head = head[: keep - len(short_tail)]
            short = Excerpt(short_head, short_tail, total - _size(short_head) - _size(short_tail))
            if keep == 0 or json_size(short) <= size:
                return short
            keep = keep * 15 // 16


def json_size(excerpt: Excerpt | None) -> int:
    """The bytes that an optional text takes in JSON."""
    return 4 if excerpt is None else _size(excerpt.as_json())


def first_characters(text: str, count: int) -> str:
    """The beginning of a text, with a mark if there was more."""
    return text if len(text) <= count else text[: count - 4] + " ..."


def _size(text: str) -> int:
    return len(text.encode())


def _valid(text: str) -> str:
    try:
        text.encode()
        return text
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode()
