// SPDX-License-Identifier: GPL-3.0-or-later
// Polygons of different releases that lie over each other: each of them starts its rocks there.
#include "input/load/sources.h"

#include <math.h>

/// So many pairs are named; each costs a union of polygons.
enum { MOST_SAID = 5 };

/// Western, southern, eastern, northern end.
static void find_box(const geo_vectors *polygons, double box[4])
{
    box[0] = box[1] = (double)INFINITY;
    box[2] = box[3] = -(double)INFINITY;
    for (size_t k = 0; k < polygons->part_count; k++) {
        const geo_part *part = &polygons->parts[k];
        for (size_t i = 0; i < part->count; i++) {
            box[0] = fmin(box[0], part->xy[2 * i]);
            box[1] = fmin(box[1], part->xy[2 * i + 1]);
            box[2] = fmax(box[2], part->xy[2 * i]);
            box[3] = fmax(box[3], part->xy[2 * i + 1]);
        }
    }
}

static bool boxes_meet(const scenario_stands *a, const scenario_stands *b)
{
    double p[4], q[4];
    find_box(&a->vectors, p);
    find_box(&b->vectors, q);
    return p[0] < q[2] && q[0] < p[2] && p[1] < q[3] && q[1] < p[3];
}

/// What two releases cover both, m^2.
static talus_status measure_common(const scenario_stands *a, const scenario_stands *b,
                                   double *common, talus_error *error)
{
    static const geo_overlaps none = {0};
    scenario_stands both = {0};
    geo_overlaps found;
    const talus_status status =
        scenario_stands_add(&both, &a->vectors, &none) &&
                scenario_stands_add(&both, &b->vectors, &none)
            ? geo_find_overlaps(&both.vectors, &found, error)
            : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the releases");
    *common = status == TALUS_OK ? a->area + b->area - found.area : 0.0;
    scenario_stands_clear(&both);
    return status;
}

/// Different rocks may well start from one place: a note.
static void say(scenario_loader *loader, size_t first, size_t second, double common, double least)
{
    const talus_release *a = &loader->world->releases[first];
    const talus_release *b = &loader->world->releases[second];
    const scenario_release *specs = loader->scenario->model.releases.items;
    const bool are_apart = a->rock != 0 && b->rock != 0 && a->rock != b->rock;
    scenario_report(
        loader->diagnostics, are_apart ? TALUS_NOTE : TALUS_WARNING, specs[second].node,
        "releases '%s' and '%s' lie over each other on %.6g m2, %.3g %% of the smaller: "
        "both start rocks there, and their frequencies add up; is an area there twice?",
        a->name, b->name, common, 100.0 * common / least);
}

void scenario_check_release_overlaps(scenario_loader *loader, const scenario_stands *places)
{
    const scenario_release *specs = loader->scenario->model.releases.items;
    size_t found = 0;
    for (size_t i = 0; i < loader->world->release_count; i++) {
        for (size_t k = i + 1; k < loader->world->release_count; k++) {
            const double least = fmin(places[i].area, places[k].area);
            double common = 0.0;
            talus_error error = {0};
            if (places[i].features == 0 || places[k].features == 0 ||
                !boxes_meet(&places[i], &places[k])) {
                continue;
            }
            if (found == MOST_SAID) {
                scenario_warn(loader, specs[0].node, "yet other releases may lie over each other");
                return;
            }
            if (measure_common(&places[i], &places[k], &common, &error) != TALUS_OK) {
                scenario_fail(loader, specs[k].node, TALUS_ERROR_INPUT, "%s", error.message);
                return;
            }
            if (common > 1e-3 * least) {
                found++;
                say(loader, i, k, common, least);
            }
        }
    }
}
