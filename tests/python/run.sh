#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# One test file in the environment that package.sh made: run.sh test_NAME
set -eu
if [ -e "$PYTHON_FOLDER/skipped" ]; then
    cat "$PYTHON_FOLDER/skipped"
    exit 77
fi
work=$PYTHON_FOLDER/$1
rm -rf "$work"
mkdir -p "$work"
cd "$work"
PYTHONDONTWRITEBYTECODE=1
MPLCONFIGDIR=$work
export PYTHONDONTWRITEBYTECODE MPLCONFIGDIR
exec "$PYTHON_FOLDER/venv/bin/python" -W error::ResourceWarning "$SOURCE/tests/python/$1.py"
