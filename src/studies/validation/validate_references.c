// SPDX-License-Identifier: GPL-3.0-or-later
// What simulated runs are held against: climatology and point mass; and the lateral offset.
#include "studies/validation/validate_internal.h"

#include "foundation/math/linalg.h"

#include <stdlib.h>

enum { FALLS = 40 };

/// Unit direction across the mean displacement, to the left.
typedef struct axis {
    double x, y;
} axis;

/// Of the measured runs; of the simulated ones where none has an end.
static axis find_axis(const validate_study *study)
{
    const validate_sample *deposit = &study->samples[VALIDATE_DEPOSIT];
    double sum[2] = {0}, all[2] = {0};
    for (size_t k = 0; k < deposit->count; k++) {
        const validate_row *row = &deposit->rows[k];
        if (row->is_measured) {
            sum[0] += row->measured[0];
            sum[1] += row->measured[1];
        }
        for (size_t i = 0; i < row->simulated.count; i++) {
            all[0] += row->simulated.values[2 * i];
            all[1] += row->simulated.values[2 * i + 1];
        }
    }
    const double *way = sum[0] != 0.0 || sum[1] != 0.0 ? sum : all;
    const double length = sqrt(way[0] * way[0] + way[1] * way[1]);
    return length > 0.0 ? (axis){-way[1] / length, way[0] / length} : (axis){0.0, 1.0};
}

static bool add_displacement(validate_study *study, size_t run, size_t offset, axis across,
                             const double d[2])
{
    const double runout = sqrt(d[0] * d[0] + d[1] * d[1]);
    const double lateral = across.x * d[0] + across.y * d[1];
    const struct {
        int sample;
        size_t width;
        const double *value;
    } kept[] = {
        {VALIDATE_RUNOUT, 1, &runout}, {VALIDATE_LATERAL, 1, &lateral}, {VALIDATE_DEPOSIT, 2, d}};
    bool whole = true;
    for (size_t k = 0; k < 3; k++) {
        char *row = (char *)&study->samples[kept[k].sample].rows[run];
        whole = validate_ensemble_add((validate_ensemble *)(void *)(row + offset), kept[k].width,
                                      kept[k].value) &&
                whole;
    }
    return whole;
}

static bool add_laterals(validate_study *study, axis across)
{
    const validate_sample *deposit = &study->samples[VALIDATE_DEPOSIT];
    bool whole = true;
    for (size_t k = 0; k < deposit->count; k++) {
        const validate_row *from = &deposit->rows[k];
        validate_row *row = &study->samples[VALIDATE_LATERAL].rows[k];
        row->is_measured = from->is_measured;
        row->measured[0] = across.x * from->measured[0] + across.y * from->measured[1];
        for (size_t i = 0; i < from->simulated.count; i++) {
            const double *d = from->simulated.values + 2 * i;
            const double lateral = across.x * d[0] + across.y * d[1];
            whole = validate_ensemble_add(&row->simulated, 1, &lateral) && whole;
        }
    }
    return whole;
}

/// Displacements of the training runs of the same rock; without training of the other runs of it.
static bool add_climatology(validate_study *study, axis across)
{
    const bool is_split = study->is_split;
    const scenario_runs *others = is_split ? &study->training : &study->runs;
    bool whole = true;
    for (size_t k = 0; k < study->runs.count; k++) {
        for (size_t i = 0; i < others->count; i++) {
            const scenario_run *other = &others->items[i];
            if (!isnan(other->end_x) && other->start.rock == study->runs.items[k].start.rock &&
                (is_split || i != k)) {
                const double d[2] = {other->end_x - other->x, other->end_y - other->y};
                whole =
                    add_displacement(study, k, offsetof(validate_row, climatology), across, d) &&
                    whole;
            }
        }
    }
    return whole;
}

static point_mass_run local_run(const validate_study *study, const scenario_run *run)
{
    const talus_vec3 v = run->start.velocity;
    return (point_mass_run){.x = run->x - study->east,
                            .y = run->y - study->north,
                            .end_x = run->end_x - study->east,
                            .end_y = run->end_y - study->north,
                            .velocity = isnan(v.x) || isnan(v.y) || isnan(v.z) ? vec3(0, 0, 0) : v};
}

/// The point mass fitted to the training runs.
static talus_status add_point_mass(validate_study *study, axis across, talus_error *error)
{
    const talus_terrain *terrain = talus_world_campaign(study->world)->site.terrain;
    point_mass_run *training = calloc(study->training.count + 1, sizeof *training);
    point_mass model;
    bool whole = training != NULL;
    for (size_t k = 0; k < study->training.count && whole; k++) {
        training[k] = local_run(study, &study->training.items[k]);
    }
    if (whole && !isnan(point_mass_fit(terrain, training, study->training.count,
                                       study->options.seed, &model))) {
        for (size_t k = 0; k < study->runs.count; k++) {
            const point_mass_run run = local_run(study, &study->runs.items[k]);
            for (uint64_t fall = 0; fall < FALLS; fall++) {
                double end[2];
                point_mass_fall(terrain, &model, &run, study->options.seed + 1, k * FALLS + fall,
                                end);
                const double d[2] = {end[0] - run.x, end[1] - run.y};
                whole = add_displacement(study, k, offsetof(validate_row, point_mass), across, d) &&
                        whole;
            }
        }
    }
    free(training);
    return whole ? TALUS_OK : validate_no_memory(error);
}

talus_status validate_add_references(validate_study *study, talus_error *error)
{
    const axis across = find_axis(study);
    if (!add_laterals(study, across) || !add_climatology(study, across)) {
        return validate_no_memory(error);
    }
    return study->training.count > 0 ? add_point_mass(study, across, error) : TALUS_OK;
}
