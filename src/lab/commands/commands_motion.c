// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands: free rotation.
#include "lab/commands/commands.h"

#include "talus/shape.h"

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

const cli_command cli_motion_commands[] = {
    {.name = "spin",
     .run = cli_spin,
     .brief = "rotate one free body under several rotation schemes",
     .purpose =
         "Rotate one body without torque under several rotation schemes and print its final "
         "angular velocity, the drifts of energy, angular momentum and Lyapunov function, the "
         "times "
         "at which it leaves its axis or flips, and the eigenvalues of the linearised step about "
         "each principal axis. A body that rotates about its major or minor axis must keep doing "
         "so; about the intermediate axis it must flip back and forth. With --out, histories (CSV) "
         "and charts are written. The default is the cuboid of 3 x 2 x 1 m and 1 kg of Leine et "
         "al. "
         "2021, figures 2 and 3; --axis intermediate gives figure 4. See also talus-lab spin map.",
     .options = {{"shape", 0, "NAME", CLI_CHOICE, talus_rock_builder_names, "cuboid",
                  "built-in shape, see talus rock"},
                 {"size", 0, "X,Y,Z", CLI_LENGTHS, NULL, "3,2,1; other shapes 1 m long",
                  "outer dimensions of the shape in metres"},
                 {"mass", 0, "M", CLI_POSITIVE, NULL, "1", "mass of the shape in kg"},
                 {"inertia", 0, "A,B,C", CLI_NUMBERS, NULL, "of the shape",
                  "principal moments of inertia in kg m2 instead of a shape"},
                 {"axis", 0, "NAME", CLI_CHOICE, axis_names, "major",
                  "principal axis: it starts with 10 rad/s about it, 0.001 rad/s about the others"},
                 {"omega", 0, "X,Y,Z", CLI_NUMBERS, NULL, "by --axis",
                  "angular velocity at the start in rad/s, about the principal axes"},
                 {"step", 0, "DT", CLI_POSITIVE, NULL, "0.01", "time step in s"},
                 {"time", 0, "T", CLI_POSITIVE, NULL, "20", "simulated time in s"},
                 {"scheme", 0, "NAMES", CLI_TEXT, NULL, "explicit,midpoint,exact",
                  "rotation schemes with commas, or all; repeatable"},
                 {"out", 'o', "DIR", CLI_DIRECTORY, NULL, NULL,
                  "write histories (CSV) and charts here"},
                 OPTION_CHARTS,
                 OPTION_OVERWRITE,
                 OPTION_JSON},
     .example = "talus-lab spin --axis intermediate --scheme all --out out/spin"},
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
          OPTION_OVERWRITE},
     .example = "talus-lab spin map --axis major --out out/map"},
    {.name = NULL},
};
