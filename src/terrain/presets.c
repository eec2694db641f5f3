// SPDX-License-Identifier: GPL-3.0-or-later
// Named grounds and forests, with where their numbers come from.           [docs/theory.md 6, 7]
#include "talus/terrain.h"

#define CORROBORATED "corroborated"
#define DEFAULT "literature default, uncorroborated"
#define FRICTION "friction corroborated (Lu et al. 2019)"
#define NO_SOIL                                                                                    \
    {                                                                                              \
        0.0, 0.0, 0.0, 0.0                                                                         \
    }

static const talus_ground grounds[] = {
    // name, mu_min, mu_max, kappa 1/m, beta 1/s, drag 1/s, epsilon_n, epsilon_t, source, variation,
    // soil
    {"extra_soft", 0.20, 2.0, 1.0, 50.0, 0.9, 0.0, 0.0, CORROBORATED, NULL, NO_SOIL, NULL},
    {"soft", 0.25, 2.0, 1.25, 100.0, 0.8, 0.0, 0.0, DEFAULT, NULL, NO_SOIL, NULL},
    {"medium_soft", 0.30, 2.0, 1.5, 125.0, 0.7, 0.0, 0.0, DEFAULT, NULL, NO_SOIL, NULL},
    {"medium", 0.35, 2.0, 2.0, 150.0, 0.6, 0.0, 0.0, DEFAULT, NULL, NO_SOIL, NULL},
    {"medium_hard", 0.40, 2.0, 2.5, 175.0, 0.55, 0.0, 0.0, DEFAULT, NULL, NO_SOIL, NULL},
    {"hard", 0.55, 2.0, 3.0, 185.0, 0.5, 0.0, 0.0, FRICTION, NULL, NO_SOIL, NULL},
    {"extra_hard", 0.80, 2.0, 4.0, 200.0, 0.3, 0.0, 0.0, CORROBORATED, NULL, NO_SOIL, NULL},
    {"snow", 0.10, 0.35, 2.0, 150.0, 0.7, 0.0, 0.0, DEFAULT, NULL, NO_SOIL, NULL},
    {.name = ""},
};

// Basal area about 20, 35 and 50 m2/ha. No source gives a rotational drag.
static const talus_forest forests[] = {
    // name, drag kg/s, rotational drag, height m, source
    {"open", 250.0, {0.0, 0.0, 0.0}, 30.0, DEFAULT},
    {"medium", 500.0, {0.0, 0.0, 0.0}, 30.0, DEFAULT},
    {"dense", 750.0, {0.0, 0.0, 0.0}, 30.0, DEFAULT},
    {.name = ""},
};

static char join_words(char c)
{
    return c == ' ' ? '_' : c;
}

/// Equal names; a space counts as an underscore.
static bool match_name(const char *preset, const char *name)
{
    size_t k = 0;
    if (name == NULL) {
        return false;
    }
    while (preset[k] != '\0' && join_words(name[k]) == preset[k]) {
        k++;
    }
    return preset[k] == '\0' && name[k] == '\0';
}

const talus_ground *talus_ground_preset(const char *name)
{
    for (const talus_ground *ground = grounds; ground->name[0] != '\0'; ground++) {
        if (match_name(ground->name, name)) {
            return ground;
        }
    }
    return NULL;
}

const talus_ground *talus_ground_presets(void)
{
    return grounds;
}

const talus_forest *talus_forest_preset(const char *name)
{
    for (const talus_forest *forest = forests; forest->name[0] != '\0'; forest++) {
        if (match_name(forest->name, name)) {
            return forest;
        }
    }
    return NULL;
}

const talus_forest *talus_forest_presets(void)
{
    return forests;
}
