#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Blocks of a mesh that start where they stand: what is read of them, walls that stand and walls that are
# pushed, the same bits over threads, shards, replays and restarts; meshes that are refused.
. "$SOURCE/tests/cli/lib.sh"

# box FILE X Y Z A B C: a closed box of a x b x c m with its lowest corner there
box() {
    awk -v n="$(grep -c '^v ' "$1" || true)" -v x="$2" -v y="$3" -v z="$4" -v a="$5" -v b="$6" -v c="$7" 'BEGIN {
        for (k = 0; k < 8; k++)
            printf "v %.9f %.9f %.9f\n", x + a * (k % 2), y + b * (int(k / 2) % 2), z + c * int(k / 4)
        split("1 3 4 2 5 6 8 7 1 2 6 5 3 7 8 4 1 5 7 3 2 4 8 6", f, " ")
        for (k = 0; k < 6; k++)
            print "f", n + f[4 * k + 1], n + f[4 * k + 2], n + f[4 * k + 3], n + f[4 * k + 4]
    }' >>"$1"
}

# a wall on the flat foot of the ramp, 3 m high there: two blocks, one that bridges them, one beside
: >wall.obj
box wall.obj 299 250 3 1 1 1
box wall.obj 300 250 3 1 1 1
box wall.obj 299.5 250 4 1 1 1
box wall.obj 303 250 3 0.5 0.5 0.5
cat >case.yaml <<END
title: A wall of four blocks
seed: 3
terrain: {dem: $SOURCE/terrain/ramp/ramp.tif}
ground: [{preset: hard}]
rocks: [{name: wall, shape: wall.obj, blocks: true, density_kg_m3: 2000}]
releases: [{name: here, rock: wall, mesh_origin_m: [0, 0, 0], rocks: 4}]
simulation: {time_limit_s: 20}
outputs: {dir: out, cell_m: 1, trajectories: 4, exceedance: {hit_rate_kj: [0]}}
END

expect_exit 0 "$TALUS" check case.yaml
expect_line out '^rock 0  *wall: 4 blocks of 0.125 to 1 m3, together 3.125 m3, 6250 kg, 2000 kg/m3$'
expect_line out '^release 0  *here: 4 rocks from 4 blocks, each an event of all of them'
# the usual rule of rest is fast for a wall
expect_line err "release 'here': a wall that begins to topple is slow"
for other in 'releases.0.velocity_m_s=[1, 0, 0]' 'simulation.stop={speed_m_s: 0.01, spin_rad_s: 0.01, for_s: 0.5}'; do
    expect_exit 0 "$TALUS" check case.yaml --set "$other"
    ! grep -q 'begins to topple' err || fail "the rule of rest is doubted: $other"
done
expect_exit 0 "$TALUS" check case.yaml
# several events that cannot differ are no statistic
expect_line err "release 'here': all its 4 events are the same"
for other in releases.0.rocks=1 ground.0.preset=medium 'ground.0.mu_min={distribution: uniform, min: 0.4, max: 0.5}'; do
    expect_exit 0 "$TALUS" check case.yaml --set "$other"
    ! grep -q 'events are the same' err || fail "events that differ are called equal: $other"
    [ "$other" = releases.0.rocks=1 ] || continue
    ! grep -q 'no statistic' err || fail "a wall that comes down in one way alone should come down more often"
done

# it stands
expect_exit 0 "$TALUS" run case.yaml --out stands --threads 1
expect_line out '^together  *16 rocks in 4 events'
holds "$(value_of stands outcomes.stopped) == 4"
holds "$(value_of stands contact.unsolved) == 0"
holds "$(value_of stands energy.worst_ledger_residual_rel) <= 1e-10"
holds "$(value_of stands final.path_m.max) < 1e-3" # measured 0: m, of the first block
# a push brings it down, another one each event where the ground is drawn
push='releases.0.velocity_m_s=[3, 1, 0]'
expect_exit 0 "$TALUS" run case.yaml --set "$push" --out one --threads 1
holds "$(value_of one outcomes.stopped) == 4"
holds "$(value_of one final.path_m.max) > 0.3"
holds "$(value_of one energy.worst_ledger_residual_rel) <= 1e-10"

# in the coordinates of a mesh of its own, and as a format that shares the corners of blocks that touch
: >away.obj
box away.obj -1 0 0 1 1 1
box away.obj 0 0 0 1 1 1
box away.obj -0.5 0 1 1 1 1
box away.obj 3 0 0 0.5 0.5 0.5
expect_exit 0 "$TALUS" run case.yaml --set "$push" --set rocks.0.shape=away.obj \
    --set 'releases.0.mesh_origin_m=[300, 250, 3]' --out away --quiet
[ "$(value_of one hash)" = "$(value_of away hash)" ] || fail "a mesh with an origin of its own starts elsewhere"
awk '/^v/ { x = $2 " " $3 " " $4; if (!(x in at)) { at[x] = ++n; print }; own[++m] = at[x]; next }
     { print $1, own[$2], own[$3], own[$4], own[$5] }' wall.obj >shared.obj
holds "$(grep -c '^v' shared.obj) < 32"
expect_exit 0 "$TALUS" check case.yaml --set rocks.0.shape=shared.obj
expect_line out 'wall: 4 blocks of 0.125 to 1 m3, together 3.125 m3'

# the same bits over threads, shards, replays and restarts
expect_exit 0 "$TALUS" run case.yaml --set "$push" --out two --threads 3 --quiet
for k in 1 2; do
    expect_exit 0 "$TALUS" run case.yaml --set "$push" --shard $k/2 --threads 1 --out shard$k --quiet
done
expect_exit 0 "$TALUS" merge shard1 shard2 --out whole --quiet
for other in two whole; do
    [ "$(value_of one hash)" = "$(value_of $other hash)" ] || fail "$other has another hash"
    for file in passages.tif hit_rate_exceeds_0_kj.tif results.gpkg; do
        cmp one/$file $other/$file || fail "$file differs in $other"
    done
done
replays_give_run one 4
expect_exit 0 "$TALUS" replay one --rock 1 --gltf wall.gltf
python3 - <<'END' || fail "the animation has not four bodies of their own shapes"
import json
scene = json.load(open("wall.gltf"))
moved = {c["target"]["node"] for a in scene["animations"] for c in a["channels"]}
meshes = {scene["nodes"][n].get("mesh") for n in moved}
assert len(moved) >= 4 and len(meshes) >= 4, (moved, meshes)
END
expect_interrupted INT part/checkpoint/state \
    "$TALUS" run case.yaml --set "$push" --rocks 40 --threads 1 --out part --checkpoint 0.05 --quiet
expect_exit 0 "$TALUS" run case.yaml --set "$push" --rocks 40 --out part --resume --quiet
expect_exit 0 "$TALUS" run case.yaml --set "$push" --rocks 40 --out straight --quiet
[ "$(value_of part hash)" = "$(value_of straight hash)" ] || fail "another hash after --resume"
cmp part/results.gpkg straight/results.gpkg || fail "results.gpkg differs after --resume"
# a state of this wall is none of another one
sed 's/^v 303/v 304/' wall.obj >other.obj
expect_exit 0 "$TALUS" run case.yaml --set rocks.0.shape=other.obj --set "$push" --shard 1/2 --out elsewhere --quiet
expect_exit 2 "$TALUS" merge elsewhere shard2 --out mixed --quiet

# a live page drops no wall
if [ -n "$LIVE" ]; then
expect_exit 0 "$TALUS" report one --live --rocks 0
python3 - <<'END' || fail "a live page offers the wall"
import base64, json, re, zlib
page = open("one/report.html").read()
data = json.loads(zlib.decompress(base64.b64decode(re.search(r'id="data">([^<]*)<', page)[1])))
rocks = {r["name"]: r["hull"] for r in data["live"]["rocks"]}
assert rocks["wall"] and not rocks["equant"], rocks
END
else
    expect_exit 2 "$TALUS" report one --live --rocks 0
    expect_line err "built without the physics for live pages"
    [ ! -e one/report.html ] || fail "a page was left behind"
fi

# a row of dominoes runs as fast as the model says: 1.678 sqrt(g h) = 5.256 m/s, from below, with the step
expect_exit 0 "$TALUS" run "$SOURCE/scenarios/walls/dominoes.yaml" --out row --quiet
expect_exit 0 "$TALUS" replay row --rock 0 --log row.csv
awk -F, 'NR > 1 && $NF > 0 && !($NF in at) && $5 * $5 < 0.9924 { at[$NF] = $1 } # 10 degrees, of the body at the end
     END { print 4 * 0.679 / (at[12] - at[8]) }' row.csv >speed
holds "$(cat speed) > 0.97 * 5.256 && $(cat speed) < 1.005 * 5.256" # measured 5.144: 2.1 % below
holds "$(value_of row contact.unsolved) == 0"

# meshes that are refused
refuse() { # FILE SENTENCE
    expect_exit 2 "$TALUS" check case.yaml --set rocks.0.shape="$1"
    expect_line err "$2"
}
sed '$d' wall.obj >open.obj
refuse open.obj 'open.obj: the surface is not closed along the edge from (303[.0-9]*, 250[.0-9]*, 3'
{ cat wall.obj; echo 'f 1 2 2'; } >flat.obj
refuse flat.obj 'flat.obj: triangle [0-9]* of [0-9]* has no area and the surface is not closed, perhaps there: its corners ([0-9.]*, 250'
cat >bent.obj <<END
v 300 250 3
v 302 250 3
v 302 251 3
v 301 251 3
v 301 252 3
v 300 252 3
v 300 250 4
v 302 250 4
v 302 251 4
v 301 251 4
v 301 252 4
v 300 252 4
f 1 4 2
f 2 4 3
f 1 6 4
f 4 6 5
f 7 8 10
f 8 9 10
f 7 10 12
f 10 11 12
f 1 2 8 7
f 2 3 9 8
f 3 4 10 9
f 4 5 11 10
f 5 6 12 11
f 6 1 7 12
END
refuse bent.obj 'bent.obj: block 1, about .*, is not convex: its hull has 16.7 % more volume'
cp wall.obj over.obj
box over.obj 303.2 250 3 1 1 1
refuse over.obj 'over.obj: blocks 4 and 5 overlap by 0.3 m'
expect_exit 2 "$TALUS" check case.yaml --set 'releases.0.mesh_origin_m=[0, 0, -0.2]'
expect_line err "release 'here': block 1 reaches 0.2 m under the ground"
expect_exit 0 "$TALUS" check case.yaml --set 'releases.0.mesh_origin_m=[0, 0, 0.5]'
expect_line err 'the lowest vertex of all blocks is 0.5 m over the ground'
expect_exit 2 "$TALUS" check case.yaml --set 'releases.0.mesh_origin_m=[1e5, 0, 0]' # beside the DEM
expect_line err "release 'here' lies outside the DEM"
! grep -q 'over the ground' err || fail "no vertex is over the DEM, and yet over the ground"
: >many.obj
k=0
while [ $k -lt 257 ]; do
    box many.obj $((210 + 2 * (k % 100))) $((240 + 2 * (k / 100))) 3 1 1 1
    k=$((k + 1))
done
refuse many.obj 'found 257 closed parts, expected at most 256 blocks of one event: merge blocks'
# every block counts, not the first alone
cp wall.obj long.obj
box long.obj 310 250 3 1 12 1
expect_exit 0 "$TALUS" check case.yaml --set rocks.0.shape=long.obj
expect_line err 'a rock of 12 m with 8 vertices spans more than one cell of 1 m'
expect_line err "a block of rock 'wall' is 12 m long"
cp wall.obj gravel.obj
box gravel.obj 310 250 3 0.03 0.03 0.03
expect_exit 0 "$TALUS" check case.yaml --set rocks.0.shape=gravel.obj
expect_line err "a block of rock 'wall' is 0.03 m long"
printf '0 0 0\n1 0 0\n0 1 0\n0 0 1\n' >cloud.xyz
refuse cloud.xyz "blocks: 'cloud.xyz' has no faces"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\n' >points.obj
refuse points.obj 'found no faces, expected closed surfaces'

# keys that do not go together
check() { # SET SENTENCE
    expect_exit 2 "$TALUS" check case.yaml --set "$1"
    expect_line err "$2"
}
check releases.0.height_m=2 'height_m: the blocks of a mesh start as they stand there'
check releases.0.bodies=2 'bodies: the blocks of a mesh start as they stand there'
check rocks.0.blocks=false "mesh_origin_m: 'wall' is one rock, expected one with 'blocks: true'"
check rocks.0.volume_m3=2 'blocks have the sizes of their file'
sed 's/mesh_origin_m: \[0, 0, 0\]/points_m: [[300, 250]]/' case.yaml >points.yaml
expect_exit 2 "$TALUS" check points.yaml
expect_line err "rock: 'wall' has blocks, which start where their mesh has them"
sed 's/rock: wall, mesh_origin_m: \[0, 0, 0\]/points_m: [[300, 250]]/' case.yaml >drawn.yaml
expect_exit 2 "$TALUS" check drawn.yaml
expect_line err "among them 'wall', which has blocks"
# nor does a row of a table start one block
printf 'run,rock,x,y,height_m\na,one,300,250,5\nb,wall,302,250,5\n' >runs.csv
sed -e 's/^rocks: \[/&{name: one, shape: equant, size_m: [1, 1, 1]}, /' -e 's/blocks: true/&, share: 0/' \
    -e 's/^releases:.*/releases: [{runs: runs.csv}]/' case.yaml >runs.yaml
expect_exit 2 "$TALUS" check runs.yaml
expect_line err "runs.csv:3: rock: 'wall' has blocks, which start where their mesh has them"
expect_exit 2 "$TALUS" run runs.yaml --out rows
sed -i 's/b,wall/b,one/' runs.csv
expect_exit 0 "$TALUS" check runs.yaml
expect_exit 0 "$TALUS" check case.yaml --set rock_contact.between=none
expect_line err "the blocks of release 'here' fall through each other"
finish
