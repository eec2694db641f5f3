// SPDX-License-Identifier: GPL-3.0-or-later
/// @file compare.h
/// The tables of talus compare.
#ifndef TALUS_SRC_CLI_COMPARE_H
#define TALUS_SRC_CLI_COMPARE_H

#include "study/compare.h"

/// On stdout: per variant outcomes, means, spread, shares and time; per pair ratios, differences
/// and tests.
void cli_print_comparison(const compare_study *study, const char *title);

#endif
