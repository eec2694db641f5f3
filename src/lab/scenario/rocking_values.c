// SPDX-License-Identifier: GPL-3.0-or-later
// What the keys of a rocking scenario mean: block, impact law, start.
#include "foundation/math/linalg.h"
#include "lab/scenario/rocking.h"

#include <stdlib.h>

/// Half width of a block that is symmetric about its centre of mass.
static double half_width(const rocking_block_keys *block)
{
    return isnan(block->b) ? 0.5 * block->width : block->b;
}

static double centre_height(const rocking_block_keys *block)
{
    return isnan(block->h) ? 0.5 * block->height : block->h;
}

double rocking_block_depth(const rocking_keys *keys)
{
    const rocking_block_keys *block = &keys->block;
    if (!isnan(block->depth)) {
        return block->depth;
    }
    return isnan(block->b1) ? 2.0 * half_width(block) : block->b1 + block->b2;
}

double rocking_block_top(const rocking_keys *keys)
{
    const double h = centre_height(&keys->block);
    if (keys->block.mesh != NULL) {
        return keys->block.statue.top;
    }
    return isnan(keys->block.height) ? h : keys->block.height - h;
}

/// Mass (kg) of a block of this volume (m3); 1 kg where nothing says it.
static double mass_of(const rocking_block_keys *block, double volume)
{
    if (!isnan(block->mass)) {
        return block->mass;
    }
    return isnan(block->density) ? 1.0 : block->density * volume;
}

static talus_rocking_block planar_block(const rocking_keys *keys)
{
    const rocking_block_keys *given = &keys->block;
    const double h = centre_height(given), top = rocking_block_top(keys);
    const double b1 = isnan(given->b1) ? half_width(given) : given->b1;
    const double b2 = isnan(given->b2) ? half_width(given) : given->b2;
    const double mass = mass_of(given, (b1 + b2) * (h + top) * rocking_block_depth(keys));
    talus_rocking_block block = talus_rocking_block_rectangle(mass, 0.5 * (b1 + b2), h);
    block.b1 = b1;
    block.b2 = b2;
    block.inertia = isnan(given->inertia) ? block.inertia : given->inertia;
    return block;
}

/// Ratio of a base whose points hit one after the other; `back`: from B to A.
static double sequence_ratio(const talus_rocking_block *block, const rocking_impact_keys *impact,
                             bool back)
{
    const size_t count = impact->points.count;
    talus_rocking_base_point *points = calloc(count, sizeof *points);
    if (points == NULL) {
        return (double)NAN;
    }
    for (size_t i = 0; i < count; i++) {
        points[i].x = back ? -impact->points.values[count - 1 - i] : impact->points.values[i];
        const double from = i > 0 ? points[i - 1].x : 0.0;
        for (size_t k = 0; i > 0 && k < impact->rolled.count; k++) {
            const double *stretch = impact->rolled.xy + 2 * k;
            points[i].rolled |= back ? stretch[0] == -points[i].x && stretch[1] == -from
                                     : stretch[0] == from && stretch[1] == points[i].x;
        }
    }
    const talus_rocking_block mirrored = talus_rocking_block_mirrored(block);
    const double ratio = talus_rocking_base_ratio(back ? &mirrored : block, points, count);
    free(points);
    return ratio;
}

/// The one parameter of a map; 0 for maps without.
static double parameter_of(const rocking_impact_keys *impact)
{
    const double values[] = {impact->nu, impact->lambda, impact->k, impact->e};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        if (!isnan(values[i])) {
            return values[i];
        }
    }
    return 0.0;
}

talus_planar_model rocking_planar_model(const rocking_keys *keys)
{
    const rocking_impact_keys *impact = &keys->impact;
    const talus_rocking_block block = planar_block(keys);
    talus_planar_model model = {.block = block};
    if (impact->model >= 0 && impact->model < TALUS_ROCKING_MAP_COUNT) {
        model =
            talus_planar_model_make(&block, (talus_rocking_map)impact->model, parameter_of(impact));
    } else if (impact->model == ROCKING_MODEL_SEQUENCE) {
        model.r_ab = sequence_ratio(&block, impact, false);
        model.r_ba = sequence_ratio(&block, impact, true);
    } else {
        model.r_ab = impact->ratio;
        model.r_ba = isnan(impact->ratio_back) ? impact->ratio : impact->ratio_back;
    }
    model.gravity = keys->simulation.gravity;
    return model;
}

/// Area (m2) of a polygon.
static double polygon_area(const scenario_points *points)
{
    double twice = 0.0;
    for (size_t i = 0; i < points->count; i++) {
        const double *a = points->xy + 2 * i, *b = points->xy + 2 * ((i + 1) % points->count);
        twice += a[0] * b[1] - a[1] * b[0];
    }
    return 0.5 * twice;
}

/// The statue with the mass that the scenario gives it.
static talus_spatial_block statue_block(const rocking_block_keys *given)
{
    talus_spatial_block block = given->statue.block;
    const double scale = mass_of(given, block.mass) / block.mass;
    block.mass *= scale;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            block.inertia.m[i][j] *= scale;
        }
    }
    return block;
}

talus_spatial_block rocking_spatial_block(const rocking_keys *keys)
{
    const rocking_block_keys *given = &keys->block;
    if (given->mesh != NULL) {
        return statue_block(given);
    }
    const double h = centre_height(given);
    const double b1 = half_width(given);
    const double b2 = isnan(given->depth) ? b1 : 0.5 * given->depth;
    const double area = given->corners.count > 0 ? polygon_area(&given->corners) : 4.0 * b1 * b2;
    const double mass = mass_of(given, area * (h + rocking_block_top(keys)));
    talus_spatial_block block = talus_spatial_cuboid(mass, b1, b2, h);
    if (given->corners.count > 0) {
        block.corner_count = given->corners.count;
        for (size_t i = 0; i < block.corner_count && i < TALUS_SPATIAL_CORNERS; i++) {
            const double *xy = given->corners.xy + 2 * i;
            block.corners[i] = vec3(xy[0], xy[1], -h);
        }
    }
    const talus_vec3 a = given->principal_inertia;
    if (!isnan(a.x)) {
        block.inertia = (talus_mat3){{{a.x, 0.0, 0.0}, {0.0, a.y, 0.0}, {0.0, 0.0, a.z}}};
    }
    return block;
}

talus_spatial_law rocking_spatial_law(const rocking_keys *keys)
{
    const rocking_impact_keys *impact = &keys->impact;
    talus_spatial_law law = talus_spatial_law_uniform(impact->lambda, impact->lat, impact->lon);
    law.edge_tau = isnan(impact->edge_tau) ? law.edge_tau : impact->edge_tau;
    law.facet_tau = isnan(impact->facet_tau) ? law.facet_tau : impact->facet_tau;
    return law;
}

size_t rocking_start_edge(const rocking_keys *keys)
{
    return keys->start.edge == SCENARIO_NO_COUNT ? 0 : (size_t)keys->start.edge - 1;
}

/// Corners at the ends of the edge of the start.
static void start_edge(const rocking_keys *keys, const talus_spatial_block *block, int *from,
                       int *to)
{
    *from = (int)(rocking_start_edge(keys) % block->corner_count);
    *to = (int)((rocking_start_edge(keys) + 1) % block->corner_count);
}

double rocking_start_alpha(const rocking_keys *keys)
{
    if (keys->block.kind == ROCKING_PLANAR) {
        const talus_rocking_block block = planar_block(keys);
        return talus_rocking_block_pivot(&block, keys->start.theta_over_alpha < 0.0, 9.81).alpha;
    }
    const talus_spatial_block block = rocking_spatial_block(keys);
    int from, to;
    start_edge(keys, &block, &from, &to);
    const talus_vec3 a = block.corners[from], b = block.corners[to];
    const talus_vec3 along = vec3_sub(b, a);
    const double lever = vec3_cross(a, along).z / vec3_norm(along);
    return talus_atan(lever / -a.z);
}

double rocking_start_theta(const rocking_keys *keys)
{
    const rocking_start_keys *start = &keys->start;
    if (!isnan(start->theta)) {
        return start->theta;
    }
    if (!isnan(start->theta_deg)) {
        return start->theta_deg * TALUS_PI / 180.0;
    }
    return isnan(start->theta_over_alpha) ? 0.0
                                          : start->theta_over_alpha * rocking_start_alpha(keys);
}

double rocking_start_misalignment(const rocking_keys *keys)
{
    const rocking_start_keys *start = &keys->start;
    if (!isnan(start->misalignment)) {
        return start->misalignment;
    }
    return isnan(start->misalignment_deg) ? 0.0 : start->misalignment_deg * TALUS_PI / 180.0;
}

talus_spatial_state rocking_spatial_start(const rocking_keys *keys)
{
    const talus_spatial_block block = rocking_spatial_block(keys);
    int from, to;
    start_edge(keys, &block, &from, &to);
    talus_spatial_state state = talus_spatial_release(&block, to, rocking_start_theta(keys));
    const talus_vec3 along = vec3_sub(block.corners[to], block.corners[from]);
    const talus_vec3 axis = vec3_scale(1.0 / vec3_norm(along), along);
    state.w = vec3_scale(state.mode == TALUS_SPATIAL_EDGE ? keys->start.omega : 0.0, axis);
    const double turn = rocking_start_misalignment(keys);
    if (turn != 0.0 && state.mode == TALUS_SPATIAL_EDGE) {
        // about the horizontal across the edge, z x axis: turn > 0 lifts the end `to`
        const talus_vec3 across = vec3(-axis.y, axis.x, 0.0);
        const double s = talus_sin(-0.5 * turn);
        const talus_quat q = {talus_cos(0.5 * turn), s * across.x, s * across.y, s * across.z};
        state.attitude = talus_quat_normalised(quat_mul(q, state.attitude));
        state.mode = TALUS_SPATIAL_VERTEX;
        state.pivot = turn > 0.0 ? from : to;
        state.position = block.corners[state.pivot];
        state.position.z = 0.0;
    }
    return state;
}

bool rocking_is_shaken(const rocking_ground_keys *ground)
{
    const rocking_component_keys *const parts[] = {&ground->x, &ground->y, &ground->vertical};
    for (size_t i = 0; i < 3; i++) {
        if (parts[i]->file != NULL || parts[i]->pulse != TALUS_PULSE_NONE) {
            return true;
        }
    }
    return false;
}
