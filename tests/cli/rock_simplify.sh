#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Scans with more vertices than matter: what a simpler hull changes is told, offered, and the same in
# `talus rock` and in a scenario.
. "$(dirname "$0")/lib.sh"

# points of a bumpy ellipsoid: scan COUNT FILE
scan() {
    awk -v n="$1" 'BEGIN {
        for (k = 0; k < n; k++) {
            z = 1 - 2 * (k + 0.5) / n; r = sqrt(1 - z * z); a = 2.399963 * k
            x = r * cos(a); y = r * sin(a)
            b = 1 + 0.05 * sin(3 * x + 1) * cos(4 * y)
            printf "%.6f %.6f %.6f\n", 0.5 * x * b, 0.4 * y * b, 0.25 * z * b
        }
    }' >"$2"
}
cp "$data"/plane.* .
scan 60 coarse.xyz
scan 400 fine.xyz
scan 3000 finest.xyz

# with_rock FILE [KEY]: the plane with another rock
with_rock() {
    sed "s|^rocks: .*|rocks: [{name: scanned, shape: $1${2:+, $2}}]|" "$data/plane.yaml" >scan.yaml

}

expect_exit 0 "$TALUS" rock fine.xyz --vertices 40 --mass 500 --out simple.obj
expect_line out '^hull  *40 vertices, .* of 400 points given'
expect_line out '^  *simplified from [0-9]* vertices: volume -[0-9.]* %'
told=$(sed -n 's/^ *\(simplified .*\)/\1/p' out)
mass=$(sed -n 's/^mass  *\([0-9.]*\) kg.*/\1/p' out)
[ "$mass" = 500 ] || fail "the mass became $mass kg"
[ "$(grep -c '^v ' simple.obj)" = 40 ] || fail "simple.obj has another number of vertices"
expect_exit 0 "$TALUS" rock fine.xyz --vertices 5000
grep -q simplified out && fail "simplified to more vertices than there are"
for bad in 3 257; do
    expect_exit 2 "$TALUS" rock fine.xyz --vertices $bad
    expect_line err "$bad vertices: a simpler rock has 4 to 256"
done

# the same hull in a scenario
with_rock fine.xyz 'most_vertices: 40, mass_kg: 500'
expect_exit 0 "$TALUS" check scan.yaml
expect_line out "$told"
expect_line out ' 40 vertices'
cp out with_key
grep -q 'hull of .* vertices, which makes' with_key err && fail "offered what was asked for"

# offered where it pays, and only there
with_rock fine.xyz
"$TALUS" check scan.yaml >out 2>err || fail "check of 400 points"
expect_line err "fine.xyz has a hull of [0-9]* vertices, which makes runs slow: 'most_vertices: 60' keeps"
with_rock coarse.xyz
"$TALUS" check scan.yaml >out 2>err || fail "check of 60 points"
grep -q most_vertices out err && fail "a hull of 60 vertices needs no simpler one"
with_rock finest.xyz
expect_exit 2 "$TALUS" run scan.yaml --out results
expect_line err "expected at most 1000 .*: simplify it with 'most_vertices: 60'"
with_rock finest.xyz 'most_vertices: 60'
expect_exit 0 "$TALUS" run scan.yaml --rocks 5 --out results --quiet
with_rock cuboid 'size_m: [1, 1, 1], most_vertices: 6'
expect_exit 2 "$TALUS" check scan.yaml
expect_line err 'most_vertices goes with a file only, not with cuboid'

finish
