#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus-cases contact solve and bench: table, JSON, exit codes, refusals.
. "$SOURCE/tests/cli/lib.sh"
problems=$SOURCE/tests/data/contact_problems
rover=$problems/Rover4396.dat.gz
spheres=$problems/NESpheres_10_1.dat.gz

expect_exit 0 "$TALUS_CASES" contact solve "$rover" "$spheres"
expect_line out '^file  *contacts  solver  *iterations  *error  *time in ms  status$'
expect_line out 'Rover4396.dat.gz  *2  .* solved$'
expect_line out 'NESpheres_10_1.dat.gz  *9  .* solved$'

expect_exit 0 "$TALUS_CASES" contact solve "$rover" "$spheres" --tolerance 1e-8 --json
expect_line out '"contacts": 9'
expect_line out '"time_s": '
mv out two.json
expect_exit 0 "$CONTACT_CHECK" two.json 1e-8
# the judge can fail
sed 's/"reaction": \[0*[1-9.]/&9/' two.json >wrong.json
expect_exit 1 "$CONTACT_CHECK" wrong.json 1e-8

# the same problem unpacked and under another solver
gzip -dc "$spheres" >spheres.dat
expect_exit 0 "$TALUS_CASES" contact solve spheres.dat --solver newton
expect_line out '^spheres.dat  *9  newton '

# unsolved: one iteration is not enough
expect_exit 4 "$TALUS_CASES" contact solve "$spheres" --solver gauss-seidel --iterations 1
expect_line out ' unsolved$'
expect_exit 4 "$TALUS_CASES" contact solve "$spheres" --solver gauss-seidel --iterations 1 --json
expect_line out '"status": "unsolved"'

# a bad file is told with its line; the others are solved, the JSON stays an array
printf '3\n1\n0\n3 3\n3 4\n' >bad.dat
expect_exit 2 "$TALUS_CASES" contact solve bad.dat "$rover" --json
expect_line err '^bad.dat:5:3: error: the number of columns of W is 4, expected 3$'
expect_line out 'Rover4396'
expect_exit 2 "$TALUS_CASES" contact solve absent.dat
expect_line err 'absent.dat'
expect_exit 1 "$TALUS_CASES" contact solve
expect_exit 1 "$TALUS_CASES" contact solve "$rover" --solver magic
expect_line err 'gauss-seidel'
expect_exit 1 "$TALUS_CASES" contact solve "$rover" --tolerance 0

expect_exit 0 "$TALUS_CASES" contact bench "$rover" --runs 3
expect_line out '^file,contacts,solver,iterations,error,time_ms_median,time_ms_best$'
solvers=$("$TALUS_CASES" contact solve --help | tr -d '\n' | sed 's/.*--solver[^:]*: *\([^[]*\)\[.*/\1/; s/[, ]\{1,\}/ /g; s/  */ /g')
rows=1
for solver in $solvers; do
    rows=$((rows + 1))
    expect_line out "Rover4396.dat.gz,2,$solver,[0-9]*,[0-9.e+-]*,[0-9.e+-]*,[0-9.e+-]*\$"
done
holds "$rows >= 5"
holds "$(wc -l <out) == $rows"
expect_exit 1 "$TALUS_CASES" contact bench "$rover" --runs 0
cp "$rover" 'a,b.dat'
expect_exit 0 "$TALUS_CASES" contact bench 'a,b.dat' --runs 1
expect_line out '^"a,b.dat",2,auto,'
finish
