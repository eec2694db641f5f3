// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of many steps of the midpoint rule: of one body, and of several in lanes.
#include "physics/rotation/midpoint.h"

#include <string.h>
#ifdef LANES_WIDE
#include <immintrin.h>
#endif

/// midpoint_turn_of_step of LANES steps at once. @param x (LANES + 1) rad/s, y and z likewise
LANES_PART void turn_lanes(const talus_vec3 *inertia, const double *x, const double *y,
                           const double *z, double dt, talus_quat *turn)
{
    const lanes none = {0.0};
    const lanes_spin moments = {none + inertia->x, none + inertia->y, none + inertia->z};
    const lanes_spin w = {*(const loose_lanes *)x, *(const loose_lanes *)y,
                          *(const loose_lanes *)z};
    const lanes_spin e = {*(const loose_lanes *)(x + 1), *(const loose_lanes *)(y + 1),
                          *(const loose_lanes *)(z + 1)};
    lanes_turn q;
    lanes half2, length2;
    lanes_short_turn(&moments, &w, &e, dt, &q, &half2, &length2);
    const lanes off = length2 - 1.0;
    const lanes_truth is_good =
        (half2 < SHORT_STEP) & (off < SHORT_TURN_OFF) & (off > -SHORT_TURN_OFF);
    for (int k = 0; k < LANES; k++) {
        turn[k] = (talus_quat){q.w[k], q.x[k], q.y[k], q.z[k]};
    }
    for (unsigned bad = lanes_mask(&is_good) ^ ((1U << LANES) - 1U); bad != 0; bad &= bad - 1) {
        const int k = __builtin_ctz(bad);
        turn[k] =
            midpoint_turn(*inertia, vec3(x[k], y[k], z[k]), vec3(x[k + 1], y[k + 1], z[k + 1]), dt);
    }
}

LANES_CLONES void rotation_midpoint_steps(const rotation_rock *rock, double dt, size_t count)
{
    const rotation_table *table = &rock->table;
    const talus_vec3 a = midpoint_rates(&rock->inertia, dt);
    const double enough = midpoint_enough(&a);
    talus_vec3 w = vec3(table->x[0], table->y[0], table->z[0]);
    talus_quat p = table->p[0], turn[LANES];
    for (size_t k = 0; k <= count; k += LANES) {
        // turns of the LANES steps before: while they are made, Newton waits for itself
        const size_t before = k - LANES;
        if (k > 0) {
            turn_lanes(&rock->inertia, table->x + before, table->y + before, table->z + before, dt,
                       turn);
        }
        for (size_t i = 0; i < LANES; i++) {
            if (k < count) {
                int iterations;
                bool converged;
                w = midpoint_end(&a, enough, &w, &iterations, &converged);
                table->x[k + i + 1] = w.x;
                table->y[k + i + 1] = w.y;
                table->z[k + i + 1] = w.z;
                table->iterations[k + i + 1] = (unsigned char)iterations;
                table->failed[k + i + 1] = !converged;
            }
            if (k > 0) {
                p = rotation_turned(&p, &turn[i]);
                table->p[before + i + 1] = p;
            }
        }
    }
}

#define RARELY(x) __builtin_expect(!!(x), 0)

/// Angular velocity after step `at` of one body, with what Newton took.
static talus_vec3 step_singly(const rotation_rock *rock, const talus_vec3 *w, double dt, size_t at)
{
    const talus_vec3 a = midpoint_rates(&rock->inertia, dt);
    int iterations;
    bool converged;
    const talus_vec3 end = midpoint_end(&a, midpoint_enough(&a), w, &iterations, &converged);
    rock->table.iterations[at] = (unsigned char)iterations;
    rock->table.failed[at] = !converged;
    return end;
}

LANES_PART unsigned lanes_below(const lanes *a, const lanes *b)
{
    const lanes_truth is_below = *a < *b;
    return lanes_mask(&is_below);
}

LANES_PART unsigned lanes_up_to(const lanes *a, const lanes *b)
{
    const lanes_truth is_up_to = *a <= *b;
    return lanes_mask(&is_up_to);
}

LANES_PART void lanes_where_up_to(const lanes *a, const lanes *b, const lanes *yes, const lanes *no,
                                  lanes *chosen)
{
    const lanes_truth is_up_to = *a <= *b;
    lanes_choose(&is_up_to, yes, no, chosen);
}

LANES_PART void lanes_part(const lanes *all, int k, lanes *part)
{
    (void)k;
    *part = *all;
}

#define PART LANES_PART
#define NUMBER lanes
#define WIDTH 4
#define SPIN lanes_spin
#define TURN lanes_turn
#define OF(name) lanes_##name
#include "physics/rotation/midpoint_rocks.h"

LANES_CLONES static void step_four(const rotation_rock *const *rocks, double dt, size_t count)
{
    lanes_steps(rocks, dt, count);
}

#ifdef LANES_WIDE
#undef PART
#undef NUMBER
#undef WIDTH
#undef SPIN
#undef TURN
#undef OF

typedef struct wide_spin {
    wide_lanes x, y, z; ///< rad/s
} wide_spin;
typedef struct wide_turn {
    wide_lanes w, x, y, z;
} wide_turn;

LANES_WIDE LANES_PART unsigned wide_below(const wide_lanes *a, const wide_lanes *b)
{
    return _mm512_cmp_pd_mask((__m512d)*a, (__m512d)*b, _CMP_LT_OQ);
}

LANES_WIDE LANES_PART unsigned wide_up_to(const wide_lanes *a, const wide_lanes *b)
{
    return _mm512_cmp_pd_mask((__m512d)*a, (__m512d)*b, _CMP_LE_OQ);
}

LANES_WIDE LANES_PART void wide_where_up_to(const wide_lanes *a, const wide_lanes *b,
                                            const wide_lanes *yes, const wide_lanes *no,
                                            wide_lanes *chosen)
{
    const __mmask8 is_up_to = _mm512_cmp_pd_mask((__m512d)*a, (__m512d)*b, _CMP_LE_OQ);
    *chosen = (wide_lanes)_mm512_mask_blend_pd(is_up_to, (__m512d)*no, (__m512d)*yes);
}

LANES_WIDE LANES_PART void wide_part(const wide_lanes *all, int k, lanes *part)
{
    *part = k == 0 ? __builtin_shufflevector(*all, *all, 0, 1, 2, 3)
                   : __builtin_shufflevector(*all, *all, 4, 5, 6, 7);
}

#define PART LANES_WIDE LANES_PART
#define NUMBER wide_lanes
#define WIDTH 8
#define SPIN wide_spin
#define TURN wide_turn
#define OF(name) wide_##name
#include "physics/rotation/midpoint_formulas.h"
#include "physics/rotation/midpoint_rocks.h"

LANES_WIDE static void step_eight(const rotation_rock *const *rocks, double dt, size_t count)
{
    wide_steps(rocks, dt, count);
}
#endif

size_t rotation_most_lanes(void)
{
    return LANES_HAVE_WIDE ? ROTATION_MOST_LANES : LANES;
}

void rotation_midpoint_rocks(const rotation_rock *rocks, size_t rock_count, size_t width, double dt,
                             size_t count)
{
    const rotation_rock *group[ROTATION_MOST_LANES];
    for (size_t first = 0; first < rock_count;) {
        const size_t left = rock_count - first, here = left < width ? left : width;
        for (size_t k = 0; k < width; k++) { // the first stands for one that is missing
            group[k] = &rocks[first + (k < here ? k : 0)];
        }
        if (here == 1) {
            rotation_midpoint_steps(group[0], dt, count);
#ifdef LANES_WIDE
        } else if (width > LANES && here > LANES) {
            step_eight(group, dt, count);
#endif
        } else {
            step_four(group, dt, count);
        }
        first += here;
    }
}
