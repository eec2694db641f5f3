# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/python.md: every block of the page, in its order, in the source tree's place."""
import os
import pathlib
import re
import subprocess
import sys
import unittest

from common import SOURCE

PAGE = (SOURCE / "docs/python.md").read_text()


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


class Page(unittest.TestCase):
    def setUp(self):
        for name in ("scenarios", "terrain"):
            if not pathlib.Path(name).exists():
                os.symlink(SOURCE / name, name)

    def test_install(self):
        """The lines after the build, with the build that the tests are of."""
        home = pathlib.Path("home").resolve()
        tree = pathlib.Path("tree").resolve()
        tree.mkdir()
        (tree / "tools").mkdir()
        subprocess.run(["cp", "-R", str(SOURCE / "tools/python"), str(tree / "tools")], check=True)
        os.symlink(SOURCE / "include", tree / "include")
        os.symlink(pathlib.Path(os.environ["TALUS_LIBRARY"]).parent, tree / "build")
        lines = [line for line in blocks("sh")[0].splitlines() if not line.startswith("cmake ")]
        self.assertEqual(len(lines), 4)
        python = pathlib.Path(sys.executable).resolve()
        script = "set -e\n" + "\n".join(lines).replace("python3 -m venv", f"{python} -m venv", 1)
        done = subprocess.run(["sh", "-c", script], cwd=tree, env={**os.environ, "HOME": str(home)}, capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout.splitlines()[-1], r"^\d+\.\d+\.\d+$")

    def test_every_block_runs(self):
        parts = blocks("python")
        self.assertGreater(len(parts), 8)
        self.assertEqual(PAGE.count("\n```\n"), len(parts) + len(blocks("sh")), "a block of another kind")
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            parts = [part for part in parts if "matplotlib" not in part]
        scope = {}
        for number, part in enumerate(parts):
            try:
                exec(compile(part, f"docs/python.md, block {number + 1}", "exec"), scope)
            except Exception as error:
                raise AssertionError(f"block {number + 1}:\n{part}") from error
        self.assertTrue(pathlib.Path("reach_talus.png").stat().st_size > 10000)
        if "matplotlib" in sys.modules:
            self.assertTrue(pathlib.Path("reach.png").stat().st_size > 10000)
        self.assertEqual(scope["again"].run().hash, scope["directory"].hash)


if __name__ == "__main__":
    unittest.main()
