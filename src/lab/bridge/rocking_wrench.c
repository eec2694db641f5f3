// SPDX-License-Identifier: GPL-3.0-or-later
// The wrench law in a step: which impact it is, the pivots that can follow, and the one that does.
#include "lab/bridge/rocking_wrench.h"

#include "foundation/math/linalg.h"

#include <math.h>

/// A corner rests within this share of the fastest approach, where nothing weighs.
#define RESTS 1e-6
/// Corners may come down by this share of the fastest approach: round-off.
#define STAYS 1e-9
#define MOST_GAIN 1e-12 ///< of the kinetic energy: round-off

/// An impact in the axes of the plane; vectors from the centre of mass.
typedef struct wrench_impact {
    talus_vec3 arms[ROCKING_CORNERS];
    unsigned lands, base; ///< bits of corners: that come down; that may not go on doing so
    double fastest;       ///< m/s, of those that come down
    talus_vec3 resultant; ///< R
    double tau;           ///< N m s; NaN = from omega_z+ = 0
} wrench_impact;

static size_t bits(unsigned set)
{
    size_t n = 0;
    for (; set != 0U; set &= set - 1U) {
        n++;
    }
    return n;
}

static int corner_of(unsigned set)
{
    int corner = 0;
    for (; (set & 1U) == 0U; set >>= 1U) {
        corner++;
    }
    return corner;
}

static int next_to(int corner, int by)
{
    return (corner + by + ROCKING_CORNERS) % ROCKING_CORNERS;
}

/// The edge of two corners that follow each other, by its second one; -1 for others.
static int edge_of(unsigned set)
{
    for (int i = 0; i < ROCKING_CORNERS; i++) {
        if (set == (1U << i | 1U << next_to(i, -1))) {
            return i;
        }
    }
    return -1;
}

/// R of an edge between the corners b and a.                                       [R3D (19)]
static void hit_edge(const talus_spatial_law *law, int b, int a, wrench_impact *impact)
{
    const int edge = next_to(b, 1) == a ? b : a; // edge i joins the corners i and i + 1
    const talus_vec3 *arms = impact->arms;
    impact->resultant = vec3_axpy(vec3_scale(0.5, vec3_add(arms[a], arms[b])), 0.5 * law->lam[edge],
                                  vec3_sub(arms[a], arms[b]));
    impact->tau = law->edge_tau;
    impact->base = 1U << a | 1U << b;
}

/// R of the facet about the edge (b - 1, b).                                       [R3D (21)]
static void hit_facet(const talus_spatial_law *law, int b, wrench_impact *impact)
{
    const talus_vec3 *arms = impact->arms;
    const int edge = next_to(b, -1);
    talus_vec3 mean = vec3(0.0, 0.0, 0.0);
    for (int i = 0; i < ROCKING_CORNERS; i++) {
        mean = vec3_axpy(mean, 1.0 / ROCKING_CORNERS, arms[i]);
    }
    const talus_vec3 across = vec3_sub(arms[next_to(b, 1)], arms[b]);
    const talus_vec3 along = vec3_sub(arms[b], arms[edge]);
    impact->resultant =
        vec3_axpy(vec3_axpy(mean, 0.5 * law->lon[edge], across), 0.5 * law->lat[edge], along);
    impact->tau = law->facet_tau;
    impact->base = (1U << ROCKING_CORNERS) - 1U;
}

/// What comes down on what rests. @return false: not an impact of an edge or of the facet
static bool read_impact(const rocking_bench *bench, const rocking_bench_step *step,
                        const talus_mat3 *a, wrench_impact *impact)
{
    unsigned rests = 0;
    impact->fastest = 0.0;
    impact->lands = 0;
    for (int i = 0; i < ROCKING_CORNERS; i++) {
        impact->arms[i] = mat3_mulv(a, bench->corners[i]);
        if (step->closed[i]) {
            impact->fastest = fmax(impact->fastest, -step->approach[i].z);
        }
    }
    const double slow =
        2.0 * bench->options.gravity * bench->options.time_step + RESTS * impact->fastest;
    for (int i = 0; i < ROCKING_CORNERS; i++) {
        const double up = step->approach[i].z;
        impact->lands |= step->closed[i] && up < -slow ? 1U << i : 0U;
        rests |= step->closed[i] && fabs(up) <= slow ? 1U << i : 0U;
    }
    if (impact->lands == 0U || rests == 0U) {
        return false;
    }
    if (bits(rests) == 2 && edge_of(rests) >= 0) {
        hit_facet(bench->options.wrench, edge_of(rests), impact);
        return true;
    }
    if (bits(rests) == 1 && bits(impact->lands) == 1 && edge_of(rests | impact->lands) >= 0) {
        hit_edge(bench->options.wrench, corner_of(rests), corner_of(impact->lands), impact);
        return true;
    }
    return false;
}

/// The step's equations in the axes of the plane, spins about the centre of mass.
typedef struct wrench_step {
    double mass;        ///< kg, m^
    talus_mat3 turn;    ///< Theta^^-1
    talus_vec3 v, spin; ///< u_free
    talus_vec3 v_before, spin_before;
} wrench_step;

static talus_vec3 of_plane(const rocking_bench *bench, talus_vec3 world)
{
    const talus_quat q = bench->turn;
    return quat_rotate((talus_quat){q.w, -q.x, -q.y, -q.z}, world);
}

static wrench_step read_step(const rocking_bench *bench, const stepper_motion *m,
                             const talus_mat3 *a)
{
    const talus_vec3 d = m->turn_diagonal;
    const talus_mat3 turn = m->is_diagonal
                                ? (talus_mat3){{{d.x, 0.0, 0.0}, {0.0, d.y, 0.0}, {0.0, 0.0, d.z}}}
                                : m->turn_inverse;
    talus_mat3 back = *a;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            back.m[i][j] = a->m[j][i];
        }
    }
    const talus_mat3 left = mat3_mul(a, &turn);
    return (wrench_step){.mass = 1.0 / m->inverse_mass,
                         .turn = mat3_mul(&left, &back),
                         .v = of_plane(bench, m->v_free),
                         .spin = mat3_mulv(a, m->omega_free),
                         .v_before = of_plane(bench, m->v_before),
                         .spin_before = mat3_mulv(a, m->omega_before)};
}

/// Spin and moment after which corner `pivot` rests:
///   w+ - Theta^^-1 [R x m^ (r_a x w+ - v_free) + tau z] = w_free
static void solve_pivot(const wrench_step *s, const wrench_impact *impact, int pivot,
                        talus_vec3 *spin, double *tau)
{
    const talus_vec3 r = impact->resultant, arm = impact->arms[pivot];
    talus_mat3 k = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    for (int j = 0; j < 3; j++) {
        const talus_vec3 unit = vec3(j == 0 ? 1.0 : 0.0, j == 1 ? 1.0 : 0.0, j == 2 ? 1.0 : 0.0);
        const talus_vec3 moment = vec3_cross(r, vec3_scale(s->mass, vec3_cross(arm, unit)));
        const talus_vec3 column = mat3_mulv(&s->turn, moment);
        k.m[0][j] -= column.x;
        k.m[1][j] -= column.y;
        k.m[2][j] -= column.z;
    }
    const talus_mat3 inverse = mat3_inverse(&k);
    const talus_vec3 fall = vec3_cross(r, vec3_scale(-s->mass, s->v));
    const talus_vec3 still = mat3_mulv(&inverse, vec3_add(s->spin, mat3_mulv(&s->turn, fall)));
    const talus_vec3 twist =
        mat3_mulv(&inverse, vec3(s->turn.m[0][2], s->turn.m[1][2], s->turn.m[2][2]));
    *tau = isnan(impact->tau) ? -still.z / twist.z : impact->tau;
    *spin = vec3_axpy(still, *tau, twist);
}

/// rho_z > 0, no corner of the base goes on into the ground, no energy is gained. [R3D (22), (23)]
static bool admits(const rocking_bench *bench, const wrench_step *s, const wrench_impact *impact,
                   talus_vec3 v, talus_vec3 spin, const rocking_push *push)
{
    for (int i = 0; i < ROCKING_CORNERS; i++) {
        const double up = v.z + vec3_cross(spin, impact->arms[i]).z;
        if ((impact->base & 1U << i) != 0U && up < -STAYS * impact->fastest) {
            return false;
        }
    }
    const talus_vec3 moment =
        vec3_add(vec3_cross(push->place, push->impulse), vec3(0.0, 0.0, push->tau));
    const double gain = 0.5 * (vec3_dot(push->impulse, vec3_add(v, s->v)) +
                               vec3_dot(moment, vec3_add(spin, s->spin)));
    return push->impulse.z > 0.0 && gain <= MOST_GAIN * 0.5 * bench->mass * vec3_norm2(s->v_before);
}

bool rocking_wrench_push(const rocking_bench *bench, const rocking_bench_step *step,
                         const talus_mat3 *a, stepper_motion *m, rocking_push *push, bool *refused)
{
    wrench_impact impact;
    *refused = false;
    if (!read_impact(bench, step, a, &impact)) {
        return false;
    }
    const wrench_step s = read_step(bench, m, a);
    for (int k = 0; k < 2 * ROCKING_CORNERS; k++) { // those that land first
        const int pivot = k % ROCKING_CORNERS;
        if (((impact.lands & 1U << pivot) != 0U) != (k < ROCKING_CORNERS)) {
            continue;
        }
        talus_vec3 spin;
        *push = (rocking_push){.place = impact.resultant, .pivot = pivot};
        solve_pivot(&s, &impact, pivot, &spin, &push->tau);
        const talus_vec3 v = vec3_cross(impact.arms[pivot], spin);
        push->impulse = vec3_scale(s.mass, vec3_sub(v, s.v));
        if (vec3_finite(spin) && admits(bench, &s, &impact, v, spin, push)) {
            const talus_vec3 moment =
                vec3_add(vec3_cross(push->place, push->impulse), vec3(0.0, 0.0, push->tau));
            push->work = 0.5 * (vec3_dot(push->impulse, vec3_add(v, s.v_before)) +
                                vec3_dot(moment, vec3_add(spin, s.spin_before)));
            m->v_free = quat_rotate(bench->turn, v);
            m->omega_free = mat3_tmulv(a, spin);
            return true;
        }
    }
    *refused = true;
    return false;
}
