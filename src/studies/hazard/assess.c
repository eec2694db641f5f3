// SPDX-License-Identifier: GPL-3.0-or-later
// From results to zones between their bounds, tile by tile.
#include "studies/hazard/assess.h"

#include "runs/ensemble/zones.h"

#include <stdlib.h>
#include <string.h>

enum { TILE = 256 };
/// Cells that are kept in memory as a whole.
static const double most_cells = 4e8;

/// Cells that hold a touched tile.
static talus_status find_touched(const talus_cells *cells, const talus_results *results,
                                 talus_window *found, talus_error *error)
{
    size_t west = SIZE_MAX, south = SIZE_MAX, east = 0, north = 0;
    for (size_t j = 0; j < cells->ny; j += TILE) {
        for (size_t i = 0; i < cells->nx; i += TILE) {
            const size_t nx = cells->nx - i < TILE ? cells->nx - i : TILE;
            const size_t ny = cells->ny - j < TILE ? cells->ny - j : TILE;
            const talus_window window = {.i = i, .j = j, .nx = nx, .ny = ny};
            bool touched = false;
            const talus_status status = talus_results_touched(results, &window, &touched, error);
            if (status != TALUS_OK) {
                return status;
            }
            if (touched) {
                west = i < west ? i : west;
                south = j < south ? j : south;
                east = i + nx > east ? i + nx : east;
                north = j + ny > north ? j + ny : north;
            }
        }
    }
    *found =
        east == 0 ? (talus_window){0} : (talus_window){west, south, east - west, north - south};
    return TALUS_OK;
}

/// Number of a class or zone as it is kept.
static uint8_t number_of(int low, int high)
{
    return low == high ? (uint8_t)(low + 1) : HAZARD_UNDECIDED;
}

static void assess_cell(hazard_assessment *a, size_t level_count, size_t at,
                        const observe_cell_zone *cell)
{
    hazard_tally *tally = &a->tally;
    if (!cell->is_reached) {
        return;
    }
    const bool is_decided = cell->low == cell->high;
    a->zones[at] = number_of(cell->low, cell->high);
    a->low[at] = (uint8_t)(cell->low + 1);
    a->high[at] = (uint8_t)(cell->high + 1);
    for (size_t k = 0; k < level_count; k++) {
        a->levels[k][at] = number_of(cell->class_low[k], cell->class_high[k]);
    }
    tally->reached++;
    tally->decided += is_decided;
    if (is_decided && cell->low >= 0) {
        tally->zones[cell->low]++;
    } else if (is_decided) {
        tally->none++;
    }
}

/// @return false when out of memory
static bool bound_cells(const hazard_rules *rules, const talus_results *results,
                        hazard_assessment *a)
{
    const talus_window *whole = &a->window;
    const talus_zoning zoning = hazard_zoning_of(rules);
    observe_cell_zone *tile = malloc(TILE * TILE * sizeof *tile);
    for (size_t j = 0; tile != NULL && j < whole->ny; j += TILE) {
        for (size_t i = 0; i < whole->nx; i += TILE) {
            const size_t nx = whole->nx - i < TILE ? whole->nx - i : TILE;
            const size_t ny = whole->ny - j < TILE ? whole->ny - j : TILE;
            const talus_window window = {whole->i + i, whole->j + j, nx, ny};
            ensemble_zones(results, &zoning, &window, tile);
            for (size_t k = 0; k < nx * ny; k++) {
                assess_cell(a, rules->level_count, (j + k / nx) * whole->nx + i + k % nx, &tile[k]);
            }
        }
    }
    a->tally.unreached_rate = ensemble_unreached_rate(results, &zoning);
    const bool is_done = tile != NULL;
    free(tile);
    return is_done;
}

/// @return false when out of memory
static bool allocate(hazard_assessment *a, size_t level_count)
{
    const size_t cells = a->window.nx * a->window.ny;
    uint8_t **const arrays[] = {&a->zones, &a->low, &a->high, &a->mapped};
    bool good = true;
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++) {
        *arrays[k] = calloc(cells + 1, 1);
        good = good && *arrays[k] != NULL;
    }
    for (size_t k = 0; k < level_count; k++) {
        a->levels[k] = calloc(cells + 1, 1);
        good = good && a->levels[k] != NULL;
    }
    return good;
}

static bool fill(const hazard_rules *rules, const talus_results *results, size_t least_cells,
                 hazard_assessment *a)
{
    if (!allocate(a, rules->level_count) || !bound_cells(rules, results, a)) {
        return false;
    }
    memcpy(a->mapped, a->zones, a->window.nx * a->window.ny);
    return hazard_absorb(a, least_cells);
}

talus_status hazard_assess(const hazard_rules *rules, const talus_campaign *campaign,
                           const talus_results *results, double least_area,
                           hazard_assessment **assessment, talus_error *error)
{
    const talus_cells *cells = &campaign->cells;
    const double area = cells->cell * cells->cell, least = least_area / area;
    talus_window window = {0};
    *assessment = NULL;
    const talus_status found = find_touched(cells, results, &window, error);
    if (found != TALUS_OK) {
        return found;
    }
    if ((double)window.nx * (double)window.ny > most_cells) {
        return talus_error_set(
            error, TALUS_ERROR_UNSUPPORTED,
            "zones over %zu x %zu cells: expected at most %g cells; use a larger outputs.cell_m",
            window.nx, window.ny, most_cells);
    }
    hazard_assessment *fresh = calloc(1, sizeof *fresh);
    if (fresh != NULL) {
        fresh->cells = *cells;
        fresh->window = window;
        fresh->tally.size = sizeof fresh->tally;
        fresh->tally.cell_area = area;
        fresh->tally.least_area = least_area;
    }
    if (fresh == NULL || !fill(rules, results, least < 1e9 ? (size_t)least : 1000000000, fresh)) {
        hazard_assessment_destroy(fresh);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the zones");
    }
    *assessment = fresh;
    return TALUS_OK;
}

void hazard_assessment_destroy(hazard_assessment *a)
{
    if (a == NULL) {
        return;
    }
    free(a->zones);
    free(a->low);
    free(a->high);
    free(a->mapped);
    for (size_t k = 0; k < HAZARD_LEVELS; k++) {
        free(a->levels[k]);
    }
    free(a);
}
