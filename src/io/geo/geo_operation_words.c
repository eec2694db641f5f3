// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about operations between coordinate reference systems: a coarse one, none, a missing grid.
#include "io/geo/geo_operation.h"

#include <cpl_string.h>
#include <stdio.h>
#include <string.h>

/// m, of an operation; worse ones are said.
static const double coarse = 1.0;

enum { GRID_WORDS = 1400 };

bool geo_operation_lacks_datum(OGRSpatialReferenceH crs)
{
    static const char *const words[] = {"unknown", "unnamed", "undefined", "not specified",
                                        "not_specified"};
    const char *datum = OSRGetAttrValue(crs, "DATUM", 0);
    bool lacks = datum == NULL;
    for (size_t k = 0; k < sizeof words / sizeof words[0] && !lacks; k++) {
        lacks = EQUALN(datum, words[k], strlen(words[k]));
    }
    return lacks;
}

static void set_grid(const char *name, const char *url, geo_missing_grid *grid)
{
    snprintf(grid->name, sizeof grid->name, "%s", name);
    snprintf(grid->url, sizeof grid->url, "%s", url != NULL ? url : "");
}

void geo_operation_find_grid(PJ_CONTEXT *context, const PJ *operation, geo_missing_grid *grid)
{
    const int count = proj_coordoperation_get_grid_used_count(context, operation);
    for (int k = 0; k < count; k++) {
        const char *name = NULL, *url = NULL;
        int available = 0;
        if (proj_coordoperation_get_grid_used(context, operation, k, &name, NULL, NULL, &url, NULL,
                                              NULL, &available) &&
            !available && name != NULL && strcmp(name, "@null") != 0) {
            set_grid(name + (name[0] == '@' ? 1 : 0), url, grid);
            return;
        }
    }
}

/// "NAME (projsync --file NAME, or https://...)"
static void word_grid(const geo_missing_grid *grid, char *text, size_t size)
{
    if (grid->url[0] != '\0') {
        snprintf(text, size, "%s (of PROJ's data: projsync --file %s, or %s)", grid->name,
                 grid->name, grid->url);
    } else {
        snprintf(text, size,
                 "%s (put it into a directory named by PROJ_DATA, or give its whole path)",
                 grid->name);
    }
}

bool geo_operation_is_coarse(const geo_operation *operation, double cell)
{
    return operation->accuracy > coarse || (cell > 0.0 && operation->accuracy > 0.5 * cell);
}

void geo_operation_say_coarse(const geo_operation_request *request, const geo_operation *operation,
                              const geo_operation *better, const geo_missing_grid *grid,
                              talus_diagnostics *diagnostics)
{
    char advice[GRID_WORDS + 80] = "", words[GRID_WORDS];
    if (better != NULL && grid->name[0] != '\0') {
        word_grid(grid, words, sizeof words);
        snprintf(advice, sizeof advice, "; the grid %s would allow one of %.2g m", words,
                 better->accuracy);
    }
    talus_diagnostics_say(
        diagnostics, operation->accuracy > coarse ? TALUS_WARNING : TALUS_NOTE,
        "%s: brought from %s to %s by the operation \"%s\", which is accurate to %.3g m%s",
        request->what, operation->from, operation->to, operation->name, operation->accuracy,
        advice);
}

talus_status geo_operation_refuse(const geo_operation_request *request, const geo_place *place,
                                  const geo_operation *better, const geo_missing_grid *grid,
                                  const geo_operation *detour, talus_diagnostics *diagnostics,
                                  talus_error *error)
{
    char where[160] = "", hint[GRID_WORDS + 80] = "", words[GRID_WORDS];
    if (place != NULL) {
        snprintf(where, sizeof where, " for longitude %.3f to %.3f, latitude %.3f to %.3f",
                 place->west, place->east, place->south, place->north);
    }
    const bool is_placed = !geo_operation_lacks_datum(request->from);
    if (grid->name[0] != '\0') {
        word_grid(grid, words, sizeof words);
        snprintf(hint, sizeof hint, "; the missing grid %s would allow one", words);
    } else if (!is_placed || geo_operation_lacks_datum(request->to)) {
        snprintf(hint, sizeof hint,
                 "; the system \"%s\" names no datum, so its place on Earth is not certain",
                 is_placed ? better->to : better->from);
    }
    if (detour != NULL) {
        talus_diagnostics_say(
            diagnostics, TALUS_NOTE,
            "%s: by way of another system there is the operation \"%s\" (%.3g m): %s",
            request->what, detour->name, detour->accuracy, detour->pipeline);
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s is in %s: PROJ has no operation to %s%s%s; %s", request->what,
                           better->from, better->to, where, hint, request->ways);
}

/// A file that is there, also one of the user's that PROJ's register does not know.
static bool is_installed(const char *name, PJ_CONTEXT *context)
{
    static const char *const shifts[] = {"hgridshift", "vgridshift", "xyzgridshift", "gridshift"};
    bool is_there = strcmp(name, "null") == 0;
    for (size_t k = 0; k < sizeof shifts / sizeof shifts[0] && !is_there; k++) {
        char text[600];
        snprintf(text, sizeof text, "+proj=%s +grids=\"%s\"", shifts[k], name);
        PJ *made = proj_create(context, text);
        is_there = made != NULL;
        proj_destroy(made);
    }
    return is_there;
}

/// One name of a list of grids. @return whether PROJ finds it
static bool check_grid(const char *name, size_t length, PJ_CONTEXT *context, geo_missing_grid *grid)
{
    char text[sizeof grid->name];
    if (length >= sizeof text) {
        return true; // not to be judged
    }
    snprintf(text, sizeof text, "%.*s", (int)length, name);
    const char *url = NULL;
    int available = 0;
    const bool is_known = proj_grid_get_info_from_database(context, text, NULL, NULL, &url, NULL,
                                                           NULL, &available) != 0;
    if ((is_known && available) || is_installed(text, context)) {
        return true;
    }
    set_grid(text, url, grid);
    return false;
}

geo_grids geo_operation_check_grids(const char *text, PJ_CONTEXT *context, geo_missing_grid *grid)
{
    geo_grids found = GEO_GRIDS_ALL;
    for (const char *at = text; found != GEO_GRIDS_NONE && (at = strstr(at, "grids=")) != NULL;) {
        at += strlen("grids=");
        const bool is_quoted = *at == '"';
        at += is_quoted ? 1 : 0;
        const char *end = at + strcspn(at, is_quoted ? "\"" : " \t\r\n");
        size_t there = 0, missing = 0;
        while (at < end) {
            at += *at == '@' ? 1 : 0;
            const size_t length = strcspn(at, is_quoted ? ",\"" : ", \t\r\n");
            *(check_grid(at, length, context, grid) ? &there : &missing) += 1;
            at += length + (at[length] == ',' ? 1 : 0);
        }
        if (missing > 0) {
            found = there > 0 ? GEO_GRIDS_SOME : GEO_GRIDS_NONE;
        }
    }
    return found;
}

talus_status geo_operation_refuse_given(const geo_operation_request *request, PJ_CONTEXT *context,
                                        talus_error *error)
{
    geo_missing_grid grid;
    char words[GRID_WORDS];
    if (geo_operation_check_grids(request->given, context, &grid) != GEO_GRIDS_ALL) {
        word_grid(&grid, words, sizeof words);
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: its operation needs the grid %s, which is not installed",
                               request->what, words);
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s: PROJ does not understand the operation \"%.300s\", expected a "
                           "pipeline such as \"+proj=pipeline +step +inv +proj=utm +zone=32 ...\"",
                           request->what, request->given);
}

talus_status geo_operation_judge_grids(const geo_operation_request *request, PJ_CONTEXT *context,
                                       talus_diagnostics *diagnostics, talus_error *error)
{
    geo_missing_grid grid;
    char words[GRID_WORDS];
    const geo_grids found = geo_operation_check_grids(request->given, context, &grid);
    if (found != GEO_GRIDS_ALL) {
        word_grid(&grid, words, sizeof words);
    }
    if (found == GEO_GRIDS_SOME) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: its operation goes on without the grid %s, which is not "
                              "installed; others of the same list are",
                              request->what, words);
    }
    return found != GEO_GRIDS_NONE
               ? TALUS_OK
               : talus_error_set(
                     error, TALUS_ERROR_INPUT,
                     "%s: a step of its operation would shift nothing, as the grid %s is "
                     "not installed; leave the step out if that is what you want",
                     request->what, words);
}
