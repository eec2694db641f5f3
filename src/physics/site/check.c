// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of a site, once, where it comes from a caller.
#include "talus/site.h"

#include <math.h>

/// Largest number that a draw can have: of the largest uniform number, 1 - 2^-53.
static double largest_drawn(const talus_distribution *law)
{
    return talus_distribution_at(law, 1.0 - 0x1p-53);
}

static bool is_within(double value, double low, double high)
{
    return value >= low && value <= high && isfinite(value);
}

/// A number of the site and the range it may have.
typedef struct site_number {
    const char *name;
    double value, low, high;
} site_number;

static talus_status check_numbers(const char *what, size_t index, const char *name,
                                  const site_number *numbers, size_t count, talus_error *error)
{
    for (size_t k = 0; k < count; k++) {
        const site_number *n = &numbers[k];
        if (is_within(n->value, n->low, n->high)) {
            continue;
        }
        const bool is_bounded = isfinite(n->high);
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               is_bounded
                                   ? "%s %zu (\"%.31s\"): %s is %g, expected a number from %g to %g"
                                   : "%s %zu (\"%.31s\"): %s is %g, expected a number >= %g",
                               what, index, name, n->name, n->value, n->low, n->high);
    }
    return TALUS_OK;
}

static talus_status check_variation(const talus_ground *ground, size_t index, talus_error *error)
{
    for (const talus_variation *v = ground->variation; v != NULL; v = v->next) {
        const talus_field *field = v->field;
        const char *fault = NULL;
        if (field == NULL || field->values == NULL || field->grid.nx < 2 || field->grid.ny < 2 ||
            !(field->grid.cell > 0.0) || !isfinite(field->grid.cell) || !isfinite(field->grid.x0) ||
            !isfinite(field->grid.y0)) {
            fault = "has no field of at least 2 x 2 nodes";
        } else if ((unsigned)v->parameter >= TALUS_VARIED_COUNT ||
                   (v->replace && v->parameter == TALUS_VARIED_FRICTION)) {
            fault = "is of a parameter that does not vary so";
        } else if (!v->replace && !is_within(v->sd, 0.0, (double)INFINITY)) {
            fault = "has a deviation that is not a number >= 0";
        }
        const size_t count = fault == NULL ? field->grid.nx * field->grid.ny : 0;
        for (size_t k = 0; k < count && fault == NULL; k++) {
            const double value = (double)field->values[k];
            if (!isfinite(value) && !(v->replace && isnan(value))) {
                fault = "has a field with a value that is not a number";
            }
        }
        if (fault != NULL) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "ground class %zu (\"%.31s\"): a variation %s", index,
                                   ground->name, fault);
        }
    }
    return TALUS_OK;
}

static talus_status check_draw(const talus_ground *ground, size_t index, talus_error *error)
{
    if (ground->draw == NULL) {
        return TALUS_OK;
    }
    for (unsigned k = TALUS_VARIED_MU_MIN; k < TALUS_VARIED_COUNT; k++) {
        const talus_distribution *law = &ground->draw->laws[k];
        talus_error inner = {0};
        if (law->law == TALUS_LAW_FIXED) {
            continue;
        }
        if (talus_distribution_check(law, &inner) != TALUS_OK) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "ground class %zu (\"%.31s\"), drawn parameter %u: %s", index,
                                   ground->name, k, inner.message);
        }
        const bool is_restitution = k == TALUS_VARIED_EPSILON_N || k == TALUS_VARIED_EPSILON_T;
        const double most = largest_drawn(law);
        if (!isfinite(most) || (is_restitution && most > 1.0)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "ground class %zu (\"%.31s\"), drawn parameter %u can be %g, "
                                   "expected %s; cut the distribution",
                                   index, ground->name, k, most,
                                   is_restitution ? "at most 1" : "a finite number");
        }
    }
    return TALUS_OK;
}

static talus_status check_ground(const talus_ground *g, size_t index, talus_error *error)
{
    const double open = (double)INFINITY;
    const site_number numbers[] = {
        {"mu_min", g->mu_min, 0.0, open},
        {"mu_max", g->mu_max, g->mu_min, open},
        {"kappa (1/m)", g->kappa, 0.0, open},
        {"beta (1/s)", g->beta, 0.0, open},
        {"drag (1/s)", g->drag, 0.0, open},
        {"epsilon_n", g->epsilon_n, 0.0, 1.0},
        {"epsilon_t", g->epsilon_t, 0.0, 1.0},
        {"the impact law", (double)g->impact.law, TALUS_IMPACT_NEWTON, TALUS_IMPACT_LAMBDA},
        {"e_n21 or lambda", g->impact.value, 0.0, 1.0},
        {"the cushion", g->cushion, 0.0, 1.0},
        {"the soil's modulus (Pa)", g->soil.modulus, 0.0, open},
        {"the soil's drag", g->soil.drag, g->soil.modulus > 0.0 ? -1.0 : -open, open},
        {"the soil's density (kg/m3)", g->soil.density, 0.0, open},
        {"the soil's rotational drag", g->soil.rotational, 0.0, open},
        {"the soil's rolling resistance", g->soil.rolling, 0.0, open},
        {"the roughness's amplitude (m)", g->roughness.amplitude, 0.0, open},
        {"the roughness's spacing (m)", g->roughness.spacing,
         g->roughness.amplitude > 0.0 ? 1e-3 : 0.0, open},
        {"the roughness's clear distance (m)", g->roughness.clear, 0.0, open}};
    talus_status status = check_numbers("ground class", index, g->name, numbers,
                                        sizeof numbers / sizeof numbers[0], error);
    status = status == TALUS_OK ? check_variation(g, index, error) : status;
    return status == TALUS_OK ? check_draw(g, index, error) : status;
}

static talus_status check_forest(const talus_forest *f, size_t index, talus_error *error)
{
    const double open = (double)INFINITY;
    const site_number numbers[] = {
        {"drag (kg/s)", f->drag, 0.0, open},
        {"height (m)", f->height, 0.0, open},
        {"height of the hold (m)", f->hold_height, 0.0, open},
        {"path of the hold (m)", f->hold_path, 0.0, open},
        {"rotational drag about the first axis (kg m2/s)", f->rotational_drag.x, 0.0, open},
        {"rotational drag about the second axis (kg m2/s)", f->rotational_drag.y, 0.0, open},
        {"rotational drag about the third axis (kg m2/s)", f->rotational_drag.z, 0.0, open}};
    return check_numbers("forest class", index, f->name, numbers,
                         sizeof numbers / sizeof numbers[0], error);
}

/// @param classes how many there are; a map may hold the numbers 0 ... classes - 1
static talus_status check_map(const talus_class_map *map, const char *what, size_t classes,
                              talus_error *error)
{
    if (map == NULL) {
        return TALUS_OK;
    }
    if (map->classes == NULL || map->nx == 0 || map->ny == 0 || map->nx > SIZE_MAX / map->ny ||
        !(map->cell > 0.0) || !isfinite(map->cell) || !isfinite(map->x0) || !isfinite(map->y0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the map of %s classes has %zu x %zu cells of %g m from (%g, %g), "
                               "expected at least one cell and finite numbers",
                               what, map->nx, map->ny, map->cell, map->x0, map->y0);
    }
    unsigned largest = 0;
    for (size_t k = 0; k < map->nx * map->ny; k++) {
        largest = map->classes[k] > largest ? map->classes[k] : largest;
    }
    return largest < classes
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "the map of %s classes has the number %u, expected 0 to %zu", what,
                                 largest, classes - 1);
}

talus_status talus_site_check(const talus_site *site, talus_error *error)
{
    if (site == NULL || site->terrain == NULL || site->grounds == NULL || site->ground_count == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a site needs a terrain and at least one ground class");
    }
    if (site->forest_count > 0 && site->forests == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "%zu forest classes are NULL",
                               site->forest_count);
    }
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < site->ground_count && status == TALUS_OK; k++) {
        status = check_ground(&site->grounds[k], k, error);
    }
    for (size_t k = 0; k < site->forest_count && status == TALUS_OK; k++) {
        status = check_forest(&site->forests[k], k, error);
    }
    if (status == TALUS_OK) {
        status = check_map(site->ground_map, "ground", site->ground_count, error);
    }
    return status == TALUS_OK ? check_map(site->forest_map, "forest", site->forest_count + 1, error)
                              : status;
}
