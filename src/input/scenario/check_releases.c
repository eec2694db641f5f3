// SPDX-License-Identifier: GPL-3.0-or-later
// Releases of a scenario: one number of rocks, weights and frequencies that go with the geometry,
// and rock classes that the frequencies can be split over.
#include "input/scenario/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void complain(scenario_tree *tree, const scenario_node *node, const char *sentence)
{
    scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node, "%s", sentence);
}

scenario_source scenario_release_source(const scenario_release *release, size_t *count,
                                        const scenario_node **node)
{
    static const char *const keys[] = {
        "box_m",           "points_m",     "line_m",        "polygon_m", "file",         "runs",
        "slope_above_deg", "slope_preset", "slope_by_cell", "raster",    "mesh_origin_m"};
    scenario_source source = SCENARIO_FROM_NOTHING;
    *count = 0;
    *node = NULL;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const scenario_node *found = scenario_find(release->node, keys[i]);
        if (found != NULL) {
            source = (scenario_source)(SCENARIO_FROM_BOX + i);
            *node = found;
            (*count)++;
        }
    }
    return source;
}

bool scenario_frequency_by_area(const scenario_frequency *frequency)
{
    return !isnan(frequency->per_year_km2) || !isnan(frequency->magnitude.per_year_km2) ||
           !isnan(frequency->seismic.blocks_per_km2);
}

/// Does an override of one key take the place of another? Both may stand in one override.
static bool replaces(const scenario_node *node, const scenario_node *other)
{
    return node != NULL && other != NULL && node->source->shift > 0 &&
           node->source != other->source;
}

/// How many rocks: one of three keys; the cells of a raster say it themselves.
static void check_rock_number(scenario_tree *tree, const scenario_release *release,
                              scenario_source source)
{
    const scenario_node *map = release->node;
    const scenario_node *rocks = scenario_find(map, "rocks");
    const scenario_node *per_point = scenario_find(map, "rocks_per_point");
    const scenario_node *per_cell = scenario_find(map, "rocks_per_cell");
    per_point = replaces(rocks, per_point) ? NULL : per_point;
    per_cell = replaces(rocks, per_cell) ? NULL : per_cell;
    const int number = (rocks != NULL) + (per_point != NULL) + (per_cell != NULL);
    const bool says_it = source == SCENARIO_FROM_RASTER || source == SCENARIO_FROM_RUNS;
    if (number == 0 && !says_it) {
        scenario_report_missing(tree, map,
                                "missing required key 'rocks': how many rocks start here (or "
                                "rocks_per_point, rocks_per_cell)");
    } else if (number > 1) {
        complain(tree, per_point != NULL ? per_point : per_cell,
                 "found more than one of rocks, rocks_per_point and rocks_per_cell: give one");
    }
}

/// Keys that the blocks of a mesh take the place of.
static void check_mesh(scenario_tree *tree, const scenario_release *release, scenario_source source)
{
    static const char *const keys[] = {"height_m",       "spin_rad_s", "spin_axes",  "bodies",
                                       "body_spacing_m", "weight",     "orientation"};
    for (size_t k = 0; source == SCENARIO_FROM_MESH && k < sizeof keys / sizeof keys[0]; k++) {
        const scenario_node *node = scenario_find(release->node, keys[k]);
        const bool is_default = strcmp(keys[k], "orientation") == 0 && release->orientation.random;
        if (node != NULL && !is_default) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                            "%s: the blocks of a mesh start as they stand there: leave it out",
                            keys[k]);
        }
    }
}

/// Blocks start from their mesh, and nothing else does.
static void check_blocks(scenario_tree *tree, const scenario_model *model,
                         const scenario_release *release)
{
    const scenario_rock *rocks = model->rocks.items, *drawn = NULL, *named = NULL;
    const scenario_node *origin = scenario_find(release->node, "mesh_origin_m");
    for (size_t i = 0; i < model->rocks.count; i++) {
        drawn = drawn == NULL && rocks[i].blocks && rocks[i].share > 0.0 ? &rocks[i] : drawn;
        if (release->rock != NULL && rocks[i].name != NULL &&
            strcmp(rocks[i].name, release->rock) == 0) {
            named = &rocks[i];
        }
    }
    if (origin != NULL && named != NULL && !named->blocks) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, origin,
                        "mesh_origin_m: '%.60s' is one rock, expected one with 'blocks: true'",
                        release->rock);
    } else if (origin == NULL && named != NULL && named->blocks) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR,
                        scenario_find(release->node, "rock"),
                        "rock: '%.60s' has blocks, which start where their mesh has them: give "
                        "'mesh_origin_m: [0, 0, 0]' in place of another geometry",
                        release->rock);
    } else if (release->rock == NULL && drawn != NULL) {
        scenario_report_missing(
            tree, release->node,
            "the rocks of this release are drawn, among them '%.60s', which has "
            "blocks: give that 'share: 0', or the release a 'rock'",
            drawn->name != NULL ? drawn->name : "");
    }
}

/// Keys that a table of runs takes the place of.
static void check_runs(scenario_tree *tree, const scenario_release *release, scenario_source source)
{
    const scenario_node *map = release->node;
    const scenario_node *replicates = scenario_find(map, "replicates");
    const scenario_node *rocks = scenario_find(map, "rocks");
    if (source != SCENARIO_FROM_RUNS) {
        return;
    }
    if (!release->orientation.random) {
        complain(tree, scenario_find(map, "orientation"),
                 "orientation: a release from runs starts as its rows say: fill the columns qw, "
                 "qx, qy, qz of the table");
    }
    if (rocks != NULL && replicates != NULL && !replaces(rocks, replicates)) {
        complain(tree, replicates, "found both rocks and replicates: give one");
    }
}

/// The rock of a release is one of the scenario's.
static void check_rock(scenario_tree *tree, const scenario_model *model,
                       const scenario_release *release)
{
    const scenario_rock *rocks = model->rocks.items;
    const scenario_node *node = scenario_find(release->node, "rock");
    if (node == NULL || release->rock == NULL) {
        return;
    }
    char names[256] = "";
    size_t length = 0;
    for (size_t i = 0; i < model->rocks.count; i++) {
        const char *name = rocks[i].name != NULL ? rocks[i].name : "";
        if (strcmp(name, release->rock) == 0) {
            return;
        }
        if (length < sizeof names) {
            const int added = snprintf(names + length, sizeof names - length, "%s%.60s",
                                       length > 0 ? ", " : "", name);
            length += added > 0 ? (size_t)added : 0;
        }
    }
    scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                    "rock: found '%.60s', expected the name of one of the rocks: %s", release->rock,
                    names);
}

static void check_slope_table(scenario_tree *tree, const scenario_release *release)
{
    const scenario_points *table = &release->slope_by_cell;
    const scenario_node *node = scenario_find(release->node, "slope_by_cell");
    for (size_t i = 0; i < table->count; i++) {
        const double *row = table->xy + 2 * i;
        if (row[1] >= 90.0) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                            "slope_by_cell: found a slope of %g degrees, expected [cell size in m, "
                            "slope in degrees below 90]",
                            row[1]);
            return;
        }
        if (i > 0 && !(row[0] > row[-2])) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                            "slope_by_cell: found the cell size %g m after %g m, expected sizes "
                            "that ascend",
                            row[0], row[-2]);
            return;
        }
    }
}

/// Rocks that start together need a distance.
static void check_bodies(scenario_tree *tree, const scenario_release *release)
{
    const scenario_node *bodies = scenario_find(release->node, "bodies");
    const scenario_node *spacing = scenario_find(release->node, "body_spacing_m");
    if (bodies != NULL && release->bodies > 1 && spacing == NULL) {
        complain(tree, bodies,
                 "bodies: rocks that start together need 'body_spacing_m', their distance in plan: "
                 "give more than the diameter of the largest rock");
    }
}

static void check_weight(scenario_tree *tree, const scenario_release *release,
                         scenario_source source)
{
    const scenario_node *node = scenario_find(release->node, "weight");
    if (node == NULL || release->weight < 0) {
        return;
    }
    if (release->weight == SCENARIO_WEIGHT_VALUE && source != SCENARIO_FROM_RASTER) {
        complain(tree, node, "weight: value is that of a raster's cells, but there is no 'raster'");
    }
}

static void check_release(scenario_tree *tree, const scenario_release *release)
{
    const scenario_region *regions[] = {&release->inside, &release->exclude};
    const scenario_node *node = NULL;
    size_t count = 0;
    const scenario_source source = scenario_release_source(release, &count, &node);
    if (release->node == NULL) {
        return;
    }
    check_rock_number(tree, release, source);
    for (size_t i = 0; i < 2; i++) {
        if (regions[i]->node != NULL && regions[i]->area.file == NULL) {
            complain(tree, regions[i]->node, "missing required key 'file': polygons");
        }
    }
    check_runs(tree, release, source);
    check_mesh(tree, release, source);
    check_bodies(tree, release);
    check_slope_table(tree, release);
    check_weight(tree, release, source);
    if (scenario_frequency_by_area(&release->frequency) &&
        (source == SCENARIO_FROM_POINTS || source == SCENARIO_FROM_LINE ||
         source == SCENARIO_FROM_RUNS || source == SCENARIO_FROM_MESH)) {
        complain(tree, release->frequency.node,
                 "a frequency per km2 needs a source with an area: points and lines have none, "
                 "give per_year");
    }
}

/// A class must have two limits, and two classes the same limits or none in common.
static void check_classes(scenario_tree *tree, const scenario_list *list)
{
    const scenario_rock *rocks = list->items;
    for (size_t i = 0; i < list->count; i++) {
        const scenario_numbers *a = &rocks[i].volume_class;
        const scenario_node *node = scenario_find(rocks[i].node, "volume_class_m3");
        if (a->count > 0 && (a->count != 2 || !(a->values[0] < a->values[1]))) {
            complain(tree, node, "volume_class_m3: expected two volumes [low, high] that ascend");
            continue;
        }
        for (size_t k = 0; k < i && a->count == 2; k++) {
            const scenario_numbers *b = &rocks[k].volume_class;
            if (b->count != 2 || (a->values[0] == b->values[0] && a->values[1] == b->values[1])) {
                continue;
            }
            if (a->values[0] < b->values[1] && b->values[0] < a->values[1]) {
                scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                                "volume_class_m3: [%g, %g] overlaps [%g, %g] of '%s': rocks in "
                                "both would count twice; give equal limits (the rate is then split "
                                "by frequency_share) or limits that only touch",
                                a->values[0], a->values[1], b->values[0], b->values[1],
                                rocks[k].name != NULL ? rocks[k].name : "");
            }
        }
    }
}

/// The law of magnitudes needs the limits of every class.
static void check_magnitudes(scenario_tree *tree, const scenario_model *model)
{
    const scenario_release *releases = model->releases.items;
    const scenario_rock *rocks = model->rocks.items;
    bool used = false;
    for (size_t i = 0; i < model->releases.count; i++) {
        used = used || releases[i].frequency.magnitude.node != NULL;
    }
    for (size_t i = 0; i < model->rocks.count && used; i++) {
        if (rocks[i].node != NULL && rocks[i].volume_class.count == 0) {
            scenario_report_missing(tree, rocks[i].node,
                                    "missing required key 'volume_class_m3': a frequency by "
                                    "magnitude needs the limits [low, high] of every rock class");
        }
    }
}

/// Frequencies of some releases only would make sums that mean nothing.
static void check_strata(scenario_tree *tree, const scenario_model *model)
{
    enum { MOST_STRATA = 64 };
    const scenario_release *releases = model->releases.items;
    const scenario_node *first = NULL;
    for (size_t i = 0; i < model->releases.count && first == NULL; i++) {
        first = releases[i].frequency.node;
    }
    if (first == NULL) {
        return;
    }
    const size_t strata = model->releases.count * model->rocks.count;
    if (strata > MOST_STRATA) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, first,
                        "found %zu releases x %zu rocks = %zu combinations, of which each has a "
                        "frequency of its own, expected at most %d: join releases in one file, or "
                        "rocks in one distribution",
                        model->releases.count, model->rocks.count, strata, MOST_STRATA);
    }
    for (size_t i = 0; i < model->releases.count; i++) {
        if (releases[i].frequency.node == NULL && releases[i].node != NULL) {
            complain(tree, releases[i].node,
                     "missing key 'frequency': another release has one, and annual frequencies "
                     "need that of every release");
        }
    }
    double sum = 0.0;
    const scenario_rock *rocks = model->rocks.items, *given = NULL;
    for (size_t i = 0; i < model->rocks.count; i++) {
        const bool is_given = !isnan(rocks[i].frequency_share);
        sum += is_given ? rocks[i].frequency_share : rocks[i].share;
        given = given == NULL && is_given ? &rocks[i] : given;
    }
    // without any, the shares say it
    if (given != NULL && !(sum > 0.0)) {
        complain(tree, scenario_find(given->node, "frequency_share"),
                 "frequency_share: the shares of all rocks add up to 0, expected more");
    }
}

void scenario_check_releases(scenario_tree *tree, const scenario_model *model)
{
    const scenario_release *releases = model->releases.items;
    for (size_t i = 0; i < model->releases.count; i++) {
        check_release(tree, &releases[i]);
        check_rock(tree, model, &releases[i]);
        check_blocks(tree, model, &releases[i]);
    }
    check_classes(tree, &model->rocks);
    check_magnitudes(tree, model);
    check_strata(tree, model);
}
