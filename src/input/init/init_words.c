// SPDX-License-Identifier: GPL-3.0-or-later
// What words on maps say about ground and forest, in English, German, French and Italian.
#include "input/init/init.h"

#include "talus/site.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { WORD_SIZE = 120 };

typedef struct meaning {
    const char *part;   ///< of a word in small letters
    const char *preset; ///< of the ground it names
} meaning;

/// The first part that a word has decides: loose rock before rock, wet meadow before meadow. Where a
/// word leaves a choice, the harder ground stands here: rocks run farther on it.
static const meaning grounds[] = {
    {"snow", "snow"},
    {"schnee", "snow"},
    {"neige", "snow"},
    {"swamp", "extra_soft"},
    {"marsh", "extra_soft"},
    {"sumpf", "extra_soft"},
    {"moor", "extra_soft"},
    {"wetland", "extra_soft"},
    {"marais", "extra_soft"},
    {"palude", "extra_soft"},
    {"boulder", "medium_hard"},
    {"coarse", "medium_hard"},
    {"grobblock", "medium_hard"},
    {"block", "medium_hard"},
    {"scree", "medium"},
    {"talus", "medium"},
    {"debris", "medium"},
    {"moraine", "medium"},
    {"schutt", "medium"},
    {"ger\xc3\xb6ll", "medium"},
    {"geroell", "medium"},
    {"boulis", "medium"},
    {"detrit", "medium"},
    {"gravel", "medium"},
    {"kies", "medium"},
    {"rock", "hard"},
    {"cliff", "hard"},
    {"fels", "hard"},
    {"roche", "hard"},
    {"rocci", "hard"},
    {"asphalt", "hard"},
    {"road", "hard"},
    {"strass", "hard"},
    {"stra\xc3\x9f"
     "e",
     "hard"},
    {"route", "hard"},
    {"strada", "hard"},
    {"meadow", "medium_soft"},
    {"pasture", "medium_soft"},
    {"grass", "medium_soft"},
    {"turf", "medium_soft"},
    {"wiese", "medium_soft"},
    {"weide", "medium_soft"},
    {"prairie", "medium_soft"},
    {"prato", "medium_soft"},
    {"pascol", "medium_soft"},
    {"forest", "medium_soft"},
    {"wald", "medium_soft"},
    {"bosc", "medium_soft"},
    {"soil", "medium_soft"},
    {"clay", "medium_soft"},
    {"lehm", "medium_soft"},
    {"alluv", "medium_soft"},
    {"colluv", "medium_soft"},
};

static const meaning forests[] = {
    {"dense", "dense"},   {"dicht", "dense"},   {"fitto", "dense"},  {"geschlossen", "dense"},
    {"open", "open"},     {"locker", "open"},   {"lichte", "open"},  {"clair", "open"},
    {"medium", "medium"}, {"mittel", "medium"}, {"moyen", "medium"},
};

/// Small letters, of ASCII alone.
static void lower(const char *word, char *small)
{
    size_t k = 0;
    for (; word[k] != '\0' && k + 1 < WORD_SIZE; k++) {
        small[k] = (char)tolower((unsigned char)word[k]);
    }
    small[k] = '\0';
}

static const char *look_up(const meaning *list, size_t count, const char *word)
{
    for (size_t k = 0; k < count; k++) {
        if (strstr(word, list[k].part) != NULL) {
            return list[k].preset;
        }
    }
    return NULL;
}

const char *init_ground_of(const char *word)
{
    char small[WORD_SIZE];
    lower(word, small);
    const talus_ground *preset = talus_ground_preset(small);
    if (preset != NULL) {
        return preset->name;
    }
    return look_up(grounds, sizeof grounds / sizeof grounds[0], small);
}

const char *init_forest_of(const char *word)
{
    char small[WORD_SIZE];
    lower(word, small);
    const talus_forest *preset = talus_forest_preset(small);
    if (preset != NULL) {
        return preset->name;
    }
    return look_up(forests, sizeof forests / sizeof forests[0], small);
}
