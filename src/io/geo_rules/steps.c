// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that a raster has and the ground has not: heights that are rounded to more than their cells
// bear, and blocks of equal heights that nearest-neighbour resampling leaves.
//
//    rounded to q            nearest neighbour, k = 4        sqrt(|dz/dx|^2 + |dz/dy|^2) between
//        __|                        ____|                    neighbours is wrong by up to q / cell, or
//      _|                      ____|                         by the jump / cell
#include "io/geo_rules/heights.h"

#include "foundation/base/sort.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    LEAST_CELLS = 64,   ///< of a window, for a verdict
    LEAST_BLOCKS = 8,   ///< in the rows of a window
    LARGEST_BLOCK = 40, ///< cells; longer ones are lakes and floors
    LEAST_LEVELS = 4,   ///< steps between the lowest and the highest; fewer are walls and terraces
    BASELINE = 8        ///< cells between the heights of a slope: rounding hardly counts
};
/// Steps of less than this share of a cell (5.7 degrees) are let pass.
static const double least_step = 0.0999;
/// Steps from this share of a cell on (26.6 degrees) are too coarse on any ground.
static const double worst_step = 0.499;
/// Where smooth ground of this slope or more is rounded, rocks feel the steps.
static const double least_slope_deg = 10.0;
/// Whole numbers without a unit whose slopes are steeper than this, by the median: not metres.
static const double steepest_median_deg = 65.0;

typedef struct window {
    const double *z;
    size_t nx, ny;
    double cell;
} window;

size_t geo_choose_windows(size_t nx, size_t ny, geo_part_of windows[GEO_WINDOWS_MOST])
{
    enum { SIDE = GEO_WINDOW_SIDE, MOST = 4 };
    const size_t wide = nx < SIDE ? nx : SIDE, high = ny < SIDE ? ny : SIDE;
    const size_t columns = (nx + SIDE - 1) / SIDE < MOST ? (nx + SIDE - 1) / SIDE : MOST;
    const size_t rows = (ny + SIDE - 1) / SIDE < MOST ? (ny + SIDE - 1) / SIDE : MOST;
    for (size_t k = 0; k < columns * rows; k++) {
        const size_t i = k % columns, j = k / columns;
        windows[k] = (geo_part_of){columns > 1 ? (nx - wide) * i / (columns - 1) : 0,
                                   rows > 1 ? (ny - high) * j / (rows - 1) : 0, wide, high};
    }
    return columns * rows;
}

/// Whether a stored number is a multiple of a step, as far as 32 bits can say.
static bool is_multiple(double value, double step)
{
    const double ratio = value / step;
    return fabs(ratio - floor(ratio + 0.5)) <= 1e-7 * fabs(ratio) + 1e-6;
}

/// The coarsest usual step, in metres, that all heights are multiples of; 0: none that matters.
static double find_step(const window *w, const geo_height_rules *rules)
{
    static const double usual[] = {100.0,  50.0, 20.0, 10.0, 5.0,  3.048,   2.0,  1.0, 0.5,
                                   0.3048, 0.25, 0.2,  0.1,  0.05, 0.03048, 0.02, 0.01};
    const double metres = rules->unit.metres;
    for (size_t s = 0; s < sizeof usual / sizeof usual[0]; s++) {
        if (usual[s] * metres < least_step * w->cell) {
            continue;
        }
        bool is_step = true;
        for (size_t k = 0; k < w->nx * w->ny && is_step; k++) {
            const double z = w->z[k];
            is_step = isnan(z) || is_multiple(z / metres - rules->offset, usual[s]);
        }
        if (is_step) {
            return usual[s] * metres;
        }
    }
    return 0.0;
}

/// Second differences along a line of heights: how many there are, within a step, and not zero.
typedef struct bends {
    size_t count, small, some;
} bends;

static void count_bends(const double *z, size_t stride, size_t count, double step, bends *found)
{
    for (size_t k = 1; k + 1 < count; k++) {
        const double bend = fabs(z[(k - 1) * stride] - 2.0 * z[k * stride] + z[(k + 1) * stride]);
        if (!isnan(bend)) {
            found->count++;
            found->small += bend <= 1.01 * step ? 1 : 0;
            found->some += bend >= 0.5 * step ? 1 : 0;
        }
    }
}

/// Do the steps stand out? On smooth ground rounding leaves second differences of a step and no more;
/// on rough ground they drown, unless they are as steep as the ground. A plane that fits the
/// steps has none.
static bool is_rounded(const window *w, double step, double slope_deg)
{
    bends found = {0};
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (size_t k = 0; k < w->nx * w->ny; k++) {
        low = fmin(low, w->z[k]);
        high = fmax(high, w->z[k]);
    }
    for (size_t j = 0; j < w->ny; j++) {
        count_bends(w->z + j * w->nx, 1, w->nx, step, &found);
    }
    for (size_t i = 0; i < w->nx; i++) {
        count_bends(w->z + i, w->nx, w->ny, step, &found);
    }
    const double count = (double)found.count;
    if (!(step >= least_step * w->cell) || high - low < LEAST_LEVELS * step ||
        (double)found.some < 0.1 * count) {
        return false;
    }
    return step >= worst_step * w->cell ||
           ((double)found.small >= 0.9 * count && slope_deg >= least_slope_deg);
}

/// Runs of equal heights along the lines of one direction.
typedef struct line_runs {
    size_t count, shortest, longest; ///< cells
    double side, jump;               ///< sums
} line_runs;

/// Of cells in runs of equal heights along a line: 0 not known, 1 alone or between steps of rounding,
/// 2 in a run.
static void mark_runs(const double *z, size_t stride, size_t count, double step,
                      unsigned char *marks, line_runs *runs)
{
    size_t first = 0;
    for (size_t k = 1; k <= count; k++) {
        if (k < count && z[k * stride] == z[first * stride]) {
            continue;
        }
        const size_t length = k - first;
        if (first > 0 && k < count && length <= LARGEST_BLOCK) {
            const double before = fabs(z[first * stride] - z[(first - 1) * stride]);
            const double after = fabs(z[k * stride] - z[first * stride]);
            const bool is_run = length > 1 && before > 1.5 * step && after > 1.5 * step;
            for (size_t i = first; i < k && !isnan(before + after); i++) {
                marks[i * stride] = is_run ? 2 : 1;
            }
            if (is_run && !isnan(before + after)) {
                runs->shortest =
                    runs->count == 0 || length < runs->shortest ? length : runs->shortest;
                runs->longest = length > runs->longest ? length : runs->longest;
                runs->count++;
                runs->side += (double)length;
                runs->jump += 0.5 * (before + after);
            }
        }
        first = k;
    }
}

/// Cells of which both directions say something, and those of them that lie in runs of both.
typedef struct block_cells {
    size_t known, inside;
} block_cells;

static block_cells count_cells(const unsigned char *along, const unsigned char *across,
                               size_t count)
{
    block_cells cells = {0};
    for (size_t k = 0; k < count; k++) {
        cells.known += along[k] != 0 && across[k] != 0 ? 1 : 0;
        cells.inside += along[k] == 2 && across[k] == 2 ? 1 : 0;
    }
    return cells;
}

static bool are_many(block_cells cells, const line_runs *runs)
{
    return cells.known >= LEAST_CELLS && runs->count >= LEAST_BLOCKS &&
           (double)cells.inside >= 0.3 * (double)cells.known;
}

/// Blocks of ground that falls along one axis alone: steps of one length, as none are built.
static bool are_even(const line_runs *runs, double cell)
{
    return runs->longest <= runs->shortest + 1 &&
           runs->jump >= least_step * cell * (double)runs->count;
}

/// Blocks: most cells lie in runs along their row and their column.
static bool find_blocks(const window *w, double step, unsigned char *marks, geo_steps *found)
{
    const size_t cells = w->nx * w->ny;
    unsigned char *along = marks, *across = marks + cells;
    line_runs rows = {0}, columns = {0};
    for (size_t k = 0; k < 2 * cells; k++) {
        marks[k] = 0;
    }
    for (size_t j = 0; j < w->ny; j++) {
        mark_runs(w->z + j * w->nx, 1, w->nx, step, along + j * w->nx, &rows);
    }
    for (size_t i = 0; i < w->nx; i++) {
        mark_runs(w->z + i, w->nx, w->ny, step, across + i, &columns);
    }
    const block_cells both = count_cells(along, across, cells);
    const bool is_row = rows.count > 0;
    const unsigned char *only = is_row ? along : across;
    const line_runs *runs = is_row ? &rows : &columns;
    const bool is_one = both.known == 0 && (rows.count == 0) != (columns.count == 0);
    if (is_one ? !are_many(count_cells(only, only, cells), runs) || !are_even(runs, w->cell)
               : !are_many(both, &rows)) {
        return false;
    }
    found->side += runs->side / (double)runs->count;
    found->jump += runs->jump / (double)runs->count;
    return true;
}

/// Median slope in degrees over a baseline of several cells; 0 where there are too few.
static double median_slope(const window *w, double *slopes)
{
    size_t count = 0;
    for (size_t j = 0; j + BASELINE < w->ny; j += 2) {
        for (size_t i = 0; i + BASELINE < w->nx; i += 2) {
            const double *z = w->z + j * w->nx + i;
            const double dx = z[BASELINE] - z[0], dy = z[BASELINE * w->nx] - z[0];
            const double squared = (dx * dx + dy * dy) / (BASELINE * BASELINE * w->cell * w->cell);
            if (!isnan(squared)) {
                slopes[count++] = squared;
            }
        }
    }
    if (count < LEAST_CELLS / 4) {
        return 0.0;
    }
    sort_numbers(slopes, count);
    return talus_atan(sqrt(slopes[count / 2])) * 180.0 / TALUS_PI;
}

talus_status geo_look_for_steps(const double *heights, size_t nx, size_t ny, double cell,
                                const geo_height_rules *rules, geo_steps *steps, talus_error *error)
{
    const window w = {heights, nx, ny, cell};
    size_t valid = 0;
    for (size_t k = 0; k < nx * ny; k++) {
        valid += isnan(heights[k]) ? 0 : 1;
    }
    if (valid < LEAST_CELLS || nx < 3 || ny < 3 || steps->windows == GEO_WINDOWS_MOST) {
        return TALUS_OK;
    }
    double *slopes = malloc(nx * ny * sizeof *slopes);
    unsigned char *marks = malloc(2 * nx * ny);
    if (slopes == NULL || marks == NULL) {
        free(slopes);
        free(marks);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading a DEM");
    }
    const double slope = median_slope(&w, slopes), step = find_step(&w, rules);
    steps->slopes[steps->windows++] = slope;
    if (find_blocks(&w, step, marks, steps)) {
        steps->blocks++;
    } else if (is_rounded(&w, step, slope)) {
        steps->step = steps->rounded == 0 ? step : fmin(step, steps->step);
        steps->rounded++;
    }
    free(slopes);
    free(marks);
    return TALUS_OK;
}

static double degrees_of(double tangent)
{
    return talus_atan(tangent) * 180.0 / TALUS_PI;
}

static talus_status refuse_steep(const char *path, const geo_counts *counts, double slope,
                                 talus_error *error)
{
    return talus_error_set(
        error, TALUS_ERROR_INPUT,
        "%s: its heights are whole numbers from %.0f to %.0f without a unit, and as "
        "metres half of the slopes were steeper than %.0f degrees: say the unit "
        "with `height_unit: dm`, cm, mm, ft or m under terrain (--height-unit)",
        path, counts->spans[0].low, counts->spans[counts->span_count - 1].high, slope);
}

talus_status geo_judge_steps(const char *path, const geo_steps *steps, double cell,
                             const geo_height_rules *rules, const geo_counts *counts,
                             talus_diagnostics *diagnostics, talus_error *error)
{
    double slopes[GEO_WINDOWS_MOST];
    if (steps->windows == 0) {
        return TALUS_OK;
    }
    for (size_t k = 0; k < steps->windows; k++) {
        slopes[k] = steps->slopes[k];
    }
    sort_numbers(slopes, steps->windows);
    const double slope = slopes[steps->windows / 2];
    if (rules->is_whole && !rules->unit.is_said && rules->scale == 1.0 &&
        slope > steepest_median_deg) {
        return refuse_steep(path, counts, slope, error);
    }
    if (4 * steps->blocks >= steps->windows && steps->blocks > 0) {
        const double jump = steps->jump / (double)steps->blocks;
        const double side = steps->side / (double)steps->blocks;
        talus_diagnostics_say(
            diagnostics, TALUS_WARNING,
            "%s: cells of %.3g m hold equal heights in blocks of about %.3g cells a "
            "side, as resampling by nearest neighbour leaves them: slopes are 0 in "
            "a block and wrong by up to %.0f degrees at its rim; take the "
            "original, or resample it smoothly (gdalwarp -r bilinear)",
            path, cell, side, degrees_of(jump / cell));
    }
    if (4 * steps->rounded >= steps->windows && steps->rounded > 0) {
        talus_diagnostics_say(
            diagnostics, TALUS_WARNING,
            "%s: its heights are rounded to %.3g m on cells of %.3g m: slopes "
            "between neighbours are wrong by up to %.0f degrees; take heights with "
            "more digits, or smooth them (talus terrain smooth)",
            path, steps->step, cell, degrees_of(steps->step / cell));
    }
    return TALUS_OK;
}
