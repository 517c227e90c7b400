"""This checks the arguments of a call once more: what a schema cannot say, and everything if no host checked before."""

import json
from dataclasses import dataclass

MAXIMUM_CODE_BYTES = 256 * 1024

_loads = json.loads


@dataclass
class BadArguments(Exception):
    """The arguments break rules: JSON Pointer and message for each."""

    violations: list[tuple[str, str]]


def read_code(arguments: str) -> str:
    """Takes the program out of the arguments, or raises `BadArguments` with everything that is wrong."""
    try:
        document = _loads(arguments)
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadArguments([("", f"the arguments are not JSON: {error or type(error).__name__}")]) from None
    if type(document) is not dict:
        raise BadArguments([("", 'the arguments must be an object such as {"code": "print(1)"}')])
    violations = [
        (_pointer(name), "there is no such argument; the only one is `code`") for name in document if name != "code"
    ]
    if "code" not in document:
        violations.append(("/code", "`code` is missing: the Python program to run"))
    elif type(document["code"]) is not str:
        violations.append(("/code", f"must be a string, but is {_json_type(document['code'])}"))
    else:
        violations += (("/code", message) for message in _faults(document["code"]))
    if violations:
        raise BadArguments(violations)
    return document["code"]


def _faults(code: str) -> list[str]:
    try:
        size = len(code.encode())
    except UnicodeEncodeError as error:
        return [
            f"character {error.start + 1} is half of a surrogate pair, which is no text; write the character itself"
        ]
    if size > MAXIMUM_CODE_BYTES:
        return [
            f"is {size:,} bytes long, and {MAXIMUM_CODE_BYTES:,} are allowed; "
            "put data into a file in /chat and read it from the program"
        ]
    return []


def _pointer(name: str) -> str:
    shown = name.encode("utf-8", "backslashreplace").decode()[:100]
    return "/" + shown.replace("~", "~0").replace("/", "~1")


def _json_type(value: object) -> str:
    if value is None:
        return "null"
    return {bool: "a boolean", int: "a number", float: "a number", list: "an array", dict: "an object"}[type(value)]
