// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of recorded rocks and of their fragments, thinned to what a page can hold, and what is known of each rock.
#include "studies/report/report.h"

#include "io/map/section_line.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRACKS = 2000, MOST_POINTS = 400000 };
#define FIRST_TOLERANCE 0.2 // m
#define GROWTH 1.5          // of the tolerance, while there are too many points

static const char *const fields[] = {"rock",
                                     "release",
                                     "rock_class",
                                     "outcome",
                                     "mass_kg",
                                     "volume_m3",
                                     "energy_max_kj",
                                     "speed_max_m_s",
                                     "jump_height_max_m",
                                     "spin_max_rad_s",
                                     "path_m",
                                     "runout_m",
                                     "reach_angle_deg",
                                     "time_s"};
enum { FIELDS = sizeof fields / sizeof fields[0] };
static const char *const piece_fields[] = {"rock",    "body",      "outcome",
                                           "mass_kg", "volume_m3", "energy_max_kj"};
enum { PIECE_ROCK, PIECE_BODY, PIECE_FIELDS = sizeof piece_fields / sizeof piece_fields[0] };

/// A layer of paths: of the rocks, or of their fragments.
typedef struct layer {
    const char *name; ///< member of the data, element of the page
    const geo_tracks *tracks;
    const geo_rows *rows;
    const char *const *fields;
} layer;

/// Which points of all tracks are kept.
typedef struct thinned {
    size_t tracks, points; ///< shown, kept
    double tolerance;
    bool *kept;        ///< of the points of the tracks
    size_t *stack;     ///< scratch
    uint16_t *columns; ///< (REPORT_COLUMNS x points)
    double *values;    ///< the same, as they are
} thinned;

static void clear(thinned *t)
{
    free(t->kept);
    free(t->stack);
    free(t->columns);
    free(t->values);
}

static talus_status no_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the paths of a report");
}

static talus_status thin(const geo_tracks *tracks, thinned *t, talus_error *error)
{
    const size_t all = tracks->starts[t->tracks];
    t->kept = malloc(all * sizeof *t->kept + 1);
    t->stack = malloc(2 * (all + 2) * sizeof *t->stack);
    if (t->kept == NULL || t->stack == NULL) {
        return no_memory(error);
    }
    t->tolerance = FIRST_TOLERANCE / GROWTH;
    do {
        t->tolerance *= GROWTH;
        t->points = 0;
        for (size_t k = 0; k < t->tracks; k++) {
            const size_t first = tracks->starts[k];
            t->points += report_thin_path(tracks->xyzm + 4 * first, tracks->starts[k + 1] - first,
                                          t->tolerance, t->kept + first, t->stack);
        }
    } while (t->points > MOST_POINTS && t->tolerance < 1e6);
    return TALUS_OK;
}

static double speed_between(const double *p, const double *q)
{
    const double dx = q[0] - p[0], dy = q[1] - p[1], dz = q[2] - p[2], dt = q[3] - p[3];
    return dt > 0.0 ? sqrt(dx * dx + dy * dy + dz * dz) / dt : 0.0;
}

/// Values of the kept points of one track. @return how many were stored
static size_t collect_track(const report *r, const layer *paths, const thinned *t, size_t track,
                            size_t at)
{
    const geo_tracks *tracks = paths->tracks;
    const size_t first = tracks->starts[track], last = tracks->starts[track + 1];
    double height = 0.0, speed = 0.0;
    size_t stored = 0;
    for (size_t k = first; k < last; k++) {
        const double *p = tracks->xyzm + 4 * k;
        const double over = p[2] - section_ground(&r->terrain, p[0], p[1]);
        height = over > height ? over : height; // a NaN off the terrain counts as none
        speed = fmax(speed, k > first ? speed_between(p - 4, p)
                                      : (last > first + 1 ? speed_between(p, p + 4) : 0.0));
        if (t->kept[k]) {
            const double row[REPORT_COLUMNS] = {p[0], p[1], p[2], p[3], height, speed};
            for (size_t c = 0; c < REPORT_COLUMNS; c++) {
                t->values[c * t->points + at + stored] = row[c];
            }
            stored++;
            height = speed = 0.0;
        }
    }
    return stored;
}

/// Ranges of the columns, and the numbers.
static void code_columns(report *r, const thinned *t)
{
    static const char *const names[REPORT_COLUMNS] = {"x", "y", "z", "t", "h", "v"};
    files_json_begin(&r->data, "columns", '[');
    for (size_t c = 0; c < REPORT_COLUMNS; c++) {
        const double *from = t->values + c * t->points;
        double low = from[0], high = from[0];
        for (size_t k = 0; k < t->points; k++) {
            low = fmin(low, from[k]);
            high = fmax(high, from[k]);
        }
        high = high > low ? high : low + 1.0;
        for (size_t k = 0; k < t->points; k++) {
            t->columns[c * t->points + k] = report_quantise(from[k], low, high);
        }
        files_json_begin(&r->data, NULL, '{');
        files_json_add_text(&r->data, "name", names[c]);
        files_json_add_number(&r->data, "low", low);
        files_json_add_number(&r->data, "high", high);
        files_json_end(&r->data, '}');
    }
    files_json_end(&r->data, ']');
}

/// A column of attributes: numbers where all are such, else texts.
static void add_attribute(report *r, const layer *paths, size_t field, size_t count)
{
    static const char *const words[] = {"release", "rock_class", "outcome"};
    const size_t width = paths->rows->field_count;
    bool is_word = false;
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        is_word = is_word || strcmp(paths->fields[field], words[k]) == 0;
    }
    files_json_begin(&r->data, paths->fields[field], '[');
    for (size_t k = 0; k < count; k++) {
        const size_t feature = paths->tracks->features[k];
        const char *text =
            feature < paths->rows->count ? paths->rows->texts[feature * width + field] : "";
        char *end = NULL;
        const double value = strtod(text, &end);
        if (is_word) {
            files_json_add_text(&r->data, NULL, text);
        } else if (end != text && *end == '\0') {
            files_json_add_number(&r->data, NULL, value);
        } else {
            files_json_add_plain(&r->data, NULL, "null");
        }
    }
    files_json_end(&r->data, ']');
}

static talus_status add_points(report *r, const layer *paths, thinned *t, talus_error *error)
{
    t->columns = malloc(REPORT_COLUMNS * t->points * sizeof *t->columns + 1);
    t->values = malloc(REPORT_COLUMNS * t->points * sizeof *t->values + 1);
    if (t->columns == NULL || t->values == NULL) {
        return no_memory(error);
    }
    files_json_begin(&r->data, paths->name, '{');
    files_json_add_unsigned(&r->data, "count", t->tracks);
    files_json_add_unsigned(&r->data, "recorded", paths->tracks->count);
    files_json_add_unsigned(&r->data, "points", t->points);
    files_json_add_number(&r->data, "tolerance_m", t->tolerance);
    files_json_begin(&r->data, "starts", '[');
    size_t at = 0;
    for (size_t k = 0; k < t->tracks; k++) {
        files_json_add_unsigned(&r->data, NULL, at);
        at += collect_track(r, paths, t, k, at);
    }
    files_json_end(&r->data, ']');
    code_columns(r, t);
    for (size_t f = 0; f < paths->rows->field_count; f++) {
        add_attribute(r, paths, f, t->tracks);
    }
    files_json_end(&r->data, '}');
    return report_add_columns(r, paths->name, t->columns, REPORT_COLUMNS, t->points, error);
}

/// @param count paths, the first of the layer
static talus_status add_layer(report *r, const layer *paths, size_t count, talus_error *error)
{
    thinned t = {.tracks = count};
    talus_status status = thin(paths->tracks, &t, error);
    status = status == TALUS_OK ? add_points(r, paths, &t, error) : status;
    clear(&t);
    return status;
}

/// Without such a layer none.
static talus_status read_layer(const report *r, const char *name, const char *const *names,
                               size_t count, geo_tracks *tracks, geo_rows *rows, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    const talus_status status = output_path(path, r->directory, "results", ".gpkg", error);
    return status == TALUS_OK ? geo_read_paths(path, name, names, count, tracks, rows, error)
                              : status;
}

/// A number of a path; 0 where there is none.
static double number_of(const geo_tracks *tracks, const geo_rows *rows, size_t track, size_t field)
{
    const size_t feature = tracks->features[track];
    return feature < rows->count ? strtod(rows->texts[feature * rows->field_count + field], NULL)
                                 : 0.0;
}

/// Paths of the fragments of the rocks that are shown: both layers are in the order of the rocks.
static talus_status add_pieces(report *r, size_t shown, talus_error *error)
{
    const geo_tracks *tracks = &r->pieces;
    talus_status status =
        read_layer(r, "fragments", piece_fields, PIECE_FIELDS, &r->pieces, &r->piece_rows, error);
    if (status == TALUS_OK && tracks->count > 0) {
        const double last = number_of(&r->tracks, &r->rocks, shown - 1, 0);
        size_t count = tracks->count;
        while (count > 0 && number_of(tracks, &r->piece_rows, count - 1, 0) > last) {
            count--;
        }
        r->piece_count = count;
        const layer paths = {"pieces", tracks, &r->piece_rows, piece_fields};
        status = count > 0 ? add_layer(r, &paths, count, error) : TALUS_OK;
    }
    return status;
}

size_t report_find_piece(const report *r, uint64_t rock, uint32_t body)
{
    size_t k = 0;
    while (k < r->piece_count &&
           ((uint64_t)number_of(&r->pieces, &r->piece_rows, k, PIECE_ROCK) != rock ||
            (uint32_t)number_of(&r->pieces, &r->piece_rows, k, PIECE_BODY) != body)) {
        k++;
    }
    return k;
}

talus_status report_add_tracks(report *r, talus_error *error)
{
    talus_status status =
        read_layer(r, "trajectories", fields, FIELDS, &r->tracks, &r->rocks, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (r->tracks.count == 0 || r->terrain.nx == 0) {
        report_miss(r, "tracks",
                    "no paths of rocks were recorded (outputs.trajectories of the scenario)");
        return TALUS_OK;
    }
    const size_t shown = r->tracks.count < MOST_TRACKS ? r->tracks.count : MOST_TRACKS;
    r->facts.tracks = shown;
    if (shown < r->tracks.count) {
        char why[160];
        snprintf(why, sizeof why, "the first %zu of %zu recorded paths are shown", shown,
                 r->tracks.count);
        report_miss(r, "paths", why);
    }
    const layer paths = {"tracks", &r->tracks, &r->rocks, fields};
    status = add_layer(r, &paths, shown, error);
    return status == TALUS_OK ? add_pieces(r, shown, error) : status;
}
