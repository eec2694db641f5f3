// SPDX-License-Identifier: GPL-3.0-or-later
// Planar impact maps: where the resultant of the percussions acts decides the ratio.
#include "talus/lab/rocking.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name, *parameter;
    double least, most;
} facts[] = {
#define FACTS(enumerator, name, parameter, least, most) {name, parameter, least, most},
    TALUS_ROCKING_MAP_LIST(FACTS)
#undef FACTS
};

const char *talus_rocking_map_name(talus_rocking_map map)
{
    return map < TALUS_ROCKING_MAP_COUNT ? facts[map].name : NULL;
}

bool talus_rocking_map_from_name(const char *name, talus_rocking_map *map)
{
    if (name == NULL || map == NULL) {
        return false;
    }
    for (int i = 0; i < TALUS_ROCKING_MAP_COUNT; i++) {
        if (strcmp(name, facts[i].name) == 0) {
            *map = (talus_rocking_map)i;
            return true;
        }
    }
    return false;
}

/// A = I + m h^2: the part of an angular momentum about a base point that does not depend on it.
static double moment_over_base(const talus_rocking_block *block)
{
    return block->inertia + block->mass * block->h * block->h;
}

/// Pivot at `from` before and at `to` after, resultant at x: angular momentum about x is conserved.
static double ratio_of_resultant(const talus_rocking_block *block, double from, double to, double x)
{
    const double base = moment_over_base(block);
    return (base + block->mass * from * x) / (base + block->mass * x * to);
}

double talus_rocking_ratio(const talus_rocking_block *block, talus_rocking_map map,
                           double parameter)
{
    if (block == NULL) {
        return (double)NAN;
    }
    const double a = -block->b1, b = block->b2, middle = 0.5 * (b - block->b1);
    switch (map) {
    case TALUS_ROCKING_HOUSNER:
        return ratio_of_resultant(block, a, b, b);
    case TALUS_ROCKING_KALLIONTZIS:
    case TALUS_ROCKING_CEH:
        return ratio_of_resultant(block, a, b, parameter * parameter * b);
    case TALUS_ROCKING_CHATZIS:
        return ratio_of_resultant(block, a, b, parameter * b);
    case TALUS_ROCKING_THER_KOLLAR:
        return ratio_of_resultant(block, a, middle, middle) *
               ratio_of_resultant(block, middle, b, b);
    case TALUS_ROCKING_LIPSCOMBE:
        return ratio_of_resultant(block, a, b, b) -
               parameter * block->mass * b * (b - a) /
                   (moment_over_base(block) + block->mass * b * b);
    case TALUS_ROCKING_MAP_COUNT:
        break;
    }
    return (double)NAN;
}

double talus_rocking_lambda(const talus_rocking_block *block, double ratio)
{
    if (block == NULL) {
        return (double)NAN;
    }
    return moment_over_base(block) * (1.0 - ratio) /
           (block->mass * block->b2 * (block->b1 + ratio * block->b2));
}

void talus_rocking_warn(talus_rocking_map map, double parameter, double ratio,
                        talus_diagnostics *warnings)
{
    if (map < TALUS_ROCKING_MAP_COUNT && facts[map].parameter &&
        !(parameter >= facts[map].least && parameter <= facts[map].most)) {
        talus_diagnostics_say(
            warnings, TALUS_WARNING, "%s = %.9g of the map %s is outside its theory, %g to %g",
            facts[map].parameter, parameter, facts[map].name, facts[map].least, facts[map].most);
    }
    // round-off of a map without loss
    if (fabs(ratio) > 1.0 + 1e-12) {
        talus_diagnostics_say(warnings, TALUS_WARNING,
                              "the ratio %.9g makes the energy grow by a factor %.9g", ratio,
                              ratio * ratio);
    }
}

bool talus_rocking_a_lifts(const talus_rocking_block *block, double e)
{
    if (block == NULL) {
        return false;
    }
    // e + r = (1 + e) (A - m b1 b2) / (A + m b2^2)
    return (1.0 + e) * (moment_over_base(block) - block->mass * block->b1 * block->b2) > 0.0;
}

double talus_rocking_base_ratio(const talus_rocking_block *block,
                                const talus_rocking_base_point *points, size_t count)
{
    if (block == NULL || points == NULL) {
        return (double)NAN;
    }
    const double base = moment_over_base(block);
    double ratio = 1.0;
    for (size_t i = 1; i < count; i++) {
        const double from = points[i - 1].x, to = points[i].x;
        if (!(from < to)) {
            return (double)NAN;
        }
        ratio *= points[i].rolled
                     ? sqrt((base + block->mass * from * from) / (base + block->mass * to * to))
                     : ratio_of_resultant(block, from, to, to);
    }
    return ratio;
}

double talus_rocking_steps_ratio(const talus_rocking_block *block, size_t steps)
{
    if (block == NULL) {
        return (double)NAN;
    }
    const double width = block->b1 + block->b2;
    double ratio = 1.0, from = -block->b1;
    for (size_t i = 1; i <= steps; i++) {
        const double to = i == steps ? block->b2 : width * (double)i / (double)steps - block->b1;
        ratio *= ratio_of_resultant(block, from, to, to);
        from = to;
    }
    return steps > 0 ? ratio : (double)NAN;
}
