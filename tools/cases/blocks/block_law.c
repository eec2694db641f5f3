// SPDX-License-Identifier: GPL-3.0-or-later
// The generalised law on a planar block: the cases that [B12] writes out.
#include "cases/blocks/block_law.h"

#include <math.h>

enum { DOF = 3, CONTACTS = 2 };

/// Matrices of a block flat on the ground and the system made of them.
typedef struct flat_block {
    double mass[DOF * DOF], normals[CONTACTS * DOF], tangents[CONTACTS * DOF];
    talus_impact_law_system system;
} flat_block;

static void flat_block_init(flat_block *flat, const talus_impact_law_block *block)
{
    talus_impact_law_block_matrices(block, flat->mass, flat->normals, flat->tangents);
    flat->system = (talus_impact_law_system){DOF,           CONTACTS,       CONTACTS, flat->mass,
                                             flat->normals, flat->tangents, NULL};
}

static talus_status check_positive(const char *name, double value, talus_error *error)
{
    return isfinite(value) && value > 0.0
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "the %s of a block must be finite and > 0, found %.9g", name,
                                 value);
}

block_law block_law_tangential(double en21, double e_t)
{
    return (block_law){.en1 = en21 - e_t, .en21 = en21, .et3 = -e_t};
}

talus_status block_law_apply(const talus_impact_law_block *block, const block_law *law,
                             double omega, block_law_result *result, talus_error *error)
{
    if (block == NULL || law == NULL || result == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    *result = (block_law_result){0};
    talus_status status = check_positive("mass", block->mass, error);
    status = status == TALUS_OK ? check_positive("width", block->width, error) : status;
    status = status == TALUS_OK ? check_positive("height", block->height, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    if (!(omega < 0.0)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "a block that rocks on A hits with omega < 0, found %.9g", omega);
    }
    flat_block flat;
    flat_block_init(&flat, block);
    // the second column meets the gap velocity of A, which is 0
    const double restitution[CONTACTS * CONTACTS] = {law->en1, law->en21, law->en21, law->en1};
    const talus_impact_law general = {.kind = TALUS_IMPACT_LAW_GENERALISED,
                                      .restitution = restitution,
                                      .tangential = TALUS_IMPACT_LAW_TANGENT_COORDINATE,
                                      .restitution_tan = &law->et3};
    const double before[DOF] = {-0.5 * block->height * omega, 0.5 * block->width * omega, omega};
    talus_impact_law_result applied;
    status = talus_impact_law_apply(&flat.system, &general, before, &applied, error);
    if (status != TALUS_OK) {
        return status;
    }
    for (size_t i = 0; i < DOF; i++) {
        result->velocity[i] = applied.velocity_after[i];
    }
    result->percussion_b = applied.percussion_n[0];
    result->percussion_a = applied.percussion_n[1];
    result->percussion_t = applied.percussion_t[0] + applied.percussion_t[1];
    result->energy_ratio = applied.energy_after / applied.energy_before;
    result->verdict =
        (block_verdict){applied.kinematic.holds, applied.kinetic.holds, applied.energetic.holds};
    return TALUS_OK;
}

/// x' A^-1 y of a symmetric matrix with unit diagonal and `cosine` beside it.
static double inverse_form(double cosine, const double x[2], const double y[2])
{
    return (x[0] * y[0] + x[1] * y[1] - cosine * (x[0] * y[1] + x[1] * y[0])) /
           (1.0 - cosine * cosine);
}

talus_status rocking_norm_apply(double aspect, const double restitution[4], const double q_norm[2],
                                rocking_norm_result *result, talus_error *error)
{
    *result = (rocking_norm_result){0};
    talus_status status = check_positive("height / width", aspect, error);
    if (status != TALUS_OK) {
        return status;
    }
    flat_block flat;
    flat_block_init(&flat, &(talus_impact_law_block){1.0, 1.0, aspect});
    talus_impact_law_metric metric;
    status = talus_impact_law_metric_init(&flat.system, &metric, error);
    if (status != TALUS_OK) {
        return status;
    }
    double jump[2];
    for (size_t i = 0; i < 2; i++) {
        result->q_norm[i] = -(restitution[2 * i] * q_norm[0] + restitution[2 * i + 1] * q_norm[1]);
        jump[i] = result->q_norm[i] - q_norm[i];
    }
    for (size_t i = 0; i < 4; i++) {
        result->gram[i] = metric.gram[i];
    }
    result->angle = talus_impact_law_kinetic_angle(&metric, 0, 1);
    const double cosine = metric.gram[1], *after = result->q_norm;
    const double energy = 0.5 * inverse_form(cosine, q_norm, q_norm);
    result->impulse[0] = inverse_form(cosine, (double[2]){1.0, 0.0}, jump);
    result->impulse[1] = inverse_form(cosine, (double[2]){0.0, 1.0}, jump);
    result->energy_change = 0.5 * inverse_form(cosine, after, after) - energy;
    result->norm = talus_impact_law_margins_of(&metric, restitution).norm;
    const double least = -ROCKING_ROUND_OFF * sqrt(2.0 * energy);
    result->verdict =
        (block_verdict){.kinematic = after[0] >= least && after[1] >= least,
                        .kinetic = result->impulse[0] >= least && result->impulse[1] >= least,
                        .energetic = result->energy_change <= ROCKING_ROUND_OFF * energy};
    return TALUS_OK;
}

talus_status block_forces(const talus_rocking_block *block, double theta, double omega,
                          double gravity, double a[4], double forces[2], talus_error *error)
{
    if (block == NULL || a == NULL || forces == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    if (!(fabs(theta) < 0.5 * TALUS_PI)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "both corners support a block only for |theta| < pi / 2, found %.9g",
                               theta);
    }
    const double c = talus_cos(theta), s = talus_sin(theta), w2 = omega * omega;
    // d gap / d theta and acceleration of each gap without forces; order B, A
    const double arm[2] = {block->h * s + block->b2 * c, block->h * s - block->b1 * c};
    const double free[2] = {-gravity + w2 * (block->h * c - block->b2 * s),
                            -gravity + w2 * (block->h * c + block->b1 * s)};
    for (size_t i = 0; i < 4; i++) {
        a[i] = 1.0 / block->mass + arm[i / 2] * arm[i % 2] / block->inertia;
    }
    // (arm_B - arm_A)^2 / (m I) without the cancellation of the products
    const double det = (arm[0] - arm[1]) * (arm[0] - arm[1]) / (block->mass * block->inertia);
    forces[0] = (a[1] * free[1] - a[3] * free[0]) / det;
    forces[1] = (a[2] * free[0] - a[0] * free[1]) / det;
    if (forces[0] < 0.0 || forces[1] < 0.0) {
        // one corner alone, or none: the solution of a P-matrix is unique
        const double alone[2] = {fmax(-free[0] / a[0], 0.0), fmax(-free[1] / a[3], 0.0)};
        const bool on_b = a[2] * alone[0] + free[1] >= 0.0;
        forces[0] = on_b ? alone[0] : 0.0;
        forces[1] = on_b ? 0.0 : alone[1];
    }
    return TALUS_OK;
}
