// SPDX-License-Identifier: GPL-3.0-or-later
/// @file calibrate.h
/// What talus calibrate and talus calibrate --case share. It knows options and tables; it refuses to
/// know how parameters are found.
#ifndef TALUS_SRC_APP_CLI_CALIBRATE_H
#define TALUS_SRC_APP_CLI_CALIBRATE_H

#include "app/cli/compare.h"
#include "talus/calibrate.h"

/// What the command line asks for.
typedef struct cli_calibration {
    const cli_arguments *arguments;
    talus_calibrate_parameter parameters[TALUS_MOST_PARAMETERS];
    talus_calibrate_options options;
    cli_overrides overrides;
    char directory[CLI_PATH_SIZE];
} cli_calibration;

/// Options of a case and its overrides; a wrong one is reported on stderr.
cli_exit cli_calibrate_read_case(cli_calibration *request);
talus_status cli_calibrate_print_case(const talus_calibration *calibration, talus_error *error);

#endif
