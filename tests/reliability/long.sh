# SPDX-License-Identifier: GPL-3.0-or-later
# tools/reliability long [ROCKS]: a million rocks of scenarios/kot.yaml. None unsolved, none below
# ground, none diverged; memory as `talus check` announces it.
rocks=${1:-1000000}
build release talus-cli
talus=$root/build/release/talus
out=$state/long
mkdir -p "$out"
"$talus" check scenarios/kot.yaml --set outputs.trajectories=1000 --rocks "$rocks" >"$out/check.txt" 2>&1 ||
    "$talus" check scenarios/kot.yaml >"$out/check.txt" 2>&1 || true
announced=$(grep -i 'memory' "$out/check.txt" || echo "no memory announced")
status=0
"$talus" run scenarios/kot.yaml --rocks "$rocks" --out "$out/kot" --overwrite >"$out/table.txt" 2>"$out/said.txt" ||
    status=$?
value_of() {
    sed -n "s/^ *\"$1\": *\([0-9.e+-]*\).*/\1/p" "$out/kot/summary.json" | head -n 1
}
bad=0
for key in unsolved below_ground diverged; do
    [ "$(value_of $key)" = 0 ] || bad=$((bad + 1))
done
record "long $rocks rocks of kot" "unsolved $(value_of unsolved), below ground $(value_of below_ground), diverged \
$(value_of diverged), exit code $status, $(value_of wall_s) s, $(value_of peak_memory_mb) MB; announced: $announced"
[ $bad -eq 0 ] && [ "$status" -ne 2 ] && [ "$status" -ne 3 ]
