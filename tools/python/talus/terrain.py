# SPDX-License-Identifier: GPL-3.0-or-later
"""Heights: terrain that rocks meet, DEM files as arrays, tools on arrays of heights.

Arrays of heights are (ny, nx) with row 0 = south and column 0 = west, NaN = no data. A raster as most programs
have it begins in the north: `numpy.flipud(raster)`.
"""
from __future__ import annotations

import os
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _arrays
from ._arrays import Struct, struct
from ._library import NULL, Diagnostic, Diagnostics, call, create, encoded, ffi, headers, lib, text

__all__ = ["Grid", "Terrain", "Dem", "Roughness", "coarsen", "energy_line", "fill", "random_field", "slopes", "smooth"]


class Grid(NamedTuple):
    """A node lattice in local metres: node (i, j) at (x0 + i cell, y0 + j cell); row j runs north, column i east."""

    x0: float
    y0: float
    cell: float
    nx: int
    ny: int

    @property
    def x(self) -> np.ndarray:
        """(nx,) m"""
        return self.x0 + self.cell * np.arange(self.nx)

    @property
    def y(self) -> np.ndarray:
        """(ny,) m"""
        return self.y0 + self.cell * np.arange(self.ny)


def _grid(pointer: Any) -> Grid:
    return Grid(pointer.x0, pointer.y0, pointer.cell, pointer.nx, pointer.ny)


def _heights(heights: Any) -> Tuple[np.ndarray, Any]:
    return _arrays.given(heights, "double", (None, None), "heights")


def _new_grid(heights: np.ndarray, cell: float, x0: float = 0.0, y0: float = 0.0) -> Any:
    return ffi.new("talus_grid *", {"x0": x0, "y0": y0, "cell": cell, "nx": heights.shape[1], "ny": heights.shape[0]})


@struct("talus_roughness")
class Roughness(Struct):
    """Roughness below the cells of a DEM."""


class Terrain:
    """A height field that rocks meet.

    heights: (ny, nx) m, row 0 = south, NaN = no data; they are copied. cell: m. x0, y0: position of node (0, 0).
    surface: "bilinear" or "triangulated".
    threads: const after creation, any thread.
    """

    def __init__(self, heights: Any, cell: float, x0: float = 0.0, y0: float = 0.0,
                 roughness: Optional[Roughness] = None, surface: str = "bilinear") -> None:
        array, pointer = _heights(heights)
        self._owner: Any = None
        self._pointer = create(lib.talus_terrain_create, lib.talus_terrain_destroy, "talus_terrain",
                               _new_grid(array, cell, x0, y0), pointer, NULL if roughness is None else roughness._data)
        call(lib.talus_terrain_set_surface, self._pointer, _arrays.enum_value("talus_surface", surface))

    @classmethod
    def _borrowed(cls, pointer: Any, owner: Any) -> "Terrain":
        made = cls.__new__(cls)
        made._pointer, made._owner = pointer, owner
        return made

    @property
    def grid(self) -> Grid:
        """The lattice as given."""
        return _grid(lib.talus_terrain_base_grid(self._pointer))

    @property
    def surface_grid(self) -> Grid:
        """The lattice of the surface, refined by the roughness."""
        return _grid(lib.talus_terrain_surface_grid(self._pointer))

    @property
    def range(self) -> Tuple[float, float]:
        """Lowest and highest node, m."""
        place = ffi.new("double[2]")
        call(lib.talus_terrain_range, self._pointer, place, place + 1)
        return place[0], place[1]

    @headers("talus_terrain_heights")
    def heights(self, xy: Any) -> np.ndarray:
        """Heights (...) m of points (..., 2) m; NaN where there is no surface."""
        points = np.asarray(xy, float)
        if points.shape[-1:] != (2,):
            raise ValueError(f"points of shape {points.shape}, expected (..., 2)")
        flat, pointer = _arrays.given(points.reshape(-1, 2))
        z = np.empty(len(flat))
        call(lib.talus_terrain_heights, self._pointer, pointer, len(flat), ffi.cast("double *", ffi.from_buffer(z)), NULL)
        return z.reshape(points.shape[:-1])

    @headers("talus_terrain_surface")
    def slope(self, x: float, y: float) -> Tuple[float, float, float]:
        """Height and gradient (z, dz/dx, dz/dy) at a point; NaN where there is no surface."""
        place = ffi.new("double[3]")
        where = lib.talus_terrain_surface(self._pointer, x, y, place, place + 1, place + 2)
        return (place[0], place[1], place[2]) if where == lib.TALUS_INSIDE else (np.nan, np.nan, np.nan)

    def __repr__(self) -> str:
        low, high = self.range
        return f"Terrain({self.grid.nx} x {self.grid.ny} nodes of {self.grid.cell:g} m, {low:.6g} to {high:.6g} m)"


class Dem:
    """Heights with a place in the world: local = world - (east, north).

    heights: (ny, nx) m, row 0 = south, NaN = no data. cell: m. east, north: world position of node (0, 0).
    crs: WKT of the coordinate system, "" when unknown. attribution: whose data it is.
    """

    def __init__(self, heights: Any, cell: float, east: float = 0.0, north: float = 0.0, crs: str = "",
                 attribution: str = "") -> None:
        self.heights, pointer = _heights(heights)
        self.cell, self.east, self.north = float(cell), float(east), float(north)
        self.crs, self.attribution = crs, attribution
        self.warnings: List[Diagnostic] = []
        del pointer

    @classmethod
    @headers("talus_dem_read")
    def read(cls, path: "str | os.PathLike[str]", crs: Optional[str] = None, reproject: Optional[str] = None,
             assume_metres: bool = False, allow_network: bool = False, height_unit: Optional[str] = None) -> "Dem":
        """Read band 1 of a raster file; what was handled is in `warnings`."""
        options = ffi.new("talus_dem_options *")
        lib.talus_dem_options_defaults(options, ffi.sizeof("talus_dem_options"))
        kept = [ffi.new("char[]", encoded(t)) if t is not None else NULL for t in (crs, reproject, height_unit)]
        options.crs, options.reproject, options.height_unit = kept
        options.assume_metres, options.allow_network = assume_metres, allow_network
        found = Diagnostics()
        dem = create(lib.talus_dem_read, lib.talus_dem_destroy, "talus_dem", encoded(path), options, found.pointer,
                     diagnostics=found)
        grid = dem.grid
        heights = _arrays.copy(dem.heights, grid.nx * grid.ny, "double").reshape(grid.ny, grid.nx)
        made = cls(heights, grid.cell, dem.east, dem.north, text(dem.crs_wkt), text(dem.attribution))
        made.warnings = found.items()
        return made

    @property
    def grid(self) -> Grid:
        """The local lattice: node (0, 0) at (0, 0)."""
        return Grid(0.0, 0.0, self.cell, self.heights.shape[1], self.heights.shape[0])

    @property
    def x(self) -> np.ndarray:
        """(nx,) world coordinates of the columns, m"""
        return self.east + self.grid.x

    @property
    def y(self) -> np.ndarray:
        """(ny,) world coordinates of the rows, m, from south to north"""
        return self.north + self.grid.y

    def terrain(self, roughness: Optional[Roughness] = None, surface: str = "bilinear") -> Terrain:
        """The height field in local metres."""
        return Terrain(self.heights, self.cell, roughness=roughness, surface=surface)

    def _struct(self) -> Tuple[Any, Any]:
        """A talus_dem, and what has to live as long."""
        heights, pointer = _heights(self.heights)
        texts = [ffi.new("char[]", encoded(t)) for t in (self.crs, self.attribution)]
        dem = ffi.new("talus_dem *")
        dem.grid = _new_grid(heights, self.cell)[0]
        dem.heights = pointer
        dem.east, dem.north = self.east, self.north
        dem.crs_wkt, dem.attribution = texts
        dem.nodata_nodes = int(np.isnan(heights).sum())
        return dem, (dem, heights, texts)

    def __repr__(self) -> str:
        return (f"Dem({self.grid.nx} x {self.grid.ny} nodes of {self.cell:g} m at ({self.east:.10g}, {self.north:.10g}), "
                f"{int(np.isnan(self.heights).sum())} without data)")


@headers("talus_raster_fill")
def fill(heights: Any, outside: bool = False, max_nodes: Optional[int] = None) -> Tuple[np.ndarray, np.ndarray]:
    """Fill NODATA holes by the plate of least bending.

    Returns the filled heights and the holes: a structured array of talus_hole, `state` a number of
    talus_hole_state (0 filled, 1 outside, 2 too large, 3 too few neighbours)."""
    filled = np.array(heights, float, order="C")
    array, pointer = _heights(filled)
    options = ffi.new("talus_fill_options *")
    lib.talus_fill_options_defaults(options, ffi.sizeof("talus_fill_options"))
    options.outside = outside
    if max_nodes is not None:
        options.max_nodes = max_nodes
    report = ffi.gc(ffi.new("talus_fill_report *"), lib.talus_fill_report_clear)
    call(lib.talus_raster_fill, array.shape[1], array.shape[0], pointer, options, report)
    return array, _arrays.copy(report.holes, report.hole_count, "talus_hole")


@headers("talus_raster_smooth")
def smooth(heights: Any, length: float) -> np.ndarray:
    """Smoothed heights; `length` in nodes."""
    array, pointer = _heights(np.array(heights, float, order="C"))
    call(lib.talus_raster_smooth, array.shape[1], array.shape[0], pointer, length)
    return array


@headers("talus_raster_coarsen")
def coarsen(heights: Any, cell: float, step: int) -> Tuple[np.ndarray, float]:
    """Every `step`-th node: the heights that stay, and their cell size (m)."""
    array, pointer = _heights(heights)
    coarse = ffi.new("talus_grid *")
    kept = ffi.new("double **")
    call(lib.talus_raster_coarsen, _new_grid(array, cell), pointer, step, coarse, kept)
    try:
        return _arrays.copy(kept[0], coarse.nx * coarse.ny, "double").reshape(coarse.ny, coarse.nx), coarse.cell
    finally:
        lib.talus_free(kept[0])


@headers("talus_raster_slopes")
def slopes(heights: Any, cell: float) -> np.ndarray:
    """Slopes in degrees."""
    array, pointer = _heights(heights)
    out = np.empty_like(array)
    call(lib.talus_raster_slopes, _new_grid(array, cell), pointer, ffi.cast("double *", ffi.from_buffer(out)))
    return out


@headers("talus_raster_energy_line")
def energy_line(heights: Any, cell: float, sources: Any, lowest: float = 0.0) -> np.ndarray:
    """Angles (degrees) under which nodes are seen from the highest-lying of their sources (a mask)."""
    array, pointer = _heights(heights)
    mask, mask_pointer = _arrays.given(sources, "bool", array.shape, "sources")
    out = np.empty_like(array)
    call(lib.talus_raster_energy_line, _new_grid(array, cell), pointer, mask_pointer, lowest,
         ffi.cast("double *", ffi.from_buffer(out)))
    return out


@headers("talus_raster_field", "talus_field")
def random_field(width: float, height: float, range: float, seed: int = 0,
                 origin: Sequence[float] = (0.0, 0.0)) -> Tuple[np.ndarray, Grid]:
    """A sample of a correlated Gaussian field of mean 0 and variance 1 over a rectangle, and its lattice."""
    field = ffi.gc(ffi.new("talus_field *"), lib.talus_field_clear)
    call(lib.talus_raster_field, origin[0], origin[1], width, height, range, seed, field)
    grid = _grid(field.grid)
    return _arrays.copy(field.values, grid.nx * grid.ny, "float").reshape(grid.ny, grid.nx), grid
