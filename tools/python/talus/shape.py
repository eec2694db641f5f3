# SPDX-License-Identifier: GPL-3.0-or-later
"""Rocks: points to convex hull, exact mass properties, principal frame; named shapes; files of meshes."""
from __future__ import annotations

import os
import warnings
from typing import Any, List, Sequence

import numpy as np

from . import _arrays
from ._library import Diagnostics, call, create, encoded, ffi, headers, lib, names, text

__all__ = ["Rock", "builders"]


@headers("talus_rock_builder_names")
def builders() -> List[str]:
    """Names of the shapes that `Rock.build` knows."""
    return names(lib.talus_rock_builder_names())


class Rock:
    """A rigid convex polyhedron in its body frame: origin at the centre of mass S, axes principal.

    Made by `build`, `from_points`, `from_mesh`, `random_hull`, `from_body` or `read`; arrays are views of the
    library's memory and keep the rock alive. `scale` and `set_mass` change the rock: not while something uses it.
    threads: const while nobody changes it, any thread.
    """

    def __init__(self, pointer: Any, owner: Any = None) -> None:
        self._pointer = pointer  # with an owner: borrowed
        self._owner = owner

    @classmethod
    @headers("talus_rock_build")
    def build(cls, name: str, size: Sequence[float], density: float = 2700.0, sides: int = 0) -> "Rock":
        """A named shape with outer dimensions `size` (m) and a density (kg/m^3)."""
        return cls(create(lib.talus_rock_build, lib.talus_rock_destroy, "talus_rock", encoded(name),
                          _arrays.vec3(size, "size"), sides, density))

    @classmethod
    @headers("talus_rock_from_points")
    def from_points(cls, points: Any, density: float = 2700.0) -> "Rock":
        """The hull of points, (n, 3) m."""
        array, pointer = _arrays.given(points, "double", (None, 3), "points")
        return cls(create(lib.talus_rock_from_points, lib.talus_rock_destroy, "talus_rock",
                          ffi.cast("talus_vec3 *", pointer), len(array), density))

    @classmethod
    @headers("talus_rock_from_mesh")
    def from_mesh(cls, points: Any, triangles: Any, density: float = 2700.0) -> "Rock":
        """The hull of a closed mesh: points (n, 3) m, triangles (m, 3) indices."""
        array, pointer = _arrays.given(points, "double", (None, 3), "points")
        corners, corner_pointer = _arrays.given(triangles, "uint32_t", (None, 3), "triangles")
        if corners.size and corners.max() >= len(array):
            raise ValueError(f"triangles: index {corners.max()} of {len(array)} points")
        return cls(create(lib.talus_rock_from_mesh, lib.talus_rock_destroy, "talus_rock",
                          ffi.cast("talus_vec3 *", pointer), len(array), corner_pointer, len(corners), density))

    @classmethod
    @headers("talus_rock_random_hull")
    def random_hull(cls, size: Sequence[float], points: int = 20, density: float = 2700.0, seed: int = 0,
                    index: int = 0) -> "Rock":
        """A block of which only the lengths are known."""
        return cls(create(lib.talus_rock_random_hull, lib.talus_rock_destroy, "talus_rock",
                          _arrays.vec3(size, "size"), points, density, seed, index))

    @classmethod
    @headers("talus_rock_from_body")
    def from_body(cls, vertices: Any, mass: float, inertia: Sequence[float]) -> "Rock":
        """Vertices (n, 3) m in the body frame, mass (kg) and principal moments (kg m^2) as given."""
        array, pointer = _arrays.given(vertices, "double", (None, 3), "vertices")
        return cls(create(lib.talus_rock_from_body, lib.talus_rock_destroy, "talus_rock",
                          ffi.cast("talus_vec3 *", pointer), len(array), mass, _arrays.vec3(inertia, "inertia")))

    @classmethod
    @headers("talus_rock_read", "talus_mesh_unit", "talus_mesh_unit_names")
    def read(cls, path: "str | os.PathLike[str]", density: float = 2700.0, unit: str = "m") -> "Rock":
        """The hull of a mesh or a point cloud in a file (.obj, .stl, .ply, .xyz); unit of its coordinates: m, cm, mm,
        ft, us_ft, in. Points that no face uses, open surfaces and coordinates too coarse for the rock are warnings."""
        units = names(lib.talus_mesh_unit_names())
        if unit not in units:
            raise ValueError(f"unit: found {unit!r}, expected one of {', '.join(units)}")
        found = Diagnostics()
        place = ffi.new("talus_rock **")
        call(lib.talus_rock_read, encoded(path), lib.talus_mesh_unit(units.index(unit)), density, place, found.pointer)
        for item in found.items():
            warnings.warn(str(item), stacklevel=2)
        return cls(ffi.gc(place[0], lib.talus_rock_destroy))

    @headers("talus_mesh_write")
    def write(self, path: "str | os.PathLike[str]") -> None:
        """Write the hull as .obj, .stl, .ply or .xyz, in the body frame."""
        rock = self._pointer
        call(lib.talus_mesh_write, encoded(path), rock.vertices, rock.vertex_count, rock.face_starts,
             rock.face_vertices, rock.face_count)

    @headers("talus_rock_scale")
    def scale(self, factor: float) -> "Rock":
        """Scale lengths at constant density; this rock is changed, and returned."""
        call(lib.talus_rock_scale, self._changed(), factor)
        return self

    @headers("talus_rock_set_mass")
    def set_mass(self, mass: float) -> "Rock":
        """Set the mass (kg) at constant shape; this rock is changed, and returned."""
        call(lib.talus_rock_set_mass, self._changed(), mass)
        return self

    def _changed(self) -> Any:
        if self._owner is not None:
            raise ValueError("this rock belongs to a campaign, it cannot be changed")
        return self._pointer

    @property
    def name(self) -> str:
        return text(self._pointer.name)

    @property
    def mass(self) -> float:
        """kg"""
        return float(self._pointer.mass)

    @property
    def volume(self) -> float:
        """m^3, of the hull"""
        return float(self._pointer.volume)

    @property
    def inertia(self) -> np.ndarray:
        """(3,) principal moments about the body axes, kg m^2"""
        return _arrays.copy(ffi.addressof(self._pointer, "inertia"), 1, "talus_vec3")[0]

    @property
    def radius(self) -> float:
        """m, of the sphere about S that holds the rock"""
        return float(self._pointer.radius)

    @property
    def dimensions(self) -> np.ndarray:
        """(3,) extents along the body axes, m"""
        return _arrays.copy(ffi.addressof(self._pointer, "dimensions"), 1, "talus_vec3")[0]

    @property
    def vertices(self) -> np.ndarray:
        """(n, 3) vertices of the hull in the body frame, m; read only"""
        return _arrays.view(self._pointer.vertices, self._pointer.vertex_count, "talus_vec3", self._pointer)

    @property
    def faces(self) -> List[np.ndarray]:
        """Faces as indices of their vertices, counter-clockwise seen from outside"""
        rock = self._pointer
        if rock.face_count == 0:
            return []
        starts = _arrays.copy(rock.face_starts, rock.face_count + 1, "uint32_t")
        corners = _arrays.copy(rock.face_vertices, int(starts[-1]), "uint32_t")
        return [corners[a:b] for a, b in zip(starts[:-1], starts[1:])]

    @property
    def hull_volume_change(self) -> float:
        """(hull volume - volume of the given closed mesh) / volume of the mesh"""
        return float(self._pointer.hull_volume_change)

    def __repr__(self) -> str:
        return (f"Rock({self.name or 'hull'}, mass={self.mass:.6g} kg, volume={self.volume:.6g} m3, "
                f"{self._pointer.vertex_count} vertices)")
