// SPDX-License-Identifier: GPL-3.0-or-later
// What only the inputs of the scenario know: the motion of a few rocks with their attitude, stems,
// stands of forest.
#include "studies/report/report.h"

#include "studies/rerun/rerun.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEMS = 12000, MOST_FOREST_CELLS = 250000, MOTION_COLUMNS = 8 };
#define SAMPLE_INTERVAL 0.03 // s

static void add_shape(report *r, const talus_rock *shape)
{
    files_json_begin(&r->data, "vertices", '[');
    for (size_t k = 0; k < shape->vertex_count; k++) {
        const double v[3] = {shape->vertices[k].x, shape->vertices[k].y, shape->vertices[k].z};
        files_json_add_numbers(&r->data, NULL, v, 3);
    }
    files_json_end(&r->data, ']');
    files_json_begin(&r->data, "faces", '[');
    for (size_t k = 0; k < shape->face_count; k++) {
        files_json_begin(&r->data, NULL, '[');
        for (size_t i = shape->face_starts[k]; i < shape->face_starts[k + 1]; i++) {
            files_json_add_unsigned(&r->data, NULL, shape->face_vertices[i]);
        }
        files_json_end(&r->data, ']');
    }
    files_json_end(&r->data, ']');
}

/// Samples of a motion that are far enough apart in time; the last one always.
static size_t choose_samples(const gltf_samples *samples, size_t *chosen)
{
    size_t count = 0;
    for (size_t k = 0; k < samples->count; k++) {
        const double time = samples->items[k].time;
        if (count == 0 || k + 1 == samples->count ||
            time >= samples->items[chosen[count - 1]].time + SAMPLE_INTERVAL) {
            chosen[count++] = k;
        }
    }
    return count;
}

static void range_of(const double *values, size_t count, double *low, double *high)
{
    *low = *high = values[0];
    for (size_t k = 1; k < count; k++) {
        *low = fmin(*low, values[k]);
        *high = fmax(*high, values[k]);
    }
    *high = *high > *low ? *high : *low + 1.0;
}

/// Columns time, x, y, z, w, x, y, z of the chosen samples.
static talus_status add_samples(report *r, const rerun_site *site, const gltf_samples *samples,
                                const char *id, talus_error *error)
{
    size_t *chosen = malloc(samples->count * sizeof *chosen + 1);
    double *column = malloc(samples->count * sizeof *column + 1);
    uint16_t *codes = malloc(MOTION_COLUMNS * samples->count * sizeof *codes + 1);
    talus_status status = TALUS_OK;
    if (chosen == NULL || column == NULL || codes == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the motion of a rock");
    } else {
        const size_t count = choose_samples(samples, chosen);
        files_json_add_unsigned(&r->data, "samples", count);
        files_json_begin(&r->data, "ranges", '[');
        for (size_t c = 0; c < MOTION_COLUMNS; c++) {
            double range[2];
            for (size_t k = 0; k < count; k++) {
                const gltf_sample *s = &samples->items[chosen[k]];
                const double row[MOTION_COLUMNS] = {s->time,
                                                    site->east + s->r.x,
                                                    site->north + s->r.y,
                                                    s->r.z,
                                                    s->p.w,
                                                    s->p.x,
                                                    s->p.y,
                                                    s->p.z};
                column[k] = row[c];
            }
            range_of(column, count, &range[0], &range[1]);
            files_json_add_numbers(&r->data, NULL, range, 2);
            for (size_t k = 0; k < count; k++) {
                codes[c * count + k] = report_quantise(column[k], range[0], range[1]);
            }
        }
        files_json_end(&r->data, ']');
        status = report_add_columns(r, id, codes, MOTION_COLUMNS, count, error);
    }
    free(chosen);
    free(column);
    free(codes);
    return status;
}

static double attribute(const report *r, size_t track, const char *name)
{
    // as report_tracks.c orders them
    const size_t field = strcmp(name, "rock") == 0                ? 0
                         : strcmp(name, "energy_max_kj") == 0     ? 6
                         : strcmp(name, "jump_height_max_m") == 0 ? 8
                                                                  : 11; // runout_m
    const size_t feature = r->tracks.features[track];
    return feature < r->rocks.count
               ? strtod(r->rocks.texts[feature * r->rocks.field_count + field], NULL)
               : (double)NAN;
}

/// Members of a body that moves: "track" or "piece" with its number, its shape and its poses.
static talus_status add_body(report *r, const rerun_site *site, const gltf_body *body,
                             const char *of, size_t number, talus_error *error)
{
    char id[48];
    snprintf(id, sizeof id, "motion:%s:%zu", of, number);
    files_json_add_unsigned(&r->data, of, number);
    add_shape(r, body->shape);
    return add_samples(r, site, &body->samples, id, error);
}

/// The rock, with the other bodies of its event as "pieces".
static talus_status add_event(report *r, const rerun_site *site, size_t track, uint64_t rock,
                              const gltf_bodies *bodies, talus_error *error)
{
    files_json_begin(&r->data, NULL, '{');
    talus_status status = add_body(r, site, &bodies->items[0], "track", track, error);
    files_json_begin(&r->data, "pieces", '[');
    for (size_t k = 1; k < bodies->count && status == TALUS_OK; k++) {
        const size_t piece = report_find_piece(r, rock, bodies->items[k].number);
        if (piece < r->piece_count) {
            files_json_begin(&r->data, NULL, '{');
            status = add_body(r, site, &bodies->items[k], "piece", piece, error);
            files_json_end(&r->data, '}');
        }
    }
    files_json_end(&r->data, ']');
    files_json_end(&r->data, '}');
    return status;
}

/// @param is_same out: false: the inputs are no more those of the run, and nothing was added
static talus_status add_motion(report *r, const rerun_site *site, size_t track, bool *is_same,
                               talus_error *error)
{
    gltf_bodies bodies;
    const uint64_t rock = (uint64_t)attribute(r, track, "rock");
    const rerun_mark mark = {attribute(r, track, "energy_max_kj"), attribute(r, track, "runout_m")};
    talus_status status = rerun_move(site, rock, &mark, &bodies, is_same, error);
    *is_same = *is_same || status != TALUS_OK;
    if (status == TALUS_OK && *is_same) {
        status = add_event(r, site, track, rock, &bodies, error);
        r->facts.tumbling++;
    }
    gltf_bodies_clear(&bodies);
    return status;
}

/// @param chosen (tracks) out
static talus_status choose_tracks(const report *r, bool *chosen, talus_error *error)
{
    static const char *const names[RERUN_KEYS] = {"energy_max_kj", "runout_m", "jump_height_max_m"};
    double *keys = malloc(RERUN_KEYS * r->facts.tracks * sizeof *keys + 1);
    if (keys == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the rocks of a report");
    }
    for (size_t k = 0; k < RERUN_KEYS * r->facts.tracks; k++) {
        keys[k] = attribute(r, k / RERUN_KEYS, names[k % RERUN_KEYS]);
    }
    rerun_choose(keys, r->facts.tracks, r->options.tumbling, chosen);
    free(keys);
    return TALUS_OK;
}

static talus_status add_motions(report *r, const rerun_site *site, talus_error *error)
{
    bool *chosen = calloc(r->facts.tracks + 1, sizeof *chosen);
    if (chosen == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the rocks of a report");
    }
    talus_status status = choose_tracks(r, chosen, error);
    bool is_same = true;
    files_json_begin(&r->data, "motions", '[');
    for (size_t k = 0; k < r->facts.tracks && status == TALUS_OK && is_same; k++) {
        if (chosen[k]) {
            status = add_motion(r, site, k, &is_same, error);
        }
    }
    files_json_end(&r->data, ']');
    free(chosen);
    if (status == TALUS_OK && !is_same) {
        report_miss(r, "motions", RERUN_OTHER);
    }
    return status;
}

static talus_status add_stems(report *r, const rerun_site *site, talus_error *error)
{
    const talus_obstacle_list *list = site->campaign->site.obstacles != NULL
                                          ? talus_obstacles_list(site->campaign->site.obstacles)
                                          : NULL;
    if (list == NULL || list->stem_count == 0) {
        return TALUS_OK;
    }
    const size_t step = (list->stem_count - 1) / MOST_STEMS + 1;
    const size_t count = (list->stem_count - 1) / step + 1;
    double *values = malloc(3 * count * sizeof *values);
    uint16_t *codes = malloc(3 * count * sizeof *codes);
    talus_status status = TALUS_OK;
    if (values == NULL || codes == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the stems of a report");
    } else {
        files_json_begin(&r->data, "stems", '{');
        files_json_add_unsigned(&r->data, "all", list->stem_count);
        files_json_add_unsigned(&r->data, "count", count);
        files_json_begin(&r->data, "ranges", '[');
        for (size_t c = 0; c < 3; c++) {
            double range[2];
            for (size_t k = 0; k < count; k++) {
                const talus_stem *stem = &list->stems[k * step];
                values[c * count + k] = c == 0   ? site->east + stem->x
                                        : c == 1 ? site->north + stem->y
                                                 : stem->height;
            }
            range_of(values + c * count, count, &range[0], &range[1]);
            files_json_add_numbers(&r->data, NULL, range, 2);
            for (size_t k = 0; k < count; k++) {
                codes[c * count + k] = report_quantise(values[c * count + k], range[0], range[1]);
            }
        }
        files_json_end(&r->data, ']');
        files_json_end(&r->data, '}');
        status = report_add_columns(r, "stems", codes, 3, count, error);
    }
    free(values);
    free(codes);
    return status;
}

/// A map of classes, thinned.
static talus_status add_map(report *r, const rerun_site *site, const char *id,
                            const talus_class_map *map, talus_error *error)
{
    size_t step = 1;
    while (((map->nx - 1) / step + 1) * ((map->ny - 1) / step + 1) > MOST_FOREST_CELLS) {
        step++;
    }
    const size_t nx = (map->nx - 1) / step + 1, ny = (map->ny - 1) / step + 1;
    unsigned char *cells = malloc(nx * ny + 1);
    if (cells == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a map of a report");
    }
    for (size_t j = 0; j < ny; j++) {
        for (size_t i = 0; i < nx; i++) {
            cells[j * nx + i] = map->classes[j * step * map->nx + i * step];
        }
    }
    files_json_add_unsigned(&r->data, "nx", nx);
    files_json_add_unsigned(&r->data, "ny", ny);
    files_json_add_number(&r->data, "west", site->east + map->x0);
    files_json_add_number(&r->data, "south", site->north + map->y0);
    files_json_add_number(&r->data, "cell", map->cell * (double)step);
    const talus_status status = report_add_blob(r, id, cells, nx * ny, error);
    free(cells);
    return status;
}

static talus_status add_maps(report *r, const rerun_site *site, talus_error *error)
{
    const talus_site *place = &site->campaign->site;
    talus_status status = TALUS_OK;
    if (place->forest_map != NULL && place->forest_map->nx > 0 && place->forest_count > 0) {
        files_json_begin(&r->data, "forest", '{');
        files_json_begin(&r->data, "names", '[');
        for (size_t k = 0; k < place->forest_count; k++) {
            files_json_add_text(&r->data, NULL, place->forests[k].name);
        }
        files_json_end(&r->data, ']');
        status = add_map(r, site, "forest", place->forest_map, error);
        files_json_end(&r->data, '}');
    }
    if (status == TALUS_OK && place->ground_map != NULL && place->ground_map->nx > 0) {
        files_json_begin(&r->data, "ground", '{');
        files_json_begin(&r->data, "names", '[');
        for (size_t k = 0; k < place->ground_count; k++) {
            files_json_add_text(&r->data, NULL, place->grounds[k].name);
        }
        files_json_end(&r->data, ']');
        status = add_map(r, site, "ground", place->ground_map, error);
        files_json_end(&r->data, '}');
    }
    return status;
}

talus_status report_add_world(report *r, talus_error *error)
{
    rerun_site site = {0};
    talus_error found = {0};
    char path[OUTPUT_PATH_SIZE], why[700];
    talus_status status = output_path(path, r->directory, "scenario", ".yaml", error);
    if (status != TALUS_OK || !output_file_exists(path)) {
        return status; // a study has none
    }
    status = rerun_open(r->directory, false, &site, &found);
    if (status == TALUS_OK) {
        status = add_motions(r, &site, error);
        status = status == TALUS_OK ? add_stems(r, &site, error) : status;
        status = status == TALUS_OK ? add_maps(r, &site, error) : status;
    } else if (status != TALUS_ERROR_MEMORY) {
        snprintf(why, sizeof why,
                 "the inputs of the scenario could not be read again, so no rock tumbles and no "
                 "forest is shown: %.500s",
                 found.message);
        report_miss(r, "world", why);
        status = TALUS_OK;
    } else {
        status = talus_error_set(error, status, "%s", found.message);
    }
    rerun_clear(&site);
    return status;
}
