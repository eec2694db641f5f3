// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of the midpoint rule of several rocks in lanes, with the bits of one rock at a time. Included
// once for each kind of lanes, without a guard, after midpoint_formulas.h for the same kind, with
//   #define WIDTH  rocks side by side, 4 or 8
//   #define PART   LANES_PART or its like
// and OF(below), bit k: a < b in lane k; OF(up_to), bit k: a <= b; OF(where_up_to), the same as a choice
// of two; OF(part), four of the lanes. What a lane cannot do is done for that rock alone.

/// WIDTH rocks at one step.
typedef struct OF(group) {
    SPIN w, rates, half, inertia;
    TURN p;
    NUMBER enough;
} OF(group);

PART void OF(read_group)(const rotation_rock *const *rocks, double dt, OF(group) * g)
{
    for (int k = 0; k < WIDTH; k++) {
        const rotation_table *t = &rocks[k]->table;
        const talus_vec3 i = rocks[k]->inertia, a = midpoint_rates(&i, dt),
                         half = vec3_scale(0.5, a);
        g->rates.x[k] = a.x, g->rates.y[k] = a.y, g->rates.z[k] = a.z;
        g->half.x[k] = half.x, g->half.y[k] = half.y, g->half.z[k] = half.z;
        g->inertia.x[k] = i.x, g->inertia.y[k] = i.y, g->inertia.z[k] = i.z;
        g->w.x[k] = t->x[0], g->w.y[k] = t->y[0], g->w.z[k] = t->z[0];
        g->p.w[k] = t->p->w, g->p.x[k] = t->p->x, g->p.y[k] = t->p->y, g->p.z[k] = t->p->z;
        g->enough[k] = midpoint_enough(&a);
    }
}

/// Angular velocities after step `at` of some rocks one by one. @param which bit k: rock k
PART void OF(spin_singly)(const rotation_rock *const *rocks, unsigned which, const SPIN *from,
                          double dt, size_t at, SPIN *end)
{
    const SPIN before = *from;
    for (unsigned left = which; left != 0; left &= left - 1) {
        const int k = __builtin_ctz(left);
        const talus_vec3 w = vec3(before.x[k], before.y[k], before.z[k]);
        const talus_vec3 e = step_singly(rocks[k], &w, dt, at);
        end->x[k] = e.x, end->y[k] = e.y, end->z[k] = e.z;
    }
}

/// A second step of Newton in the lanes that need one. @return bit k: lane k still does
PART unsigned OF(second)(const rotation_rock *const *rocks, const OF(group) * g, unsigned which,
                         size_t at, SPIN *m, NUMBER *moved)
{
    SPIN next = *m;
    NUMBER now;
    OF(newton)(&g->half, &g->w, &next, &now);
    OF(where_up_to)(moved, &g->enough, &m->x, &next.x, &m->x);
    OF(where_up_to)(moved, &g->enough, &m->y, &next.y, &m->y);
    OF(where_up_to)(moved, &g->enough, &m->z, &next.z, &m->z);
    OF(where_up_to)(moved, &g->enough, moved, &now, moved);
    for (unsigned left = which; left != 0; left &= left - 1) {
        rocks[__builtin_ctz(left)]->table.iterations[at] = 2;
    }
    return OF(up_to)(moved, &g->enough) ^ ((1U << WIDTH) - 1U);
}

/// Angular velocities after step `at`; where two steps of Newton do not do, one by one.
PART void OF(spin_on)(const rotation_rock *const *rocks, OF(group) * g, double dt, size_t at)
{
    SPIN m, end;
    NUMBER moved;
    OF(middle)(&g->half, &g->w, &m, &moved);
    unsigned bad = OF(up_to)(&moved, &g->enough) ^ ((1U << WIDTH) - 1U);
    if (bad != 0) {
        bad = OF(second)(rocks, g, bad, at, &m, &moved);
    }
    OF(gain)(&g->w, &g->rates, &m, &end);
    if (RARELY(bad != 0)) {
        SPIN corrected = end;
        OF(spin_singly)(rocks, bad, &g->w, dt, at, &corrected);
        end = corrected;
    }
    g->w = end;
}

/// Bit k: |x - 1| < most in lane k.
PART unsigned OF(near_one)(const NUMBER *x, double most)
{
    const NUMBER off = *x - 1.0, other = 1.0 - *x, limit = (*x - *x) + most;
    return OF(below)(&off, &limit) & OF(below)(&other, &limit);
}

/// p turn as rotation_turned. @return bit k: right in lane k
PART unsigned OF(turned)(const TURN *p, const TURN *b, TURN *turned)
{
    const NUMBER w = p->w * b->w - p->x * b->x - p->y * b->y - p->z * b->z;
    const NUMBER x = p->w * b->x + p->x * b->w + p->y * b->z - p->z * b->y;
    const NUMBER y = p->w * b->y - p->x * b->z + p->y * b->w + p->z * b->x;
    const NUMBER z = p->w * b->z + p->x * b->y - p->y * b->x + p->z * b->w;
    const NUMBER n = ((w * w + x * x) + y * y) + z * z, scale = 1.5 - 0.5 * n;
    turned->w = w * scale;
    turned->x = x * scale;
    turned->y = y * scale;
    turned->z = z * scale;
    return OF(near_one)(&n, 1e-8);
}

/// Orientations after a step of some rocks one by one. @param which bit k: rock k
PART void OF(turn_singly)(const rotation_rock *const *rocks, unsigned which, const TURN *from,
                          const SPIN *w, const SPIN *e, double dt, TURN *p)
{
    const TURN before = *from;
    const SPIN begin = *w, end = *e;
    for (unsigned left = which; left != 0; left &= left - 1) {
        const int k = __builtin_ctz(left);
        const talus_quat old = {before.w[k], before.x[k], before.y[k], before.z[k]};
        const talus_vec3 w1 = vec3(begin.x[k], begin.y[k], begin.z[k]),
                         e1 = vec3(end.x[k], end.y[k], end.z[k]);
        const talus_quat one = midpoint_turn_of_step(&rocks[k]->inertia, &w1, &e1, dt);
        const talus_quat after = rotation_turned(&old, &one);
        p->w[k] = after.w, p->x[k] = after.x, p->y[k] = after.y, p->z[k] = after.z;
    }
}

/// @param part which four of the rocks
PART void OF(store_turn)(const rotation_rock *const *rocks, const TURN *p, int part, size_t at)
{
    lanes columns[LANES], of_rock[LANES];
    OF(part)(&p->w, part, &columns[0]);
    OF(part)(&p->x, part, &columns[1]);
    OF(part)(&p->y, part, &columns[2]);
    OF(part)(&p->z, part, &columns[3]);
    lanes_transpose(columns, of_rock);
    for (int k = 0; k < LANES; k++) {
        *(loose_lanes *)&rocks[part * LANES + k]->table.p[at] = of_rock[k];
    }
}

/// Orientations after step `at`, from the angular velocities before and after it.
PART void OF(turn_on)(const rotation_rock *const *rocks, OF(group) * g, const SPIN *w,
                      const SPIN *e, double dt, size_t at)
{
    TURN turn, p;
    NUMBER half2, length2;
    OF(short_turn)(&g->inertia, w, e, dt, &turn, &half2, &length2);
    const NUMBER limit = (half2 - half2) + SHORT_STEP;
    const unsigned good = OF(below)(&half2, &limit) & OF(near_one)(&length2, SHORT_TURN_OFF) &
                          OF(turned)(&g->p, &turn, &p);
    if (RARELY(good != (1U << WIDTH) - 1U)) {
        TURN corrected = p;
        OF(turn_singly)(rocks, good ^ ((1U << WIDTH) - 1U), &g->p, w, e, dt, &corrected);
        p = corrected;
    }
    g->p = p;
    OF(store_turn)(rocks, &p, 0, at);
    if (WIDTH > LANES) {
        OF(store_turn)(rocks, &p, 1, at);
    }
}

/// LANES values, of the steps from `at` on, of each of four rocks.
PART void OF(store_columns)(const NUMBER *const steps[LANES], int part, double *const to[LANES])
{
    lanes columns[LANES], of_rock[LANES];
    for (int i = 0; i < LANES; i++) {
        OF(part)(steps[i], part, &columns[i]);
    }
    lanes_transpose(columns, of_rock);
    for (int k = 0; k < LANES; k++) {
        *(loose_lanes *)to[k] = of_rock[k];
    }
}

/// Angular velocities after LANES steps. @param part which four of the rocks
PART void OF(store_spin)(const rotation_rock *const *rocks, const SPIN *w, int part, size_t at)
{
    const rotation_table *const t[LANES] = {
        &rocks[part * LANES]->table, &rocks[part * LANES + 1]->table,
        &rocks[part * LANES + 2]->table, &rocks[part * LANES + 3]->table};
    OF(store_columns)
    ((const NUMBER *const[]){&w[0].x, &w[1].x, &w[2].x, &w[3].x}, part,
     (double *const[]){t[0]->x + at, t[1]->x + at, t[2]->x + at, t[3]->x + at});
    OF(store_columns)
    ((const NUMBER *const[]){&w[0].y, &w[1].y, &w[2].y, &w[3].y}, part,
     (double *const[]){t[0]->y + at, t[1]->y + at, t[2]->y + at, t[3]->y + at});
    OF(store_columns)
    ((const NUMBER *const[]){&w[0].z, &w[1].z, &w[2].z, &w[3].z}, part,
     (double *const[]){t[0]->z + at, t[1]->z + at, t[2]->z + at, t[3]->z + at});
}

/// `count` steps, a multiple of LANES, of all rocks. Orientations follow LANES steps behind: they
/// fill the time in which Newton waits for itself.
PART void OF(steps)(const rotation_rock *const *rocks, double dt, size_t count)
{
    OF(group) g;
    OF(read_group)(rocks, dt, &g);
    for (int k = 0; k < WIDTH; k++) {
        memset(rocks[k]->table.iterations + 1, 1, count);
        memset(rocks[k]->table.failed + 1, 0, count);
    }
    // before and after each of LANES steps, in turn those of Newton and of the orientations
    SPIN some[LANES + 1], others[LANES + 1], *now = some, *before = others;
    for (size_t k = 0; k <= count; k += LANES) {
        now[0] = g.w;
        for (size_t i = 0; i < LANES; i++) {
            if (k < count) {
                OF(spin_on)(rocks, &g, dt, k + i + 1);
                now[i + 1] = g.w;
            }
            if (k > 0) {
                OF(turn_on)(rocks, &g, &before[i], &before[i + 1], dt, k - LANES + i + 1);
            }
        }
        if (k < count) {
            OF(store_spin)(rocks, now + 1, 0, k + 1);
            if (WIDTH > LANES) {
                OF(store_spin)(rocks, now + 1, 1, k + 1);
            }
        }
        SPIN *const last = now;
        now = before;
        before = last;
    }
}
