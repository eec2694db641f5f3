// SPDX-License-Identifier: GPL-3.0-or-later
// The table itself: every command with its operands, options, defaults and example.
#include "cli/cli.h"
#include "cli/options.h"
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
#define SCENARIO                                                                                   \
    {                                                                                              \
        "SCENARIO", CLI_FILE, NULL, "scenario file (YAML)"                                         \
    }
#define RESULTS                                                                                    \
    {                                                                                              \
        "DIR", CLI_DIRECTORY, NULL, "result directory of a run"                                    \
    }

static const cli_command commands[] = {
    {.name = "run",
     .run = cli_run,
     .brief = "simulate a scenario and write maps and statistics",
     .purpose = "Simulate all rocks of a scenario and write the result directory: one GeoTIFF per "
                "layer, results.gpkg with trajectories, deposits, impacts and releases, "
                "summary.json, the resolved scenario and the log of warnings. The statistics are "
                "printed on standard output. Ctrl-C writes what is done, marked partial.",
     .operands = {SCENARIO},
     .options = {OPTION_OUT, OPTION_THREADS, OPTION_SEED, OPTION_ROCKS, OPTION_SCHEME, OPTION_SET,
                 OPTION_QUIET},
     .example = "talus run scenarios/kot.yaml --out out/kot --set ground.0.preset=hard"},
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
     .purpose = "Draw one raster layer over the hillshade of its terrain, with colour ramp, "
                "legend, scale bar, north arrow and the attribution of the terrain.",
     .operands = {RESULTS},
     .options = {{"layer", 'l', "NAME", CLI_CHOICE, talus_output_layer_names, "reach_probability",
                  "layer to draw"},
                 {"out", 'o', "FILE.png", CLI_FILE, NULL, "LAYER.png in the result directory",
                  "picture to write"},
                 {"width", 0, "PX", CLI_COUNT, NULL, "1200", "width of the picture in pixels"},
                 {"title", 0, "TEXT", CLI_TEXT, NULL, "title of the scenario",
                  "heading of the map"}},
     .example = "talus map out/kot --layer kinetic_energy_p95 -o energy.png"},
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
     .operands = {{"DEM", CLI_FILE, NULL, "any raster that GDAL reads"}},
     .options = {{"crs", 0, "CRS", CLI_TEXT, NULL, "as in the file",
                  "coordinate system, e.g. EPSG:31287"},
                 {"reproject", 0, "CRS", CLI_TEXT, NULL, "none",
                  "warp to this coordinate system; auto = the matching UTM zone"},
                 {"assume-metres", 0, NULL, CLI_FLAG, NULL, NULL,
                  "treat a missing coordinate system as metres"}},
     .example = "talus terrain info dem.tif --reproject auto"},
    {.name = "step evaluate",
     .run = cli_step_evaluate,
     .brief = "answer single time steps from a JSON file",
     .purpose =
         "Do one time step for every case of a JSON file (terrain, rock, ground, drag layer, "
         "state, scheme) and print a JSON array of the states after it: id, r, p, v, omega, "
         "slippage_m and the number of closed contacts. For checking this program against others.",
     .operands = {{"FILE", CLI_FILE, NULL, "cases (JSON)"}},
     .example = "talus step evaluate steps.json"},
    {.name = NULL},
};

const cli_command *cli_commands(void)
{
    return commands;
}
