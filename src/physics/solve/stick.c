// SPDX-License-Identifier: GPL-3.0-or-later
#include "physics/solve/stick.h"

#include "foundation/math/linalg.h"
#include "physics/contact_problem/errors.h"
#include "physics/contact_problem/local.h"

#include <string.h>

/// Determinants below this share of the cube of the trace are left to the other moves.
#define LEAST_DETERMINANT 1e-9

/// Inlined, so that the pair stays in registers.
#define STICK_PART static inline __attribute__((always_inline))

static talus_mat3 read_block(const talus_contact_problem *problem, size_t row, size_t column)
{
    const double *w = problem->blocks + 18 * row + 3 * column;
    return (talus_mat3){{{w[0], w[1], w[2]}, {w[6], w[7], w[8]}, {w[12], w[13], w[14]}}};
}

static talus_vec3 read_part(const double *x, size_t k)
{
    return vec3(x[3 * k], x[3 * k + 1], x[3 * k + 2]);
}

static talus_mat3 subtract(const talus_mat3 *a, const talus_mat3 *b)
{
    talus_mat3 c;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            c.m[i][j] = a->m[i][j] - b->m[i][j];
        }
    }
    return c;
}

/// Whether a contact sticks at the start.
static bool sticks(const talus_contact_problem *problem, const double *percussion, size_t k)
{
    const talus_vec3 p = read_part(percussion, k);
    const double reach = problem->mu[k] * p.x;
    return p.x > 0.0 && p.y * p.y + p.z * p.z < reach * reach;
}

/// S x = b for S of rank two, with the x that has no share in the axis whose minor is the largest.
static talus_vec3 solve_on_line(const talus_mat3 *s, talus_vec3 b)
{
    const double x = s->m[1][1] * s->m[2][2] - s->m[1][2] * s->m[2][1];
    const double y = s->m[2][2] * s->m[0][0] - s->m[2][0] * s->m[0][2];
    const double z = s->m[0][0] * s->m[1][1] - s->m[0][1] * s->m[1][0];
    if (z >= x && z >= y) {
        const double scale = 1.0 / z;
        return vec3(scale * (s->m[1][1] * b.x - s->m[0][1] * b.y),
                    scale * (s->m[0][0] * b.y - s->m[1][0] * b.x), 0.0);
    }
    if (y >= x) {
        const double scale = 1.0 / y;
        return vec3(scale * (s->m[2][2] * b.x - s->m[0][2] * b.z), 0.0,
                    scale * (s->m[0][0] * b.z - s->m[2][0] * b.x));
    }
    const double scale = 1.0 / x;
    return vec3(0.0, scale * (s->m[2][2] * b.y - s->m[1][2] * b.z),
                scale * (s->m[1][1] * b.z - s->m[2][1] * b.y));
}

/// Error of the two percussions, a number that is not finite when something is not.
static double find_error(const talus_contact_problem *problem, const double p[6])
{
    double xi[6], worst = 0.0, sum = 0.0;
    problem_velocities_of(2, problem->blocks, problem->c, p, xi);
    for (size_t k = 0; k < 2; k++) {
        const double *w = problem->blocks + 21 * k, mu = problem->mu[k];
        const double third = (w[0] + w[7] + w[14]) * (1.0 / 3.0);
        const double y[3] = {third * p[3 * k], third * p[3 * k + 1], third * p[3 * k + 2]};
        const double e = problem_natural_error2(mu, y, xi + 3 * k);
        worst = e > worst ? e : worst;
        sum += e + (xi[3 * k] + xi[3 * k + 1] + xi[3 * k + 2]);
    }
    return sqrt(worst) + 0.0 * sum;
}

/// A pair without contact `held`, whose percussion is -(free + back p) of the other one's p.
typedef struct stick_pair {
    const talus_contact_problem *problem;
    size_t held, other;
    talus_mat3 back;
    talus_vec3 free;
    talus_mat3 s; ///< problem of the other contact
    talus_vec3 c;
} stick_pair;

/// @return false when the contact cannot be held
STICK_PART bool hold_contact(const talus_contact_problem *problem, size_t held, stick_pair *pair)
{
    const size_t other = 1 - held;
    const talus_mat3 own = read_block(problem, held, held), to = read_block(problem, held, other);
    const talus_mat3 from = read_block(problem, other, held);
    const talus_mat3 rest = read_block(problem, other, other);
    const double trace = own.m[0][0] + own.m[1][1] + own.m[2][2];
    if (!(mat3_det(&own) > LEAST_DETERMINANT * (trace * trace * trace))) {
        return false;
    }
    const talus_mat3 inverse = mat3_inverse(&own);
    *pair = (stick_pair){.problem = problem, .held = held, .other = other};
    pair->back = mat3_mul(&inverse, &to);
    const talus_mat3 tied = mat3_mul(&from, &pair->back);
    pair->s = subtract(&rest, &tied);
    pair->free = mat3_mulv(&inverse, read_part(problem->c, held));
    pair->c = vec3_sub(read_part(problem->c, other), mat3_mulv(&from, pair->free));
    return true;
}

/// The other contact solved alone. @return false when that is not found
static bool solve_other(const stick_pair *pair, const double *percussion, talus_vec3 *other)
{
    const double c[3] = {pair->c.x, pair->c.y, pair->c.z};
    double block[9], p[3];
    memcpy(block, pair->s.m, sizeof block);
    if (!problem_local_solve(block, c, pair->problem->mu[pair->other], percussion + 3 * pair->other,
                             p)) {
        return false;
    }
    *other = vec3(p[0], p[1], p[2]);
    return true;
}

/// The other contact when it sticks too.
STICK_PART talus_vec3 stick_other(const stick_pair *pair, const double *percussion)
{
    const talus_vec3 p = read_part(percussion, pair->other);
    return vec3_sub(p, solve_on_line(&pair->s, vec3_add(pair->c, mat3_mulv(&pair->s, p))));
}

/// Both percussions from that of the other contact, if they solve the problem.
STICK_PART bool take(const stick_pair *pair, talus_vec3 p, double target, double *percussion,
                     double *error)
{
    const talus_vec3 q = vec3_scale(-1.0, vec3_add(pair->free, mat3_mulv(&pair->back, p)));
    const talus_vec3 first = pair->held == 0 ? q : p, second = pair->held == 0 ? p : q;
    const double both[6] = {first.x, first.y, first.z, second.x, second.y, second.z};
    *error = find_error(pair->problem, both);
    if (!(*error <= target)) {
        return false;
    }
    memcpy(percussion, both, sizeof both);
    return true;
}

/// By the ways that are likely from the start: what sticks there sticks first.
STICK_PART bool try_start(const stick_pair *pair, bool has_stuck, double target, double *percussion,
                          double *error)
{
    for (int way = 0; way < 2; way++) {
        talus_vec3 p;
        if (has_stuck == (way == 0)) {
            p = stick_other(pair, percussion);
        } else if (!solve_other(pair, percussion, &p)) {
            continue;
        }
        if (take(pair, p, target, percussion, error)) {
            return true;
        }
    }
    return false;
}

bool solve_stick(const talus_contact_problem *problem, double target, double *percussion,
                 double *error)
{
    const bool sticking[2] = {sticks(problem, percussion, 0), sticks(problem, percussion, 1)};
    stick_pair pair;
    for (size_t turn = 0; turn < 2; turn++) {
        const size_t held = sticking[0] == (turn == 0) ? 0 : 1;
        if (hold_contact(problem, held, &pair) &&
            try_start(&pair, sticking[1 - held], target, percussion, error)) {
            return true;
        }
    }
    return false;
}
