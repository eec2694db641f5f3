// SPDX-License-Identifier: GPL-3.0-or-later
// summary.json of a stack. Units stand in the keys; what does not exist is null.
#include "lab/study/rocking_stack.h"

#include <math.h>

static void add_blocks(files_text *text, const rocking_stack *stack)
{
    files_json_begin(text, "blocks", '[');
    for (size_t k = 0; k < stack->count; k++) {
        const rocking_stack_body *body = &stack->bodies[k];
        files_json_begin(text, NULL, '{');
        files_json_add_text(text, "name", body->name);
        files_json_add_text(text, "on",
                            body->below == ROCKING_STACK_BASE ? "base"
                                                              : stack->bodies[body->below].name);
        files_json_add_number(text, "mass_kg", body->rock->mass);
        files_json_add_text(text, "outcome", rocking_stack_outcome_name(body->outcome));
        files_json_add_number(text, "moves_from_s", body->moves_from);
        files_json_add_number(text, "largest_tilt_rad", body->most_tilt);
        files_json_add_number(text, "largest_tilt_at_s",
                              body->most_tilt > 0.0 ? body->most_tilt_time : (double)NAN);
        files_json_add_number(text, "tilt_rad", body->tilt);
        files_json_add_number(text, "largest_slip_m", body->most_slip);
        files_json_add_numbers(text, "slip_m", body->end.slip, 2);
        files_json_add_number(text, "twist_rad", body->end.twist);
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
}

static void add_stepper(files_text *text, const rocking_stack *stack)
{
    files_json_begin(text, "stepper", '{');
    files_json_add_unsigned(text, "steps", stack->steps);
    files_json_add_unsigned(text, "steps_in_parts", stack->steps_in_parts);
    files_json_add_number(text, "time_step_s", stack->scenario->keys.simulation.time_step);
    files_json_add_unsigned(text, "unsolved", stack->unsolved);
    files_json_add_unsigned(text, "iterations", stack->iterations);
    files_json_add_unsigned(text, "without_restitution", stack->retried_plastic);
    files_json_add_number(text, "worst_residual", stack->worst_residual);
    files_json_add_number(text, "deepest_between_blocks_m", stack->penetration);
    files_json_add_number(text, "deepest_in_base_m", stack->sunk);
    files_json_end(text, '}');
}

static void add_energy(files_text *text, const rocking_stack *stack)
{
    const double start = stack->energy[0], end = stack->energy[stack->sample_count - 1];
    files_json_begin(text, "energy", '{');
    files_json_add_number(text, "start_j", start);
    files_json_add_number(text, "base_work_j", stack->base_work);
    files_json_add_number(text, "lost_at_contacts_j",
                          start + stack->base_work + stack->correction - end);
    files_json_add_number(text, "end_j", end);
    files_json_add_number(text, "worst_ledger_j", stack->worst_ledger);
    files_json_add_number(text, "sum_of_ledgers_j", stack->ledger);
    files_json_end(text, '}');
}

static void add_ground(files_text *text, const rocking_stack *stack)
{
    double peak[3] = {0.0, 0.0, 0.0};
    const double step = stack->shaking.time_step;
    if (!(step > 0.0)) {
        return;
    }
    for (double i = 0.0; i * step <= stack->shaking.duration; i += 1.0) {
        const talus_vec3 a = rocking_stack_ground(stack, i * step);
        peak[0] = fmax(peak[0], fabs(a.x));
        peak[1] = fmax(peak[1], fabs(a.y));
        peak[2] = fmax(peak[2], fabs(a.z));
    }
    files_json_begin(text, "ground_motion", '{');
    files_json_add_number(text, "duration_s", stack->shaking.duration);
    files_json_add_numbers(text, "peak_m_s2", peak, 3);
    files_json_end(text, '}');
}

void rocking_stack_add_members(const rocking_stack *stack, files_text *text)
{
    const rocking_stack_scenario *scenario = stack->scenario;
    files_json_begin(text, "talus", '{');
    files_json_add_text(text, "version", talus_version());
    files_json_end(text, '}');
    files_json_add_text(text, "title", scenario->document.title);
    files_json_begin(text, "scenario", '{');
    files_json_add_text(text, "path", scenario->document.path);
    files_json_add_text(text, "sha256", scenario->document.sha256);
    files_json_end(text, '}');
    files_json_add_text(text, "outcome", rocking_stack_outcome_name(stack->outcome));
    if (stack->is_short) {
        files_json_add_number(text, "at_rest", (double)NAN);
    } else {
        files_json_add_bool(text, "at_rest", stack->at_rest);
    }
    files_json_add_number(text, "last_motion_s", stack->last_motion);
    files_json_add_number(text, "time_s", stack->times[stack->sample_count - 1]);
    add_blocks(text, stack);
    add_energy(text, stack);
    add_stepper(text, stack);
    add_ground(text, stack);
}

void rocking_stack_summary(const rocking_stack *stack, files_text *text)
{
    files_json_begin(text, NULL, '{');
    rocking_stack_add_members(stack, text);
    files_json_end(text, '}');
    files_text_add(text, "\n");
}
