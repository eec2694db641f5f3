// SPDX-License-Identifier: GPL-3.0-or-later
// The case file, its tables, and its scenario.
#include "studies/study/validate_internal.h"

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
    if (model->runs == NULL && (model->training != NULL || model->stops.count > 0)) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, model->node,
                        "training and stops go with runs, but there is no key 'runs'");
    }
}

talus_status validate_no_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the case");
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

/// Class of the rock that a row names; the only one where it names none.
static talus_status find_rock(const validate_study *study, const files_records *table, size_t row,
                              size_t column, size_t *rock, talus_error *error)
{
    const talus_campaign *campaign = talus_world_campaign(study->world);
    const char *name = files_records_text(table, row, column);
    *rock = 0;
    if (name[0] == '\0' && campaign->rock_class_count == 1) {
        return TALUS_OK;
    }
    for (size_t k = 0; k < campaign->rock_class_count; k++) {
        if (strcmp(campaign->rocks[k].rock->name, name) == 0) {
            *rock = k;
            return TALUS_OK;
        }
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s:%d: rock: found '%.60s', expected the name of one of the %zu rocks "
                           "of the scenario",
                           table->path, table->lines[row], name, campaign->rock_class_count);
}

talus_status validate_row_rock(const validate_study *study, const files_records *table, size_t row,
                               size_t *rock, talus_error *error)
{
    return find_rock(study, table, row, files_records_find(table, "rock"), rock, error);
}

static talus_status read_run(const validate_study *study, const files_records *table, size_t row,
                             validate_measured_run *run, talus_error *error)
{
    const struct {
        const char *name;
        double *value;
    } columns[] = {{"x", &run->x},           {"y", &run->y},
                   {"z", &run->z},           {"height_m", &run->height},
                   {"vx", &run->velocity.x}, {"vy", &run->velocity.y},
                   {"vz", &run->velocity.z}, {"wx", &run->spin.x},
                   {"wy", &run->spin.y},     {"wz", &run->spin.z},
                   {"end_x", &run->end_x},   {"end_y", &run->end_y}};
    talus_status status = validate_row_rock(study, table, row, &run->rock, error);
    run->name = files_records_text(table, row, files_records_find(table, "run"));
    for (size_t k = 0; k < COUNT_OF(columns) && status == TALUS_OK; k++) {
        status = files_records_number(table, row, files_records_find(table, columns[k].name),
                                      columns[k].value, error);
    }
    if (status == TALUS_OK && (isnan(run->x) || isnan(run->y))) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s:%d: found no x or y, expected where the run starts",
                                 table->path, table->lines[row]);
    }
    if (status == TALUS_OK && isnan(run->end_x) != isnan(run->end_y)) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s:%d: found one of end_x and end_y, expected both or none",
                                 table->path, table->lines[row]);
    }
    return status;
}

static talus_status read_runs(const validate_study *study, const files_records *table,
                              validate_runs *runs, talus_error *error)
{
    runs->items = calloc(table->rows + 1, sizeof *runs->items);
    if (runs->items == NULL) {
        return validate_no_memory(error);
    }
    for (size_t k = 0; k < table->rows; k++) {
        const talus_status status = read_run(study, table, k, &runs->items[k], error);
        if (status != TALUS_OK) {
            return status;
        }
        runs->count++;
    }
    return TALUS_OK;
}

/// Samples of tracks into arrays; rows of one run follow each other and ascend in time.
static talus_status read_tracks(validate_study *study, talus_error *error)
{
    const files_records *table = &study->tracks_table;
    static const char *const names[] = {"t", "x", "y", "z", "wx", "wy", "wz"};
    const size_t room = table->rows + 1;
    study->track_time = calloc(room, sizeof *study->track_time);
    study->track_place = calloc(room, sizeof *study->track_place);
    study->track_spin = calloc(room, sizeof *study->track_spin);
    study->tracks = calloc(room, sizeof *study->tracks);
    if (study->track_time == NULL || study->track_place == NULL || study->track_spin == NULL ||
        study->tracks == NULL) {
        return validate_no_memory(error);
    }
    const size_t run = files_records_find(table, "run");
    for (size_t row = 0; row < table->rows; row++) {
        double v[COUNT_OF(names)];
        for (size_t k = 0; k < COUNT_OF(names); k++) {
            const talus_status status =
                files_records_number(table, row, files_records_find(table, names[k]), &v[k], error);
            if (status != TALUS_OK) {
                return status;
            }
        }
        const char *name = files_records_text(table, row, run);
        validate_track *last =
            study->track_count > 0 ? &study->tracks[study->track_count - 1] : NULL;
        const bool is_new = last == NULL || strcmp(last->run, name) != 0;
        if (isnan(v[0]) || isnan(v[1]) || isnan(v[2]) || isnan(v[3]) ||
            (!is_new && !(v[0] > study->track_time[row - 1]))) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s:%d: expected t, x, y and z, and times of a run that ascend",
                                   table->path, table->lines[row]);
        }
        study->track_time[row] = v[0];
        study->track_place[row] = (talus_vec3){v[1], v[2], v[3]};
        study->track_spin[row] = (talus_vec3){v[4], v[5], v[6]};
        if (is_new) {
            last = &study->tracks[study->track_count++];
            *last = (validate_track){.run = name,
                                     .table = {.time = study->track_time + row,
                                               .place = study->track_place + row,
                                               .spin = study->track_spin + row}};
        }
        last->table.count++;
    }
    return TALUS_OK;
}

static talus_status read_tables(validate_study *study, talus_error *error)
{
    static const char *const run_columns[] = {"x", "y", NULL};
    static const char *const impact_columns[] = {"nx", "ny", "nz", "vx", "vy", "vz", NULL};
    static const char *const track_columns[] = {"run", "t", "x", "y", "z", NULL};
    const validate_model *model = &study->model;
    talus_status status = TALUS_OK;
    if (model->runs != NULL) {
        status = read_table(study, model->runs, run_columns, &study->runs_table, error);
    }
    if (status == TALUS_OK && model->training != NULL) {
        status = read_table(study, model->training, run_columns, &study->training_table, error);
    }
    if (status == TALUS_OK && model->impacts != NULL) {
        status = read_table(study, model->impacts, impact_columns, &study->impacts_table, error);
    }
    if (status == TALUS_OK && model->tracks != NULL) {
        status = read_table(study, model->tracks, track_columns, &study->tracks_table, error);
    }
    return status;
}

/// The release that the scenario needs stands at the first run; it is not used.
static talus_status read_scenario(validate_study *study, uint64_t replicate, talus_error *error)
{
    char releases[128] = "", seed[32], roughness[32];
    const bool has_terrain = study->runs_table.rows > 0 || study->tracks_table.rows > 0;
    const files_records *table =
        study->runs_table.rows > 0 ? &study->runs_table : &study->tracks_table;
    talus_override overrides[3];
    size_t count = 0;
    if (has_terrain) {
        double x = 0.0, y = 0.0;
        talus_status status =
            files_records_number(table, 0, files_records_find(table, "x"), &x, error);
        if (status == TALUS_OK) {
            status = files_records_number(table, 0, files_records_find(table, "y"), &y, error);
        }
        if (status != TALUS_OK) {
            return status;
        }
        snprintf(releases, sizeof releases, "[{points_m: [[%.17g, %.17g]], rocks: 1}]",
                 isnan(x) ? 0.0 : x, isnan(y) ? 0.0 : y);
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
        return validate_no_memory(error);
    }
    talus_scenario_destroy(study->scenario);
    study->scenario = NULL;
    const talus_status status =
        has_terrain ? talus_scenario_read(path, overrides, count, study->diagnostics,
                                          &study->scenario, error)
                    : scenario_read_parts(path, overrides, count, study->diagnostics,
                                          &study->scenario, error);
    free(path);
    return status;
}

talus_status validate_load_world(validate_study *study, uint64_t replicate, talus_error *error)
{
    const bool has_terrain = study->runs_table.rows > 0 || study->tracks_table.rows > 0;
    talus_world_options options = talus_world_options_default();
    options.allow_network = study->options.allow_network;
    talus_status status = read_scenario(study, replicate, error);
    talus_world_destroy(study->world);
    study->world = NULL;
    if (status == TALUS_OK) {
        status = has_terrain ? talus_world_load_with(study->scenario, &options, study->diagnostics,
                                                     &study->world, error)
                             : scenario_load_parts(study->scenario, study->diagnostics,
                                                   &study->world, error);
    }
    if (status == TALUS_OK && has_terrain) {
        talus_world_origin(study->world, &study->east, &study->north);
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
    if (status == TALUS_OK) {
        status = validate_load_world(study, 0, error);
    }
    if (status == TALUS_OK) {
        status = read_runs(study, &study->runs_table, &study->runs, error);
    }
    if (status == TALUS_OK) {
        status = read_runs(study, &study->training_table, &study->training, error);
    }
    if (status == TALUS_OK && study->tracks_table.rows > 0) {
        status = read_tracks(study, error);
    }
    return status;
}

void validate_clear(validate_study *study)
{
    for (size_t k = 0; k < study->track_count; k++) {
        flights_clear(&study->tracks[k].found);
    }
    for (size_t k = 0; k < VALIDATE_SAMPLES; k++) {
        validate_sample_clear(&study->samples[k]);
    }
    free(study->tracks);
    free(study->track_time);
    free(study->track_place);
    free(study->track_spin);
    free(study->runs.items);
    free(study->training.items);
    free(study->zone_counts);
    talus_world_destroy(study->world);
    talus_scenario_destroy(study->scenario);
    files_records_clear(&study->runs_table);
    files_records_clear(&study->training_table);
    files_records_clear(&study->impacts_table);
    files_records_clear(&study->tracks_table);
    scenario_clear_section(&model_table, &study->model);
    scenario_document_clear(&study->document);
}
