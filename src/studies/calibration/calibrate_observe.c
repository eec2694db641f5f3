// SPDX-License-Identifier: GPL-3.0-or-later
// Observed deposits: from a vector file to points of releases, and the split.
#include "studies/calibration/calibrate_internal.h"

#include "foundation/files/files.h"
#include "foundation/files/marks.h"
#include "io/geo/geo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char default_field[] = "release", default_volumes[] = "volume_m3";

/// Deposits on their way from file to sets.
typedef struct reading {
    calibrate_study *study;
    const talus_campaign *campaign;
    geo_vectors vectors;
    geo_attribute attribute, volumes, outcomes;
    size_t *groups;      ///< (vectors.part_count) release of each, 0 when unnamed
    double *log_volumes; ///< (vectors.part_count); NULL: not compared
    size_t *used, count; ///< (count) the points that are compared, in the order of the file
} reading;

static talus_status check_kind(const reading *r, talus_error *error)
{
    const talus_calibrate_options *options = &r->study->options;
    if (r->vectors.kind != GEO_POINTS) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: found %s, expected points: a deposit is where one rock came to "
                               "rest",
                               options->observed,
                               r->vectors.kind == GEO_LINES ? "lines" : "polygons");
    }
    if (options->release_field != NULL && !r->attribute.found) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s has no field \"%s\" for --release-field; it has: %s",
                               options->observed, options->release_field, r->attribute.fields);
    }
    if (options->volume_field != NULL && !r->volumes.found) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s has no field \"%s\" for --volume-field; it has: %s",
                               options->observed, options->volume_field, r->volumes.fields);
    }
    for (size_t i = 0; i < r->vectors.part_count && r->outcomes.found; i++) {
        if (strcmp(r->outcomes.texts[r->vectors.parts[i].feature],
                   talus_outcome_name(TALUS_BROKEN)) == 0) {
            return talus_error_set(
                error, TALUS_ERROR_INPUT,
                "%s: point %zu has the outcome \"%s\": it is the farthest piece of a block, with "
                "the "
                "volume of the whole block; expected a point for every piece that lies there",
                options->observed, i + 1, talus_outcome_name(TALUS_BROKEN));
        }
    }
    return TALUS_OK;
}

/// Deposits that lie off the DEM say that a coordinate system is wrong, or cannot be reached.
static talus_status check_places(const reading *r, talus_error *error)
{
    const talus_grid *grid = talus_terrain_surface_grid(r->campaign->site.terrain);
    const double east = grid->x0 + (double)(grid->nx - 1) * grid->cell;
    const double north = grid->y0 + (double)(grid->ny - 1) * grid->cell;
    size_t outside = 0;
    for (size_t i = 0; i < r->vectors.part_count; i++) {
        const double *p = r->vectors.parts[i].xy;
        outside += !(p[0] >= grid->x0 && p[0] <= east && p[1] >= grid->y0 && p[1] <= north);
    }
    if (outside == r->vectors.part_count) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: all %zu points%s lie outside the DEM: check the coordinate "
                               "reference systems of both files",
                               r->study->options.observed, outside, r->vectors.columns);
    }
    if (outside > 0) {
        talus_diagnostics_say(r->study->options.diagnostics, TALUS_WARNING,
                              "%s: %zu of %zu points lie outside the DEM, where no rock can stop",
                              r->study->options.observed, outside, r->vectors.part_count);
    }
    return TALUS_OK;
}

/// Index of a release by name; SIZE_MAX when there is none.
static size_t find_release(const talus_campaign *campaign, const char *name)
{
    for (size_t g = 0; g < campaign->release_count; g++) {
        if (strcmp(campaign->releases[g].name, name) == 0) {
            return g;
        }
    }
    return SIZE_MAX;
}

/// Which release each point is of, where the file says so.
static talus_status find_groups(reading *r, talus_error *error)
{
    calibrate_study *study = r->study;
    const size_t count = r->vectors.part_count;
    size_t unknown = 0, first = 0;
    r->groups = calloc(count, sizeof *r->groups);
    if (r->groups == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the deposits");
    }
    for (size_t i = 0; i < count && r->attribute.found; i++) {
        r->groups[i] = find_release(r->campaign, r->attribute.texts[r->vectors.parts[i].feature]);
        first = r->groups[i] == SIZE_MAX && unknown == 0 ? i : first;
        unknown += r->groups[i] == SIZE_MAX;
    }
    const char *name =
        r->attribute.found && count > 0 ? r->attribute.texts[r->vectors.parts[first].feature] : "";
    study->named = r->attribute.found && unknown == 0;
    if (unknown == count && study->options.release_field == NULL) {
        memset(r->groups, 0, count * sizeof *r->groups);
        talus_diagnostics_say(study->options.diagnostics, TALUS_WARNING,
                              "%s: the field \"%s\" (\"%s\", ...) names no release of the "
                              "scenario and is not used",
                              study->options.observed, default_field, name);
    } else if (unknown > 0) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%s: a deposit is of the release \"%s\", which the scenario does not "
            "have; its first release is \"%s\"",
            study->options.observed, name, r->campaign->releases[0].name);
    }
    return TALUS_OK;
}

/// m^3, of the largest rock that the scenario releases; of a distribution all but 1e-9 are smaller.
static double largest_released(const talus_campaign *campaign)
{
    double most = 0.0;
    for (size_t k = 0; k < campaign->rock_class_count; k++) {
        const talus_rock_class *c = &campaign->rocks[k];
        most =
            fmax(most, c->sized ? talus_distribution_at(&c->volume, 1.0 - 1e-9) : c->rock->volume);
        for (size_t b = 0; b < c->block_count; b++) {
            most = fmax(most, c->blocks[b]->volume);
        }
    }
    return most;
}

/// Deposits that no simulated body can be: another unit, or another scenario.
static void warn_of_large(const reading *r, const char *name)
{
    const size_t count = r->vectors.part_count;
    const double most = largest_released(r->campaign);
    size_t larger = 0;
    double largest = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double volume = talus_exp(r->log_volumes[i]);
        larger += volume > 1.001 * most;
        largest = fmax(largest, volume);
    }
    if (larger > 0) {
        talus_diagnostics_say(
            r->study->options.diagnostics, TALUS_WARNING,
            "%s: %zu of %zu deposits are larger, up to %s %g, than the largest rock "
            "that the scenario releases, %.3g m3: no simulated body can be so "
            "large; expected volumes in m3, and rocks of the size that fell",
            r->study->options.observed, larger, count, name, largest, most);
    }
}

/// Volumes as numbers, where they are compared.
static talus_status read_volumes(reading *r, talus_error *error)
{
    const talus_calibrate_options *options = &r->study->options;
    const char *name = options->volume_field != NULL ? options->volume_field : default_volumes;
    const size_t count = r->vectors.part_count;
    r->study->has_volumes = r->volumes.found && (options->volume_field != NULL ||
                                                 talus_campaign_has_bodies(r->campaign));
    if (!r->study->has_volumes) {
        return TALUS_OK;
    }
    r->log_volumes = malloc(count * sizeof *r->log_volumes + 1);
    if (r->log_volumes == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the deposits");
    }
    for (size_t i = 0; i < count; i++) {
        const char *text = r->volumes.texts[r->vectors.parts[i].feature];
        double volume;
        char hint[160];
        if (!files_number(text, files_is_decimal_comma(text), &volume) || !(volume > 0.0)) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s: point %zu has %s \"%s\", expected a volume above 0 in m3: "
                                   "measure it, or leave such points out with --where%s",
                                   options->observed, i + 1, name, text,
                                   files_marks_hint(text, hint));
        }
        r->log_volumes[i] = talus_log(volume);
    }
    warn_of_large(r, name);
    return TALUS_OK;
}

/// Equal volumes say nothing on sizes, once those that are not simulated are left out.
static void ignore_equal_volumes(reading *r)
{
    const talus_calibrate_options *options = &r->study->options;
    double least = (double)INFINITY, most = -(double)INFINITY;
    for (size_t k = 0; k < r->count; k++) {
        least = fmin(least, r->log_volumes[r->used[k]]);
        most = fmax(most, r->log_volumes[r->used[k]]);
    }
    if (least < most || r->count == 0) {
        return;
    }
    talus_diagnostics_say(options->diagnostics, TALUS_WARNING,
                          "%s: all %zu deposits have %s %s, which says nothing on sizes: volumes "
                          "are not compared",
                          options->observed, r->count,
                          options->volume_field != NULL ? options->volume_field : default_volumes,
                          r->volumes.texts[r->vectors.parts[r->used[0]].feature]);
    r->study->has_volumes = false;
    free(r->log_volumes);
    r->log_volumes = NULL;
}

/// The points that are compared: where volumes are, those that can be simulated.
static talus_status choose_points(reading *r, talus_error *error)
{
    calibrate_study *study = r->study;
    const size_t count = r->vectors.part_count;
    const talus_breaking *breaking = &r->campaign->breaking;
    const bool may_break = breaking->law != TALUS_BREAKING_NONE;
    study->least_volume = study->has_volumes && may_break ? breaking->least_volume : 0.0;
    r->used = malloc(count * sizeof *r->used + 1);
    if (r->used == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the deposits");
    }
    for (size_t i = 0; i < count; i++) {
        if (!(study->least_volume > 0.0) || r->log_volumes[i] >= talus_log(study->least_volume)) {
            r->used[r->count++] = i;
        }
    }
    study->too_small = count - r->count;
    if (study->has_volumes) {
        ignore_equal_volumes(r);
    }
    if (study->too_small > 0) {
        talus_diagnostics_say(study->options.diagnostics, TALUS_WARNING,
                              "%s: %zu of %zu deposits are smaller than "
                              "fragmentation.least_volume_m3, %g m3, and are left out: such pieces "
                              "are not simulated",
                              study->options.observed, study->too_small, count,
                              study->least_volume);
    } else if (may_break && !study->has_volumes) {
        talus_diagnostics_say(study->options.diagnostics, TALUS_WARNING,
                              "%s: rocks may break, and the deposits have no volumes to compare "
                              "(field \"%s\"): they are compared with all pieces of at least "
                              "fragmentation.least_volume_m3, %g m3, so observed ones below it "
                              "must not be among them",
                              study->options.observed, default_volumes, breaking->least_volume);
    }
    return TALUS_OK;
}

typedef struct lot {
    uint64_t key;
    size_t index;
} lot;

static int by_key(const void *a, const void *b)
{
    const lot *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                            : (x->index > y->index) - (x->index < y->index);
}

static bool make_set(size_t count, double share, bool has_volumes, calibrate_set *set)
{
    *set = (calibrate_set){.count = count,
                           .xy = malloc(2 * count * sizeof *set->xy + 1),
                           .groups = malloc(count * sizeof *set->groups + 1),
                           .share = share};
    if (has_volumes) {
        set->log_volumes = malloc(count * sizeof *set->log_volumes + 1);
    }
    return set->xy != NULL && set->groups != NULL && (set->log_volumes != NULL || !has_volumes);
}

static void put(const reading *r, size_t i, calibrate_set *set, size_t k)
{
    set->xy[2 * k] = r->vectors.parts[i].xy[0];
    set->xy[2 * k + 1] = r->vectors.parts[i].xy[1];
    set->groups[k] = r->groups[i];
    if (r->log_volumes != NULL) {
        set->log_volumes[k] = r->log_volumes[i];
    }
}

/// Every point draws a lot from seed and index; the lowest ones are held out. Both sets keep the
/// order of the file.
static talus_status split(const reading *r, talus_error *error)
{
    calibrate_study *study = r->study;
    const size_t count = r->count;
    const size_t held = (size_t)(study->options.hold_out * (double)count + 0.5);
    if (count - held < CALIBRATE_LEAST_TRAINING ||
        (study->options.hold_out > 0.0 && held < CALIBRATE_LEAST_HELD)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: --hold-out %g of %zu deposits leaves %zu to calibrate with and "
                               "%zu to check, expected at least %d and %d: observe more, or choose "
                               "another share (0 = no check)",
                               study->options.observed, study->options.hold_out, count,
                               count - held, held, CALIBRATE_LEAST_TRAINING, CALIBRATE_LEAST_HELD);
    }
    lot *lots = malloc(count * sizeof *lots);
    bool *is_held = calloc(count, sizeof *is_held);
    const bool volumes = study->has_volumes;
    const double share = (double)held / (double)count;
    const bool good = make_set(held, share, volumes, &study->held) &&
                      make_set(count - held, 1.0 - share, volumes, &study->training);
    if (lots != NULL && is_held != NULL && good) {
        for (size_t i = 0; i < count; i++) {
            lots[i] = (lot){talus_random_bits(study->seed, r->used[i], UINT32_MAX), i};
        }
        qsort(lots, count, sizeof *lots, by_key);
        for (size_t i = 0; i < held; i++) {
            is_held[lots[i].index] = true;
        }
        size_t next[2] = {0, 0};
        for (size_t i = 0; i < count; i++) {
            calibrate_set *set = is_held[i] ? &study->held : &study->training;
            put(r, r->used[i], set, next[is_held[i]]++);
        }
    }
    const bool done = lots != NULL && is_held != NULL && good;
    free(lots);
    free(is_held);
    return done ? TALUS_OK
                : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the deposits");
}

/// Where the points are brought to. A file without CRS is in that of the DEM if the user says so.
static talus_status choose_frame(const reading *r, geo_frame *frame, talus_error *error)
{
    const talus_calibrate_options *options = &r->study->options;
    double east = 0.0, north = 0.0;
    (void)talus_world_origin(r->study->world, &east, &north, NULL);
    *frame = geo_frame_of(talus_terrain_base_grid(r->campaign->site.terrain),
                          talus_world_crs_wkt(r->study->world), east, north, NULL,
                          options->operation, options->allow_network);
    if (!r->attribute.has_crs && frame->crs_wkt[0] != '\0' && !options->assume_crs) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s has no coordinate reference system: give it one, or say with "
                               "--assume-metres that its coordinates are those of the DEM",
                               options->observed);
    }
    const bool has_both = r->attribute.has_crs && frame->crs_wkt[0] != '\0';
    frame->file_crs = has_both || (r->attribute.has_crs && !options->assume_crs) ? NULL : "dem";
    return TALUS_OK;
}

/// The fields of the deposits.
static talus_status read_fields(reading *r, talus_error *error)
{
    const talus_calibrate_options *options = &r->study->options;
    const struct {
        const char *name;
        geo_attribute *into;
    } fields[] = {
        {options->release_field != NULL ? options->release_field : default_field, &r->attribute},
        {options->volume_field != NULL ? options->volume_field : default_volumes, &r->volumes},
        {"outcome", &r->outcomes}};
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < sizeof fields / sizeof fields[0] && status == TALUS_OK; k++) {
        status = geo_read_attribute(options->observed, options->layer, options->where,
                                    fields[k].name, options->allow_network, fields[k].into, error);
    }
    return status;
}

static talus_status read_file(reading *r, talus_error *error)
{
    const talus_calibrate_options *options = &r->study->options;
    geo_frame frame;
    talus_diagnostics *messages = talus_diagnostics_create();
    talus_status status = read_fields(r, error);
    if (status == TALUS_OK) {
        status = choose_frame(r, &frame, error);
    }
    if (status == TALUS_OK) {
        status = geo_read_layer(options->observed, options->layer, options->where, &frame, messages,
                                &r->vectors, error);
    }
    if (status == TALUS_OK) {
        status = check_kind(r, error);
    }
    for (size_t i = 0; status == TALUS_OK && i < talus_diagnostics_count(messages); i++) {
        talus_diagnostics_add(r->study->options.diagnostics, talus_diagnostics_get(messages, i));
    }
    talus_diagnostics_destroy(messages);
    return status;
}

talus_status calibrate_observe(calibrate_study *study, talus_error *error)
{
    reading r = {.study = study, .campaign = talus_world_campaign(study->world)};
    talus_status status = read_file(&r, error);
    if (status == TALUS_OK) {
        status = check_places(&r, error);
    }
    if (status == TALUS_OK) {
        status = find_groups(&r, error);
    }
    if (status == TALUS_OK) {
        status = read_volumes(&r, error);
    }
    if (status == TALUS_OK) {
        status = choose_points(&r, error);
    }
    if (status == TALUS_OK) {
        status = split(&r, error);
    }
    free(r.groups);
    free(r.log_volumes);
    free(r.used);
    geo_vectors_clear(&r.vectors);
    geo_attribute_clear(&r.attribute);
    geo_attribute_clear(&r.volumes);
    geo_attribute_clear(&r.outcomes);
    return status;
}
