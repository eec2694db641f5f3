// SPDX-License-Identifier: GPL-3.0-or-later
// Public functions of a stepper and its motions: arguments are checked here, once.
#include "physics/stepper/check.h"
#include "physics/stepper/stepper_internal.h"

#include "foundation/base/sized.h"

static bool is_finite_quat(talus_quat p)
{
    return isfinite(p.w) && isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

static talus_status refuse_null(const char *what, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_ARGUMENT, "%s is NULL", what);
}

static talus_status check_started(const talus_rock_motion *motion, talus_error *error)
{
    if (motion == NULL || motion->version != MOTION_VERSION) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the motion is NULL or was not started: call talus_motion_start");
    }
    return TALUS_OK;
}

static talus_status check_pair(const talus_stepper *s, const talus_rock_motion *motion,
                               talus_error *error)
{
    if (!stepper_can_bind(s, motion)) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "the stepper or the motion is NULL, or the motion was not started on "
            "a stepper for this site and these options");
    }
    const char *fault = stepper_motion_fault(s, motion);
    return fault == NULL ? TALUS_OK
                         : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                           "the motion cannot be stepped: %s", fault);
}

talus_status talus_motion_set_state(talus_rock_motion *motion, const talus_state *state,
                                    talus_error *error)
{
    const talus_status status = check_started(motion, error);
    if (status != TALUS_OK) {
        return status;
    }
    const char *fault = state == NULL ? "is NULL" : stepper_state_fault(state);
    if (fault != NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the state %s", fault);
    }
    motion->state = *state;
    return TALUS_OK;
}

talus_status talus_motion_facts_of(const talus_rock_motion *motion, talus_motion_facts *facts,
                                   talus_error *error)
{
    const talus_status status = check_started(motion, error);
    if (status != TALUS_OK) {
        return status;
    }
    const talus_motion_facts own = {.size = sizeof own,
                                    .mass = motion->body.mass,
                                    .inertia = motion->body.inertia,
                                    .steps = motion->steps};
    return sized_give(facts, &own, sizeof own, "talus_motion_facts", error);
}

talus_status talus_motion_set_base(talus_rock_motion *motion, const talus_vec3 *gain,
                                   talus_error *error)
{
    const talus_status status = check_started(motion, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (gain != NULL && !vec3_finite(*gain)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "found a gain of (%g, %g, %g) m/s, expected finite numbers", gain->x,
                               gain->y, gain->z);
    }
    stepper_set_base(motion, gain);
    return TALUS_OK;
}

talus_status talus_motion_min_gap(talus_stepper *stepper, talus_rock_motion *motion, talus_vec3 r,
                                  talus_quat p, double *gap, talus_error *error)
{
    const talus_status status = check_pair(stepper, motion, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (gap == NULL || !vec3_finite(r) || !is_finite_quat(p)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the pose has a number that is not finite, or there is no room for "
                               "the gap");
    }
    *gap = stepper_min_gap(stepper, motion, r, p);
    return TALUS_OK;
}

talus_status talus_stepper_last_problem(const talus_stepper *stepper,
                                        talus_contact_problem *problem, const double **percussion,
                                        talus_solver_info *info, talus_error *error)
{
    if (stepper == NULL || problem == NULL || percussion == NULL || info == NULL) {
        return refuse_null("the stepper, or room for its problem,", error);
    }
    (void)stepper_last_problem(stepper, problem, percussion, info);
    return TALUS_OK;
}

talus_status talus_stepper_obstacle_events(const talus_stepper *stepper,
                                           const talus_obstacle_event **events, size_t *count,
                                           talus_error *error)
{
    if (stepper == NULL || events == NULL || count == NULL) {
        return refuse_null("the stepper, or room for its events,", error);
    }
    *events = stepper_obstacle_events(stepper, count);
    return TALUS_OK;
}

talus_status talus_step(talus_stepper *stepper, talus_rock_motion *motion,
                        talus_step_report *report, talus_error *error)
{
    talus_status status = sized_check(report, sizeof *report, "talus_step_report", error);
    if (status == TALUS_OK) {
        status = check_pair(stepper, motion, error);
    }
    if (status == TALUS_OK) {
        stepper_step(stepper, motion, report);
        report->diverged = !stepper_state_is_finite(&motion->state);
        report->solver.solved = report->solver.solved && !report->diverged;
    }
    return status;
}

talus_status talus_flight_plan(talus_stepper *stepper, talus_rock_motion *motion, uint64_t most,
                               talus_flight *flight, talus_error *error)
{
    const talus_status status = check_pair(stepper, motion, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (flight == NULL) {
        return refuse_null("the flight", error);
    }
    if (stepper_flight_plan(stepper, motion, most, most, flight) == 0) {
        flight->planned = 0;
    }
    return TALUS_OK;
}

/// stepper_flight_take with angular velocities vector by vector.
static uint64_t fly_vectors(talus_stepper *stepper, talus_rock_motion *motion, talus_flight *flight,
                            uint64_t count, talus_vec3 *omega)
{
    double x[STEPPER_TURNS_ROOM], y[STEPPER_TURNS_ROOM], z[STEPPER_TURNS_ROOM];
    double of[9][STEPPER_TURNS_ROOM];
    const stepper_spins spins = {x, y, z};
    const stepper_drift drift = {of[0], of[1], of[2], of[3], of[4], of[5], of[6], of[7], of[8]};
    uint64_t taken = 0;
    while (taken < count) {
        const uint64_t left = count - taken, some = left < STEPPER_TURNS ? left : STEPPER_TURNS;
        const uint64_t now = stepper_flight_take(stepper, motion, flight, some, &spins, &drift);
        for (uint64_t k = 0; k < now; k++) {
            omega[taken + k] = vec3(x[k], y[k], z[k]);
        }
        taken += now;
        if (now < some) {
            break;
        }
    }
    return taken;
}

talus_status talus_flight_take(talus_stepper *stepper, talus_rock_motion *motion,
                               talus_flight *flight, uint64_t count, talus_vec3 *omega,
                               uint64_t *taken, talus_error *error)
{
    const talus_status status = check_pair(stepper, motion, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (flight == NULL || taken == NULL || (omega == NULL && !flight->is_repeating)) {
        return refuse_null("the flight, or room for its steps,", error);
    }
    if (flight->taken > flight->planned || count > flight->planned - flight->taken) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "found %llu steps after %llu, expected at most the %llu planned",
                               (unsigned long long)count, (unsigned long long)flight->taken,
                               (unsigned long long)flight->planned);
    }
    if (flight->layer > stepper->site.forest_count ||
        (flight->layer != 0 && flight->is_repeating)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "found a flight in drag layer %u, expected one that was planned on "
                               "this site, which has %zu",
                               flight->layer, stepper->site.forest_count);
    }
    *taken = flight->is_repeating ? stepper_flight_take(stepper, motion, flight, count, NULL, NULL)
                                  : fly_vectors(stepper, motion, flight, count, omega);
    return TALUS_OK;
}

talus_status talus_flight_turn(const talus_flight *flight, talus_state *state, talus_error *error)
{
    if (flight == NULL || state == NULL) {
        return refuse_null("the flight or the state", error);
    }
    stepper_flight_turn(flight, state);
    return TALUS_OK;
}
