// SPDX-License-Identifier: GPL-3.0-or-later
// Impact parameters as given on the command line, and their samples.
#include "lab/study/rocking.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct parameter_name {
    const char *name;
    bool is_ratio;
    talus_rocking_map map;
} parameter_name;

static const parameter_name parameters[] = {{"r", true, TALUS_ROCKING_HOUSNER},
                                            {"lam", false, TALUS_ROCKING_CHATZIS},
                                            {"nu", false, TALUS_ROCKING_KALLIONTZIS},
                                            {"k", false, TALUS_ROCKING_CEH},
                                            {"e", false, TALUS_ROCKING_LIPSCOMBE}};
enum { PARAMETER_COUNT = sizeof parameters / sizeof parameters[0] };

static talus_status refuse(const char *text, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "impact \"%s\": expected housner, ther_kollar, or r, lam, nu, k or e "
                           "with a value such as lam=0.8, lam=0.6..1 or lam=0.8+-0.1",
                           text);
}

static bool parse_name(const char *text, rocking_impact *impact, const char **value)
{
    const char *equals = strchr(text, '=');
    *value = equals ? equals + 1 : NULL;
    if (!equals) {
        talus_rocking_map map;
        if (!talus_rocking_map_from_name(text, &map) ||
            (map != TALUS_ROCKING_HOUSNER && map != TALUS_ROCKING_THER_KOLLAR)) {
            return false;
        }
        *impact = (rocking_impact){.map = map};
        return true;
    }
    for (size_t i = 0; i < PARAMETER_COUNT; i++) {
        const size_t size = strlen(parameters[i].name);
        if ((size_t)(equals - text) == size && memcmp(text, parameters[i].name, size) == 0) {
            *impact =
                (rocking_impact){.is_ratio = parameters[i].is_ratio, .map = parameters[i].map};
            return true;
        }
    }
    return false;
}

bool rocking_range_parse(const char *text, rocking_range *range)
{
    // a number ends before "..", which strtod would read on into
    char first[64];
    const char *dots = strstr(text, ".."), *sign = strstr(text, "+-");
    const char *split = dots ? dots : sign;
    const size_t size = split ? (size_t)(split - text) : strlen(text);
    if (size == 0 || size >= sizeof first) {
        return false;
    }
    memcpy(first, text, size);
    first[size] = '\0';
    char *end = NULL;
    *range = (rocking_range){.spread = ROCKING_FIXED, .low = strtod(first, &end)};
    range->high = range->low;
    if (*end != '\0' || !isfinite(range->low)) {
        return false;
    }
    if (split) {
        range->spread = dots ? ROCKING_UNIFORM : ROCKING_NORMAL;
        range->high = strtod(split + 2, &end);
        return end != split + 2 && *end == '\0' && isfinite(range->high) &&
               range->high >= (dots ? range->low : 0.0);
    }
    return true;
}

double rocking_range_sample(const rocking_range *range, talus_random *random)
{
    switch (range->spread) {
    case ROCKING_UNIFORM:
        return range->low + (range->high - range->low) * talus_random_uniform(random);
    case ROCKING_NORMAL:
        return range->low + range->high * talus_random_normal(random);
    case ROCKING_FIXED:
        break;
    }
    return range->low;
}

void rocking_range_describe(const rocking_range *range, char *text, size_t size)
{
    switch (range->spread) {
    case ROCKING_UNIFORM:
        (void)snprintf(text, size, "%g to %g, uniform", range->low, range->high);
        return;
    case ROCKING_NORMAL:
        (void)snprintf(text, size, "%g \u00b1 %g, normal", range->low, range->high);
        return;
    case ROCKING_FIXED:
        break;
    }
    (void)snprintf(text, size, "%g", range->low);
}

talus_status rocking_impact_parse(const char *text, rocking_impact *impact, talus_error *error)
{
    const char *value = NULL;
    rocking_range range;
    if (!parse_name(text, impact, &value) || (value && !rocking_range_parse(value, &range))) {
        return refuse(text, error);
    }
    if (value) {
        impact->spread = range.spread;
        impact->low = range.low;
        impact->high = range.high;
    }
    return TALUS_OK;
}

static talus_planar_model model_of(const rocking_impact *impact, const talus_rocking_block *block,
                                   double value)
{
    talus_planar_model model = talus_planar_model_make(block, impact->map, value);
    if (impact->is_ratio) {
        model.r_ab = model.r_ba = value;
    }
    return model;
}

static bool is_possible(const talus_planar_model *model)
{
    return fabs(model->r_ab) <= 1.0 && fabs(model->r_ba) <= 1.0;
}

talus_status rocking_impact_check(const rocking_impact *impact, const talus_rocking_block *block,
                                  talus_error *error)
{
    const double ends[2] = {impact->low,
                            impact->spread == ROCKING_UNIFORM ? impact->high : impact->low};
    for (int i = 0; i < 2; i++) {
        const talus_planar_model model = model_of(impact, block, ends[i]);
        if (!is_possible(&model)) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "impact parameter %g gives the angular velocity ratios %g and "
                                   "%g: expected them within [-1, 1]",
                                   ends[i], model.r_ab, model.r_ba);
        }
    }
    return TALUS_OK;
}

talus_planar_model rocking_impact_sample(const rocking_impact *impact,
                                         const talus_rocking_block *block, uint64_t seed,
                                         uint64_t sample)
{
    talus_random random = {.seed = seed, .stream = sample};
    const rocking_range range = {impact->spread, impact->low, impact->high};
    for (int i = 0; i < 1000; i++) {
        const talus_planar_model model =
            model_of(impact, block, rocking_range_sample(&range, &random));
        if (impact->spread != ROCKING_NORMAL || is_possible(&model)) {
            return model;
        }
    }
    return model_of(impact, block, impact->low);
}

void rocking_impact_describe(const rocking_impact *impact, char *text, size_t size)
{
    const char *name = talus_rocking_map_name(impact->map);
    for (size_t i = 0; i < PARAMETER_COUNT; i++) {
        if (parameters[i].is_ratio == impact->is_ratio &&
            (impact->is_ratio || parameters[i].map == impact->map)) {
            name = parameters[i].name;
            break;
        }
    }
    const bool bare = !impact->is_ratio && (impact->map == TALUS_ROCKING_HOUSNER ||
                                            impact->map == TALUS_ROCKING_THER_KOLLAR);
    if (bare) {
        (void)snprintf(text, size, "impacts of %s",
                       impact->map == TALUS_ROCKING_HOUSNER ? "Housner" : "Ther and Koll\u00e1r");
    } else {
        char values[64];
        const rocking_range range = {impact->spread, impact->low, impact->high};
        rocking_range_describe(&range, values, sizeof values);
        (void)snprintf(text, size, "%s = %s", name, values);
    }
}
