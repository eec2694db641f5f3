// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluation of an impact law and its admissibility tests.
#include "lab/impact_law/law.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// E of the law, also for the special cases.
static talus_status fill_restitution(const talus_impact_law *law, size_t m, double *e,
                                     talus_error *error)
{
    if ((law->kind == TALUS_IMPACT_LAW_NEWTON && !law->epsilon_n) ||
        (law->kind == TALUS_IMPACT_LAW_GENERALISED && !law->restitution)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the coefficients of the %s law are missing",
                               talus_impact_law_kind_name(law->kind));
    }
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < m; j++) {
            double entry = 0.0;
            if (law->kind == TALUS_IMPACT_LAW_GENERALISED) {
                entry = law->restitution[i * m + j];
            } else if (i == j) {
                entry = law->kind == TALUS_IMPACT_LAW_NEWTON ? law->epsilon_n[i] : law->e;
            }
            if (!isfinite(entry)) {
                return talus_error_set(error, TALUS_ERROR_INPUT,
                                       "the restitution coefficient of contacts %zu, %zu is not a "
                                       "finite number",
                                       i + 1, j + 1);
            }
            e[i * m + j] = entry;
        }
    }
    return TALUS_OK;
}

static talus_status check_tangential(const talus_impact_law_system *s, const talus_impact_law *law,
                                     talus_error *error)
{
    const talus_impact_law_tangential kind = law->tangential;
    const bool coulomb = kind == TALUS_IMPACT_LAW_COULOMB;
    if ((kind == TALUS_IMPACT_LAW_TANGENT_VELOCITY || coulomb) && s->tangent_count == 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the law along the ground needs tangent gradients");
    }
    if ((coulomb || (law->complementarity && kind == TALUS_IMPACT_LAW_TANGENT_VELOCITY)) &&
        !s->mu) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "friction along the ground needs the coefficients mu");
    }
    if (kind == TALUS_IMPACT_LAW_TANGENT_COORDINATE &&
        (law->complementarity || !law->restitution_tan)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "restitution of q_tan needs its matrix and the law as an equation, "
                               "without complementarity");
    }
    if (coulomb && !law->complementarity &&
        (s->tangent_count != s->contact_count || s->contact_count > TALUS_IMPACT_LAW_MAX_COULOMB)) {
        return talus_error_set(error, TALUS_ERROR_UNSUPPORTED,
                               "Coulomb's law with the law as an equation takes one tangent for "
                               "each contact and at most %d contacts, found %zu for %zu; use the "
                               "complementarity form",
                               TALUS_IMPACT_LAW_MAX_COULOMB, s->tangent_count, s->contact_count);
    }
    return TALUS_OK;
}

static double energy_of(const talus_impact_law_system *s, const double *u)
{
    double momentum[TALUS_IMPACT_LAW_MAX];
    law_multiply(s->dof_count, s->dof_count, s->mass, u, momentum);
    return 0.5 * law_dot(s->dof_count, u, momentum);
}

/// State before the impact, in all coordinates.
static talus_status fill_before(law_frame *f, const double *velocity, talus_impact_law_result *r,
                                talus_error *error)
{
    const talus_impact_law_system *s = f->system;
    for (size_t i = 0; i < s->dof_count; i++) {
        if (!isfinite(velocity[i])) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "component %zu of the velocity is not a finite number", i + 1);
        }
    }
    for (size_t i = 0; i < f->row_count; i++) {
        f->gamma[i] = law_dot(s->dof_count, law_row(s, i), velocity);
    }
    for (size_t i = 0; i < s->contact_count; i++) {
        r->gap_before[i] = f->gamma[i];
        r->q_norm_before[i] = f->gamma[i] / f->sigma[i];
    }
    memcpy(r->slip_before, f->gamma + s->contact_count, s->tangent_count * sizeof *r->slip_before);
    r->energy_before = energy_of(s, velocity);
    return TALUS_OK;
}

/// The law speaks of contacts that approach or touch.                              [B12 below (12)]
static talus_status refuse_separation(const law_frame *f, talus_error *error)
{
    const size_t m = f->system->contact_count;
    double largest = 0.0;
    for (size_t i = 0; i < m; i++) {
        largest = fabs(f->gamma[i]) > largest ? fabs(f->gamma[i]) : largest;
    }
    for (size_t i = 0; i < m; i++) {
        if (f->gamma[i] > 1e-9 * largest) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "contact %zu separates at %.6g m/s before the impact; the law "
                                   "takes contacts that approach or stay closed, so leave it out "
                                   "or use the complementarity form",
                                   i + 1, f->gamma[i]);
        }
    }
    return TALUS_OK;
}

/// u+ = u- + M^-1 W P and what follows from it.
static void fill_after(const law_frame *f, const double *velocity, const double *percussion,
                       talus_impact_law_result *r)
{
    const talus_impact_law_system *s = f->system;
    const size_t n = s->dof_count, m = s->contact_count;
    double jump[TALUS_IMPACT_LAW_MAX] = {0.0};
    for (size_t i = 0; i < f->row_count; i++) {
        for (size_t j = 0; j < n; j++) {
            jump[j] += percussion[i] * law_row(s, i)[j];
        }
    }
    law_cholesky_solve(n, n, f->mass_factor, jump);
    for (size_t j = 0; j < n; j++) {
        r->velocity_after[j] = velocity[j] + jump[j];
    }
    for (size_t i = 0; i < m; i++) {
        r->gap_after[i] = law_dot(n, law_row(s, i), r->velocity_after);
        r->q_norm_after[i] = r->gap_after[i] / f->sigma[i];
        r->percussion_n[i] = percussion[i];
    }
    for (size_t i = 0; i < s->tangent_count; i++) {
        r->slip_after[i] = law_dot(n, law_row(s, m + i), r->velocity_after);
        r->percussion_t[i] = percussion[m + i];
    }
    r->energy_after = energy_of(s, r->velocity_after);
}

/// No value below -round-off times the largest magnitude of `values` and `more`.
static talus_impact_law_check check_not_negative(const double *values, const double *more,
                                                 size_t count)
{
    talus_impact_law_check check = {.holds = true, .excess = -values[0]};
    double scale = 0.0;
    for (size_t i = 0; i < count; i++) {
        scale = fabs(values[i]) > scale ? fabs(values[i]) : scale;
        scale = fabs(more[i]) > scale ? fabs(more[i]) : scale;
        if (-values[i] > check.excess) {
            check.excess = -values[i];
            check.contact = i;
        }
    }
    check.holds = check.excess <= LAW_ROUND_OFF * scale;
    return check;
}

static void fill_checks(size_t m, talus_impact_law_result *r)
{
    r->kinematic = check_not_negative(r->gap_after, r->gap_before, m);
    r->kinetic = check_not_negative(r->percussion_n, r->percussion_n, m);
    r->energetic.excess = r->energy_after - r->energy_before;
    r->energetic.holds = r->energetic.excess <= LAW_ROUND_OFF * r->energy_before;
    r->admissible = r->solved && r->kinematic.holds && r->kinetic.holds && r->energetic.holds &&
                    r->coulomb.holds;
}

/// sigma_i sum_j E_ij q_j of the approaching parts: minus the gap velocities the law asks for.
static void restitute(const law_frame *f, const talus_impact_law_result *r, double *shift)
{
    const size_t m = f->system->contact_count;
    double approach[TALUS_IMPACT_LAW_MAX];
    for (size_t i = 0; i < m; i++) {
        approach[i] = r->q_norm_before[i] < 0.0 ? r->q_norm_before[i] : 0.0;
    }
    law_multiply(m, m, r->restitution, approach, shift);
    for (size_t i = 0; i < m; i++) {
        shift[i] *= f->sigma[i];
    }
}

static talus_status find_percussions(const law_frame *f, const talus_impact_law_metric *metric,
                                     const talus_impact_law *law, const double *velocity,
                                     talus_impact_law_result *r, double *percussion,
                                     talus_error *error)
{
    double shift[TALUS_IMPACT_LAW_MAX], jump[TALUS_IMPACT_LAW_MAX];
    restitute(f, r, shift);
    r->solved = true;
    if (law->complementarity) {
        return law_complementarity(f, law, shift, percussion, r, error);
    }
    talus_status status = refuse_separation(f, error);
    for (size_t i = 0; i < f->system->contact_count; i++) {
        jump[i] = -shift[i] - f->gamma[i];
    }
    if (status == TALUS_OK) {
        status = law_equation(f, metric, law, velocity, jump, percussion, &r->coulomb, error);
    }
    return status;
}

talus_status talus_impact_law_apply(const talus_impact_law_system *system,
                                    const talus_impact_law *law, const double *velocity,
                                    talus_impact_law_result *r, talus_error *error)
{
    if (law == NULL || velocity == NULL || r == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the law, the velocity or the place for the result is NULL");
    }
    law_frame frame;
    talus_impact_law_metric metric;
    double percussion[LAW_MATRIX_MAX] = {0.0}, unused[TALUS_IMPACT_LAW_MAX];
    memset(r, 0, sizeof *r);
    talus_status status = law_frame_init(system, &frame, error);
    if (status == TALUS_OK) {
        r->independent = law_metric_of_frame(&frame, &metric, law->complementarity ? NULL : error);
        status = r->independent || law->complementarity ? TALUS_OK : TALUS_ERROR_INPUT;
    }
    if (status == TALUS_OK) {
        status = fill_restitution(law, system->contact_count, r->restitution, error);
    }
    if (status == TALUS_OK) {
        status = check_tangential(system, law, error);
    }
    if (status == TALUS_OK) {
        status = fill_before(&frame, velocity, r, error);
    }
    if (status == TALUS_OK) {
        status = find_percussions(&frame, &metric, law, velocity, r, percussion, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    fill_after(&frame, velocity, percussion, r);
    if (r->independent) {
        r->tan_count = system->dof_count - system->contact_count;
        talus_impact_law_coordinates(&metric, velocity, unused, r->q_tan_before);
        talus_impact_law_coordinates(&metric, r->velocity_after, unused, r->q_tan_after);
    }
    fill_checks(system->contact_count, r);
    return TALUS_OK;
}

size_t talus_impact_law_refusal(const talus_impact_law_result *r, char *text, size_t size)
{
    if (r == NULL || (text == NULL && size > 0)) {
        return 0;
    }
    int length = 0;
    if (!r->solved) {
        length = snprintf(text, size,
                          "not solved: the contact problem keeps an error of %.3g m/s; the "
                          "restitution asked for may have no solution",
                          r->residual);
    } else if (!r->kinematic.holds) {
        length = snprintf(text, size,
                          "kinematic test violated: contact %zu would penetrate at %.6g m/s after "
                          "the impact",
                          r->kinematic.contact + 1, r->kinematic.excess);
    } else if (!r->kinetic.holds) {
        length = snprintf(text, size,
                          "kinetic test violated: contact %zu would have to pull with %.6g N s",
                          r->kinetic.contact + 1, r->kinetic.excess);
    } else if (!r->energetic.holds) {
        length = snprintf(text, size,
                          "energetic test violated: the kinetic energy would grow by %.6g J, from "
                          "%.6g to %.6g J",
                          r->energetic.excess, r->energy_before, r->energy_after);
    } else if (!r->coulomb.holds) {
        length = snprintf(text, size,
                          "Coulomb's law violated: contact %zu exceeds its friction cone or slips "
                          "the wrong way by %.6g N s",
                          r->coulomb.contact + 1, r->coulomb.excess);
    } else if (size > 0) {
        text[0] = '\0';
    }
    return (size_t)length;
}
