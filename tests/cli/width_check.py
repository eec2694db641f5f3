# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers of talus-cases evaluate beside the cases of width.json: width_check.py ANSWERS CASES"""
import json
import sys


def leaves(place, value):
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(f"{place}.{key}", part)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from leaves(f"{place}[{index}]", part)
    else:
        yield place, value


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


answers = {answer["id"]: answer for answer in json.load(open(sys.argv[1]))}
cases = json.load(open(sys.argv[2]))["cases"]
wrong = 0
for case in cases:
    given = dict(leaves("", answers[case["id"]].get("outputs")))
    for place, expected in leaves("", case["expected"]):
        found = given.get(place, "nothing")
        if is_number(expected) and is_number(found):
            good = abs(found - expected) <= case["tol"]
        else:
            good = found == expected
        if not good:
            wrong += 1
            print(f"{case['id']}{place}: found {found}, expected {expected}")
print(f"{len(cases)} cases, {wrong} values differ")
sys.exit(wrong > 0 or not cases)
