# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the package: its declarations are made from the public headers of libtalus (generate.py).

TALUS_INCLUDE names the folder that holds talus/base.h; without it the one of the source tree is taken. CC names
the C compiler, whose preprocessor reads the headers.
"""
import os
import pathlib
import sys

import setuptools
from setuptools.command.build_py import build_py

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import generate  # noqa: E402

INCLUDE = pathlib.Path(os.environ.get("TALUS_INCLUDE", HERE.parents[1] / "include"))


class Build(build_py):
    """build_py, and the declarations."""

    def run(self):
        super().run()
        target = pathlib.Path(self.build_lib) / "talus" / "_generated.py"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(generate.generate(INCLUDE, os.environ.get("CC", "cc")))


setuptools.setup(version=generate.version(INCLUDE), cmdclass={"build_py": Build})
