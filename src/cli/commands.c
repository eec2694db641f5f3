// SPDX-License-Identifier: GPL-3.0-or-later
// The table itself: every command with its operands, options, defaults and example.
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/rocking_commands.h"
#include "cli/rocking_spatial_commands.h"
#include "study/scenes.h"
#include "talus/output.h"
#include "talus/rotation.h"
#include "talus/shape.h"

static const char *const *scheme_names(void)
{
    static const char *const names[] = {
#define NAME(enumerator, name, doc) name,
        TALUS_SCHEME_LIST(NAME)
#undef NAME
            NULL};
    return names;
}

static const char *const *system_solver_names(void)
{
    static const char *const names[] = {
#define NAME(enumerator, name, doc) name,
        TALUS_SYSTEM_SOLVER_LIST(NAME)
#undef NAME
            NULL};
    return names;
}

static const char *const *axis_names(void)
{
    static const char *const names[] = {"major", "intermediate", "minor", NULL};
    return names;
}

static const char *const *plane_names(void)
{
    static const char *const names[] = {"step", "body", NULL};
    return names;
}

static const char *const *quantity_names(void)
{
    static const char *const names[] = {"growth", "modulus", "drift", NULL};
    return names;
}

static const char *const *calibrate_methods(void)
{
    static const char *const names[] = {"both", "ensemble", "search", NULL};
    return names;
}

static const char *const *scene_names(void)
{
    static const char *const names[] = {
#define NAME(id, name, file, rocks, doc) name,
        STUDY_SCENE_LIST(NAME)
#undef NAME
            NULL};
    return names;
}

#define OPTION_OUT                                                                                 \
    {                                                                                              \
        "out", 'o', "DIR", CLI_DIRECTORY, NULL, "outputs.dir of the scenario",                     \
            "result directory; sets outputs.dir"                                                   \
    }
#define OPTION_THREADS                                                                             \
    {                                                                                              \
        "threads", 0, "N", CLI_COUNT, NULL, "simulation.threads, 0 = all cores",                   \
            "worker threads; the results do not depend on it"                                      \
    }
#define OPTION_SEED                                                                                \
    {                                                                                              \
        "seed", 0, "S", CLI_COUNT, NULL, "seed of the scenario", "seed of all random numbers"      \
    }
#define OPTION_ROCKS                                                                               \
    {                                                                                              \
        "rocks", 0, "N", CLI_COUNT, NULL, "releases.*.rocks of the scenario",                      \
            "total number of rocks, dealt to the releases in proportion to their own numbers"      \
    }
#define OPTION_SCHEME                                                                              \
    {                                                                                              \
        "scheme", 0, "NAME", CLI_CHOICE, scheme_names, "simulation.scheme", "rotation scheme"      \
    }
#define OPTION_SET                                                                                 \
    {                                                                                              \
        "set", 0, "KEY=VALUE", CLI_SETTING, NULL, NULL,                                            \
            "override one key of the scenario, e.g. ground.0.preset=hard; repeatable"              \
    }
#define OPTION_QUIET                                                                               \
    {                                                                                              \
        "quiet", 'q', NULL, CLI_FLAG, NULL, NULL,                                                  \
            "no progress, no warnings, no table; errors only"                                      \
    }
#define OPTION_JSON                                                                                \
    {                                                                                              \
        "json", 0, NULL, CLI_FLAG, NULL, NULL, "print JSON instead of a table"                     \
    }
#define OPTION_TOLERANCE                                                                           \
    {                                                                                              \
        "tolerance", 0, "E", CLI_POSITIVE, NULL, "1e-8",                                           \
            "error up to which a problem counts as solved: natural map over the norm of q"         \
    }
#define CONTACT_PROBLEMS                                                                           \
    {                                                                                              \
        "FILE", CLI_FILE, NULL, "contact problem: text, FCLIB (HDF5), or either in gzip"           \
    }
#define SCENARIO                                                                                   \
    {                                                                                              \
        "SCENARIO", CLI_FILE, NULL, "scenario file (YAML)"                                         \
    }
#define RESULTS                                                                                    \
    {                                                                                              \
        "DIR", CLI_DIRECTORY, NULL, "result directory of a run"                                    \
    }

#define DEM                                                                                        \
    {                                                                                              \
        "DEM", CLI_FILE, NULL, "any raster that GDAL reads"                                        \
    }
#define OPTION_RASTER                                                                              \
    {                                                                                              \
        "out", 'o', "FILE.tif", CLI_FILE, NULL, NULL, "raster to write, required"                  \
    }
#define OPTIONS_DEM                                                                                \
    {"crs", 0, "CRS", CLI_TEXT, NULL, "as in the file", "coordinate system, e.g. EPSG:31287"},     \
        {"reproject",                                                                              \
         0,                                                                                        \
         "CRS",                                                                                    \
         CLI_TEXT,                                                                                 \
         NULL,                                                                                     \
         "none",                                                                                   \
         "warp to this coordinate system; auto = the matching UTM zone"},                          \
    {                                                                                              \
        "assume-metres", 0, NULL, CLI_FLAG, NULL, NULL,                                            \
            "treat a missing coordinate system as metres"                                          \
    }

static const cli_command commands[] = {
    {.name = "run",
     .run = cli_run,
     .brief = "simulate a scenario and write maps and statistics",
     .purpose = "Simulate all rocks of a scenario and write the result directory: one GeoTIFF per "
                "layer, results.gpkg with trajectories, deposits, impacts and releases, "
                "summary.json, the resolved scenario and the log of warnings. The statistics are "
                "printed on standard output. Ctrl-C writes what is done, marked partial. "
                "docs/cluster.md has checkpoints and shards.",
     .operands = {SCENARIO},
     .options = {OPTION_OUT,
                 OPTION_THREADS,
                 OPTION_SEED,
                 OPTION_ROCKS,
                 OPTION_SCHEME,
                 OPTION_SET,
                 {"dump-hard", 0, "N", CLI_COUNT, NULL, "0",
                  "store the N hardest contact problems met in DIR/hard"},
                 {"checkpoint", 0, "SECONDS", CLI_POSITIVE, NULL, "outputs.checkpoint_s",
                  "time between two states of the run in DIR/checkpoint"},
                 {"resume", 0, NULL, CLI_FLAG, NULL, NULL,
                  "go on from DIR/checkpoint; only unfinished rocks are run"},
                 {"shard", 0, "I/N", CLI_TEXT, NULL, NULL,
                  "run the I-th of N equal parts, for talus merge; I from 1"},
                 OPTION_QUIET},
     .example = "talus run scenarios/kot.yaml --out out/kot --set ground.0.preset=hard"},
    {.name = "merge",
     .run = cli_merge,
     .brief = "add up the shards of a run",
     .purpose =
         "Add up the result directories of shards (talus run --shard), or of merges that "
         "allowed missing rocks, to the result directory that one run over all rocks writes: "
         "the same rasters, features and statistics. The scenario and its files are read "
         "from where the first DIR says. docs/cluster.md has more.",
     .operands = {RESULTS},
     .repeats = true,
     .options = {{"out", 'o', "DIR", CLI_DIRECTORY, NULL, NULL, "result directory, required"},
                 {"allow-missing", 0, NULL, CLI_FLAG, NULL, NULL,
                  "merge what there is, marked partial; more can be merged later"},
                 OPTION_QUIET},
     .example = "talus merge out/kot/shard_* -o out/kot"},
    {.name = "compare",
     .run = cli_compare,
     .brief = "the same rocks under several schemes and time steps",
     .purpose =
         "Run the same releases under every scheme and time step named and compare each variant "
         "with the first one, rock by rock: ratios of the means with 95 % confidence intervals, "
         "paired differences, tests of the distributions, lateral spread, axis shares, computing "
         "time. Writes comparison.json, rocks.csv, difference rasters, SVG charts, a map with the "
         "outline of every variant, and a result directory per variant. docs/compare.md explains "
         "the numbers. Ctrl-C writes what is done, marked partial.",
     .operands = {SCENARIO},
     .options = {{"schemes", 0, "NAMES", CLI_TEXT, NULL, "explicit,midpoint,exact",
                  "rotation schemes with commas, or all; the first one is the reference"},
                 {"time-steps", 0, "S,...", CLI_TEXT, NULL, "simulation.time_step_s",
                  "time steps in seconds, every scheme runs with each"},
                 {"rock", 'r', "I", CLI_COUNT, NULL, "0",
                  "index of the rock whose motion is drawn, from 0"},
                 {"envelope", 0, "P", CLI_POSITIVE, NULL, "0.01",
                  "reach probability whose outline the maps show"},
                 {"out", 'o', "DIR", CLI_DIRECTORY, NULL, "compare in outputs.dir of the scenario",
                  "directory of the comparison"},
                 OPTION_THREADS,
                 OPTION_SEED,
                 OPTION_ROCKS,
                 OPTION_SET,
                 OPTION_QUIET},
     .example = "talus compare scenarios/ramp.yaml --schemes explicit,midpoint -o out/compare"},
    {.name = "sensitivity",
     .run = cli_sensitivity,
     .brief = "what results hang on: DEM, time step, ground, forest",
     .purpose =
         "Run the scenario again with one thing changed at a time, the same rocks each time: DEM 2 "
         "and 4 times coarser, half and twice the time step, the other contact detection, every "
         "ground one preset softer and harder, without forest. Tells by how much run-out, energy, "
         "reach area and the figures at every screen change, with 95 % intervals, the largest "
         "change first. Writes sensitivity.json, comparison.json, rocks.csv, a tornado chart, "
         "rasters and maps of change, and a result directory per variant. docs/sensitivity.md "
         "explains the numbers. Ctrl-C writes what is done, marked partial.",
     .operands = {SCENARIO},
     .options = {{"variants", 0, "NAME,...", CLI_TEXT, NULL, "all",
                  "of dem_x2, dem_x4, step_half, step_double, detection, ground_softer, "
                  "ground_harder, no_forest"},
                 {"reach", 0, "P", CLI_POSITIVE, NULL, "0.01",
                  "reach probability from which on a cell belongs to the reach area"},
                 {"out", 'o', "DIR", CLI_DIRECTORY, NULL, "sensitivity in outputs.dir",
                  "directory of the study"},
                 OPTION_THREADS,
                 OPTION_SEED,
                 OPTION_ROCKS,
                 OPTION_SET,
                 OPTION_QUIET},
     .example = "talus sensitivity scenarios/kot.yaml --rocks 500 -o out/sensitivity"},
    {.name = "calibrate",
     .run = cli_calibrate,
     .brief = "find parameters of a scenario from observed deposits",
     .purpose =
         "Back-analysis: simulate the scenario with many values of the parameters named, compare "
         "where rocks stop with where they were found, and write what the deposits say about each "
         "parameter: best values, posterior intervals, correlations, sentences on what is not "
         "constrained, and a check on deposits that were held out. Writes calibration.csv, "
         "posterior.csv, summary.json, best.yaml and SVG charts. docs/calibrate.md explains the "
         "numbers.",
     .operands = {SCENARIO},
     .options = {{"observed", 0, "FILE", CLI_FILE, NULL, NULL,
                  "points where rocks stopped (GeoPackage, shapefile, GeoJSON, CSV), required"},
                 {"parameter", 'p', "KEY=LOW:HIGH[:log]", CLI_TEXT, NULL, NULL,
                  "number of the scenario to find between bounds, e.g. ground.0.mu_min=0.2:0.6; "
                  "repeatable, required"},
                 {"layer", 'l', "NAME", CLI_TEXT, NULL, "the first", "layer of FILE"},
                 {"where", 0, "FILTER", CLI_TEXT, NULL, "all", "attribute filter on its features"},
                 {"release-field", 0, "NAME", CLI_TEXT, NULL, "release",
                  "field that names the release a deposit comes from; not needed"},
                 {"assume-metres", 0, NULL, CLI_FLAG, NULL, NULL,
                  "coordinates of a FILE without coordinate system are those of the DEM"},
                 {"method", 'm', "NAME", CLI_CHOICE, calibrate_methods, "both",
                  "ensemble (posterior), search (best values only), or both"},
                 {"evaluations", 'n', "N", CLI_COUNT, NULL, "300",
                  "simulations of the scenario; 28 more judge the result"},
                 {"hold-out", 0, "SHARE", CLI_TEXT, NULL, "0.3",
                  "share of the deposits kept back for the check; 0 = none"},
                 {"out", 'o', "DIR", CLI_DIRECTORY, NULL,
                  "calibrate in outputs.dir of the scenario", "directory of the calibration"},
                 OPTION_THREADS,
                 OPTION_SEED,
                 OPTION_ROCKS,
                 OPTION_SET,
                 OPTION_QUIET},
     .example = "talus calibrate slope.yaml --observed rocks.gpkg -p ground.0.mu_min=0.2:0.6"},
    {.name = "check",
     .run = cli_check,
     .brief = "validate a scenario and print what follows from it",
     .purpose =
         "Read a scenario and everything it names, report all problems with file, line and column "
         "in one go, and print the derived values: terrain, rocks with mass and moments, releases "
         "with the ground under them, time steps, memory. Nothing is simulated or written.",
     .operands = {SCENARIO},
     .options = {OPTION_SEED, OPTION_ROCKS, OPTION_SCHEME, OPTION_SET},
     .example = "talus check scenarios/kot.yaml"},
    {.name = "map",
     .run = cli_map,
     .brief = "draw a layer of a result directory as PNG",
     .purpose = "Draw one layer over the hillshade of its terrain, with screens and objects, "
                "legend, scale bar, north arrow and the attribution of the terrain. Layers are the "
                "rasters of the directory by their names, talus map DIR --list tells which there "
                "are. Of every run: reach_probability, passages, deposits, kinetic_energy_p95, "
                "speed_max, ... and sources_<screen or object>. Of a scenario with the section "
                "'hazard' (docs/hazard.md): zones, the hazard zones as polygons in the colours of "
                "the rules, with sources and a legend of what makes each zone; intensity_rp30, "
                "..., the classes of a return period; kinetic_energy_rp30, jump_height_rp30, ..., "
                "what is exceeded once in so many years; annual_frequency, "
                "annual_frequency_e30_kj, annual_frequency_h4_m, ..., rocks per year. "
                "Probabilities such as kinetic_energy_exceeds_30_kj are conditional, given a "
                "release; the legend says which of the two a number is.",
     .operands = {RESULTS},
     .options = {{"layer", 'l', "NAME", CLI_LAYER, talus_output_layer_names, "reach_probability",
                  "layer to draw, e.g. zones"},
                 {"list", 0, NULL, CLI_FLAG, NULL, NULL,
                  "print the layers that DIR has and what they show; draw nothing"},
                 {"out", 'o', "FILE.png", CLI_FILE, NULL, "LAYER.png in the result directory",
                  "picture to write"},
                 {"width", 0, "PX", CLI_COUNT, NULL, "1200", "width of the picture in pixels"},
                 {"title", 0, "TEXT", CLI_TEXT, NULL, "title of the scenario",
                  "heading of the map"}},
     .example = "talus map out/kot_hazard --layer zones -o zones.png"},
    {.name = "rock",
     .run = cli_rock,
     .brief = "build, inspect or convert a rock shape",
     .purpose =
         "Take a built-in shape or a file of points or triangles (.obj, .stl, .ply, .xyz), form "
         "its convex hull and print volume, mass, principal moments and dimensions; with --out "
         "write the hull as a mesh in its principal frame, centre of mass at the origin.",
     .operands = {{"SHAPE", CLI_FILE, talus_rock_builder_names,
                   "name of a built-in shape, or a file"}},
     .options = {{"size", 0, "X,Y,Z", CLI_LENGTHS, NULL, "1 m long, the shape's own proportions",
                  "outer dimensions in metres of a built-in shape; one number = the longest"},
                 {"sides", 0, "N", CLI_COUNT, NULL, "6; icosphere 1",
                  "sides of a prism, or subdivision level of an icosphere"},
                 {"density", 0, "RHO", CLI_POSITIVE, NULL, "2700", "density in kg/m3"},
                 {"mass", 0, "M", CLI_POSITIVE, NULL, "density x volume",
                  "mass in kg; together with --density it fixes the volume"},
                 {"volume", 0, "V", CLI_POSITIVE, NULL, "of the shape as given",
                  "volume in m3: the shape is scaled to it"},
                 {"out", 'o', "FILE", CLI_FILE, NULL, NULL,
                  "write the hull as .obj, .stl, .ply or .xyz"},
                 OPTION_JSON},
     .example = "talus rock eota221 --size 0.93,0.93,0.47 --mass 780 --out wheel.obj"},
    {.name = "replay",
     .run = cli_replay,
     .brief = "full log of one rock of a run, bit for bit",
     .purpose = "Run one rock of a finished run again from the scenario stored in its result "
                "directory, with the same bits, and write every time step as CSV: time, position "
                "(world coordinates), orientation, velocities, contacts, gap, energies and energy "
                "balance. The CSV goes to standard output unless --log or --gltf is given; the "
                "rock's record goes to standard error.",
     .operands = {RESULTS},
     .options = {{"rock", 'r', "I", CLI_COUNT, NULL, "0", "index of the rock, from 0"},
                 {"log", 0, "FILE.csv", CLI_FILE, NULL, "standard output", "write the log here"},
                 {"gltf", 0, "FILE.gltf", CLI_FILE, NULL, NULL,
                  "write the flight as glTF 2.0: rock, animation, terrain patch"},
                 OPTION_QUIET},
     .example = "talus replay out/kot --rock 17 --log rock17.csv --gltf rock17.gltf"},
    {.name = "terrain info",
     .run = cli_terrain_info,
     .brief = "what a DEM holds and how it would be handled",
     .purpose =
         "Read a digital elevation model as a run would and print its facts: size, cell, extent, "
         "coordinate system, heights, missing data, slopes, and what would be changed on the way "
         "in. A DEM that a run would refuse is refused here with the same sentence.",
     .operands = {DEM},
     .options = {OPTIONS_DEM},
     .example = "talus terrain info dem.tif --reproject auto"},
    {.name = "terrain fill",
     .run = cli_terrain_fill,
     .brief = "close NODATA holes of a DEM",
     .purpose =
         "Fill the NODATA holes of a digital elevation model with the surface of least bending "
         "through the two rings of cells around them, and write the whole as Float32 GeoTIFF. "
         "Heights that are there stay as they are; new ones are rounded to 1 mm. NODATA that "
         "reaches the rim of the raster is where the terrain ends and stays, unless --outside is "
         "given. A hole that cannot be filled stays open, is named, and makes exit code 4.",
     .operands = {DEM},
     .options = {OPTION_RASTER,
                 {"outside", 0, NULL, CLI_FLAG, NULL, NULL,
                  "fill NODATA at the rim of the raster too"},
                 {"max-hole-cells", 0, "N", CLI_COUNT, NULL, "1000000",
                  "largest hole to be filled; 1e6 cells take 2 GB and 20 s"},
                 OPTIONS_DEM},
     .example = "talus terrain fill dem.tif -o filled.tif"},
    {.name = "terrain smooth",
     .run = cli_terrain_smooth,
     .brief = "smooth a DEM",
     .purpose =
         "Take the short waves out of a digital elevation model: the plate of least bending that "
         "is tied to the heights. A wave of length w keeps 1 / (1 + (2 pi L / w)^4) of its height, "
         "planes stay. NODATA stays. The result is rounded to 1 mm and written as Float32 GeoTIFF. "
         "At most 1 000 000 cells with heights, which take 2 GB and 15 s.",
     .operands = {DEM},
     .options = {OPTION_RASTER,
                 {"length", 'l', "L", CLI_POSITIVE, NULL, "two cells",
                  "smoothing length L in metres, at most 1000 cells"},
                 OPTIONS_DEM},
     .example = "talus terrain smooth dem.tif -o smooth.tif --length 3"},
    {.name = "terrain slope",
     .run = cli_terrain_slope,
     .brief = "slope of a DEM in degrees",
     .purpose = "Write the slope of a digital elevation model in degrees, by Horn's differences "
                "over the eight neighbours; NODATA on the rim and beside NODATA. The same slopes "
                "decide about releases with slope_above_deg.",
     .operands = {DEM},
     .options = {OPTION_RASTER, OPTIONS_DEM},
     .example = "talus terrain slope dem.tif -o slope.tif"},
    {.name = "terrain energyline",
     .run = cli_terrain_energyline,
     .brief = "energy-line angles from sources over a DEM",
     .purpose = "Write for every cell of a digital elevation model the steepest angle under which "
                "it sees a source: arctangent of drop over horizontal distance. From release areas "
                "it is the reach angle (rocks rarely come below 33 degrees), from the apex of a "
                "talus the shadow angle (27.5 degrees): a check beside the simulated reach. "
                "Terrain in between does not hide. Sources are the cells under a vector layer "
                "(points, lines, polygons), or all cells above a slope.",
     .operands = {DEM},
     .options = {OPTION_RASTER,
                 {"sources", 0, "FILE", CLI_FILE, NULL, NULL, "vector file of the sources"},
                 {"layer", 0, "NAME", CLI_TEXT, NULL, "the first", "layer of that file"},
                 {"where", 0, "SQL", CLI_TEXT, NULL, "all", "features of that layer"},
                 {"sources-crs", 0, "CRS", CLI_TEXT, NULL, "of the file",
                  "CRS of that file; dem = its coordinates are the DEM's"},
                 {"slope-above", 0, "DEG", CLI_POSITIVE, NULL, NULL,
                  "sources are all cells steeper than this"},
                 {"lowest", 0, "DEG", CLI_POSITIVE, NULL, "24",
                  "cells with a smaller angle become NODATA"},
                 OPTIONS_DEM},
     .example = "talus terrain energyline dem.tif --slope-above 50 -o angle.tif"},
    {.name = "terrain field",
     .run = cli_terrain_field,
     .brief = "random field of a ground parameter over a DEM",
     .purpose = "Sample a spatially correlated Gaussian random field over a digital elevation "
                "model and write its values at the DEM's nodes: what `variation` of a ground with "
                "the same range and seed adds to a parameter in a run.",
     .operands = {DEM},
     .options = {OPTION_RASTER,
                 {"range", 'r', "M", CLI_POSITIVE, NULL, "30",
                  "distance in metres at which the correlation is 0.14"},
                 {"sd", 0, "S", CLI_POSITIVE, NULL, "1", "standard deviation"},
                 {"seed", 0, "N", CLI_COUNT, NULL, "1", "seed of the field"},
                 OPTIONS_DEM},
     .example = "talus terrain field dem.tif -o mu.tif --range 30 --sd 0.05"},
    {.name = "step evaluate",
     .run = cli_step_evaluate,
     .brief = "answer single time steps from a JSON file",
     .purpose =
         "Do one time step for every case of a JSON file (terrain, rock, ground, drag layer, "
         "state, scheme) and print a JSON array of the states after it: id, r, p, v, omega, "
         "slippage_m and the number of closed contacts. For checking this program against others.",
     .operands = {{"FILE", CLI_FILE, NULL, "cases (JSON)"}},
     .example = "talus step evaluate steps.json"},
    {.name = "rocking evaluate",
     .run = cli_rocking_evaluate,
     .brief = "answer cases of rocking models from a JSON file",
     .purpose =
         "Read {\"cases\": [{\"id\", \"model\", \"inputs\"}, ...]} and print a JSON array of "
         "{\"id\", \"outputs\"} in the same order; SI units, radians, m = 1 kg and g = 9.81 m/s2 "
         "unless given. A case with an unknown model or input, or with a number out of its domain, "
         "is answered with {\"id\", \"error\"}; the others are answered all the same and the exit "
         "code stays 0. docs/rocking.md has the models.",
     .operands = {{"CASES", CLI_FILE, NULL, "cases (JSON)"}},
     .example = "talus rocking evaluate cases.json"},
    ROCKING_RUN_COMMAND,
    ROCKING_SPECTRUM_COMMAND,
    ROCKING_FRAGILITY_COMMAND,
    ROCKING_REGION_COMMAND,
    ROCKING_STEPPER_COMMAND,
    ROCKING_FIT_COMMAND,
    ROCKING_MAPS_COMMAND,
    {.name = "spin",
     .run = cli_spin,
     .brief = "one free body under the rotation schemes",
     .purpose =
         "Turn one body without torque under several rotation schemes and print where its angular "
         "velocity ends, the drifts of energy, spin vector and Lyapunov function, when it leaves "
         "its axis or flips, and the eigenvalues of the linearised step about each principal "
         "axis. A body that spins about its major or minor axis must go on doing so; about the "
         "intermediate axis it must flip to and fro. With --out: CSV histories and SVG charts. "
         "Without options: the cuboid 3 x 2 x 1 m of 1 kg of Leine et al. 2021, figures 2 and 3; "
         "with --axis intermediate figure 4. See also talus spin map.",
     .options = {{"shape", 0, "NAME", CLI_CHOICE, talus_rock_builder_names, "cuboid",
                  "built-in shape, see talus rock"},
                 {"size", 0, "X,Y,Z", CLI_LENGTHS, NULL, "3,2,1; other shapes 1 m long",
                  "outer dimensions of the shape in metres"},
                 {"mass", 0, "M", CLI_POSITIVE, NULL, "1", "mass of the shape in kg"},
                 {"inertia", 0, "A,B,C", CLI_NUMBERS, NULL, "of the shape",
                  "principal moments of inertia in kg m2 instead of a shape"},
                 {"axis", 0, "NAME", CLI_CHOICE, axis_names, "major",
                  "principal axis of the start: 10 rad/s about it, 0.001 rad/s about the others"},
                 {"omega", 0, "X,Y,Z", CLI_NUMBERS, NULL, "by --axis",
                  "angular velocity at the start in rad/s, about the principal axes"},
                 {"step", 0, "DT", CLI_POSITIVE, NULL, "0.01", "time step in s"},
                 {"time", 0, "T", CLI_POSITIVE, NULL, "20", "simulated time in s"},
                 {"scheme", 0, "NAMES", CLI_TEXT, NULL, "explicit,midpoint,exact",
                  "rotation schemes with commas, or all; repeatable"},
                 {"out", 'o', "DIR", CLI_DIRECTORY, NULL, NULL,
                  "write histories (CSV) and charts (SVG) here"},
                 OPTION_JSON},
     .example = "talus spin --axis intermediate --scheme all --out out/spin"},
    {.name = "spin map",
     .run = cli_spin_map,
     .brief = "where a rotation scheme is stable: map over steps and bodies",
     .purpose =
         "Linearise the step of a rotation scheme about rotation about a principal axis, for many "
         "step angles and bodies, and print how fast a small tilt grows; with --out as CSV and as "
         "a heat map (SVG). With --quantity drift the drift of the spin vector is measured in "
         "runs instead. Moments are relative to the largest one. Plane step: angle of a time step "
         "(Omega dt) across, smallest moment up. Plane body: all bodies at one step angle, middle "
         "moment across, smallest moment up.",
     .options =
         {{"scheme", 0, "NAME", CLI_CHOICE, scheme_names, "explicit", "rotation scheme"},
          {"axis", 0, "NAME", CLI_CHOICE, axis_names, "major", "axis of the rotation"},
          {"plane", 0, "NAME", CLI_CHOICE, plane_names, "step", "what the sides are"},
          {"quantity", 0, "NAME", CLI_CHOICE, quantity_names, "growth",
           "what is mapped, e-folds of a tilt per turn, |lambda| - 1, or the drift of the spin"},
          {"x", 0, "FROM,TO", CLI_NUMBERS, NULL, "0.001,1; plane body 0.5,1",
           "step angles in rad, or middle moments"},
          {"y", 0, "FROM,TO", CLI_NUMBERS, NULL, "0.3,1; plane body 0,1", "smallest moments"},
          {"middle", 0, "M", CLI_NUMBERS, NULL, "0.5",
           "plane step: middle moment, 0 = the smallest one, 1 = the largest"},
          {"angle", 0, "A", CLI_POSITIVE, NULL, "0.02", "plane body: step angle in rad"},
          {"turns", 0, "N", CLI_POSITIVE, NULL, "20", "drift: turns of a run"},
          {"cells", 0, "NX,NY", CLI_NUMBERS, NULL, "120,90; drift 60,45", "cells of the map"},
          {"out", 'o', "DIR", CLI_DIRECTORY, NULL, NULL, "write map.csv and map.svg here"}},
     .example = "talus spin map --axis major --out out/map"},
    {.name = "spin evaluate",
     .run = cli_spin_evaluate,
     .brief = "answer cases of free rotation from a JSON file",
     .purpose =
         "Turn every body of a JSON file (id, inertia_kg_m2, omega0_rad_s, orientation0, "
         "time_step_s, time_s) without torque under every rotation scheme and print a JSON array "
         "of the ends: for each scheme omega (body frame) and orientation (w >= 0). The time is "
         "rounded to whole steps. For checking this program against others.",
     .operands = {{"FILE", CLI_FILE, NULL, "cases (JSON)"}},
     .example = "talus spin evaluate spin.json"},
    {.name = "contact solve",
     .run = cli_contact_solve,
     .brief = "solve stored contact problems",
     .purpose = "Read friction contact problems (u = W r + q with Coulomb cones), solve each from "
                "zero and print contacts, the solver that delivered, its iterations, the error of "
                "the natural map and the time; with --json the reactions too. A file that cannot "
                "be read is told on standard error, the others are solved all the same. "
                "docs/contact_problems.md has the formats.",
     .operands = {CONTACT_PROBLEMS},
     .repeats = true,
     .options = {{"solver", 0, "NAME", CLI_CHOICE, system_solver_names, "auto", "solver"},
                 OPTION_TOLERANCE,
                 {"iterations", 0, "N", CLI_COUNT, NULL, "the solver's own",
                  "limit of all its iterations together"},
                 OPTION_JSON},
     .example = "talus contact solve out/kot/hard/*.dat --tolerance 1e-10"},
    {.name = "contact bench",
     .run = cli_contact_bench,
     .brief = "time every solver on stored contact problems",
     .purpose = "Solve every problem with every solver and with auto, several times in turn, and "
                "print CSV: file, contacts, solver, iterations, error, median and best time in "
                "milliseconds. A solver that has used up its time is not repeated.",
     .operands = {CONTACT_PROBLEMS},
     .repeats = true,
     .options = {OPTION_TOLERANCE,
                 {"runs", 0, "N", CLI_COUNT, NULL, "5", "runs of each solver"},
                 {"seconds", 0, "S", CLI_POSITIVE, NULL, "10",
                  "time of one solver on one problem after which it is not repeated"}},
     .example = "talus contact bench problems/*.dat.gz --runs 9 >bench.csv"},
    {.name = "contact convert",
     .run = cli_contact_convert,
     .brief = "write a contact problem in another format",
     .purpose = "Read a contact problem and write it in the format that the name of the second "
                "file asks for: .hdf5 or .h5 FCLIB, .gz compressed text, else text. Every number "
                "keeps its bits.",
     .operands = {CONTACT_PROBLEMS, {"OUT", CLI_FILE, NULL, "file to write"}},
     .example = "talus contact convert problem.dat.gz problem.hdf5"},
    {.name = "contact law",
     .run = cli_contact_law,
     .brief = "evaluate an impact law on a small system",
     .purpose =
         "Read a mass matrix, constraint gradients, a velocity and an impact law (newton, moreau "
         "or generalised) from a JSON file and print the velocities after the impact in "
         "coordinates of the kinetic metric, the percussions, the kinetic angles, the energy, and "
         "which of the kinematic, kinetic and energetic tests hold. An inadmissible law ends with "
         "exit code 4 and a sentence that names the violated test. docs/impact_laws.md has the "
         "format.",
     .operands = {{"FILE", CLI_FILE, NULL, "system and law (JSON)"}},
     .options = {OPTION_JSON},
     .example = "talus contact law cradle.json"},
    {.name = "bench",
     .run = cli_bench,
     .brief = "time named scenes",
     .purpose =
         "Run the rocks of every scene named (of all without a name) under every scheme and print "
         "one row of CSV each: rocks per second (of processor time with one thread, of wall time "
         "with several), nanoseconds of processor time per step and per step without and with a "
         "closed contact, contacts and solver iterations, and the hash of the results. Nothing is "
         "written to files. docs/performance.md says how it is measured.",
     .operands = {{"[SCENE]", CLI_TEXT, scene_names, "scene"}},
     .repeats = true,
     .options = {{"scheme", 0, "NAMES", CLI_TEXT, NULL, "explicit,midpoint,exact if there",
                  "rotation schemes with commas, or all; repeatable"},
                 {"threads", 0, "N", CLI_COUNT, NULL, "1", "worker threads; 0 = all cores"},
                 {"rocks", 0, "N", CLI_COUNT, NULL, "200", "rocks of every scene"},
                 {"repeat", 0, "N", CLI_COUNT, NULL, "5", "runs; the median of their times counts"},
                 {"seed", 0, "S", CLI_COUNT, NULL, "of the scene",
                  "seed of all random numbers; inclined-40 has none"},
                 {"data", 0, "DIR", CLI_DIRECTORY, NULL, "as installed, or the source tree",
                  "directory that holds scenarios/ and terrain/"}},
     .example = "talus bench inclined-40 ramp --scheme midpoint --repeat 9"},
    {.name = NULL},
};

const cli_command *cli_commands(void)
{
    return commands;
}
