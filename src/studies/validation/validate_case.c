// SPDX-License-Identifier: GPL-3.0-or-later
// The case file, its tables, and its scenario.
#include "studies/validation/validate_internal.h"

#include "input/load/parts.h"
#include "input/scenario/model.h"
#include "input/schema/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const validate_zone zone_defaults = {.share = SCENARIO_UNSET};
static const scenario_field zone_fields[] = {
    TEXT(validate_zone, name, "name", FILES("Name in results.")),
    POINTS(validate_zone, polygon, "polygon_m", FROM(-OPEN, OPEN), .unit = "m", REQUIRED,
           RESULTS("The zone.")),
    NUMBER(validate_zone, share, "share", FROM(0.0, 1.0), REQUIRED,
           RESULTS("Share of the measured runs that stopped in it.")),
};
static const scenario_table zone_table = {
    .name = "stops",
    .size = sizeof(validate_zone),
    .defaults = &zone_defaults,
    .fields = zone_fields,
    .field_count = COUNT_OF(zone_fields),
    .max_count = 1000,
};
static const validate_model model_defaults = {0};
static const scenario_field model_fields[] = {
    TEXT(validate_model, title, "title", .default_text = "file name", FILES("Title.")),
    FILENAME(validate_model, scenario, "scenario", REQUIRED, RESULTS("The scenario of the site.")),
    FILENAME(validate_model, runs, "runs", RESULTS("Table of measured runs.")),
    FILENAME(validate_model, training, "training",
             RESULTS("Table of the runs that the references may know; goes with `runs`.")),
    FILENAME(validate_model, impacts, "impacts", RESULTS("Table of measured impacts.")),
    FILENAME(validate_model, tracks, "tracks", RESULTS("Table of measured tracks.")),
    FILENAME(validate_model, lines, "lines",
             RESULTS("Table of speeds and heights at lines; goes with `runs`.")),
    FILENAME(validate_model, marks, "marks",
             RESULTS("Table of heights of marks on trees; goes with `runs`.")),
    SECTIONS(validate_model, stops, "stops", &zone_table, .doc = "Zones in which runs stopped."),
};
static const scenario_table model_table = {
    .name = "case",
    .size = sizeof(validate_model),
    .defaults = &model_defaults,
    .fields = model_fields,
    .field_count = COUNT_OF(model_fields),
};

static void check(scenario_tree *tree, const char *directory, void *user)
{
    const validate_model *model = user;
    (void)directory;
    if (model->runs == NULL && model->impacts == NULL && model->tracks == NULL) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, model->node,
                        "found nothing to compare with, expected at least one of runs, impacts, "
                        "tracks");
    }
    if (model->runs == NULL && (model->training != NULL || model->stops.count > 0 ||
                                model->lines != NULL || model->marks != NULL)) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, model->node,
                        "training, lines, marks and stops go with runs, but there is no key "
                        "'runs'");
    }
}

double validate_uniform(const validate_study *study, uint64_t kind, uint64_t item,
                        uint64_t replicate, uint32_t draw)
{
    talus_random random = {
        .seed = talus_mix64(study->options.seed + talus_mix64(UINT64_C(0x76616c69) + kind)),
        .stream = talus_mix64(item) + replicate,
        .draw = draw};
    return talus_random_uniform(&random);
}

/// Read a table of the case and look for the columns that must be there.
static talus_status read_table(const validate_study *study, const char *file,
                               const char *const *needed, files_records *table, talus_error *error)
{
    char *path = scenario_join_path(study->document.directory, file);
    if (path == NULL) {
        return validate_no_memory(error);
    }
    talus_status status = files_records_read(path, table, error);
    for (; status == TALUS_OK && *needed != NULL; needed++) {
        if (files_records_find(table, *needed) == SIZE_MAX) {
            status = talus_error_set(error, TALUS_ERROR_INPUT,
                                     "%s: found no column '%s', expected it in the heading", path,
                                     *needed);
        }
    }
    free(path);
    return status;
}

talus_status validate_row_rock(const validate_study *study, const files_records *table, size_t row,
                               uint32_t *rock, talus_error *error)
{
    const talus_campaign *campaign = talus_world_campaign(study->world);
    const talus_status status =
        scenario_row_rock(table, row, campaign->rocks, campaign->rock_class_count, rock, error);
    if (status == TALUS_OK && *rock == 0 && campaign->rock_class_count > 1) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s:%d: rock: found '', expected the name of one of the %zu rocks "
                               "of the scenario",
                               table->path, table->lines[row], campaign->rock_class_count);
    }
    *rock = *rock > 0 ? *rock : 1;
    return status;
}

static talus_status name_rocks(const validate_study *study, scenario_runs *runs, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < runs->count && status == TALUS_OK; k++) {
        status = validate_row_rock(study, &runs->table, k, &runs->items[k].start.rock, error);
    }
    return status;
}

static talus_status read_runs(const validate_study *study, const char *file, scenario_runs *runs,
                              talus_error *error)
{
    char *path = scenario_join_path(study->document.directory, file);
    const talus_status status =
        path != NULL ? scenario_runs_read(path, runs, error) : validate_no_memory(error);
    free(path);
    return status;
}

/// Room for what is found in the tracks.
static talus_status make_tracks(validate_study *study, talus_error *error)
{
    study->track_items = calloc(study->tracks.count + 1, sizeof *study->track_items);
    if (study->track_items == NULL) {
        return validate_no_memory(error);
    }
    for (size_t k = 0; k < study->tracks.count; k++) {
        study->track_items[k].run = &study->tracks.runs[k];
    }
    return TALUS_OK;
}

static talus_status read_tracks(const validate_study *study, tracks *out, talus_error *error)
{
    char *path = scenario_join_path(study->document.directory, study->model.tracks);
    const talus_status status =
        path != NULL ? tracks_read(path, out, error) : validate_no_memory(error);
    free(path);
    return status;
}

static talus_status read_tables(validate_study *study, talus_error *error)
{
    static const char *const impact_columns[] = {"nx", "ny", "nz", "vx", "vy", "vz", NULL};
    static const char *const line_columns[] = {"x1", "y1", "x2", "y2", NULL};
    static const char *const mark_columns[] = {"x", "y", "height_m", NULL};
    const validate_model *model = &study->model;
    talus_status status = TALUS_OK;
    if (model->runs != NULL) {
        status = read_runs(study, model->runs, &study->runs, error);
    }
    if (status == TALUS_OK && model->training != NULL) {
        status = read_runs(study, model->training, &study->training, error);
    }
    if (status == TALUS_OK && model->impacts != NULL) {
        status = read_table(study, model->impacts, impact_columns, &study->impacts_table, error);
    }
    if (status == TALUS_OK && model->lines != NULL) {
        status = read_table(study, model->lines, line_columns, &study->lines_table, error);
    }
    if (status == TALUS_OK && model->marks != NULL) {
        status = read_table(study, model->marks, mark_columns, &study->marks_table, error);
    }
    study->is_split = model->training != NULL;
    if (status == TALUS_OK && model->tracks != NULL) {
        status = read_tracks(study, &study->tracks, error);
    }
    return status;
}

/// Runs and tracks need the terrain, single impacts do not.
static bool has_terrain(const validate_study *study)
{
    return study->runs.count > 0 || study->tracks.count > 0;
}

/// The release that the scenario needs stands at the first run; it is not used. It has two rocks:
/// one draws a warning that the user could not understand.
static talus_status read_scenario(validate_study *study, uint64_t replicate, talus_error *error)
{
    char releases[128] = "", seed[32], roughness[32];
    talus_override *overrides = malloc((study->options.override_count + 3) * sizeof *overrides);
    size_t count = study->options.override_count;
    if (overrides == NULL) {
        return validate_no_memory(error);
    }
    for (size_t k = 0; k < count; k++) {
        overrides[k] = study->options.overrides[k];
    }
    if (has_terrain(study)) {
        double x = study->runs.count > 0 ? study->runs.items[0].x : 0.0;
        double y = study->runs.count > 0 ? study->runs.items[0].y : 0.0;
        if (study->runs.count == 0) {
            x = study->tracks.place[0].x;
            y = study->tracks.place[0].y;
        }
        snprintf(releases, sizeof releases, "[{points_m: [[%.17g, %.17g]], rocks: 2}]", x, y);
        overrides[count++] = (talus_override){"releases", releases};
    }
    snprintf(seed, sizeof seed, "%llu",
             (unsigned long long)(talus_mix64(study->options.seed + replicate) >> 16));
    overrides[count++] = (talus_override){"seed", seed};
    if (replicate > 0) {
        snprintf(roughness, sizeof roughness, "%llu",
                 (unsigned long long)(talus_mix64(study->options.seed + (replicate << 32)) >> 16));
        overrides[count++] = (talus_override){"terrain.roughness.seed", roughness};
    }
    char *path = scenario_join_path(study->document.directory, study->model.scenario);
    if (path == NULL) {
        free(overrides);
        return validate_no_memory(error);
    }
    talus_scenario_destroy(study->scenario);
    study->scenario = NULL;
    const talus_status status =
        has_terrain(study) ? talus_scenario_read(path, overrides, count, study->diagnostics,
                                                 &study->scenario, error)
                           : scenario_read_parts(path, overrides, count, study->diagnostics,
                                                 &study->scenario, error);
    free(path);
    free(overrides);
    return status;
}

talus_status validate_load_world(validate_study *study, uint64_t replicate, talus_error *error)
{
    talus_world_options options = talus_world_options_default();
    options.allow_network = study->options.allow_network;
    talus_status status = read_scenario(study, replicate, error);
    talus_world_destroy(study->world);
    study->world = NULL;
    if (status == TALUS_OK) {
        status =
            has_terrain(study)
                ? talus_world_load_with(study->scenario, &options, study->diagnostics,
                                        &study->world, error)
                : scenario_load_parts(study->scenario, study->diagnostics, &study->world, error);
    }
    if (status == TALUS_OK && has_terrain(study)) {
        status = talus_world_origin(study->world, &study->east, &study->north, error);
    }
    return status;
}

talus_status validate_load(validate_study *study, talus_error *error)
{
    static const scenario_format format = {
        .table = &model_table, .example = "'scenario:', 'runs:', 'impacts:'", .check = check};
    const scenario_source_file source = {.path = study->options.path, .format = &format};
    talus_status status =
        scenario_document_read(&study->document, &source, &study->model, study->diagnostics, error);
    if (status == TALUS_OK) {
        status = read_tables(study, error);
    }
    if (status == TALUS_OK && study->options.part != VALIDATE_ALL) {
        status = validate_choose_part(study, error);
    }
    if (status == TALUS_OK) {
        status = validate_load_world(study, 0, error);
    }
    if (status == TALUS_OK) {
        status = name_rocks(study, &study->runs, error);
    }
    if (status == TALUS_OK) {
        status = name_rocks(study, &study->training, error);
    }
    if (status == TALUS_OK && study->tracks.count > 0) {
        status = make_tracks(study, error);
    }
    return status;
}

void validate_clear(validate_study *study)
{
    for (size_t k = 0; study->track_items != NULL && k < study->tracks.count; k++) {
        flights_clear(&study->track_items[k].found);
    }
    for (size_t k = 0; k < VALIDATE_SAMPLES; k++) {
        validate_sample_clear(&study->samples[k]);
    }
    free(study->track_items);
    tracks_clear(&study->tracks);
    free(study->zone_counts);
    talus_world_destroy(study->world);
    talus_scenario_destroy(study->scenario);
    scenario_runs_clear(&study->runs);
    scenario_runs_clear(&study->training);
    files_records_clear(&study->impacts_table);
    files_records_clear(&study->lines_table);
    files_records_clear(&study->marks_table);
    free(study->passes);
    scenario_clear_section(&model_table, &study->model);
    scenario_document_clear(&study->document);
}
