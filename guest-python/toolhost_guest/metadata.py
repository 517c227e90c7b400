"""This is what the interpreter says about itself."""

import json

from wit_world.imports import metadata as wit

from .arguments import MAXIMUM_CODE_BYTES

_DESCRIPTION = """\
Runs a Python 3.14 program and answers with what it printed, the value of its last expression, and the traceback if it \
raised an exception. Use it to compute, to analyse or convert data, to test an idea, and to make files.

The whole standard library can be imported, except for what needs other processes, threads, a network or a terminal; \
asyncio, sqlite3, zoneinfo, csv, decimal and statistics all work. Packages cannot be installed.

The working directory is /chat, which holds the files of this conversation. What the program writes there stays for \
later calls and other tools, also if it ends with an exception; /tmp is gone after the call. Every call starts a fresh \
interpreter: variables and imports of an earlier call do not exist, so write down in a file what a later call needs. \
Modules in /chat can be imported.

Time, memory and the length of the answer are limited: print a summary, not the data. There is no standard input."""

_PARAMETERS = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "code": {
            "type": "string",
            "maxLength": MAXIMUM_CODE_BYTES,
            "description": "The program: one or more lines of Python. If the last statement is an expression, its "
            "value is part of the answer.",
        }
    },
    "required": ["code"],
    "additionalProperties": False,
}

_ANSWER = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "stdout": {"type": "string", "description": "What the program printed."},
        "stderr": {"type": "string", "description": "What it printed to standard error, warnings included."},
        "value": {
            "type": ["string", "null"],
            "description": "repr() of the last expression; null if there is none or if it is None.",
        },
        "traceback": {
            "type": ["string", "null"],
            "description": "The exception that ended the program, with the program's own frames.",
        },
    },
    "required": ["stdout", "stderr", "value", "traceback"],
    "additionalProperties": False,
}


def _example(title: str, code: str, files: dict[str, str], stdout: str, value: str | None) -> wit.Example:
    expected = {"stdout": stdout, "stderr": "", "value": value, "traceback": None}
    return wit.Example(title, json.dumps({"code": code}), list(files.items()), json.dumps(expected))


DESCRIPTION = wit.ToolMetadata(
    name="code_interpreter",
    version="0.1.0",
    title="Python interpreter",
    description=_DESCRIPTION,
    parameters=json.dumps(_PARAMETERS),
    answer=json.dumps(_ANSWER),
    category=wit.Category.CODE,
    cost_tier=wit.CostTier.MEDIUM,
    access=wit.Access.EXECUTE,
    danger=wit.Danger.MEDIUM,
    resource_class=wit.ResourceClass.PROGRAM,
    idempotent=False,
    concurrency_safe=False,
    cache_seconds=0,
    keywords=[
        "python",
        "run",
        "code",
        "program",
        "script",
        "calculate",
        "compute",
        "analyse",
        "simulate",
        "convert",
        "plot",
    ],
    use_cases=[
        "Calculate something that needs more than one formula, exactly and with steps",
        "Analyse a data file of the conversation: clean, join, aggregate, compute statistics",
        "Convert a file from one format to another, or make a report or an SVG chart as a file",
        "Try out a piece of Python code, or run the tests of a module in the conversation's files",
    ],
    examples=[
        _example("The value of the last expression", "import math\nmath.comb(52, 5)", {}, "", "2598960"),
        _example(
            "Analyse a file of the conversation",
            "import csv, statistics\n"
            "with open('sales.csv', newline='') as file:\n"
            "    amounts = [float(row['amount']) for row in csv.DictReader(file)]\n"
            "print(f'{len(amounts)} sales, median {statistics.median(amounts)}')",
            {"sales.csv": "day,amount\nMon,10\nTue,30\nWed,20\n"},
            "3 sales, median 20.0\n",
            None,
        ),
        _example(
            "Write a file and say what is in it",
            "from pathlib import Path\nPath('squares.txt').write_text('\\n'.join(str(n * n) for n in range(4)))",
            {},
            "",
            "7",
        ),
    ],
    aliases=["python", "run_python", "python_interpreter"],
    parameter_aliases=[("script", "code"), ("source", "code"), ("program", "code")],
    hints=[
        wit.Hint(
            "*",
            "This interpreter is gone: a later call sees the files in /chat, but no variable of this one. Calls of "
            "other tools in the same step may have run before this one and not seen its files.",
        )
    ],
    opaque_parameters=["code"],
    progressive_parameters=[],
    narrower_uses=[],
    requires=[],
    needs=wit.Needs(
        files=wit.FileAccess.READ_WRITE,
        network=wit.NetworkNeed_None_(),
        services=wit.ServiceNeeds.SCRATCH | wit.ServiceNeeds.CLOCK | wit.ServiceNeeds.RANDOM,
        context=wit.ContextNeeds(0),
        config_keys=[],
        secrets=[],
    ),
    availability_check=wit.AvailabilityCheck.ON_LOAD,
    files_on_error=wit.FilesOnError.KEEP,
)
