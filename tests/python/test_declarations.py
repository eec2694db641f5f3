# SPDX-License-Identifier: GPL-3.0-or-later
"""The declarations that Python uses are those of the compiler: sizes, offsets, enumerators, functions."""
import importlib.util
import os
import pathlib
import re
import subprocess
import unittest

import talus
from talus import _generated, _library

SOURCE = pathlib.Path(os.environ["SOURCE"])
ffi = _library.ffi


def structs():
    """All structs with members."""
    return [(name, kind) for name, kind in types() if kind.kind == "struct" and kind.fields is not None]


def types():
    """All types but those of functions, which have no values."""
    functions = {name for name in _generated.DOCUMENTS} & {"talus_progress", "talus_log_step"}
    for name in ffi.list_types()[0]:
        if name.startswith("talus_") and name not in functions:
            yield name, ffi.typeof(name)


class Layout(unittest.TestCase):
    def test_structs_lie_as_the_compiler_lays_them(self):
        """A program prints what sizeof and offsetof say."""
        lines = ["#include <stdio.h>", '#include "talus/talus.h"']
        lines += [f'#include "{path.relative_to(SOURCE / "include")}"'
                  for path in sorted((SOURCE / "include/talus/lab").glob("*.h"))]
        lines += ["int main(void) {"]
        expected = []
        for name, kind in structs():
            lines.append(f'printf("{name} %zu\\n", sizeof({name}));')
            expected.append(f"{name} {ffi.sizeof(kind)}")
            for member, field in kind.fields:
                lines.append(f'printf("{name}.{member} %zu %zu\\n", offsetof({name}, {member}), '
                             f'sizeof((({name} *)0)->{member}));')
                expected.append(f"{name}.{member} {field.offset} {ffi.sizeof(field.type)}")
        for _, kind in types():
            for value, word in kind.elements.items() if kind.kind == "enum" else ():
                lines.append(f'printf("{word} %lld\\n", (long long){word});')
                expected.append(f"{word} {value}")
        for word, value in _generated.CONSTANTS.items():
            if isinstance(value, int):
                lines.append(f'printf("{word} %lld\\n", (long long){word});')
                expected.append(f"{word} {value}")
        lines.append("return 0; }")
        pathlib.Path("probe.c").write_text("\n".join(lines))
        subprocess.run([os.environ["CC"], "-std=c17", "-w", "-I", str(SOURCE / "include"), "probe.c", "-o", "probe"],
                       check=True)
        printed = subprocess.run(["./probe"], capture_output=True, text=True, check=True).stdout.splitlines()
        self.assertEqual(printed, expected)
        self.assertGreater(len(structs()), 100)
        self.assertGreater(len(expected), 800)

    def test_every_public_function_is_declared_and_there(self):
        """What the headers mark TALUS_API, and nothing else; the library has all of it."""
        marked = set()
        for path in [*(SOURCE / "include/talus").glob("*.h"), *(SOURCE / "include/talus/lab").glob("*.h")]:
            marked |= set(re.findall(r"^TALUS_API\b[^;(]*?\b(talus_\w+)\(", path.read_text(), re.MULTILINE))
        declared = {name for name in dir(_library.lib) if name.startswith("talus_")}
        self.assertEqual(marked, declared)
        for name in declared:
            getattr(_library.lib, name)
        self.assertGreater(len(declared), 250)

    def test_the_package_holds_what_its_script_makes(self):
        spec = importlib.util.spec_from_file_location("generate", SOURCE / "tools/python/generate.py")
        generate = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(generate)
        made = generate.generate(SOURCE / "include", os.environ["CC"])
        self.assertEqual(pathlib.Path(_generated.__file__).read_text(), made)

    def test_members_come_with_their_units(self):
        self.assertEqual(talus.units("talus_state")["r"], "m, centre of mass S")
        self.assertIn("kg/s", talus.Forest.fields()["drag"])
        undocumented = [f"{name}.{member}" for name in ("talus_rock_record", "talus_ground", "talus_step_options")
                        for member, said in talus.units(name).items()
                        if not said and member not in ("size", "name", "rock", "release", "rock_class", "outcome",
                                                       "scheme", "detection", "step")]
        self.assertLess(len(undocumented), 12, undocumented)


if __name__ == "__main__":
    unittest.main()
