// SPDX-License-Identifier: GPL-3.0-or-later
// Spatial blocks with uncertain impacts: parameters from text, laws by sample.
#include "lab/study/rocking.h"

#include <string.h>

rocking_spatial_impact rocking_spatial_impact_default(void)
{
    return (rocking_spatial_impact){.b1 = 0.2,
                                    .b2 = 0.2,
                                    .h = 0.6,
                                    .lam = {ROCKING_UNIFORM, 0.8, 1.0},
                                    .lat = {ROCKING_UNIFORM, -0.5, 0.5},
                                    .lon = {ROCKING_UNIFORM, 0.7, 1.0}};
}

static rocking_range *range_of(rocking_spatial_impact *impact, const char *name, size_t size)
{
    static const char *const names[] = {"lam", "lat", "lon"};
    rocking_range *const ranges[] = {&impact->lam, &impact->lat, &impact->lon};
    for (int i = 0; i < 3; i++) {
        if (size == strlen(names[i]) && memcmp(name, names[i], size) == 0) {
            return ranges[i];
        }
    }
    return NULL;
}

talus_status rocking_spatial_impact_parse(const char *text, rocking_spatial_impact *impact,
                                          talus_error *error)
{
    for (const char *part = text; part;) {
        char value[80];
        const char *equals = strchr(part, '='), *comma = strchr(part, ',');
        const size_t size = comma ? (size_t)(comma - part) : strlen(part);
        const size_t name = equals ? (size_t)(equals - part) : size;
        rocking_range *range = name < size ? range_of(impact, part, name) : NULL;
        const size_t length = range ? size - name - 1 : 0;
        if (range && length < sizeof value) {
            memcpy(value, equals + 1, length);
            value[length] = '\0';
        }
        if (!range || length >= sizeof value || !rocking_range_parse(value, range)) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "impact \"%s\": expected lam, lat and lon of a spatial block, "
                                   "such as lam=0.8..1,lat=-0.5..0.5,lon=0.7+-0.1",
                                   text);
        }
        part = comma ? comma + 1 : NULL;
    }
    return TALUS_OK;
}

talus_spatial_law rocking_spatial_impact_sample(const rocking_spatial_impact *impact, uint64_t seed,
                                                uint64_t sample)
{
    talus_random random = {.seed = seed, .stream = sample};
    talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.0, 1.0);
    for (int i = 0; i < 4; i++) {
        law.lam[i] = rocking_range_sample(&impact->lam, &random);
        law.lat[i] = rocking_range_sample(&impact->lat, &random);
        law.lon[i] = rocking_range_sample(&impact->lon, &random);
    }
    return law;
}
