// SPDX-License-Identifier: GPL-3.0-or-later
// Soil types and obstacle heights of a scenario: numbers, and rasters looked up at the DEM's nodes.
#include "studies/models/models_internal.h"

#include "input/scenario/model.h"
#include "io/geo/geo.h"

#include <math.h>
#include <stdlib.h>

#define PARAMETER_NAME(name, key) key,
static const char *const parameter_names[] = {LUMPED_PARAMETER_LIST(PARAMETER_NAME)};

/// A raster being looked up.
typedef struct reading {
    float *values;
    size_t nx;
    bool is_type;
    double wrong; ///< NaN = none
} reading;

static void read_row(void *user, size_t j, const double *values)
{
    reading *r = user;
    for (size_t i = 0; i < r->nx; i++) {
        const double value = values[i];
        const bool is_good = r->is_type ? value >= 0.0 && value <= 7.0 && value == floor(value)
                                        : value >= 0.0 && value <= 1e3;
        r->wrong = isnan(value) || is_good || !isnan(r->wrong) ? r->wrong : value;
        r->values[j * r->nx + i] = (float)value;
    }
}

static talus_status read_raster(const models_study *study, const scenario_lumped *section,
                                const scenario_lumped_field *given, int parameter,
                                models_fields *fields, talus_error *error)
{
    const talus_grid *base =
        talus_terrain_base_grid(talus_world_campaign(study->smooth)->site.terrain);
    char *path = scenario_join_path(study->scenario->document.directory, given->raster);
    reading r = {.values = malloc(base->nx * base->ny * sizeof *r.values),
                 .nx = base->nx,
                 .is_type = parameter == LUMPED_SOIL_TYPE,
                 .wrong = (double)NAN};
    fields->memory[parameter] = r.values;
    fields->paths[parameter] = path;
    talus_status status = TALUS_OK;
    if (path == NULL || r.values == NULL) {
        status = models_no_memory(error);
    } else {
        double east = 0.0, north = 0.0;
        (void)talus_world_origin(study->world, &east, &north, NULL);
        const geo_frame frame = geo_frame_of(
            base, talus_world_crs_wkt(study->world), east, north, section->crs, section->operation,
            study->options.world != NULL && study->options.world->allow_network);
        const geo_sampling sampling = {
            .places = *base, .holds_classes = r.is_type, .take = read_row, .user = &r};
        status = geo_sample_raster(path, &frame, &sampling, study->options.diagnostics, error);
    }
    if (status == TALUS_OK && !isnan(r.wrong)) {
        status =
            talus_error_set(error, TALUS_ERROR_INPUT, "%s: found %g for lumped.%s, expected %s",
                            path, r.wrong, parameter_names[parameter],
                            r.is_type ? "a whole number from 0 to 7" : "a height from 0 to 1000 m");
    }
    fields->fields[parameter] = (lumped_field){.number = given->number,
                                               .values = r.values,
                                               .nx = base->nx,
                                               .ny = base->ny,
                                               .x0 = base->x0 - 0.5 * base->cell,
                                               .y0 = base->y0 - 0.5 * base->cell,
                                               .cell = base->cell};
    return status;
}

talus_status models_load_fields(const models_study *study, models_fields *fields,
                                talus_error *error)
{
    const scenario_lumped *section = &study->scenario->model.lumped;
    const scenario_lumped_field *given[LUMPED_PARAMETERS] = {[LUMPED_SOIL_TYPE] =
                                                                 &section->soil_type,
                                                             [LUMPED_RG70] = &section->rg70,
                                                             [LUMPED_RG20] = &section->rg20,
                                                             [LUMPED_RG10] = &section->rg10};
    *fields = (models_fields){0};
    talus_status status = TALUS_OK;
    for (int k = 0; k < LUMPED_PARAMETERS && status == TALUS_OK; k++) {
        fields->fields[k] = (lumped_field){.number = given[k]->number};
        if (given[k]->raster != NULL) {
            status = read_raster(study, section, given[k], k, fields, error);
        } else if (isnan(given[k]->number)) {
            status = talus_error_set(error, TALUS_ERROR_INPUT,
                                     "%s: lumped has no %s%s, expected it or %s_raster",
                                     talus_scenario_path(study->scenario), parameter_names[k],
                                     k == LUMPED_SOIL_TYPE ? "" : "_m", parameter_names[k]);
        } else if (k == LUMPED_SOIL_TYPE && given[k]->number != floor(given[k]->number)) {
            status = talus_error_set(error, TALUS_ERROR_INPUT,
                                     "%s: lumped.soil_type: found %g, expected a whole number from "
                                     "0 to 7",
                                     talus_scenario_path(study->scenario), given[k]->number);
        }
    }
    return status;
}

void models_clear_fields(models_fields *fields)
{
    for (int k = 0; k < LUMPED_PARAMETERS; k++) {
        free(fields->memory[k]);
        free(fields->paths[k]);
    }
    *fields = (models_fields){0};
}
