#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The QGIS provider of tools/qgis: from Python in a QGIS without a window, from qgis_process, and in the toolbox of the window
# of QGIS on a virtual screen. Needs TALUS, SOURCE, TALUS_TEST_TMP; skipped where QGIS for Python is missing, the last part
# without Xvfb.
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
"$python" "$SOURCE/tests/qgis/test_provider.py"

# as a user installs it: in the folder of the profile, switched on
plugins=$work/home/profiles/default/python/plugins
mkdir -p "$plugins"
cp -r "$SOURCE/tools/qgis/talus_processing" "$plugins"
process=$(command -v qgis_process.bin || command -v qgis_process) || { echo "no qgis_process: left out"; exit 0; }
"$process" plugins enable talus_processing >log 2>&1 || { cat log >&2; exit 1; }
for call in "init -- DEM=$SOURCE/terrain/kot/kot.tif OUTPUT=$work/process.yaml" \
    "run -- SCENARIO=$work/process.yaml ROCKS=20 OUTPUT=$work/process"; do
    # shellcheck disable=SC2086 # words
    "$process" run talus:$call >log 2>&1 || { cat log >&2; exit 1; }
done
grep -q '"rocks": 20,' process/summary.json || { echo "qgis_process ran other rocks than 20" >&2; exit 1; }
"$process" run talus:check -- SCENARIO="$work/broken.yaml" >log 2>&1 && { echo "a wrong scenario is no error" >&2; exit 1; }
grep -q 'broken.yaml' log || { cat log >&2; exit 1; }
echo "qgis_process: init, run, check"

command -v xvfb-run >/dev/null 2>&1 || { echo "no Xvfb: the window of QGIS is left out"; exit 0; }
window=$(command -v qgis.bin || command -v qgis)
QT_QPA_PLATFORM=xcb LIBGL_ALWAYS_SOFTWARE=1 timeout 300 xvfb-run -a -s "-screen 0 1500x1000x24" \
    "$window" --noversioncheck --nologo --profiles-path "$work/home" --code "$SOURCE/tests/qgis/window.py" >log 2>&1 ||
    { cat log >&2; exit 1; }
cat window.txt
grep -q '^done$' window.txt
