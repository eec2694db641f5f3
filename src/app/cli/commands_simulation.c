// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands: scenarios, their runs and rocks.
#include "app/cli/commands.h"
#include "talus/calibrate.h"
#include "talus/init.h"
#include "talus/mesh.h"
#include "talus/study.h"
#include "talus/validate.h"

DEFAULTS_OF(init)
DEFAULTS_OF(sensitivity)
DEFAULTS_OF(calibrate)
DEFAULTS_OF(validate)
DEFAULTS_OF(observe)

static const char *const *calibrate_methods(void)
{
    static const char *const names[] = {"both", "ensemble", "search", NULL};
    return names;
}

#define OPTION_SCHEME                                                                              \
    {                                                                                              \
        "scheme", 0, "NAME", CLI_CHOICE, cli_scheme_names, "simulation.scheme", "rotation scheme"  \
    }
#define SCENARIO                                                                                   \
    {                                                                                              \
        "SCENARIO", CLI_FILE, NULL, "scenario file (YAML)"                                         \
    }

const cli_command cli_simulation_commands[] = {
    {.name = "init",
     .run = cli_init,
     .brief = "make a first scenario from a DEM",
     .purpose =
         "Read a digital elevation model, and maps of sources, forest, ground and objects if there "
         "are any, and write a complete, commented scenario that can be run at once. Missing data "
         "are replaced by guesses. Every guess is printed and written to the file, with its reason "
         "and the data that should replace it. Grounds by slope are written as polygons beside the "
         "scenario. The command asks no questions. docs/init.md has the rules.",
     .operands = {{"DEM", CLI_FILE, NULL,
                   "any raster that GDAL reads; several: tiles of one grid"}},
     .repeats = true,
     OPTIONS_OF(init),
     .options = {{"out", 'o', "FILE", CLI_FILE, NULL, NULL, "scenario to write", .required = ""},
                 {"crs", 0, "CRS", CLI_TEXT, NULL, "as in the file",
                  "coordinate system of the DEM, e.g. EPSG:31287; required where it has none",
                  INTO(talus_init_options, crs)},
                 OPTION_HEIGHT_UNIT(INTO(talus_init_options, height_unit)),
                 {"releases", 0, "FILE", CLI_FILE, NULL, "by slope",
                  "points, lines or polygons where rocks start",
                  INTO(talus_init_options, releases.file)},
                 {"forest", 0, "FILE", CLI_FILE, NULL, "none", "polygons of stands",
                  INTO(talus_init_options, forest.file)},
                 {"ground", 0, "FILE", CLI_FILE, NULL, "by slope", "polygons of grounds",
                  INTO(talus_init_options, ground.file)},
                 {"objects", 0, "FILE", CLI_FILE, NULL, "none", "buildings or roads",
                  INTO(talus_init_options, objects.file)},
                 {"releases-layer", 0, "NAME", CLI_TEXT, NULL, NULL, "layer of that file",
                  INTO(talus_init_options, releases.layer)},
                 {"forest-layer", 0, "NAME", CLI_TEXT, NULL, NULL, "layer of that file",
                  INTO(talus_init_options, forest.layer)},
                 {"ground-layer", 0, "NAME", CLI_TEXT, NULL, "all layers that name a ground",
                  "layer of that file", INTO(talus_init_options, ground.layer)},
                 {"objects-layer", 0, "NAME", CLI_TEXT, NULL, NULL, "layer of that file",
                  INTO(talus_init_options, objects.layer)},
                 {"releases-operation", 0, "PIPELINE", CLI_TEXT, NULL, "chosen",
                  "PROJ pipeline from the coordinates of that file to those of the DEM",
                  INTO(talus_init_options, releases.operation)},
                 {"forest-operation", 0, "PIPELINE", CLI_TEXT, NULL, "chosen", "likewise",
                  INTO(talus_init_options, forest.operation)},
                 {"ground-operation", 0, "PIPELINE", CLI_TEXT, NULL, "chosen", "likewise",
                  INTO(talus_init_options, ground.operation)},
                 {"objects-operation", 0, "PIPELINE", CLI_TEXT, NULL, "chosen", "likewise",
                  INTO(talus_init_options, objects.operation)},
                 {"vectors-crs", 0, "CRS", CLI_TEXT, NULL, NULL,
                  "coordinate system of vector files that have none; dem = that of the DEM",
                  INTO(talus_init_options, vectors_crs)},
                 OPTION_REPLACE(),
                 {"json", 0, NULL, CLI_FLAG, NULL, NULL, "print facts and guesses as JSON"},
                 OPTION_NETWORK(INTO(talus_init_options, allow_network))},
     .example = "talus init dem.tif --forest stands.gpkg -o site.yaml"},
    {.name = "run",
     .run = cli_run,
     .brief = "simulate a scenario and write maps and statistics",
     .purpose = "Simulate all rocks of a scenario and write the result directory: one GeoTIFF per "
                "layer, results.gpkg with trajectories, deposits, impacts and releases, "
                "summary.json, the resolved scenario and the log of warnings. The statistics are "
                "printed on standard output. After Ctrl-C the results so far are written and "
                "marked partial. docs/cluster.md has checkpoints and shards.",
     .operands = {SCENARIO},
     .options = {OPTION_OUT,
                 OPTION_OVERWRITE(),
                 OPTION_THREADS(),
                 OPTION_SEED,
                 OPTION_ROCKS(),
                 OPTION_SCHEME,
                 OPTION_SET,
                 {"dump-hard", 0, "N", CLI_COUNT, NULL, "0",
                  "store the N hardest contact problems of the run in DIR/hard", FROM(0, 9999)},
                 {"checkpoint", 0, "SECONDS", CLI_DURATION, NULL, "outputs.checkpoint_s",
                  "time between two states of the run in DIR/checkpoint; 0 = never"},
                 {"resume", 0, NULL, CLI_FLAG, NULL, NULL,
                  "continue from DIR/checkpoint; only unfinished rocks are run"},
                 {"shard", 0, "I/N", CLI_TEXT, NULL, NULL,
                  "run the I-th of N equal parts, for talus merge; I from 1"},
                 OPTION_NETWORK(),
                 OPTION_PROGRESS,
                 OPTION_QUIET},
     .example = "talus run scenarios/kot.yaml --out out/kot --set ground.0.preset=hard"},
    {.name = "merge",
     .run = cli_merge,
     .brief = "combine the shards of a run",
     .purpose = "Combine the result directories of shards (talus run --shard), or of merges that "
                "allowed missing rocks, into the result directory that one run over all rocks "
                "would write: the same rasters, features and statistics. The first DIR says where "
                "the scenario and its files are. docs/cluster.md has more.",
     .operands = {RESULTS},
     .repeats = true,
     .options = {{"out", 'o', "DIR", CLI_DIRECTORY, NULL, NULL, "result directory", .required = ""},
                 OPTION_OVERWRITE(),
                 {"allow-missing", 0, NULL, CLI_FLAG, NULL, NULL,
                  "merge the shards that exist, marked partial; more can be merged later"},
                 OPTION_NETWORK(),
                 OPTION_QUIET},
     .example = "talus merge out/kot/shard_* -o out/kot"},
    {.name = "compare",
     .run = cli_compare,
     .brief = "compare schemes, time steps, breaking, models on the same rocks",
     .purpose =
         "Run the same releases under each given scheme and time step, on request without and with "
         "fragmentation, and compare each variant "
         "with the first one, rock by rock: ratios of the means with 95 % confidence intervals, "
         "paired differences, tests of the distributions, lateral spread, axis shares, screens, "
         "computing time. Writes comparison.json, rocks.csv, difference rasters, SVG charts, a map "
         "with the "
         "outline of every variant, and a result directory per variant. docs/compare.md explains "
         "the numbers. After Ctrl-C the results so far are written and marked partial.",
     .operands = {SCENARIO},
     .options =
         {{"schemes", 0, "NAMES", CLI_TEXT, NULL, "explicit,midpoint,exact",
           "rotation schemes with commas, or all; the first one is the reference",
           .excludes = {"models"}},
          {"time-steps", 0, "S,...", CLI_TEXT, NULL, "simulation.time_step_s",
           "time steps in seconds, every scheme runs with each", .excludes = {"models"}},
          {"fragmentation", 0, NULL, CLI_FLAG, NULL, NULL,
           "run each variant without fragmentation and with that of the scenario; the scheme "
           "is the scenario's unless --schemes names some",
           .excludes = {"models"}},
          {"rock", 'r', "I", CLI_COUNT, NULL, "0",
           "index of the rock whose motion is drawn, from 0", .excludes = {"models"}},
          {"envelope", 0, "P|LAYER", CLI_TEXT, NULL, "0.01",
           "reach probability whose outline the maps show; or a layer, drawn under the "
           "outline of all reached cells (LAYER=VALUE: of the cells that reach the value)"},
          {"models", 0, "NAMES", CLI_TEXT, NULL, "none",
           "compare models instead of schemes: hard, soil, lumped, energyline, with commas"},
          {"energy-line", 0, "DEG", CLI_POSITIVE, NULL, "33", "angle of the model energyline"},
          OPTION_JSON,
          {"out", 'o', "DIR", CLI_DIRECTORY, NULL, "compare in outputs.dir of the scenario",
           "directory of the comparison"},
          OPTION_OVERWRITE(),
          OPTION_THREADS(),
          OPTION_SEED,
          OPTION_ROCKS(),
          OPTION_SET,
          OPTION_NETWORK(),
          OPTION_PROGRESS,
          OPTION_QUIET},
     .example = "talus compare scenarios/ramp.yaml --schemes explicit,midpoint -o out/compare"},
    {.name = "sensitivity",
     .run = cli_sensitivity,
     .brief = "how results depend on DEM, time step, ground and forest",
     .purpose =
         "Run the scenario again with the same rocks and one change at a time: a DEM 2 and 4 times "
         "coarser, half and twice the time step, the other contact detection, every ground one "
         "preset softer and harder, no forest. Shows by how much run-out, energy, reach area and "
         "the figures at every screen change, with 95 % intervals, the largest change first. "
         "Writes sensitivity.json, comparison.json, rocks.csv, a tornado chart, rasters and maps "
         "of "
         "change, and a result directory per variant. docs/sensitivity.md "
         "explains the numbers. After Ctrl-C the results so far are written and marked partial.",
     .operands = {SCENARIO},
     OPTIONS_OF(sensitivity),
     .options = {{"variants", 0, "NAME,...", CLI_NAMES, talus_sensitivity_variants, "all",
                  "changes, with commas"},
                 {"reach", 0, "P", CLI_POSITIVE, NULL, NULL,
                  "reach probability from which a cell belongs to the reach area",
                  INTO(talus_sensitivity_options, reach), ABOVE(0, 1)},
                 {"out", 'o', "DIR", CLI_DIRECTORY, NULL, "sensitivity in outputs.dir",
                  "directory of the study"},
                 OPTION_OVERWRITE(),
                 OPTION_THREADS(),
                 OPTION_SEED,
                 OPTION_ROCKS(),
                 OPTION_SET,
                 OPTION_NETWORK(),
                 OPTION_PROGRESS,
                 OPTION_QUIET},
     .example = "talus sensitivity scenarios/kot.yaml --rocks 500 -o out/sensitivity"},
    {.name = "calibrate",
     .run = cli_calibrate,
     .brief = "find parameters of a scenario from observed deposits",
     .purpose = "Back-analysis: simulate the scenario with many values of the given parameters, "
                "compare simulated and observed deposits, and report what the deposits say about "
                "each parameter: best values, posterior intervals, correlations, parameters that "
                "they do not constrain, and a check on deposits that were held "
                "out. Writes calibration.csv, posterior.csv, draws.csv, summary.json, best.yaml "
                "and SVG charts. docs/calibrate.md explains the numbers.",
     .operands = {SCENARIO},
     OPTIONS_OF(calibrate),
     .options = {{"observed", 0, "FILE", CLI_FILE, NULL, NULL,
                  "points where rocks stopped (GeoPackage, shapefile, GeoJSON, CSV)",
                  INTO(talus_calibrate_options, observed), .required = "case",
                  .excludes = {"case"}},
                 {"parameter", 'p', "KEY=LOW:HIGH[:log]", CLI_TEXT, NULL, NULL,
                  "key of the scenario and the bounds of its value, e.g. ground.0.mu_min=0.2:0.6; "
                  "repeatable",
                  .required = ""},
                 {"layer", 'l', "NAME", CLI_TEXT, NULL, "the first", "layer of FILE",
                  INTO(talus_calibrate_options, layer), .excludes = {"case"}},
                 {"where", 0, "FILTER", CLI_TEXT, NULL, "all", "attribute filter on its features",
                  INTO(talus_calibrate_options, where), .excludes = {"case"}},
                 {"release-field", 0, "NAME", CLI_TEXT, NULL, "release",
                  "field that names the release of a deposit; optional",
                  INTO(talus_calibrate_options, release_field), .excludes = {"case"}},
                 {"volume-field", 0, "NAME", CLI_TEXT, NULL, "volume_m3",
                  "field with the volume of a deposit in m3, compared too; optional, and unasked "
                  "only where rocks may break or start together",
                  INTO(talus_calibrate_options, volume_field), .excludes = {"case"}},
                 {"operation", 0, "PIPELINE", CLI_TEXT, NULL, "the most accurate one for the place",
                  "PROJ pipeline from the coordinates of FILE to those of the DEM",
                  INTO(talus_calibrate_options, operation), .excludes = {"case"}},
                 {"assume-metres", 0, NULL, CLI_FLAG, NULL, NULL,
                  "coordinates of a FILE without coordinate system are those of the DEM",
                  INTO(talus_calibrate_options, assume_crs), .excludes = {"case"}},
                 {"method", 'm', "NAME", CLI_CHOICE, calibrate_methods, NULL,
                  "ensemble: posterior; search: best values only",
                  INTO(talus_calibrate_options, method), .excludes = {"case"}},
                 {"evaluations", 'n', "N", CLI_COUNT, NULL, NULL,
                  "simulations of the scenario; 28 more check the result",
                  INTO(talus_calibrate_options, evaluations)},
                 {"hold-out", 0, "SHARE", CLI_TEXT, NULL, "0.3; with --case 0.5",
                  "share of the deposits or rows held out for the check; 0 = none"},
                 {"case", 0, NULL, CLI_FLAG, NULL, NULL,
                  "SCENARIO is a case file of talus validate: calibrate on all its measurements "
                  "instead of --observed",
                  .needs = {"out", " needs a directory: --out DIR"}},
                 {"replicates", 0, "N", CLI_COUNT, NULL, NULL,
                  "with --case: simulations of each row in an evaluation",
                  INTO(talus_calibrate_options, replicates)},
                 {"out", 'o', "DIR", CLI_DIRECTORY, NULL,
                  "calibrate in outputs.dir of the scenario", "directory of the calibration"},
                 OPTION_OVERWRITE(INTO(talus_calibrate_options, overwrite)),
                 OPTION_THREADS(INTO(talus_calibrate_options, threads)),
                 OPTION_SEED,
                 OPTION_ROCKS(.excludes = {"case"}),
                 OPTION_SET,
                 OPTION_NETWORK(INTO(talus_calibrate_options, allow_network)),
                 OPTION_PROGRESS,
                 OPTION_QUIET},
     .example = "talus calibrate slope.yaml --observed rocks.gpkg -p ground.0.mu_min=0.2:0.6"},
    {.name = "validate",
     .run = cli_validate,
     .brief = "score the simulation of measured runs, impacts and tracks",
     .purpose =
         "Simulate the measured runs, single impacts and tracks of a case file many times, and "
         "score the simulation: bias, Kolmogorov-Smirnov distance, CRPS or energy score, PIT, and "
         "skill over climatology and over a point mass with 90 % intervals. The exit code is 0 for "
         "any scores, and 2 for a bad case. With --out, index.html and validation.json are "
         "written; otherwise nothing. docs/validate.md explains the case file and the numbers.",
     .operands = {{"CASE", CLI_FILE, NULL, "case file (YAML)"}},
     OPTIONS_OF(validate),
     .options = {OPTION_JSON,
                 {"replicates", 'n', "N", CLI_COUNT, NULL, NULL,
                  "simulations of each run and impact", INTO(talus_validate_options, replicates)},
                 {"seed", 0, "S", CLI_COUNT, NULL, NULL, "seed of all random numbers",
                  INTO(talus_validate_options, seed)},
                 {"out", 'o', "DIR", CLI_DIRECTORY, NULL, "nothing is written",
                  "directory of the page", INTO(talus_validate_options, directory)},
                 OPTION_OVERWRITE(INTO(talus_validate_options, overwrite)),
                 OPTION_THREADS(INTO(talus_validate_options, threads)),
                 OPTION_NETWORK(INTO(talus_validate_options, allow_network)),
                 OPTION_QUIET},
     .example = "talus validate tschamut.yaml --replicates 50 --out out/tschamut"},
    {.name = "observe",
     .run = cli_observe,
     .brief = "find flights and impacts in a table of tracks",
     .purpose =
         "Find flights and impacts in a table of positions over time, measured or "
         "simulated: columns run, t, x, y, z, wx, wy, wz, of which t, x, y, z are required, "
         "or a log of talus replay. Prints a line per run. With a DEM or a scenario, impacts "
         "also have normals, and jumps have heights above the terrain. With --out, "
         "observed.json, flights.csv, impacts.csv and impacts.svg are written; otherwise "
         "nothing. docs/validate.md, section 3, defines the numbers.",
     .operands = {{"TABLE", CLI_FILE, NULL, "table of tracks (CSV)"}},
     OPTIONS_OF(observe),
     .options = {OPTION_JSON,
                 {"dem", 0, "FILE", CLI_FILE, NULL, "no terrain",
                  "DEM in the coordinates of the table", INTO(talus_observe_options, dem)},
                 OPTION_HEIGHT_UNIT(INTO(talus_observe_options, height_unit)),
                 {"scenario", 0, "FILE", CLI_FILE, NULL, "no terrain",
                  "scenario that gives terrain and rocks", INTO(talus_observe_options, scenario)},
                 {"diameter", 0, "M", CLI_POSITIVE, NULL, "of the scenario's rock, else 0",
                  "diameter of the rock in m, over which normals are averaged",
                  INTO(talus_observe_options, diameter)},
                 {"noise", 0, "M", CLI_DURATION, NULL, "estimated from the table",
                  "standard deviation of a position in m", INTO(talus_observe_options, noise)},
                 {"gravity", 0, "G", CLI_POSITIVE, NULL, "of the scenario, else 9.81",
                  "gravity in m/s2", INTO(talus_observe_options, gravity)},
                 {"ground-heights", 0, NULL, CLI_FLAG, NULL, NULL,
                  "z is the ground below the rock: add half a diameter",
                  INTO(talus_observe_options, is_ground)},
                 {"out", 'o', "DIR", CLI_DIRECTORY, NULL, "nothing is written",
                  "directory of the tables", INTO(talus_observe_options, directory)},
                 OPTION_OVERWRITE(INTO(talus_observe_options, overwrite)),
                 OPTION_NETWORK(INTO(talus_observe_options, allow_network)),
                 OPTION_QUIET},
     .example = "talus observe tracks.csv --dem slope.tif --diameter 0.8 --out out/tracks"},
    {.name = "check",
     .run = cli_check,
     .brief = "check a scenario and print the values derived from it",
     .purpose =
         "Read a scenario and all its files, report all problems together with file, line and "
         "column, and print derived values: terrain, rocks with mass and moments, releases with "
         "the ground under them, time steps, memory. Nothing is simulated or written.",
     .operands = {SCENARIO},
     .options = {OPTION_SEED, OPTION_ROCKS(), OPTION_SCHEME, OPTION_SET, OPTION_NETWORK()},
     .example = "talus check scenarios/kot.yaml"},
    {.name = "schema",
     .run = cli_schema,
     .brief = "keys of scenario files and rule packs",
     .purpose = "Print the keys of a scenario file: values, units, ranges, defaults, and one "
                "sentence about each. KEY is a section or a key, such as releases or "
                "releases.height_m; without it all keys are printed. docs/scenario.md describes "
                "them, docs/hazard.md those of rule packs.",
     .operands = {OPERAND_KEY},
     .optional = true,
     .options = {{"rules", 0, NULL, CLI_FLAG, NULL, NULL, "print the keys of a rule pack"},
                 OPTION_SCHEMA_JSON,
                 OPTION_SCHEMA_MARKDOWN},
     .example = "talus schema releases.frequency"},
    {.name = "rock",
     .run = cli_rock,
     .brief = "build, inspect or convert a rock shape",
     .purpose =
         "Take a built-in shape or a file of points or triangles (.obj, .stl, .ply, .xyz), form "
         "its convex hull and print volume, mass, principal moments and dimensions. With --out, "
         "write the hull as a mesh in its principal frame with the centre of mass at the origin.",
     .operands = {{"SHAPE", CLI_FILE, talus_rock_builder_names,
                   "name of a built-in shape, or a file"}},
     .options = {{"size", 0, "X,Y,Z", CLI_LENGTHS, NULL, "1 m long, the shape's own proportions",
                  "outer dimensions in metres of a built-in shape; one number = the longest"},
                 {"sides", 0, "N", CLI_COUNT, NULL, "6; icosphere 1",
                  "sides of a prism, or subdivision level of an icosphere"},
                 {"unit", 0, "NAME", CLI_CHOICE, talus_mesh_unit_names, "m",
                  "unit of the coordinates of a file"},
                 {"density", 0, "RHO", CLI_POSITIVE, NULL, "2700", "density in kg/m3"},
                 {"mass", 0, "M", CLI_POSITIVE, NULL, "density x volume",
                  "mass in kg; together with --density it fixes the volume"},
                 {"volume", 0, "V", CLI_POSITIVE, NULL, "of the shape as given",
                  "volume in m3: the shape is scaled to it"},
                 {"vertices", 0, "N", CLI_COUNT, NULL, "all of the hull",
                  "simplify the hull to N vertices (4 to 256) with the same volume and mass, and "
                  "print what changes"},
                 {"out", 'o', "FILE", CLI_FILE, NULL, NULL,
                  "write the hull as .obj, .stl, .ply or .xyz"},
                 OPTION_REPLACE(),
                 OPTION_JSON},
     .example = "talus rock eota221 --size 0.93,0.93,0.47 --mass 780 --out wheel.obj"},
    {.name = "replay",
     .run = cli_replay,
     .brief = "run one rock of a run again and log every step",
     .purpose = "Run one rock of a finished run again from the scenario stored in its result "
                "directory, with the same bits, and write every time step as CSV: time, position "
                "(world coordinates), orientation, velocities, contacts, gap, energies and energy "
                "balance. The CSV goes to standard output unless --log or --gltf is given; a "
                "summary of the rock goes to standard error.",
     .operands = {RESULTS},
     .options = {{"rock", 'r', "I", CLI_COUNT, NULL, "0", "index of the rock, from 0"},
                 {"log", 0, "FILE.csv", CLI_FILE, NULL, "standard output", "write the log here"},
                 {"gltf", 0, "FILE.gltf", CLI_FILE, NULL, NULL,
                  "write the motion as glTF 2.0: rock, animation, terrain around the path"},
                 OPTION_REPLACE(),
                 OPTION_NETWORK(),
                 OPTION_QUIET},
     .example = "talus replay out/kot --rock 17 --log rock17.csv --gltf rock17.gltf"},
    {.name = NULL},
};
