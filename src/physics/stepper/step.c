// SPDX-License-Identifier: GPL-3.0-or-later
// One Moreau step from begin to end.
#include "physics/stepper/stepper_internal.h"

#include "foundation/base/sized.h"
#include "physics/stepper/worker.h"

#include <stddef.h>
#include <string.h>

/// In parts: compilers clear so much at once, but the whole in a loop that takes longer.
static void clear_report(talus_step_report *report)
{
    const size_t end = offsetof(talus_step_report, base_work);
    _Static_assert(offsetof(talus_step_report, base_work) ==
                       offsetof(talus_step_report, solver) + sizeof(talus_solver_info),
                   "all of a report is cleared");
    memset(report, 0, offsetof(talus_step_report, solver));
    report->solver = (talus_solver_info){
        .size = sizeof report->solver, .method = TALUS_SOLVE_ISLANDS, .solved = true};
    memset((char *)report + end, 0, sizeof *report - end);
    report->size = sizeof *report;
}

/// Moves that are not motion, after the ledger: back to the pose of the contacts, and out of them.
static void move_back(const talus_stepper *s, const stepper_pose *pose, talus_state *state,
                      talus_step_report *report)
{
    talus_vec3 move = pose->back;
    if (s->options.position_correction > 0.0) {
        move = vec3_add(move, stepper_correct_position(s));
    }
    if (move.x != 0.0 || move.y != 0.0 || move.z != 0.0) {
        state->r = vec3_add(state->r, move);
        report->correction = s->mass * s->options.gravity * move.z;
    }
}

/// Whether some contact of [first, last) pushes.
static bool is_pushing(const talus_stepper *s, size_t first, size_t last)
{
    for (size_t k = first; k < last; k++) {
        if (s->percussion[3 * k] > 0.0) {
            return true;
        }
    }
    return false;
}

static bool is_touching_ground(const talus_stepper *s, double min_gap)
{
    return is_pushing(s, 0, s->set.count - s->set.obstacle_count) ||
           (s->options.slip_gap >= 0.0 && min_gap <= s->options.slip_gap);
}

/// Slippage after the step. [step 7]
static double next_slippage(talus_stepper *s, const talus_vec3 *r_mid, const talus_state *state,
                            bool on_ground)
{
    talus_ground varied;
    const talus_ground *ground =
        on_ground ? NULL : contact_ground(&s->site, &s->ground_under, r_mid->x, r_mid->y, &varied);
    return contact_slippage(&s->decay, ground, state->slippage, on_ground, vec3_norm(state->v),
                            s->options.time_step);
}

/// Steps 1 to 4 of a motion that the stepper can bind.
static inline void begin(talus_stepper *s, talus_rock_motion *motion, stepper_work *w,
                         talus_step_report *report)
{
    talus_state *state = &motion->state;
    stepper_bind(s, motion);
    stepper_enter(s, &w->own);

    // step 1-2: closed contacts at the midpoint pose
    w->r_mid = vec3_axpy(state->r, 0.5 * s->options.time_step, state->v);
    stepper_find_contacts(s, state, w->r_mid, &w->pose, report);
    if (s->has_soil) {
        stepper_meet_soil(s, state, &w->pose, report);
    }
    stepper_thin_contacts(s, report);
    if (s->obstacles != NULL) {
        stepper_meet_obstacles(s, &w->pose, report);
    }
    if (s->drawn.per_impact) {
        stepper_meet_ground(s);
    }

    // step 3-4
    stepper_free_motion(s, state, &w->r_mid, &w->m, report);
}

/// Steps 5 to 8, the percussions known.
static inline void finish(talus_stepper *s, talus_rock_motion *motion, stepper_work *w,
                          talus_step_report *report)
{
    talus_state *state = &motion->state;
    // step 5, 6, 8
    stepper_end(s, &w->m, &w->r_mid, state, report);

    // step 7
    const bool on_ground = is_touching_ground(s, report->min_gap);
    report->touching =
        on_ground || is_pushing(s, s->set.count - s->set.obstacle_count, s->set.count);
    state->slippage = next_slippage(s, &w->r_mid, state, on_ground);
    move_back(s, &w->pose, state, report);
    motion->steps++;
    stepper_leave(&w->own);
}

void stepper_begin(talus_stepper *s, talus_rock_motion *motion, stepper_work *w,
                   talus_step_report *report)
{
    clear_report(report);
    begin(s, motion, w, report);
}

void stepper_finish_alone(talus_stepper *s, talus_rock_motion *motion, stepper_work *w,
                          talus_step_report *report)
{
    // step 5
    if (s->set.count > 0) {
        if (s->left_count > 0) {
            stepper_solve_carrying(s, &motion->state, &w->pose.a, &w->m, report);
        } else {
            stepper_solve_contacts(s, &motion->state, &w->pose.a, &w->m, report);
        }
        if (s->set.obstacle_count > 0) {
            stepper_load_stems(s, &w->m, report);
        }
    } else {
        stepper_forget_warm(s);
        s->posed_count = 0;
    }
    finish(s, motion, w, report);
}

void stepper_finish_solved(talus_stepper *s, talus_rock_motion *motion, stepper_work *w,
                           talus_step_report *report)
{
    if (s->set.count > 0) {
        stepper_keep_warm(s);
    } else {
        stepper_forget_warm(s);
    }
    s->posed_count = 0;
    finish(s, motion, w, report);
}

void stepper_step(talus_stepper *s, talus_rock_motion *motion, talus_step_report *report)
{
    clear_report(report);
    stepper_work w;
    begin(s, motion, &w, report);
    stepper_finish_alone(s, motion, &w, report);
}

void stepper_set_step(talus_stepper *s, double time_step)
{
    s->options.time_step = time_step;
}

void stepper_step_long(talus_stepper *s, talus_rock_motion *motion, double time_step, double share,
                       talus_step_report *report)
{
    const double usual = s->options.time_step;
    stepper_bind(s, motion);
    for (size_t i = 0; share != 1.0 && i < 3 * motion->warm_count; i++) {
        s->warm[i] *= share;
        s->warm_before[i] *= share;
    }
    s->options.time_step = time_step;
    stepper_step(s, motion, report);
    s->options.time_step = usual;
}
