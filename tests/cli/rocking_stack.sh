#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus-lab stack: the worked scenarios, results that can be run again, what is refused and with which exit code.
. "$SOURCE/tests/cli/lib.sh"
worked=$SOURCE/scenarios/stacks

# block_value DIR BLOCK KEY: of summary.json
block_value() {
    python3 -c 'import json, sys
blocks = json.load(open(sys.argv[1] + "/summary.json"))["blocks"]
print(next(block for block in blocks if block["name"] == sys.argv[2])[sys.argv[3]])' "$1" "$2" "$3"
}

expect_exit 0 "$TALUS_LAB" stack --help
expect_line out 'lands, the motion depends on the time step and does not converge with it'

for name in pedestal column dominoes wall; do
    expect_exit 0 "$TALUS_LAB" stack "$worked/$name.yaml" --set simulation.time_s=2 --out "$name"
    [ "$name" = pedestal ] || [ ! -s err ] || fail "warnings of $name: $(cat err)"
    expect_line out 'unsolved problems  *0 of 2000 steps'
    for file in history.csv history.svg summary.json scenario.yaml replay.glb manifest.json; do
        [ -s "$name/$file" ] || fail "no $name/$file"
    done
    # the resolved scenario gives the same bits
    expect_exit 0 "$TALUS_LAB" stack "$name/scenario.yaml" --out again --quiet
    [ ! -s out ] || fail "--quiet prints"
    for file in history.csv history.svg replay.glb; do
        cmp "$name/$file" "again/$file" || fail "another $file from the resolved scenario"
    done
    [ "$(head -c 4 $name/replay.glb)" = glTF ] || fail "no glTF"
done
expect_exit 0 "$TALUS_LAB" stack "$worked/pedestal.yaml" --set simulation.time_s=2 --out pedestal
expect_line err 'pedestal.yaml:.*warning: time_s: the run ends after 2 s, before the largest acceleration .* at 2.0[0-9]* s'
! grep -q '>y<' pedestal/history.svg || fail "an axis along which the base does not move is drawn"
grep -q '>x<' pedestal/history.svg || fail "the axis along which the base moves is not drawn"
[ "$(grep -c ',"statue",' pedestal/history.csv)" -eq 401 ] || fail "rows of the statue: $(wc -l <pedestal/history.csv)"
[ "$(value_of pedestal outcome)" = stands ] || fail "the statue does not stand"
holds "$(block_value pedestal statue largest_tilt_rad) > 0.002" # it rocks, the pedestal does not
holds "$(block_value pedestal pedestal largest_tilt_rad) < 1e-5"
# round-off: half a last digit of both heights in each of 2000 steps, under their weights; measured 4.3e-9 J
holds "$(value_of pedestal energy.sum_of_ledgers_j) < 9e-9"
[ "$(block_value column capital on)" = "drum 4" ] || fail "the capital is not on the last drum"
holds "$(block_value column capital largest_tilt_rad) > 0.05 && $(block_value column capital largest_tilt_rad) < 0.15"
python3 - column/replay.glb <<'END' || fail "another replay"
import json, struct, sys
data = open(sys.argv[1], "rb").read()
length = struct.unpack("<I", data[12:16])[0]
names = [node["name"] for node in json.loads(data[20:20 + length])["nodes"]]
assert names == ["drum 1", "drum 2", "drum 3", "drum 4", "capital", "base"], names
END

# half a sine of 1.35 m/s2 overturns the slender one alone, and it the next ones; 1.29 m/s2 does not (docs/stacks.md)
[ "$(value_of dominoes outcome)" = toppled ] || fail "no domino falls"
holds "$(block_value dominoes "domino 1" moves_from_s) > 1.5"
expect_exit 0 "$TALUS_LAB" stack "$worked/dominoes.yaml" --set simulation.time_s=4 --out upright \
    --set ground_motion.amplitude_m_s2=-1.29
[ "$(value_of upright outcome)" = stands ] || fail "a domino falls under 1.29 m/s2"
holds "$(block_value upright slender largest_tilt_rad) > 0.05"
holds "$(block_value upright "domino 1" largest_tilt_rad) < 1e-4"
# of many blocks the chart names the eight that tilt the most
grep -q '>others<' dominoes/history.svg && grep -q '>slender<' dominoes/history.svg ||
    fail "the chart of dominoes does not name the slender one alone of others"
! grep -q '>others<' column/history.svg || fail "the chart of a column has others"
[ "$(grep -o '>f[1-3]<' wall/history.svg | sort -u | tr -d '\n')" = '>f1<>f2<>f3<' ] || fail "the top course has no names"
# the wall opens and stands
[ "$(value_of wall outcome)" = stands ] || fail "the wall falls"
holds "$(block_value wall f3 largest_tilt_rad) > 0.2 && $(block_value wall a1 largest_tilt_rad) < 0.1"

# the same wall as an event of a run, with the same scheme, until its first landing
expect_exit 0 "$TALUS" run "$SOURCE/scenarios/walls/shaken_wall.yaml" --set simulation.scheme=midpoint+ --out event --quiet \
    --set simulation.time_limit_s=0.9 --set simulation.lost_share=1
expect_exit 0 "$TALUS" replay event --rock 0 --log event.csv
expect_exit 0 "$TALUS_LAB" stack "$worked/wall.yaml" --set simulation.time_s=0.5 --out beside \
    --set "ground_motion={file: $SOURCE/scenarios/walls/pulse.csv}" --set outputs.sample_s=0.1 --quiet
python3 - <<'END' || fail "the wall of a run moves in another way"
import csv
place = {}
for row in csv.DictReader(open("event.csv")):
    place[round(1000 * float(row["time_s"])), int(row["body"])] = float(row["east_m"]) - 300, float(row["z_m"]) - 3
rows = list(csv.DictReader(open("beside/history.csv")))
names = list(dict.fromkeys(row["block"] for row in rows))
worst = shift = 0
for row in rows:
    x, z = place.get((round(1000 * float(row["time_s"])), names.index(row["block"])), (None, None))
    if x is not None and float(row["time_s"]) > 0:
        worst = max(worst, abs(x - float(row["x_m"])), abs(z - float(row["z_m"])))
        shift = max(shift, abs(float(row["slip_x_m"])))
assert len(names) == 15 and worst < 1e-10 and shift > 0.05, (worst, shift)  # measured 1.4e-12 m
END
holds "$(value_of event contact.unsolved) == 0"

# a stronger motion; JSON; without a replay
expect_exit 0 "$TALUS_LAB" stack "$worked/pedestal.yaml" --set ground_motion.scale=2 --set simulation.time_s=6 \
    --set outputs.replay=false --json --out stronger
expect_line out '"outcome": "toppled"'
grep -v '^  "partial": false,$' stronger/summary.json >printed
cmp out printed || fail "--json prints another summary"
[ ! -e stronger/replay.glb ] || fail "a replay that nobody wanted"

# bad input: nothing is written
cat >bad.yaml <<'END'
blocks:
  - {size_m: [1, 1, 1], radius_m: 2}
  - {radius_m: 0.5, height_m: 1, sides: 17}
  - {size_m: [1, 1, 1], hight: 2}
contact: {mu: -1}
END
expect_exit 2 "$TALUS_LAB" stack bad.yaml --out never
expect_line err '^bad.yaml:2:.*size_m, radius_m and mesh'
expect_line err '^bad.yaml:3:.*sides: found .17., expected a whole number from 3 to 16'
expect_line err "^bad.yaml:4:.*hight"
expect_line err '^bad.yaml:5:15: error: mu: found .-1., expected'
printf 'blocks: [{size_m: [1, 1, 1]}, {size_m: [1, 1, 1], position_m: [0.5, 0, 0.5]}]\n' >inside.yaml
expect_exit 2 "$TALUS_LAB" stack inside.yaml --out never
expect_line err '^inside.yaml:1:.*blocks 1 and 2 overlap by 0.5 m'
printf 'blocks: [{size_m: [1, 1, 1], name: a}, {size_m: [1, 1, 1], name: a}]\n' >names.yaml
expect_exit 2 "$TALUS_LAB" stack names.yaml --out never
expect_line err "^names.yaml:1:.*name: blocks 1 and 2 are both called 'a'"
expect_exit 2 "$TALUS_LAB" stack "$worked/column.yaml" --set simulation.time_s=0.0004 --out never
expect_line err 'time_s: it is shorter than time_step_s'
[ ! -e never/history.csv ] || fail "half-written results"

# blocks of meshes: two with a gap between them, far from the origin of the base, and one with too many vertices
python3 - <<'END'
import math
def prism(out, sides, radius, x, low, high, first):
    for z in (low, high):
        for i in range(sides):
            a = 2 * math.pi * (i + 0.5) / sides
            print("v", x + radius * math.cos(a), radius * math.sin(a), z, file=out)
    print("f", *range(first + sides - 1, first - 1, -1), file=out)
    print("f", *range(first + sides, first + 2 * sides), file=out)
    for i in range(sides):
        j = (i + 1) % sides
        print("f", first + i, first + j, first + sides + j, first + sides + i, file=out)
with open("gap.obj", "w") as out:
    prism(out, 4, 0.5, 20000, 0, 1, 1)
    prism(out, 4, 0.3, 20000, 1.05, 2, 9)
with open("round.obj", "w") as out:
    prism(out, 40, 0.5, 0, 0, 1, 1)
END
printf 'blocks: [{mesh: gap.obj}, {mesh: round.obj, name: drum}]\nsimulation: {time_s: 0.3}\n' >meshes.yaml
expect_exit 0 "$TALUS_LAB" stack meshes.yaml --out meshes
expect_line err "^meshes.yaml:1:.*warning: 'block 1 2' touches no other block and starts 1.05 m above the base: it falls"
expect_line err "^meshes.yaml:1:.*warning: 'drum' has 80 vertices"
[ "$(grep -c warning err)" -eq 2 ] || fail "other warnings: $(cat err)"
[ "$(value_of meshes outcome)" = stands ] || fail "blocks beyond the edge of the base"
expect_exit 2 "$TALUS_LAB" stack none.yaml
expect_exit 1 "$TALUS_LAB" stack
expect_exit 0 "$TALUS_LAB" schema --stack blocks.radius_m
expect_line out '^blocks.radius_m: above 0, up to 1000 (m)'
# a run that is too short says nothing on rest
printf 'blocks: [{name: low, size_m: [1, 1, 1]}]\nsimulation: {time_s: 0.1}\n' >short.yaml
expect_exit 0 "$TALUS_LAB" stack short.yaml --out short
expect_line out '^state  *too short a run to judge, last motion at .* rest takes more than 0.25 s without motion'
grep -q '"at_rest": null' short/summary.json || fail "a verdict of a run of 0.1 s"
expect_exit 0 "$TALUS_LAB" stack short.yaml --out longer --set simulation.time_s=0.5
expect_line out '^state  *at rest, last motion at '
# a long name is cut between two letters
printf 'blocks: [{name: %s, size_m: [1, 1, 1]}]\nsimulation: {time_s: 0.1}\n' "a$(printf 'é%.0s' $(seq 40))" >long.yaml
expect_exit 0 "$TALUS_LAB" stack long.yaml --json --out long
python3 -c 'import json
name = json.load(open("long/summary.json", encoding="utf-8"))["blocks"][0]["name"]
assert name == "a" + 29 * "é", name' || fail "a name cut within a letter"
finish
