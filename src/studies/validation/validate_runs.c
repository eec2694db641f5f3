// SPDX-License-Identifier: GPL-3.0-or-later
// Measured runs simulated: a release for every run and replicate, and what became of them.
#include "studies/validation/validate_internal.h"

#include "input/scenario/grounds.h"
#include "runs/ensemble/accessors.h"
#include "talus/run.h"

#include <stdlib.h>
#include <string.h>

#define NOT_STARTED 10.0 /* m */

/// One world's share of the replicates.
typedef struct batch {
    validate_study *study;
    talus_campaign campaign;
    uint64_t first, count; ///< replicates
    talus_release release;
    talus_release_run *rows;
    double *xy;
    talus_screen *screens;
    talus_ground *grounds; ///< of the world with other bumps
} batch;

/// Bumps that all rocks of a run share.
static bool has_common_bumps(const talus_ground *ground)
{
    return ground->roughness.amplitude > 0.0 && !ground->roughness.per_rock;
}

static bool is_varied(const validate_study *study)
{
    const talus_campaign *campaign = talus_world_campaign(study->world);
    bool varied = study->scenario->model.terrain.roughness.amplitude > 0.0;
    for (size_t k = 0; k < campaign->site.ground_count; k++) {
        const talus_ground *ground = &campaign->site.grounds[k];
        varied = varied || ground->variation != NULL || has_common_bumps(ground);
    }
    return varied;
}

/// All runs as one release: rock k of it is replicate k / runs of run k mod runs.
static talus_status make_release(batch *b, talus_error *error)
{
    const validate_study *study = b->study;
    const size_t count = study->runs.count;
    b->rows = calloc(count, sizeof *b->rows);
    b->xy = calloc(count, 2 * sizeof *b->xy);
    if (b->rows == NULL || b->xy == NULL) {
        return validate_no_memory(error);
    }
    for (size_t k = 0; k < count; k++) {
        b->rows[k] = study->runs.items[k].start;
        b->xy[2 * k] = study->runs.items[k].x - study->east;
        b->xy[2 * k + 1] = study->runs.items[k].y - study->north;
    }
    b->release = (talus_release){.name = "runs",
                                 .kind = TALUS_RELEASE_RUNS,
                                 .count = count,
                                 .xy = b->xy,
                                 .runs = b->rows,
                                 .rocks = count * b->count,
                                 .spin_in_world = true,
                                 .random_orientation = true};
    return TALUS_OK;
}

/// Other bumps in every batch, which is one replicate where grounds have any that rocks share.
static talus_status change_bumps(batch *b, talus_error *error)
{
    talus_site *site = &b->campaign.site;
    if (!is_varied(b->study)) {
        return TALUS_OK;
    }
    b->grounds = malloc(site->ground_count * sizeof *b->grounds);
    if (b->grounds == NULL) {
        return validate_no_memory(error);
    }
    memcpy(b->grounds, site->grounds, site->ground_count * sizeof *b->grounds);
    for (size_t k = 0; k < site->ground_count; k++) {
        b->grounds[k].roughness.seed += talus_mix64(b->study->options.seed) + b->first;
    }
    site->grounds = b->grounds;
    return TALUS_OK;
}

static talus_status make_campaign(batch *b, talus_error *error)
{
    talus_campaign *c = &b->campaign;
    *c = *talus_world_campaign(b->study->world);
    const double width =
        c->cells.cell * (double)(c->cells.nx > c->cells.ny ? c->cells.nx : c->cells.ny);
    c->releases = &b->release;
    c->release_count = 1;
    c->cells.nx = c->cells.ny = 1;
    c->cells.cell = width;
    c->screens = b->screens = validate_make_screens(b->study);
    if (b->screens == NULL) {
        return validate_no_memory(error);
    }
    c->screen_count = b->study->pass_count;
    c->object_count = 0;
    c->frequency = NULL;
    c->stratified = false;
    c->precision = (talus_precision){0};
    c->cell_quantities = c->cell_values = 0;
    // crossings are kept of recorded rocks; their tracks are as short as can be
    c->recorded_rocks = c->screen_count > 0 ? b->count * b->study->runs.count : 0;
    c->sample_time = 1e6;
    const talus_status status = change_bumps(b, error);
    return status == TALUS_OK ? make_release(b, error) : status;
}

static bool is_inside(const scenario_points *polygon, double x, double y)
{
    bool inside = false;
    for (size_t i = 0, k = polygon->count - 1; i < polygon->count; k = i++) {
        const double *a = polygon->xy + 2 * i, *b = polygon->xy + 2 * k;
        if ((a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]) {
            inside = !inside;
        }
    }
    return inside;
}

static talus_status read_record(validate_study *study, size_t run, const talus_rock_record *record,
                                talus_error *error)
{
    const scenario_run *measured = &study->runs.items[run];
    const double end[2] = {record->end.r.x + study->east - measured->x,
                           record->end.r.y + study->north - measured->y};
    const double runout = sqrt(end[0] * end[0] + end[1] * end[1]);
    const double contact =
        record->steps > 0 ? (double)record->contact_steps / (double)record->steps : 0.0;
    const validate_zone *zones = study->model.stops.items;
    study->rocks++;
    study->left +=
        record->outcome == TALUS_LEFT_DOMAIN || record->outcome == TALUS_ENTERED_NODATA ? 1 : 0;
    study->not_started += runout < NOT_STARTED ? 1 : 0;
    for (size_t k = 0; k < study->model.stops.count; k++) {
        study->zone_counts[k] +=
            record->outcome == TALUS_STOPPED &&
                    is_inside(&zones[k].polygon, measured->x + end[0], measured->y + end[1])
                ? 1
                : 0;
    }
    validate_sample *s = study->samples;
    bool kept = validate_ensemble_add(&s[VALIDATE_RUNOUT].rows[run].simulated, 1, &runout);
    kept = validate_ensemble_add(&s[VALIDATE_DEPOSIT].rows[run].simulated, 2, end) && kept;
    kept = validate_ensemble_add(&s[VALIDATE_SPEED].rows[run].simulated, 1, &record->speed_max) &&
           kept;
    if (study->tracks.count == 0) {
        kept = validate_ensemble_add(&s[VALIDATE_CONTACT_SHARE].rows[run].simulated, 1, &contact) &&
               kept;
    }
    return kept ? TALUS_OK : validate_no_memory(error);
}

static talus_status run_batch(batch *b, talus_error *error)
{
    validate_study *study = b->study;
    talus_results *results = NULL;
    const talus_run_options options = {.size = sizeof(talus_run_options),
                                       .threads = study->options.threads};
    talus_status status = make_campaign(b, error);
    if (status == TALUS_OK) {
        status = talus_campaign_run(&b->campaign, &options, &results, error);
    }
    const talus_rock_record *records = status == TALUS_OK ? ensemble_records(results) : NULL;
    for (size_t k = 0; k < study->runs.count * b->count && status == TALUS_OK; k++) {
        status = read_record(study, k % study->runs.count, &records[k], error);
    }
    if (status == TALUS_OK && study->pass_count > 0) {
        status = validate_read_passes(study, results, study->runs.count * b->count, error);
    }
    talus_results_destroy(results);
    if (status == TALUS_OK && study->tracks.count > 0) {
        status = validate_read_tracks(study, &b->campaign, b->first, b->count, error);
    }
    free(b->grounds);
    free(b->rows);
    free(b->xy);
    validate_free_screens(b->screens);
    return status;
}

static talus_status make_rows(validate_study *study, talus_error *error)
{
    static const int kinds[] = {VALIDATE_RUNOUT, VALIDATE_LATERAL, VALIDATE_DEPOSIT, VALIDATE_SPEED,
                                VALIDATE_CONTACT_SHARE};
    study->zone_counts = calloc(study->model.stops.count + 1, sizeof *study->zone_counts);
    if (study->zone_counts == NULL) {
        return validate_no_memory(error);
    }
    for (size_t k = 0; k < study->runs.count; k++) {
        const scenario_run *run = &study->runs.items[k];
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            if (validate_sample_add(&study->samples[kinds[i]]) == NULL) {
                return validate_no_memory(error);
            }
        }
        if (!isnan(run->end_x)) {
            const double x = run->end_x - run->x, y = run->end_y - run->y;
            validate_row *runout = &study->samples[VALIDATE_RUNOUT].rows[k];
            validate_row *deposit = &study->samples[VALIDATE_DEPOSIT].rows[k];
            runout->is_measured = deposit->is_measured = true;
            runout->measured[0] = sqrt(x * x + y * y);
            deposit->measured[0] = x;
            deposit->measured[1] = y;
        }
    }
    return TALUS_OK;
}

talus_status validate_simulate_runs(validate_study *study, talus_error *error)
{
    if (talus_world_campaign(study->world)->breaking.law != TALUS_BREAKING_NONE) {
        talus_diagnostics_say(study->diagnostics, TALUS_WARNING,
                              "%s: rocks may break, and a run has one end: it is compared with the "
                              "piece that lies farthest, its speed with the fastest piece",
                              study->options.path);
    }
    talus_status status = make_rows(study, error);
    if (status == TALUS_OK) {
        status = validate_add_passes(study, error);
    }
    const uint64_t worlds = is_varied(study) ? study->options.replicates : 1;
    const uint64_t each = study->options.replicates / worlds;
    for (uint64_t k = 0; k < worlds && status == TALUS_OK; k++) {
        batch b = {.study = study, .first = k * each, .count = each};
        if (k > 0) {
            status = validate_load_world(study, k, error);
        }
        if (status == TALUS_OK) {
            status = run_batch(&b, error);
        }
    }
    return status == TALUS_OK ? validate_add_references(study, error) : status;
}
