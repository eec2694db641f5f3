// SPDX-License-Identifier: GPL-3.0-or-later
// The models that are none of our own: every rock as a lumped mass, and the energy line.
#include "studies/models/models_internal.h"

#include "foundation/math/linalg.h"
#include "runs/ensemble/accessors.h"
#include "runs/trajectory/trajectory.h"
#include "talus/raster.h"

#include <math.h>
#include <stdlib.h>

/// Which cells one rock has been in, and how many rocks each has seen.
typedef struct passages {
    const talus_cells *cells;
    uint32_t *count, *last; ///< (cells) rocks; 1 + the last of them
    uint32_t rock;
} passages;

/// Cell of a place; SIZE_MAX off the cells.
static size_t cell_of(const talus_cells *cells, double x, double y)
{
    const double i = floor((x - cells->x0) / cells->cell);
    const double j = floor((y - cells->y0) / cells->cell);
    return i >= 0.0 && j >= 0.0 && i < (double)cells->nx && j < (double)cells->ny
               ? (size_t)j * cells->nx + (size_t)i
               : SIZE_MAX;
}

static void pass(void *user, const talus_vec3 *r, double energy, double jump)
{
    passages *p = user;
    const size_t k = cell_of(p->cells, r->x, r->y);
    (void)energy;
    (void)jump;
    if (k != SIZE_MAX && p->last[k] != p->rock + 1) {
        p->last[k] = p->rock + 1;
        p->count[k]++;
    }
}

static lumped_rock start_of(const talus_rock_record *record)
{
    return (lumped_rock){.mass = record->mass,
                         .radius = trajectory_cube_root(0.75 * record->volume / TALUS_PI),
                         .r = record->start.r,
                         .v = record->start.v,
                         .spin = vec3_norm(record->start.omega)};
}

static talus_status report_missing(const models_study *study, const models_fields *fields,
                                   int parameter, const lumped_rock *rock, talus_error *error)
{
#define PARAMETER_NAME(name, key) key,
    static const char *const parameter_names[] = {LUMPED_PARAMETER_LIST(PARAMETER_NAME)};
    double east = 0.0, north = 0.0;
    (void)talus_world_origin(study->world, &east, &north, NULL);
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s: no value of %s at %.2f %.2f, where a rock touches the ground: give "
                           "lumped.%s%s beside the raster",
                           fields->paths[parameter], parameter_names[parameter], rock->r.x + east,
                           rock->r.y + north, parameter_names[parameter],
                           parameter == LUMPED_SOIL_TYPE ? "" : "_m");
}

static talus_status follow_all(models_study *study, const models_fields *fields, passages *p,
                               models_rocks *rocks, talus_error *error)
{
    const talus_campaign *campaign = talus_world_campaign(study->world);
    const talus_rock_record *records = ensemble_records(study->results);
    const size_t count = (size_t)talus_campaign_rock_count(campaign);
    lumped_world world = {.terrain = talus_world_campaign(study->smooth)->site.terrain,
                          .gravity = campaign->step.gravity,
                          .time_limit = campaign->time_limit,
                          .step = 0.5 * campaign->cells.cell,
                          .tilt = LUMPED_TILT};
    for (int k = 0; k < LUMPED_PARAMETERS; k++) {
        world.fields[k] = fields->fields[k];
    }
    for (size_t k = 0; k < count; k++) {
        if (study->options.should_stop != NULL &&
            study->options.should_stop(study->options.stop_user)) {
            return talus_error_set(error, TALUS_ERROR_INTERRUPTED, "interrupted");
        }
        lumped_rock rock = start_of(&records[k]);
        p->rock = (uint32_t)k;
        const lumped_end end = lumped_fall(&world, &rock, campaign->seed, k, pass, p);
        if (end.missing >= 0) {
            return report_missing(study, fields, end.missing, &rock, error);
        }
        const double x = rock.r.x - records[k].start.r.x, y = rock.r.y - records[k].start.r.y;
        rocks->runout[k] = sqrt(x * x + y * y);
        rocks->energy[k] = end.energy_max;
        rocks->speed[k] = end.speed_max;
        rocks->jump[k] = end.jump_max;
        rocks->left +=
            end.outcome == TALUS_LEFT_DOMAIN || end.outcome == TALUS_ENTERED_NODATA ? 1.0 : 0.0;
    }
    return TALUS_OK;
}

talus_status models_run_lumped(models_study *study, size_t index, models_rocks *rocks,
                               talus_error *error)
{
    const talus_cells *cells = &talus_world_campaign(study->world)->cells;
    const size_t count = cells->nx * cells->ny;
    const double all = (double)talus_campaign_rock_count(talus_world_campaign(study->world));
    passages p = {.cells = cells,
                  .count = calloc(count + 1, sizeof *p.count),
                  .last = calloc(count + 1, sizeof *p.last)};
    models_fields fields = {0};
    talus_status status = p.count != NULL && p.last != NULL ? TALUS_OK : models_no_memory(error);
    if (status == TALUS_OK) {
        status = models_load_fields(study, &fields, error);
    }
    if (status == TALUS_OK) {
        status = follow_all(study, &fields, &p, rocks, error);
    }
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        study->reach[index][k] = p.count[k] > 0 ? (float)((double)p.count[k] / all) : (float)NAN;
    }
    models_clear_fields(&fields);
    free(p.count);
    free(p.last);
    return status;
}

/// Centres of the cells as nodes, with the heights there.
typedef struct lattice {
    talus_grid grid;
    double *xy, *heights, *angles; ///< (cells x 2), (cells), (cells)
    bool *sources;
} lattice;

static talus_status make_lattice(const models_study *study, lattice *l, talus_error *error)
{
    const talus_cells *cells = &talus_world_campaign(study->world)->cells;
    const size_t count = cells->nx * cells->ny;
    *l = (lattice){.grid = {.x0 = cells->x0 + 0.5 * cells->cell,
                            .y0 = cells->y0 + 0.5 * cells->cell,
                            .cell = cells->cell,
                            .nx = cells->nx,
                            .ny = cells->ny},
                   .xy = malloc(2 * count * sizeof *l->xy + 1),
                   .heights = malloc(count * sizeof *l->heights + 1),
                   .angles = malloc(count * sizeof *l->angles + 1),
                   .sources = calloc(count + 1, sizeof *l->sources)};
    if (!l->xy || !l->heights || !l->angles || !l->sources) {
        return models_no_memory(error);
    }
    for (size_t k = 0; k < count; k++) {
        l->xy[2 * k] = l->grid.x0 + (double)(k % cells->nx) * cells->cell;
        l->xy[2 * k + 1] = l->grid.y0 + (double)(k / cells->nx) * cells->cell;
    }
    return talus_terrain_heights(talus_world_campaign(study->smooth)->site.terrain, l->xy, count,
                                 l->heights, NULL, error);
}

talus_status models_run_energyline(models_study *study, size_t index, talus_error *error)
{
    const talus_campaign *campaign = talus_world_campaign(study->world);
    const talus_rock_record *records = ensemble_records(study->results);
    const size_t count = campaign->cells.nx * campaign->cells.ny;
    lattice l;
    talus_status status = make_lattice(study, &l, error);
    for (uint64_t k = 0; k < talus_campaign_rock_count(campaign) && status == TALUS_OK; k++) {
        const size_t cell = cell_of(&campaign->cells, records[k].start.r.x, records[k].start.r.y);
        if (cell != SIZE_MAX) {
            l.sources[cell] = true;
        }
    }
    if (status == TALUS_OK) {
        status = talus_raster_energy_line(&l.grid, l.heights, l.sources,
                                          study->options.energy_line_deg, l.angles, error);
    }
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        study->reach[index][k] = isnan(l.angles[k]) ? (float)NAN : 1.0F;
    }
    free(l.xy);
    free(l.heights);
    free(l.angles);
    free(l.sources);
    return status;
}
