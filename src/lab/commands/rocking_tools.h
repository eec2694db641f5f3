// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_tools.h
/// What the commands of rocking studies share: blocks, impacts, ranges and records from options.
/// A wrong value is reported on standard error.
#ifndef TALUS_SRC_LAB_COMMANDS_ROCKING_TOOLS_H
#define TALUS_SRC_LAB_COMMANDS_ROCKING_TOOLS_H

#include "input/command/common_options.h"
#include "lab/study/rocking.h"

/// Options of several studies.
#define ROCKING_SIZE                                                                               \
    OPTION("size", 0, "W,H", CLI_NUMBERS, NULL, "0.4,1.2",                                         \
           "full width and height of a homogeneous block in metres")
#define ROCKING_IMPACT(fallback)                                                                   \
    OPTION("impact", 0, "P=RANGE", CLI_TEXT, NULL, fallback,                                       \
           "housner, ther_kollar, or r, lam, nu, k, e = a value, a..b (uniform) or a+-s (normal)")
#define ROCKING_UNIT                                                                               \
    OPTION("unit", 0, "NAME", CLI_CHOICE, cli_unit_names, "as the record says",                    \
           "unit of acceleration of a record that names none")
#define ROCKING_ROTATE                                                                             \
    OPTION("rotate-deg", 0, "A", CLI_NUMBERS, NULL, "0",                                           \
           "turn the block counter-clockwise by A degrees against X and Y or the pulse")
#define ROCKING_BASELINE                                                                           \
    OPTION("baseline", 0, "NAME", CLI_CHOICE, cli_baseline_names, "none",                          \
           "polynomial subtracted from a record's acceleration")
#define ROCKING_THREADS                                                                            \
    OPTION("threads", 0, "N", CLI_COUNT, NULL, "0, all cores",                                     \
           "worker threads; the results do not depend on it")
#define ROCKING_OUT                                                                                \
    OPTION("out", 'o', "DIR", CLI_DIRECTORY, NULL, NULL, "write tables (CSV) and charts here")

/// --size WIDTH,HEIGHT of a homogeneous block.
cli_exit cli_rocking_block(const cli_arguments *arguments, talus_rocking_block *block);
/// --impact.
cli_exit cli_rocking_impact(const cli_arguments *arguments, rocking_impact *impact);
/// An option FROM,TO.
cli_exit cli_rocking_range(const cli_arguments *arguments, const char *name, double *from,
                           double *to);
/// An option NX,NY.
cli_exit cli_rocking_cells(const cli_arguments *arguments, size_t *nx, size_t *ny);
/// --rotate-deg in radians.
cli_exit cli_rocking_angle(const cli_arguments *arguments, double *angle);
/// The components of "X[,Y[,UP]]", turned by --rotate-deg; UP becomes the vertical one of x. Both
/// are cleared by the caller; y stays empty where there is none.
cli_exit cli_rocking_components(const cli_arguments *arguments, const char *names,
                                talus_ground_motion *x, talus_ground_motion *y);
/// --pulse, --cycles.
talus_pulse cli_rocking_pulse(const cli_arguments *arguments);
/// Exit code of a library status, its error printed.
cli_exit cli_rocking_exit(talus_status status, const talus_error *error);

void cli_fit_defaults(void *options, size_t size);

cli_names cli_pulse_names, cli_unit_names, cli_baseline_names, cli_suite_modes, cli_block_names,
    cli_suite_components;

#endif
