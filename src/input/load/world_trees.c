// SPDX-License-Identifier: GPL-3.0-or-later
// Single trees of a scenario: from tables of points, or drawn in polygons.
#include "foundation/base/sort.h"
#include "foundation/files/marks.h"
#include "input/load/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double most_stems = 2e7;

/// A stand under way.
typedef struct stem_loader {
    scenario_loader *loader;
    const scenario_stand *spec;
    const scenario_node *node; ///< of the geometry, for messages
    scenario_stems *stems;
    scenario_stands *stands;
    size_t outside;    ///< stems off the DEM or on NODATA: left out
    char columns[128]; ///< where they stand in, as of geo_vectors
} stem_loader;

static bool out_of_memory(const stem_loader *m)
{
    scenario_fail(m->loader, m->node, TALUS_ERROR_MEMORY, "out of memory for the trees");
    return false;
}

/// Index of a species by name; the count of species for one that is not there.
static size_t find_species(const scenario_stems *stems, const char *name)
{
    size_t i = 0;
    while (i < stems->species_count && strcmp(stems->species[i], name) != 0) {
        i++;
    }
    return i;
}

static double factor_of(const scenario_loader *loader, size_t species)
{
    const scenario_list *list = &loader->scenario->model.trees.species;
    const scenario_species *items = list->items;
    return species < list->count ? items[species].factor : 1.0;
}

/// Room for `more` stems. @return false after a report
static bool reserve(stem_loader *m, double more)
{
    scenario_stems *stems = m->stems;
    if ((double)stems->count + more > most_stems) {
        scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                      "the stands have more than %g trees: draw fewer, or over a smaller area",
                      most_stems);
        return false;
    }
    const size_t needed = stems->count + (size_t)more;
    talus_stem *items = realloc(stems->items, (needed + 1) * sizeof *items);
    if (items == NULL) {
        return out_of_memory(m);
    }
    stems->items = items;
    return true;
}

/// Whether a tree can stand there; those that cannot are counted.
static bool is_on_ground(stem_loader *m, double x, double y)
{
    double z;
    if (talus_terrain_height(m->loader->world->terrain, x, y, &z) == TALUS_INSIDE) {
        return true;
    }
    m->outside++;
    return false;
}

/// @param diameter, height m
static void add_stem(stem_loader *m, double x, double y, double diameter, double height,
                     size_t species)
{
    m->stems->items[m->stems->count++] =
        (talus_stem){.x = x,
                     .y = y,
                     .diameter = diameter,
                     .height = height,
                     .energy = talus_stem_energy(diameter, factor_of(m->loader, species)),
                     .species = (uint32_t)species};
}

/// Value of a quantity for random number `draw` of tree `tree`.
static double draw_quantity(const scenario_quantity *quantity, uint64_t seed, uint64_t tree,
                            uint32_t draw)
{
    talus_random random = {.seed = seed, .stream = tree, .draw = draw};
    return talus_distribution_at(&quantity->law, talus_random_uniform(&random));
}

/// What the random numbers of a drawn tree are for.
enum { DRAW_PLACE = 0, DRAW_DIAMETER = 3, DRAW_HEIGHT = 4 };

static size_t species_of_stand(const stem_loader *m)
{
    return m->spec->species != NULL ? find_species(m->stems, m->spec->species) : 0;
}

/// Uniform over triangles: a tree's first number chooses one by area, the others the place in it.
static void draw_trees(stem_loader *m, const double *triangles, const double *cumulative,
                       size_t count)
{
    const scenario_stand *spec = m->spec;
    const double area = cumulative[count - 1];
    const double tree_count = floor(area * 1e-4 * spec->per_hectare + 0.5);
    const size_t species = species_of_stand(m);
    if (!reserve(m, tree_count)) {
        return;
    }
    for (uint64_t tree = 0; (double)tree < tree_count; tree++) {
        talus_random random = {.seed = spec->seed, .stream = tree, .draw = DRAW_PLACE};
        const double at = area * talus_random_uniform(&random);
        const double a = talus_random_uniform(&random), b = talus_random_uniform(&random);
        const double *p = triangles + 6 * sort_find_running(cumulative, count, at);
        const bool beyond = a + b > 1.0; // the unit square folded along its diagonal
        const double u = beyond ? 1.0 - a : a, v = beyond ? 1.0 - b : b;
        const double x = p[0] + u * (p[2] - p[0]) + v * (p[4] - p[0]);
        const double y = p[1] + u * (p[3] - p[1]) + v * (p[5] - p[1]);
        if (is_on_ground(m, x, y)) { // before its sizes are drawn: a stand may lie off the DEM
            add_stem(m, x, y,
                     1e-2 * draw_quantity(&spec->diameter, spec->seed, tree, DRAW_DIAMETER),
                     draw_quantity(&spec->height, spec->seed, tree, DRAW_HEIGHT), species);
        }
    }
}

static void fill_polygons(stem_loader *m, const geo_vectors *vectors)
{
    talus_error error = {0};
    double *triangles = NULL;
    size_t count = 0;
    geo_overlaps found;
    const talus_status status =
        geo_polygons_to_triangles(vectors, &count, &triangles, &found, &error);
    double *cumulative = status == TALUS_OK ? malloc((count + 1) * sizeof *cumulative) : NULL;
    if (status != TALUS_OK) {
        scenario_fail(m->loader, m->node, status, "%s", error.message);
    } else if (cumulative == NULL) {
        out_of_memory(m);
    } else {
        double area = 0.0;
        scenario_say_overlaps(m->loader, m->node, "stand", &found);
        if (!scenario_stands_add(m->stands, vectors, &found)) {
            out_of_memory(m);
        }
        for (size_t i = 0; i < count; i++) {
            const double *p = triangles + 6 * i;
            area += 0.5 * fabs((p[2] - p[0]) * (p[5] - p[1]) - (p[3] - p[1]) * (p[4] - p[0]));
            cumulative[i] = area;
        }
        if (area > 0.0) {
            draw_trees(m, triangles, cumulative, count);
        } else {
            scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                          "the polygons of the stand have no area");
        }
    }
    free(cumulative);
    free(triangles);
}

/// A column of a table of trees; texts by feature.
static bool read_column(const stem_loader *m, const char *key, const char *field,
                        geo_attribute *column)
{
    const scenario_area *area = &m->spec->area;
    talus_error error = {0};
    char *path = scenario_join_path(m->loader->scenario->document.directory, area->file);
    if (path == NULL) {
        return out_of_memory(m);
    }
    const talus_status status = geo_read_attribute(path, area->layer, area->where, field,
                                                   m->loader->allow_network, column, &error);
    free(path);
    if (status != TALUS_OK) {
        scenario_fail(m->loader, m->node, status, "%s", error.message);
        return false;
    }
    const scenario_node *chosen = scenario_find(m->spec->node, key);
    if (!column->found && chosen != NULL) {
        scenario_fail(m->loader, chosen, TALUS_ERROR_INPUT,
                      "%s: the file has no field '%s', its fields are: %s", key, field,
                      column->fields);
        return false;
    }
    return true;
}

/// Number > 0 of a feature; NaN after a report.
static double number_of(const stem_loader *m, const geo_attribute *column, size_t feature,
                        const char *field)
{
    const char *text = feature < column->count ? column->texts[feature] : "";
    double value = 0.0;
    char hint[160];
    if (!files_number(text, files_is_decimal_comma(text), &value) || !(value > 0.0) ||
        !(value < 1e4)) {
        scenario_fail(
            m->loader, m->node, TALUS_ERROR_INPUT,
            "tree %zu of the file: found %s '%.40s', expected a number above 0 and below 1e4%s",
            feature + 1, field, text, files_marks_hint(text, hint));
        return (double)NAN;
    }
    return value;
}

typedef struct tree_columns {
    geo_attribute diameter, height, species;
} tree_columns;

static size_t species_of_tree(const stem_loader *m, const geo_attribute *column, size_t feature)
{
    if (!column->found || feature >= column->count || column->texts[feature][0] == '\0') {
        return species_of_stand(m);
    }
    const size_t species = find_species(m->stems, column->texts[feature]);
    if (species == m->stems->species_count) {
        scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                      "tree %zu of the file: species '%.40s' is not in the list 'species' of the "
                      "section trees",
                      feature + 1, column->texts[feature]);
    }
    return species;
}

// The usual names are no values of the model: a resolved scenario that named them would demand
// fields that the user's file need not have.
static const char *diameter_field(const scenario_stand *spec)
{
    return spec->diameter_field != NULL ? spec->diameter_field : "diameter_cm";
}

static const char *height_field(const scenario_stand *spec)
{
    return spec->height_field != NULL ? spec->height_field : "height_m";
}

/// The trees of a table; the first one that is wrong ends it.
static void add_points(stem_loader *m, const geo_vectors *vectors, const tree_columns *columns)
{
    const scenario_stand *spec = m->spec;
    const size_t failures = m->loader->failures;
    if (!columns->diameter.found && !spec->diameter.given) {
        scenario_fail(
            m->loader, m->node, TALUS_ERROR_INPUT,
            "the file has no field '%s' with diameters, its fields are: %s: name one with "
            "diameter_field, or give diameter_cm",
            diameter_field(spec), columns->diameter.fields);
        return;
    }
    if (!reserve(m, (double)vectors->part_count)) {
        return;
    }
    for (size_t i = 0; i < vectors->part_count && failures == m->loader->failures; i++) {
        const geo_part *part = &vectors->parts[i];
        const size_t tree = part->feature;
        const double diameter =
            columns->diameter.found
                ? number_of(m, &columns->diameter, tree, diameter_field(spec))
                : draw_quantity(&spec->diameter, spec->seed, tree, DRAW_DIAMETER);
        const double height = columns->height.found
                                  ? number_of(m, &columns->height, tree, height_field(spec))
                                  : draw_quantity(&spec->height, spec->seed, tree, DRAW_HEIGHT);
        const size_t species = species_of_tree(m, &columns->species, tree);
        if (failures == m->loader->failures && is_on_ground(m, part->xy[0], part->xy[1])) {
            add_stem(m, part->xy[0], part->xy[1], 1e-2 * diameter, height, species);
        }
    }
}

/// Diameters in m or mm, heights in another unit: of the stems from `first` on.
static void check_means(const stem_loader *m, size_t first, const tree_columns *columns)
{
    const double count = (double)(m->stems->count - first);
    double diameter = 0.0, height = 0.0;
    for (size_t i = first; i < m->stems->count; i++) {
        diameter += 1e2 * m->stems->items[i].diameter / count;
        height += m->stems->items[i].height / count;
    }
    if (columns->diameter.found && count > 0.0) {
        scenario_check_usual(m->loader, m->node, "stands", "diameter_cm", "a mean of ", diameter);
    }
    if (columns->height.found && count > 0.0) {
        scenario_check_usual(m->loader, m->node, "stands", "height_m", "a mean of ", height);
    }
}

static void add_table(stem_loader *m, const geo_vectors *vectors)
{
    const scenario_stand *spec = m->spec;
    tree_columns columns = {0};
    if (read_column(m, "diameter_field", diameter_field(spec), &columns.diameter) &&
        read_column(m, "height_field", height_field(spec), &columns.height) &&
        read_column(m, "species_field",
                    spec->species_field != NULL ? spec->species_field : "species",
                    &columns.species)) {
        const size_t first = m->stems->count;
        add_points(m, vectors, &columns);
        check_means(m, first, &columns);
        if (!scenario_stands_measure(m->stands, m->stems->items + first, m->stems->count - first)) {
            out_of_memory(m);
        }
    }
    geo_attribute_clear(&columns.diameter);
    geo_attribute_clear(&columns.height);
    geo_attribute_clear(&columns.species);
}

static void add_file(stem_loader *m)
{
    const bool is_drawn = !isnan(m->spec->per_hectare);
    geo_vectors vectors = {0};
    if (!scenario_load_vectors(m->loader, m->spec->node, &m->spec->area, &vectors)) {
        return;
    }
    if (vectors.kind != (is_drawn ? GEO_POLYGONS : GEO_POINTS)) {
        static const char *const kinds[] = {"points", "lines", "polygons"};
        scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                      is_drawn ? "found %s in the file, expected polygons in which to draw trees"
                               : "found %s in the file, expected points: trees are drawn in "
                                 "polygons with stems_per_ha",
                      kinds[vectors.kind]);
    } else if (is_drawn) {
        fill_polygons(m, &vectors);
    } else {
        memcpy(m->columns, vectors.columns, sizeof m->columns);
        add_table(m, &vectors);
    }
    geo_vectors_clear(&vectors);
}

static void add_listed(stem_loader *m)
{
    const scenario_points *points = &m->spec->polygon;
    double *local = malloc((points->count + 1) * 2 * sizeof *local);
    if (local == NULL) {
        out_of_memory(m);
        return;
    }
    for (size_t i = 0; i <= points->count; i++) { // closed
        const double *p = points->xy + 2 * (i % points->count);
        local[2 * i] = p[0] - m->loader->dem.east;
        local[2 * i + 1] = p[1] - m->loader->dem.north;
    }
    geo_part part = {.count = points->count + 1, .xy = local};
    const geo_vectors vectors = {.kind = GEO_POLYGONS, .part_count = 1, .parts = &part};
    fill_polygons(m, &vectors);
    free(local);
}

static void load_stand(scenario_loader *loader, const scenario_stand *spec, scenario_stands *stands)
{
    const bool is_listed = spec->polygon.count > 0;
    const scenario_node *node = scenario_find(spec->node, is_listed ? "polygon_m" : "file");
    stem_loader m = {.loader = loader,
                     .spec = spec,
                     .node = node,
                     .stems = &loader->world->stems,
                     .stands = stands};
    const size_t before = m.stems->count, failures = loader->failures;
    if (is_listed) {
        add_listed(&m);
    } else {
        add_file(&m);
    }
    const size_t placed = m.stems->count - before;
    if (failures != loader->failures) {
        return;
    }
    if (placed == 0) {
        scenario_fail(loader, node, TALUS_ERROR_INPUT,
                      m.outside > 0
                          ? "all trees%s stand outside the DEM or on NODATA: check the CRS"
                          : "the stand has no tree%s: its area is too small for "
                            "stems_per_ha",
                      m.columns);
    } else if (m.outside > 0) {
        scenario_warn(loader, node,
                      "%zu of %zu trees stand outside the DEM or on NODATA and are "
                      "left out",
                      m.outside, m.outside + placed);
    }
}

/// Names of the species; silver fir alone when the scenario lists none.
static bool name_species(scenario_stems *stems, const scenario_list *list)
{
    const scenario_species *items = list->items;
    const size_t count = list->count > 0 ? list->count : 1;
    stems->species = calloc(count, sizeof *stems->species);
    if (stems->species == NULL) {
        return false; // and no species are counted: obstacles are made all the same
    }
    stems->species_count = count;
    memcpy(stems->species[0], "silver fir", sizeof "silver fir");
    for (size_t i = 0; i < list->count; i++) {
        memcpy(stems->species[i], items[i].name, strlen(items[i].name) + 1);
    }
    return true;
}

void scenario_load_trees(scenario_loader *loader)
{
    const scenario_trees *trees = &loader->scenario->model.trees;
    const scenario_stand *stands = trees->stands.items;
    scenario_stems *stems = &loader->world->stems;
    if (trees->node == NULL) {
        return;
    }
    stems->law = (talus_obstacle_law){trees->mu, trees->epsilon_n, trees->epsilon_t};
    if (!name_species(stems, &trees->species)) {
        scenario_fail(loader, trees->node, TALUS_ERROR_MEMORY, "out of memory for the species");
        return;
    }
    scenario_stands checked = {0};
    for (size_t i = 0; i < trees->stands.count; i++) {
        load_stand(loader, &stands[i], &checked);
    }
    scenario_check_stands(loader, trees->node, &checked);
    scenario_stands_clear(&checked);
}

void scenario_stems_clear(scenario_stems *stems)
{
    free(stems->items);
    free(stems->species);
    *stems = (scenario_stems){0};
}
