// SPDX-License-Identifier: GPL-3.0-or-later
// Named grounds and forests, with where their numbers come from.           [docs/theory.md 6, 7]
#include "talus/site.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define CORROBORATED "corroborated"
#define DEFAULT "literature default, uncorroborated"
#define FRICTION "friction corroborated (Lu et al. 2019)"
#define NO_MEASUREMENT "; no measurement of this class"
#define SOIL                                                                                       \
    "friction and soil law of Lu et al. 2019; modulus and drag fitted to published impacts of "    \
    "780 kg on one slope, scaled to other masses by the m^(1/3) of the same paper, unverified"

#define STONY                                                                                      \
    "modulus, least friction and bumps chosen on half of 62 measured runs of 40 to 79 kg "         \
    "(Tschamut 2014), checked on the other half; too hard for six impacts of 780 kg"
#define FIRST_STONY                                                                                \
    "soil as medium; least friction and bumps chosen on half of 62 measured runs of 40 to 79 kg "  \
    "(Tschamut 2014) with hulls that were too small, checked on the other half and on six impacts"

/// A number and its scatter from impact to impact.
#define LOGNORMAL(median)                                                                          \
    {                                                                                              \
        .law = TALUS_LAW_LOGNORMAL, .a = median, .b = 0.4, .max = HUGE_VAL                         \
    }
#define DRAW(modulus)                                                                              \
    {                                                                                              \
        .laws = {[TALUS_VARIED_SOIL_MODULUS] = LOGNORMAL(modulus),                                 \
                 [TALUS_VARIED_SOIL_DRAG] = LOGNORMAL(3.0)},                                       \
        .soil_per_impact = true                                                                    \
    }
static const talus_ground_draw draw_40 = DRAW(40e6), draw_30 = DRAW(30e6), draw_20 = DRAW(20e6),
                               draw_14 = DRAW(14e6), draw_10 = DRAW(10e6), draw_7 = DRAW(7e6);

/// Soil over a plane with the friction "hard". C_s 2, so that the drag number is 3.
#define SOFT(name_, modulus_, draw_, source_)                                                      \
    {                                                                                              \
        .name = name_, .mu_min = 0.55, .mu_max = 2.0, .kappa = 3.0, .beta = 185.0, .drag = 0.5,    \
        .source = source_, .soil = {.modulus = modulus_, .drag = 2.0, .density = 1700.0},          \
        .draw = &draw_, .cushion = 1.0                                                             \
    }
/// Bumps of its own for each rock.
#define BUMPS(amplitude_)                                                                          \
    {                                                                                              \
        .amplitude = amplitude_, .spacing = 1.0, .clear = 10.0, .seed = 1, .per_rock = true        \
    }
#define BARE(name_, mu_min_, mu_max_, kappa_, beta_, drag_, cushion_, source_)                     \
    {                                                                                              \
        .name = name_, .mu_min = mu_min_, .mu_max = mu_max_, .kappa = kappa_, .beta = beta_,       \
        .drag = drag_, .source = source_, .cushion = cushion_                                      \
    }
#define HARD(name_, mu_min_, mu_max_, kappa_, beta_, drag_, source_)                               \
    BARE(name_, mu_min_, mu_max_, kappa_, beta_, drag_, 0.0, source_)
#define SOFT_SURFACE 0.9 /* of an impact's energy breaks no rock: a choice, docs/bodies.md 4.1 */

/// Soil as of SOFT with bumps.
#define STONY_MEADOW(name_, mu_min_, modulus_, draw_, bumps_, source_)                             \
    {                                                                                              \
        .name = name_, .mu_min = mu_min_, .mu_max = 2.0, .kappa = 3.0, .beta = 185.0, .drag = 0.5, \
        .source = source_, .soil = {.modulus = modulus_, .drag = 2.0, .density = 1700.0},          \
        .draw = &draw_, .cushion = 1.0, .roughness = BUMPS(bumps_)                                 \
    }

/// Version 2, where not said.                                       [docs/ground.md, section 6]
static const talus_ground grounds[] = {
    SOFT("extra_soft", 7e6, draw_7, SOIL NO_MEASUREMENT),
    SOFT("soft", 10e6, draw_10, SOIL),
    SOFT("medium_soft", 14e6, draw_14, SOIL),
    SOFT("medium", 20e6, draw_20, SOIL),
    SOFT("medium_hard", 40e6, draw_40, SOIL NO_MEASUREMENT),
    // name, mu_min, mu_max, kappa 1/m, beta 1/s, drag 1/s, source
    HARD("hard", 0.55, 2.0, 3.0, 185.0, 0.5, FRICTION),
    HARD("extra_hard", 0.80, 2.0, 4.0, 200.0, 0.3, CORROBORATED),
    BARE("snow", 0.10, 0.35, 2.0, 150.0, 0.7, 1.0, DEFAULT),
    STONY_MEADOW("stony_meadow", 1.20, 30e6, draw_30, 0.05, STONY), // version 3
    {.name = ""},
};

/// Version 1: no soil. At the end what came with version 2.
static const talus_ground old_grounds[] = {
    BARE("extra_soft@1", 0.20, 2.0, 1.0, 50.0, 0.9, SOFT_SURFACE, CORROBORATED),
    BARE("soft@1", 0.25, 2.0, 1.25, 100.0, 0.8, SOFT_SURFACE, DEFAULT),
    HARD("medium_soft@1", 0.30, 2.0, 1.5, 125.0, 0.7, DEFAULT),
    HARD("medium@1", 0.35, 2.0, 2.0, 150.0, 0.6, DEFAULT),
    HARD("medium_hard@1", 0.40, 2.0, 2.5, 175.0, 0.55, DEFAULT),
    HARD("hard@1", 0.55, 2.0, 3.0, 185.0, 0.5, FRICTION),
    HARD("extra_hard@1", 0.80, 2.0, 4.0, 200.0, 0.3, CORROBORATED),
    BARE("snow@1", 0.10, 0.35, 2.0, 150.0, 0.7, 1.0, DEFAULT),
    STONY_MEADOW("stony_meadow@2", 0.80, 20e6, draw_20, 0.1, FIRST_STONY),
    {.name = ""},
};

/// Up to 30 m. No source gives a rotational drag.
#define FOREST(name_, drag_, hold_height_, hold_path_, source_)                                    \
    {                                                                                              \
        .name = name_, .drag = drag_, .height = 30.0, .hold_height = hold_height_,                 \
        .hold_path = hold_path_, .source = source_                                                 \
    }
#define HOLD "; height and path of the hold assumed, no measurement"

/// Version 2: what lies in the forest holds a rock that creeps.     [docs/ground.md, section 9]
/// Basal area about 20, 35 and 50 m2/ha.
static const talus_forest forests[] = {
    // name, drag kg/s, hold height m, hold path m, source
    FOREST("open", 250.0, 0.3, 10.0, DEFAULT HOLD),
    FOREST("medium", 500.0, 0.3, 10.0, DEFAULT HOLD),
    FOREST("dense", 750.0, 0.3, 10.0, DEFAULT HOLD),
    {.name = ""},
};

/// Version 1: drag alone.
static const talus_forest first_forests[] = {
    FOREST("open@1", 250.0, 0.0, 10.0, DEFAULT),
    FOREST("medium@1", 500.0, 0.0, 10.0, DEFAULT),
    FOREST("dense@1", 750.0, 0.0, 10.0, DEFAULT),
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

static const talus_ground *find_ground(const talus_ground *list, const char *name)
{
    for (; list->name[0] != '\0'; list++) {
        if (match_name(list->name, name)) {
            return list;
        }
    }
    return NULL;
}

static const talus_forest *find_forest(const talus_forest *list, const char *name)
{
    for (; list->name[0] != '\0'; list++) {
        if (match_name(list->name, name)) {
            return list;
        }
    }
    return NULL;
}

/// A name that may end in a version, in two: `plain` for the newest list, else NULL and the name is
/// looked up in the list of the first version.
typedef struct versioned_name {
    char plain[32];
    bool is_newest;
} versioned_name;

static versioned_name split_name(const char *name, int newest)
{
    versioned_name split = {.is_newest = true};
    const char *version = name != NULL ? strchr(name, '@') : NULL;
    const char expected[] = {'@', (char)('0' + newest), '\0'};
    const size_t length = version != NULL ? (size_t)(version - name)
                          : name != NULL  ? strlen(name)
                                          : 0;
    if ((version != NULL && strcmp(version, expected) != 0) || length >= sizeof split.plain) {
        split.is_newest = false;
    } else if (name != NULL) {
        memcpy(split.plain, name, length);
    }
    return split;
}

/// Of the newest list.
static int newest_version(const char *name)
{
    return match_name("stony_meadow", name) ? 3 : TALUS_GROUND_PRESET_VERSION;
}

const talus_ground *talus_ground_preset(const char *name)
{
    char plain[32] = "";
    const size_t length = name != NULL ? strcspn(name, "@") : 0;
    memcpy(plain, name != NULL ? name : "", length < sizeof plain ? length : 0);
    const versioned_name split = split_name(name, newest_version(plain));
    return split.is_newest ? find_ground(grounds, split.plain) : find_ground(old_grounds, name);
}

/// 0: none. @param preset its name
static int version_of(const char *preset, int newest)
{
    const char *version = preset != NULL ? strchr(preset, '@') : NULL;
    return preset == NULL ? 0 : version != NULL ? version[1] - '0' : newest;
}

int talus_ground_preset_version(const char *name)
{
    const talus_ground *preset = talus_ground_preset(name);
    return preset != NULL ? version_of(preset->name, newest_version(preset->name)) : 0;
}

const talus_ground *talus_ground_presets(void)
{
    return grounds;
}

const talus_forest *talus_forest_preset(const char *name)
{
    const versioned_name split = split_name(name, TALUS_FOREST_PRESET_VERSION);
    return split.is_newest ? find_forest(forests, split.plain) : find_forest(first_forests, name);
}

int talus_forest_preset_version(const char *name)
{
    const talus_forest *preset = talus_forest_preset(name);
    return version_of(preset != NULL ? preset->name : NULL, TALUS_FOREST_PRESET_VERSION);
}

const talus_forest *talus_forest_presets(void)
{
    return forests;
}
