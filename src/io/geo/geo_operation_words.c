// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about operations between coordinate reference systems: a coarse one, none, a missing grid.
#include "io/geo/geo_operation.h"

#include <cpl_string.h>
#include <stdio.h>
#include <string.h>

/// m, of an operation; worse ones are said.
static const double coarse = 1.0;

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
            !available && name != NULL) {
            set_grid(name, url, grid);
            return;
        }
    }
}

/// "NAME (projsync --file NAME, or https://...)"
static void word_grid(const geo_missing_grid *grid, char *text, size_t size)
{
    snprintf(text, size, "%s (of PROJ's data: projsync --file %s%s%s)", grid->name, grid->name,
             grid->url[0] != '\0' ? ", or " : "", grid->url);
}

bool geo_operation_is_coarse(const geo_operation *operation, double cell)
{
    return operation->accuracy > coarse || (cell > 0.0 && operation->accuracy > 0.5 * cell);
}

void geo_operation_say_coarse(const geo_operation_request *request, const geo_operation *operation,
                              const geo_operation *better, const geo_missing_grid *grid,
                              talus_diagnostics *diagnostics)
{
    char advice[800] = "", words[640];
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
    char where[160] = "", hint[800] = "", words[640];
    if (place != NULL) {
        snprintf(where, sizeof where, " for longitude %.3f to %.3f, latitude %.3f to %.3f",
                 place->west, place->east, place->south, place->north);
    }
    const bool is_placed = !geo_operation_lacks_datum(request->from);
    if (!is_placed || geo_operation_lacks_datum(request->to)) {
        snprintf(hint, sizeof hint,
                 "; the system \"%s\" names no datum, so its place on Earth is not certain",
                 is_placed ? better->to : better->from);
    } else if (grid->name[0] != '\0') {
        word_grid(grid, words, sizeof words);
        snprintf(hint, sizeof hint, "; the missing grid %s would allow one", words);
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
    bool is_there = false;
    for (size_t k = 0; k < sizeof shifts / sizeof shifts[0] && !is_there; k++) {
        char text[200];
        snprintf(text, sizeof text, "+proj=%s +grids=%s", shifts[k], name);
        PJ *made = proj_create(context, text);
        is_there = made != NULL;
        proj_destroy(made);
    }
    return is_there;
}

/// The first file behind "grids=" that PROJ does not find; those with "@" may be absent.
static bool find_grid_in(const char *pipeline, PJ_CONTEXT *context, geo_missing_grid *grid)
{
    for (const char *at = pipeline; (at = strstr(at, "grids=")) != NULL;) {
        at += strlen("grids=");
        const size_t length = strcspn(at, " ,");
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)(length < 127 ? length : 127), at);
        const char *url = NULL;
        int available = 0;
        const bool is_known = proj_grid_get_info_from_database(context, name, NULL, NULL, &url,
                                                               NULL, NULL, &available) != 0;
        if (name[0] != '@' && !(is_known && available) && !is_installed(name, context)) {
            set_grid(name, url, grid);
            return true;
        }
    }
    return false;
}

talus_status geo_operation_refuse_given(const geo_operation_request *request, PJ_CONTEXT *context,
                                        talus_error *error)
{
    geo_missing_grid grid;
    char words[640];
    if (find_grid_in(request->given, context, &grid)) {
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
