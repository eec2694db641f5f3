// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the terrain that is drawn, the colours of what is draped over it.
#include "studies/scene/scene.h"

#include "io/map/section_line.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 2000000 };
#define MARGIN 0.45    // of the larger side of what is to be seen, on each side
#define UNDERSIDE 0.06 // of the larger side, below the lowest node

void scene_place(const scene_terrain *terrain, double east, double north, double z, double out[3])
{
    out[0] = east - terrain->middle[0];
    out[1] = north - terrain->middle[1];
    out[2] = terrain->exaggeration * (z - terrain->middle[2]);
}

double scene_ground(const scene_terrain *terrain, double east, double north)
{
    return section_ground(&terrain->image, east, north);
}

/// Cells [first, last) of one axis, with a margin.
static void cut(double low, double high, double margin, double origin, double cell, size_t count,
                size_t *first, size_t *last)
{
    const double from = floor((low - margin - origin) / cell);
    const double to = ceil((high + margin - origin) / cell);
    *first = from > 0.0 ? (size_t)from : 0;
    *last = to < (double)count ? (size_t)(to > 0.0 ? to : 0.0) : count;
    if (*last < *first + 2) {
        *first = 0;
        *last = count;
    }
}

static void find_heights(scene_terrain *t)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t k = 0; k < t->image.nx * t->image.ny; k++) {
        const double z = (double)t->image.values[k];
        low = fmin(low, isnan(z) ? low : z);
        high = fmax(high, isnan(z) ? high : z);
    }
    const double wide =
        t->image.cell * (double)(t->image.nx > t->image.ny ? t->image.nx : t->image.ny);
    low = isfinite(low) ? low : 0.0;
    high = isfinite(high) ? high : 0.0;
    t->middle[0] = t->image.west + 0.5 * t->image.cell * (double)t->image.nx;
    t->middle[1] = t->image.south + 0.5 * t->image.cell * (double)t->image.ny;
    t->middle[2] = 0.5 * (low + high);
    t->base = t->exaggeration * (low - t->middle[2]) - UNDERSIDE * wide;
}

talus_status scene_load_terrain(const char *directory, const map_rectangle *area,
                                double exaggeration, scene_terrain *terrain, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    geo_image all = {0};
    talus_status status = output_path(path, directory, "terrain", ".tif", error);
    if (status == TALUS_OK) {
        status = geo_read_image(path, &all, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    const double margin = MARGIN * fmax(area->x1 - area->x0, area->y1 - area->y0);
    size_t i0, i1, j0, j1, step = 1;
    cut(area->x0, area->x1, margin, all.west, all.cell, all.nx, &i0, &i1);
    cut(area->y0, area->y1, margin, all.south, all.cell, all.ny, &j0, &j1);
    while (((i1 - i0 - 1) / step + 1) * ((j1 - j0 - 1) / step + 1) > MOST_NODES) {
        step++;
    }
    const size_t nx = (i1 - i0 - 1) / step + 1, ny = (j1 - j0 - 1) / step + 1;
    terrain->exaggeration = exaggeration;
    terrain->image = all; // its texts are handed over, too
    terrain->image.values = malloc(nx * ny * sizeof(float));
    terrain->image.nx = nx;
    terrain->image.ny = ny;
    terrain->image.cell = all.cell * (double)step;
    // the centres of the cells stay where they are
    terrain->image.west = all.west + ((double)i0 + 0.5) * all.cell - 0.5 * terrain->image.cell;
    terrain->image.south = all.south + ((double)j0 + 0.5) * all.cell - 0.5 * terrain->image.cell;
    if (terrain->image.values != NULL) {
        for (size_t j = 0; j < ny; j++) {
            for (size_t i = 0; i < nx; i++) {
                terrain->image.values[j * nx + i] =
                    all.values[(j0 + j * step) * all.nx + i0 + i * step];
            }
        }
        find_heights(terrain);
    } else {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the terrain of a scene");
    }
    free(all.values);
    return status;
}

static bool is_hatched(const map_classes *classes, double value)
{
    const double last = (double)classes->count;
    return classes->count > 0 &&
           (value < 0.5 ? classes->undecided.hatched
                        : classes->items[(size_t)(value > last ? last : value) - 1].hatched);
}

talus_status scene_drape(scene_terrain *terrain, const map_scale *scale, const map_classes *classes,
                         talus_error *error)
{
    const geo_image *layer = &terrain->layer;
    terrain->drape = malloc(layer->nx * layer->ny * sizeof *terrain->drape + 1);
    if (terrain->drape == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the layer of a scene");
    }
    for (size_t k = 0; k < layer->nx * layer->ny; k++) {
        const double value = (double)layer->values[k];
        if (!isfinite(value)) {
            terrain->drape[k] = (scene_cell){.is_there = false};
            continue;
        }
        terrain->drape[k] = (scene_cell){
            .colour = scale->classes != NULL && value < 0.5 ? scale->undecided
                                                            : map_value_colour(scale, value),
            .is_there = true,
            .is_hatched = is_hatched(classes, value < 0.5 ? 0.0 : fmax(value, 1.0))};
    }
    return TALUS_OK;
}

void scene_clear_terrain(scene_terrain *terrain)
{
    geo_image_clear(&terrain->image);
    geo_image_clear(&terrain->layer);
    free(terrain->light);
    free(terrain->ground);
    free(terrain->drape);
}
