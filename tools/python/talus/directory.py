# SPDX-License-Identifier: GPL-3.0-or-later
"""Result directories: checked by their manifest, read as arrays and tables; maps and sections of them.

Rasters are read by the library; results.gpkg, which is an SQLite file, by Python itself. GDAL's Python package is
not needed.
"""
from __future__ import annotations

import contextlib
import csv
import hashlib
import json
import os
import pathlib
import re
import sqlite3
import struct
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence

import numpy as np

from . import _arrays
from ._arrays import Struct
from ._arrays import struct as c_struct
from ._library import NULL, TalusError, call, create, encoded, ffi, headers, lib, text
from .scenario import Scenario

__all__ = ["Raster", "ResultDirectory", "SectionReport", "Vectors", "read"]


class Raster(NamedTuple):
    """A band of a raster: values (ny, nx), row 0 = south, NaN = no value; world coordinates of the centres of the
    cells; unit and name of the band; how many bands the file has."""

    values: np.ndarray
    x: np.ndarray
    y: np.ndarray
    unit: str
    name: str
    band_count: int


class Vectors(NamedTuple):
    """A layer of results.gpkg: columns by name, and for each row the coordinates of its parts, (n, 2 to 4) in the
    world: x, y, z, m."""

    columns: Dict[str, np.ndarray]
    parts: List[List[np.ndarray]]


def read(path: "str | os.PathLike[str]", verify: bool = True) -> "ResultDirectory":
    """Open a result directory. verify: every file that the manifest names has its size and SHA-256."""
    return ResultDirectory(path, verify)


class ResultDirectory:
    """A result directory of a run, a merge or a variant of a study.

    A directory is a result when it has a summary.json; `partial` says whether the run was complete. With `verify`
    a file that is missing or was changed since it was written is an error: TalusError names up to three.
    """

    def __init__(self, path: "str | os.PathLike[str]", verify: bool = True) -> None:
        self.path = pathlib.Path(path)
        self.summary: Dict[str, Any] = self._json("summary.json")  #: summary.json
        listed = self._json("manifest.json").get("files")
        if not isinstance(listed, list) or not all(_is_listed(item) for item in listed):
            raise TalusError(lib.TALUS_ERROR_INPUT, f"{self.path / 'manifest.json'}: expected a list of files with their "
                             "names, sizes and SHA-256")
        self.manifest: Dict[str, Dict[str, Any]] = {item["name"]: item for item in listed}
        for name in self.manifest:
            self._file(name)
        #: what the manifest says of each file: bytes, sha256, by
        if verify:
            self.verify()

    def _file(self, name: str) -> pathlib.Path:
        """The path of a file of this directory; TalusError where the name leads out of it, also through a link."""
        room = ffi.new("char[]", 4096)
        call(lib.talus_directory_file, encoded(self.path), encoded(name), room, 4096)
        return self.path / name

    def _json(self, name: str) -> Any:
        try:
            with open(self._file(name), encoding="utf-8") as file:
                found = json.load(file)
        except FileNotFoundError:
            raise TalusError(lib.TALUS_ERROR_INPUT, f"{self.path} holds no {name}: expected a result directory of talus "
                             "that was written to its end") from None
        except (ValueError, RecursionError) as error:
            raise TalusError(lib.TALUS_ERROR_INPUT, f"{self.path / name}: {error}") from None
        if not isinstance(found, dict):
            raise TalusError(lib.TALUS_ERROR_INPUT, f"{self.path / name}: found no object, expected keys and values")
        return found

    def verify(self) -> None:
        """Compare all files that the manifest names with their sizes and SHA-256."""
        wrong = []
        for name, item in self.manifest.items():
            path = self._file(name)
            if name.endswith("/"):
                continue
            if not path.is_file():
                wrong.append(f"{name} is missing")
            elif path.stat().st_size != item["bytes"] or _sha256(path) != item["sha256"]:
                wrong.append(f"{name} was changed since it was written")
        if wrong:
            raise TalusError(lib.TALUS_ERROR_INPUT, f"{self.path}: {'; '.join(wrong[:3])}"
                             f"{f'; {len(wrong) - 3} more' if len(wrong) > 3 else ''}; run again, or read it with "
                             "verify=False")

    @property
    def partial(self) -> bool:
        """The run was interrupted, or the directory is being written."""
        return bool(self.summary.get("partial")) or (self.path / "PARTIAL").exists()

    @property
    def hash(self) -> str:
        """Of all rocks, as `Results.hash`."""
        return str(self.summary["hash"])

    @property
    def layers(self) -> List[str]:
        """Names of the rasters."""
        return sorted(name[:-4] for name in self.manifest if name.endswith(".tif") and "/" not in name)

    @property
    def scenario(self) -> Scenario:
        """The scenario as it was resolved; it can be run again."""
        return Scenario.read(self._file("scenario.yaml"))

    @property
    def warnings(self) -> str:
        """warnings.log"""
        return self._file("warnings.log").read_text(encoding="utf-8")

    @headers("talus_band_read", "talus_band")
    def raster(self, name: str, band: int = 0) -> Raster:
        """A raster by the name of its layer; `sources` has a band for each screen and object."""
        if f"{name}.tif" not in self.manifest:
            raise ValueError(f"found {name!r}, expected one of {', '.join(self.layers)}")
        found = create(lib.talus_band_read, lib.talus_band_destroy, "talus_band", encoded(self._file(f"{name}.tif")), band)
        values = _arrays.copy(found.values, found.nx * found.ny, "float").reshape(found.ny, found.nx)
        return Raster(values, found.west + found.cell * (np.arange(found.nx) + 0.5),
                      found.south + found.cell * (np.arange(found.ny) + 0.5), text(found.unit), text(found.name),
                      found.band_count)

    def table(self, name: str) -> Dict[str, np.ndarray]:
        """A CSV table, "screens", "objects", "screen_crossings", ...: columns by their keys."""
        path = self._file(f"{name}.csv")
        if not path.exists():
            known = sorted(key[:-4] for key in self.manifest if key.endswith(".csv"))
            raise ValueError(f"found {name!r}, expected one of {', '.join(known) or '(there are no tables)'}")
        with open(path, encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        return {key: _column([row[k] for row in rows[1:]]) for k, key in enumerate(rows[0])} if rows else {}

    @property
    def vector_layers(self) -> List[str]:
        """Names of the layers of results.gpkg."""
        with _open(self._file("results.gpkg")) as base:
            return [row[0] for row in base.execute("SELECT table_name FROM gpkg_contents WHERE data_type = 'features'")]

    def vectors(self, layer: str, file: str = "results.gpkg") -> Vectors:
        """A layer of results.gpkg (or hazard.gpkg): "trajectories", "deposits", "releases", "impacts", ..."""
        with _open(self._file(file)) as base:
            geometry = base.execute("SELECT column_name FROM gpkg_geometry_columns WHERE table_name = ?",
                                    (layer,)).fetchone()
            if geometry is None:
                raise ValueError(f"found {layer!r}, expected one of {', '.join(self.vector_layers)}")
            quoted = layer.replace('"', '""')
            cursor = base.execute(f'SELECT * FROM "{quoted}"')
            keys = [item[0] for item in cursor.description]
            rows = cursor.fetchall()
        place = keys.index(geometry[0])
        columns = {key: _values([row[k] for row in rows]) for k, key in enumerate(keys) if k != place and key != "fid"}
        try:
            return Vectors(columns, [_geometry(row[place]) for row in rows])
        except (ValueError, TypeError, IndexError, struct.error, RecursionError) as error:
            raise TalusError(lib.TALUS_ERROR_INPUT, f"{self.path / file}: a geometry of {layer} is damaged: {error}") from None

    @headers("talus_map_draw", "talus_map_options")
    def draw_map(self, layer: str, path: "str | os.PathLike[str]", width: int = 0, title: Optional[str] = None,
                 columns: int = 0) -> None:
        """A map of a layer over the hillshade: PNG, PDF or SVG by the ending of its name. Several layers with commas
        between them are maps on one page, columns of them in a row (0 = chosen)."""
        options = ffi.new("talus_map_options *")
        lib.talus_map_options_defaults(options, ffi.sizeof("talus_map_options"))
        label = ffi.new("char[]", encoded(title)) if title is not None else NULL
        options.width, options.title, options.columns = width, label, columns
        call(lib.talus_map_draw, encoded(self.path), encoded(layer), encoded(path), options)

    @headers("talus_report_write", "talus_report_options", "talus_report_facts")
    def write_report(self, path: "Optional[str | os.PathLike[str]]" = None, language: str = "en",
                     overwrite: bool = False, tumbling: Optional[int] = None, live: bool = False,
                     **texts: str) -> "ReportFacts":
        """One HTML page of the directory, report.html in it by default; a live one drops rocks itself.
        texts: title, author, date."""
        options = ffi.new("talus_report_options *")
        lib.talus_report_options_defaults(options, ffi.sizeof("talus_report_options"))
        given = {"path": path, "language": language, **texts}
        kept = {key: ffi.new("char[]", encoded(value)) for key, value in given.items() if value is not None}
        for key, value in kept.items():
            setattr(options, key, value)
        options.overwrite, options.live = overwrite, live
        if tumbling is not None:
            options.tumbling = tumbling
        facts = ReportFacts()
        call(lib.talus_report_write, encoded(self.path), options, facts._data)
        return facts

    @property
    def map_layers(self) -> Dict[str, str]:
        """Names of the layers that `draw_map` draws, with what they show."""
        found: Dict[str, str] = {}

        @ffi.callback("void(void *, char *, char *)")
        def keep(_user: Any, name: Any, title: Any) -> None:
            found[text(name)] = text(title)

        lib.talus_map_find_layers(encoded(self.path), keep, NULL)
        return found

    @headers("talus_section_draw", "talus_section_options")
    def draw_section(self, path: "str | os.PathLike[str]", line: Any = None, screen: Optional[str] = None,
                     width: float = 20.0, title: Optional[str] = None) -> "SectionReport":
        """A section along a line (n, 2) in world coordinates, or along a screen, as SVG."""
        options = ffi.new("talus_section_options *")
        lib.talus_section_options_defaults(options, ffi.sizeof("talus_section_options"))
        kept = [ffi.new("char[]", encoded(t)) if t is not None else NULL for t in (screen, title)]
        options.screen, options.title = kept
        if line is not None:
            points, pointer = _arrays.given(line, "double", (None, 2), "line")
            options.line, options.point_count = pointer, len(points)
        options.width = width
        report = SectionReport()
        call(lib.talus_section_draw, encoded(self.path), encoded(path), options, report._data)
        return report

    def dataset(self, layers: Optional[Sequence[str]] = None) -> Dict[str, Any]:
        """Rasters as a dictionary for `xarray.Dataset.from_dict`, as `Results.dataset`."""
        wanted = [n for n in self.layers if n != "terrain"] if layers is None else list(layers)
        rasters = {name: self.raster(name) for name in wanted}
        first = next(iter(rasters.values()))
        same = {name: r for name, r in rasters.items() if r.values.shape == first.values.shape}
        return {"coords": {"x": {"dims": ("x",), "data": first.x, "attrs": {"units": "m", "long_name": "east"}},
                           "y": {"dims": ("y",), "data": first.y, "attrs": {"units": "m", "long_name": "north"}}},
                "data_vars": {name: {"dims": ("y", "x"), "data": r.values, "attrs": {"units": r.unit}}
                              for name, r in same.items()},
                "attrs": {"title": self.summary.get("title", ""), "hash": self.hash}}

    def __repr__(self) -> str:
        return f"ResultDirectory({str(self.path)!r}, hash {self.summary.get('hash')}{', partial' if self.partial else ''})"


@c_struct("talus_report_facts")
class ReportFacts(Struct):
    """What a report holds."""


@c_struct("talus_section_report")
class SectionReport(Struct):
    """What a section shows."""


def _sha256(path: pathlib.Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def _is_listed(item: Any) -> bool:
    """An entry of a manifest; a directory in it has a name alone."""
    return isinstance(item, dict) and isinstance(item.get("name"), str) and (
        item["name"].endswith("/") or ("bytes" in item and "sha256" in item))


#: tables, indices, and the indices of places, by what they are and not by their name or type
_KNOWN = re.compile(r"create\s+(table|(unique\s+)?index|trigger)\b|"
                    r"create\s+virtual\s+table\s+(\"rtree_[^\"]*\"|rtree_\w+)\s+using\s+rtree\s*\(", re.IGNORECASE)


@contextlib.contextmanager
def _open(path: pathlib.Path) -> Iterator[Any]:
    """A GeoPackage whose statements are all its reader's; TalusError for whatever SQLite cannot read in it."""
    if not path.exists():
        raise TalusError(lib.TALUS_ERROR_INPUT, f"there is no {path}")
    base = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        made = base.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        if not all(_KNOWN.match(str(row[0])) for row in made):
            raise TalusError(lib.TALUS_ERROR_INPUT, f"{path} has views or virtual tables, which are not executed: results "
                             "of talus have none")
        yield base
    except sqlite3.Error as error:
        raise TalusError(lib.TALUS_ERROR_INPUT, f"{path}: {error}") from None
    finally:
        base.close()


def _column(cells: List[str]) -> np.ndarray:
    """Numbers where all cells are numbers or empty, else text without the apostrophe before formulas."""
    try:
        return np.array([float(c) if c else np.nan for c in cells], dtype=float)
    except ValueError:
        return np.array([c[1:] if c[:1] == "'" and c[1:2] in "=+-@\t\r" and len(c) > 1 else c for c in cells], dtype=str)


def _values(cells: List[Any]) -> np.ndarray:
    if all(isinstance(c, int) for c in cells):
        return np.array(cells, dtype=np.int64)
    if all(c is None or isinstance(c, (int, float)) for c in cells):
        return np.array([np.nan if c is None else c for c in cells], dtype=float)
    return np.array(["" if c is None else str(c) for c in cells], dtype=str)


# --- geometries of a GeoPackage: a header, then well-known binary ---------------------------------

_ENVELOPES = (0, 32, 48, 48, 64)


def _geometry(blob: Optional[bytes]) -> List[np.ndarray]:
    """Coordinates of the parts of a geometry."""
    if not blob:
        return []
    if blob[:2] != b"GP":
        raise ValueError("not a geometry of a GeoPackage")
    parts: List[np.ndarray] = []
    _read(blob, 8 + _ENVELOPES[blob[3] >> 1 & 7], parts)
    return parts


def _read(data: bytes, at: int, parts: List[np.ndarray]) -> int:
    """Append the parts of the geometry that begins at `at`; returns where it ends."""
    order = "<" if data[at] else ">"
    kind = struct.unpack_from(order + "I", data, at + 1)[0]
    dimension, shape = divmod(kind & 0xFFFF, 1000)
    width = 2 + (1 if dimension in (1, 2) else 2 if dimension == 3 else 0)
    at += 5
    if shape == 1:
        return _points(data, at, 1, width, order, parts)
    count = struct.unpack_from(order + "I", data, at)[0]
    at += 4
    if shape == 2:
        return _points(data, at, count, width, order, parts)
    for _ in range(count):
        if shape == 3:  # rings of a polygon
            n = struct.unpack_from(order + "I", data, at)[0]
            at = _points(data, at + 4, n, width, order, parts)
        else:
            at = _read(data, at, parts)
    return at


def _points(data: bytes, at: int, count: int, width: int, order: str, parts: List[np.ndarray]) -> int:
    points = np.frombuffer(data, order + "f8", count * width, at).reshape(count, width).astype(float)
    if count != 1 or not np.isnan(points).all():
        parts.append(points)
    return at + 8 * count * width

