// SPDX-License-Identifier: GPL-3.0-or-later
// Flights inside a drag layer: the free part of each step as it is, without looking for contacts.
// [docs/theory.md 15]
#include "physics/stepper/drift.h"

#include "physics/rotation/rotation_internal.h"
#include "physics/terrain/terrain_internal.h"

unsigned stepper_drift_layer(talus_stepper *s, const talus_state *state)
{
    const talus_class_map *map = s->site.forest_map;
    if (map == NULL) {
        return 0;
    }
    const talus_vec3 r_mid = vec3_axpy(state->r, 0.5 * s->options.time_step, state->v);
    const unsigned i = class_cell_look(&s->forest_under, map, r_mid.x, r_mid.y);
    return contact_forest_of(&s->site, i, r_mid, NULL) != NULL ? i : 0;
}

static const talus_forest *forest_of(const talus_stepper *s, const talus_flight *flight)
{
    return &s->site.forests[flight->layer - 1];
}

void stepper_drift_begin(talus_stepper *s, const talus_flight *flight)
{
    s->drag_rate = 0.0;
    if (flight->layer != 0) {
        stepper_motion m;
        stepper_drag_in_air(s, forest_of(s, flight), &m);
        s->drag_rate = m.drag / s->mass;
    }
}

bool stepper_drift_turns_freely(const talus_stepper *s, const talus_flight *flight)
{
    const talus_vec3 c = forest_of(s, flight)->rotational_drag;
    return c.x == 0.0 && c.y == 0.0 && c.z == 0.0;
}

/// Sums over n steps with v' = a v - g: what v becomes is a^n v - g first, the way is
/// dt ((1 + a)/2 first v - (second + first/2) g).
typedef struct drift_sums {
    double steps, power; ///< n, a^n
    double first;        ///< 1 + a + ... + a^(n-1)
    double second;       ///< sum of `first` of 0 to n - 1 steps
} drift_sums;

/// The steps of `on` after those of `sums`.
static void go_on(drift_sums *sums, const drift_sums *on)
{
    sums->second += on->steps * sums->first + sums->power * on->second;
    sums->first += sums->power * on->first;
    sums->power *= on->power;
    sums->steps += on->steps;
}

void stepper_drift_at(const talus_stepper *s, const talus_flight *flight, double step,
                      talus_vec3 *r, talus_vec3 *v)
{
    const double dt = s->options.time_step, half = 0.5 * dt * s->drag_rate,
                 across = 1.0 / (1.0 + half);
    drift_sums all = {.power = 1.0};
    drift_sums twice = {.steps = 1.0, .power = (1.0 - half) * across, .first = 1.0};
    const double mean = 0.5 * (1.0 + twice.power), gain = dt * across * s->options.gravity;
    for (uint64_t left = (uint64_t)step; left > 0; left >>= 1) {
        if ((left & 1) != 0) {
            go_on(&all, &twice);
        }
        const drift_sums same = twice;
        go_on(&twice, &same);
    }
    const talus_state *start = &flight->start;
    *r = vec3_axpy(start->r, dt * mean * all.first, start->v);
    r->z -= dt * gain * (all.second + 0.5 * all.first);
    *v = vec3_scale(all.power, start->v);
    v->z -= gain * all.first;
}

/// The layer under way, and where its height was last looked up.
typedef struct layer_look {
    const talus_forest *forest;
    talus_vec3 at; ///< m
    double height; ///< m, there over the terrain
} layer_look;

/// Whether the layer acts at the midpoint. The ground is not looked up where it cannot fall away by
/// enough since the last look.
static bool acts(talus_stepper *s, const talus_flight *flight, layer_look *look, talus_vec3 r_mid)
{
    const unsigned i = class_cell_look(&s->forest_under, s->site.forest_map, r_mid.x, r_mid.y);
    if (i != flight->layer) {
        return false;
    }
    const talus_vec3 way = vec3_sub(r_mid, look->at);
    const double most =
        look->height + way.z + s->site.terrain->steepest * (fabs(way.x) + fabs(way.y)) + 1e-6;
    if (most < look->forest->height) {
        return true;
    }
    look->at = r_mid;
    return contact_forest_of(&s->site, i, r_mid, &look->height) != NULL;
}

/// Slippage decays with the ground under the midpoint. [step 7]
static void decay_slippage(talus_stepper *s, talus_vec3 r_mid, talus_state *state)
{
    talus_ground varied;
    const talus_ground *ground =
        contact_ground(&s->site, &s->ground_under, r_mid.x, r_mid.y, &varied);
    state->slippage =
        contact_slippage(&s->decay, ground, state->slippage, false, 0.0, s->options.time_step);
}

/// Places and velocities. [steps 1, 4, 6]
static uint64_t move(talus_stepper *s, const talus_flight *flight, stepper_motion *m,
                     uint64_t count, talus_state *state, const stepper_drift *drift)
{
    const double h = 0.5 * s->options.time_step;
    layer_look look = {.forest = forest_of(s, flight), .height = (double)INFINITY};
    uint64_t k = 0;
    for (; k < count; k++) {
        const talus_vec3 r_mid = vec3_axpy(state->r, h, state->v);
        if (!acts(s, flight, &look, r_mid)) {
            break;
        }
        stepper_free_velocity(s, &state->v, m);
        state->v = m->v_free;
        state->r = vec3_axpy(r_mid, h, state->v);
        if (state->slippage > 0.0) {
            decay_slippage(s, r_mid, state);
        }
        drift->x[k] = state->r.x;
        drift->y[k] = state->r.y;
        drift->z[k] = state->r.z;
        drift->v_x[k] = state->v.x;
        drift->v_y[k] = state->v.y;
        drift->v_z[k] = state->v.z;
    }
    return k;
}

/// Turns of a rock that the layer keeps from turning freely, and of the explicit scheme.
/// @param turned angular velocities before drag acts
static void turn(talus_stepper *s, talus_flight *flight, stepper_motion *m, uint64_t count,
                 talus_state *state, const stepper_spins *spins, const stepper_spins *turned)
{
    for (uint64_t k = 0; k < count; k++) {
        stepper_free_spin(s, &state->omega, m);
        flight->failures += !m->turning.converged;
        flight->iterations += (uint64_t)m->turning.iterations;
        state->p = rotation_orientation(s->options.scheme, &state->p, &m->omega_before, &m->turning,
                                        &m->omega_free, s->options.time_step);
        state->omega = m->omega_free;
        spins->x[k] = state->omega.x;
        spins->y[k] = state->omega.y;
        spins->z[k] = state->omega.z;
        turned->x[k] = m->omega_before.x;
        turned->y[k] = m->omega_before.y;
        turned->z[k] = m->omega_before.z;
    }
}

/// A number before and after each of LANES steps.
typedef struct lanes_pair {
    lanes before, after;
} lanes_pair;

/// Entries k to k + 3, and those before them.
LANES_PART lanes_pair pair_at(const double *entries, double first, size_t k)
{
    const double *after = entries + k;
    return (lanes_pair){{k > 0 ? after[-1] : first, after[0], after[1], after[2]},
                        *(const loose_lanes *)after};
}

/// What one component of the velocities adds to the balance of LANES steps.
typedef struct part_balance {
    lanes energy, change, taken;
} part_balance;

/// As stepper_end has it for a step without contact. [step 8]
LANES_PART void balance_part(const lanes_pair *v, const lanes_pair *omega, const lanes *turned,
                             double mass, double moment, double drag, double drag_rot,
                             double half_step, part_balance *b)
{
    const lanes v_sum = v->after + v->before, omega_sum = omega->after + *turned;
    b->energy = mass * v->after * v->after + moment * omega->after * omega->after;
    b->change = v_sum * (mass * (v->after - v->before) + half_step * drag * v_sum) +
                omega_sum * (moment * (omega->after - *turned) + half_step * drag_rot * omega_sum) +
                (*turned + omega->before) * (moment * (*turned - omega->before));
    b->taken = drag * v_sum * v_sum + drag_rot * omega_sum * omega_sum;
}

/// @param from state before the first step  @param turned angular velocities before drag acts
LANES_CLONES static void balance(const talus_stepper *s, const stepper_motion *m,
                                 const talus_state *from, uint64_t count,
                                 const stepper_spins *spins, const stepper_spins *turned,
                                 const stepper_drift *drift)
{
    const double half_step = 0.5 * s->options.time_step, mass = s->mass;
    const double *const speeds[3] = {drift->v_x, drift->v_y, drift->v_z};
    const double *const after[3] = {spins->x, spins->y, spins->z};
    const double *const free[3] = {turned->x, turned->y, turned->z};
    const double first_v[3] = {from->v.x, from->v.y, from->v.z};
    const double first_omega[3] = {from->omega.x, from->omega.y, from->omega.z};
    const double moments[3] = {s->inertia.x, s->inertia.y, s->inertia.z};
    const double drag_rot[3] = {m->drag_rot.x, m->drag_rot.y, m->drag_rot.z};
    for (size_t k = 0; k < count; k += LANES) {
        part_balance parts[3];
        for (int i = 0; i < 3; i++) {
            const lanes_pair v = pair_at(speeds[i], first_v[i], k);
            const lanes_pair omega = pair_at(after[i], first_omega[i], k);
            const lanes at = *(const loose_lanes *)(free[i] + k);
            balance_part(&v, &omega, &at, mass, moments[i], m->drag, drag_rot[i], half_step,
                         &parts[i]);
        }
        const lanes_pair z = pair_at(drift->z, from->r.z, k);
        *(loose_lanes *)(drift->kinetic_energy + k) =
            0.5 * ((parts[0].energy + parts[1].energy) + parts[2].energy);
        *(loose_lanes *)(drift->ledger + k) =
            0.5 * ((parts[0].change + parts[1].change) + parts[2].change) +
            mass * s->options.gravity * (z.after - z.before);
        *(loose_lanes *)(drift->forest_energy + k) =
            0.5 * half_step * ((parts[0].taken + parts[1].taken) + parts[2].taken);
    }
}

uint64_t stepper_drift_take(talus_stepper *s, talus_flight *flight, uint64_t count,
                            talus_state *state, const stepper_spins *spins,
                            const stepper_drift *drift)
{
    const talus_state from = *state;
    stepper_motion m;
    stepper_drag_in_air(s, forest_of(s, flight), &m);
    const uint64_t taken = move(s, flight, &m, count, state, drift);
    flight->taken += taken;
    if (s->options.scheme != TALUS_SCHEME_EXPLICIT && stepper_drift_turns_freely(s, flight)) {
        stepper_turns_take(s, taken, flight, state, spins);
        balance(s, &m, &from, taken, spins, spins, drift);
        return taken;
    }
    double x[STEPPER_TURNS_ROOM], y[STEPPER_TURNS_ROOM], z[STEPPER_TURNS_ROOM];
    const stepper_spins turned = {x, y, z};
    turn(s, flight, &m, taken, state, spins, &turned);
    balance(s, &m, &from, taken, spins, &turned, drift);
    return taken;
}
