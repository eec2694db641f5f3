// SPDX-License-Identifier: GPL-3.0-or-later
// Bouncing of a planar block in a scenario: the fall to the first impact, the flights, the rocking
// that follows once they have died out, and the same again from every later landing on. [L93]
#include "lab/study/rocking_run_internal.h"

#include <stdlib.h>

enum { CORNER_A, CORNER_B, ROOM = 200000 };

/// Flights as seen from the side on which B comes first.
typedef struct flights {
    rocking_run *run;
    const talus_bounce_impact *impacts; ///< (count)
    size_t count;
    double begin;  ///< s, of the first impact
    double mirror; ///< -1: A came first
    size_t sample; ///< next one on the grid
    double shift;  ///< m, of the feet at the first impact
} flights;

/// State in flight: what it was after an impact, and where the centre of mass was then.
typedef struct flight {
    const talus_bounce_impact *after;
    double x, z; ///< m, centre of mass at the impact
} flight;

static rocking_run_sample state_at(const flights *f, const flight *from, double time)
{
    const talus_planar_model *model = &f->run->planar;
    const talus_bounce_impact *a = from->after;
    const double t = time - f->begin - a->time, vy = a->vy - model->gravity * t;
    const double theta = f->mirror * (a->theta + a->omega * t), omega = f->mirror * a->omega;
    rocking_run_sample s = rocking_run_pose(f->run, time, theta, omega, 0.0);
    s.position = vec3(f->mirror * (from->x + a->vx * t), 0.0,
                      from->z + (a->vy - 0.5 * model->gravity * t) * t);
    s.energy = 0.5 * model->block.mass * (a->vx * a->vx + vy * vy) +
               0.5 * model->block.inertia * omega * omega +
               model->block.mass * model->gravity * (s.position.z - model->block.h);
    s.touching = 0;
    return s;
}

/// The corner that A or B of the mirrored motion is.
static int real_corner(const flights *f, char corner)
{
    return (corner == 'B') == (f->mirror > 0.0) ? CORNER_B : CORNER_A;
}

/// Impact i; `before` is the state that it ends.
static void add_impact(flights *f, const rocking_run_sample *before, const flight *now)
{
    const talus_bounce_impact *a = now->after;
    const talus_rocking_block *block = &f->run->planar.block;
    rocking_run_sample sides[2] = {*before, state_at(f, now, f->begin + a->time)};
    for (int i = 0; i < 2; i++) {
        sides[i].time = f->begin + a->time;
        sides[i].regular = false;
        rocking_run_add_sample(f->run, &sides[i]);
    }
    const rocking_run_impact impact = {.time = f->begin + a->time,
                                       .kind = "bounce",
                                       .hit = real_corner(f, a->corner),
                                       .before = before->touching,
                                       .w_minus = before->w,
                                       .w_plus = sides[1].w,
                                       .impulse = vec3(f->mirror * block->mass * a->percussion_x,
                                                       0.0, block->mass * a->percussion_y),
                                       .energy_change = sides[1].energy - before->energy};
    rocking_run_add_impact(f->run, &impact);
}

/// Samples on the grid before `end`.
static void sample_until(flights *f, const flight *now, double end)
{
    const double step = f->run->scenario->keys.outputs.sample;
    for (; (double)f->sample * step < end; f->sample++) {
        const rocking_run_sample s = state_at(f, now, (double)f->sample * step);
        rocking_run_add_sample(f->run, &s);
        f->run->peak = fmax(f->run->peak, fabs(s.theta));
    }
}

/// @param state  just before the first impact
/// @return where the block is at `end` (s after the first impact), or earlier once overturned
static rocking_run_sample follow(flights *f, rocking_run_sample state, double end)
{
    flight now = {.after = &f->impacts[0], .x = f->mirror * f->shift, .z = f->run->planar.block.h};
    for (size_t i = 0; i < f->count; i++) {
        const talus_bounce_impact *next = &f->impacts[i];
        if (i > 0) {
            const double stop = f->begin + fmin(next->time, end);
            sample_until(f, &now, stop);
            state = state_at(f, &now, stop);
            if (next->time > end || fabs(state.theta) >= 0.5 * TALUS_PI) {
                return state;
            }
            now = (flight){next, f->mirror * state.position.x, state.position.z};
        }
        add_impact(f, &state, &now);
    }
    sample_until(f, &now, f->begin + end);
    return state_at(f, &now, f->begin + end);
}

/// From the last impact on: rocking if the flights have died out before the end of the scenario.
/// @param rest  out: the rocking, up to its first impact where every landing bounces
static talus_status go_on(flights *f, double speed, const talus_bounce_end *end,
                          rocking_stretch *rest, talus_error *error)
{
    rocking_run *run = f->run;
    const double duration = run->scenario->keys.simulation.duration;
    *rest = (rocking_stretch){.falls = true};
    rocking_run_sample level = rocking_run_pose(run, f->begin, 0.0, speed, f->shift);
    level.touching = 1U << (speed < 0.0 ? CORNER_A : CORNER_B);
    const rocking_run_sample last = follow(f, level, fmin(end->time, duration - f->begin));
    run->peak = fmax(run->peak, fabs(last.theta));
    run->time = last.time;
    run->outcome = fabs(last.theta) >= 0.5 * TALUS_PI ? ROCKING_RUN_OVERTURNED : ROCKING_RUN_MOVING;
    if (!end->settled || f->begin + end->time >= duration ||
        run->outcome == ROCKING_RUN_OVERTURNED) {
        return TALUS_OK;
    }
    run->bounced_until = f->begin + end->time;
    // the foot that stays has moved by what the centre of mass has beyond its arm
    const double theta = f->mirror * end->theta, omega = f->mirror * end->omega;
    const bool on_b = real_corner(f, end->corner) == CORNER_B;
    const double settled = (theta < 0.0) == on_b ? theta : 0.0;
    const rocking_run_sample foot = rocking_run_pose(run, 0.0, settled, omega, 0.0);
    *rest = (rocking_stretch){.from = run->bounced_until,
                              .theta0 = settled,
                              .omega0 = omega,
                              .shift = last.position.x - foot.position.x,
                              .falls = run->scenario->keys.bouncing.every_impact};
    const talus_status status = rocking_run_rock(run, rest, error);
    run->avrf = (double)NAN; // of rocking alone
    return status;
}

/// One series of flights and the rocking after it.
static talus_status bounce(flights *f, double speed, rocking_stretch *rest, talus_error *error)
{
    rocking_run *run = f->run;
    const rocking_keys *keys = &run->scenario->keys;
    const rocking_bouncing_keys *b = &keys->bouncing;
    const talus_bounce_options options = {.tangential = (talus_bounce_case)(b->tangential + 1),
                                          .flight = (talus_bounce_flight)b->flight,
                                          .e = b->e,
                                          .e_t = isnan(b->e_t) ? 0.0 : b->e_t,
                                          .mu = isnan(b->mu) ? 0.0 : b->mu,
                                          .settle = b->settle};
    const size_t left = (size_t)keys->simulation.impacts - run->impact_count;
    const size_t room = left < ROOM ? left : ROOM;
    talus_bounce_impact *impacts = malloc(room * sizeof *impacts);
    if (impacts == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the impacts");
    }
    talus_bounce_end end;
    talus_status status =
        talus_bounce_run(&run->planar, -fabs(speed), &options, impacts, room, &end, error);
    if (status == TALUS_OK) {
        f->impacts = impacts;
        f->count = end.count;
        status = go_on(f, speed, &end, rest, error);
        if (!end.settled && end.count == room && run->outcome == ROCKING_RUN_MOVING &&
            run->time < keys->simulation.duration) {
            run->outcome = ROCKING_RUN_IMPACTS;
        }
    }
    free(impacts);
    return status;
}

talus_status rocking_run_bounce(rocking_run *run, talus_error *error)
{
    const rocking_keys *keys = &run->scenario->keys;
    rocking_stretch fall = {.theta0 = rocking_start_theta(keys),
                            .omega0 = keys->start.omega,
                            .falls = true,
                            .impact_speed = keys->start.omega};
    if (fall.theta0 != 0.0) {
        fall.impact_speed = 0.0;
        const talus_status status = rocking_run_rock(run, &fall, error);
        run->avrf = (double)NAN;
        if (status != TALUS_OK) {
            return status;
        }
    }
    if (fall.impact_speed == 0.0) {
        return fall.theta0 != 0.0 ? TALUS_OK : rocking_run_planar(run, error);
    }
    const talus_rocking_block *b = &run->planar.block;
    const double radius = sqrt(b->b1 * b->b1 + b->h * b->h);
    const double quiet = 1e-6 * sqrt(run->planar.gravity * radius); // m/s, of the landing corner
    talus_status status = TALUS_OK;
    while (status == TALUS_OK && fabs(fall.impact_speed) * (b->b1 + b->b2) > quiet &&
           run->impact_count < keys->simulation.impacts) {
        flights f = {.run = run,
                     .begin = fall.impact_time,
                     .mirror = fall.impact_speed < 0.0 ? 1.0 : -1.0,
                     .sample = (size_t)ceil(fall.impact_time / keys->outputs.sample),
                     .shift = fall.shift};
        status = bounce(&f, fall.impact_speed, &fall, error);
        if (!fall.falls || fall.impact_speed == 0.0) {
            return status;
        }
    }
    if (status == TALUS_OK) {
        const bool quiet_now = fabs(fall.impact_speed) * (b->b1 + b->b2) <= quiet;
        run->outcome = quiet_now ? ROCKING_RUN_REST : ROCKING_RUN_IMPACTS;
        run->time = fall.impact_time;
    }
    return status;
}
