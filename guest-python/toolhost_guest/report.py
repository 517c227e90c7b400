"""This is what one run came to, and how it is said in JSON within the room that the host gives."""

from dataclasses import dataclass

from .excerpt import Excerpt, json_size

_SMALLEST_ROOM = 512


@dataclass
class Report:
    """What a program printed, what its last expression gave, and how it ended."""

    stdout: Excerpt
    stderr: Excerpt
    value: Excerpt | None
    """`repr` of the last expression; none if there is none or if it is `None`."""
    traceback: Excerpt | None
    """The exception that ended the program, as CPython shows it, with the program's own frames alone."""
    failure: str | None
    """Why the run is a failure, in a line. None if it is not."""

    def as_json(self, limit: int) -> str:
        """The report as a JSON object of at most `limit` bytes.

        If it does not fit, its longest texts lose their middle, so that all of the cut ones end up equally long.
        """
        texts = [self.stdout, self.stderr, self.value, self.traceback]
        sizes = [json_size(text) for text in texts]
        room = max(limit, _SMALLEST_ROOM) - len(_object(["", "", "", ""]))
        if sum(sizes) > room:
            share = _fair_share(sizes, room)
            texts = [text and text.within(share) for text in texts]
        return _object(["null" if text is None else text.as_json() for text in texts])


def _object(parts: list[str]) -> str:
    return '{"stdout":%s,"stderr":%s,"value":%s,"traceback":%s}' % tuple(parts)


def _fair_share(sizes: list[int], room: int) -> int:
    """The largest share for which all sizes, each cut down to the share, fit the room together."""
    sizes = sorted(sizes)
    for position, size in enumerate(sizes):
        share = room // (len(sizes) - position)
        if size > share:
            return share
        room -= size
    return sizes[-1]
