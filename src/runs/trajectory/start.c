// SPDX-License-Identifier: GPL-3.0-or-later
// How a body begins: a rock at its release, another one beside it, a fragment at its birth.
#include "runs/trajectory/start.h"
#include "runs/trajectory/event.h"

#include "foundation/math/linalg.h"
#include "physics/terrain/terrain_internal.h"

/// What the release has to spend: kinetic energy, and the fall to the lowest node and 1 m more.
static double available_energy(const trajectory *t)
{
    const double fall = t->state.r.z - t->z_min + 1.0;
    return t->kinetic_energy + t->mass * t->campaign->step.gravity * fall + 1.0;
}

/// What the ground can give to a rock that it meets at its fastest, once.
static double shaking_energy(const trajectory *t)
{
    const talus_base_motion *base = &t->campaign->base;
    double fastest = 0.0;
    for (size_t k = 0; k < base->record_count; k++) {
        double acceleration = 0.0, peak = 0.0;
        (void)talus_base_record_peaks(&base->records[k], &acceleration, &peak, NULL);
        fastest += peak * peak;
    }
    return 0.5 * t->mass * fastest;
}

static void start_record(trajectory *t, const trajectory_draw *drawn, uint64_t rock)
{
    t->record.rock = rock;
    t->record.release = drawn->release;
    t->record.rock_class = drawn->rock_class;
    t->record.mass = t->mass;
    t->record.start = t->state;
    t->record.bodies = 1;
}

/// The motion keeps what it needs of the body.
static talus_status set_body(trajectory *t, const trajectory_draw *drawn, uint64_t stream,
                             talus_error *error)
{
    const talus_rock_class *kind = &t->campaign->rocks[drawn->rock_class];
    const talus_rock *body = NULL;
    talus_rock *own = NULL;
    talus_status status =
        trajectory_body(t->campaign, drawn->rock_class, stream, &body, &own, error);
    if (status != TALUS_OK) {
        return status;
    }
    const double factor =
        own != NULL && kind->sized
            ? drawn->factor * trajectory_cube_root(kind->rock->volume / own->volume)
            : drawn->factor;
    const talus_state unknown = {.p = {1.0, 0.0, 0.0, 0.0}}; // the height needs the motion
    status = talus_motion_start(t->stepper, body, factor, t->campaign->seed, stream, &unknown,
                                t->motion, NULL);
    t->record.scale = factor;
    t->record.volume = body->volume * factor * factor * factor;
    talus_rock_destroy(own);
    return status == TALUS_OK ? TALUS_OK
                              : talus_error_set(error, TALUS_ERROR_INTERNAL,
                                                "rock %llu cannot be set at %g times its size",
                                                (unsigned long long)t->record.rock, factor);
}

static void begin(trajectory *t, const talus_campaign *campaign, talus_stepper *stepper,
                  talus_rock_motion *motion)
{
    *t = (trajectory){.campaign = campaign, .stepper = stepper, .motion = motion, .ticks = 1};
    stepper_set_step(stepper, trajectory_flight_step(campaign));
}

static talus_status start(trajectory *t, const trajectory_draw *of, uint64_t rock, uint64_t stream,
                          talus_error *error)
{
    const talus_campaign *campaign = t->campaign;
    talus_stepper *stepper = t->stepper;
    talus_rock_motion *motion = t->motion;
    const trajectory_draw drawn = *of;
    t->report.size = sizeof t->report;
    t->report.solver.solved = t->report.rotation_converged = true; // no step yet, no failure
    t->record.rock = rock;
    const talus_status status = set_body(t, &drawn, stream, error);
    if (status != TALUS_OK) {
        return status;
    }
    stepper_set_release(motion, vec3(drawn.x, drawn.y, 0.0));
    t->z_min = campaign->site.terrain->z_min;
    double ground = t->z_min;
    const talus_where where = terrain_height(campaign->site.terrain, drawn.x, drawn.y, &ground);
    const talus_vec3 omega = drawn.spin, theta = motion->body.inertia;
    t->mass = motion->body.mass;
    t->state = (talus_state){.r = vec3(drawn.x, drawn.y, ground),
                             .p = drawn.orientation,
                             .v = drawn.velocity,
                             .omega = omega};
    t->speed = vec3_norm(drawn.velocity);
    t->spin = vec3_norm(omega);
    t->kinetic_energy =
        0.5 * t->mass * vec3_norm2(drawn.velocity) + 0.5 * vec3_dot(omega, vec3_mul(theta, omega));
    t->still_limit = trajectory_steps_of(campaign->stop.time, campaign->step.time_step);
    t->step_limit = trajectory_steps_of(campaign->time_limit, campaign->step.time_step);
    bool is_freed = false;
    if (where == TALUS_INSIDE) {
        t->state.r.z = !isnan(drawn.z)
                           ? drawn.z
                           : trajectory_release_height(stepper, motion, drawn.x, drawn.y, ground,
                                                       drawn.orientation, drawn.height);
        t->jump_height = t->state.r.z - ground;
        motion->state = t->state;
        is_freed = stepper_free_release(stepper, motion) > 0;
    }
    t->energy_limit = TRAJECTORY_ENERGY_LIMIT * (available_energy(t) + shaking_energy(t));
    t->before = t->state;
    start_record(t, &drawn, rock);
    t->record.is_freed = is_freed;
    trajectory_lift_off(t, t->state.r, t->jump_height);
    trajectory_raise_maxima(t);
    if (where != TALUS_INSIDE) {
        trajectory_end(t, where == TALUS_NODATA ? TALUS_ENTERED_NODATA : TALUS_LEFT_DOMAIN);
    }
    return TALUS_OK;
}

talus_status trajectory_start(trajectory *t, const talus_campaign *campaign, talus_stepper *stepper,
                              talus_rock_motion *motion, uint64_t rock, talus_error *error)
{
    const trajectory_draw drawn = trajectory_draw_rock(campaign, rock);
    begin(t, campaign, stepper, motion);
    return start(t, &drawn, rock, rock, error);
}

talus_status trajectory_start_root(trajectory *t, const talus_campaign *campaign,
                                   talus_stepper *stepper, talus_rock_motion *motion, uint64_t rock,
                                   uint32_t body, talus_error *error)
{
    const trajectory_draw drawn = trajectory_draw_body(campaign, rock, body);
    begin(t, campaign, stepper, motion);
    return start(t, &drawn, rock, trajectory_stream(rock, body), error);
}

/// Energies and counters of a fragment at its birth.
static void start_fragment(trajectory *t, const trajectory_piece *piece,
                           const talus_rock_record *of)
{
    const talus_campaign *campaign = t->campaign;
    const talus_vec3 omega = piece->state.omega, theta = t->motion->body.inertia;
    t->mass = t->motion->body.mass;
    t->birth = piece->birth;
    t->time = (double)(int64_t)piece->birth * campaign->step.time_step;
    t->speed = vec3_norm(piece->state.v);
    t->spin = vec3_norm(omega);
    t->kinetic_energy =
        0.5 * t->mass * t->speed * t->speed + 0.5 * vec3_dot(omega, vec3_mul(theta, omega));
    t->still_limit = trajectory_steps_of(campaign->stop.time, campaign->step.time_step);
    t->step_limit = trajectory_steps_of(campaign->time_limit, campaign->step.time_step);
    t->record = (talus_rock_record){.rock = of->rock,
                                    .release = of->release,
                                    .rock_class = of->rock_class,
                                    .mass = t->mass,
                                    .volume = piece->rock->volume,
                                    .scale = 1.0,
                                    .start = piece->state,
                                    .path = piece->path,
                                    .steps = piece->birth,
                                    .bodies = 1};
}

talus_status trajectory_start_piece(trajectory *t, const talus_campaign *campaign,
                                    talus_stepper *stepper, talus_rock_motion *motion,
                                    const trajectory_piece *piece, uint32_t body,
                                    const talus_rock_record *of, talus_error *error)
{
    begin(t, campaign, stepper, motion);
    t->report.size = sizeof t->report;
    t->report.solver.solved = t->report.rotation_converged = true;
    t->state = t->before = piece->state;
    if (talus_motion_start(stepper, piece->rock, 1.0, campaign->seed,
                           trajectory_stream(of->rock, body), &t->state, motion,
                           NULL) != TALUS_OK) {
        return talus_error_set(error, TALUS_ERROR_INTERNAL,
                               "fragment %u of rock %llu cannot be set", (unsigned)body,
                               (unsigned long long)of->rock);
    }
    stepper_set_release(motion, vec3(of->start.r.x, of->start.r.y, 0.0));
    stepper_set_piece(motion);
    t->z_min = campaign->site.terrain->z_min;
    start_fragment(t, piece, of);
    // the rock that broke was in contact, some centimetres deep: a small piece would begin under it
    (void)trajectory_lift_out(t, 0.0);
    t->before = t->record.start = t->state;
    double ground = t->state.r.z;
    const talus_where where =
        terrain_height(campaign->site.terrain, t->state.r.x, t->state.r.y, &ground);
    t->jump_height = t->state.r.z - ground;
    t->energy_limit = TRAJECTORY_ENERGY_LIMIT * (available_energy(t) + shaking_energy(t));
    trajectory_lift_off(t, t->state.r, t->jump_height);
    trajectory_raise_maxima(t);
    if (where != TALUS_INSIDE) {
        trajectory_end(t, where == TALUS_NODATA ? TALUS_ENTERED_NODATA : TALUS_LEFT_DOMAIN);
    }
    return TALUS_OK;
}
