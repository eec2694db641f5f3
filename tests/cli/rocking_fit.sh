#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus-lab fit, talus-cases maps: parameters of records, files, refusals with file and line.
. "$SOURCE/tests/cli/lib.sh"
data=$SOURCE/tests/data/rocking

# made with 0.05, 0.2, 1, -0.9, 0.6 and noise of 0.004 rad/s (mean length 0.0064)
expect_exit 0 "$TALUS_LAB" fit --data "$data/gyroscope.csv" --size 0.1,0.1,0.4 --starts 3 --out rates
expect_line out '^record     230 samples at 0.0039'
expect_line out '^AVRF       none'
expect_line out '^ *1 .* 0\.050[0-9]*  *0\.1999[0-9]*  *1\.00[0-9]*  *-0\.90[0-9]*  *0\.599[0-9]*  *0\.0063'
expect_line err 'warning: lam = 1.00'
expect_line rates/rates.csv '^time_s,wx_rad_s'
[ "$(wc -l <rates/rates.csv)" -eq 231 ] || fail "rates.csv has other rows"
[ "$(wc -l <rates/starts.csv)" -eq 4 ] || fail "starts.csv has other rows"
expect_line rates/rates.svg 'λ_lat'
cp out first
expect_exit 0 "$TALUS_LAB" fit --data "$data/gyroscope.csv" --size 0.1,0.1,0.4 --starts 3 --out again
cmp rates/rates.csv again/rates.csv || fail "another fit the second time"

# a ratio of 0.93
expect_exit 0 "$TALUS_LAB" fit --data "$data/theta.csv" --size 0.045,0.2025 --eta-mat 0.98895 --out theta
expect_line out '^eta        0\.9[23][0-9]*  middle half'
expect_line out "^eta'       0\.9[23]"
expect_line out '^k  '
[ "$(wc -l <theta/theta.csv)" -eq 376 ] || fail "theta.csv has other rows"

refused()
{
    expect_exit 2 "$TALUS_LAB" fit --data "$1" --size 0.1,0.1,0.4
    expect_line err "$2"
}
sed 's/wy (deg\/s)/wy/' "$data/gyroscope.csv" >unit.csv
refused unit.csv "unit.csv:1: error: the column 'wy' has no unit; expected rad/s or deg/s"
sed 's/wy (deg\/s)/wy (rpm)/' "$data/gyroscope.csv" >unit.csv
refused unit.csv "unit.csv:1: error: the column 'wy' has the unknown unit 'rpm'"
sed 's/wy (deg\/s)/rate (deg\/s)/' "$data/gyroscope.csv" >names.csv
refused names.csv 'names.csv:1: error: found 2 of the columns wx, wy, wz'
sed '20d' "$data/gyroscope.csv" >gap.csv
refused gap.csv 'gap.csv:20: error: a step of 0.0078.* times must be evenly spaced'
sed '20s/^0/9/' "$data/gyroscope.csv" >back.csv
refused back.csv 'back.csv:20: error: a step of 9'
sed '20s/,/,x/' "$data/gyroscope.csv" >word.csv
refused word.csv "word.csv:20: error: found 'x.*in the column 'wx', expected a finite number"
sed '20s/,[^,]*$//' "$data/gyroscope.csv" >short.csv
refused short.csv 'short.csv:20: error: found 3 values under 4 columns'
head -1 "$data/gyroscope.csv" >empty.csv
refused empty.csv 'found 0 rows of numbers'
sed 's/,.*/,0,0,0/; 1s/.*/t (s),wx (rad\/s),wy (rad\/s),wz (rad\/s)/' "$data/gyroscope.csv" >still.csv
refused still.csv 'still.csv: error: the record shows no first impact'
refused none.csv 'none.csv'
expect_exit 1 "$TALUS_LAB" fit --data "$data/gyroscope.csv"
expect_exit 1 "$TALUS_LAB" fit --data "$data/gyroscope.csv" --size 0.1,0.4
expect_exit 1 "$TALUS_LAB" fit --data "$data/gyroscope.csv" --size 0.1,0.1,0.4 --starts 99

expect_exit 0 "$TALUS_CASES" maps --cells 24 --out maps
expect_line out '^given tau'
for file in edge.csv edge_energy.csv facet.csv edge.svg edge_energy.svg facet.svg facet_pivots.svg; do
    [ -s "maps/$file" ] || fail "maps/$file is missing"
done
[ "$(wc -l <maps/facet.csv)" -eq 577 ] || fail "facet.csv has other rows"
expect_exit 0 "$TALUS_CASES" maps --size 0.1,0.1,0.4 --tau -0.02,0.01,0.02 --cells 2 --out other
expect_exit 2 "$TALUS_CASES" maps --size 0.1,-0.1,0.4
expect_line err 'error: '
expect_exit 2 "$TALUS_CASES" maps --cells 1
expect_line err 'maps need 2 to 1000 cells'
