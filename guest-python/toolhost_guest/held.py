"""This holds whole trees of modules in memory and lets Python import from them as if they were directories.

A component has no file system of its own, so modules that a program may import must be in the frozen memory. Held
modules appear below a directory that does not exist (`/python`): a path hook answers for it, so `sys.path`, `pkgutil`,
`importlib.resources`, `inspect.getsource` and tracebacks work as with files. Code, source and data are kept compressed,
because most of them are never used and memory that is larger costs every host that loads the component.
"""

import importlib.abc
import importlib.machinery
import io
import marshal
import os
import sys
import zlib
from importlib.resources.abc import Traversable, TraversableResources
from typing import Iterator

_SOURCE = ".py"


class _Store:
    """Everything held, by its path in the directories that do not exist."""

    def __init__(self) -> None:
        self.directories: dict[str, list[str]] = {}
        self.code: dict[str, bytes] = {}
        self.files: dict[str, bytes] = {}

    def add(self, path: str, content: bytes) -> None:
        self.files[path] = zlib.compress(content, 9)
        while "/" in path:
            path, _, name = path.rpartition("/")
            siblings = self.directories.setdefault(path, [])
            if name in siblings:
                break
            siblings.append(name)

    def module_file(self, location: str) -> str | None:
        """The source file of the module or package at a path without suffix."""
        for path in (f"{location}/__init__{_SOURCE}", location + _SOURCE):
            if path in self.code:
                return path
        return None

    def read(self, path: str) -> bytes:
        try:
            return zlib.decompress(self.files[path])
        except KeyError:
            raise FileNotFoundError(2, "No such file or directory", path) from None


_store = _Store()


class _Loader(importlib.abc.InspectLoader):
    """Loads one held module."""

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = path

    def is_package(self, fullname: str) -> bool:
        return self.path.endswith("/__init__" + _SOURCE)

    def get_code(self, fullname: str):
        return marshal.loads(zlib.decompress(_store.code[self.path]))

    def get_source(self, fullname: str) -> str:
        return importlib.machinery.SourceFileLoader.get_source(self, fullname)

    def get_filename(self, fullname: str) -> str:
        return self.path

    def get_data(self, path: str) -> bytes:
        return _store.read(os.path.normpath(path))

    def get_resource_reader(self, fullname: str) -> "_Resources | None":
        return _Resources(self.path) if self.is_package(fullname) else None


class _Finder(importlib.abc.PathEntryFinder):
    """Finds modules in one held directory."""

    def __init__(self, directory: str) -> None:
        if directory not in _store.directories:
            raise ImportError("not a held directory", path=directory)
        self.directory = directory

    def find_spec(self, fullname: str, target=None):
        location = f"{self.directory}/{fullname.rpartition('.')[2]}"
        path = _store.module_file(location)
        return None if path is None else _spec(fullname, path)

    def iter_modules(self, prefix: str = "") -> Iterator[tuple[str, bool]]:
        """What `pkgutil.iter_modules` lists."""
        for name in sorted(_store.directories[self.directory]):
            path = _store.module_file(f"{self.directory}/{name.removesuffix(_SOURCE)}")
            if path is not None and not name.startswith("__init__"):
                yield prefix + name.removesuffix(_SOURCE), path.endswith("/__init__" + _SOURCE)


class _HeldFile(Traversable):
    """A held file or directory, as `importlib.resources` sees it."""

    def __init__(self, path: str) -> None:
        self._path = path

    @property
    def name(self) -> str:
        return self._path.rpartition("/")[2]

    def iterdir(self) -> Iterator["_HeldFile"]:
        return iter([_HeldFile(f"{self._path}/{name}") for name in _store.directories.get(self._path, ())])

    def is_dir(self) -> bool:
        return self._path in _store.directories

    def is_file(self) -> bool:
        return self._path in _store.files

    def joinpath(self, *descendants: str) -> "_HeldFile":
        return _HeldFile(os.path.normpath("/".join([self._path, *map(os.fspath, descendants)])))

    __truediv__ = joinpath

    def open(self, mode: str = "r", *args, **kwargs):
        data = io.BytesIO(_store.read(self._path))
        return data if "b" in mode else io.TextIOWrapper(data, *args, **kwargs)

    def __repr__(self) -> str:
        return f"<held {self._path}>"


class _Resources(TraversableResources):
    def __init__(self, path: str) -> None:
        self._directory = _HeldFile(os.path.dirname(path))

    def files(self) -> Traversable:
        return self._directory


def _spec(fullname: str, path: str) -> importlib.machinery.ModuleSpec:
    loader = _Loader(fullname, path)
    spec = importlib.machinery.ModuleSpec(fullname, loader, origin=path, is_package=loader.is_package(fullname))
    spec.has_location = True
    if spec.submodule_search_locations is not None:
        spec.submodule_search_locations.append(os.path.dirname(path))
    return spec


def hold(directory: str, shown_as: str, leave_out: frozenset[str] = frozenset()) -> int:
    """Reads a tree of modules and data files; returns the number of modules.

    `leave_out` names entries, relative to the directory, that are not held.
    """
    count = 0
    for parent, directories, names in os.walk(directory):
        inside = parent[len(directory) :].lstrip("/")
        directories[:] = sorted(
            name for name in directories if name != "__pycache__" and _below(inside, name) not in leave_out
        )
        for name in sorted(names):
            relative = _below(inside, name)
            if relative in leave_out:
                continue
            with open(os.path.join(parent, name), "rb") as file:
                content = file.read()
            path = f"{shown_as}/{relative}"
            _store.add(path, content)
            if name.endswith(_SOURCE):
                code = compile(content, path, "exec", dont_inherit=True, optimize=0)
                _store.code[path] = zlib.compress(marshal.dumps(code), 9)
                count += 1
    return count


def install() -> None:
    """Makes held directories importable, before all other kinds of directories."""
    sys.path_hooks.insert(0, _Finder)
    sys.path_importer_cache.clear()


def adopt_loaded_modules() -> None:
    """Gives modules that were imported from files, before `install`, the loader that still works without the files."""
    for name, module in list(sys.modules.items()):
        origin = getattr(getattr(module, "__spec__", None), "origin", None)
        if origin in _store.code and not isinstance(module.__spec__.loader, _Loader):
            module.__spec__ = _spec(name, origin)
            module.__loader__ = module.__spec__.loader


def size() -> int:
    """Bytes held."""
    return sum(map(len, _store.code.values())) + sum(map(len, _store.files.values()))


def _below(directory: str, name: str) -> str:
    return f"{directory}/{name}" if directory else name
