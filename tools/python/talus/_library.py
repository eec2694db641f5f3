# SPDX-License-Identifier: GPL-3.0-or-later
"""The library itself: where it is found, its errors as exceptions, its memory as Python objects.

All declarations come from the public headers (`_generated`, made by generate.py when the package is built).
"""
from __future__ import annotations

import os
import pathlib
from typing import Any, Callable, Iterator, List, NamedTuple, Optional

import cffi

try:
    from . import _generated
except ImportError as missing:  # a source tree that was not built
    raise ImportError("talus/_generated.py is missing: build the package (pip wheel tools/python), or run "
                      "tools/python/generate.py include tools/python/talus/_generated.py") from missing

ffi = cffi.FFI()
ffi.cdef(_generated.CORE)
ffi.cdef(_generated.LAB)
NULL = ffi.NULL
#: Major number of the shared library that these declarations belong to.
SOVERSION = 1


def candidates() -> Iterator[str]:
    """Where libtalus is looked for: TALUS_LIBRARY alone if it is set; the folder of this package; where the loader of
    the system looks. A folder above may belong to anybody, who could leave another library there.
    `libtalus_lab` is taken first: it holds everything that `libtalus` has, and the laboratory."""
    named = os.environ.get("TALUS_LIBRARY")
    if named:
        yield named
        return
    names = [f"libtalus_lab.so.{SOVERSION}", f"libtalus.so.{SOVERSION}"]
    here = pathlib.Path(__file__).resolve().parent
    yield from (str(here / name) for name in names if (here / name).exists())
    yield from names


def _open() -> Any:
    failures: List[str] = []
    for path in candidates():
        try:
            found = ffi.dlopen(path)
            version = ffi.string(found.talus_version()).decode()
        except (OSError, AttributeError) as error:
            failures.append(str(error))
            continue
        if version != _generated.VERSION:
            raise ImportError(f"{path} is talus {version}, this package is of talus {_generated.VERSION}: install both "
                              "from the same source, or name the right library in TALUS_LIBRARY")
        return found, path
    raise ImportError("libtalus was not found: install it, or name the file in TALUS_LIBRARY. Tried: "
                      + "; ".join(failures))


lib, library_path = _open()
lib.talus_library_init()


class TalusError(Exception):
    """An error of the library: its status and its sentence, with a place in the user's file where there is one."""

    def __init__(self, status: int, message: str, file: str = "", line: int = 0, column: int = 0,
                 diagnostics: "Optional[List[Diagnostic]]" = None):
        super().__init__(message)
        self.status = status  #: number of the talus_status
        self.status_name: str = ffi.typeof("talus_status").elements.get(status, "unknown")  #: "TALUS_ERROR_INPUT"
        self.message = message  #: what was found, what was expected, what to do
        self.file, self.line, self.column = file, line, column  #: "" and 0 where unknown
        self.diagnostics = diagnostics or []  #: all messages, where several things are wrong at once

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.file and self.line else ""
        errors = [str(item) for item in self.diagnostics if item.severity == "error"]
        return "\n".join(errors) if errors else place + self.message


def text(pointer: Any) -> str:
    """A C string; "" for NULL."""
    return ffi.string(pointer).decode("utf-8", "replace") if pointer else ""


def encoded(value: "str | os.PathLike[str] | bytes") -> bytes:
    """A name or text for the library."""
    data = os.fsencode(value)
    if b"\0" in data:
        raise ValueError(f"a text with a null character: {value!r}")
    return data


class Diagnostic(NamedTuple):
    """A message about an input: `severity` is note, warning or error; line and column count from 1, 0 = unknown."""

    severity: str
    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else f"{self.file}: " if self.file else ""
        return f"{place}{self.severity}: {self.message}"


class Diagnostics:
    """A list of messages of the library."""

    def __init__(self) -> None:
        self.pointer = own(lib.talus_diagnostics_create(), lib.talus_diagnostics_destroy)

    def __len__(self) -> int:
        return int(lib.talus_diagnostics_count(self.pointer))

    def items(self) -> List[Diagnostic]:
        names = {0: "note", 1: "warning", 2: "error"}
        found = []
        for k in range(len(self)):
            item = lib.talus_diagnostics_get(self.pointer, k)
            found.append(Diagnostic(names[item.severity], text(item.file), item.line, item.column, text(item.message)))
        return found


def check(status: int, error: Any, diagnostics: Optional[Diagnostics] = None) -> None:
    """Raise what a function reported."""
    if status != lib.TALUS_OK:
        message = text(error.message) or text(lib.talus_status_text(status))
        raise TalusError(status, message, text(error.file), error.line, error.column,
                         diagnostics.items() if diagnostics is not None else None)


def call(function: Callable[..., int], *arguments: Any, diagnostics: Optional[Diagnostics] = None) -> None:
    """Call a function that returns a status and takes a talus_error last."""
    error = ffi.new("talus_error *")
    check(function(*arguments, error), error, diagnostics)


def own(pointer: Any, destroy: Callable[[Any], None], keep: Any = None) -> Any:
    """An object of the library that goes when Python's last reference to it goes; then `keep` may go, too."""
    if not pointer:
        raise MemoryError("out of memory in libtalus")
    return ffi.gc(pointer, destroy if keep is None else lambda gone, keep=keep: destroy(gone))


def create(function: Callable[..., int], destroy: Callable[[Any], None], kind: str, *arguments: Any,
           diagnostics: Optional[Diagnostics] = None, keep: Any = None) -> Any:
    """Call a function whose last argument but one is the place for a new object, which uses `keep`."""
    place = ffi.new(kind + " **")
    call(function, *arguments, place, diagnostics=diagnostics)
    return own(place[0], destroy, keep)


def take_text(pointer: Any) -> str:
    """A text that the library hands over."""
    try:
        return text(pointer)
    finally:
        lib.talus_free(pointer)


def names(pointer: Any) -> List[str]:
    """A list of texts that NULL ends."""
    found: List[str] = []
    while pointer[len(found)]:
        found.append(text(pointer[len(found)]))
    return found


def need_laboratory() -> None:
    """Raise unless the library has the laboratory."""
    try:
        lib.talus_rocking_ratio
    except AttributeError:
        raise ImportError(f"{library_path} is libtalus without the laboratory: use libtalus_lab (TALUS_LAB=ON)") from None


def headers(*functions: str, note: str = "") -> Callable[[Any], Any]:
    """Append to a docstring what the public header says of the functions that it calls."""

    def decorate(target: Any) -> Any:
        parts = [(target.__doc__ or "").rstrip()]
        for name in functions:
            lines = _generated.DOCUMENTS.get(name, "").splitlines()
            lines += [f"{key[len(name):]}: {' '.join(said.split())}" for key, said in _generated.DOCUMENTS.items()
                      if key.startswith(name + ".")]
            if not lines:
                raise KeyError(f"no public header documents {name}")
            parts.append(f"C: {name}\n" + "\n".join("    " + line for line in lines))
        target.__doc__ = "\n\n".join(filter(None, parts + [note])) + "\n"
        return target

    return decorate
