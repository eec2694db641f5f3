// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of a scenario in local metres: listed points, or the linestrings of a file.
#include "input/load/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool scenario_list_points(scenario_loader *loader, const scenario_node *node, geo_kind kind,
                          const scenario_points *points, geo_vectors *vectors)
{
    geo_part *part = calloc(1, sizeof *part);
    double *xy = malloc((points->count + 1) * 2 * sizeof *xy);
    if (part == NULL || xy == NULL) {
        free(part);
        free(xy);
        scenario_fail(loader, node, TALUS_ERROR_MEMORY, "out of memory for a line");
        return false;
    }
    for (size_t i = 0; i < points->count; i++) {
        xy[2 * i] = points->xy[2 * i] - loader->dem.east;
        xy[2 * i + 1] = points->xy[2 * i + 1] - loader->dem.north;
    }
    *part = (geo_part){.count = points->count, .xy = xy};
    if (kind == GEO_POLYGONS) { // rings are closed
        memcpy(xy + 2 * points->count, xy, 2 * sizeof *xy);
        part->count++;
    }
    *vectors = (geo_vectors){.kind = kind, .part_count = 1, .parts = part};
    return true;
}

void scenario_move_line(geo_part *part, talus_line *line)
{
    line->count = part->count;
    line->xy = part->xy;
    part->xy = NULL;
}

const char *scenario_kind_name(geo_kind kind)
{
    return kind == GEO_POINTS ? "points" : kind == GEO_LINES ? "lines" : "polygons";
}

/// The lines of an entry, listed or of its file.
static bool load(scenario_loader *loader, const scenario_node *map, const scenario_course *course,
                 geo_vectors *vectors)
{
    if (course->area.file == NULL) {
        return scenario_list_points(loader, map, GEO_LINES, &course->points, vectors);
    }
    if (!scenario_load_vectors(loader, map, &course->area, vectors)) {
        return false;
    }
    if (vectors->kind != GEO_LINES) {
        scenario_fail(loader, scenario_find(map, "file"), TALUS_ERROR_INPUT,
                      "%s: found %s, expected lines", course->area.file,
                      scenario_kind_name(vectors->kind));
        return false;
    }
    return true;
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
    geo_vectors vectors = {0};
    bool is_good = load(loader, map, course, &vectors);
    const size_t before = lines->count, count = before + vectors.part_count;
    talus_line *more = is_good ? realloc(lines->items, count * sizeof *more) : NULL;
    if (is_good && more == NULL) {
        scenario_fail(loader, map, TALUS_ERROR_MEMORY, "out of memory for lines");
        is_good = false;
    }
    for (; is_good && lines->count < count; lines->count++) {
        more[lines->count] = (talus_line){0};
        scenario_move_line(&vectors.parts[lines->count - before], &more[lines->count]);
    }
    lines->items = more != NULL ? more : lines->items;
    if (is_good) {
        name_lines(name, lines->items + before, lines->count - before);
    }
    geo_vectors_clear(&vectors);
    return is_good;
}

void scenario_lines_clear(scenario_lines *lines)
{
    for (size_t k = 0; k < lines->count; k++) {
        free(lines->items[k].xy);
    }
    free(lines->items);
    *lines = (scenario_lines){0};
}
