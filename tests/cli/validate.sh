#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus validate: a case made of the simulation itself scores as it must, bad cases exit with 2, nothing is
# written without --out, and the same case gives the same bytes.
. "$SOURCE/tests/cli/lib.sh"

# a plane of 30 degrees that falls to the east, and a flat
awk 'BEGIN { print "ncols 81\nnrows 41\nxllcorner 0\nyllcorner 0\ncellsize 5"
    for (j = 0; j < 41; j++) { for (i = 0; i < 81; i++) printf "%.3f ", i < 40 ? 0.577 * 5 * (40 - i) : 0; print "" } }' >plane.asc
cat >slope.yaml <<END
terrain: {dem: plane.asc, assume_metres: true}
ground: [{preset: medium}]
rocks:
  - {name: block, shape: hull, points: 20, size_m: [0.5, 0.4, 0.4], mass_kg: 100}
  - {name: wheel, shape: eota221, size_m: [0.93, 0.93, 0.47], mass_kg: 780}
END
cat >parts.yaml <<END
ground: [{preset: medium}]
rocks: [{name: wheel, shape: eota221, size_m: [0.93, 0.93, 0.47], mass_kg: 780}]
END
cat >runs.csv <<END
run,rock,x,y,z,height_m,vx,vy,vz,wx,wy,wz,end_x,end_y
a,block,20,60,,0.1,2,0,0,,,,150,62
b,block,20,90,,,,,,,,,170,85
c,wheel,20,120,,0.5,1,0,0,0,5,0,190,120
d,block,25,100,,0.1,2,0,0,,,,160,110
e,wheel,25,80,,0.1,2,0,0,,,,,
END
cat >training.csv <<END
run,rock,x,y,z,height_m,vx,vy,vz,wx,wy,wz,end_x,end_y
f,block,20,60,,0.1,2,0,0,,,,155,60
g,block,20,70,,0.1,2,0,0,,,,165,75
h,wheel,20,80,,0.1,2,0,0,,,,185,85
END
cat >impacts.csv <<END
id,rock,nx,ny,nz,vx,vy,vz,wx,wy,wz,vx_out,vy_out,vz_out,wx_out,wy_out,wz_out
1,wheel,0.5,0,0.8660254,15.69,0,-14.83,0,27,0,14,0,-5,0,30,0
2,wheel,0.5,0,0.8660254,15.69,0,-14.83,,,,12,1,-4,,,
3,wheel,0,0,1,5,0,-10,,,,,,,,,
END
cat >tracks.csv <<END
run,t,x,y,z,vx,vy,vz,wx,wy,wz
END
# a ball that loses half its energy at each of its bounces on the flat, sampled every 20 ms
awk 'BEGIN { t = 0; x = 250; v = 6; u = 5; t0 = 0
    for (k = 0; k < 120; k++) { t = 0.02 * k; s = t - t0; z = v * s - 4.905 * s * s
        if (s > 2 * v / 9.81) { x += u * 2 * v / 9.81; t0 += 2 * v / 9.81; v *= 0.7071; u *= 0.7071; s = t - t0; z = v * s - 4.905 * s * s }
        printf "ball,%.4f,%.5f,100,%.5f,,,,,,\n", t, x + u * s, z + 0.2 } }' >>tracks.csv
printf 'title: all\nscenario: slope.yaml\nruns: runs.csv\ntraining: training.csv\nimpacts: impacts.csv\nstops: [{name: flat, polygon_m: [[200, 0], [400, 0], [400, 200], [200, 200]], share: 0.1}]\n' >all.yaml
printf 'scenario: parts.yaml\nimpacts: impacts.csv\n' >impacts.yaml
printf 'scenario: slope.yaml\ntracks: tracks.csv\n' >tracks.yaml

find . -type f | sort >before
expect_exit 0 "$TALUS" validate all.yaml --json --replicates 8
cp out first.json
find . -type f | grep -v -e /first.json -e '/out$' -e '/err$' -e /before -e /after | sort >after
grep -v -e '/out$' -e '/err$' -e /before before | diff - after || fail "files were written without --out"
for name in runout_m lateral_m deposit_xy share_left share_not_started speed_max_m_s energy_kept e_n e_t spin_out_rad_s \
    rebound_velocity_error_m_s contact_share share_stopped_in_flat; do
    grep -q "\"observable\": *\"$name\"" first.json || fail "no $name"
done
expect_exit 0 "$TALUS" validate all.yaml --json --replicates 8 --threads 1
cmp out first.json || fail "threads change the scores"
expect_exit 0 "$TALUS" validate all.yaml --json --replicates 8 --seed 2
if cmp -s out first.json; then fail "the seed changes nothing"; fi
# field NAME KEY: a number of an observable
field() {
    tr -d '\n' <first.json | sed 's/}/}\n/g' | sed -n "s/.*\"observable\": *\"$1\".*\"$2\": *\(null\|[-0-9.e+]*\).*/\1/p"
}
[ "$(field runout_m n)" = 4 ] || fail "run-outs: $(field runout_m n), expected the 4 with an end"
holds "$(field runout_m measured_mean) > 146 && $(field runout_m measured_mean) < 147"
[ "$(field deposit_xy crps)" = null ] || fail "a CRPS of places"
holds "$(field deposit_xy energy_score) > 0"
holds "$(field runout_m skill_low) <= $(field runout_m skill) && $(field runout_m skill) <= $(field runout_m skill_high)"
holds "$(field runout_m skill_point_mass_low) <= $(field runout_m skill_point_mass_high)"
[ "$(field energy_kept n)" = 2 ] || fail "impacts with a rebound: $(field energy_kept n), expected 2"
holds "$(field share_left simulated_mean) >= 0 && $(field share_left simulated_mean) <= 1"

# impacts alone need neither terrain nor releases
expect_exit 0 "$TALUS" validate impacts.yaml --json --replicates 100
cp out first.json
# measured |14, -5|^2 / |15.69, -14.83|^2 = 0.474 and 0.345; simulated 0.50
holds "$(field energy_kept measured_mean) > 0.40 && $(field energy_kept measured_mean) < 0.42"
holds "$(field energy_kept simulated_mean) > 0.2 && $(field energy_kept simulated_mean) < 0.6"
[ "$(field runout_m n)" = 0 ] && [ "$(field runout_m measured_mean)" = null ] || fail "run-outs without runs"

# the bounces of the track are found: half the energy is kept
expect_exit 0 "$TALUS" validate tracks.yaml --json --replicates 4
cp out first.json
holds "$(field energy_kept n) >= 2 && $(field energy_kept measured_mean) > 0.48 && $(field energy_kept measured_mean) < 0.52"
holds "$(field e_n measured_mean) > 0.67 && $(field e_n measured_mean) < 0.73"
holds "$(field contact_share measured_mean) < 0.25"
# the simulated run starts with the velocity of the first flight: 7.8 m/s
holds "$(field speed_max_m_s measured_mean) > 7.7 && $(field speed_max_m_s measured_mean) < 7.9"
holds "$(field speed_max_m_s simulated_mean) > 7.5"

expect_exit 0 "$TALUS" validate all.yaml --replicates 4 --out page
[ -s page/index.html ] && [ -s page/validation.json ] || fail "no page"

# bad cases: file, line and what was expected
printf 'scenario: slope.yaml\n' >bad.yaml
expect_exit 2 "$TALUS" validate bad.yaml
expect_line err 'found nothing to compare with'
printf 'scenario: slope.yaml\nruns: none.csv\n' >bad.yaml
expect_exit 2 "$TALUS" validate bad.yaml
expect_line err "runs: found no file"
printf 'scenario: slope.yaml\nrun: runs.csv\n' >bad.yaml
expect_exit 2 "$TALUS" validate bad.yaml
printf 'scenario: slope.yaml\nruns: bad.csv\n' >bad.yaml
printf 'run,rock,x,y,end_x,end_y\na,stone,20,60,,\n' >bad.csv
expect_exit 2 "$TALUS" validate bad.yaml
expect_line err "bad.csv:2: rock: found 'stone'"
printf 'run,rock,x,y,end_x,end_y\na,block,20,6o,,\n' >bad.csv
expect_exit 2 "$TALUS" validate bad.yaml
expect_line err "bad.csv:2: y: found '6o'"
printf 'run,rock,x,y\na,block,20\n' >bad.csv
expect_exit 2 "$TALUS" validate bad.yaml
expect_line err "bad.csv:2: found 3 cells, expected 4"
printf 'scenario: parts.yaml\nimpacts: bad.csv\n' >bad.yaml
printf 'nx,ny,nz,vx,vy,vz\n0,0,1,1,0,2\n' >bad.csv
expect_exit 2 "$TALUS" validate bad.yaml
expect_line err 'expected one towards the plane'
printf 'nx,ny,nz,vx,vy,vz\n0,0,-1,1,0,-2\n' >bad.csv
expect_exit 2 "$TALUS" validate bad.yaml
expect_line err 'expected one that points up'
finish
