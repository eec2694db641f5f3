# SPDX-License-Identifier: GPL-3.0-or-later
# Debian packages that talus needs, and how to get them; sourced by tools/demo and tools/test.

build_packages="build-essential cmake ninja-build pkg-config libgdal-dev libproj-dev libsqlite3-dev libsuitesparse-dev
libopenblas0-serial libcglm-dev libfyaml-dev libqhull-dev librandom123-dev libcairo2-dev librsvg2-dev
libhdf5-dev libgsl-dev libnlopt-dev zlib1g-dev libssl-dev fonts-dejavu-core"
test_packages="libcriterion-dev clang-format hdf5-tools"
python_packages="python3-cffi python3-numpy python3-pip python3-venv python3-setuptools python3-wheel" # tools/python
mpi_packages="openmpi-bin libopenmpi-dev" # talus-mpi; without them it is left out
browser_packages="chromium firefox-esr xvfb xauth" # tests of the page of talus report; without them and node they are skipped
command -v node >/dev/null 2>&1 || browser_packages="$browser_packages nodejs npm"
qgis_packages="qgis python3-qgis xvfb xauth" # the provider of tools/qgis, its window on a virtual screen; without it its test is skipped
debian_packages="dpkg-dev debhelper dh-python python3-all lintian mmdebstrap" # debian/: built, installed in a fresh system
site_packages="mkdocs mkdocs-material doxygen" # tools/site/build; without them its test is skipped
wasm_packages="clang-19 lld-19 libclang-rt-19-dev-wasm32 wasi-libc" # tools/wasm/build; without them its test is skipped
fuzz_packages="clang libclang-rt-14-dev" # a second compiler, libFuzzer and sanitizers

# missing_packages NAME...: those that are not installed
missing_packages() {
    for package in "$@"; do
        case "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" in
        installed) ;;
        *) printf '%s ' "$package" ;;
        esac
    done
}

# ensure_packages NAME...: install what is missing when root, else say the one line that does
ensure_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1; then
        echo "this is no Debian system: the packages cannot be checked; going on" >&2
        return 0
    fi
    missing=$(missing_packages "$@")
    if [ -z "$missing" ]; then
        return 0
    fi
    if [ "$(id -u)" -ne 0 ]; then
        echo "Debian packages are missing. As root:" >&2
        echo "apt-get update && apt-get install --no-install-recommends -y $missing" >&2
        return 1
    fi
    echo "installing: $missing"
    export DEBIAN_FRONTEND=noninteractive
    log=$(mktemp)
    # shellcheck disable=SC2086 # a list of words
    if apt-get update -qq >"$log" 2>&1 &&
        apt-get install -qq -y --no-install-recommends $missing >>"$log" 2>&1; then
        rm -f "$log"
        return 0
    fi
    tail -n 20 "$log" >&2
    rm -f "$log"
    return 1
}

# job_count: processors that this process may use
job_count() {
    nproc 2>/dev/null || echo 2
}
