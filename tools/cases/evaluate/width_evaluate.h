// SPDX-License-Identifier: GPL-3.0-or-later
/// @file width_evaluate.h
/// Bodies that come near one point, or a column of them: one point is one cell around it.
#ifndef TALUS_CASES_EVALUATE_WIDTH_EVALUATE_H
#define TALUS_CASES_EVALUATE_WIDTH_EVALUATE_H

#include "cases/evaluate/bodies_evaluate.h"
#include "runs/observe/near.h"

typedef struct width_scene {
    observe_near near;
    double width; ///< m, "w_m" of the case
} width_scene;

/// Points from (x, y) northwards, `spacing` apart; a refusal of the case where there can be none.
void width_begin(evaluate_case *c, width_scene *s, double x, double y, double spacing,
                 size_t count);
/// A body on its path, after those before it in the event; its vertices end chords.
void width_follow(observe_near *near, const observe_near_state *path, size_t count, double radius,
                  bool is_first);

/// Tracks of a stated law: the answers of width_fields.c.
void width_parallel(evaluate_case *c);
void width_fan(evaluate_case *c);
void width_stopping(evaluate_case *c);
void width_profile(evaluate_case *c);

#endif
