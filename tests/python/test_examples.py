# SPDX-License-Identifier: GPL-3.0-or-later
"""The notebooks of tools/python/examples: executed where nbconvert and a kernel are installed, with the printed
figures that they show."""
import json
import os
import pathlib
import subprocess
import sys
import sysconfig
import unittest

from common import SOURCE

EXAMPLES = sorted((SOURCE / "tools/python/examples").glob("*.ipynb"))


def missing():
    """What the notebooks need and this Python does not have."""
    found = []
    for name in ("nbconvert", "ipykernel", "matplotlib"):
        if subprocess.run([sys.executable, "-c", f"import {name}"], capture_output=True).returncode:
            found.append(name)
    return found


def printed(path):
    """Text that the cells print."""
    cells = json.loads(pathlib.Path(path).read_text())["cells"]
    return ["".join(out["text"]) for cell in cells for out in cell.get("outputs", ()) if out.get("name") == "stdout"]


class Notebooks(unittest.TestCase):
    def test_they_are_stored_executed_and_small(self):
        self.assertEqual(len(EXAMPLES), 3)
        for path in EXAMPLES:
            self.assertLess(path.stat().st_size, 150_000, path.name)
            for cell in json.loads(path.read_text())["cells"]:
                if cell["cell_type"] == "code":
                    self.assertIsNotNone(cell["execution_count"], path.name)
            self.assertNotIn("Traceback", path.read_text())
            self.assertNotIn(str(SOURCE), path.read_text(), "a machine's path")

    def test_they_run_and_print_the_same(self):
        # the kernel is that of the system's Python, which has to find the package of this one
        where = {"TALUS_SOURCE": str(SOURCE), "IPYTHONDIR": "ipython",
                 "PYTHONPATH": sysconfig.get_paths()["purelib"]}
        for path in EXAMPLES:
            with self.subTest(path.name):
                subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", ".",
                                str(path)], check=True, capture_output=True,
                               env={**os.environ, **where})
                self.assertEqual(printed(path.name), printed(path))


if __name__ == "__main__":
    lacking = missing()
    if lacking:
        print(f"skipped: no {', '.join(lacking)} (Debian: jupyter-nbconvert python3-ipykernel python3-matplotlib)")
        sys.exit(77)
    unittest.main()
