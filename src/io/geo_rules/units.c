// SPDX-License-Identifier: GPL-3.0-or-later
// Units of heights by any name, and which of those that a file and its user name counts.
#include "io/geo_rules/heights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The same unit: the two feet differ by 2e-6, and "ft" is written for both.
static const double same_unit = 1e-4;
static const double us_foot = 1200.0 / 3937.0;

typedef enum word_kind { WORD_LENGTH, WORD_SURVEY, WORD_INTERNATIONAL, WORD_NOTHING } word_kind;
typedef struct unit_word {
    const char *word;
    word_kind kind;
    double metres;
} unit_word;

static const unit_word unit_words[] = {
    {"m", WORD_LENGTH, 1.0},
    {"metre", WORD_LENGTH, 1.0},
    {"meter", WORD_LENGTH, 1.0},
    {"metres", WORD_LENGTH, 1.0},
    {"meters", WORD_LENGTH, 1.0},
    {"metro", WORD_LENGTH, 1.0},
    {"metros", WORD_LENGTH, 1.0},
    {"metri", WORD_LENGTH, 1.0},
    {"m\xc3\xa8tre", WORD_LENGTH, 1.0},
    {"m\xc3\xa8tres", WORD_LENGTH, 1.0},
    {"mm", WORD_LENGTH, 1e-3},
    {"millimetre", WORD_LENGTH, 1e-3},
    {"millimeter", WORD_LENGTH, 1e-3},
    {"millimetres", WORD_LENGTH, 1e-3},
    {"millimeters", WORD_LENGTH, 1e-3},
    {"cm", WORD_LENGTH, 1e-2},
    {"centimetre", WORD_LENGTH, 1e-2},
    {"centimeter", WORD_LENGTH, 1e-2},
    {"centimetres", WORD_LENGTH, 1e-2},
    {"centimeters", WORD_LENGTH, 1e-2},
    {"dm", WORD_LENGTH, 1e-1},
    {"decimetre", WORD_LENGTH, 1e-1},
    {"decimeter", WORD_LENGTH, 1e-1},
    {"decimetres", WORD_LENGTH, 1e-1},
    {"decimeters", WORD_LENGTH, 1e-1},
    {"km", WORD_LENGTH, 1e3},
    {"kilometre", WORD_LENGTH, 1e3},
    {"kilometer", WORD_LENGTH, 1e3},
    {"ft", WORD_LENGTH, 0.3048},
    {"foot", WORD_LENGTH, 0.3048},
    {"feet", WORD_LENGTH, 0.3048},
    {"ftus", WORD_LENGTH, 1200.0 / 3937.0},
    {"usft", WORD_LENGTH, 1200.0 / 3937.0},
    {"sft", WORD_LENGTH, 1200.0 / 3937.0},
    {"ift", WORD_LENGTH, 0.3048},
    {"us", WORD_SURVEY, 0.0},
    {"usa", WORD_SURVEY, 0.0},
    {"survey", WORD_SURVEY, 0.0},
    {"international", WORD_INTERNATIONAL, 0.0},
    {"intl", WORD_INTERNATIONAL, 0.0},
    {"int", WORD_INTERNATIONAL, 0.0},
    {"i", WORD_INTERNATIONAL, 0.0},
    {"above", WORD_NOTHING, 0.0},
    {"mean", WORD_NOTHING, 0.0},
    {"sea", WORD_NOTHING, 0.0},
    {"level", WORD_NOTHING, 0.0},
    {"msl", WORD_NOTHING, 0.0},
    {"asl", WORD_NOTHING, 0.0},
    {"amsl", WORD_NOTHING, 0.0},
    {"height", WORD_NOTHING, 0.0},
    {"heights", WORD_NOTHING, 0.0},
    {"elevation", WORD_NOTHING, 0.0},
    {"ellipsoidal", WORD_NOTHING, 0.0},
    {"orthometric", WORD_NOTHING, 0.0},
    {"navd88", WORD_NOTHING, 0.0},
    {"ngvd29", WORD_NOTHING, 0.0},
    {"navd", WORD_NOTHING, 0.0},
    {"egm96", WORD_NOTHING, 0.0},
    {"egm2008", WORD_NOTHING, 0.0},
};

/// The next word in small letters, without points; other punctuation divides. False at the end.
static bool next_word(const char **at, char *word, size_t size)
{
    size_t length = 0;
    for (; **at != '\0'; (*at)++) {
        const unsigned char c = (unsigned char)**at;
        const bool capital = c >= 'A' && c <= 'Z';
        const bool kept = capital || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c >= 0x80;
        if (kept && length + 1 < size) {
            word[length++] = (char)(capital ? c - 'A' + 'a' : c);
        } else if (kept || c == '/' || c == '*' || c == '^' || c == '%') {
            word[0] = '\0'; // too long, or a unit that is made of others
            return true;
        } else if (c != '.' && length > 0) {
            break;
        }
    }
    word[length] = '\0';
    return length > 0;
}

double geo_metres_per_unit(const char *name)
{
    char word[24];
    double metres = 0.0;
    bool is_survey = false, is_international = false;
    while (next_word(&name, word, sizeof word)) {
        const unit_word *found = NULL;
        for (size_t k = 0; k < sizeof unit_words / sizeof unit_words[0]; k++) {
            found = strcmp(unit_words[k].word, word) == 0 ? &unit_words[k] : found;
        }
        if (found == NULL) {
            return 0.0;
        }
        if (found->kind == WORD_LENGTH) {
            if (metres > 0.0 && fabs(found->metres / metres - 1.0) > same_unit) {
                return 0.0;
            }
            metres = metres > 0.0 ? fmin(metres, found->metres) : found->metres;
            is_survey = is_survey || found->metres == us_foot;
        }
        is_survey = is_survey || found->kind == WORD_SURVEY;
        is_international = is_international || found->kind == WORD_INTERNATIONAL;
    }
    const bool is_foot = metres > 0.0 && fabs(metres / us_foot - 1.0) < same_unit;
    if ((is_survey || is_international) && (!is_foot || (is_survey && is_international))) {
        return 0.0;
    }
    return is_survey ? us_foot : metres;
}

/// Past a text in quotes, in which a quote is doubled; NULL where there is none.
static const char *skip_quoted(const char *at)
{
    if (*at != '"') {
        return NULL;
    }
    for (at++; *at != '\0'; at++) {
        if (*at == '"' && at[1] != '"') {
            return at + 1;
        }
        at += *at == '"' ? 1 : 0;
    }
    return NULL;
}

geo_vertical_axis geo_vertical_axis_of(const char *wkt)
{
    geo_vertical_axis axis = {0};
    for (const char *at = strstr(wkt, "AXIS["); at != NULL; at = strstr(at + 1, "AXIS[")) {
        const char *behind = skip_quoted(at + 5);
        if (behind == NULL) {
            break;
        }
        const bool is_up = strncmp(behind, ",up", 3) == 0;
        axis.is_down = strncmp(behind, ",down", 5) == 0;
        const char *unit = is_up || axis.is_down ? strstr(behind, "LENGTHUNIT[") : NULL;
        const char *end = unit != NULL ? skip_quoted(unit + 11) : NULL;
        if (end != NULL && *end == ',') {
            const char *name = unit + 12;
            snprintf(axis.unit, sizeof axis.unit, "%.*s", (int)(end - 1 - name), name);
            const double known = geo_metres_per_unit(axis.unit);
            axis.metres = known > 0.0 ? known : strtod(end + 1, NULL);
            break;
        }
    }
    if (!(axis.metres > 0.0 && isfinite(axis.metres))) {
        return (geo_vertical_axis){0};
    }
    return axis;
}

void geo_zunits_of(const char *text, size_t size, char *word, size_t word_size)
{
    static const char key[] = "zunits";
    size_t at = 0, length = 0;
    while (at < size) {
        size_t k = 0;
        while (at < size && (text[at] == ' ' || text[at] == '\t')) {
            at++;
        }
        while (at < size && k < sizeof key - 1 && (text[at] | 0x20) == key[k]) {
            at++;
            k++;
        }
        if (k == sizeof key - 1 && at < size && (text[at] == ' ' || text[at] == '\t')) {
            while (at < size && (text[at] == ' ' || text[at] == '\t')) {
                at++;
            }
            for (; at < size && text[at] > ' ' && length + 1 < word_size; at++) {
                word[length++] = text[at];
            }
            break;
        }
        while (at < size && text[at] != '\n') {
            at++;
        }
        at++;
    }
    word[length] = '\0';
}

/// FEET are those of the US survey; a number says how many units a metre has. 0: nothing is said.
static double metres_of_zunits(const char *word)
{
    char *end = NULL;
    const double per_metre = strtod(word, &end);
    if (end != word && *end == '\0') {
        return per_metre > 0.0 && isfinite(per_metre) ? 1.0 / per_metre : 0.0;
    }
    const double metres = geo_metres_per_unit(word);
    return metres == 0.3048 ? us_foot : metres;
}

/// What a part of the file, or the user, says of the unit.
typedef struct claim {
    const char *source, *name;
    double metres; ///< 0: says nothing, or something unknown
} claim;

static talus_status refuse_contradiction(const char *path, const claim *a, const claim *b,
                                         talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s: the unit of its heights is \"%s\" by %s and \"%s\" by %s: say the "
                           "right one with `height_unit:` under terrain (--height-unit), e.g. "
                           "`height_unit: m`",
                           path, a->name, a->source, b->name, b->source);
}

static talus_status compare_claims(const char *path, const claim *claims, size_t count,
                                   const claim **chosen, talus_error *error)
{
    *chosen = NULL;
    for (size_t k = 0; k < count; k++) {
        if (!(claims[k].metres > 0.0)) {
            continue;
        }
        if (*chosen != NULL && fabs(claims[k].metres / (*chosen)->metres - 1.0) > same_unit) {
            return refuse_contradiction(path, *chosen, &claims[k], error);
        }
        *chosen = *chosen == NULL ? &claims[k] : *chosen;
    }
    return TALUS_OK;
}

static void say_unit(const char *path, const claim *chosen, talus_diagnostics *diagnostics)
{
    if (chosen->metres != 1.0) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: the heights are in \"%s\", converted to metres (x %.9g)", path,
                              chosen->name, chosen->metres);
    }
}

static const char *text_of(const char *text)
{
    return text != NULL ? text : "";
}

/// The user's word, in which another of the file's is named.
static talus_status use_key(const char *path, const char *key, const claim *claims, size_t count,
                            talus_diagnostics *diagnostics, geo_unit *unit, talus_error *error)
{
    const claim given = {"`height_unit:`", key, geo_metres_per_unit(key)};
    if (!(given.metres > 0.0)) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "`height_unit: %s` is not a unit of heights, expected m, ft, us_ft, dm, "
            "cm or mm",
            key);
    }
    for (size_t k = 0; k < count; k++) {
        if (claims[k].metres > 0.0 && fabs(claims[k].metres / given.metres - 1.0) > same_unit) {
            talus_diagnostics_say(
                diagnostics, TALUS_NOTE,
                "%s: the unit of its heights, \"%s\" by %s, is replaced by %s, as "
                "asked for",
                path, claims[k].name, claims[k].source, key);
        }
    }
    say_unit(path, &given, diagnostics);
    unit->metres = given.metres;
    unit->is_said = true;
    return TALUS_OK;
}

talus_status geo_choose_unit(const char *path, const geo_unit_claims *claims,
                             talus_diagnostics *diagnostics, geo_unit *unit, talus_error *error)
{
    enum { SOURCES = 3 };
    const char *band = text_of(claims->band), *zunits = text_of(claims->zunits);
    const claim sources[SOURCES] = {{"the band", band, geo_metres_per_unit(band)},
                                    {"the vertical coordinate reference system",
                                     claims->vertical.unit, claims->vertical.metres},
                                    {"Zunits of the .prj file", zunits, metres_of_zunits(zunits)}};
    *unit = (geo_unit){.metres = 1.0};
    if (claims->vertical.is_down) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%s: the vertical axis of its coordinate reference system points "
            "down (depths), rocks need heights: turn the sign of the values, and "
            "name the system with `crs:`",
            path);
    }
    if (text_of(claims->key)[0] != '\0') {
        return use_key(path, claims->key, sources, SOURCES, diagnostics, unit, error);
    }
    const claim *chosen = NULL;
    const talus_status status = compare_claims(path, sources, SOURCES, &chosen, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (chosen != NULL) {
        say_unit(path, chosen, diagnostics);
        unit->metres = chosen->metres;
        unit->is_said = true;
        return TALUS_OK;
    }
    unit->is_asked = claims->horizontal > 0.0 && fabs(claims->horizontal - 1.0) > same_unit;
    snprintf(unit->beside, sizeof unit->beside, "%s", text_of(claims->horizontal_name));
    if (band[0] != '\0' && !unit->is_asked) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: the heights' unit \"%s\" is not known, they are taken as metres",
                              path, band);
    }
    return TALUS_OK;
}
