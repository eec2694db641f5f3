// SPDX-License-Identifier: GPL-3.0-or-later
/// @file sensitivity.h
/// The table of talus sensitivity.
#ifndef TALUS_SRC_APP_CLI_SENSITIVITY_H
#define TALUS_SRC_APP_CLI_SENSITIVITY_H

#include "studies/study/sensitivity.h"

/// On stdout: per metric the variants with value, change and interval, the largest change first.
void cli_print_sensitivity(const sensitivity_study *study, const char *title);

#endif
