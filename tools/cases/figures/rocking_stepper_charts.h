// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_stepper_charts.h
/// Charts of the time-stepper's study. It knows the study only.
#ifndef TALUS_CASES_FIGURES_ROCKING_STEPPER_CHARTS_H
#define TALUS_CASES_FIGURES_ROCKING_STEPPER_CHARTS_H

#include "cases/figures/rocking_wrench_study.h"

/// impacts.svg, convergence.svg, bounces.svg and spatial.svg.
talus_status rocking_stepper_draw(talus_directory *directory, const rocking_stepper *study,
                                  talus_error *error);
/// wrench.svg.
talus_status rocking_wrench_draw(talus_directory *directory, const rocking_wrench_study *study,
                                 talus_error *error);

#endif
