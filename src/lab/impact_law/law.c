// SPDX-License-Identifier: GPL-3.0-or-later
// The kinetic metric of a system: checks, q_norm and q_tan, kinetic angles, margins of a matrix E.
#include "lab/impact_law/law.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// squared sine of the angle between a gradient and the span of those before it
static const double dependence_tolerance = 1e-10;
// a direction whose part outside the span is shorter than this is skipped for the tangents
static const double tangent_tolerance = 1e-6;

static const char *const kind_names[] = {
#define NAME(enumerator, name) name,
    TALUS_IMPACT_LAW_KIND_LIST(NAME)
#undef NAME
};

const char *talus_impact_law_kind_name(talus_impact_law_kind kind)
{
    return (unsigned)kind < TALUS_IMPACT_LAW_KIND_COUNT ? kind_names[kind] : "unknown";
}

bool talus_impact_law_kind_from_name(const char *name, talus_impact_law_kind *kind)
{
    if (name == NULL || kind == NULL) {
        return false;
    }
    for (int i = 0; i < TALUS_IMPACT_LAW_KIND_COUNT; i++) {
        if (name && strcmp(name, kind_names[i]) == 0) {
            *kind = (talus_impact_law_kind)i;
            return true;
        }
    }
    return false;
}

double law_arccos(double c)
{
    if (!(c > -1.0)) {
        return TALUS_PI;
    }
    return c < 1.0 ? 2.0 * talus_atan(sqrt((1.0 - c) / (1.0 + c))) : 0.0;
}

const double *law_row(const talus_impact_law_system *system, size_t row)
{
    const size_t m = system->contact_count, n = system->dof_count;
    return row < m ? system->normals + row * n : system->tangents + (row - m) * n;
}

static bool all_finite(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) {
            return false;
        }
    }
    return true;
}

static talus_status check_sizes(const talus_impact_law_system *s, talus_error *error)
{
    if (s->dof_count < 1 || s->dof_count > TALUS_IMPACT_LAW_MAX || s->contact_count < 1 ||
        s->contact_count > TALUS_IMPACT_LAW_MAX) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the system has %zu degrees of freedom and %zu contacts; from 1 to "
                               "%d of each are possible",
                               s->dof_count, s->contact_count, TALUS_IMPACT_LAW_MAX);
    }
    if (s->tangent_count != 0 && s->tangent_count != s->contact_count &&
        s->tangent_count != 2 * s->contact_count) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%zu tangent gradients for %zu contacts; expected none, one or two "
                               "for each contact",
                               s->tangent_count, s->contact_count);
    }
    return TALUS_OK;
}

static talus_status check_numbers(const talus_impact_law_system *s, talus_error *error)
{
    const size_t n = s->dof_count;
    if (!all_finite(s->mass, n * n) || !all_finite(s->normals, s->contact_count * n) ||
        (s->tangent_count > 0 && !all_finite(s->tangents, s->tangent_count * n))) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the mass matrix and the gradients must be finite numbers");
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            const double a = s->mass[i * n + j], b = s->mass[j * n + i];
            if (fabs(a - b) > 1e-9 * (fabs(a) + fabs(b))) {
                return talus_error_set(error, TALUS_ERROR_INPUT,
                                       "the mass matrix is not symmetric: %.9g in row %zu, column "
                                       "%zu, but %.9g across the diagonal",
                                       a, i + 1, j + 1, b);
            }
        }
    }
    for (size_t i = 0; s->mu && i < s->contact_count; i++) {
        if (!(s->mu[i] >= 0.0) || !isfinite(s->mu[i])) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "the friction coefficient of contact %zu is %g, expected >= 0",
                                   i + 1, s->mu[i]);
        }
    }
    return TALUS_OK;
}

/// G = W' M^-1 W and the lengths sigma.
static talus_status fill_delassus(law_frame *f, talus_error *error)
{
    const size_t n = f->system->dof_count, rows = f->row_count;
    double half[LAW_MATRIX_MAX * TALUS_IMPACT_LAW_MAX]; // L^-1 W
    for (size_t i = 0; i < rows; i++) {
        memcpy(half + i * n, law_row(f->system, i), n * sizeof *half);
        law_forward(n, n, f->mass_factor, half + i * n);
    }
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < rows; j++) {
            f->delassus[i * rows + j] = law_dot(n, half + i * n, half + j * n);
        }
    }
    for (size_t i = 0; i < f->system->contact_count; i++) {
        f->sigma[i] = sqrt(f->delassus[i * rows + i]);
        if (!(f->sigma[i] > 0.0) || !isfinite(f->sigma[i])) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "the gradient of contact %zu is zero: its gap does not depend "
                                   "on the motion",
                                   i + 1);
        }
    }
    return TALUS_OK;
}

talus_status law_frame_init(const talus_impact_law_system *system, law_frame *frame,
                            talus_error *error)
{
    if (system == NULL || system->mass == NULL || system->normals == NULL ||
        (system->tangent_count > 0 && system->tangents == NULL)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the system or an array of it is NULL");
    }
    talus_status status = check_sizes(system, error);
    if (status == TALUS_OK) {
        status = check_numbers(system, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    frame->system = system;
    frame->row_count = system->contact_count + system->tangent_count;
    const size_t n = system->dof_count;
    const size_t failed = law_cholesky(n, system->mass, 1e-14, frame->mass_factor);
    if (failed < n) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the mass matrix is not positive definite (found in row %zu)",
                               failed + 1);
    }
    return fill_delassus(frame, error);
}

/// "the gradient of contact 4 is a combination of those of contacts 1, 2, 3".
static void report_dependence(const talus_impact_law_metric *k, size_t index, talus_error *error)
{
    const size_t m = k->contact_count;
    double part[TALUS_IMPACT_LAW_MAX];
    char list[256] = "";
    size_t used = 0;
    memcpy(part, k->gram + index * m, index * sizeof *part);
    law_cholesky_solve(m, index, k->gram_factor, part);
    for (size_t i = 0; i < index; i++) {
        if (fabs(part[i]) > 1e-4 && used < sizeof list) {
            used +=
                (size_t)snprintf(list + used, sizeof list - used, "%s%zu", used ? ", " : "", i + 1);
        }
    }
    (void)talus_error_set(
        error, TALUS_ERROR_INPUT,
        "the constraint gradients are dependent: that of contact %zu is a combination "
        "of those of %s; the law needs independent ones, so leave contacts out or use "
        "the complementarity form",
        index + 1, list);
}

/// Take away from v its part in the span of the normals and of the tangents found so far.
static void project_out(const talus_impact_law_metric *k, size_t tangents, double *v)
{
    const size_t n = k->dof_count, m = k->contact_count;
    double momentum[TALUS_IMPACT_LAW_MAX], part[TALUS_IMPACT_LAW_MAX];
    law_multiply(n, n, k->mass, v, momentum);
    law_multiply(m, n, k->normal, momentum, part);
    law_cholesky_solve(m, m, k->gram_factor, part);
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++) {
            v[j] -= part[i] * k->normal[i * n + j];
        }
    }
    for (size_t i = 0; i < tangents; i++) {
        const double along = law_dot(n, k->tangent + i * n, momentum);
        for (size_t j = 0; j < n; j++) {
            v[j] -= along * k->tangent[i * n + j];
        }
    }
}

static double kinetic_length(const talus_impact_law_metric *k, const double *v)
{
    double momentum[TALUS_IMPACT_LAW_MAX];
    law_multiply(k->dof_count, k->dof_count, k->mass, v, momentum);
    return sqrt(law_dot(k->dof_count, v, momentum));
}

/// @return true if v gave a new tangent direction
static bool add_tangent(talus_impact_law_metric *k, size_t count, double *v)
{
    const size_t n = k->dof_count;
    const double before = kinetic_length(k, v);
    project_out(k, count, v);
    project_out(k, count, v); // once more against cancellation
    const double after = kinetic_length(k, v);
    if (!(after > tangent_tolerance * before)) {
        return false;
    }
    for (size_t j = 0; j < n; j++) {
        k->tangent[count * n + j] = v[j] / after;
    }
    return true;
}

/// @return false if round-off leaves fewer tangents than there are free directions
static bool complete_basis(const law_frame *f, talus_impact_law_metric *k)
{
    const size_t n = k->dof_count, needed = n - k->contact_count;
    size_t count = 0;
    double v[TALUS_IMPACT_LAW_MAX];
    for (size_t i = 0; i < f->system->tangent_count && count < needed; i++) {
        memcpy(v, f->system->tangents + i * n, n * sizeof *v);
        law_cholesky_solve(n, n, f->mass_factor, v);
        count += add_tangent(k, count, v);
    }
    for (size_t i = 0; i < n && count < needed; i++) {
        memset(v, 0, sizeof v);
        v[i] = 1.0;
        count += add_tangent(k, count, v);
    }
    return count == needed;
}

/// More gradients than degrees of freedom are dependent, whatever round-off makes of them.
static bool refuse_too_many(size_t n, size_t m, talus_error *error)
{
    (void)talus_error_set(
        error, TALUS_ERROR_INPUT,
        "the constraint gradients are dependent: %zu contacts in %zu degrees of "
        "freedom; the law needs independent ones, so leave contacts out or use the "
        "complementarity form",
        m, n);
    return false;
}

bool law_metric_of_frame(const law_frame *f, talus_impact_law_metric *k, talus_error *error)
{
    const size_t n = f->system->dof_count, m = f->system->contact_count;
    k->dof_count = n;
    k->contact_count = m;
    memcpy(k->mass, f->system->mass, n * n * sizeof *k->mass);
    memcpy(k->sigma, f->sigma, m * sizeof *k->sigma);
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < m; j++) {
            const double g = f->delassus[i * f->row_count + j];
            k->gram[i * m + j] = i == j ? 1.0 : g / (f->sigma[i] * f->sigma[j]);
        }
        double *normal = k->normal + i * n;
        memcpy(normal, f->system->normals + i * n, n * sizeof *normal);
        law_cholesky_solve(n, n, f->mass_factor, normal);
        for (size_t j = 0; j < n; j++) {
            normal[j] /= f->sigma[i];
        }
    }
    const size_t dependent = law_cholesky(m, k->gram, dependence_tolerance, k->gram_factor);
    if (dependent < m) {
        report_dependence(k, dependent, error);
        return false;
    }
    if (m > n) {
        return refuse_too_many(n, m, error);
    }
    if (!complete_basis(f, k)) {
        (void)talus_error_set(
            error, TALUS_ERROR_INPUT,
            "the mass matrix and the gradients are too badly scaled to find the %zu "
            "directions free of contact; use units in which the masses are alike",
            n - m);
        return false;
    }
    return true;
}

talus_status talus_impact_law_metric_init(const talus_impact_law_system *system,
                                          talus_impact_law_metric *metric, talus_error *error)
{
    if (metric == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the metric is NULL");
    }
    law_frame frame;
    const talus_status status = law_frame_init(system, &frame, error);
    if (status != TALUS_OK) {
        return status;
    }
    return law_metric_of_frame(&frame, metric, error) ? TALUS_OK : TALUS_ERROR_INPUT;
}
