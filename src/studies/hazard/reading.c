// SPDX-License-Identifier: GPL-3.0-or-later
// What a caller reads of rules and of an assessment: facts, arrays of cells, tables.
#include "studies/hazard/products.h"

#include "foundation/base/sized.h"

#include <stdlib.h>
#include <string.h>

talus_status talus_rules_facts_of(const talus_rules *rules, talus_rules_facts *facts,
                                  talus_error *error)
{
    if (rules == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the rules are NULL");
    }
    const talus_rules_facts own = {.title = rules->keys.title,
                                   .source = rules->keys.source,
                                   .is_annual = rules->keys.basis == HAZARD_RETURN_PERIOD,
                                   .level_count = rules->level_count,
                                   .levels = rules->levels,
                                   .class_count = rules->class_count,
                                   .zone_count = rules->zone_count,
                                   .uncertain_count = rules->uncertain_count};
    return sized_give(facts, &own, sizeof own, "talus_rules_facts", error);
}

talus_status talus_rules_zone_of(const talus_rules *rules, size_t index, talus_rules_zone *zone,
                                 talus_error *error)
{
    if (rules == NULL || zone == NULL || index >= rules->zone_count) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the rules or the place are NULL, or there is no zone %zu", index);
    }
    const hazard_zone *from = &rules->zones[index];
    *zone = (talus_rules_zone){from->name, from->title != NULL ? from->title : from->name,
                               from->colour, from->hatched};
    return TALUS_OK;
}

talus_status talus_rules_class_of(const talus_rules *rules, size_t index,
                                  talus_rules_class *intensity, talus_error *error)
{
    if (rules == NULL || intensity == NULL || index >= rules->class_count) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the rules or the place are NULL, or there is no class %zu", index);
    }
    const hazard_intensity *from = &rules->classes[index];
    *intensity = (talus_rules_class){from->name, from->colour, 1e3 * from->from_kj};
    return TALUS_OK;
}

talus_status talus_rules_zoning(const talus_rules *rules, talus_zoning *zoning, talus_error *error)
{
    if (zoning == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the zoning is NULL");
    }
    *zoning = hazard_zoning_of(rules);
    return TALUS_OK;
}

const talus_rules *talus_hazard_rules(const talus_hazard *hazard)
{
    return hazard != NULL ? hazard->rules : NULL;
}

static talus_status need_zones(const talus_hazard *hazard, const void *place, talus_error *error)
{
    return hazard != NULL && hazard->assessment != NULL && place != NULL
               ? TALUS_OK
               : talus_error_set(
                     error, TALUS_ERROR_ARGUMENT,
                     "the assessment or the place is NULL, or it has no zones: expected "
                     "rules with a matrix and talus_hazard_assess");
}

talus_status talus_hazard_tally_of(const talus_hazard *hazard, talus_hazard_tally *tally,
                                   talus_error *error)
{
    const talus_status status = need_zones(hazard, tally, error);
    return status == TALUS_OK ? sized_give(tally, &hazard->assessment->tally, sizeof *tally,
                                           "talus_hazard_tally", error)
                              : status;
}

/// Cells of the window; what no rock touched lies outside of what is kept.
static talus_status read_cells(const hazard_assessment *a, const uint8_t *from,
                               const talus_window *window, uint8_t *values, talus_error *error)
{
    const talus_window whole = {.nx = a->cells.nx, .ny = a->cells.ny}, *kept = &a->window;
    const talus_window *w = window != NULL ? window : &whole;
    if (w->i > whole.nx || w->nx > whole.nx - w->i || w->j > whole.ny || w->ny > whole.ny - w->j) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "a window of %zu x %zu cells from (%zu, %zu) on; there are %zu x %zu", w->nx, w->ny,
            w->i, w->j, whole.nx, whole.ny);
    }
    for (size_t j = 0; j < w->ny; j++) {
        for (size_t i = 0; i < w->nx; i++) {
            const size_t x = w->i + i, y = w->j + j;
            const bool is_kept =
                x >= kept->i && x - kept->i < kept->nx && y >= kept->j && y - kept->j < kept->ny;
            values[j * w->nx + i] = is_kept ? from[(y - kept->j) * kept->nx + (x - kept->i)] : 0;
        }
    }
    return TALUS_OK;
}

talus_status talus_hazard_zones(const talus_hazard *hazard, const talus_window *window,
                                uint8_t *zones, talus_error *error)
{
    const talus_status status = need_zones(hazard, zones, error);
    return status == TALUS_OK
               ? read_cells(hazard->assessment, hazard->assessment->mapped, window, zones, error)
               : status;
}

talus_status talus_hazard_intensities(const talus_hazard *hazard, size_t level,
                                      const talus_window *window, uint8_t *classes,
                                      talus_error *error)
{
    const talus_status status = need_zones(hazard, classes, error);
    if (status == TALUS_OK && level >= hazard->rules->level_count) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "level %zu; the rules have %zu", level,
                               hazard->rules->level_count);
    }
    return status == TALUS_OK ? read_cells(hazard->assessment, hazard->assessment->levels[level],
                                           window, classes, error)
                              : status;
}

talus_status talus_hazard_table(talus_hazard *hazard, const talus_campaign *campaign,
                                const talus_results *results, const char *name, talus_table *table,
                                talus_error *error)
{
    if (hazard == NULL || campaign == NULL || results == NULL || name == NULL || table == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the assessment, the campaign, the results, the name or the place "
                               "for the table is NULL");
    }
    if (strcmp(name, "curves") == 0) {
        free(hazard->curves);
        return hazard_tabulate_curves(campaign, results, hazard->keys->years, &hazard->curves,
                                      table, error);
    }
    if (strcmp(name, "designs") == 0 && hazard->rules != NULL &&
        (hazard->rules->keys.design.node != NULL || hazard->rules->keys.nets.node != NULL)) {
        free(hazard->designs);
        return hazard_tabulate_designs(campaign, results, hazard->rules, &hazard->designs, table,
                                       error);
    }
    return talus_error_set(
        error, TALUS_ERROR_ARGUMENT,
        "\"%s\" is not a table of this assessment; expected curves, or designs with "
        "rules that have them",
        name);
}
