// SPDX-License-Identifier: GPL-3.0-or-later
// Contact problems of a heap for tests: layers of cubes, each on four others, with contacts at jittered
// places and normals; W = H M^-1 H' couples as in an event of many bodies. A step of the heap follows the
// one before, as in a run.
#ifndef TALUS_TESTS_SOLVE_SPARSE_HEAP_PROBLEMS_H
#define TALUS_TESTS_SOLVE_SPARSE_HEAP_PROBLEMS_H

#include "contact_problem/made_problems.h"
#include "foundation/math/linalg.h"

/// One contact: P acts on body `b`, -P on `a` (SIZE_MAX: the ground). Unit mass, cubes of 1 m.
typedef struct heap_contact {
    size_t a, b;
    talus_vec3 axis[3];  ///< n from a to b, two tangents
    talus_vec3 arm_a[3]; ///< (Q - r) x axis of each body
    talus_vec3 arm_b[3];
} heap_contact;

typedef struct heap {
    size_t bodies, contacts;
    heap_contact *contact;
    talus_vec3 *v, *omega; ///< (bodies) m/s, rad/s
    problem_rows *rows;
} heap;

enum { HEAP_MOST_OF_BODY = 12 };
static const double HEAP_INVERSE_INERTIA = 6.0;

static inline void heap_join(heap *h, talus_random *random, size_t a, talus_vec3 r_a, size_t b,
                             talus_vec3 r_b, talus_vec3 q)
{
    heap_contact *k = &h->contact[h->contacts++];
    const double tilt = 0.3, jitter = 0.1;
    const double x = uniform(random, -tilt, tilt), y = uniform(random, -tilt, tilt);
    const double dx = uniform(random, -jitter, jitter), dy = uniform(random, -jitter, jitter);
    talus_vec3 n = vec3(x, y, 1.0), t = vec3(1.0, 0.0, -x);
    n = vec3_scale(1.0 / vec3_norm(n), n);
    t = vec3_scale(1.0 / vec3_norm(t), t);
    q = vec3_add(q, vec3(dx, dy, 0.0));
    *k = (heap_contact){.a = a, .b = b, .axis = {n, t, vec3_cross(n, t)}};
    for (int i = 0; i < 3; i++) {
        k->arm_a[i] = vec3_cross(vec3_sub(q, r_a), k->axis[i]);
        k->arm_b[i] = vec3_cross(vec3_sub(q, r_b), k->axis[i]);
    }
}

/// Blocks of layer l: `side` - l % 2 in a row, shifted by half a block in odd layers.
static inline void heap_fill(heap *h, talus_random *random, size_t side, size_t layers)
{
    size_t below = 0, first = 0;
    for (size_t l = 0; l < layers; below = first, first = h->bodies, l++) {
        const size_t row = side - l % 2, row_below = side - (l + 1) % 2;
        for (size_t k = 0; k < row * row; k++, h->bodies++) {
            const double shift = l % 2 == 0 ? 0.0 : 0.5;
            const double i = (double)(k % row), j = (double)(k / row);
            const talus_vec3 r = vec3(i + shift, j + shift, 0.5 + (double)l);
            for (size_t corner = 0; corner < 4; corner++) {
                const double sx = corner % 2 == 0 ? -1.0 : 1.0, sy = corner / 2 == 0 ? -1.0 : 1.0;
                const talus_vec3 q = vec3_add(r, vec3(0.25 * sx, 0.25 * sy, -0.5));
                // place of the block below this corner, in its layer
                const double ib = i + (l % 2 == 0 ? 0.5 * sx - 0.5 : 0.5 * sx + 0.5);
                const double jb = j + (l % 2 == 0 ? 0.5 * sy - 0.5 : 0.5 * sy + 0.5);
                const double most = (double)row_below - 1.0;
                if (l == 0) {
                    heap_join(h, random, SIZE_MAX, q, h->bodies, r, q);
                } else if (ib >= 0.0 && jb >= 0.0 && ib <= most && jb <= most) {
                    const talus_vec3 r_b = vec3_add(q, vec3(0.25 * sx, 0.25 * sy, -0.5));
                    heap_join(h, random, below + (size_t)jb * row_below + (size_t)ib, r_b,
                              h->bodies, r, q);
                }
            }
        }
    }
}

/// Part of W_ij from one body that both contacts have.
static inline void heap_add_block(double sign, const talus_vec3 axis_i[3],
                                  const talus_vec3 arm_i[3], const talus_vec3 axis_j[3],
                                  const talus_vec3 arm_j[3], double block[9])
{
    for (size_t e = 0; e < 9; e++) {
        block[e] += sign * (vec3_dot(axis_i[e / 3], axis_j[e % 3]) +
                            HEAP_INVERSE_INERTIA * vec3_dot(arm_i[e / 3], arm_j[e % 3]));
    }
}

static inline bool heap_block(const heap_contact *i, const heap_contact *j, double block[9])
{
    const bool has_ground = i->a == SIZE_MAX || j->a == SIZE_MAX;
    memset(block, 0, 9 * sizeof *block);
    if (i->b == j->b) {
        heap_add_block(1.0, i->axis, i->arm_b, j->axis, j->arm_b, block);
    }
    if (i->a == j->b) {
        heap_add_block(-1.0, i->axis, i->arm_a, j->axis, j->arm_b, block);
    }
    if (i->b == j->a) {
        heap_add_block(-1.0, i->axis, i->arm_b, j->axis, j->arm_a, block);
    }
    if (!has_ground && i->a == j->a) {
        heap_add_block(1.0, i->axis, i->arm_a, j->axis, j->arm_a, block);
    }
    return i->b == j->b || i->a == j->b || i->b == j->a || (!has_ground && i->a == j->a);
}

static inline void heap_fill_rows(heap *h, talus_random *random)
{
    const size_t most = 2 * HEAP_MOST_OF_BODY * h->contacts;
    cr_assert(problem_rows_create(h->contacts, most, &h->rows, NULL) == TALUS_OK);
    size_t count = 0;
    for (size_t i = 0; i < h->contacts; i++) {
        for (size_t j = 0; j < h->contacts; j++) {
            if (heap_block(&h->contact[i], &h->contact[j], h->rows->blocks + 9 * count)) {
                h->rows->column[count++] = (uint32_t)j;
                cr_assert(count < most);
            }
        }
        h->rows->row_start[i + 1] = count;
        h->rows->mu[i] = uniform(random, 0.3, 0.6);
    }
    h->rows->block_count = count;
}

/// All velocities change by up to `speed` (m/s, rad/s).
static inline void heap_shake(heap *h, double speed)
{
    talus_random random = {20, 2, 0};
    for (size_t k = 0; k < h->bodies; k++) {
        double draw[6];
        for (int i = 0; i < 6; i++) {
            draw[i] = uniform(&random, -speed, speed);
        }
        h->v[k] = vec3_add(h->v[k], vec3(draw[0], draw[1], draw[2]));
        h->omega[k] = vec3_add(h->omega[k], vec3(draw[3], draw[4], draw[5]));
    }
}

/// A heap whose blocks move at up to `speed`.
static inline heap heap_make(size_t side, size_t layers, double speed)
{
    heap h = {0};
    const size_t most = layers * side * side;
    talus_random random = {20, 1, 0};
    h.contact = calloc(4 * most, sizeof *h.contact);
    h.v = calloc(most, sizeof *h.v);
    h.omega = calloc(most, sizeof *h.omega);
    heap_fill(&h, &random, side, layers);
    heap_fill_rows(&h, &random);
    heap_shake(&h, speed);
    return h;
}

static inline void heap_clear(heap *h)
{
    problem_rows_destroy(h->rows);
    free(h->contact);
    free(h->v);
    free(h->omega);
}

/// The problem of the next step: gravity over `time` (s), then c.
static inline talus_contact_problem heap_pose(heap *h, double time)
{
    for (size_t k = 0; k < h->bodies; k++) {
        h->v[k].z -= 9.81 * time;
    }
    for (size_t i = 0; i < h->contacts; i++) {
        const heap_contact *k = &h->contact[i];
        for (size_t e = 0; e < 3; e++) {
            double *c = &h->rows->c[3 * i + e];
            *c = vec3_dot(k->axis[e], h->v[k->b]) + vec3_dot(k->arm_b[e], h->omega[k->b]);
            if (k->a != SIZE_MAX) {
                *c -= vec3_dot(k->axis[e], h->v[k->a]) + vec3_dot(k->arm_a[e], h->omega[k->a]);
            }
        }
    }
    talus_contact_problem problem = problem_rows_view(h->rows);
    problem.is_symmetric = true;
    return problem;
}

/// The percussions of the step change the velocities.
static inline void heap_push(heap *h, const double *percussion)
{
    for (size_t i = 0; i < h->contacts; i++) {
        const heap_contact *k = &h->contact[i];
        for (size_t e = 0; e < 3; e++) {
            const double p = percussion[3 * i + e];
            h->v[k->b] = vec3_axpy(h->v[k->b], p, k->axis[e]);
            h->omega[k->b] = vec3_axpy(h->omega[k->b], HEAP_INVERSE_INERTIA * p, k->arm_b[e]);
            if (k->a != SIZE_MAX) {
                h->v[k->a] = vec3_axpy(h->v[k->a], -p, k->axis[e]);
                h->omega[k->a] = vec3_axpy(h->omega[k->a], -HEAP_INVERSE_INERTIA * p, k->arm_a[e]);
            }
        }
    }
}

#endif
