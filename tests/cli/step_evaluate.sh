#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus step evaluate: the reference cases within their tolerances; wrong files with file:line.
. "$SOURCE/tests/cli/lib.sh"

cases=$SOURCE/tests/data/reference/steps.json
expect_exit 0 "$TALUS" step evaluate "$cases"
cp out answers.json
"$COMPARE_STEPS" answers.json "$cases" >report || fail "reference steps are not met"
cat report

expect_exit 2 "$TALUS" step evaluate absent.json
expect_line err 'absent.json'
printf '{"cases": [\n  {"id": "a",,}\n]}\n' >broken.json
expect_exit 2 "$TALUS" step evaluate broken.json
expect_line err '^broken.json:2:[0-9]*: error: '
printf '{"cases": []}\n' >empty.json
expect_exit 2 "$TALUS" step evaluate empty.json
expect_line err '^empty.json:1:[0-9]*: error: no cases found'
printf '{"cases": [\n  {"id": "a",\n  "scheme": "midpint"}\n]}\n' >scheme.json
expect_exit 2 "$TALUS" step evaluate scheme.json
expect_line err '^scheme.json:2:[0-9]*: error: the member "drag" is missing'
sed 's/"cell_m":1.0/"cell_m":"one"/' "$cases" >cell.json
expect_exit 2 "$TALUS" step evaluate cell.json
expect_line err '^cell.json:[0-9]*:[0-9]*: error: "cell_m" must be a number'
[ -s out ] && fail "half an answer on standard output"
finish
