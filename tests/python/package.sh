#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The wheel of tools/python is built, installed into an environment with Debian's NumPy and cffi, and finds the
# library of an installed talus; all without a network. The other tests of Python use this environment.
# Needs SOURCE, CC, TALUS_LIBRARY (libtalus_lab), LIBTALUS, PYTHON_FOLDER.
set -eu
folder=$PYTHON_FOLDER
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

# an interpreter with all that a build needs
python=
for candidate in "${PYTHON3:-python3}" /usr/bin/python3; do
    if "$candidate" -c 'import setuptools, cffi, numpy, pip, venv, wheel' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "skipped: no python3 with cffi, numpy, pip, setuptools, venv and wheel" | tee "$folder/skipped"
    exit 77
fi

# no registry can be asked: any address is refused
PIP_NO_INDEX=1
PIP_DISABLE_PIP_VERSION_CHECK=1
http_proxy=http://127.0.0.1:9
https_proxy=http://127.0.0.1:9
export PIP_NO_INDEX PIP_DISABLE_PIP_VERSION_CHECK http_proxy https_proxy
mkdir source
cp -R "$SOURCE/tools/python/." source
rm -rf source/build source/*.egg-info source/talus/_generated.py
TALUS_INCLUDE=$SOURCE/include
export TALUS_INCLUDE
"$python" -m pip wheel --quiet --no-index --no-build-isolation --no-deps --wheel-dir dist ./source
"$python" -m venv --system-site-packages venv
# the environment sees what its own interpreter sees: NumPy and cffi of the system
venv/bin/python -m pip install --quiet --no-index --no-deps dist/talus-*.whl

# a library in the folder of the package is found without a variable, one in a folder above it is not
mkdir -p prefix/lib/python3/dist-packages
cp "$TALUS_LIBRARY" prefix/lib/libtalus_lab.so.1
unset TALUS_LIBRARY
venv/bin/python -m pip install --quiet --no-index --no-deps --target prefix/lib/python3/dist-packages dist/talus-*.whl
cd /
if found=$(PYTHONPATH=$folder/prefix/lib/python3/dist-packages "$folder/venv/bin/python" -c '
import talus
print(talus.library_path)' 2>/dev/null); then
    case $found in
    "$folder"/*)
        echo "FAILED: found $found in a folder above the package"
        exit 1
        ;;
    esac
fi
mv "$folder/prefix/lib/libtalus_lab.so.1" "$folder/prefix/lib/python3/dist-packages/talus"
found=$(PYTHONPATH=$folder/prefix/lib/python3/dist-packages "$folder/venv/bin/python" -c '
import talus
print(talus.library_path)')
case $found in
"$folder"/prefix/lib/python3/dist-packages/talus/libtalus_lab.so.1) ;;
*)
    echo "FAILED: found $found, expected the library beside the package"
    exit 1
    ;;
esac
# none at all is an error with what to do
if TALUS_LIBRARY=/nowhere/libtalus.so "$folder/venv/bin/python" -c 'import talus' 2>"$folder/err"; then
    echo "FAILED: a library that is not there was found"
    exit 1
fi
grep -q 'TALUS_LIBRARY' "$folder/err"
# the product alone is enough for all but the laboratory
TALUS_LIBRARY=$LIBTALUS "$folder/venv/bin/python" -c '
import talus
assert talus.Rock.build("cuboid", (1, 1, 1), 2000.0).mass == 2000.0
try:
    import talus.rocking
except ImportError as error:
    assert "laboratory" in str(error), error
else:
    raise SystemExit("libtalus has no laboratory")'
# no file names a registry
if grep -rIlE 'pypi|pythonhosted|conda\.anaconda' "$folder/source" "$folder/venv/lib"/python3*/site-packages/talus*; then
    echo "FAILED: a registry is named in the files above"
    exit 1
fi
