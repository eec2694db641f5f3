# SPDX-License-Identifier: GPL-3.0-or-later
"""Structs of the library as NumPy arrays and Python objects, by their declarations alone."""
from __future__ import annotations

import functools
import operator
import os
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from . import _generated
from ._library import NULL, ffi, lib, text

_VECTORS = {"talus_vec3": (3,), "talus_quat": (4,), "talus_mat3": (3, 3)}


def _is_vector(ctype: Any) -> bool:
    return ctype.kind == "struct" and ctype.cname in _VECTORS


@functools.lru_cache(maxsize=None)
def dtype_of(name: str) -> np.dtype:
    """The NumPy type of a C type: structs with all their members, vectors as (3,), pointers as integers."""
    return _dtype(ffi.typeof(name))


def _dtype(ctype: Any) -> np.dtype:
    if ctype.kind == "primitive":
        if ctype.cname in ("_Bool", "bool"):
            return np.dtype(np.bool_)
        if ctype.cname == "char":
            return np.dtype("S1")
        kind = "f" if ctype.cname in ("double", "float") else "i" if ffi.cast(ctype, -1) < ffi.cast(ctype, 0) else "u"
        return np.dtype(f"{kind}{ffi.sizeof(ctype)}")
    if ctype.kind == "enum":
        return np.dtype("i4" if min(ctype.elements, default=0) < 0 else "u4")
    if ctype.kind == "pointer":
        return np.dtype(np.uintp)
    if ctype.kind == "array":
        if ctype.item.cname == "char":
            return np.dtype(f"S{ctype.length}")
        return np.dtype((_dtype(ctype.item), (ctype.length,)))
    if _is_vector(ctype):
        return np.dtype((np.float64, _VECTORS[ctype.cname]))
    fields = [(key, _dtype(field.type), field.offset) for key, field in ctype.fields]
    return np.dtype({"names": [f[0] for f in fields], "formats": [f[1] for f in fields],
                     "offsets": [f[2] for f in fields], "itemsize": ffi.sizeof(ctype)})


def view(pointer: Any, count: int, kind: str, owner: Any) -> np.ndarray:
    """Memory of the library as a read-only array that keeps `owner` alive."""
    dtype = dtype_of(kind)
    if not pointer or count == 0:
        return np.empty(0, dtype)
    kept = ffi.gc(ffi.cast("char *", pointer), lambda _, owner=owner: None)
    base = dtype.base if dtype.subdtype else dtype
    array = np.frombuffer(ffi.buffer(kept, count * dtype.itemsize), base)
    array = array.reshape((count, *dtype.shape)) if dtype.subdtype else array
    array.flags.writeable = False
    return array


def copy(pointer: Any, count: int, kind: str) -> np.ndarray:
    """Memory of the library as an array of its own."""
    dtype = dtype_of(kind)
    if not pointer or count == 0:
        return np.empty((0, *dtype.shape), dtype.base)
    base = dtype.base
    array = np.frombuffer(ffi.buffer(ffi.cast("char *", pointer), count * dtype.itemsize), base)
    return array.reshape((count, *dtype.shape)).copy() if dtype.subdtype else array.copy()


def given(values: Any, kind: str = "double", shape: Optional[Tuple[Optional[int], ...]] = None,
          what: str = "an array") -> Tuple[np.ndarray, Any]:
    """An argument as a contiguous array and its pointer. The array has to live as long as the pointer is used.
    Whole numbers have to fit: none is rounded or wrapped."""
    wanted = dtype_of(kind).base
    array = np.ascontiguousarray(_whole(values, wanted, what) if wanted.kind in "iu" else values, wanted)
    if shape is not None and (array.ndim != len(shape)
                              or any(n is not None and n != m for n, m in zip(shape, array.shape))):
        expected = ", ".join("any" if n is None else str(n) for n in shape)
        raise ValueError(f"{what} of shape {array.shape}, expected ({expected})")
    return array, ffi.cast(kind + " *", ffi.from_buffer(array))


def _whole(values: Any, wanted: np.dtype, what: str) -> np.ndarray:
    """Values that an integer type can hold as they are."""
    array = np.asarray(values)
    limits = np.iinfo(wanted)
    if array.dtype.kind not in "biuf" and array.size > 0:
        raise ValueError(f"{what}: found values of type {array.dtype}, expected whole numbers")
    with np.errstate(invalid="ignore"):
        bad = array[~((array >= limits.min) & (array <= limits.max) & (array == np.floor(array)))] \
            if array.dtype.kind != "b" else array[:0]
    if bad.size > 0:
        raise ValueError(f"{what}: found {bad.flat[0]}, expected whole numbers from {limits.min} to {limits.max}")
    return array


def count(value: Any, what: str, most: int = 10 ** 9) -> int:
    """A number of things that memory is asked for."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what}: found {value!r}, expected a whole number") from None
    if not 0 <= number <= most:
        raise ValueError(f"{what}: found {number}, expected 0 to {most}")
    return number


def vec3(values: Any, what: str = "a vector") -> Any:
    """A talus_vec3 of three numbers."""
    x, y, z = (float(v) for v in np.asarray(values, float).reshape(3)) if np.size(values) == 3 else _wrong(what, values)
    return ffi.new("talus_vec3 *", (x, y, z))[0]


def _wrong(what: str, values: Any) -> Any:
    raise ValueError(f"{what}: found {values!r}, expected three numbers")


def _lower_names(ctype: Any) -> Dict[int, str]:
    """Words for the values of an enumeration: by the library's own function for names, else the enumerators."""
    elements = {k: v for k, v in sorted(ctype.elements.items()) if not v.endswith("_COUNT")}
    function = getattr(lib, ctype.cname + "_name", None) if ctype.cname.startswith("talus_") else None
    if function is not None:
        return {k: text(function(k)) for k in elements}
    prefix = os.path.commonprefix(list(elements.values()))
    prefix = prefix[:prefix.rfind("_") + 1]
    return {k: v[len(prefix):].lower() for k, v in elements.items()}


@functools.lru_cache(maxsize=None)
def enum_names(name: str) -> Dict[int, str]:
    """Words of an enumeration by their numbers: enum_names("talus_outcome")[0] == "stopped"."""
    return _lower_names(ffi.typeof(name))


def enum_value(name: str, value: "int | str") -> int:
    """The number of a word of an enumeration."""
    if not isinstance(value, str):
        return int(value)
    for number, word in enum_names(name).items():
        if value == word:
            return number
    raise ValueError(f"{name}: found {value!r}, expected one of {', '.join(enum_names(name).values())}")


class Struct:
    """A struct of the library with its members as attributes: numbers, words of enumerations, vectors as arrays.

    Values given by name replace the defaults. The members, their units and meanings are in `fields()`.
    """

    _ctype = ""

    def __init__(self, **values: Any) -> None:
        data = ffi.new(self._ctype + " *")
        self._bind(data, None)
        self._defaults()
        for key, value in values.items():
            setattr(self, key, value)

    def _bind(self, data: Any, owner: Any) -> None:
        object.__setattr__(self, "_data", data)
        object.__setattr__(self, "_owner", owner)
        object.__setattr__(self, "_kept", {})

    def _defaults(self) -> None:
        fill = getattr(lib, self._ctype + "_defaults", None)
        make = getattr(lib, self._ctype + "_default", None)
        if fill is not None:
            fill(self._data, ffi.sizeof(self._ctype))
        elif make is not None:
            self._data[0] = make()
        elif "size" in dict(ffi.typeof(self._ctype).fields):
            self._data.size = ffi.sizeof(self._ctype)

    @classmethod
    def _from(cls, pointer: Any, owner: Any, ctype: Optional[str] = None) -> "Struct":
        """A struct that belongs to something else, which it keeps alive."""
        made = cls.__new__(cls if ctype is None else _class_of(ctype))
        made._bind(pointer, owner)
        return made

    @classmethod
    def _copy(cls, value: Any, owner: Any = None) -> "Struct":
        """A copy of a struct that was returned by value or through a pointer that ends."""
        made = cls.__new__(cls)
        made._bind(ffi.new(cls._ctype + " *", value), owner)
        return made

    @classmethod
    def fields(cls) -> Dict[str, str]:
        """What the header says of each member: its unit and meaning."""
        return {key: _generated.DOCUMENTS.get(f"{cls._ctype}.{key}", "")
                for key, field in ffi.typeof(cls._ctype).fields if key != "size"}

    def __getattr__(self, key: str) -> Any:
        if key.startswith("_"):
            raise AttributeError(key)
        types = dict(ffi.typeof(self._ctype).fields)
        if key not in types:
            raise AttributeError(f"{self._ctype} has no member {key!r}; it has {', '.join(types)}")
        return self._python(getattr(self._data, key), types[key].type, key)

    def _python(self, value: Any, ctype: Any, key: str) -> Any:
        if ctype.kind == "primitive":
            return value.decode("latin-1") if isinstance(value, bytes) else value
        if ctype.kind == "enum":
            return enum_names(ctype.cname).get(int(value), int(value)) if ctype.cname.startswith("talus_") else value
        if ctype.kind == "array":
            if ctype.item.cname == "char":
                return text(value)
            return view(value, ctype.length, ctype.item.cname, self)
        if ctype.kind == "struct":
            place = ffi.addressof(self._data, key)
            return view(place, 1, ctype.cname, self)[0] if _is_vector(ctype) else Struct._from(place, self, ctype.cname)
        if ctype.cname == "char *":
            return text(value) if value else None
        return self._kept.get(key, value if value else None)

    def __setattr__(self, key: str, value: Any) -> None:
        types = dict(ffi.typeof(self._ctype).fields)
        if key not in types or key == "size":
            raise AttributeError(f"{self._ctype} has no member {key!r}; it has {', '.join(self.fields())}")
        ctype = types[key].type
        if ctype.kind == "enum":
            setattr(self._data, key, enum_value(ctype.cname, value))
        elif _is_vector(ctype):
            setattr(self._data, key, _vector(ctype, value))
        elif ctype.kind == "struct":
            setattr(self._data, key, value._data[0] if isinstance(value, Struct) else value)
            self._kept[key] = value
        elif ctype.kind == "array" and ctype.item.cname == "char":
            data = os.fsencode(value)
            if len(data) >= ctype.length:
                raise ValueError(f"{key}: found {len(data)} bytes, expected fewer than {ctype.length}")
            setattr(self._data, key, data)
        elif ctype.kind == "array":
            setattr(self._data, key, list(value))
        elif ctype.kind == "pointer":
            self._point(key, ctype, value)
        else:
            setattr(self._data, key, value)

    def _point(self, key: str, ctype: Any, value: Any) -> None:
        """A pointer keeps what it points to."""
        if value is None:
            pointer: Any = NULL
        elif isinstance(value, Struct):
            pointer = value._data
        elif ctype.cname == "char *":
            value = ffi.new("char[]", os.fsencode(value))
            pointer = value
        else:
            pointer = value
        setattr(self._data, key, pointer)
        self._kept[key] = value

    def asdict(self) -> Dict[str, Any]:
        """Numbers, words and vectors of all members; structs as dictionaries; pointers are left out."""
        found: Dict[str, Any] = {}
        for key, field in ffi.typeof(self._ctype).fields:
            if key == "size" or field.type.kind == "pointer" and field.type.cname != "char *":
                continue
            value = getattr(self, key)
            if isinstance(value, np.ndarray) and value.dtype.names:
                value = [dict(zip(value.dtype.names, row.tolist())) for row in value]
            found[key] = value.asdict() if isinstance(value, Struct) else (
                value.tolist() if isinstance(value, np.ndarray) else value)
        return found

    def copy(self) -> "Struct":
        """The same values in memory of its own."""
        made = type(self)._copy(self._data[0], self._owner)
        made._kept.update(self._kept, _of=self)
        return made

    def replace(self, **values: Any) -> Any:
        """A copy with other values."""
        made = self.copy()
        for key, value in values.items():
            setattr(made, key, value)
        return made

    def __dir__(self) -> List[str]:
        return sorted({*super().__dir__(), *self.fields()})

    def __repr__(self) -> str:
        inside = ", ".join(f"{key}={value!r}" for key, value in self.asdict().items())
        return f"{type(self).__name__}({inside})"

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Struct) and other._ctype == self._ctype and repr(self) == repr(other)

    __hash__ = None  # type: ignore[assignment]


def _vector(ctype: Any, value: Any) -> Any:
    shape = _VECTORS[ctype.cname]
    array = np.asarray(value, float)
    if array.shape != shape:
        raise ValueError(f"{ctype.cname}: found shape {array.shape}, expected {shape}")
    made = ffi.new(ctype.cname + " *")
    ffi.memmove(made, array.tobytes(), array.nbytes)
    return made[0]


_classes: Dict[str, type] = {}


def struct(ctype: str) -> Any:
    """Class decorator: the Python face of a struct; its docstring gets the members from the header."""

    def decorate(cls: Any) -> Any:
        cls._ctype = ctype
        about = _generated.DOCUMENTS.get(ctype, "")
        lines = [f"    {key}: {' '.join(said.split())}" for key, said in cls.fields().items() if said]
        cls.__doc__ = "\n".join([(cls.__doc__ or "").rstrip(), "", *([about, ""] if about else []), *lines])
        _classes[ctype] = cls
        return cls

    return decorate


def _class_of(ctype: str) -> Any:
    if ctype not in _classes:
        name = "".join(part.capitalize() for part in ctype.split("_")[1:])
        _classes[ctype] = type(name, (Struct,), {"_ctype": ctype, "__doc__": _generated.DOCUMENTS.get(ctype, "")})
    return _classes[ctype]


def units(kind: str) -> Dict[str, str]:
    """What the header says of the members of a struct: units("talus_rock_record")["path"]."""
    return {key: _generated.DOCUMENTS.get(f"{kind}.{key}", "") for key, _ in ffi.typeof(kind).fields}


def words(values: np.ndarray, kind: str) -> np.ndarray:
    """An array of an enumeration's numbers as words."""
    table = enum_names(kind)
    return np.array([table.get(int(v), "unknown") for v in np.ravel(values)], dtype=str).reshape(np.shape(values))
