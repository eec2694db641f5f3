// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions between the keys of a rocking scenario: block and impacts.
#include "lab/scenario/rocking_check.h"
#include "input/scenario/model.h"

#include <stdlib.h>
#include <string.h>

void rocking_refuse_keys(scenario_tree *tree, const scenario_node *map, const char *const *keys,
                         const char *reason)
{
    for (; *keys != NULL; keys++) {
        const scenario_node *node = scenario_find(map, *keys);
        if (node != NULL) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node, "%s: %s", *keys, reason);
        }
    }
}

bool rocking_is_clean(const scenario_tree *tree)
{
    return !tree->failed &&
           talus_diagnostics_count_of(tree->diagnostics, TALUS_SEVERITY_ERROR) == 0;
}

size_t rocking_count_keys(const scenario_node *map, const char *const *keys)
{
    size_t count = 0;
    for (; *keys != NULL; keys++) {
        count += scenario_find(map, *keys) != NULL;
    }
    return count;
}

void rocking_complain(scenario_tree *tree, const scenario_node *map, const char *key,
                      const char *sentence)
{
    const scenario_node *node = scenario_find(map, key);
    scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node != NULL ? node : map, "%s",
                    sentence);
}

/// Lengths that were given are larger than zero.
static void check_lengths(scenario_tree *tree, const rocking_block_keys *block)
{
    const struct {
        const char *key;
        double value;
        const char *reason;
    } lengths[] = {
        {"width_m", block->width, "a block has a width"},
        {"depth_m", block->depth, "a block has a depth"},
        {"height_m", block->height, "a block has a height"},
        {"b_m", block->b, "it is half the width of the base"},
        {"h_m", block->h, "the centre of mass lies above the base"},
        {"b1_m", block->b1, "the centre of mass stands over the base, between A and B"},
        {"b2_m", block->b2, "the centre of mass stands over the base, between A and B"},
    };
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        if (lengths[i].value <= 0.0) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR,
                            scenario_find(block->node, lengths[i].key),
                            "%s: found %g, expected a number in m above 0: %s", lengths[i].key,
                            lengths[i].value, lengths[i].reason);
        }
    }
    if (block->height <= block->h) {
        rocking_complain(tree, block->node, "h_m",
                         "h_m: the centre of mass lies below the upper face, h_m < height_m");
    }
}

static void check_planar_block(scenario_tree *tree, const rocking_block_keys *block)
{
    static const char *const spatial[] = {"corners_m", "principal_inertia_kg_m2", NULL};
    static const char *const symmetric[] = {"width_m", "b_m", NULL};
    static const char *const sides[] = {"b1_m", "b2_m", NULL};
    rocking_refuse_keys(tree, block->node, spatial, "it belongs to blocks of kind: spatial");
    const size_t widths = rocking_count_keys(block->node, symmetric);
    const size_t parts = rocking_count_keys(block->node, sides);
    if (widths + (parts > 0) != 1) {
        rocking_complain(tree, block->node, "",
                         widths + parts == 0
                             ? "block: how wide is its base? give width_m, or b_m, or b1_m and b2_m"
                             : "block: found more than one of width_m, b_m and b1_m with b2_m for "
                               "its base, expected one");
    } else if (parts == 1) {
        rocking_complain(tree, block->node, "",
                         "block: b1_m and b2_m go together: distances of the centre of mass from "
                         "the corners A and B");
    }
    const bool uneven = block->b1 != block->b2 && parts == 2;
    const bool lifted = fabs(block->h - 0.5 * block->height) > 1e-9 * block->height;
    if (isnan(block->inertia) && (uneven || lifted)) {
        rocking_complain(tree, block->node, "",
                         "block: its centre of mass is not in the middle, so it is not "
                         "homogeneous: give inertia_kg_m2 about the centre of mass");
    }
    if (!isnan(block->inertia) && isnan(block->mass)) {
        rocking_complain(tree, block->node, "inertia_kg_m2",
                         "inertia_kg_m2: a moment of inertia needs mass_kg");
    }
}

static void check_spatial_block(scenario_tree *tree, const rocking_block_keys *block)
{
    static const char *const planar[] = {"b_m", "b1_m", "b2_m", "inertia_kg_m2", NULL};
    rocking_refuse_keys(tree, block->node, planar,
                        "it belongs to blocks of kind: planar; spatial ones have width_m, depth_m, "
                        "corners_m and principal_inertia_kg_m2");
    const bool polygon = block->corners.count > 0;
    if (polygon == !isnan(block->width) || (polygon && !isnan(block->depth))) {
        rocking_complain(tree, block->node, polygon ? "corners_m" : "",
                         "block: give either width_m and depth_m or corners_m for its base");
    }
    if (block->corners.count > TALUS_SPATIAL_CORNERS) {
        rocking_complain(tree, block->node, "corners_m", "corners_m: expected 3 to 8 corners");
    }
    const bool lifted = fabs(block->h - 0.5 * block->height) > 1e-9 * block->height;
    if ((polygon || lifted) && (isnan(block->principal_inertia.x) || isnan(block->mass))) {
        rocking_complain(tree, block->node, "",
                         "block: it is not a homogeneous cuboid: give mass_kg and "
                         "principal_inertia_kg_m2 about the body axes");
    }
}

/// The statue of a mesh; nothing else says what the block is like.
static void check_statue(scenario_tree *tree, const char *directory, rocking_block_keys *block)
{
    static const char *const others[] = {
        "width_m", "depth_m", "height_m",  "b_m",           "b1_m",
        "b2_m",    "h_m",     "corners_m", "inertia_kg_m2", "principal_inertia_kg_m2",
        NULL};
    rocking_refuse_keys(tree, block->node, others, "the mesh says it");
    if (block->kind != ROCKING_SPATIAL) {
        rocking_complain(tree, block->node, "mesh", "mesh: it belongs to blocks of kind: spatial");
        return;
    }
    talus_error error = {.status = TALUS_OK};
    char *path = scenario_join_path(directory, block->mesh);
    if (path == NULL) {
        tree->failed = true;
    } else if (rocking_statue_read(path, block->base_tolerance, &block->statue, &error) !=
               TALUS_OK) {
        rocking_complain(tree, block->node, "mesh", error.message);
    } else if (block->statue.base_points > TALUS_SPATIAL_CORNERS) {
        scenario_report(tree->diagnostics, TALUS_WARNING, scenario_find(block->node, "mesh"),
                        "mesh: its base has %zu corners; the %d that enclose most are kept, on the "
                        "safe side",
                        block->statue.base_points, (int)TALUS_SPATIAL_CORNERS);
    }
    free(path);
}

void rocking_check_block(scenario_tree *tree, const char *directory, rocking_block_keys *block)
{
    static const char *const heights[] = {"height_m", "h_m", NULL};
    static const char *const masses[] = {"mass_kg", "density_kg_m3", NULL};
    if (block->mesh != NULL) {
        check_statue(tree, directory, block);
        return;
    }
    if (!isnan(block->base_tolerance)) {
        rocking_complain(tree, block->node, "base_tolerance_m",
                         "base_tolerance_m: it goes with a mesh");
    }
    if (rocking_count_keys(block->node, heights) == 0) {
        rocking_complain(tree, block->node, "",
                         "block: how high is it? give height_m, or h_m of its centre of mass");
    }
    if (rocking_count_keys(block->node, masses) > 1) {
        rocking_complain(tree, block->node, "density_kg_m3",
                         "found both mass_kg and density_kg_m3, expected one of them");
    }
    check_lengths(tree, block);
    if (block->kind == ROCKING_PLANAR) {
        check_planar_block(tree, block);
    } else {
        check_spatial_block(tree, block);
    }
}

/// Keys that each model needs; all others are refused. In the order of rocking_model_names.
static const char *const model_keys[][4] = {{NULL},
                                            {"nu", NULL},
                                            {"lambda", NULL},
                                            {"k", NULL},
                                            {NULL},
                                            {"e", NULL},
                                            {"points_m", NULL},
                                            {"ratio", NULL},
                                            {"lambda", "lat", "lon", NULL}};
_Static_assert(sizeof model_keys / sizeof model_keys[0] == ROCKING_MODEL_FACET + 1,
               "one row for each model");

static bool is_among(const char *key, const char *const *keys)
{
    for (; *keys != NULL; keys++) {
        if (strcmp(key, *keys) == 0) {
            return true;
        }
    }
    return false;
}

static void check_model_keys(scenario_tree *tree, const rocking_impact_keys *impact)
{
    static const char *const all[] = {
        "nu",       "lambda",   "k",   "e",   "ratio",          "ratio_back",
        "points_m", "rolled_m", "lat", "lon", "edge_tau_n_m_s", "facet_tau_n_m_s",
        NULL};
    static const char *const extras[][3] = {
        [ROCKING_MODEL_SEQUENCE] = {"rolled_m", NULL},
        [ROCKING_MODEL_RATIO] = {"ratio_back", NULL},
        [ROCKING_MODEL_FACET] = {"edge_tau_n_m_s", "facet_tau_n_m_s", NULL}};
    const char *const *needed = model_keys[impact->model];
    const char *name = rocking_model_names[impact->model];
    for (size_t i = 0; needed[i] != NULL; i++) {
        if (scenario_find(impact->node, needed[i]) == NULL) {
            scenario_report_missing(tree, impact->node,
                                    "missing required key '%s' of the impact model %s", needed[i],
                                    name);
        }
    }
    for (size_t i = 0; all[i] != NULL; i++) {
        const scenario_node *node = scenario_find(impact->node, all[i]);
        if (node != NULL && !is_among(all[i], needed) && !is_among(all[i], extras[impact->model])) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                            "%s: the impact model %s does not use it, remove it", all[i], name);
        }
    }
}

/// Points of a sequence ascend from A to B; rolled stretches join neighbours.
static void check_points(scenario_tree *tree, const rocking_keys *keys)
{
    const rocking_impact_keys *impact = &keys->impact;
    const scenario_node *node = scenario_find(impact->node, "points_m");
    const talus_rocking_block block = rocking_planar_model(keys).block;
    const double *x = impact->points.values;
    const size_t n = impact->points.count;
    const double width = block.b1 + block.b2;
    for (size_t i = 1; i < n; i++) {
        if (!(x[i] > x[i - 1])) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                            "points_m: found %g after %g, expected numbers that ascend", x[i],
                            x[i - 1]);
            return;
        }
    }
    if (n < 2 || fabs(x[0] + block.b1) > 1e-9 * width || fabs(x[n - 1] - block.b2) > 1e-9 * width) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "points_m: expected the corners as first and last point, %g and %g",
                        -block.b1, block.b2);
    }
    for (size_t k = 0; k < impact->rolled.count; k++) {
        const double *stretch = impact->rolled.xy + 2 * k;
        bool found = false;
        for (size_t i = 1; i < n; i++) {
            found |= stretch[0] == x[i - 1] && stretch[1] == x[i];
        }
        if (!found) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR,
                            scenario_find(impact->node, "rolled_m"),
                            "rolled_m: found a stretch from %g to %g, expected two points that "
                            "follow each other in points_m",
                            stretch[0], stretch[1]);
        }
    }
}

/// Take over messages that have no place.
static void pass_on(scenario_tree *tree, const talus_diagnostics *found, const scenario_node *node)
{
    for (size_t i = 0; i < talus_diagnostics_count(found); i++) {
        const talus_diagnostic *item = talus_diagnostics_get(found, i);
        scenario_report(tree->diagnostics, item->severity, node, "impact: %s", item->message);
    }
}

static void check_ratio(scenario_tree *tree, const scenario_node *node, double ratio,
                        const char *which)
{
    if (!(fabs(ratio) <= 1.0 + 1e-12)) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "impact: the ratio of angular velocities %s is %.9g, expected -1 to 1: "
                        "the energy would grow at every impact",
                        which, ratio);
    } else if (ratio < 0.0) {
        scenario_report(tree->diagnostics, TALUS_WARNING, node,
                        "impact: the ratio %s is %.6g: below 0 the block bounces back onto the "
                        "corner it came from",
                        which, ratio);
    }
}

static void check_planar_law(scenario_tree *tree, const rocking_keys *keys)
{
    const rocking_impact_keys *impact = &keys->impact;
    const scenario_node *node = impact->node != NULL ? impact->node : keys->block.node;
    const talus_planar_model model = rocking_planar_model(keys);
    if (impact->model < TALUS_ROCKING_MAP_COUNT && model_keys[impact->model][0] != NULL) {
        talus_diagnostics *found = talus_diagnostics_create();
        const double values[] = {impact->nu, impact->lambda, impact->k, impact->e};
        for (size_t i = 0; i < 4; i++) {
            if (!isnan(values[i])) {
                // ratios are reported below, with their direction
                talus_rocking_warn((talus_rocking_map)impact->model, values[i], 0.0, found);
            }
        }
        tree->failed |= found == NULL;
        if (found != NULL) {
            pass_on(tree, found, scenario_find(node, model_keys[impact->model][0]));
        }
        talus_diagnostics_destroy(found);
    }
    check_ratio(tree, node, model.r_ab, "from A to B");
    if (model.r_ba != model.r_ab) {
        check_ratio(tree, node, model.r_ba, "from B to A");
    }
}

static void check_spatial_law(scenario_tree *tree, const rocking_keys *keys)
{
    const talus_spatial_law law = rocking_spatial_law(keys);
    talus_diagnostics *found = talus_diagnostics_create();
    tree->failed |= found == NULL;
    if (found != NULL) {
        talus_spatial_law_limits(&law, 1, found); // all edges have the same
        pass_on(tree, found, keys->impact.node);
    }
    talus_diagnostics_destroy(found);
}

void rocking_check_impact(scenario_tree *tree, rocking_keys *keys)
{
    rocking_impact_keys *impact = &keys->impact;
    const bool planar = keys->block.kind == ROCKING_PLANAR;
    if (impact->model < 0) {
        impact->model = planar ? (int)TALUS_ROCKING_HOUSNER : (int)ROCKING_MODEL_FACET;
    }
    if (planar == (impact->model == ROCKING_MODEL_FACET)) {
        rocking_complain(tree, impact->node, "model",
                         planar ? "model: facet impacts belong to blocks of kind: spatial"
                                : "model: spatial blocks have facet impacts, model: facet");
        return;
    }
    if (impact->node == NULL && !planar) {
        scenario_report_missing(
            tree, keys->node,
            "missing required key 'impact': lambda, lat and lon of a spatial block");
        return;
    }
    check_model_keys(tree, impact);
    talus_error error = {0};
    if (!rocking_is_clean(tree)) {
        return;
    }
    if (!planar) {
        const talus_spatial_block block = rocking_spatial_block(keys);
        if (talus_spatial_block_check(&block, &error) != TALUS_OK) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, keys->block.node, "block: %s",
                            error.message);
        }
        check_spatial_law(tree, keys);
        return;
    }
    if (impact->model == ROCKING_MODEL_SEQUENCE) {
        check_points(tree, keys);
    }
    if (rocking_is_clean(tree)) {
        check_planar_law(tree, keys);
    }
}
