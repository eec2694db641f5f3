// SPDX-License-Identifier: GPL-3.0-or-later
// The commands whose calls are made to fail.
#include "failures.h"

#define LAYERS "--threads 2 --set outputs.layers=[passages,kinetic_energy_p95]"
#define SMALL "plane.yaml --rocks 6 " LAYERS
// sixty evaluations, the least that calibrate takes: each as small as can be
#define SMALLEST "plane.yaml --rocks 3 --set simulation.time_step_s=0.007 " LAYERS

const failures_case failures_cases[] = {
    {.name = "run",
     .command = "run rich.yaml --out @out --threads 2 --checkpoint 0.01 --dump-hard 3",
     .again = "run rich.yaml --out @out --threads 2 --checkpoint 0.01 --dump-hard 3 --resume"},
    // the result of another run stands there
    {.name = "again",
     .steps =
         {"run rich.yaml --out @first --threads 2 --seed 2 --set screens.0.name=ridge --quiet"},
     .earlier = "@first",
     .command = "run rich.yaml --out @out --threads 2 --quiet"},
    // what a merge lacks is run into it
    {.name = "resume",
     .steps = {"run rich.yaml --out @second --shard 1/3 --threads 2 --quiet",
               "run rich.yaml --out @third --shard 3/3 --threads 2 --quiet",
               "merge @second @third --out @first --allow-missing --quiet"},
     .earlier = "@first",
     .command = "run rich.yaml --out @out --threads 2 --resume --checkpoint 0.01"},
    {.name = "merge",
     // which is told that a name differs
     .steps = {"run rich.yaml --out @first --shard 1/2 --threads 2 --quiet",
               "run rich.yaml --out @second --shard 2/2 --threads 2 --quiet --set title=other"},
     .command = "merge @first @second --out @out"},
    {.name = "compare", .command = "compare " SMALL " --schemes explicit,midpoint --out @out"},
    {.name = "calibrate",
     .steps = {"run " SMALL " --out @first --quiet"},
     .command =
         "calibrate " SMALLEST " --observed @first/results.gpkg --layer deposits --parameter "
         "ground.0.mu_min=0.2:0.8 --evaluations 60 --hold-out 0 --out @out"},
    // of talus-lab
    {.name = "rocking", .command = "run free_rocking.yaml --out @out", .is_named = true},
    {.name = "rock", .command = "rock block.obj --density 2700 --json", .prints = true},
};
const size_t failures_case_count = sizeof failures_cases / sizeof failures_cases[0];
