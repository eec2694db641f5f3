// SPDX-License-Identifier: GPL-3.0-or-later
// The law as an equation: given the jumps of the gap velocities, find the percussions
//   W_n' M^-1 (W_n p_n + W_t p_t) = jump
// with, for every tangent, p_t = 0, a prescribed velocity, or slip with p_t = -sign mu p_n.
#include "lab/impact_law/law.h"

#include <math.h>
#include <string.h>

typedef enum tangent_mode { MODE_FREE, MODE_VELOCITY, MODE_SLIP } tangent_mode;

/// What one solution assumes.
typedef struct assumption {
    const law_frame *frame;
    const double *normal_jump;                       ///< (m) m/s
    tangent_mode mode[2 * TALUS_IMPACT_LAW_MAX];     ///< per tangent
    double velocity[2 * TALUS_IMPACT_LAW_MAX];       ///< gamma_T+ of MODE_VELOCITY, m/s
    double slip_direction[2 * TALUS_IMPACT_LAW_MAX]; ///< +-1, sign of gamma_T+ of MODE_SLIP
} assumption;

/// What one solution can be blamed for.
typedef struct blame {
    double excess; ///< N s
    size_t contact;
} blame;

static double largest_of(const double *values, size_t count)
{
    double largest = 0.0;
    for (size_t i = 0; i < count; i++) {
        largest = fabs(values[i]) > largest ? fabs(values[i]) : largest;
    }
    return largest;
}

static void fill_equations(const assumption *a, double *k, double *x)
{
    const law_frame *f = a->frame;
    const size_t m = f->system->contact_count, rows = f->row_count;
    const double scale = f->sigma[0] * f->sigma[0];
    memcpy(k, f->delassus, rows * rows * sizeof *k);
    memcpy(x, a->normal_jump, m * sizeof *x);
    for (size_t t = 0; t < f->system->tangent_count; t++) {
        double *row = k + (m + t) * rows;
        x[m + t] = a->velocity[t] - f->gamma[m + t];
        if (a->mode[t] != MODE_VELOCITY) {
            memset(row, 0, rows * sizeof *row);
            row[m + t] = scale;
            x[m + t] = 0.0;
        }
        if (a->mode[t] == MODE_SLIP) {
            row[t] = a->slip_direction[t] * f->system->mu[t] * scale;
        }
    }
}

/// Among x + span(null) take the least sum of (weight p)^2.
static void choose_least(size_t rows, size_t nullity, const double *null, const double *weight,
                         double *x)
{
    double b[LAW_MATRIX_MAX * LAW_MATRIX_MAX], l[LAW_MATRIX_MAX * LAW_MATRIX_MAX];
    double z[LAW_MATRIX_MAX];
    b[0] = 0.0;
    for (size_t i = 0; i < nullity; i++) {
        z[i] = 0.0;
        for (size_t j = 0; j < rows; j++) {
            z[i] -= weight[j] * weight[j] * null[i * rows + j] * x[j];
        }
        for (size_t j = 0; j < nullity; j++) {
            double sum = 0.0;
            for (size_t p = 0; p < rows; p++) {
                sum += weight[p] * weight[p] * null[i * rows + p] * null[j * rows + p];
            }
            b[i * nullity + j] = sum;
        }
    }
    if (law_cholesky(nullity, b, 0.0, l) < nullity) {
        return;
    }
    law_cholesky_solve(nullity, nullity, l, z);
    for (size_t i = 0; i < nullity; i++) {
        for (size_t j = 0; j < rows; j++) {
            x[j] += z[i] * null[i * rows + j];
        }
    }
}

/// Percussions that are not unique: the least ones, then with friction the least use of mu p_N.
static void choose_percussion(const law_frame *f, size_t nullity, const double *null, double *x)
{
    const talus_impact_law_system *s = f->system;
    double weight[LAW_MATRIX_MAX];
    for (size_t i = 0; i < f->row_count; i++) {
        weight[i] = 1.0;
    }
    choose_least(f->row_count, nullity, null, weight, x);
    if (!s->mu) {
        return;
    }
    const size_t each = s->tangent_count / s->contact_count;
    const double largest = largest_of(x, s->contact_count);
    for (size_t t = 0; t < s->tangent_count; t++) {
        const size_t contact = t / each;
        const double radius = s->mu[contact] * x[contact];
        const double least = 1e-12 * largest;
        // sum of p_t^2 / (mu p_N): the shares become proportional to mu p_N
        weight[s->contact_count + t] = sqrt(largest / (radius > least ? radius : least));
    }
    if (largest > 0.0) {
        choose_least(f->row_count, nullity, null, weight, x);
    }
}

/// @return false if no percussion fulfils the assumption
static bool solve_assumption(const assumption *a, double *percussion)
{
    const size_t rows = a->frame->row_count;
    double k[LAW_MATRIX_MAX * LAW_MATRIX_MAX], null[LAW_MATRIX_MAX * LAW_MATRIX_MAX];
    double rest = 0.0;
    fill_equations(a, k, percussion);
    const double right = largest_of(percussion, rows);
    const size_t nullity = law_solve_singular(rows, k, percussion, null, &rest);
    if (rest > 1e-9 * right) {
        return false;
    }
    if (nullity > 0) {
        choose_percussion(a->frame, nullity, null, percussion);
    }
    return true;
}

talus_impact_law_check law_cone_check(const law_frame *f, const double *percussion)
{
    const talus_impact_law_system *s = f->system;
    const size_t m = s->contact_count, each = s->tangent_count / m;
    talus_impact_law_check check = {.holds = true, .excess = -(double)INFINITY};
    for (size_t i = 0; i < m && s->mu; i++) {
        const double *tangential = percussion + m + i * each;
        const double excess =
            sqrt(law_dot(each, tangential, tangential)) - s->mu[i] * percussion[i];
        if (excess > check.excess) {
            check.excess = excess;
            check.contact = i;
        }
    }
    check.holds = !s->mu || check.excess <= LAW_ROUND_OFF * largest_of(percussion, f->row_count);
    check.excess = s->mu ? check.excess : 0.0;
    return check;
}

/// Worst breach of p_N >= 0, |p_T| <= mu p_N (stick) and of the assumed slip direction, in N s.
static blame blame_for(const assumption *a, const double *percussion)
{
    const law_frame *f = a->frame;
    const size_t m = f->system->contact_count, rows = f->row_count;
    blame worst = {-(double)INFINITY, 0};
    for (size_t i = 0; i < m; i++) {
        const double *row = f->delassus + (m + i) * rows;
        const double gamma = f->gamma[m + i] + law_dot(rows, row, percussion);
        double excess = -percussion[i];
        const double tangential = a->mode[i] == MODE_SLIP
                                      ? -a->slip_direction[i] * gamma / (f->sigma[i] * f->sigma[i])
                                      : fabs(percussion[m + i]) - f->system->mu[i] * percussion[i];
        excess = tangential > excess ? tangential : excess;
        if (excess > worst.excess) {
            worst = (blame){excess, i};
        }
    }
    return worst;
}

static size_t slips_of(size_t code, size_t contacts, assumption *a)
{
    size_t slips = 0;
    for (size_t i = 0; i < contacts; i++) {
        const size_t digit = code % 3;
        code /= 3;
        a->mode[i] = digit == 0 ? MODE_VELOCITY : MODE_SLIP;
        a->velocity[i] = 0.0;
        a->slip_direction[i] = digit == 1 ? 1.0 : -1.0;
        slips += digit != 0;
    }
    return slips;
}

/// Stick or slip of every contact, all modes in the order of the number of slips.
static talus_status solve_coulomb(assumption *a, double *percussion, talus_impact_law_check *check,
                                  talus_error *error)
{
    const law_frame *f = a->frame;
    const size_t m = f->system->contact_count;
    double trial[LAW_MATRIX_MAX];
    size_t codes = 1;
    blame best = {(double)INFINITY, 0};
    for (size_t i = 0; i < m; i++) {
        codes *= 3;
    }
    for (size_t slip_count = 0; slip_count <= m; slip_count++) {
        for (size_t code = 0; code < codes; code++) {
            if (slips_of(code, m, a) != slip_count || !solve_assumption(a, trial)) {
                continue;
            }
            const blame found = blame_for(a, trial);
            const double allowed = LAW_ROUND_OFF * largest_of(trial, f->row_count);
            if (found.excess < best.excess) {
                best = found;
                memcpy(percussion, trial, f->row_count * sizeof *percussion);
            }
            if (found.excess <= allowed) {
                *check = (talus_impact_law_check){true, found.contact, found.excess};
                memcpy(percussion, trial, f->row_count * sizeof *percussion);
                return TALUS_OK;
            }
        }
    }
    *check = (talus_impact_law_check){false, best.contact, best.excess};
    if (!isfinite(best.excess)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "no percussions give the gap velocities of the law, whichever "
                               "contacts stick or slip");
    }
    return TALUS_OK;
}

/// gamma_T+ that belongs to q_tan+ = -E_tan q_tan-; hands out u+ too.
static void target_of_coordinates(assumption *a, const talus_impact_law_metric *k,
                                  const talus_impact_law *law, const double *velocity,
                                  double *after)
{
    const talus_impact_law_system *s = a->frame->system;
    const size_t m = k->contact_count, tan_count = k->dof_count - m;
    double q_norm[TALUS_IMPACT_LAW_MAX], q_tan[TALUS_IMPACT_LAW_MAX],
        q_tan_after[TALUS_IMPACT_LAW_MAX];
    talus_impact_law_coordinates(k, velocity, q_norm, q_tan);
    law_multiply(tan_count, tan_count, law->restitution_tan, q_tan, q_tan_after);
    for (size_t i = 0; i < tan_count; i++) {
        q_tan_after[i] = -q_tan_after[i];
    }
    for (size_t i = 0; i < m; i++) {
        q_norm[i] += a->normal_jump[i] / k->sigma[i];
    }
    talus_impact_law_velocity(k, q_norm, q_tan_after, after);
    law_multiply(s->tangent_count, k->dof_count, s->tangents, after, a->velocity);
}

/// The percussions must carry u- all the way to `after`.
static bool reaches(const law_frame *f, const double *velocity, const double *percussion,
                    const double *after)
{
    const size_t n = f->system->dof_count;
    double jump[TALUS_IMPACT_LAW_MAX] = {0.0}, scale = largest_of(after, n);
    scale = largest_of(velocity, n) > scale ? largest_of(velocity, n) : scale;
    for (size_t r = 0; r < f->row_count; r++) {
        for (size_t j = 0; j < n; j++) {
            jump[j] += percussion[r] * law_row(f->system, r)[j];
        }
    }
    law_cholesky_solve(n, n, f->mass_factor, jump);
    for (size_t j = 0; j < n; j++) {
        if (fabs(velocity[j] + jump[j] - after[j]) > 1e-8 * scale) {
            return false;
        }
    }
    return true;
}

talus_status law_equation(const law_frame *f, const talus_impact_law_metric *metric,
                          const talus_impact_law *law, const double *velocity,
                          const double *normal_jump, double *percussion,
                          talus_impact_law_check *coulomb, talus_error *error)
{
    const talus_impact_law_system *s = f->system;
    assumption a = {.frame = f, .normal_jump = normal_jump};
    double after[TALUS_IMPACT_LAW_MAX];
    for (size_t t = 0; t < s->tangent_count; t++) {
        a.mode[t] = law->tangential == TALUS_IMPACT_LAW_FREE ? MODE_FREE : MODE_VELOCITY;
        a.velocity[t] = law->epsilon_t ? -law->epsilon_t[t] * f->gamma[s->contact_count + t] : 0.0;
    }
    if (law->tangential == TALUS_IMPACT_LAW_COULOMB) {
        return solve_coulomb(&a, percussion, coulomb, error);
    }
    if (law->tangential == TALUS_IMPACT_LAW_TANGENT_COORDINATE) {
        target_of_coordinates(&a, metric, law, velocity, after);
    }
    if (!solve_assumption(&a, percussion) ||
        (law->tangential == TALUS_IMPACT_LAW_TANGENT_COORDINATE &&
         !reaches(f, velocity, percussion, after))) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "no percussions along the given gradients bring about the "
                               "tangential restitution asked for; give the missing tangent "
                               "gradients or another coefficient");
    }
    *coulomb = law_cone_check(f, percussion);
    return TALUS_OK;
}
