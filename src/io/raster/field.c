// SPDX-License-Identifier: GPL-3.0-or-later
// Correlated random fields by a stochastic partial differential equation: white noise w in
//   (k^2 - Laplace) g = w
// has in the plane the Matern covariance with nu = 1 [Wh54, LRL11]. With five-point
// differences on nodes h apart it is (a + D) x = e, a = (k h)^2, D the graph's Laplacian, e
// independent standard normal numbers; the rim reflects, so the lattice is wider than what is kept.
#include "talus/raster.h"

#include "foundation/sparse/sparse.h"

#include <math.h>
#include <stdlib.h>

/// Nodes per range; reflections from the rim add 2e-4 of the variance over 1.5 ranges.
enum { PER_RANGE = 12, MARGIN = 18 };

/// The factor of so many nodes takes 1 GB.
static const double max_nodes = 1e6;

/// a = (k h)^2 with k = sqrt(8) / range
static const double screening = 8.0 / ((double)PER_RANGE * (double)PER_RANGE);

/// Values are kept as multiples of this.
static const double steps = 1024.0;

/// Covariance of x on the infinite lattice at lags (0,0), (1,0), (1,1), by its Fourier integral
///   C(m, n) = mean of cos(m s) cos(n t) / (a + 4 - 2 cos s - 2 cos t)^2 over a period,
/// for which the rule of equal steps converges as exp(-k h SAMPLES) = 1e-26.
static void find_covariance(double lag[3])
{
    enum { SAMPLES = 256 };
    double cosine[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        cosine[i] = talus_cos(2.0 * TALUS_PI * (double)i / (double)SAMPLES);
    }
    lag[0] = lag[1] = lag[2] = 0.0;
    for (int j = 0; j < SAMPLES; j++) {
        for (int i = 0; i < SAMPLES; i++) {
            const double symbol = screening + 4.0 - 2.0 * (cosine[i] + cosine[j]);
            const double density = 1.0 / (symbol * symbol * (double)SAMPLES * (double)SAMPLES);
            lag[0] += density;
            lag[1] += density * cosine[i];
            lag[2] += density * cosine[i] * cosine[j];
        }
    }
}

/// Factor that gives the bilinear field variance 1 in the mean over a cell: bilinear weights have
/// the mean squares 1/9 and the mean products 1/18 along and 1/36 across a cell.
static double find_scale(void)
{
    double lag[3];
    find_covariance(lag);
    return 1.0 / sqrt(4.0 / 9.0 * lag[0] + 8.0 / 18.0 * lag[1] + 4.0 / 36.0 * lag[2]);
}

/// The lattice that is solved on.
typedef struct field_lattice {
    size_t nx, ny, count;
    size_t *column_start, *row;
    double *value, *x;
} field_lattice;

static void clear_lattice(field_lattice *lattice)
{
    free(lattice->column_start);
    free(lattice->row);
    free(lattice->value);
    free(lattice->x);
}

static bool create_lattice(size_t nx, size_t ny, field_lattice *lattice)
{
    const size_t count = nx * ny;
    *lattice = (field_lattice){.nx = nx, .ny = ny, .count = count};
    lattice->column_start = malloc((count + 1) * sizeof *lattice->column_start);
    lattice->row = malloc(3 * count * sizeof *lattice->row);
    lattice->value = malloc(3 * count * sizeof *lattice->value);
    lattice->x = malloc(count * sizeof *lattice->x);
    return lattice->column_start != NULL && lattice->row != NULL && lattice->value != NULL &&
           lattice->x != NULL;
}

/// Lower triangle of a + D: a node has as many links as neighbours.
static void fill_matrix(field_lattice *lattice)
{
    const size_t nx = lattice->nx, ny = lattice->ny;
    size_t entry = 0;
    for (size_t k = 0; k < lattice->count; k++) {
        const size_t i = k % nx, j = k / nx;
        const bool east = i + 1 < nx, north = j + 1 < ny;
        lattice->column_start[k] = entry;
        lattice->row[entry] = k;
        lattice->value[entry++] = screening + (i > 0) + (j > 0) + east + north;
        if (east) {
            lattice->row[entry] = k + 1;
            lattice->value[entry++] = -1.0;
        }
        if (north) {
            lattice->row[entry] = k + nx;
            lattice->value[entry++] = -1.0;
        }
    }
    lattice->column_start[lattice->count] = entry;
}

/// One stream of random numbers per node, apart from those of the rocks.
static void fill_noise(uint64_t seed, field_lattice *lattice)
{
    const uint64_t own = talus_mix64(seed ^ UINT64_C(0x6669656c64)); // "field"
    for (size_t k = 0; k < lattice->count; k++) {
        talus_random random = {.seed = own, .stream = k};
        lattice->x[k] = talus_random_normal(&random);
    }
}

static talus_status solve_lattice(const field_lattice *lattice, talus_error *error)
{
    const sparse_pattern pattern = {
        .size = lattice->count, .column_start = lattice->column_start, .row = lattice->row};
    sparse_factor *factor = NULL;
    talus_status status = sparse_factor_create_portable(&pattern, &factor, error);
    if (status == TALUS_OK) {
        status = sparse_factor_refactor(factor, lattice->value, error);
    }
    if (status == TALUS_OK) {
        status = sparse_factor_solve(factor, 1, lattice->x, error);
    }
    sparse_factor_destroy(factor);
    return status;
}

/// Cut the margin off, scale and round.
static void keep_inside(const field_lattice *lattice, talus_field *field)
{
    const double scale = find_scale() * steps;
    for (size_t j = 0; j < field->grid.ny; j++) {
        const double *x = lattice->x + (j + MARGIN) * lattice->nx + MARGIN;
        for (size_t i = 0; i < field->grid.nx; i++) {
            field->values[j * field->grid.nx + i] = (float)(floor(scale * x[i] + 0.5) / steps);
        }
    }
}

/// Nodes over a length, margin left out.
static double nodes_along(double length, double range)
{
    return floor(length * (double)PER_RANGE / range) + 2.0;
}

static double nodes_in_all(double width, double height, double range)
{
    const double margin = 2.0 * (double)MARGIN;
    return (nodes_along(width, range) + margin) * (nodes_along(height, range) + margin);
}

/// Nodes over the rectangle, or a refusal.
static talus_status place_grid(double width, double height, double range, talus_grid *grid,
                               talus_error *error)
{
    if (!(width > 0.0 && height > 0.0 && range > 0.0 && width < 1e9 && height < 1e9 &&
          range < 1e9)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a field with range %g m over %g x %g m; expected lengths above 0 "
                               "and below 1e9 m",
                               range, width, height);
    }
    grid->cell = range / (double)PER_RANGE;
    const double nodes = nodes_in_all(width, height, range);
    if (nodes > max_nodes) {
        double enough = range;
        while (nodes_in_all(width, height, enough) > max_nodes) {
            enough *= 1.02;
        }
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a random field with a range of %g m over %.6g x %.6g m takes %.3g "
                               "nodes, at most %.3g can be solved: take a range of %.3g m or more",
                               range, width, height, nodes, max_nodes, 1.01 * enough);
    }
    grid->nx = (size_t)nodes_along(width, range);
    grid->ny = (size_t)nodes_along(height, range);
    return TALUS_OK;
}

talus_status talus_raster_field(double x0, double y0, double width, double height, double range,
                                uint64_t seed, talus_field *field, talus_error *error)
{
    if (field == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the field is NULL");
    }
    *field = (talus_field){.range = range, .grid = {.x0 = x0, .y0 = y0}};
    if (!isfinite(x0) || !isfinite(y0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a random field from (%g, %g): expected finite numbers", x0, y0);
    }
    talus_status status = place_grid(width, height, range, &field->grid, error);
    if (status != TALUS_OK) {
        return status;
    }
    const talus_grid *grid = &field->grid;
    field_lattice lattice;
    field->values = malloc(grid->nx * grid->ny * sizeof *field->values);
    if (!create_lattice(grid->nx + 2 * MARGIN, grid->ny + 2 * MARGIN, &lattice) ||
        field->values == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY,
                                 "out of memory for a random field of %zu nodes", lattice.count);
    } else {
        fill_matrix(&lattice);
        fill_noise(seed, &lattice);
        status = solve_lattice(&lattice, error);
    }
    if (status == TALUS_OK) {
        keep_inside(&lattice, field);
    } else {
        talus_field_clear(field);
    }
    clear_lattice(&lattice);
    return status;
}
