// SPDX-License-Identifier: GPL-3.0-or-later
// Trees that cannot all be there: stands over each other, stems of tables that stand in each other.
#include "input/load/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void scenario_stands_clear(scenario_stands *stands)
{
    geo_vectors_clear(&stands->vectors);
    free(stands->stems);
    *stands = (scenario_stands){0};
}

bool scenario_stands_add(scenario_stands *stands, const geo_vectors *polygons,
                         const geo_overlaps *found)
{
    geo_vectors *all = &stands->vectors;
    const size_t count = all->part_count + polygons->part_count;
    geo_part *parts = realloc(all->parts, (count + 1) * sizeof *parts);
    if (parts == NULL) {
        return false;
    }
    all->parts = parts;
    all->kind = GEO_POLYGONS;
    for (size_t k = 0; k < polygons->part_count; k++) {
        geo_part part = polygons->parts[k];
        part.feature += stands->features;
        part.xy = malloc(2 * part.count * sizeof *part.xy);
        if (part.xy == NULL) {
            return false;
        }
        memcpy(part.xy, polygons->parts[k].xy, 2 * part.count * sizeof *part.xy);
        all->parts[all->part_count++] = part;
    }
    stands->features += polygons->part_count;
    stands->area += found->area;
    stands->overlap += found->overlap;
    return true;
}

bool scenario_stands_measure(scenario_stands *stands, const talus_stem *stems, size_t count)
{
    talus_stem *list = realloc(stands->stems, (stands->stem_count + count + 1) * sizeof *list);
    if (list == NULL) {
        return false;
    }
    stands->stems = list;
    if (count > 0) {
        memcpy(list + stands->stem_count, stems, count * sizeof *list);
    }
    stands->stem_count += count;
    return true;
}

static int by_east(const void *a, const void *b)
{
    const double x = ((const talus_stem *)a)->x, y = ((const talus_stem *)b)->x;
    return (x > y) - (x < y);
}

/// Stems of tables whose circles meet.
static void check_stems(scenario_loader *loader, const scenario_node *node, scenario_stands *stands)
{
    enum { NEIGHBOURS = 64 }; // looked at of a stem: those that all stand in one place are found
    const talus_stem *stems = stands->stems, *first = NULL;
    size_t pairs = 0;
    double widest = 0.0;
    if (stands->stem_count == 0) {
        return;
    }
    qsort(stands->stems, stands->stem_count, sizeof *stems, by_east);
    for (size_t i = 0; i < stands->stem_count; i++) {
        widest = fmax(widest, stems[i].diameter);
    }
    for (size_t i = 0; i < stands->stem_count; i++) {
        const size_t end =
            i + NEIGHBOURS < stands->stem_count ? i + NEIGHBOURS : stands->stem_count;
        for (size_t k = i + 1; k < end && stems[k].x - stems[i].x < widest; k++) {
            const double dx = stems[k].x - stems[i].x, dy = stems[k].y - stems[i].y;
            const double reach = 0.5 * (stems[i].diameter + stems[k].diameter);
            if (dx * dx + dy * dy < reach * reach) {
                first = first == NULL ? &stems[i] : first;
                pairs++;
            }
        }
    }
    if (pairs > 0) {
        scenario_warn(loader, node,
                      "%zu pairs of stems stand nearer to each other than their radii, the first "
                      "about (%.2f, %.2f): is a tree or a table there twice, or the diameter in "
                      "another unit?",
                      pairs, first->x + loader->dem.east, first->y + loader->dem.north);
    }
}

void scenario_check_stands(scenario_loader *loader, const scenario_node *node,
                           scenario_stands *stands)
{
    geo_overlaps found = {0};
    talus_error error = {0};
    if (stands->vectors.part_count > 0 &&
        geo_find_overlaps(&stands->vectors, &found, &error) != TALUS_OK) {
        scenario_fail(loader, node, TALUS_ERROR_MEMORY, "%s", error.message);
        return;
    }
    const double between = found.overlap - stands->overlap; // those of one stand were said
    if (between > 1e-3 * found.area) {
        scenario_warn(loader, node,
                      "stands lie over each other on %.6g m2, %.3g %% of the %.6g m2 that they "
                      "cover: the trees of each stand there; is a stand there twice?",
                      between, 100.0 * between / found.area, found.area);
    }
    check_stems(loader, node, stands);
}
