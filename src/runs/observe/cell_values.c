// SPDX-License-Identifier: GPL-3.0-or-later
// What cells keep where it is requested: further quantities, and values that are sums or extremes.
#include "runs/observe/cells_internal.h"

#include <math.h>

#define VOLUME_UNIT 8388608.0 ///< 2^23 per m^3

static bool is_extreme(talus_cell_value value)
{
    return value == TALUS_FIRST_ARRIVAL || value == TALUS_REACH_ANGLE ||
           value == TALUS_REACH_ANGLE_MIN;
}

static bool is_least(talus_cell_value value)
{
    return value == TALUS_FIRST_ARRIVAL || value == TALUS_REACH_ANGLE_MIN;
}

/// Fixed-point units of a sum.
static double unit_of(const observe_units *units, talus_cell_value value)
{
    return value == TALUS_FOREST_ENERGY      ? 0.125 * units->per_unit[TALUS_KINETIC_ENERGY]
           : value == TALUS_DEPOSITED_VOLUME ? VOLUME_UNIT
                                             : 1.0;
}

#define SIGN (UINT64_C(1) << 63)

/// Ascends with x; never 0 or all ones for a number.
static uint64_t key_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & SIGN) != 0 ? ~bits : bits | SIGN;
}

static double value_of_key(uint64_t key)
{
    const uint64_t bits = (key & SIGN) != 0 ? key & ~SIGN : ~key;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

uint64_t observe_value_store(const observe_units *units, talus_cell_value value, double x)
{
    if (isnan(x)) {
        return 0;
    }
    if (is_extreme(value)) {
        return is_least(value) ? ~key_of(x) : key_of(x);
    }
    const uint64_t fixed = observe_fixed(x, unit_of(units, value));
    return fixed < SUM_LIMIT ? fixed : SUM_LIMIT;
}

double observe_value_read(const observe_units *units, talus_cell_value value, uint64_t stored)
{
    if (!is_extreme(value)) {
        return (double)stored / unit_of(units, value);
    }
    return stored == 0 ? (double)NAN : value_of_key(is_least(value) ? ~stored : stored);
}

uint64_t observe_value_join(talus_cell_value value, uint64_t a, uint64_t b)
{
    return is_extreme(value) ? (a > b ? a : b) : a + b;
}

uint64_t observe_cell_value(const observe_cells *cells, const cell *c, talus_cell_value value)
{
    const cell_statistic *statistics = (const cell_statistic *)(const void *)(c + 1);
    const uint64_t *values = (const uint64_t *)(const void *)(statistics + cells->statistic_count);
    for (size_t k = 0; k < cells->value_count; k++) {
        if (cells->values[k] == value) {
            return values[k];
        }
    }
    return 0;
}

cell_statistic observe_cell_statistic(const observe_cells *cells, const cell *c,
                                      talus_quantity quantity)
{
    if (quantity < TALUS_QUANTITY_COUNT) {
        return (cell_statistic){c->sum[quantity], c->max[quantity], c->histograms[quantity]};
    }
    const cell_statistic *statistics = (const cell_statistic *)(const void *)(c + 1);
    for (size_t k = 0; k < cells->statistic_count; k++) {
        if (cells->quantities[k] == quantity) {
            return statistics[k];
        }
    }
    return (cell_statistic){0};
}

void observe_cells_keep(observe_cells *cells, uint32_t quantities, uint32_t values)
{
    cells->statistic_count = cells->value_count = 0;
    for (unsigned q = TALUS_QUANTITY_COUNT; q < TALUS_CELL_QUANTITY_COUNT; q++) {
        if ((quantities >> q & 1U) != 0) {
            cells->quantities[cells->statistic_count++] = (talus_quantity)q;
        }
    }
    for (unsigned v = 0; v < TALUS_CELL_VALUE_COUNT; v++) {
        if ((values >> v & 1U) != 0) {
            cells->values[cells->value_count++] = (talus_cell_value)v;
        }
    }
    cells->stride = sizeof(cell) + cells->statistic_count * sizeof(cell_statistic) +
                    cells->value_count * sizeof(uint64_t);
}
