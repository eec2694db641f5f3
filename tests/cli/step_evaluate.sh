#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus-cases evaluate: the reference steps within their tolerances; wrong cases answered in place; wrong
# files with file:line.
. "$SOURCE/tests/cli/lib.sh"

cases=$SOURCE/tests/data/reference/steps.json
expect_exit 0 "$TALUS_CASES" evaluate "$cases"
cp out answers.json
"$COMPARE_STEPS" answers.json "$cases" >report || fail "reference steps are not met"
cat report

expect_exit 2 "$TALUS_CASES" evaluate absent.json
expect_line err 'absent.json'
printf '{"cases": [\n  {"id": "a",,}\n]}\n' >broken.json
expect_exit 2 "$TALUS_CASES" evaluate broken.json
expect_line err '^broken.json:2:[0-9]*: error: '
printf '{"cases": []}\n' >empty.json
expect_exit 2 "$TALUS_CASES" evaluate empty.json
expect_line err '^empty.json:1:[0-9]*: error: no cases found'
printf '[\n  {"id": "a", "terrain": {},\n  "scheme": "midpint"}\n]\n' >scheme.json
expect_exit 0 "$TALUS_CASES" evaluate scheme.json
expect_line err '^talus-cases: 1 of 1 cases refused'
expect_line out 'scheme.json:2: \\"scheme\\" must be a rotation scheme such as midpoint, found \\"midpint\\"'
printf '[{"id": "a"}]\n' >nothing.json
expect_exit 0 "$TALUS_CASES" evaluate nothing.json
expect_line out 'nothing.json:1: what the case is of is missing: expected \\"model\\", \\"family\\" or \\"kind\\"'
sed '0,/"cell_m":1.0/s//"cell_m":"one"/' "$cases" >cell.json
expect_exit 0 "$TALUS_CASES" evaluate cell.json
expect_line err '^talus-cases: 1 of 40 cases refused'
expect_line out 'cell.json:[0-9]*: \\"cell_m\\" must be a finite number, found the text'
finish
