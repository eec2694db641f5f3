#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The Debian packages: built from a clean copy of the sources, without a word of lintian, installed in a fresh
# system, where the tests of debian/tests run the demo, a user's program, Python and two ranks.
# Needs SOURCE, root, dpkg-buildpackage with the build dependencies of debian/control, lintian, mmdebstrap and a
# mirror that apt knows; skipped without them. DEBS: a folder with packages built before, in place of a build.
set -eu
for tool in dpkg-buildpackage lintian mmdebstrap git; do
    command -v $tool >/dev/null 2>&1 || { echo "no $tool: skipped"; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "not root: skipped"; exit 77; }
work=${TALUS_TEST_TMP:-/tmp}/debian
rm -rf "$work"
mkdir -p "$work/talus"
cd "$SOURCE"
if [ -z "${DEBS:-}" ]; then
    DEBS=$work
    git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -x -C "$work/talus"
    cd "$work/talus"
    dpkg-checkbuilddeps 2>"$work/missing" || { cat "$work/missing"; exit 77; }
    PATH=/usr/lib/ccache:$PATH dpkg-buildpackage -us -uc >"$work/build.log" 2>&1 ||
        { tail -n 60 "$work/build.log" >&2; exit 1; }
fi

lintian --allow-root --fail-on error,warning "$DEBS"/talus_*.changes

cp -r "$SOURCE/debian/tests" "$SOURCE/tests/example" "$work"
mkdir "$work/debs"
cp "$DEBS"/*.deb "$work/debs"
rm -f "$work"/debs/*-dbgsym_*
cat >"$work/try" <<'END'
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get install -qq -y --no-install-recommends /try/debs/*.deb gcc libc6-dev pkg-config >/try/install.log 2>&1 ||
    { tail -n 30 /try/install.log >&2; exit 1; }
mkdir /try/tests/home
mkdir /try/tests/home/tests
mv /try/example /try/tests/home/tests/
for test in demo library python ranks; do
    echo "== $test"
    (cd /try/tests/home && sh "/try/tests/$test")
done
for page in /usr/share/man/man1/talus*; do
    [ -s "$page" ]
done
END
TMPDIR=$work mmdebstrap --quiet --variant=apt \
    --customize-hook='mkdir -p "$1/try/debs" "$1/try/tests" "$1/try/example"' \
    --customize-hook="sync-in $work/debs /try/debs" --customize-hook="sync-in $work/tests /try/tests" \
    --customize-hook="sync-in $work/example /try/example" --customize-hook="upload $work/try /try/try" \
    --customize-hook='chroot "$1" sh /try/try' \
    "$(. /etc/os-release && echo "$VERSION_CODENAME")" /dev/null
