#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The QGIS provider of tools/qgis in a QGIS without a window. Needs TALUS, SOURCE, TALUS_TEST_TMP; skipped where
# QGIS for Python is missing.
set -eu
for python in python3 /usr/bin/python3 ""; do # QGIS is a package of the system's Python
    [ -n "$python" ] || { echo "no QGIS for Python: skipped"; exit 77; }
    ! "$python" -c 'import qgis.core' 2>/dev/null || break
done
work=${TALUS_TEST_TMP:-/tmp}/qgis
rm -rf "$work"
mkdir -p "$work/home"
chmod 700 "$work/home"
cd "$work"
export TALUS QT_QPA_PLATFORM=offscreen HOME="$work/home" XDG_RUNTIME_DIR="$work/home" QGIS_CUSTOM_CONFIG_PATH="$work/home"
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$SOURCE/tools/qgis:/usr/share/qgis/python/plugins"
exec "$python" "$SOURCE/tests/qgis/test_provider.py"
