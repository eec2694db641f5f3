// SPDX-License-Identifier: GPL-3.0-or-later
/// @file bodies_evaluate.h
/// What cases of bodies read in common.
#ifndef TALUS_CASES_EVALUATE_BODIES_EVALUATE_H
#define TALUS_CASES_EVALUATE_BODIES_EVALUATE_H

#include "cases/evaluate/evaluate.h"
#include "talus/stepper.h"

/// A member that is an object, as the inputs of what is read next. @return the inputs before
const files_json_node *evaluate_enter(evaluate_case *c, const char *key);
/// Item `index` of an array of objects, likewise.
const files_json_node *evaluate_enter_item(evaluate_case *c, const char *key, size_t index);

talus_vec3 evaluate_vec3(evaluate_case *c, const char *key);
/// A unit quaternion (w, x, y, z).
talus_quat evaluate_unit_quat(evaluate_case *c, const char *key);
/// Points of an array of three numbers each, at least `least`. @return to be freed; NULL after a
/// refusal
talus_vec3 *evaluate_points(evaluate_case *c, const char *key, size_t least, size_t *count);
/// mass_kg, inertia_kg_m2, vertices_m of the inputs as a rock with faces; NULL after a refusal.
talus_rock *evaluate_rock(evaluate_case *c);
/// Give a body of talus_rock_from_body the faces of the hull of its vertices; vertices inside the
/// hull go. Mass, moments and frame stay.
talus_status bodies_add_faces(talus_rock *rock, talus_error *error);
/// The hull of vertices_m with mass and moments 1; NULL after a refusal.
talus_rock *evaluate_hull(evaluate_case *c);
/// r, p, v, omega of the inputs.
talus_state evaluate_state(evaluate_case *c);
/// "scheme" of the inputs.
talus_scheme evaluate_scheme(evaluate_case *c);
/// "terrain" of the inputs: x0_m, y0_m, cell_m, heights_m; NULL after a refusal.
talus_terrain *evaluate_terrain(evaluate_case *c);
/// A failure of the library becomes the refusal of the case. @return whether there was none
bool evaluate_hold(evaluate_case *c, talus_status status, const talus_error *error);

/// Kind, normal, separation, points and gaps of two rocks at the middle of a step.
void evaluate_write_touch(evaluate_case *c, talus_rock *const rocks[2], const talus_state states[2],
                          double time_step);

void evaluate_write_vec3(evaluate_case *c, const char *key, talus_vec3 x);
/// r, p, v, omega.
void evaluate_write_state(evaluate_case *c, const talus_state *q);

#endif
