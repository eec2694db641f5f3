#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus calibrate --case: deposits, speeds at a line, marks, impacts and tracks of rocks whose ground is known, at once; rows
# held out by their names, the same files for any number of threads, draws that are a ground, bad cases.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
rocks=6
expect_exit 0 "$TALUS" run plane.yaml --rocks $rocks --set ground.0.mu_min=0.4 --seed 5 --out truth --quiet

# what was measured, from the logs of the rocks: start, end, speed and height where they cross the line y = 5200080
echo 'run,rock,x,y,z,vx,vy,vz,end_x,end_y' >runs.csv
echo 'run,x1,y1,x2,y2,speed_m_s,height_m' >lines.csv
echo 'run,x,y,height_m' >marks.csv
echo 'run,t,x,y,z' >tracks.csv
rock=0
while [ $rock -lt $rocks ]; do
    "$TALUS" replay truth --rock $rock --quiet >log.csv
    awk -F, -v run="r$rock" 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        { x = $column["east_m"]; y = $column["north_m"]; z = $column["z_m"] }
        NR == 2 { printf "%s,wheel,%s,%s,%s,0,0,0,", run, x, y, z >>"runs.csv" }
        before > 5200080 && y <= 5200080 {
            vx = $column["vx_m_s"]; vy = $column["vy_m_s"]; vz = $column["vz_m_s"]
            printf "%s,500000,5200080,500149,5200080,%.3f,%.3f\n", run, sqrt(vx * vx + vy * vy + vz * vz), 0.6 >>"lines.csv"
            printf "%s,%.2f,%.2f,0.7\n", run, x, y >>"marks.csv"
        }
        run == "r1" && NR % 10 == 2 { printf "%s,%s,%s,%s,%s\n", run, $column["time_s"], x, y, z >>"tracks.csv" }
        { before = y; last_x = x; last_y = y }
        END { printf "%s,%s\n", last_x, last_y >>"runs.csv" }' log.csv
    rock=$((rock + 1))
done
[ "$(wc -l <lines.csv)" -gt 3 ] || fail "only $(wc -l <lines.csv) lines in lines.csv"
cat >impacts.csv <<END
id,rock,nx,ny,nz,vx,vy,vz,vx_out,vy_out,vz_out
a,wheel,0,-0.5,0.866,0,-18,-14,0,-12,-6
b,wheel,0,-0.5,0.866,0,-15,-12,0,-11,-4
c,wheel,0,-0.5,0.866,0,-20,-15,0,-14,-8
d,wheel,0,-0.5,0.866,0,-16,-14,0,-10,-6
END
sed '/^releases/d' plane.yaml >ground.yaml
cat >case.yaml <<END
title: rocks of a known ground
scenario: ground.yaml
runs: runs.csv
lines: lines.csv
marks: marks.csv
impacts: impacts.csv
tracks: tracks.csv
END

# validate has lines and marks, too
expect_exit 0 "$TALUS" validate case.yaml --replicates 3 --json
expect_line out '"observable": "line_speed_m_s"'
expect_line out '"observable": "mark_height_m"'
measured=$(awk -F, 'NR > 1 { s += $6; n++ } END { printf "%.6f", s / n }' lines.csv)
found=$(awk '/"line_speed_m_s"/ { on = 1 } on && /"measured_mean"/ { gsub(/[^0-9.]/, "", $2); print $2; exit }' out)
holds "$found - $measured < 1e-5 && $measured - $found < 1e-5"

# calibrate DIRECTORY OPTION...
calibrate() {
    directory=$1
    shift
    expect_exit 0 "$TALUS" calibrate case.yaml --case -p ground.0.mu_min=0.2:0.8 -p ground.0.soil.drag_number=2:4 --evaluations 40 \
        --replicates 2 --out "$directory" "$@"
}
calibrate one --threads 2
cp out one.table
for file in calibration.csv posterior.csv draws.csv scores.csv posterior.svg summary.json manifest.json; do
    [ -s "one/$file" ] || fail "no $file"
done
[ "$(wc -l <one/calibration.csv)" -eq 42 ] || fail "calibration.csv has $(wc -l <one/calibration.csv) lines"
expect_line one/calibration.csv '^evaluation,ground.0.mu_min,ground.0.soil.drag_number,objective,deposits,lines,marks,impacts,tracks$'
expect_line one.table '^ground.0.mu_min  *0.2  *0.8 '
for row in 'runout_m *training' 'runout_m *held out' 'line_speed_m_s *training' 'line_speed_m_s *held out' \
    'energy_kept *training' 'deposit_xy *held out'; do
    expect_line one.table "^$row"
done
# every run is in one part: 6 deposits in both together
both=$(awk -F, '$3 ~ /^"runout_m"$/ && $2 == "posterior" { n += $4 } END { print n }' one/scores.csv)
[ "$both" -eq 6 ] || fail "$both deposits in both parts"
held=$(awk -F, '$1 == "held out" && $3 ~ /^"runout_m"$/ && $2 == "posterior" { print $4 }' one/scores.csv)
wanted=0
rock=0
while [ $rock -lt $rocks ]; do
    case $(printf 'r%d' $rock | sha256sum | cut -c64) in [13579bdf]) wanted=$((wanted + 1)) ;; esac
    rock=$((rock + 1))
done
[ "$held" -eq $wanted ] || fail "$held runs held out, SHA-256 is odd for $wanted"

# the draws are a ground to run with
[ "$(wc -l <one/draws.csv)" = 201 ] || fail "$(wc -l <one/draws.csv) lines in draws.csv"
expect_exit 0 "$TALUS" run plane.yaml --set ground.0.posterior=one/draws.csv --rocks 5 --out drawn --quiet

# the same bytes for other threads; other rows with another share, none with 0
calibrate three --threads 3 --quiet
[ -s out ] || [ -s err ] && fail "--quiet is not quiet: $(cat out err)"
for file in calibration.csv posterior.csv draws.csv scores.csv posterior.svg summary.json; do
    cmp "one/$file" "three/$file" || fail "$file depends on threads"
done
sed -i '/^tracks/d; /^marks/d; /^impacts/d' case.yaml
calibrate whole --hold-out 0 --quiet
grep -q 'held out' whole/scores.csv && fail "rows are held out with --hold-out 0"

# bad cases and options: nothing is written
bad() {
    code=$1
    shift
    expect_exit "$code" "$TALUS" calibrate "$@" --out bad
    [ -e bad/summary.json ] && fail "bad input leaves results: $*"
    rm -rf bad
}
bad 1 case.yaml --case
expect_line err '--parameter is missing: expected KEY=LOW:HIGH'
bad 1 case.yaml --case -p ground.0.mu_min=0.2:0.8 --observed runs.csv
expect_line err '--observed does not go with --case'
bad 1 case.yaml --case -p ground.0.mu_min=0.2:0.8 --evaluations 10
expect_line err 'expected at least 40'
bad 1 case.yaml --case -p ground.0.mu_min=0.2:0.8 --replicates 1
expect_line err 'expected 2 to 1000'
bad 1 case.yaml --case -p ground.0.mu_min=0.2:0.8 --hold-out 1
expect_line err 'expected a share from 0 to below 1'
bad 1 case.yaml --case -p ground.0.mu_min=0.2:0.8 -p ground.0.mu_min=0.2:0.8
expect_line err 'given twice'
bad 2 case.yaml --case -p ground.0.mu_mim=0.2:0.8
expect_line err 'refuses the middle of the bounds: .*mu_mim'
bad 2 plane.yaml --case -p ground.0.mu_min=0.2:0.8
bad 2 case.yaml --case -p ground.0.mu_min=0.2:0.8 --hold-out 0.999999
expect_line err 'leaves no row to calibrate with'
expect_exit 1 "$TALUS" calibrate case.yaml --case -p ground.0.mu_min=0.2:0.8
expect_line err '--case needs a directory: --out DIR'
cp lines.csv keep.csv
# bad_lines ROW MESSAGE
bad_lines() {
    sed '$d' keep.csv >lines.csv
    echo "$1" >>lines.csv
    expect_exit 2 "$TALUS" validate case.yaml --replicates 2
    expect_line err "lines.csv:[0-9]*: .*$2"
}
bad_lines 'r0,500000,5200080,500000,5200080,3,1' 'found no line'
bad_lines 'r0,500000,5200080,500149,5200080,,' 'expected speed_m_s'
bad_lines 'r0,500000,5200080,500149,5200080,-3,' 'expected speed_m_s'
bad_lines 'nobody,500000,5200080,500149,5200080,3,' "found 'nobody', expected the name of one of the runs"
cp keep.csv lines.csv
echo 'r0,500070,,1' >>marks.csv
echo 'marks: marks.csv' >>case.yaml
expect_exit 2 "$TALUS" validate case.yaml --replicates 2
expect_line err 'marks.csv:[0-9]*: expected x, y, height_m'
sed -i 's/^runs:.*/impacts: impacts.csv/' case.yaml
expect_exit 2 "$TALUS" validate case.yaml
expect_line err 'training, lines, marks and stops go with runs'
finish
