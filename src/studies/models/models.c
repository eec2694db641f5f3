// SPDX-License-Identifier: GPL-3.0-or-later
// The same releases under several models: the course, figures, and where they agree.
#include "studies/models/models_internal.h"

#include "foundation/statistics/statistics.h"
#include "input/scenario/model.h"
#include "runs/ensemble/accessors.h"
#include "runs/ensemble/layer_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MODEL_NAME(name, key, words) key,
static const char *const names[] = {MODELS_LIST(MODEL_NAME)};

const char *models_name(models_kind kind)
{
    return names[kind];
}

models_kind models_find(const char *name, size_t length)
{
    for (int k = 0; k < MODELS_COUNT; k++) {
        if (strlen(names[k]) == length && strncmp(names[k], name, length) == 0) {
            return (models_kind)k;
        }
    }
    return MODELS_COUNT;
}

static talus_status check_options(const models_study *study, talus_error *error)
{
    if (study->count < 2) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "--models: found %zu, expected at least two of hard, soil, lumped, "
                               "energyline",
                               study->count);
    }
    for (size_t k = 0; k < study->count; k++) {
        for (size_t i = 0; i < k; i++) {
            if (study->kinds[i] == study->kinds[k]) {
                return talus_error_set(error, TALUS_ERROR_ARGUMENT, "--models: %s is given twice",
                                       names[study->kinds[k]]);
            }
        }
    }
    if (study->kinds[0] != MODELS_HARD && study->kinds[0] != MODELS_SOIL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "--models: found %s first, expected hard or soil there: its rocks "
                               "say where those of the others start",
                               names[study->kinds[0]]);
    }
    if (!(study->options.energy_line_deg > 0.0 && study->options.energy_line_deg < 90.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "--energy-line: found %g degrees, expected more than 0 and less "
                               "than 90",
                               study->options.energy_line_deg);
    }
    if (!(study->options.level > 0.0 && study->options.level <= 1.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "--envelope: found %g, expected a probability above 0, up to 1",
                               study->options.level);
    }
    return TALUS_OK;
}

static bool has_model(const models_study *study, models_kind kind)
{
    bool has = false;
    for (size_t k = 0; k < study->count; k++) {
        has = has || study->kinds[k] == kind;
    }
    return has;
}

static bool has_soil(const talus_campaign *campaign)
{
    bool has = false;
    for (size_t k = 0; k < campaign->site.ground_count; k++) {
        has = has || campaign->site.grounds[k].soil.modulus > 0.0;
    }
    return has;
}

/// The kinds by their keys.
static talus_status read_kinds(models_study *study, talus_error *error)
{
    const char *const *keys = study->options.models;
    for (; keys != NULL && *keys != NULL; keys++) {
        const models_kind kind = models_find(*keys, strlen(*keys));
        if (kind == MODELS_COUNT || study->count == MODELS_COUNT) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   kind == MODELS_COUNT
                                       ? "--models: found \"%s\", expected hard, soil, lumped or "
                                         "energyline with commas"
                                       : "--models: %s: there are four models only",
                                   *keys);
        }
        study->kinds[study->count++] = kind;
    }
    return check_options(study, error);
}

/// Has the scenario what the models need?
static talus_status check_needs(const models_study *study, talus_error *error)
{
    const talus_scenario *scenario = study->scenario;
    if (has_model(study, MODELS_SOIL) && !has_soil(talus_world_campaign(study->world))) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: no ground has a soil, which the model 'soil' needs: choose a "
                               "preset from medium_hard to extra_soft",
                               talus_scenario_path(scenario));
    }
    if (has_model(study, MODELS_LUMPED) && scenario->model.lumped.node == NULL) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%s: no section 'lumped', which the model 'lumped' needs: soil_type, "
            "rg70_m, rg20_m, rg10_m, or their rasters",
            talus_scenario_path(scenario));
    }
    return TALUS_OK;
}

talus_status models_create(const talus_models_options *options, const talus_scenario *scenario,
                           const talus_world *world, models_study **out, talus_error *error)
{
    models_study *study = calloc(1, sizeof *study);
    *out = study;
    if (study == NULL) {
        return models_no_memory(error);
    }
    study->options = *options;
    study->scenario = scenario;
    study->world = world;
    const talus_status status = read_kinds(study, error);
    return status == TALUS_OK ? check_needs(study, error) : status;
}

void models_destroy(models_study *study)
{
    for (int k = 0; study != NULL && k < MODELS_COUNT; k++) {
        free(study->runouts[k]);
        free(study->reach[k]);
    }
    if (study != NULL) {
        talus_results_destroy(study->results);
    }
    free(study);
}

static bool make_rocks(size_t count, models_rocks *rocks)
{
    double *memory = malloc((4 * count + 1) * sizeof *memory);
    *rocks = (models_rocks){memory, memory, memory, memory, 0.0};
    if (memory != NULL) {
        rocks->energy += count;
        rocks->speed += 2 * count;
        rocks->jump += 3 * count;
        for (size_t k = 0; k < 4 * count; k++) {
            memory[k] = (double)NAN;
        }
    }
    return memory != NULL;
}

static void read_records(const talus_results *results, size_t count, models_rocks *rocks)
{
    const talus_rock_record *records = ensemble_records(results);
    for (size_t k = 0; k < count; k++) {
        const talus_rock_record *r = &records[k];
        const double x = r->end.r.x - r->start.r.x, y = r->end.r.y - r->start.r.y;
        rocks->runout[k] = sqrt(x * x + y * y);
        rocks->energy[k] = r->kinetic_energy_max;
        rocks->speed[k] = r->speed_max;
        rocks->jump[k] = r->jump_height_max;
        rocks->left +=
            r->outcome == TALUS_LEFT_DOMAIN || r->outcome == TALUS_ENTERED_NODATA ? 1.0 : 0.0;
    }
}

/// The grounds of a campaign, all of the preset `hard` with the bumps of their classes.
static talus_ground *hard_grounds(const talus_site *site)
{
    talus_ground *grounds = calloc(site->ground_count, sizeof *grounds);
    for (size_t k = 0; grounds != NULL && k < site->ground_count; k++) {
        grounds[k] = *talus_ground_preset("hard");
        grounds[k].roughness = site->grounds[k].roughness;
    }
    return grounds;
}

/// One of our own: a campaign of the same releases.
static talus_status run_campaign(models_study *study, size_t index, models_rocks *rocks,
                                 talus_error *error)
{
    talus_campaign campaign = *talus_world_campaign(study->world);
    const size_t count = (size_t)talus_campaign_rock_count(&campaign);
    talus_ground *hard = NULL;
    campaign.precision = (talus_precision){0}; // the same rocks in all models
    campaign.recorded_rocks = 0;
    if (study->kinds[index] == MODELS_HARD) {
        hard = hard_grounds(&campaign.site);
        if (hard == NULL) {
            return models_no_memory(error);
        }
        campaign.site.grounds = hard;
    }
    const talus_run_options options = {.size = sizeof options,
                                       .threads = study->options.threads,
                                       .progress = study->options.progress,
                                       .progress_user = study->options.user,
                                       .should_stop = study->options.should_stop,
                                       .stop_user = study->options.stop_user};
    talus_results *results = NULL;
    campaign_layer layer;
    talus_status status = talus_campaign_run(&campaign, &options, &results, error);
    if (status == TALUS_OK && campaign_layer_find("reach_probability", &layer)) {
        const talus_window whole = {.nx = campaign.cells.nx, .ny = campaign.cells.ny};
        status = campaign_layer_values(&layer, results, &whole, study->reach[index], error);
    }
    if (status == TALUS_OK) {
        read_records(results, count, rocks);
        study->totals[index] = *ensemble_totals(results);
    }
    if (status == TALUS_OK && study->results == NULL) {
        study->results = results;
    } else {
        talus_results_destroy(results);
    }
    free(hard);
    return status;
}

/// Quantile of values times a factor.
static talus_status quantile(const double *values, size_t count, double q, double factor,
                             double *out, talus_error *error)
{
    const talus_status status = statistics_quantile(values, count, q, out, error);
    *out *= factor;
    return status;
}

static talus_status find_figures(models_study *study, size_t index, models_rocks *rocks,
                                 size_t count, talus_error *error)
{
    models_figures *f = &study->figures[index];
    const struct {
        const double *values;
        double q, factor, *out;
    } shown[] = {{rocks->runout, 0.5, 1.0, &f->runout_p50_m},
                 {rocks->runout, 0.95, 1.0, &f->runout_p95_m},
                 {rocks->runout, 1.0, 1.0, &f->runout_max_m},
                 {rocks->energy, 0.5, 1e-3, &f->energy_p50_kj},
                 {rocks->energy, 0.95, 1e-3, &f->energy_p95_kj},
                 {rocks->speed, 0.95, 1.0, &f->speed_p95_m_s},
                 {rocks->jump, 0.5, 1.0, &f->jump_p50_m},
                 {rocks->jump, 0.95, 1.0, &f->jump_p95_m}};
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < sizeof shown / sizeof shown[0] && status == TALUS_OK; k++) {
        status = quantile(shown[k].values, count, shown[k].q, shown[k].factor, shown[k].out, error);
    }
    f->rocks = count;
    f->left_share = rocks->left / (double)count;
    study->runouts[index] = realloc(rocks->runout, count * sizeof *rocks->runout);
    if (study->runouts[index] == NULL) {
        study->runouts[index] = rocks->runout; // as large as it was
    }
    rocks->runout = NULL;
    return status;
}

static models_figures no_figures(models_kind kind)
{
    models_figures f = {.kind = kind};
#define MODELS_UNSET(type, member, unit, doc, value) f.member = (double)NAN;
    MODELS_FIGURES(MODELS_UNSET)
#undef MODELS_UNSET
    return f;
}

static talus_status run_model(models_study *study, size_t index, talus_error *error)
{
    const talus_campaign *campaign = talus_world_campaign(study->world);
    const size_t cells = campaign->cells.nx * campaign->cells.ny;
    const size_t count = (size_t)talus_campaign_rock_count(campaign);
    models_rocks rocks;
    study->figures[index] = no_figures(study->kinds[index]);
    study->reach[index] = malloc(cells * sizeof *study->reach[index] + 1);
    if (!make_rocks(count, &rocks) || study->reach[index] == NULL) {
        free(rocks.runout);
        return models_no_memory(error);
    }
    talus_status status = TALUS_OK;
    const models_kind kind = study->kinds[index];
    if (kind == MODELS_LUMPED) {
        status = models_run_lumped(study, index, &rocks, error);
    } else if (kind == MODELS_ENERGYLINE) {
        status = models_run_energyline(study, index, error);
    } else {
        status = run_campaign(study, index, &rocks, error);
    }
    if (status == TALUS_OK && kind != MODELS_ENERGYLINE) {
        status = find_figures(study, index, &rocks, count, error);
    }
    free(rocks.runout);
    return status;
}

/// Areas by how many models reach the cells, and the agreement of pairs.
static void find_agreement(models_study *study)
{
    const talus_cells *cells = &talus_world_campaign(study->world)->cells;
    const double area = cells->cell * cells->cell;
    const size_t models = study->count;
    size_t both[MODELS_COUNT][MODELS_COUNT] = {{0}}, either[MODELS_COUNT][MODELS_COUNT] = {{0}};
    for (size_t k = 0; k < cells->nx * cells->ny; k++) {
        size_t count = 0;
        bool is_in[MODELS_COUNT];
        for (size_t m = 0; m < models; m++) {
            is_in[m] = (double)study->reach[m][k] >= study->options.level;
            count += is_in[m];
        }
        study->areas[count] += area;
        for (size_t a = 0; a < models; a++) {
            for (size_t b = 0; b < models; b++) {
                both[a][b] += is_in[a] && is_in[b];
                either[a][b] += is_in[a] || is_in[b];
            }
        }
    }
    for (size_t a = 0; a < models; a++) {
        study->figures[a].reached_m2 = area * (double)both[a][a];
        for (size_t b = 0; b < models; b++) {
            study->shared[a][b] =
                either[a][b] > 0 ? (double)both[a][b] / (double)either[a][b] : (double)NAN;
        }
    }
}

talus_status models_run(models_study *study, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < study->count && status == TALUS_OK; k++) {
        status = run_model(study, k, error);
    }
    if (status == TALUS_OK) {
        find_agreement(study);
    }
    return status;
}
