// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_spatial_commands.h
/// Entries of the table in commands.c: fits of rocking tests, maps of spatial impacts.
#ifndef TALUS_SRC_LAB_COMMANDS_ROCKING_SPATIAL_COMMANDS_H
#define TALUS_SRC_LAB_COMMANDS_ROCKING_SPATIAL_COMMANDS_H

#include "lab/commands/commands.h"

#define ROCKING_FIT_COMMAND                                                                        \
    {                                                                                              \
        .name = "fit", .run = cli_rocking_fit,                                                     \
        .brief = "fit impact parameters to a measured free rocking test",                          \
        .purpose =                                                                                 \
            "Read a table of a test in which a block was tilted about its edge along y at +x and " \
            "released. Columns t, wx, wy, wz (a gyroscope on the block; the heading names the "    \
            "units) give release, tilt and the parameters lam, lat, lon of spatial impacts by "    \
            "Nelder-Mead from several starts, the out-of-plane motion factor and the angular "     \
            "velocity reduction factor; columns ax, ay, az, the first attitude. Columns t and "    \
            "theta give the ratio of planar impacts over the middle half of the response and "     \
            "after the first impact.",                                                             \
        .options = {{"data", 0, "FILE", CLI_FILE, NULL, NULL, "the table (CSV)"},                  \
                    {"size", 0, "W,D,H", CLI_NUMBERS, NULL, NULL,                                  \
                     "full width along x, depth along y and height of the block in metres; W,H "   \
                     "for theta"},                                                                 \
                    {"gravity", 0, "G", CLI_POSITIVE, NULL, "9.81", "m/s2"},                       \
                    {"time", 0, "FROM,TO", CLI_NUMBERS, NULL, "all of it",                         \
                     "part of the record in s, up to the next impact of the first edge"},          \
                    {"starts", 0, "N", CLI_COUNT, NULL, "6", "Nelder-Mead runs"},                  \
                    {"lat", 0, "L", CLI_POSITIVE, NULL, "2", "largest |lat| of the scan"},         \
                    {"lam", 0, "L", CLI_POSITIVE, NULL, "2", "largest lam of the scan"},           \
                    {"eta-mat", 0, "E", CLI_POSITIVE, NULL, "1",                                   \
                     "theta: ratio that the material loses, of tests with edge contact"},          \
                    {"out", 'o', "DIR", CLI_DIRECTORY, NULL, NULL,                                 \
                     "write tables (CSV) and charts here"},                                        \
                    OPTION_CHARTS,                                                                 \
                    OPTION_OVERWRITE()},                                                             \
        .example = "talus-lab fit --data test.csv --size 0.1,0.1,0.4 --out out/fit"                \
    }

#endif
