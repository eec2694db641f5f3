// SPDX-License-Identifier: GPL-3.0-or-later
// Presets of ground and forest with where their numbers come from, and class maps.
#include "talus/terrain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LITERATURE "literature default, uncorroborated"

static const talus_ground ground_presets[] = {
    {"extra_soft", 0.20, 2.0, 1.0, 50.0, 0.9, 0.0, 0.0, "corroborated by published use"},
    {"soft", 0.25, 2.0, 1.25, 100.0, 0.8, 0.0, 0.0, LITERATURE},
    {"medium_soft", 0.30, 2.0, 1.5, 125.0, 0.7, 0.0, 0.0, LITERATURE},
    {"medium", 0.35, 2.0, 2.0, 150.0, 0.6, 0.0, 0.0, LITERATURE},
    {"medium_hard", 0.40, 2.0, 2.5, 175.0, 0.55, 0.0, 0.0, LITERATURE},
    {"hard", 0.55, 2.0, 3.0, 185.0, 0.5, 0.0, 0.0, "friction corroborated (Lu et al. 2019)"},
    {"extra_hard", 0.80, 2.0, 4.0, 200.0, 0.3, 0.0, 0.0, "corroborated by published use"},
    {"snow", 0.10, 0.35, 2.0, 150.0, 0.7, 0.0, 0.0, LITERATURE},
    {.name = ""},
};

static const talus_forest forest_presets[] = {
    {"open", 250.0, {0.0, 0.0, 0.0}, 30.0, LITERATURE ", basal area about 20 m2/ha"},
    {"medium", 500.0, {0.0, 0.0, 0.0}, 30.0, LITERATURE ", basal area about 35 m2/ha"},
    {"dense", 750.0, {0.0, 0.0, 0.0}, 30.0, LITERATURE ", basal area about 50 m2/ha"},
    {.name = ""},
};

/// Equal names, a space counting as an underscore.
static bool same_name(const char *a, const char *b)
{
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        if (*a != *b && !(*a == '_' && *b == ' ')) {
            return false;
        }
    }
    return *a == *b;
}

const talus_ground *talus_ground_preset(const char *name)
{
    for (const talus_ground *g = ground_presets; g->name[0] != '\0'; g++) {
        if (name != NULL && same_name(g->name, name)) {
            return g;
        }
    }
    return NULL;
}

const talus_ground *talus_ground_presets(void)
{
    return ground_presets;
}

const talus_forest *talus_forest_preset(const char *name)
{
    for (const talus_forest *f = forest_presets; f->name[0] != '\0'; f++) {
        if (name != NULL && same_name(f->name, name)) {
            return f;
        }
    }
    return NULL;
}

const talus_forest *talus_forest_presets(void)
{
    return forest_presets;
}

static size_t clamp_index(double position, size_t count)
{
    if (!(position >= 0.0)) {
        return 0;
    }
    return position < (double)count ? (size_t)position : count - 1;
}

unsigned talus_class_map_at(const talus_class_map *map, double x, double y)
{
    if (map == NULL || map->classes == NULL) {
        return 0;
    }
    const size_t i = clamp_index(floor((x - map->x0) / map->cell), map->nx);
    const size_t j = clamp_index(floor((y - map->y0) / map->cell), map->ny);
    return map->classes[j * map->nx + i];
}

void talus_class_map_clear(talus_class_map *map)
{
    if (map != NULL) {
        free(map->classes);
        memset(map, 0, sizeof *map);
    }
}
