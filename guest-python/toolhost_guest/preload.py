"""This imports what programs use often and runs a few programs, so that the frozen interpreter is warm."""

import importlib

HOT_MODULES = """
_pydatetime _pydecimal _pyio _strptime abc argparse array ast asyncio asyncio.base_events asyncio.runners
asyncio.taskgroups asyncio.timeouts base64 binascii bisect calendar cmath codecs collections collections.abc
concurrent.futures configparser contextlib contextvars copy copyreg csv dataclasses datetime decimal difflib dis
doctest email.message encodings.ascii encodings.cp1252 encodings.idna encodings.latin_1 encodings.utf_16
encodings.utf_8_sig enum errno fnmatch fractions functools gc getopt glob graphlib gzip hashlib heapq hmac html
html.parser importlib.metadata importlib.resources importlib.util inspect io ipaddress itertools json keyword
linecache locale logging logging.handlers math mimetypes numbers opcode operator optparse os pathlib pickle pkgutil
platform pprint queue random re reprlib secrets selectors shlex shutil signal socket sqlite3 statistics string
string.templatelib stringprep struct subprocess symtable sysconfig tarfile tempfile textwrap threading time timeit
token tokenize tomllib traceback types typing unicodedata unittest urllib.parse urllib.request uuid warnings weakref
xml.dom.minidom xml.etree.ElementTree xml.sax zipfile zlib zoneinfo zoneinfo._common
""".split()

_PROGRAMS = (
    "print('warm', 1)\nx = [i * i for i in range(100)]\nsum(x)",
    "import json, re, math, random, datetime, collections, itertools, statistics\n"
    "print(json.loads(json.dumps({'a': [1, 2.5, None]})), re.findall(r'\\w+', 'a b'), math.sqrt(2))\n"
    "collections.Counter('hello').most_common(1)",
    "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n    y: float = 0.0\nprint(f'{P(1)!r:>20}')",
    "class E(Exception): pass\ndef f(n):\n    if n == 0:\n        raise E('deep')\n    return f(n - 1)\nf(3)",
    "print(undefined_name)",
    "for i in range(3) print(i)",
    "import sys\nprint('to stderr', file=sys.stderr)\nsys.exit(1)",
    "import csv, io\nlist(csv.DictReader(io.StringIO('a,b\\n1,2\\n')))",
    "import asyncio\nasync def main():\n    await asyncio.sleep(0)\n    return 1\nasyncio.run(main())",
    "with open('no such file') as file:\n    print(file.read())",
)


def import_hot_modules() -> None:
    """Imports them; one that fails stops the build."""
    for name in HOT_MODULES:
        importlib.import_module(name)


def warm_up(run) -> None:
    """Runs typical programs often enough for CPython to specialise the code that every call goes through."""
    for _ in range(4):
        for program in _PROGRAMS:
            run(program).as_json(64 * 1024)
