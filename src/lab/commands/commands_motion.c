// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands: free rotation.
#include "lab/commands/commands.h"

#include "talus/shape.h"

static const char *const *axis_names(void)
{
    static const char *const names[] = {"major", "intermediate", "minor", NULL};
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
         "2021, figures 2 and 3; --axis intermediate gives figure 4.",
     .options = {{"shape", 0, "NAME", CLI_CHOICE, talus_rock_builder_names, "cuboid",
                  "built-in shape, see talus rock"},
                 {"size", 0, "X,Y,Z", CLI_LENGTHS, NULL, "3,2,1; other shapes 1 m long",
                  "outer dimensions of the shape in metres"},
                 {"mass", 0, "M", CLI_POSITIVE, NULL, "1", "mass of the shape in kg"},
                 {"inertia", 0, "A,B,C", CLI_NUMBERS, NULL, "of the shape",
                  "principal moments of inertia in kg m2 instead of a shape", .least = 3,
                  .excludes = {"shape size mass",
                               " stands for --shape, --size and --mass; give one or the other"}},
                 {"axis", 0, "NAME", CLI_CHOICE, axis_names, "major",
                  "principal axis: it starts with 10 rad/s about it, 0.001 rad/s about the others"},
                 {"omega", 0, "X,Y,Z", CLI_NUMBERS, NULL, "by --axis",
                  "angular velocity at the start in rad/s, about the principal axes", .least = 3,
                  .excludes = {"axis", " stands for --axis; give one of them"}},
                 {"step", 0, "DT", CLI_POSITIVE, NULL, "0.01", "time step in s"},
                 {"time", 0, "T", CLI_POSITIVE, NULL, "20", "simulated time in s"},
                 {"scheme", 0, "NAMES", CLI_TEXT, NULL, "explicit,midpoint,exact",
                  "rotation schemes with commas, or all; repeatable"},
                 {"out", 'o', "DIR", CLI_DIRECTORY, NULL, NULL,
                  "write histories (CSV) and charts here"},
                 OPTION_CHARTS,
                 OPTION_OVERWRITE(),
                 OPTION_JSON},
     .example = "talus-lab spin --axis intermediate --scheme all --out out/spin"},
    {.name = NULL},
};
