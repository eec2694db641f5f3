# SPDX-License-Identifier: GPL-3.0-or-later
"""Declarations of libtalus for cffi, from the public headers: the only list of them that the package has.

    python3 generate.py INCLUDE OUTPUT.py [--cc COMPILER]

The C preprocessor expands the headers; functions with a body go, everything else is what `ffi.cdef` reads.
The comments of the headers come along: what a function does, the unit of a member.
"""
import argparse
import pathlib
import re
import subprocess
import tempfile

# what the headers include of the system; cffi knows these types
SYSTEM = ("stdbool.h", "stddef.h", "stdint.h")


def headers(include):
    """Public headers below `include`, the laboratory's last."""
    root = pathlib.Path(include) / "talus"
    own = sorted(p.name for p in root.glob("*.h") if p.name != "talus.h")
    lab = sorted("lab/" + p.name for p in (root / "lab").glob("*.h"))
    return own, lab


def preprocess(names, include, cc, *options):
    """Text of the headers with macros expanded, or their macros with -dM."""
    with tempfile.TemporaryDirectory() as empty:
        for name in SYSTEM:
            (pathlib.Path(empty) / name).write_text("")
        text = "".join(f'#include "talus/{name}"\n' for name in names)
        # _WIN32 without a compiler's name: no attributes
        command = [cc, "-E", "-P", "-undef", "-nostdinc", "-D_WIN32", "-I", empty, "-I", str(include),
                   *options, "-x", "c", "-"]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def without_bodies(text):
    """Leave out static inline functions."""
    out, position = [], 0
    for match in re.finditer(r"static inline [^;{]*\{", text):
        if match.start() < position:
            continue
        out.append(text[position:match.start()])
        depth, position = 1, match.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[position], 0)
            position += 1
    return "".join(out) + text[position:]


def declarations(include, cc="cc"):
    """(what libtalus has, what the laboratory adds) as text for ffi.cdef."""
    own, lab = headers(include)
    core = without_bodies(preprocess(own, include, cc))
    both = without_bodies(preprocess(own + lab, include, cc)) if lab else core
    if not both.startswith(core.rstrip("\n")):
        raise SystemExit("the headers of the laboratory change those before them")
    return core, both[len(core.rstrip("\n")):].lstrip("\n")


def constants(include, cc="cc"):
    """Macros that are plain numbers."""
    own, lab = headers(include)
    found = {}
    for line in preprocess(own + lab, include, cc, "-dM").splitlines():
        match = re.fullmatch(r"#define (TALUS_\w+) ([-+.\deE]+)", line)
        if match:
            found[match[1]] = float(match[2]) if re.search(r"[.eE]", match[2]) else int(match[2])
    return dict(sorted(found.items()))


def comment(lines):
    """Lines of ///, without the marks."""
    return "\n".join(re.sub(r"^\s*/// ?", "", line).rstrip() for line in lines)


def members(name, lines):
    """Comments behind the members of a struct, and above them."""
    found, above, last = {}, [], []
    for line in lines:
        text = line.strip()
        if text.startswith("///") and not text.startswith("///<"):
            above.append(text)
            continue
        code, mark, behind = text.partition("///<")
        if not code:  # goes on behind the same members
            for key in last:
                found[key] += " " + behind.strip()
            continue
        code = re.sub(r"/\*.*?\*/", "", code)
        callback = re.match(r".*\(\*(\w+)\)\(", code)
        last = [callback[1]] if callback else [
            re.sub(r"\[.*", "", part).split()[-1].lstrip("*") for part in code.rstrip("; ").split(",") if part.strip()]
        for key in last:
            found[f"{name}.{key}"] = " ".join(filter(None, [comment(above), behind.strip()]))
        last = [f"{name}.{key}" for key in last]
        above = []
    return {key: text for key, text in found.items() if text}


def documents(include):
    """Comments of functions, types and members by their names: "talus_rock_build", "talus_state.r"."""
    found = {}
    root = pathlib.Path(include) / "talus"
    own, lab = headers(include)
    for name in own + lab:
        lines = (root / name).read_text().splitlines()
        above, index = [], 0
        while index < len(lines):
            line = lines[index]
            if line.startswith("///"):
                above.append(line)
            elif line.startswith("typedef struct") and line.endswith("{"):
                key = re.match(r"typedef struct (\w+)", line)[1]
                end = next(i for i in range(index, len(lines)) if lines[i].startswith("}"))
                found[key] = comment(above)
                found.update(members(key, lines[index + 1:end]))
                above, index = [], end
            elif line.startswith("TALUS_API"):
                match = re.search(r"(talus_\w+)\(", " ".join(lines[index:index + 3]))
                behind = line.partition("///<")[2].strip()
                found[match[1]] = "\n".join(filter(None, [comment(above), behind]))
                above = []
            elif line.startswith("typedef"):
                match = re.search(r"(talus_\w+)(?:;|\()", line) or re.match(r"typedef enum (\w+)", line)
                if match:
                    found[match[1]] = comment(above)
                above = []
            elif not line.strip():
                above = []
            index += 1
    return {key: text for key, text in found.items() if text and key.startswith("talus_")}


def version(include):
    """Of the library: what base.h says of talus_version."""
    said = documents(include)["talus_version"]
    return re.search(r'"([\d.]+)"', said)[1]


def generate(include, cc="cc"):
    """The generated module."""
    core, lab = declarations(include, cc)
    return "\n".join([
        "# SPDX-License-Identifier: GPL-3.0-or-later",
        '"""Made from the public headers by generate.py; not to be edited."""',
        f"VERSION = {version(include)!r}",
        f"CORE = r'''{core}'''",
        f"LAB = r'''{lab}'''",
        f"CONSTANTS = {constants(include, cc)!r}",
        "DOCUMENTS = {",
        *(f"    {key!r}: {text!r}," for key, text in sorted(documents(include).items())),
        "}",
        ""])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("include")
    parser.add_argument("output")
    parser.add_argument("--cc", default="cc")
    given = parser.parse_args()
    pathlib.Path(given.output).write_text(generate(given.include, given.cc))
