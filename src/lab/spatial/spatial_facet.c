// SPDX-License-Identifier: GPL-3.0-or-later
// Facet impacts: where the resultant acts, which corners can be the next pivot, the unified map.
#include "lab/spatial/spatial.h"

#include <stdio.h>

talus_spatial_impact talus_spatial_facet_impact(const talus_spatial_block *block,
                                                talus_quat attitude,
                                                const talus_spatial_facet *facet, int after)
{
    if (block == NULL || facet == NULL) {
        return (talus_spatial_impact){0};
    }
    const int before = facet->before;
    const talus_vec3 b = spatial_arm(block, attitude, before);
    const talus_vec3 along = vec3_sub(b, spatial_arm(block, attitude, before - 1));
    const talus_vec3 across = vec3_sub(spatial_arm(block, attitude, before + 1), b);
    talus_vec3 centre = vec3(0.0, 0.0, 0.0);
    for (int i = 0; i < (int)block->corner_count; i++) {
        centre =
            vec3_axpy(centre, 1.0 / (double)block->corner_count, spatial_arm(block, attitude, i));
    }
    return (talus_spatial_impact){
        .mass = block->mass,
        .inertia = spatial_world_inertia(block, attitude),
        .before = b,
        .after = spatial_arm(block, attitude, after),
        .resultant =
            vec3_axpy(vec3_axpy(centre, 0.5 * facet->lon, across), 0.5 * facet->lat, along),
    };
}

bool talus_spatial_feasible(const talus_spatial_block *block, talus_quat attitude,
                            const talus_spatial_impact *impact, talus_vec3 w_minus,
                            talus_vec3 w_plus)
{
    if (block == NULL || impact == NULL) {
        return false;
    }
    const double round_off =
        1e-12 * vec3_norm(impact->after) * fmax(vec3_norm(w_minus), vec3_norm(w_plus));
    const double vz_minus = vec3_cross(impact->before, w_minus).z;
    const double vz_plus = vec3_cross(impact->after, w_plus).z;
    if (!(vz_plus - vz_minus > round_off)) {
        return false;
    }
    for (int i = 0; i < (int)block->corner_count; i++) {
        const talus_vec3 r = vec3_sub(spatial_arm(block, attitude, i), impact->after);
        if (vec3_cross(w_plus, r).z < -round_off) {
            return false;
        }
    }
    return true;
}

size_t talus_spatial_facet_solutions(const talus_spatial_block *block, talus_quat attitude,
                                     const talus_spatial_facet *facet, talus_vec3 w_minus,
                                     talus_spatial_outcome *outcomes)
{
    if (block == NULL || facet == NULL) {
        return 0;
    }
    size_t count = 0;
    for (int after = 0; after < (int)block->corner_count; after++) {
        const talus_spatial_impact impact =
            talus_spatial_facet_impact(block, attitude, facet, after);
        talus_spatial_outcome outcome = {.pivot = after};
        if (talus_spatial_map(&impact, w_minus, facet->tau, &outcome, NULL) == TALUS_OK &&
            talus_spatial_feasible(block, attitude, &impact, w_minus, outcome.w_plus)) {
            outcomes[count++] = outcome;
        }
    }
    return count;
}

/// Upper corner of the edge antiparallel to edge (before - 1, before); -1 where there is none.
static int opposite_edge(const talus_spatial_block *block, int before)
{
    const talus_vec3 e = vec3_sub(block->corners[spatial_corner(block, before)],
                                  block->corners[spatial_corner(block, before - 1)]);
    for (int i = 0; i < (int)block->corner_count; i++) {
        const talus_vec3 f =
            vec3_sub(block->corners[i], block->corners[spatial_corner(block, i - 1)]);
        const double cosine = vec3_dot(e, f) / (vec3_norm(e) * vec3_norm(f));
        if (cosine < -1.0 + 1e-12) {
            return i;
        }
    }
    return -1;
}

/// Without lat and tau a block that turns about the edge (before - 1, before) stays parallel to it.
static bool rolls_over(const talus_spatial_block *block, talus_quat attitude,
                       const talus_spatial_facet *facet, talus_vec3 w_minus)
{
    const talus_vec3 edge = vec3_sub(spatial_arm(block, attitude, facet->before),
                                     spatial_arm(block, attitude, facet->before - 1));
    const double aside = vec3_norm(vec3_cross(edge, w_minus));
    return facet->lat == 0.0 && (isnan(facet->tau) || facet->tau == 0.0) &&
           aside <= 1e-9 * vec3_norm(edge) * vec3_norm(w_minus);
}

/// Facet impact from edge to parallel edge: the angular momentum about the parallel through R
/// stays, the planar map of lam = lon.  [R3D 4.6]
static void edge_to_edge(const talus_spatial_impact *impact, talus_vec3 axis, talus_vec3 w_minus,
                         talus_spatial_outcome *outcome)
{
    const talus_vec3 turn = mat3_mulv(&impact->inertia, axis);
    const talus_vec3 r = impact->resultant;
    // moment about R of the momentum of a unit rate about a pivot: Theta e - m r_R x (r_pivot x e)
    const double own = vec3_dot(axis, turn);
    const double after =
        own - impact->mass * vec3_dot(axis, vec3_cross(r, vec3_cross(impact->after, axis)));
    const double before =
        own - impact->mass * vec3_dot(axis, vec3_cross(r, vec3_cross(impact->before, axis)));
    const double rate = vec3_dot(axis, w_minus) * before / after;
    outcome->w_plus = vec3_scale(rate, axis);
    outcome->regularity = fabs(after) / (fabs(after - own) + own);
    outcome->impulse = vec3_scale(impact->mass, vec3_sub(vec3_cross(impact->after, outcome->w_plus),
                                                         vec3_cross(impact->before, w_minus)));
    outcome->energy_change =
        spatial_kinetic(&impact->inertia, impact->mass, impact->after, outcome->w_plus) -
        spatial_kinetic(&impact->inertia, impact->mass, impact->before, w_minus);
}

talus_status talus_spatial_facet_map(const talus_spatial_block *block, talus_quat attitude,
                                     const talus_spatial_facet *facet, talus_vec3 w_minus,
                                     talus_spatial_outcome *outcome, talus_error *error)
{
    if (block == NULL || facet == NULL || outcome == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    const int edge =
        rolls_over(block, attitude, facet, w_minus) ? opposite_edge(block, facet->before) : -1;
    if (edge >= 0) {
        const talus_spatial_impact impact =
            talus_spatial_facet_impact(block, attitude, facet, edge);
        const talus_vec3 axis = vec3_sub(impact.after, spatial_arm(block, attitude, edge - 1));
        *outcome = (talus_spatial_outcome){.pivot = edge, .edge = true};
        edge_to_edge(&impact, vec3_scale(1.0 / vec3_norm(axis), axis), w_minus, outcome);
        return TALUS_OK;
    }
    talus_spatial_outcome outcomes[TALUS_SPATIAL_CORNERS];
    if (talus_spatial_facet_solutions(block, attitude, facet, w_minus, outcomes) == 0) {
        char torque[48] = "";
        if (!isnan(facet->tau)) {
            snprintf(torque, sizeof torque, ", tau = %g N m s", facet->tau);
        }
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "no corner can be the pivot after the facet impact with lat = %g, "
                               "lon = %g%s",
                               facet->lat, facet->lon, torque);
    }
    *outcome = outcomes[0];
    return TALUS_OK;
}
