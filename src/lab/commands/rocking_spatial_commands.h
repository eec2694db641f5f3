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
                    OPTION_OVERWRITE},                                                             \
        .example = "talus-lab fit --data test.csv --size 0.1,0.1,0.4 --out out/fit"                \
    }

#define ROCKING_MAPS_COMMAND                                                                       \
    {                                                                                              \
        .name = "maps", .run = cli_rocking_maps,                                                   \
        .brief = "map the motion after edge and facet impacts",                                    \
        .purpose =                                                                                 \
            "Evaluate the spatial impact maps of a homogeneous block over their parameters: the "  \
            "angular velocity after an edge impact over lam for three torques, the torques that "  \
            "add no energy, the angular velocity after a facet impact over lon and lat, and the "  \
            "pivots that are feasible for a given torque.",                                        \
        .options = {{"size", 0, "W,D,H", CLI_NUMBERS, NULL, "0.1,0.06,0.4",                        \
                     "full width along x, depth along y and height of the block in metres"},       \
                    {"mass", 0, "M", CLI_POSITIVE, NULL, "1", "kg"},                               \
                    {"rate", 0, "W", CLI_POSITIVE, NULL, "1", "rad/s before the impact"},          \
                    {"tilt", 0, "A", CLI_POSITIVE, NULL, "0.0873",                                 \
                     "rad, tilt about V3V4 at the edge impact"},                                   \
                    {"tau", 0, "A,B,C", CLI_NUMBERS, NULL, "-0.002,0,0.002", "torques in N m s"},  \
                    {"lam", 0, "FROM,TO", CLI_NUMBERS, NULL, "-0.5,1.5", "range of lam"},          \
                    {"limit", 0, "L", CLI_POSITIVE, NULL, "3", "largest |lat| and |lon|"},         \
                    {"cells", 0, "N", CLI_COUNT, NULL, "120", "cells along lat and lon"},          \
                    {"out", 'o', "DIR", CLI_DIRECTORY, NULL, NULL,                                 \
                     "write tables (CSV) and charts here"},                                        \
                    OPTION_CHARTS,                                                                 \
                    OPTION_OVERWRITE},                                                             \
        .example = "talus-lab maps --size 0.1,0.06,0.4 --out out/maps"                             \
    }

#define ROCKING_DOMAIN_COMMAND                                                                     \
    {                                                                                              \
        .name = "domain", .run = cli_rocking_domain,                                               \
        .brief = "draw the admissible restitution of a rocking block",                             \
        .purpose =                                                                                 \
            "List and draw, over the slenderness of a block, the restitution of its impact that "  \
            "agrees with kinematics, energy and a ground that only pushes: figures 2 to 5 of "     \
            "Brogliato et al. 2012 for corners that slide without friction or stick, half "        \
            "rocking, and with --friction the cases of sticking and slipping by Coulomb "          \
            "friction. The aspects from which a lower end leaves 0 are printed.",                  \
        .options = {{"aspect", 0, "FROM,TO", CLI_NUMBERS, NULL, "0,6", "range of height / width"}, \
                    {"points", 0, "N", CLI_COUNT, NULL, "301", "aspects"},                         \
                    {"friction", 0, "MU", CLI_DURATION, NULL, "without",                           \
                     "friction coefficient of both corners, for five more cases"},                 \
                    {"out", 'o', "DIR", CLI_DIRECTORY, NULL, NULL,                                 \
                     "write domain.csv and its chart here"},                                       \
                    OPTION_CHARTS,                                                                 \
                    OPTION_OVERWRITE},                                                             \
        .example = "talus-lab domain --out out/domain"                                             \
    }

#endif
