// SPDX-License-Identifier: GPL-3.0-or-later
// Rasters by name, their group and order.
#include "io/catalogue/catalogue.h"

#include "foundation/files/files.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Rasters by the beginning of their names, the important ones first; the first that fits counts.
static const struct {
    const char *prefix;
    catalogue_group group;
} rows[] = {{"terrain", CATALOGUE_TERRAIN},
            {"zones", CATALOGUE_HAZARD},
            {"reach_probability", CATALOGUE_REACH},
            {"kinetic_energy_p95", CATALOGUE_ENERGY},
            {"jump_height_p95", CATALOGUE_HEIGHT},
            {"speed_p95", CATALOGUE_SPEED},
            {"passages", CATALOGUE_REACH},
            {"deposits", CATALOGUE_REACH},
            {"intensity_", CATALOGUE_HAZARD},
            {"annual_", CATALOGUE_HAZARD},
            {"agreement", CATALOGUE_REACH},
            {"reach_", CATALOGUE_REACH},
            {"kinetic_energy_max", CATALOGUE_ENERGY},
            {"jump_height_max", CATALOGUE_HEIGHT},
            {"speed_max", CATALOGUE_SPEED},
            {"kinetic_energy_rp", CATALOGUE_HAZARD},
            {"jump_height_rp", CATALOGUE_HAZARD},
            {"kinetic_energy_p50", CATALOGUE_ENERGY},
            {"jump_height_p50", CATALOGUE_HEIGHT},
            {"speed_p50", CATALOGUE_SPEED},
            {"kinetic_energy_exceeds", CATALOGUE_ENERGY},
            {"hit_rate_", CATALOGUE_ENERGY},
            {"sources", CATALOGUE_REACH},
            {"spin_p95", CATALOGUE_SPIN},
            {"kinetic_energy", CATALOGUE_ENERGY},
            {"jump_height", CATALOGUE_HEIGHT},
            {"speed", CATALOGUE_SPEED},
            {"spin", CATALOGUE_SPIN},
            {"translational_energy", CATALOGUE_ENERGY},
            {"rotational_energy", CATALOGUE_ENERGY},
            {"momentum", CATALOGUE_ENERGY},
            {"forest_energy", CATALOGUE_ENERGY},
            {"impacts", CATALOGUE_REACH},
            {"bodies_per_event", CATALOGUE_REACH},
            {"deposited_volume", CATALOGUE_REACH},
            {"first_arrival_time", CATALOGUE_SPEED}};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const char difference_prefix[] = "difference_", sources_prefix[] = "sources_";

static bool begins(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

/// Errors and bounds come last.
static bool is_error(const char *name)
{
    const size_t length = strlen(name);
    return (length > 3 && strcmp(name + length - 3, "_se") == 0) ||
           strstr(name, "halfwidth") != NULL || strstr(name, "_low") != NULL ||
           strstr(name, "_high") != NULL;
}

/// The layer that a raster "difference_VARIANT_LAYER" compares; NULL for another name.
static const char *compared_layer(const char *name)
{
    campaign_layer unused;
    if (!begins(name, difference_prefix)) {
        return NULL;
    }
    const char *at = strchr(name + sizeof difference_prefix - 1, '_');
    while (at != NULL && !campaign_layer_find(at + 1, &unused)) {
        at = strchr(at + 1, '_');
    }
    return at != NULL ? at + 1 : NULL;
}

catalogue_group catalogue_group_of(const char *name, size_t *rank)
{
    const char *compared = compared_layer(name), *stem = compared != NULL ? compared : name;
    size_t k = 0;
    while (k < ROWS && !begins(stem, rows[k].prefix)) {
        k++;
    }
    *rank = is_error(stem) || compared != NULL ? ROWS + 1 : k;
    return k < ROWS ? rows[k].group : CATALOGUE_OTHER;
}

/// The number at the end of a name behind a beginning: "rp30" -> 30. @return false for another name
static bool read_tail(const char *name, const char *begin, const char *end, double *number)
{
    const size_t length = strlen(begin);
    char *stop = NULL;
    if (strncmp(name, begin, length) != 0 || name[length] == '\0') {
        return false;
    }
    *number = strtod(name + length, &stop);
    return stop != name + length && strcmp(stop, end) == 0 && *number >= 0;
}

static void set_title(catalogue_layer *l, const char *format, ...) TALUS_PRINTF(2, 3);
static void set_title(catalogue_layer *l, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(l->layer.title, sizeof l->layer.title, format, arguments);
    va_end(arguments);
}

static void set_frequency(catalogue_layer *l, const char *what)
{
    l->layer.unit = "1/yr";
    l->layer.is_amount = true;
    snprintf(l->meaning.what, sizeof l->meaning.what, "%s", what);
}

/// Values of a return period.
static void set_period(catalogue_layer *l, const char *unit, const char *title, double years)
{
    l->layer.unit = unit;
    set_title(l, "%s exceeded once in %.10g years", title, years);
    snprintf(l->meaning.what, sizeof l->meaning.what, "exceeded with annual frequency 1/%.10g",
             years);
    snprintf(l->meaning.nothing, sizeof l->meaning.nothing,
             "uncoloured: rocks come less often than once in %.10g years", years);
}

/// Products of a hazard assessment.                                                    [docs/hazard.md]
static bool find_hazard(const char *name, catalogue_layer *l)
{
    static const char rocks[] =
        "annual frequency: events per year that hit an object of the reference width";
    double number = 0;
    char digits[32];
    l->layer.unit = "class";
    if (strcmp(name, "zones") == 0) {
        set_title(l, "Hazard zones");
    } else if (read_tail(name, "intensity_rp", "", &number)) {
        files_print_short(digits, number);
        set_title(l, "Intensity exceeded once in %s years", digits);
    } else if (read_tail(name, "intensity_p", "", &number)) {
        files_print_short(digits, number);
        set_title(l, "Intensity exceeded with probability %s, given a release", digits);
    } else if (strcmp(name, "annual_frequency") == 0) {
        set_frequency(l, rocks);
        set_title(l, "Rocks, annual frequency");
    } else if (read_tail(name, "annual_frequency_e", "_kj", &number)) {
        set_frequency(l, rocks);
        set_title(l, "Rocks over %.10g kJ, annual frequency", number);
    } else if (read_tail(name, "annual_frequency_h", "_m", &number)) {
        set_frequency(l, rocks);
        set_title(l, "Rocks that jump over %.10g m, annual frequency", number);
    } else if (read_tail(name, "annual_hits_e", "_kj", &number)) {
        set_frequency(
            l, "expected bodies per year on an object of the reference width, several of an event");
        set_title(l, "Bodies over %.10g kJ, per year", number);
    } else if (read_tail(name, "kinetic_energy_rp", "", &number)) {
        set_period(l, "kJ", "Kinetic energy", number);
    } else if (read_tail(name, "jump_height_rp", "", &number)) {
        set_period(l, "m", "Jump height", number);
    } else {
        return false;
    }
    return true;
}

/// Products of talus compare.
static bool find_comparison(const char *name, catalogue_layer *l)
{
    static const char *const models[] = {"hard", "soil", "lumped", "energyline"};
    const char *compared = compared_layer(name);
    l->layer.unit = "1";
    l->layer.is_amount = true;
    if (compared != NULL) {
        campaign_layer of;
        campaign_layer_find(compared, &of);
        l->layer.unit = of.unit;
        l->layer.is_amount = false;
        l->source = CATALOGUE_DIFFERENCE;
        const char *variant = name + sizeof difference_prefix - 1;
        set_title(l, "%.50s, difference of %.*s", of.title, (int)(compared - 1 - variant), variant);
        return true;
    }
    if (strcmp(name, "agreement") == 0 || strcmp(name, "agreement_share") == 0) {
        const bool is_count = name[sizeof "agreement" - 1] == '\0';
        l->layer.unit = is_count ? "models" : "1";
        set_title(l, "%s",
                  is_count ? "Models that reach the cell"
                           : "Share of the models that reach the cell");
        snprintf(l->meaning.nothing, sizeof l->meaning.nothing, "uncoloured: no model");
        return true;
    }
    for (size_t k = 0; k < sizeof models / sizeof models[0]; k++) {
        if (begins(name, "reach_") && strcmp(name + sizeof "reach_" - 1, models[k]) == 0) {
            set_title(l, "Reach probability, model %s", models[k]);
            snprintf(l->meaning.what, sizeof l->meaning.what,
                     "conditional probability, given a release");
            return true;
        }
    }
    return false;
}

/// Lines and points of single rocks, and bands of sources.tif.
static bool find_source(const char *name, catalogue_layer *l)
{
    l->meaning.nothing[0] = '\0';
    if (strcmp(name, "trajectories") == 0) {
        l->source = CATALOGUE_TRACKS;
        l->layer.unit = "kJ";
        set_title(l, "Trajectories, by largest kinetic energy");
        snprintf(l->meaning.what, sizeof l->meaning.what, "a line for each recorded rock");
    } else if (strcmp(name, "sources") == 0) {
        l->source = CATALOGUE_TRACKS;
        l->layer.unit = "m";
        set_title(l, "Sources, by run-out of the rock");
        snprintf(l->meaning.what, sizeof l->meaning.what, "a point for each rock, where it starts");
    } else if (begins(name, sources_prefix)) {
        l->source = CATALOGUE_BAND;
        l->layer.unit = "1";
        l->layer.is_amount = true;
        set_title(l, "Share of rocks that hit %.64s", name + sizeof sources_prefix - 1);
        snprintf(l->meaning.what, sizeof l->meaning.what, "of the rocks released in the cell");
        snprintf(l->meaning.nothing, sizeof l->meaning.nothing, "uncoloured: no rock");
    } else {
        return false;
    }
    return true;
}

/// Layers of a run.
static bool find_of_run(const char *name, catalogue_layer *l)
{
    const char *what = "";
    if (!campaign_layer_find(name, &l->layer)) {
        return false;
    }
    if (strcmp(l->layer.unit, "1") == 0) {
        what = "conditional probability, given a release";
    } else if (l->layer.raster.kind == TALUS_CELL_VALUE && l->layer.raster.value == TALUS_BODIES) {
        what = "bodies of an event that reaches the cell, mean";
    } else if (l->layer.raster.quantity == TALUS_HIT_ENERGY) {
        what = "bodies of a released event, mean: no probability";
    }
    snprintf(l->meaning.what, sizeof l->meaning.what, "%s", what);
    return true;
}

bool catalogue_find(const char *name, catalogue_layer *layer)
{
    static bool (*const finders[])(const char *, catalogue_layer *) = {find_hazard, find_comparison,
                                                                       find_source, find_of_run};
    if (strlen(name) >= sizeof layer->layer.name) {
        return false;
    }
    for (size_t k = 0; k < sizeof finders / sizeof finders[0]; k++) {
        *layer = (catalogue_layer){.layer = {.factor = 1.0F},
                                   .meaning = {.nothing = "uncoloured: no rock"}};
        snprintf(layer->layer.name, sizeof layer->layer.name, "%s", name);
        layer->group = catalogue_group_of(name, &layer->rank);
        if (finders[k](name, layer)) {
            return true;
        }
    }
    return false;
}

bool catalogue_is_classes(const campaign_layer *layer)
{
    return strcmp(layer->unit, "class") == 0;
}
