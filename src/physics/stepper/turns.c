// SPDX-License-Identifier: GPL-3.0-or-later
#include "physics/stepper/turns.h"

#include "physics/rotation/rotation_internal.h"
#include "physics/stepper/stepper_internal.h"

#include <string.h>

bool stepper_turns_apply(talus_scheme scheme, talus_vec3 inertia)
{
    double rate;
    return scheme != TALUS_SCHEME_EXPLICIT && scheme != TALUS_SCHEME_RUNGE_KUTTA &&
           rotation_single_axis(inertia, vec3(0.0, 0.0, 0.0), &rate) < 0;
}

/// Whether the rock of the table is in this state, bit for bit.
static bool is_there(const stepper_turns *t, talus_vec3 inertia, const talus_state *state)
{
    const talus_vec3 omega = vec3(t->x[t->at], t->y[t->at], t->z[t->at]);
    return memcmp(&t->inertia, &inertia, sizeof inertia) == 0 &&
           memcmp(&omega, &state->omega, sizeof omega) == 0 &&
           memcmp(&t->p[t->at], &state->p, sizeof state->p) == 0;
}

void stepper_turns_begin(talus_stepper *s, const talus_state *state)
{
    stepper_turns *t = &s->turns;
    if (is_there(t, s->inertia, state)) {
        return;
    }
    t->inertia = s->inertia;
    t->at = t->count = 0;
    t->x[0] = state->omega.x;
    t->y[0] = state->omega.y;
    t->z[0] = state->omega.z;
    t->p[0] = state->p;
}

/// Leave out what is before the rock.
static void remove_past(stepper_turns *t)
{
    const size_t at = t->at, count = t->count - at + 1;
    memmove(t->x, t->x + at, count * sizeof *t->x);
    memmove(t->y, t->y + at, count * sizeof *t->y);
    memmove(t->z, t->z + at, count * sizeof *t->z);
    memmove(t->p, t->p + at, count * sizeof *t->p);
    memmove(t->iterations, t->iterations + at, count * sizeof *t->iterations);
    memmove(t->failed, t->failed + at, count * sizeof *t->failed);
    t->count -= at;
    t->at = 0;
}

/// `count` steps more of any scheme.
static void turn_singly(const talus_stepper *s, stepper_turns *t, size_t count)
{
    const double dt = s->options.time_step;
    for (size_t k = t->count; k < t->count + count; k++) {
        const talus_vec3 omega = vec3(t->x[k], t->y[k], t->z[k]);
        talus_free_rotation one;
        rotation_schemes[s->options.scheme](&s->inertia, &omega, dt, &one);
        t->x[k + 1] = one.omega.x;
        t->y[k + 1] = one.omega.y;
        t->z[k + 1] = one.omega.z;
        t->p[k + 1] =
            rotation_orientation(s->options.scheme, &t->p[k], &omega, &one, &one.omega, dt);
        t->iterations[k + 1] = (unsigned char)one.iterations;
        t->failed[k + 1] = !one.converged;
    }
}

static bool is_midpoint(talus_scheme scheme)
{
    return scheme == TALUS_SCHEME_MIDPOINT || scheme == TALUS_SCHEME_MIDPOINT_PLUS;
}

/// The table from its last entry on.
static rotation_rock rock_at_end(stepper_turns *t)
{
    const size_t last = t->count;
    return (rotation_rock){.inertia = t->inertia,
                           .table = {t->x + last, t->y + last, t->z + last, t->p + last,
                                     t->iterations + last, t->failed + last}};
}

bool stepper_turns_go_along(talus_scheme scheme, talus_vec3 inertia)
{
    return is_midpoint(scheme) && stepper_turns_apply(scheme, inertia);
}

bool stepper_turns_lack(const talus_stepper *s, size_t steps)
{
    const stepper_turns *t = &s->turns;
    return s->has_turns && is_midpoint(s->options.scheme) &&
           !(t->at + steps <= t->count && is_there(t, s->inertia, &s->motion->state));
}

void stepper_turns_add(talus_stepper *const *steppers, size_t rock_count)
{
    rotation_rock rocks[STEPPER_TURNS_ROCKS];
    for (size_t k = 0; k < rock_count; k++) {
        talus_stepper *s = steppers[k];
        stepper_turns_begin(s, &s->motion->state);
        if (s->turns.count + STEPPER_TURNS_ADDED > STEPPER_TURNS) {
            remove_past(&s->turns);
        }
        rocks[k] = rock_at_end(&s->turns);
        s->turns.count += STEPPER_TURNS_ADDED;
    }
    const size_t width = rock_count > LANES ? rotation_most_lanes() : LANES;
    rotation_midpoint_rocks(rocks, rock_count, width, steppers[0]->options.time_step,
                            STEPPER_TURNS_ADDED);
}

void stepper_turns_reach(talus_stepper *s, size_t steps)
{
    stepper_turns *t = &s->turns;
    if (t->at + steps <= t->count) {
        return;
    }
    if (t->at + steps > STEPPER_TURNS) {
        remove_past(t);
    }
    const talus_scheme scheme = s->options.scheme;
    const size_t missing = t->at + steps - t->count;
    const size_t count = (missing + LANES - 1) / LANES * LANES;
    const rotation_rock rock = rock_at_end(t);
    if (is_midpoint(scheme) && s->has_turns) {
        rotation_midpoint_steps(&rock, s->options.time_step, count);
    } else if (is_midpoint(scheme)) {
        rotation_midpoint_symmetric_steps(&rock, s->options.time_step, count);
    } else {
        turn_singly(s, t, count);
    }
    t->count += count;
}

/// Sum of `count` <= STEPPER_TURNS entries.
static uint64_t sum_of(const unsigned char *entries, size_t count)
{
    uint32_t sum = 0;
    for (size_t k = 0; k < count; k++) {
        sum += entries[k];
    }
    return sum;
}

void stepper_turns_take(talus_stepper *s, size_t count, talus_flight *flight, talus_state *state,
                        const stepper_spins *spins)
{
    stepper_turns *t = &s->turns;
    stepper_turns_begin(s, state);
    for (size_t done = 0; done < count;) {
        const size_t left = count - done, some = left < STEPPER_TURNS ? left : STEPPER_TURNS;
        stepper_turns_reach(s, some);
        const size_t first = t->at + 1, last = t->at + some;
        memcpy(spins->x + done, t->x + first, some * sizeof *t->x);
        memcpy(spins->y + done, t->y + first, some * sizeof *t->y);
        memcpy(spins->z + done, t->z + first, some * sizeof *t->z);
        flight->iterations += sum_of(t->iterations + first, some);
        flight->failures += sum_of((const unsigned char *)t->failed + first, some);
        t->at = last;
        done += some;
        state->omega = vec3(t->x[last], t->y[last], t->z[last]);
        state->p = t->p[last];
    }
}
