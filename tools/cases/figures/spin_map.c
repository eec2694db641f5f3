// SPDX-License-Identifier: GPL-3.0-or-later
// Stability maps: growth of a small tilt, or drift of the spin, over steps and bodies.
#include "cases/figures/spin_map.h"
#include "foundation/math/linalg.h"
#include "lab/spin/spin_internal.h"

#include <math.h>
#include <stdlib.h>

spin_map_options spin_map_options_default(spin_map_plane plane)
{
    const bool step = plane == SPIN_MAP_PLANE_STEP;
    return (spin_map_options){.scheme = TALUS_SCHEME_EXPLICIT,
                              .axis = TALUS_SPIN_MAJOR,
                              .plane = plane,
                              .quantity = SPIN_MAP_GROWTH,
                              .nx = 120,
                              .ny = 90,
                              .x0 = step ? 1e-3 : 0.5,
                              .x1 = 1,
                              .y0 = step ? 0.3 : 0,
                              .y1 = 1,
                              .middle = 0.5,
                              .angle = 0.02,
                              .turns = 20,
                              .tilt = 1e-4};
}

static talus_status check(const spin_map_options *o, talus_error *error)
{
    if ((unsigned)o->scheme >= TALUS_SCHEME_COUNT || (unsigned)o->axis > TALUS_SPIN_MAJOR ||
        (unsigned)o->plane > SPIN_MAP_PLANE_BODY || (unsigned)o->quantity > SPIN_MAP_DRIFT) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "scheme %d, axis %d, plane %d or quantity %d is unknown",
                               (int)o->scheme, (int)o->axis, (int)o->plane, (int)o->quantity);
    }
    if (o->nx == 0 || o->ny == 0 || o->nx > SPIN_MAP_CELLS_MOST || o->ny > SPIN_MAP_CELLS_MOST) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a map of %zu x %zu cells, expected 1 to %d on each side", o->nx,
                               o->ny, SPIN_MAP_CELLS_MOST);
    }
    const bool step = o->plane == SPIN_MAP_PLANE_STEP;
    if (!(o->x0 < o->x1 && o->x0 >= 0 && o->x1 <= (step ? 3 : 1)) || (step && o->x0 <= 0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               step ? "step angles from %g to %g rad, expected a range in 0 to 3"
                                    : "middle moments from %g to %g, expected a range in 0 to 1",
                               o->x0, o->x1);
    }
    if (!(o->y0 < o->y1 && o->y0 >= 0 && o->y1 <= 1)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "smallest moments from %g to %g of the largest, expected a range in "
                               "0 to 1",
                               o->y0, o->y1);
    }
    if (step ? !(o->middle >= 0 && o->middle <= 1) : !(o->angle > 0 && o->angle <= 3)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               step ? "the middle moment stands at %g between the smallest (0) and "
                                      "the largest (1)"
                                    : "a step angle of %g rad, expected above 0, at most 3",
                               step ? o->middle : o->angle);
    }
    if (!(o->turns > 0 && o->turns <= 1e6) || !(o->tilt > 0 && o->tilt <= 1)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%g turns with a tilt of %g, expected up to 1e6 turns and a tilt "
                               "above 0, at most 1",
                               o->turns, o->tilt);
    }
    return TALUS_OK;
}

/// Centre of a cell: places, step angle, moments (smallest, middle, 1) about x, y, z.
static spin_map_cell place_cell(const spin_map_options *o, size_t i, size_t j)
{
    const double u = ((double)i + 0.5) / (double)o->nx;
    const double v = ((double)j + 0.5) / (double)o->ny;
    spin_map_cell cell = {.y = o->y0 + v * (o->y1 - o->y0)};
    double middle = 0;
    if (o->plane == SPIN_MAP_PLANE_STEP) {
        cell.x = o->x0 * talus_exp(u * talus_log(o->x1 / o->x0));
        cell.angle = cell.x;
        middle = cell.y + o->middle * (1 - cell.y);
    } else {
        cell.x = o->x0 + u * (o->x1 - o->x0);
        cell.angle = o->angle;
        middle = cell.x;
    }
    cell.inertia = vec3(cell.y, middle, 1);
    return cell;
}

static bool is_body(talus_vec3 m)
{
    return m.x > 0 && m.x <= m.y * (1 + 1e-12) && m.x + m.y >= 1 - 1e-12;
}

static size_t steps_of(const spin_map_options *o, double angle)
{
    return (size_t)ceil(2 * TALUS_PI * o->turns / angle);
}

/// |1 - |N|/|N0|| after the turns, from a rotation with a small tilt; Omega = 1.
static double drift_of(const spin_map_options *o, spin_map_cell *cell)
{
    const talus_vec3 e = spin_unit((int)o->axis);
    talus_vec3 omega =
        vec3(e.x + o->tilt * (1 - e.x), e.y + o->tilt * (1 - e.y), e.z + o->tilt * (1 - e.z));
    const double spin = vec3_norm(vec3_mul(cell->inertia, omega));
    for (size_t k = steps_of(o, cell->angle); k > 0; k--) {
        const talus_free_rotation free =
            talus_rotation_free(o->scheme, cell->inertia, omega, cell->angle);
        omega = free.omega;
        cell->failed = cell->failed || !free.converged;
    }
    return fabs(1 - vec3_norm(vec3_mul(cell->inertia, omega)) / spin);
}

static void fill_cell(const spin_map_options *o, spin_map_cell *cell)
{
    cell->modulus = cell->growth = cell->body_growth = (double)NAN;
    cell->explicit_growth = cell->drift = (double)NAN;
    if (!is_body(cell->inertia)) {
        return;
    }
    const int axis = (int)o->axis; // the moments ascend
    const spin_eigen eigen = spin_eigen_measured(o->scheme, cell->inertia, axis, 1, cell->angle);
    cell->modulus = eigen.modulus;
    cell->growth = eigen.growth;
    cell->failed = eigen.failed;
    cell->body_growth = spin_eigen_body(cell->inertia, axis, 1, cell->angle).growth;
    cell->explicit_growth = spin_eigen_explicit(cell->inertia, axis, 1, cell->angle).growth;
    if (o->quantity == SPIN_MAP_DRIFT) {
        cell->drift = drift_of(o, cell);
    }
}

talus_status spin_map_make(const spin_map_options *options, spin_map *map, talus_error *error)
{
    *map = (spin_map){0};
    const talus_status status = check(options, error);
    if (status != TALUS_OK) {
        return status;
    }
    map->options = *options;
    const spin_map_options *o = &map->options;
    map->cells = malloc(o->nx * o->ny * sizeof *map->cells);
    if (map->cells == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu x %zu cells",
                               o->nx, o->ny);
    }
    double steps = 0;
    for (size_t k = 0; k < o->nx * o->ny; k++) {
        map->cells[k] = place_cell(o, k % o->nx, k / o->nx);
        steps += (double)steps_of(o, map->cells[k].angle);
    }
    if (o->quantity == SPIN_MAP_DRIFT && steps > TALUS_SPIN_STEPS_MOST) {
        spin_map_clear(map);
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%.3g steps in all cells, at most %.3g; take fewer cells or turns, "
                               "or larger step angles",
                               steps, TALUS_SPIN_STEPS_MOST);
    }
    for (size_t k = 0; k < o->nx * o->ny; k++) {
        fill_cell(o, &map->cells[k]);
    }
    return TALUS_OK;
}

void spin_map_clear(spin_map *map)
{
    free(map->cells);
    map->cells = NULL;
}

double spin_map_value(const spin_map *map, size_t k)
{
    const spin_map_cell *cell = &map->cells[k];
    return map->options.quantity == SPIN_MAP_GROWTH    ? cell->growth
           : map->options.quantity == SPIN_MAP_MODULUS ? cell->modulus - 1
                                                       : cell->drift;
}
