// SPDX-License-Identifier: GPL-3.0-or-later
// Impact maps of spatial blocks: one equation (18) for edges and facets, its energy and its limits.
#include "lab/spatial/spatial.h"

/// Theta - m R_R R_pivot = Theta + m (r_R.r_pivot 1 - r_pivot r_R^T), the angular momentum about R
/// per angular velocity about the pivot.
static talus_mat3 momentum_matrix(const talus_spatial_impact *impact, talus_vec3 pivot)
{
    const double p[3] = {pivot.x, pivot.y, pivot.z};
    const double r[3] = {impact->resultant.x, impact->resultant.y, impact->resultant.z};
    const double both = vec3_dot(impact->resultant, pivot);
    talus_mat3 k = impact->inertia;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            k.m[i][j] += impact->mass * ((i == j ? both : 0.0) - p[i] * r[j]);
        }
    }
    return k;
}

/// Impulse (N s) and energy change (26) of w- -> w+, already in outcome->w_plus.
static void balance(const talus_spatial_impact *impact, talus_vec3 w_minus,
                    talus_spatial_outcome *outcome)
{
    const talus_vec3 v_minus = vec3_cross(impact->before, w_minus);
    const talus_vec3 v_plus = vec3_cross(impact->after, outcome->w_plus);
    outcome->impulse = vec3_scale(impact->mass, vec3_sub(v_plus, v_minus));
    outcome->energy_change =
        spatial_kinetic(&impact->inertia, impact->mass, impact->after, outcome->w_plus) -
        spatial_kinetic(&impact->inertia, impact->mass, impact->before, w_minus);
}

talus_status talus_spatial_map(const talus_spatial_impact *impact, talus_vec3 w_minus, double tau,
                               talus_spatial_outcome *outcome, talus_error *error)
{
    if (impact == NULL || outcome == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    const bool no_spin = isnan(tau);
    const talus_mat3 b = momentum_matrix(impact, impact->before);
    talus_mat3 k = momentum_matrix(impact, impact->after);
    talus_vec3 right = mat3_mulv(&b, w_minus);
    if (no_spin) {
        // the unknown w_z+ is 0; tau takes its place, the axis z being column (0, 0, -1) in kg m^2
        const double scale = k.m[2][2];
        k.m[0][2] = 0.0;
        k.m[1][2] = 0.0;
        k.m[2][2] = -scale;
    } else {
        right.z += tau;
    }
    talus_vec3 x = vec3(0.0, 0.0, 0.0);
    const double scale = -k.m[2][2];
    outcome->regularity = spatial_solve(&k, right, &x);
    if (!(outcome->regularity > 1e-14)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the impact map (18) is singular for the resultant at (%g, %g) m "
                               "from the centre of mass (regularity %.2g)",
                               impact->resultant.x, impact->resultant.y, outcome->regularity);
    }
    outcome->tau = no_spin ? x.z * scale : tau;
    outcome->w_plus = no_spin ? vec3(x.x, x.y, 0.0) : x;
    balance(impact, w_minus, outcome);
    return TALUS_OK;
}

bool talus_spatial_tau_interval(const talus_spatial_impact *impact, talus_vec3 w_minus,
                                double interval[2])
{
    if (impact == NULL || interval == NULL) {
        return false;
    }
    talus_spatial_outcome at_zero;
    const talus_mat3 k = momentum_matrix(impact, impact->after);
    talus_vec3 slope = vec3(0.0, 0.0, 0.0); // dw+/dtau
    if (talus_spatial_map(impact, w_minus, 0.0, &at_zero, NULL) != TALUS_OK ||
        !(spatial_solve(&k, vec3(0.0, 0.0, 1.0), &slope) > 1e-14)) {
        return false;
    }
    const talus_mat3 j = spatial_inertia_about(&impact->inertia, impact->mass, impact->after);
    const talus_vec3 momentum = mat3_mulv(&j, slope);
    const double a = 0.5 * vec3_dot(slope, momentum);
    const double b = vec3_dot(at_zero.w_plus, momentum);
    const double c = at_zero.energy_change;
    const double root = sqrt(fmax(0.0, b * b - 4.0 * a * c));
    // roots of a t^2 + b t + c without cancellation; round-off may leave c a little above 0
    const double q = -0.5 * (b + (b < 0.0 ? -root : root));
    if (b * b - 4.0 * a * c < -1e-12 * b * b || (q == 0.0 && c > 0.0)) {
        return false;
    }
    const double first = q / a, second = q != 0.0 ? c / q : 0.0;
    interval[0] = fmin(first, second);
    interval[1] = fmax(first, second);
    return true;
}

talus_spatial_impact talus_spatial_edge_impact(const talus_spatial_block *block,
                                               talus_quat attitude, int before, int after,
                                               double lam)
{
    if (block == NULL) {
        return (talus_spatial_impact){0};
    }
    const talus_vec3 b = spatial_arm(block, attitude, before);
    const talus_vec3 a = spatial_arm(block, attitude, after);
    return (talus_spatial_impact){
        .mass = block->mass,
        .inertia = spatial_world_inertia(block, attitude),
        .before = b,
        .after = a,
        .resultant = vec3_axpy(vec3_scale(0.5, vec3_add(a, b)), 0.5 * lam, vec3_sub(a, b)),
    };
}

talus_spatial_wrench talus_spatial_wrench_of(const talus_vec3 *points, const talus_vec3 *impulses,
                                             size_t count)
{
    if (points == NULL || impulses == NULL) {
        return (talus_spatial_wrench){0};
    }
    talus_spatial_wrench wrench = {.impulse = {0.0, 0.0, 0.0}};
    double x = 0.0, y = 0.0;
    for (size_t i = 0; i < count; i++) {
        wrench.impulse = vec3_add(wrench.impulse, impulses[i]);
        x += points[i].x * impulses[i].z;
        y += points[i].y * impulses[i].z;
        wrench.tau += points[i].x * impulses[i].y - points[i].y * impulses[i].x;
    }
    wrench.x = x / wrench.impulse.z;
    wrench.y = y / wrench.impulse.z;
    // (10) is the moment about the origin; about R the horizontal resultant takes its share
    wrench.tau -= wrench.x * wrench.impulse.y - wrench.y * wrench.impulse.x;
    return wrench;
}
