#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus observe: bounces of known numbers, the log of a rock of a run, files only with --out, bad tables.
. "$SOURCE/tests/cli/lib.sh"

awk 'BEGIN { print "ncols 81\nnrows 41\nxllcorner 0\nyllcorner 0\ncellsize 5"
    for (j = 0; j < 41; j++) { for (i = 0; i < 81; i++) printf "%.3f ", i < 40 ? 0.577 * 5 * (40 - i) : 0; print "" } }' >plane.asc
# a ball that loses half its energy at each of its bounces on the flat, sampled every 20 ms
awk 'BEGIN { print "run,t,x,y,z"; t = 0; x = 250; v = 6; u = 5; t0 = 0
    for (k = 0; k < 120; k++) { t = 0.02 * k; s = t - t0; z = v * s - 4.905 * s * s
        if (s > 2 * v / 9.81) { x += u * 2 * v / 9.81; t0 += 2 * v / 9.81; v *= 0.7071; u *= 0.7071; s = t - t0; z = v * s - 4.905 * s * s }
        printf "ball,%.4f,%.5f,100,%.5f\n", t, x + u * s, z + 0.2 } }' >ball.csv
find . -type f | sort >before
expect_exit 0 "$TALUS" observe ball.csv --dem plane.asc --json
cp out first.json
find . -type f | grep -v -e first.json -e '/out$' -e '/err$' -e before -e after | sort >after
grep -v -e '/out$' -e '/err$' -e before before | diff - after || fail "files were written without --out"
# two whole bounces: half the energy, e_n 0.707, 1.83 m over the flat, 6.1 m long
first() {
    sed -n "/\"impacts\": *\\[/,\$ s/.*\"$1\": *\([-0-9.e+]*\).*/\1/p" first.json | head -1
}
# between samples the speeds at the ends of the flights differ from those at the touch: measured 0.481
holds "$(first energy_kept) > 0.46 && $(first energy_kept) < 0.54"
holds "$(first e_n) > 0.67 && $(first e_n) < 0.73"
holds "$(first jump_height_plumb_m) > 2.0 && $(first jump_height_plumb_m) < 2.05"
holds "$(first jump_height_normal_m) > 1.7 && $(first jump_height_normal_m) < 1.85"
holds "$(first jump_length_m) > 5.7 && $(first jump_length_m) < 6.2"
holds "$(first nz) > 0.999"
expect_exit 0 "$TALUS" observe ball.csv
expect_line out '1 runs, 3 flights'
expect_exit 0 "$TALUS" observe ball.csv --out found
for file in observed.json flights.csv impacts.csv impacts.svg summary.json; do
    [ -s "found/$file" ] || fail "no $file"
done
expect_exit 0 "$TALUS" observe ball.csv --out found # its own results
mkdir foreign
echo mine >foreign/impacts.csv
expect_exit 2 "$TALUS" observe ball.csv --out foreign
[ "$(cat foreign/impacts.csv)" = mine ] || fail "a foreign file was written over"
expect_exit 0 "$TALUS" observe ball.csv --out foreign --overwrite
# without a DEM: no normal, but energies
expect_line found/impacts.csv '^run,time_s,x_m,.*,nx,ny,nz,.*,energy_kept,e_n,e_t'
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } NR == 2 { exit !($c["nx"] == "" && $c["energy_kept"] > 0.46) }' found/impacts.csv ||
    fail "normals without a DEM, or no energies"

# the log of a rock of a run, on the terrain of its scenario
cat >slope.yaml <<END
terrain: {dem: plane.asc, assume_metres: true}
ground: [{preset: hard, epsilon_n: 0.3}]
rocks: [{shape: eota221, size_m: [0.93, 0.93, 0.47], mass_kg: 780}]
releases: [{points_m: [[20, 60]], rocks: 1, height_m: 2}]
simulation: {lost_share: 1, time_limit_s: 30}
END
expect_exit 0 "$TALUS" run slope.yaml --out run
"$TALUS" replay run --log rock.csv 2>err || fail "no log"
expect_exit 0 "$TALUS" observe rock.csv --scenario run/scenario.yaml --json
[ "$(grep -c '"energy_kept"' out)" -ge 5 ] || fail "few impacts in the log of a run"

# bad input: what was found, and where
expect_exit 2 "$TALUS" observe none.csv
printf 'run,t,x,y,z\na,0,0,0,0\na,0,1,1,1\n' >bad.csv
expect_exit 2 "$TALUS" observe bad.csv
expect_line err 'bad.csv:3: expected t, x, y and z, and times of a run that ascend'
expect_exit 2 "$TALUS" observe ball.csv --dem plane.asc --scenario slope.yaml
expect_line err 'found a DEM and a scenario'
finish
