#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Kot and the ramp with 10 000 rocks under both detections: no unsolved contact problem, no rock below
# ground, residuals at 1e-10.
. "$SOURCE/tests/cli/lib.sh"
for scenario in kot ramp; do
    for detection in published two_way; do
        run=$scenario.$detection
        expect_exit 0 "$TALUS" run "$SOURCE/scenarios/$scenario.yaml" --rocks 10000 --out "$work/$run" \
            --set terrain.detection=$detection --set outputs.trajectories=0
        holds "$(value_of "$run" rocks) == 10000"
        holds "$(value_of "$run" contact.unsolved) == 0"
        holds "$(value_of "$run" contact.worst_residual) <= 1.0000001e-10"
        holds "$(value_of "$run" below_ground) == 0"
        holds "$(value_of "$run" outcomes.diverged) == 0"
        holds "$(value_of "$run" outcomes.stopped) >= 9500"
        holds "$(value_of "$run" energy.worst_ledger_residual_rel) <= 1e-10"
    done
done
finish
