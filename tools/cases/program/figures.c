// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands: figures of papers.
#include "cases/program/commands.h"
#include "lab/commands/commands.h"
#include "lab/commands/rocking_tools.h"

static const char *const *stepper_laws(void)
{
    static const char *const names[] = {"moreau", "wrench", NULL};
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

const cli_command cases_figure_commands[] = {
    {.name = "region",
     .run = cli_rocking_region,
     .brief = "map where a block bounces instead of rocking",
     .purpose =
         "After the first impact a block released from rest bounces on one corner. Print for "
         "each slenderness h/b the restitution e up to which the bounces die out before the "
         "other corner lands, so that it rocks; with --out the map over h/b and e, and how "
         "the rotations of the following half cycles depend on e.",
     .options = {{"aspect", 0, "FROM,TO", CLI_NUMBERS, NULL, "0.7,10", "range of h/b"},
                 {"restitution", 0, "FROM,TO", CLI_NUMBERS, NULL, "0.2,1", "range of e"},
                 {"release", 0, "X", CLI_POSITIVE, NULL, "0.5", "released at X alpha"},
                 {"sensitivity", 0, "H/B", CLI_POSITIVE, NULL, "2",
                  "slenderness of the block whose half cycles are listed"},
                 {"cells", 0, "NX,NY", CLI_NUMBERS, NULL, "93,80", "cells of the map"},
                 ROCKING_THREADS,
                 ROCKING_OUT,
                 OPTION_CHARTS,
                 OPTION_OVERWRITE()},
     .example = "talus-cases region --release 0.98 --out out/region"},
    {.name = "stepper",
     .run = cli_rocking_stepper,
     .brief = "compare time-stepping with event-driven rocking",
     .purpose = "Rock a cuboid on a plane with the Moreau time-stepper of talus run, and "
                "compare it with event-driven rocking: velocity ratios of single impacts over "
                "the slenderness and the friction, the generalised law inside the step, free "
                "rocking and bouncing at time steps from 4 to 0.25 ms with the measured "
                "order, and vertex rocking with edge impacts.",
     .options = {{"size", 0, "W,D,H", CLI_NUMBERS, NULL, "0.2,0.14,0.8",
                  "full width, depth and height of the block in metres"},
                 {"release", 0, "X", CLI_POSITIVE, NULL, "0.5",
                  "released at X alpha; errors are means over 0.6 to 1.4 of it"},
                 {"en21", 0, "E", CLI_POSITIVE, NULL, "0.97",
                  "entry of the generalised law in the runs"},
                 {"friction", 0, "MU", CLI_POSITIVE, NULL, "10",
                  "friction coefficient of sticking corners"},
                 {"law", 0, "NAME", CLI_CHOICE, stepper_laws, "moreau",
                  "wrench: edge and facet impacts by a resultant at lam, or at lat and lon, "
                  "compared with the maps and motions of spatial blocks"},
                 {"lam", 0, "L", CLI_NUMBERS, NULL, "0.9", "wrench: of edge impacts"},
                 {"lat", 0, "L", CLI_NUMBERS, NULL, "0.5", "wrench: of facet impacts"},
                 {"lon", 0, "L", CLI_NUMBERS, NULL, "0.8", "wrench: of facet impacts"},
                 {"tau", 0, "T", CLI_NUMBERS, NULL, "0",
                  "wrench: vertical moment of edge impacts in N m s"},
                 ROCKING_OUT,
                 OPTION_CHARTS,
                 OPTION_OVERWRITE()},
     .example = "talus-cases stepper --out out/stepper"},
    {.name = "maps",
     .run = cli_rocking_maps,
     .brief = "map the motion after edge and facet impacts",
     .purpose =
         "Evaluate the spatial impact maps of a homogeneous block over their parameters: the "
         "angular velocity after an edge impact over lam for three torques, the torques that "
         "add no energy, the angular velocity after a facet impact over lon and lat, and the "
         "pivots that are feasible for a given torque.",
     .options = {{"size", 0, "W,D,H", CLI_NUMBERS, NULL, "0.1,0.06,0.4",
                  "full width along x, depth along y and height of the block in metres"},
                 {"mass", 0, "M", CLI_POSITIVE, NULL, "1", "kg"},
                 {"rate", 0, "W", CLI_POSITIVE, NULL, "1", "rad/s before the impact"},
                 {"tilt", 0, "A", CLI_POSITIVE, NULL, "0.0873",
                  "rad, tilt about V3V4 at the edge impact"},
                 {"tau", 0, "A,B,C", CLI_NUMBERS, NULL, "-0.002,0,0.002", "torques in N m s"},
                 {"lam", 0, "FROM,TO", CLI_NUMBERS, NULL, "-0.5,1.5", "range of lam"},
                 {"limit", 0, "L", CLI_POSITIVE, NULL, "3", "largest |lat| and |lon|"},
                 {"cells", 0, "N", CLI_COUNT, NULL, "120", "cells along lat and lon"},
                 {"out", 'o', "DIR", CLI_DIRECTORY, NULL, NULL,
                  "write tables (CSV) and charts here"},
                 OPTION_CHARTS,
                 OPTION_OVERWRITE()},
     .example = "talus-cases maps --size 0.1,0.06,0.4 --out out/maps"},
    {.name = "domain",
     .run = cli_rocking_domain,
     .brief = "draw the admissible restitution of a rocking block",
     .purpose =
         "List and draw, over the slenderness of a block, the restitution of its impact that "
         "agrees with kinematics, energy and a ground that only pushes: figures 2 to 5 of "
         "Brogliato et al. 2012 for corners that slide without friction or stick, half "
         "rocking, and with --friction the cases of sticking and slipping by Coulomb "
         "friction. The aspects from which a lower end leaves 0 are printed.",
     .options = {{"aspect", 0, "FROM,TO", CLI_NUMBERS, NULL, "0,6", "range of height / width"},
                 {"points", 0, "N", CLI_COUNT, NULL, "301", "aspects"},
                 {"friction", 0, "MU", CLI_DURATION, NULL, "without",
                  "friction coefficient of both corners, for five more cases"},
                 {"out", 'o', "DIR", CLI_DIRECTORY, NULL, NULL,
                  "write domain.csv and its chart here"},
                 OPTION_CHARTS,
                 OPTION_OVERWRITE()},
     .example = "talus-cases domain --out out/domain"},
    {.name = "spin map",
     .run = cli_spin_map,
     .brief = "map the stability of a rotation scheme over steps and bodies",
     .purpose =
         "Linearise the step of a rotation scheme about a steady rotation about a principal axis, "
         "for many step angles and bodies, and print how fast a small tilt grows; with --out, also "
         "write CSV and a heat map. With --quantity drift, the drift of the angular momentum is "
         "measured in runs instead. Moments are relative to the largest one. Plane step: x is the "
         "angle of a time step (Omega dt), y the smallest moment. Plane body: all bodies at one "
         "step "
         "angle; x is the middle moment, y the smallest moment.",
     .options =
         {{"scheme", 0, "NAME", CLI_CHOICE, cli_scheme_names, "explicit", "rotation scheme"},
          {"axis", 0, "NAME", CLI_CHOICE, axis_names, "major", "axis of the rotation"},
          {"plane", 0, "NAME", CLI_CHOICE, plane_names, "step", "what the axes of the map are"},
          {"quantity", 0, "NAME", CLI_CHOICE, quantity_names, "growth",
           "growth: e-folds of a tilt per revolution; modulus: |lambda| - 1; drift: drift of the "
           "angular momentum"},
          {"x", 0, "FROM,TO", CLI_NUMBERS, NULL, "0.001,1; plane body 0.5,1",
           "step angles in rad, or middle moments"},
          {"y", 0, "FROM,TO", CLI_NUMBERS, NULL, "0.3,1; plane body 0,1", "smallest moments"},
          {"middle", 0, "M", CLI_NUMBERS, NULL, "0.5",
           "plane step: middle moment, 0 = the smallest one, 1 = the largest"},
          {"angle", 0, "A", CLI_POSITIVE, NULL, "0.02", "plane body: step angle in rad"},
          {"turns", 0, "N", CLI_POSITIVE, NULL, "20", "drift: revolutions of a run"},
          {"cells", 0, "NX,NY", CLI_NUMBERS, NULL, "120,90; drift 60,45", "cells of the map"},
          {"out", 'o', "DIR", CLI_DIRECTORY, NULL, NULL, "write map.csv and the chart here"},
          OPTION_CHARTS,
          OPTION_OVERWRITE()},
     .example = "talus-cases spin map --axis major --out out/map"},
    {.name = NULL},
};
