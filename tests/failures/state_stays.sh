#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The last files that a run removes, its state and the folder of that, cannot be removed: the run says so, or
# nothing of them is left.
. "$SOURCE/tests/cli/lib.sh"
run="$TALUS run $SOURCE/scenarios/plane.yaml --rocks 20 --threads 1 --checkpoint 3600 --quiet"
expect_exit 0 env LD_PRELOAD="$PRELOAD" TALUS_FAULT_REPORT=report $run --out whole
count=$(sed -n 's/^count own unlink //p' report)
[ "$count" -ge 4 ] || fail "only $count files were removed"
told=0
for call in $(seq $((count - 5)) "$count"); do
    rm -rf failed report
    code=0
    env LD_PRELOAD="$PRELOAD" TALUS_FAULT="own unlink $call once" TALUS_FAULT_REPORT=report $run --out failed \
        >out 2>err || code=$?
    grep -q '^hit' report || fail "call $call was not made"
    case $code in
    0)
        rm -rf failed/unfinished.part # it goes with the next run
        same_results whole failed
        ;;
    3)
        told=$((told + 1))
        expect_line err 'could not be removed'
        ;;
    *) fail "exit code $code when the removal of file $call fails" ;;
    esac
done
# the state and its folder, at least
[ $told -ge 2 ] || fail "$told of the last six failures were told"
finish
