// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands: rocking blocks.
#include "lab/commands/commands.h"

#include "lab/commands/rocking_tools.h"
#include "lab/study/rocking_fit.h"

const cli_command cli_rocking_commands[] = {
    {.name = "run",
     .run = cli_rocking_run,
     .brief = "simulate the block of a rocking scenario",
     .purpose =
         "Read a scenario of one rocking block (YAML: block, impact, start, ground_motion, "
         "simulation, outputs), simulate its rocking or bouncing and write histories "
         "(history.csv, impacts.csv), a chart (history.svg), summary.json, a 3D replay "
         "(replay.glb) and the resolved scenario. docs/rocking.md, section 11, has the keys.",
     .operands = {{"SCENARIO", CLI_FILE, NULL, "scenario of a rocking block (YAML)"}},
     .options = {OPTION_OUT,
                 OPTION_CHARTS,
                 OPTION_OVERWRITE(),
                 {"set", 0, "KEY=VALUE", CLI_SETTING, NULL, NULL,
                  "override one key of the scenario, e.g. impact.lambda=0.9; repeatable"},
                 OPTION_QUIET,
                 OPTION_JSON},
     .example = "talus-lab run scenarios/rocking/free_rocking.yaml --out out/free"},
    {.name = "stack",
     .run = cli_rocking_stack,
     .brief = "simulate a stack of blocks, shaken or not",
     .purpose =
         "Read a scenario of several blocks that stand on each other or beside each other "
         "(YAML: blocks, base, contact, ground_motion, simulation, outputs): a statue on its "
         "pedestal, the drums of a column, a wall. Simulate how they rock, slide, twist and "
         "fall on a base that may shake or slope, and print which of them stand. "
         "Writes the history of every block (history.csv), a chart (history.svg), "
         "summary.json, a 3D replay (replay.glb) and the resolved scenario. After a block "
         "lands, the motion depends on the time step and does not converge with it: the "
         "largest tilt of one run can be wrong by a factor of three or four. Vary "
         "simulation.time_step_s. docs/stacks.md has the keys.",
     .operands = {{"SCENARIO", CLI_FILE, NULL, "scenario of a stack (YAML)"}},
     .options = {OPTION_OUT,
                 OPTION_CHARTS,
                 OPTION_OVERWRITE(),
                 {"set", 0, "KEY=VALUE", CLI_SETTING, NULL, NULL,
                  "override one key of the scenario, e.g. ground_motion.scale=1.2; repeatable"},
                 OPTION_QUIET,
                 OPTION_JSON},
     .example = "talus-lab stack scenarios/stacks/pedestal.yaml --out out/pedestal"},
    {.name = "schema",
     .run = cli_rocking_schema,
     .brief = "keys of the scenarios of rocking blocks and of stacks",
     .purpose =
         "Print the keys of the scenario of a rocking block, or of a stack: values, units, ranges, "
         "defaults, and one sentence about each. KEY is a section or a key, such as block or "
         "block.width_m; without it all keys are printed. docs/rocking.md describes them.",
     .operands = {OPERAND_KEY},
     .optional = true,
     .options = {{"stack", 0, NULL, CLI_FLAG, NULL, NULL,
                  "the keys of the scenario of a stack (talus-lab stack)"},
                 OPTION_SCHEMA_JSON,
                 OPTION_SCHEMA_MARKDOWN},
     .example = "talus-lab schema impact"},
    {.name = "spectrum",
     .run = cli_rocking_spectrum,
     .brief = "find the shaking that overturns a block",
     .purpose = "Shake a planar rocking block with a pulse of many frequencies and amplitudes, or "
                "blocks of one shape and many sizes with a record, and list which of them stay at "
                "rest, rock, or overturn with or without impacts. Frequencies are relative to "
                "p = sqrt(m g R / J), amplitudes to g tan(alpha), where the block starts to rock. "
                "The amplitudes at which the verdict changes are found to rounding.",
     .options = {ROCKING_SIZE,
                 ROCKING_IMPACT("housner"),
                 {"pulse", 0, "NAME", CLI_CHOICE, cli_pulse_names, "sine", "kind of pulse"},
                 {"cycles", 0, "N", CLI_POSITIVE, NULL, "1", "periods of the pulse"},
                 {"record", 0, "X[,Y[,UP]]", CLI_FILE, NULL, NULL,
                  "strong-motion record instead of a pulse: AT2, SMC, CSV, text",
                  .excludes = {"pulse cycles",
                               " stands for --pulse and --cycles; give one or the other"}},
                 ROCKING_UNIT,
                 ROCKING_ROTATE,
                 ROCKING_BASELINE,
                 {"frequency", 0, "FROM,TO", CLI_NUMBERS, NULL, "0.5,8; record by size",
                  "pulse: frequency / p; record: p of the blocks in rad/s"},
                 {"amplitude", 0, "FROM,TO", CLI_NUMBERS, NULL, "0.5,10; record 0.5,6",
                  "amplitude or peak acceleration / (g tan(alpha))"},
                 {"cells", 0, "NX,NY", CLI_NUMBERS, NULL, "120,90", "cells of the spectrum"},
                 ROCKING_THREADS,
                 ROCKING_OUT,
                 OPTION_CHARTS,
                 OPTION_OVERWRITE()},
     .example = "talus-lab spectrum --size 0.4,1.2 --pulse sine --out out/spectrum"},
    {.name = "fragility",
     .run = cli_rocking_fragility,
     .brief = "estimate the probability that a block overturns",
     .purpose =
         "Scale records or a pulse to many intensities, draw the parameters of the impacts "
         "for each run from their ranges, and print the share of runs that overturn or exceed "
         "a rotation, with a 95 % interval that takes the record as the unit and the "
         "lognormal curve of maximum likelihood. Runs without a verdict count as exceeded. "
         "The same samples serve every intensity. A planar block is shaken by X, a spatial "
         "one by X along its width and Y along its depth; UP shakes both vertically.",
     .operands = {{"RECORD", CLI_FILE, NULL,
                   "strong-motion record X or components X,Y,UP: AT2, SMC, CSV, text"}},
     .repeats = true,
     .optional = true,
     .options = {{"block", 0, "NAME", CLI_CHOICE, cli_block_names, "planar", "kind of block",
                  .excludes = {"records", ": with --records the scenario or the list says it"}},
                 {"size", 0, "W,H or W,D,H", CLI_NUMBERS, NULL, "0.4,1.2; 0.4,0.4,1.2",
                  "full width, depth of a spatial block, and height in metres",
                  .excludes = {"records", ": with --records the scenario or the list says it"}},
                 {"impact", 0, "P=RANGE", CLI_TEXT, NULL,
                  "lam=0.6..1; lam=0.8..1,lat=-0.5..0.5,lon=0.7..1",
                  "planar: housner, ther_kollar, or r, lam, nu, k, e = a value, a..b (uniform) "
                  "or a+-s (normal); spatial: lam, lat, lon, each edge draws its own"},
                 {"pulse", 0, "NAME", CLI_CHOICE, cli_pulse_names, NULL, "pulse instead of records",
                  .excludes = {"records", ": with --records the scenario or the list says it"}},
                 {"cycles", 0, "N", CLI_POSITIVE, NULL, "1", "periods of the pulse",
                  .excludes = {"records", ": with --records the scenario or the list says it"}},
                 {"frequency", 0, "W", CLI_POSITIVE, NULL, "2 p", "of the pulse in rad/s",
                  .excludes = {"records", ": with --records the scenario or the list says it"}},
                 ROCKING_ROTATE,
                 ROCKING_UNIT,
                 ROCKING_BASELINE,
                 {"records", 0, "LIST", CLI_FILE, NULL, NULL,
                  "list of records for a rocking SCENARIO: X[,Y[,UP]] a line"},
                 {"mode", 0, "NAME", CLI_CHOICE, cli_suite_modes, "stripes",
                  "list: every record at every level, records as they are, or capacities",
                  .needs = {"records", " goes with --records LIST"}},
                 {"factor", 0, "F", CLI_POSITIVE, NULL, "1", "of the records of a cloud",
                  .needs = {"records", " goes with --records LIST"}},
                 {"angles", 0, "N", CLI_TEXT, NULL, "1",
                  "list: directions of the records, from --rotate-deg on, or uniform",
                  .needs = {"records", " goes with --records LIST"}},
                 {"bootstrap", 0, "N", CLI_COUNT, NULL, "0",
                  "list: bootstrap replicates of every curve, over the records",
                  .needs = {"records", " goes with --records LIST"}},
                 {"hazard", 0, "FILE", CLI_FILE, NULL, NULL,
                  "list: intensity and annual rate a line, for the annual rate of exceeding",
                  .needs = {"records", " goes with --records LIST"}},
                 {"measure", 0, "NAME", CLI_TEXT, NULL, "pga",
                  "intensity: pga (g), pgv (m/s); list: sa(T) (g), pgd, arias, cav, si, d5_75, "
                  "d5_95"},
                 {"component", 0, "NAME", CLI_CHOICE, cli_suite_components, "rotd50",
                  "list: of pairs, the measure over all directions or of one component",
                  .needs = {"records", " goes with --records LIST"}},
                 {"intensity", 0, "FROM,TO", CLI_NUMBERS, NULL, "0.05,1.5",
                  "first and last intensity"},
                 {"levels", 0, "N", CLI_COUNT, NULL, "30", "intensities"},
                 {"samples", 0, "N", CLI_COUNT, NULL, "300",
                  "runs at each intensity, assigned to the records in turn"},
                 {"exceed", 0, "X[,..]", CLI_TEXT, NULL, "overturning",
                  "count blocks that tilt beyond X alpha; with a list several, and overturned"},
                 {"seed", 0, "S", CLI_COUNT, NULL, "1", "seed of all random numbers"},
                 ROCKING_THREADS,
                 ROCKING_OUT,
                 OPTION_CHARTS,
                 OPTION_OVERWRITE()},
     .example = "talus-lab fragility record.at2 --size 0.4,1.6 --impact lam=0.7..1"},
    {.name = "fit",
     .run = cli_rocking_fit,
     .brief = "fit impact parameters to a measured free rocking test",
     .purpose =
         "Read a table of a test in which a block was tilted about its edge along y at +x and "
         "released. Columns t, wx, wy, wz (a gyroscope on the block; the heading names the "
         "units) give release, tilt and the parameters lam, lat, lon of spatial impacts by "
         "Nelder-Mead from several starts, the out-of-plane motion factor and the angular "
         "velocity reduction factor; columns ax, ay, az, the first attitude. Columns t and "
         "theta give the ratio of planar impacts over the middle half of the response and "
         "after the first impact.",
     .size = sizeof(rocking_fit_case),
     .defaults = cli_fit_defaults,
     .options = {{"data", 0, "FILE", CLI_FILE, NULL, NULL, "the table (CSV)", .required = "",
                  INTO(rocking_fit_case, path)},
                 {"size", 0, "W,D,H", CLI_NUMBERS, NULL, NULL,
                  "full width along x, depth along y and height of the block in metres; W,H "
                  "for theta",
                  .required = "", .least = 2, ABOVE(0, OPEN)},
                 {"gravity", 0, "G", CLI_POSITIVE, NULL, NULL, "m/s2",
                  INTO(rocking_fit_case, gravity)},
                 {"time", 0, "FROM,TO", CLI_NUMBERS, NULL, "all of it",
                  "part of the record in s, up to the next impact of the first edge",
                  SPAN(rocking_fit_case, from, to)},
                 {"starts", 0, "N", CLI_COUNT, NULL, NULL, "Nelder-Mead runs",
                  FROM(1, ROCKING_FIT_STARTS), INTO(rocking_fit_case, search.start_limit)},
                 {"lat", 0, "L", CLI_POSITIVE, NULL, NULL, "largest |lat| of the scan",
                  INTO(rocking_fit_case, search.lat_limit)},
                 {"lam", 0, "L", CLI_POSITIVE, NULL, NULL, "largest lam of the scan",
                  INTO(rocking_fit_case, search.lam_limit)},
                 {"eta-mat", 0, "E", CLI_POSITIVE, NULL, "1",
                  "theta: ratio that the material loses, of tests with edge contact"},
                 {"out", 'o', "DIR", CLI_DIRECTORY, NULL, NULL,
                  "write tables (CSV) and charts here"},
                 OPTION_CHARTS,
                 OPTION_OVERWRITE()},
     .example = "talus-lab fit --data test.csv --size 0.1,0.1,0.4 --out out/fit"},
    {.name = NULL},
};
