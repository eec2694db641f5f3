// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of a scenario in local metres: listed points, or the linestrings of a file.
#include "scenario/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Append a line; its points are copied, less the origin.
static bool add_line(scenario_lines *lines, const double *xy, size_t count, const double origin[2])
{
    talus_line *more = realloc(lines->items, (lines->count + 1) * sizeof *more);
    double *local = malloc((2 * count + 1) * sizeof *local);
    lines->items = more != NULL ? more : lines->items;
    if (more == NULL || local == NULL) {
        free(local);
        return false;
    }
    for (size_t k = 0; k < 2 * count; k++) {
        local[k] = xy[k] - origin[k % 2];
    }
    lines->items[lines->count++] = (talus_line){.count = count, .xy = local};
    return true;
}

static bool add_file(scenario_loader *loader, const scenario_node *map,
                     const scenario_course *course, scenario_lines *lines)
{
    const double origin[2] = {0.0, 0.0};
    geo_vectors vectors = {0};
    if (!scenario_load_vectors(loader, map, &course->area, &vectors)) {
        return false;
    }
    bool is_good = vectors.kind == GEO_LINES;
    if (!is_good) {
        scenario_fail(loader, scenario_find(map, "file"), TALUS_ERROR_INPUT,
                      "%s: found %s, expected lines", course->area.file,
                      vectors.kind == GEO_POINTS ? "points" : "polygons");
    }
    for (size_t i = 0; is_good && i < vectors.part_count; i++) {
        is_good = add_line(lines, vectors.parts[i].xy, vectors.parts[i].count, origin);
        if (!is_good) {
            scenario_fail(loader, map, TALUS_ERROR_MEMORY, "out of memory for lines");
        }
    }
    geo_vectors_clear(&vectors);
    return is_good;
}

/// "dam", or "dam 1", "dam 2" ...; cut to the room there is.
static void name_lines(const char *name, talus_line *items, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (count == 1) {
            snprintf(items[k].name, sizeof items[k].name, "%s", name);
        } else {
            snprintf(items[k].name, sizeof items[k].name, "%.40s %zu", name, k + 1);
        }
    }
}

bool scenario_read_lines(scenario_loader *loader, const scenario_node *map, const char *name,
                         const scenario_course *course, scenario_lines *lines)
{
    const size_t before = lines->count;
    const double origin[2] = {loader->dem.east, loader->dem.north};
    if (course->area.file != NULL) {
        if (!add_file(loader, map, course, lines)) {
            return false;
        }
    } else if (!add_line(lines, course->points.xy, course->points.count, origin)) {
        scenario_fail(loader, map, TALUS_ERROR_MEMORY, "out of memory for a line");
        return false;
    }
    name_lines(name, lines->items + before, lines->count - before);
    return true;
}

void scenario_lines_clear(scenario_lines *lines)
{
    for (size_t k = 0; k < lines->count; k++) {
        free(lines->items[k].xy);
    }
    free(lines->items);
    *lines = (scenario_lines){0};
}
