# SPDX-License-Identifier: GPL-3.0-or-later
"""scenarios/schema.json against the shipped scenarios and against wrong ones: schema_check.py SOURCE"""
import copy
import glob
import json
import re
import sys

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """YAML 1.2 numbers: 1e6 is one."""


Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?[0-9]+(\.[0-9]*)?[eE][-+]?[0-9]+$"), list("-+0123456789"))

with open(sys.argv[1] + "/scenarios/schema.json", encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
failed = False

names = sorted(glob.glob(sys.argv[1] + "/scenarios/*.yaml"))
for name in names:
    with open(name, encoding="utf-8") as file:
        for error in validator.iter_errors(yaml.load(file, Loader)):
            print(f"{name}: {error.json_path}: {error.message[:200]}")
            failed = True
if len(names) < 11:
    print(f"found {len(names)} shipped scenarios, expected at least 11")
    failed = True

GOOD = {
    "terrain": {"dem": "a.tif"},
    "ground": [{"preset": "medium"}],
    "rocks": [{"shape": "eota111", "size_m": [1, 1, 1], "mass_kg": {"distribution": "uniform", "min": 1, "max": 2}}],
    "releases": [{"box_m": [0, 0, 1, 1], "rocks": 5}],
}
WRONG = {
    "an unknown key": lambda s: s["terrain"].update(dm="a"),
    "a missing key": lambda s: s.pop("rocks"),
    "out of range": lambda s: s.update(simulation={"time_step_s": 0}),
    "an unknown choice": lambda s: s.update(simulation={"scheme": "none"}),
    "no whole number": lambda s: s.update(seed=1.5),
    "two places": lambda s: s["releases"][0].update(points_m=[[0, 0]]),
    "no place": lambda s: s["releases"][0].pop("box_m"),
    "a partner that is missing": lambda s: s["releases"][0].update(rocks_per_cell=1),
    "keys that exclude each other": lambda s: s["ground"][0].update(soil={"drag": 1, "drag_number": 2}),
    "a list that is too short": lambda s: s.update(rocks=[]),
    "a vector of two": lambda s: s["rocks"][0].update(size_m=[1, 1]),
}
if not validator.is_valid(GOOD):
    print("a good scenario is not valid")
    failed = True
for what, change in WRONG.items():
    scenario = copy.deepcopy(GOOD)
    change(scenario)
    if validator.is_valid(scenario):
        print(f"{what} is valid")
        failed = True
sys.exit(failed)
