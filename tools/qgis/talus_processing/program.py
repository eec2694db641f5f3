# SPDX-License-Identifier: GPL-3.0-or-later
"""The program talus: where it is, and one call of it with progress, cancel and its sentences."""
import functools
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import threading

from qgis.core import QgsProcessingException, QgsSettings

EXIT_SUSPECT = 4  #: finished, but the results need a look
EXIT_INTERRUPTED = 130


def find():
    """The program: environment TALUS, setting talus/program of QGIS, else the search path."""
    named = os.environ.get("TALUS") or QgsSettings().value("talus/program", "") or shutil.which("talus")
    if not named or not os.access(named, os.X_OK):
        raise QgsProcessingException(
            "The program talus was not found. Install the package talus, or name the file in the environment "
            "variable TALUS or in the setting talus/program of QGIS.")
    return named


def rule_packs():
    """Rule packs beside the program, installed or in its source tree: {name: file}."""
    try:
        here = pathlib.Path(find()).resolve()
    except QgsProcessingException:
        return {}
    for folder in here.parents:
        for rules in (folder / "share/talus/scenarios/rules", folder / "scenarios/rules"):
            if rules.is_dir():
                return {file.stem.capitalize(): str(file) for file in sorted(rules.glob("*.yaml"))}
    return {}


@functools.lru_cache(maxsize=None)
def help_of(command):
    """The paragraph of `talus COMMAND --help`."""
    try:
        text = subprocess.run([find(), command, "--help"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError, QgsProcessingException) as error:
        return str(error)
    return " ".join(text.split("\n\n")[1].split())


def _read(stream, name, lines):
    for line in stream:
        lines.put((name, line.rstrip("\n")))
    lines.put((name, None))


def _follow(process, feedback):
    """Pass on what the program prints until it ends. @return the sentences of its standard error"""
    lines = queue.Queue()
    for name in ("stdout", "stderr"):
        threading.Thread(target=_read, args=(getattr(process, name), name, lines), daemon=True).start()
    sentences, open_streams, cancelled = [], 2, False
    while open_streams:
        if feedback.isCanceled() and not cancelled:
            cancelled = True
            feedback.pushInfo("Stopping: talus writes what is done and marks it partial.")
            process.send_signal(signal.SIGINT)
        try:
            name, line = lines.get(timeout=0.1)
        except queue.Empty:
            continue
        words = line.split() if line else []
        if line is None:
            open_streams -= 1
        elif name == "stdout":
            feedback.pushConsoleInfo(line)
        elif len(words) == 3 and words[0] == "progress":
            feedback.setProgress(100.0 * int(words[1]) / max(int(words[2]), 1))
        else:
            sentences.append(line)
            feedback.pushWarning(line)
    return sentences


def call(arguments, feedback, has_progress=False):
    """Run talus. Raises its error sentences; a result that needs a look is a warning.
    @param arguments  words behind "talus" @return True where it ran to its end, False where it was cancelled"""
    command = [find(), *[str(argument) for argument in arguments]] + (["--progress"] if has_progress else [])
    feedback.pushCommandInfo(" ".join(command))
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          errors="replace") as process:
        sentences = _follow(process, feedback)
    code = process.returncode
    if code == EXIT_SUSPECT:
        feedback.pushWarning("The results are complete but need a look: see the warnings above.")
    elif code == EXIT_INTERRUPTED:
        return False
    elif code != 0:
        raise QgsProcessingException("\n".join(sentences) or f"talus ended with exit code {code}")
    return True
