# SPDX-License-Identifier: GPL-3.0-or-later
"""What a rock meets: grounds, forest, maps of their classes, stems, walls, nets; together a site."""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence


from . import _arrays, _generated
from ._arrays import Struct, struct
from ._library import NULL, call, create, encoded, ffi, headers, lib, text
from .terrain import Terrain

__all__ = ["ClassMap", "Forest", "Ground", "Obstacles", "Site", "Soil", "forest", "forests", "ground", "grounds"]


@struct("talus_soil")
class Soil(Struct):
    """Compactable soil over a hard plane."""


@struct("talus_ground")
class Ground(Struct):
    """Friction and impact parameters of one kind of ground."""


@struct("talus_forest")
class Forest(Struct):
    """A drag layer of vegetation."""


def _preset(kind: Any, pointer: Any, name: str, known: Sequence[str], values: Dict[str, Any]) -> Any:
    if not pointer:
        raise ValueError(f"there is no preset {name!r}, expected one of {', '.join(known)}")
    made = kind._copy(pointer[0])
    for key, value in values.items():
        setattr(made, key, value)
    return made


@headers("talus_ground_preset")
def ground(name: str, **values: Any) -> Ground:
    """A copy of a preset of ground, with other values: ground("medium", mu_max=1.2).

    What scatters from impact to impact (`draw`) stays on; `draw=None` leaves it out."""
    return _preset(Ground, lib.talus_ground_preset(encoded(name)), name, list(grounds()), values)  # type: ignore[no-any-return]


@headers("talus_ground_preset_fields", "talus_ground_field")
def grounds() -> Dict[str, str]:
    """Names of the presets of ground, with what each looks like in the field."""
    found: Dict[str, str] = {}
    list_ = lib.talus_ground_presets()
    while text(list_.name):
        field = lib.talus_ground_preset_field(list_.name)
        found[text(list_.name)] = text(field.looks) if field else ""
        list_ += 1
    return found


@headers("talus_forest")
def forest(name: str, **values: Any) -> Forest:
    """A copy of a preset of forest, with other values."""
    return _preset(Forest, lib.talus_forest_preset(encoded(name)), name, forests(), values)  # type: ignore[no-any-return]


def forests() -> List[str]:
    """Names of the presets of forest."""
    found: List[str] = []
    list_ = lib.talus_forest_presets()
    while text(list_.name):
        found.append(text(list_.name))
        list_ += 1
    return found


class ClassMap:
    """Class numbers (0 to 255) of cells: (ny, nx), row 0 = south; (x0, y0) is the lower left corner, local m."""

    def __init__(self, classes: Any, cell: float, x0: float = 0.0, y0: float = 0.0) -> None:
        self.classes, pointer = _arrays.given(classes, "uint8_t", (None, None), "classes")
        self._data = ffi.new("talus_class_map *", {"x0": x0, "y0": y0, "cell": cell, "nx": self.classes.shape[1],
                                                   "ny": self.classes.shape[0], "classes": pointer})

    @headers("talus_class_map_at")
    def at(self, x: float, y: float) -> int:
        """The class at a point."""
        return int(lib.talus_class_map_at(self._data, x, y))


def _line(line: Any, points: Any, name: str) -> Any:
    """Fill a talus_line; what it points to is returned."""
    array, pointer = _arrays.given(points, "double", (None, 2), "a line")
    line.name, line.count, line.xy = encoded(name), len(array), pointer
    return array


def _law(law: Any, values: Optional[Sequence[float]]) -> None:
    law.mu, law.epsilon_n, law.epsilon_t = (0.5, 0.0, 0.0) if values is None else values


class Obstacles:
    """Stems, walls and nets on a terrain.

    stems: dictionaries with x, y, diameter, height (m) and energy (J; default by diameter, [Do06]).
    walls: dictionaries with line ((n, 2) m), height, width (m) and law (mu, epsilon_n, epsilon_t).
    nets: dictionaries with line, height (m), capacity (J).
    """

    @headers("talus_obstacles_create", "talus_stem", "talus_wall", "talus_net")
    def __init__(self, terrain: Terrain, stems: Sequence[Dict[str, Any]] = (), walls: Sequence[Dict[str, Any]] = (),
                 nets: Sequence[Dict[str, Any]] = (), stem_law: Optional[Sequence[float]] = None) -> None:
        kept: List[Any] = []
        list_ = ffi.new("talus_obstacle_list *")
        stem_array = ffi.new("talus_stem[]", max(1, len(stems)))
        for stem, given in zip(stem_array, stems):
            stem.x, stem.y, stem.diameter, stem.height = given["x"], given["y"], given["diameter"], given["height"]
            stem.energy = given.get("energy", lib.talus_stem_energy(given["diameter"], 1.0))
        wall_array = ffi.new("talus_wall[]", max(1, len(walls)))
        for wall, given in zip(wall_array, walls):
            kept.append(_line(wall.line, given["line"], given.get("name", "wall")))
            wall.height, wall.width = given["height"], given["width"]
            _law(wall.law, given.get("law"))
        net_array = ffi.new("talus_net[]", max(1, len(nets)))
        for net, given in zip(net_array, nets):
            kept.append(_line(net.line, given["line"], given.get("name", "net")))
            net.height, net.capacity = given["height"], given["capacity"]
        species = ffi.new(f"char[1][{_generated.CONSTANTS['TALUS_SPECIES_LENGTH']}]")
        list_.stem_count, list_.wall_count, list_.net_count, list_.species_count = len(stems), len(walls), len(nets), 1
        list_.stems, list_.walls, list_.nets, list_.species = stem_array, wall_array, net_array, species
        _law(list_.stem_law, stem_law)
        self._pointer = create(lib.talus_obstacles_create, lib.talus_obstacles_destroy, "talus_obstacles", list_,
                               terrain._pointer, keep=terrain)
        del kept

    @property
    def standing(self) -> int:
        """How many of the stems stand on the terrain."""
        return int(lib.talus_obstacles_standing(self._pointer))


class Site:
    """Everything a rock can touch: a terrain with its grounds, forest and obstacles.

    ground_map: ClassMap of indices into `grounds`; without it grounds[0] is everywhere.
    forest_map: ClassMap, 0 = no forest, k = forests[k - 1].
    threads: const after creation, any thread; it keeps its parts alive.
    """

    @headers("talus_site_check")
    def __init__(self, terrain: Terrain, grounds: "Sequence[Ground] | Ground", ground_map: Optional[ClassMap] = None,
                 forests: Sequence[Forest] = (), forest_map: Optional[ClassMap] = None,
                 obstacles: Optional[Obstacles] = None) -> None:
        self.grounds = [grounds] if isinstance(grounds, Ground) else list(grounds)
        self.forests = list(forests)
        self._kept: Any = (terrain, ground_map, forest_map, obstacles)
        self._grounds = ffi.new("talus_ground[]", [g._data[0] for g in self.grounds])
        self._forests = ffi.new("talus_forest[]", [f._data[0] for f in self.forests] or 1)
        self._data = ffi.new("talus_site *", {
            "terrain": terrain._pointer, "grounds": self._grounds, "ground_count": len(self.grounds),
            "ground_map": NULL if ground_map is None else ground_map._data,
            "forests": self._forests, "forest_count": len(self.forests),
            "forest_map": NULL if forest_map is None else forest_map._data,
            "obstacles": NULL if obstacles is None else obstacles._pointer})
        call(lib.talus_site_check, self._data)

    @classmethod
    def of(cls, world: Any) -> "Site":
        """The site of a world, which it keeps alive."""
        made = cls.__new__(cls)
        made._data = ffi.addressof(world._campaign, "site")
        made.grounds, made.forests = world.grounds, world.forests
        made._kept = (world.terrain, world, None, None)
        return made

    @property
    def terrain(self) -> Terrain:
        return self._kept[0]  # type: ignore[no-any-return]
