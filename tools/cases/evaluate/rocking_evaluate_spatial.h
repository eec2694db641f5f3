// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_evaluate_spatial.h
/// What the spatial models of `talus-cases evaluate` share.
#ifndef TALUS_CASES_EVALUATE_ROCKING_EVALUATE_SPATIAL_H
#define TALUS_CASES_EVALUATE_ROCKING_EVALUATE_SPATIAL_H

#include "cases/evaluate/evaluate.h"
#include "talus/lab/rocking_spatial.h"

/// Homogeneous cuboid of m, b1, b2, h.
talus_spatial_block evaluate_spatial_block(evaluate_case *c);
/// Warn where |value| > 1.
void evaluate_spatial_limit(evaluate_case *c, const char *name, double value);

/// Models of rocking_evaluate_sim3d.c.
void evaluate_sim3d(evaluate_case *c);
void evaluate_fit_error(evaluate_case *c);

#endif
