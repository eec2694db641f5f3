# SPDX-License-Identifier: GPL-3.0-or-later
# tools/reliability faults [--sample N] [--seed S] [--own N] [--library N] [--case NAME]
#                           [--class NAME] [--jobs N] [--sites yes|new] [--calls NAME]
#   alone         every call of talus in every case, and 100 calls of each class inside libraries
#   --own N       N calls of talus of each class in each case, evenly spread
#   --sample N    N calls of talus in each case
#   --sites yes   every site of talus's calls in place of every call (docs/reliability.md); new: only those
#                 that no case before has; --calls first, on, second, middle, last: of each site only these
#                 calls; --sample N: N of them in each case
build release talus-cli failures.faults failures.preload

sample="${*:-all}"
log=$root/$state/faults.$commit.log
[ "$sample" = all ] || log=$root/$state/faults.$commit.$(printf '%s' "$sample" | tr -c 'a-z0-9' '_').log
status=0
build/release/tests/failures.faults --program "$root/build/release/talus" \
    --preload "$root/build/release/tests/failures.preload.so" \
    --inputs build/release/tests/failures_inputs --log "$log" --jobs "$(job_count)" "$@" \
    >"$state/faults.out" || status=$?
cat "$state/faults.out"
[ "$status" -gt 1 ] || record "faults $sample" "$(tail -n 1 "$state/faults.out")"
echo "log: $log"
exit "$status"
