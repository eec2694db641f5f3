// SPDX-License-Identifier: GPL-3.0-or-later
// Which cells a polygon layer covers.
#include "input/load/world.h"
#include "input/scenario/grounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool scenario_meets_dem(scenario_loader *loader, const scenario_node *node, const char *file,
                        const geo_vectors *vectors)
{
    const talus_grid *grid = &loader->dem.grid;
    const double east = grid->x0 + (double)(grid->nx - 1) * grid->cell;
    const double north = grid->y0 + (double)(grid->ny - 1) * grid->cell;
    for (size_t i = 0; i < vectors->part_count; i++) {
        const geo_part *part = &vectors->parts[i];
        double box[4] = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
        for (size_t k = 0; k < part->count; k++) {
            box[0] = fmin(box[0], part->xy[2 * k]);
            box[1] = fmin(box[1], part->xy[2 * k + 1]);
            box[2] = fmax(box[2], part->xy[2 * k]);
            box[3] = fmax(box[3], part->xy[2 * k + 1]);
        }
        if (box[0] < east && box[2] > grid->x0 && box[1] < north && box[3] > grid->y0) {
            return true;
        }
    }
    scenario_fail(loader, node, TALUS_ERROR_INPUT,
                  "%s: all polygons lie outside the DEM: check the CRS of both files", file);
    return false;
}

bool scenario_load_cover(scenario_loader *loader, const scenario_cover *cover, geo_vectors *vectors)
{
    const scenario_node *node = scenario_find(cover->node, "file");
    const char *file = cover->area.file;
    if (!scenario_load_vectors(loader, cover->node, &cover->area, vectors)) {
        return false;
    }
    if (vectors->kind != GEO_POLYGONS) {
        scenario_fail(loader, node, TALUS_ERROR_INPUT,
                      "%s: found %s, expected polygons: ground and forest are areas", file,
                      vectors->kind == GEO_POINTS ? "points" : "lines");
    } else if (scenario_meets_dem(loader, node, file, vectors)) {
        geo_overlaps found;
        talus_error error = {0};
        const talus_status status = geo_find_overlaps(vectors, &found, &error);
        if (status == TALUS_OK) {
            scenario_say_overlaps(loader, node, file, &found);
            return true;
        }
        scenario_fail(loader, node, status, "%s", error.message);
    }
    geo_vectors_clear(vectors);
    return false;
}
