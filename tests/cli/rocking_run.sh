#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus-lab run: the three worked scenarios with their numbers, results that can be run again,
# what is refused and with which exit code.
. "$SOURCE/tests/cli/lib.sh"
worked=$SOURCE/scenarios/rocking

for name in free_rocking el_centro spatial_block; do
    expect_exit 0 "$TALUS_LAB" run "$worked/$name.yaml" --out "$name"
    [ ! -s err ] || fail "warnings of $name: $(cat err)"
    for file in history.csv impacts.csv history.svg summary.json scenario.yaml replay.glb; do
        [ -s "$name/$file" ] || fail "no $name/$file"
    done
    # the resolved scenario gives the same bits
    expect_exit 0 "$TALUS_LAB" run "$name/scenario.yaml" --out again --quiet
    [ ! -s out ] || fail "--quiet prints"
    for file in history.csv impacts.csv replay.glb; do
        cmp "$name/$file" "again/$file" || fail "another $file from the resolved scenario"
    done
    [ "$(wc -c <"$name/history.svg")" -lt 300000 ] || fail "a large chart"
    [ "$(head -c 4 $name/replay.glb)" = glTF ] || fail "no glTF"
done

# numbers of the comments
expect_line free_rocking/impacts.csv '^0.2902793557080[0-9]*,impact,B,A,B,-2.239804955595[0-9]*,'
expect_line free_rocking/impacts.csv '^0.605197231262[0-9]*,impact,A,B,A,'
[ "$(value_of free_rocking outcome)" = rest ] || fail "free rocking does not end"
[ "$(value_of free_rocking events.impact)" = 168 ] || fail "other impacts of free rocking"
holds "$(value_of free_rocking avrf) > 0.929411 && $(value_of free_rocking avrf) < 0.929412"
[ "$(value_of el_centro impacts)" = 266 ] || fail "other impacts of El Centro"
holds "$(value_of el_centro peak_over_alpha) > 0.52135 && $(value_of el_centro peak_over_alpha) < 0.52136"
holds "$(value_of el_centro time_s) > 31.66 && $(value_of el_centro time_s) < 31.67"
expect_line spatial_block/impacts.csv '^0.398578950197[0-9]*,facet impact,,V1+V2,V4,'
expect_line spatial_block/impacts.csv '^0.414873982890[0-9]*,edge impact,V3,V4,V3,'
holds "$(value_of spatial_block energy.worst_balance_j) < 1e-11"
expect_line spatial_block/history.csv '^time_s,q_w,q_x,q_y,q_z,'

# figures 12, 14 and 15 of L93: bouncing in the plane and in space, again at every landing
for name in fig12_ii fig12_iii fig12_iv fig14 fig15; do
    expect_exit 0 "$TALUS_LAB" run "$worked/l93_$name.yaml" --out $name
done
expect_line fig12_ii/impacts.csv '^0.0546889941185[0-9]*,bounce,A,,,4.46249999999'
expect_line fig12_ii/impacts.csv '^0.101181699069[0-9]*,bounce,A,'
expect_line fig12_ii/impacts.csv '^0.137467885806[0-9]*,bounce,B,'
# V3, then at once V1 and V4, as the reference case bounce3d_1; twisted by 7.18 degrees at rest
expect_line fig12_iii/impacts.csv ',corner impact,V3,V2,,.*,17.4109090[0-9]*,0.3818181[0-9]*,-6.5290909'
expect_line fig12_iii/impacts.csv '^0.03205921646[0-9]*,corner impact,V3,,,-1.4446737[0-9]*,-7.3514673[0-9]*,-3.3341531'
expect_line fig12_iii/impacts.csv '^0.0486085015[0-9]*,corner impact,V4,'
[ "$(value_of fig12_iii outcome)" = rest ] || fail "the block in space does not end"
holds "$(value_of fig12_iii time_s) > 0.475 && $(value_of fig12_iii time_s) < 0.4765"
holds "$(value_of fig12_iii peak_rad) > 0.302 && $(value_of fig12_iii peak_rad) < 0.3027"
tail -1 fig12_iii/history.csv | awk -F, '{ yaw = 2 * atan2($5, $2); exit !(yaw < -0.122 && yaw > -0.128) }' ||
    fail "another twist"
expect_line fig12_iv/impacts.csv ',corner impact,V3,V2,,.*,10.8818181[0-9]*,0.3818181'
holds "$(value_of fig12_iv bounced_until_s) > 0.5" # later landings bounce, too
expect_exit 0 "$TALUS_LAB" run "$worked/l93_fig12_iv.yaml" --set bouncing.every_impact=false --out once
holds "$(value_of once bounced_until_s) < 0.1"
expect_line fig14/impacts.csv '^0.128062714346[0-9]*,bounce,B,'
holds "$(value_of fig14 peak_rad) > 0.10533 && $(value_of fig14 peak_rad) < 0.10535"
expect_line fig15/impacts.csv '^0.2641004[0-9]*,impact,A,'
expect_line fig15/impacts.csv '^0.8697268[0-9]*,impact,B,'
holds "$(value_of fig15 energy.worst_balance_j) < 1e-14" # upright towards B from the start

# overrides and JSON
# a run that ends before the largest acceleration says so
expect_exit 0 "$TALUS_LAB" run "$worked/el_centro.yaml" --set simulation.time_s=2 --out short
expect_line err 'warning: time_s: the run ends after 2 s, before the largest acceleration'
expect_exit 0 "$TALUS_LAB" run "$worked/el_centro.yaml" --set ground_motion.scale=2 --json \
    --out fallen
expect_line out '"outcome": "overturned"'
grep -v '^  "partial": false,$' fallen/summary.json >printed
cmp out printed || fail "--json prints another summary"
expect_exit 0 "$TALUS_LAB" run "$worked/free_rocking.yaml" --set outputs.replay=false --out bare
[ ! -e bare/replay.glb ] || fail "a replay that nobody wanted"

# beyond the theory: a warning with its place, the run goes on
expect_exit 0 "$TALUS_LAB" run "$worked/spatial_block.yaml" --set impact.lambda=1.2 --out beyond
expect_line err 'warning: impact: lam = 1.2'

# a fixed moment that leaves no pivot: written, but suspect
expect_exit 4 "$TALUS_LAB" run "$worked/spatial_block.yaml" \
    --set impact.facet_tau_n_m_s=1 --out stuck
expect_line stuck/summary.json '"outcome": "no pivot"'

# bad input: nothing is written
cat >bad.yaml <<'END'
block: {width_m: 0.2, height_m: 0}
impact: {model: housner, lambda: 1}
ground_motion: {file: unsorted.csv, unit: furlong}
END
printf 'time,acc (g)\n0,0\n0.02,1\n0.01,2\n' >unsorted.csv
expect_exit 2 "$TALUS_LAB" run bad.yaml --out never
expect_line err '^bad.yaml:1:33: error: height_m: found 0, expected a number in m above 0'
expect_line err '^bad.yaml:2:34: error: lambda: the impact model housner does not use it'
expect_line err "^bad.yaml:3:43: error: unit: found 'furlong', expected one of: g, m/s2"
expect_exit 2 "$TALUS_LAB" run "$worked/free_rocking.yaml" --out never \
    --set ground_motion.file="$work/unsorted.csv"
expect_line err 'unsorted.csv:4: time 0.01 s after 0.02 s: expected times that ascend'
expect_exit 2 "$TALUS_LAB" run "$worked/free_rocking.yaml" --out never \
    --set 'impact={model: ratio, ratio: 1.1}'
expect_line err 'from A to B is 1.1, expected -1 to 1'
[ ! -e never ] || fail "half-written results"
expect_exit 2 "$TALUS_LAB" run none.yaml
expect_exit 1 "$TALUS_LAB" run
expect_exit 3 "$TALUS_LAB" run "$worked/free_rocking.yaml" --out /dev/null/x

# an eccentric block in its plane and in space: the same impacts [docs/rocking.md, section 7.2]
for k in planar spatial; do
    expect_exit 0 "$TALUS_LAB" run "$SOURCE/tests/data/rocking/eccentric_$k.yaml" --out "$k" --quiet
done
awk -F, 'function size(x) { return x < 0 ? -x : x }
    FILENAME ~ /planar/ && $2 == "impact" && size($6) > 0.01 { time[++n] = $1; omega[n] = $6 }
    FILENAME ~ /spatial/ && $2 == "facet impact" && size($7) > 0.01 {
        if (size($1 - time[++k]) > 1e-9 || size($7 + omega[k]) > 1e-9) far++
    }
    END { exit !(n == 66 && k == 66 && far == 0) }' planar/impacts.csv spatial/impacts.csv ||
    fail "an eccentric block in space moves otherwise than in its plane" # measured 7.8e-10
finish
