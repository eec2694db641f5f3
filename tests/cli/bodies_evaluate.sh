#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus-cases evaluate: the reference cases within their tolerances, family by family; wrong cases
# answered in place; wrong files with file:line.
. "$SOURCE/tests/cli/lib.sh"

cases=$SOURCE/tests/data/reference/bodies.json
expect_exit 0 "$TALUS_CASES" evaluate "$cases"
cp out answers.json
"$COMPARE_BODIES" answers.json "$cases" >report || {
    cat report >&2
    fail "reference cases are not met"
}
cat report
[ "$(grep -c ' of ' report)" = 11 ] || fail "a family is missing"

# a comparison that can fail: another number, a contact that is missing, another text, a lost answer
sed 's/"separation_m": -0\.0084/"separation_m": -0.0085/' answers.json >other.json
"$COMPARE_BODIES" other.json "$cases" >report && fail "another number passes"
expect_line report '^manifold-020: separation_m differs'
awk '/"body_b": 2/ && !done { sub("2", "1"); done = 1 } { print }' answers.json >other.json
"$COMPARE_BODIES" other.json "$cases" >report && fail "another contact passes"
expect_line report '^cluster_step-034: contacts differs'
sed 's/"mode": "topple"/"mode": "slide"/' answers.json >other.json
"$COMPARE_BODIES" other.json "$cases" >report && fail "another text passes"
expect_line report '^incline_stack-058: mode differs'
sed 's/"family": "domino"/"family": "dominoes"/g' "$cases" >unknown.json
expect_exit 0 "$TALUS_CASES" evaluate unknown.json
cp out answers.json
"$COMPARE_BODIES" answers.json "$cases" >report && fail "an unknown family passes"
expect_line report 'there is no family "dominoes"'
expect_line err '^talus-cases: 4 of 70 cases refused'

# one wrong case after the other, the last one is answered
cube='[[1,1,1],[1,1,-1],[1,-1,1],[1,-1,-1],[-1,1,1],[-1,1,-1],[-1,-1,1],[-1,-1,-1]]'
rock="{\"mass_kg\": 1, \"inertia_kg_m2\": [1, 1, 1], \"vertices_m\": $cube}"
state='{"r": [0, 0, 0], "p": [1, 0, 0, 0], "v": [0, 0, 0], "omega": [0, 0, 0]}'
pair='{"mu": 0.5, "epsilon_n": 0, "epsilon_t": 0}'
cat >wrong.json <<END
[
  {"id": "family", "inputs": {"volume_m3": 1}},
  {"id": "input", "family": "fragment_law", "inputs": {"volume_m3": 1, "energy_kJ": 1}},
  {"id": "volume", "family": "fragment_law", "inputs": {"volume_m3": -1, "energy_J": 1, "min_volume_m3": 1}},
  {"id": "flat", "family": "voronoi", "inputs": {"vertices_m": [[0,0,0],[1,0,0],[0,1,0],[1,1,0]], "density_kg_m3": 1, "seeds_m": [[0,0,0]]}},
  {"id": "sum", "family": "plane_split", "inputs": {"vertices_m": $cube, "density_kg_m3": 1, "volumes_m3": [4, 5], "normals": [[1,0,0]]}},
  {"id": "normals", "family": "plane_split", "inputs": {"vertices_m": $cube, "density_kg_m3": 1, "volumes_m3": [4, 4], "normals": [[1,0,0],[0,1,0]]}},
  {"id": "turned", "family": "manifold", "inputs": {"a": {"vertices_m": $cube, "r": [0,0,0], "p": [1,1,0,0]}, "b": {"vertices_m": $cube, "r": [0,0,0], "p": [1,0,0,0]}}},
  {"id": "object", "family": "manifold", "inputs": {"a": 1, "b": 2}},
  {"id": "scheme", "family": "pair_step", "inputs": {"scheme": "midpint", "time_step_s": 0.01, "gravity_m_s2": 0, "rocks": [$rock, $rock], "pair": $pair, "states": [$state, $state]}},
  {"id": "states", "family": "pair_step", "inputs": {"scheme": "midpoint", "time_step_s": 0.01, "gravity_m_s2": 0, "rocks": [$rock, $rock], "pair": $pair, "states": [$state]}},
  {"id": "reach", "family": "domino", "inputs": {"height_m": 1, "thickness_m": 0.1, "spacing_m": 1.1, "mu_between": 0, "gravity_m_s2": 9.81}},
  {"id": "cube", "family": "plane_split", "inputs": {"vertices_m": $cube, "density_kg_m3": 3, "volumes_m3": [2, 6], "normals": [[2,0,0]]}}
]
END
expect_exit 0 "$TALUS_CASES" evaluate wrong.json
expect_line err '^talus-cases: 11 of 12 cases refused'
expect_line out 'wrong.json:2: what the case is of is missing'
expect_line out 'wrong.json:3: the model \\"fragment_law\\" knows no input \\"energy_kJ\\"; it reads volume_m3'
expect_line out 'wrong.json:4: \\"volume_m3\\" must be > 0, found -1'
expect_line out 'wrong.json:5: the convex hull of the 4 points failed'
expect_line out 'wrong.json:6: 2 volumes with the sum 9 m3, expected volumes > 0 with the sum 8 m3'
expect_line out 'wrong.json:7: \\"normals\\" must hold 1 normals, one for each cut'
expect_line out 'wrong.json:8: \\"p\\" must be a unit quaternion (w, x, y, z); its length is 1.41421356'
expect_line out 'wrong.json:9: \\"a\\" must be an object'
expect_line out 'wrong.json:10: \\"scheme\\" must be a rotation scheme such as midpoint, found \\"midpint\\"'
expect_line out 'wrong.json:11: \\"rocks\\" and \\"states\\" must be arrays of the same 2 to 256 items'
expect_line out 'wrong.json:12: the front comes to rest, or the next domino is out of reach'
expect_line out '"plane_offsets_m": \[-0.\(5\|49999999999999\)'

expect_exit 2 "$TALUS_CASES" evaluate absent.json
expect_line err 'absent.json'
printf '{"cases": [\n  {"id": "a",,}\n]}\n' >broken.json
expect_exit 2 "$TALUS_CASES" evaluate broken.json
expect_line err '^broken.json:2:[0-9]*: error: '
[ -s out ] && fail "half an answer on standard output"
finish
