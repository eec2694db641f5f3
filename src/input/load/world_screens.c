// SPDX-License-Identifier: GPL-3.0-or-later
// Screens and objects of a scenario in local metres: listed points, or the features of a file, each
// one screen or object with a name of its own.
#include "input/load/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = sizeof((talus_line *)0)->name, MOST_GAUGES = 100000 };

/// An entry under way.
typedef struct gauge_loader {
    scenario_loader *loader;
    const scenario_node *map, *node; ///< the entry; the key of its place, for messages
    const char *noun;                ///< "screen", "object"
    const char *name;                ///< of the entry, NULL = none
    const scenario_area *area;
    const char *name_field;
    geo_vectors vectors;
    geo_attribute names; ///< of the features; without name_field none
    size_t feature_count;
    size_t part; ///< of its feature, from 1 on; 0: it is the only one
} gauge_loader;

static void report_memory(const gauge_loader *m)
{
    scenario_fail(m->loader, m->node, TALUS_ERROR_MEMORY, "out of memory for a %s", m->noun);
}

static bool add_listed(gauge_loader *m, geo_kind kind, const scenario_points *points)
{
    m->feature_count = 1;
    return scenario_list_points(m->loader, m->node, kind, points, &m->vectors);
}

/// Texts of the name field: one for each feature, none empty.
static bool read_names(gauge_loader *m)
{
    const scenario_node *node = scenario_find(m->map, "name_field");
    talus_error error = {0};
    char *path = scenario_join_path(m->loader->scenario->document.directory, m->area->file);
    talus_status status = TALUS_ERROR_MEMORY;
    if (path == NULL) {
        report_memory(m);
        return false;
    }
    status = geo_read_attribute(path, m->area->layer, m->area->where, m->name_field,
                                m->loader->allow_network, &m->names, &error);
    free(path);
    if (status != TALUS_OK) {
        scenario_fail(m->loader, node, status, "%s", error.message);
        return false;
    }
    if (!m->names.found) {
        scenario_fail(m->loader, node, TALUS_ERROR_INPUT,
                      "name_field: %s has no field '%s'; its fields are: %s", m->area->file,
                      m->name_field, m->names.fields[0] != '\0' ? m->names.fields : "none");
        return false;
    }
    for (size_t i = 0; i < m->vectors.part_count; i++) {
        const size_t feature = m->vectors.parts[i].feature;
        if (feature >= m->names.count || m->names.texts[feature][0] == '\0') {
            scenario_fail(m->loader, node, TALUS_ERROR_INPUT,
                          "name_field: feature %zu of %s has no '%s', expected a name of each",
                          feature + 1, m->area->file, m->name_field);
            return false;
        }
    }
    return true;
}

static bool add_file(gauge_loader *m, bool with_polygons)
{
    if (!scenario_load_vectors(m->loader, m->map, m->area, &m->vectors)) {
        return false;
    }
    const geo_kind kind = m->vectors.kind;
    if (kind == GEO_POINTS || (kind == GEO_POLYGONS && !with_polygons)) {
        scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT, "%s: found %s, expected %s",
                      m->area->file, scenario_kind_name(kind),
                      with_polygons ? "polygons or lines of objects" : "lines of screens");
        return false;
    }
    for (size_t i = 0; i < m->vectors.part_count; i++) {
        m->feature_count +=
            i == 0 || m->vectors.parts[i].feature != m->vectors.parts[i - 1].feature;
    }
    return m->name_field == NULL || read_names(m);
}

static void clear(gauge_loader *m)
{
    geo_vectors_clear(&m->vectors);
    geo_attribute_clear(&m->names);
}

/// Name of a feature: its attribute; the entry's, numbered when it has several; a running number.
static bool choose_name(const gauge_loader *m, size_t feature, size_t ordinal, size_t running,
                        char *name)
{
    int length;
    if (m->names.count > 0 && m->part > 0) {
        length = snprintf(name, NAME_SIZE, "%s %zu", m->names.texts[feature], m->part);
    } else if (m->names.count > 0) {
        length = snprintf(name, NAME_SIZE, "%s", m->names.texts[feature]);
    } else if (m->name == NULL) {
        length = snprintf(name, NAME_SIZE, "%s %zu", m->noun, running);
    } else if (m->feature_count == 1) {
        length = snprintf(name, NAME_SIZE, "%s", m->name);
    } else {
        length = snprintf(name, NAME_SIZE, "%s %zu", m->name, ordinal);
    }
    if (length > 0 && !files_is_printable(name)) {
        scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                      "name_field: the name of feature %zu of %s holds a line break, tab or other "
                      "control character, expected text in one line",
                      feature + 1, m->area->file);
        return false;
    }
    if (length <= 0 || length >= NAME_SIZE) {
        scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                      "the name of a %s has %d bytes, expected 1 to %d", m->noun, length,
                      NAME_SIZE - 1);
        return false;
    }
    return true;
}

/// Is there ground under the parts of a screen or object? Where a part of them has none is reported.
static bool check_ground(const gauge_loader *m, const char *name, const geo_vectors *place)
{
    scenario_coverage coverage = {0};
    if (place->kind == GEO_POLYGONS && !scenario_cover_area(m->loader, place, &coverage)) {
        report_memory(m);
        return false;
    }
    for (size_t i = 0; place->kind != GEO_POLYGONS && i < place->part_count; i++) {
        scenario_cover_line(m->loader, place->parts[i].xy, place->parts[i].count, &coverage);
    }
    if (coverage.all > 0.0 && coverage.off == coverage.all) {
        scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                      "%s '%s' lies on NODATA or outside the DEM, where no rock can come: expected "
                      "a DEM that covers it, and coordinates of the DEM's CRS",
                      m->noun, name);
        return false;
    }
    if (coverage.off > 0.001 * coverage.all) {
        scenario_warn(m->loader, m->node,
                      "%s '%s': about %.2g %% of it lies on NODATA or outside the DEM: no rock is "
                      "counted there",
                      m->noun, name, 100.0 * coverage.off / coverage.all);
    }
    return true;
}

/// Does the box of the points meet the DEM's, and is there ground in it?
static bool check_place(const gauge_loader *m, const char *name, const geo_vectors *place)
{
    const geo_dem *dem = &m->loader->dem;
    const double width = (double)(dem->grid.nx - 1) * dem->grid.cell;
    const double height = (double)(dem->grid.ny - 1) * dem->grid.cell;
    const scenario_box box = scenario_box_of(place);
    if (box.west <= width && box.east >= 0.0 && box.south <= height && box.north >= 0.0) {
        return check_ground(m, name, place);
    }
    scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                  "%s '%s' lies outside the DEM: expected coordinates of the DEM's CRS, east "
                  "%.10g to %.10g, north %.10g to %.10g",
                  m->noun, name, dem->east, dem->east + width, dem->north, dem->north + height);
    return false;
}

static bool has_length(const double *xy, size_t count)
{
    for (size_t k = 1; k < count; k++) {
        if (xy[2 * k] != xy[0] || xy[2 * k + 1] != xy[1]) {
            return true;
        }
    }
    return false;
}

/// A longer list with one empty place at its end; NULL after a report.
static void *grow(const gauge_loader *m, void *list, size_t count, size_t size)
{
    void *larger = count < MOST_GAUGES ? realloc(list, (count + 1) * size) : NULL;
    if (larger == NULL) {
        scenario_fail(m->loader, m->node, TALUS_ERROR_MEMORY,
                      "no room for more than %zu screens or objects", count);
        return NULL;
    }
    memset((char *)larger + count * size, 0, size);
    return larger;
}

/// One screen per linestring.
static bool add_screen(gauge_loader *m, geo_part *part, size_t ordinal, bool recross)
{
    talus_world *world = m->loader->world;
    talus_screen *screens = grow(m, world->screens, world->screen_count, sizeof *screens);
    if (screens == NULL) {
        return false;
    }
    world->screens = screens;
    talus_screen *screen = &screens[world->screen_count];
    const geo_vectors place = {.kind = GEO_LINES, .part_count = 1, .parts = part};
    if (!choose_name(m, part->feature, ordinal, world->screen_count + 1, screen->line.name)) {
        return false;
    }
    if (!has_length(part->xy, part->count)) {
        scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                      "screen '%s' has no length: all its points coincide", screen->line.name);
        return false;
    }
    if (!check_place(m, screen->line.name, &place)) {
        return false;
    }
    screen->recross = recross;
    scenario_move_line(part, &screen->line);
    world->screen_count++;
    return true;
}

void scenario_load_screen(scenario_loader *loader, const scenario_screen *spec)
{
    const scenario_node *file = scenario_find(spec->node, "file");
    gauge_loader m = {.loader = loader,
                      .map = spec->node,
                      .node = file != NULL ? file : scenario_find(spec->node, "line_m"),
                      .noun = "screen",
                      .name = spec->name,
                      .area = &spec->area,
                      .name_field = spec->name_field};
    bool good = file != NULL ? add_file(&m, false) : add_listed(&m, GEO_LINES, &spec->line);
    m.feature_count = m.vectors.part_count; // each linestring is one
    for (size_t i = 0; i < m.vectors.part_count && good; i++) {
        const geo_part *parts = m.vectors.parts;
        const bool follows = i > 0 && parts[i].feature == parts[i - 1].feature;
        const bool goes_on =
            i + 1 < m.vectors.part_count && parts[i].feature == parts[i + 1].feature;
        m.part = follows ? m.part + 1 : goes_on ? 1 : 0;
        good = add_screen(&m, &m.vectors.parts[i], i + 1, spec->recross);
    }
    clear(&m);
}

/// Copy the parts of a feature; rings without their closing point.
static bool copy_parts(const gauge_loader *m, const geo_part *parts, size_t count,
                       talus_object *object)
{
    const size_t closing = object->is_area ? 1 : 0;
    size_t points = 0;
    for (size_t i = 0; i < count; i++) {
        points += parts[i].count - closing;
    }
    object->ring_starts = calloc(count + 1, sizeof *object->ring_starts);
    object->is_hole = calloc(count, sizeof *object->is_hole);
    object->xy = malloc(2 * points * sizeof *object->xy);
    if (object->ring_starts == NULL || object->is_hole == NULL || object->xy == NULL) {
        free(object->ring_starts);
        free(object->is_hole);
        free(object->xy);
        report_memory(m);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const size_t first = object->ring_starts[i], kept = parts[i].count - closing;
        memcpy(object->xy + 2 * first, parts[i].xy, 2 * kept * sizeof *object->xy);
        object->ring_starts[i + 1] = first + kept;
        object->is_hole[i] = parts[i].is_hole;
    }
    object->ring_count = count;
    return true;
}

/// Parts of an area that lie over each other count once; said.
static bool say_overlaps(const gauge_loader *m, const char *name, const geo_vectors *place)
{
    char what[120];
    geo_overlaps found;
    talus_error error = {0};
    if (geo_find_overlaps(place, &found, &error) != TALUS_OK) {
        scenario_fail_at(m->loader, m->node, &error);
        return false;
    }
    snprintf(what, sizeof what, "object '%s'", name);
    scenario_say_overlaps(m->loader, m->node, what, &found);
    return true;
}

/// One object per feature: `count` parts.
static bool add_object(gauge_loader *m, geo_part *parts, size_t count, size_t ordinal, double width)
{
    const geo_vectors place = {.kind = m->vectors.kind, .part_count = count, .parts = parts};
    talus_world *world = m->loader->world;
    talus_object *objects = grow(m, world->objects, world->object_count, sizeof *objects);
    if (objects == NULL) {
        return false;
    }
    world->objects = objects;
    talus_object *object = &objects[world->object_count];
    object->is_area = m->vectors.kind == GEO_POLYGONS;
    object->width = isnan(width) ? 0.0 : width;
    if (!choose_name(m, parts[0].feature, ordinal, world->object_count + 1, object->name)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!has_length(parts[i].xy, parts[i].count)) {
            scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                          "object '%s' has no size: all its points coincide", object->name);
            return false;
        }
    }
    if (!check_place(m, object->name, &place) || !say_overlaps(m, object->name, &place) ||
        !copy_parts(m, parts, count, object)) {
        return false;
    }
    world->object_count++;
    return true;
}

static bool load_object(gauge_loader *m, const scenario_object *spec)
{
    if (spec->polygon.count > 0) {
        return add_listed(m, GEO_POLYGONS, &spec->polygon);
    }
    if (spec->line.count > 0) {
        return add_listed(m, GEO_LINES, &spec->line);
    }
    if (!add_file(m, true)) {
        return false;
    }
    if (m->vectors.kind == GEO_POLYGONS && !isnan(spec->width)) {
        scenario_fail(m->loader, scenario_find(m->map, "width_m"), TALUS_ERROR_INPUT,
                      "width_m is the width of lines, %s holds polygons: remove it", m->area->file);
        return false;
    }
    return true;
}

void scenario_load_object(scenario_loader *loader, const scenario_object *spec)
{
    static const char *const keys[] = {"polygon_m", "line_m", "file"};
    gauge_loader m = {.loader = loader,
                      .map = spec->node,
                      .noun = "object",
                      .name = spec->name,
                      .area = &spec->area,
                      .name_field = spec->name_field};
    for (size_t i = 0; i < 3 && m.node == NULL; i++) {
        m.node = scenario_find(spec->node, keys[i]);
    }
    bool good = load_object(&m, spec);
    size_t ordinal = 0;
    for (size_t i = 0; i < m.vectors.part_count && good;) {
        size_t end = i + 1;
        while (end < m.vectors.part_count &&
               m.vectors.parts[end].feature == m.vectors.parts[i].feature) {
            end++;
        }
        good = add_object(&m, &m.vectors.parts[i], end - i, ++ordinal, spec->width);
        i = end;
    }
    clear(&m);
}
