// SPDX-License-Identifier: GPL-3.0-or-later
// The one place where coordinates come from one CRS to another: a single operation for all of a layer,
// the most accurate one of PROJ that is made for the place. PROJ's own choice goes point by point and
// falls back to no datum shift at all ("ballpark"), which is up to 850 m off.
#include "io/geo/geo_operation.h"

#include <cpl_string.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

OGRCoordinateTransformationH geo_operation_create(const char *pipeline, OGRSpatialReferenceH from,
                                                  OGRSpatialReferenceH to)
{
    OGRCoordinateTransformationOptionsH options = OCTNewCoordinateTransformationOptions();
    OGRCoordinateTransformationH made = NULL;
    if (options != NULL &&
        OCTCoordinateTransformationOptionsSetOperation(options, pipeline, FALSE)) {
        made = OCTNewCoordinateTransformationEx(from, to, options);
    }
    OCTDestroyCoordinateTransformationOptions(options);
    return made;
}

/// What is asked of PROJ.
typedef struct question {
    PJ_CONTEXT *context;
    PJ *from, *to;
} question;

static PJ *proj_of(PJ_CONTEXT *context, OGRSpatialReferenceH crs)
{
    char *wkt = geo_crs_wkt(crs);
    PJ *made = wkt != NULL ? proj_create(context, wkt) : NULL;
    free(wkt);
    return made;
}

static void stay_silent(void *user, int level, const char *message)
{
    (void)user;
    (void)level;
    (void)message;
}

static bool ask(OGRSpatialReferenceH from, OGRSpatialReferenceH to, question *q)
{
    *q = (question){.context = proj_context_create()};
    if (q->context == NULL) {
        return false;
    }
    proj_log_func(q->context, NULL, stay_silent);
    (void)proj_context_set_enable_network(q->context, 0); // whatever the environment says
    q->from = proj_of(q->context, from);
    q->to = proj_of(q->context, to);
    return q->from != NULL && q->to != NULL;
}

static void leave(question *q)
{
    proj_destroy(q->from);
    proj_destroy(q->to);
    if (q->context != NULL) {
        proj_context_destroy(q->context);
    }
}

/// Which operations of PROJ.
typedef struct selection {
    const geo_place *place; ///< the area of use holds it; NULL = anywhere
    bool with_missing_grids, by_other_systems, with_ballpark;
} selection;

static PJ_OBJ_LIST *list_operations(const question *q, const selection *s)
{
    PJ_OPERATION_FACTORY_CONTEXT *factory = proj_create_operation_factory_context(q->context, NULL);
    if (factory == NULL) {
        return NULL;
    }
    proj_operation_factory_context_set_allow_ballpark_transformations(q->context, factory,
                                                                      s->with_ballpark);
    proj_operation_factory_context_set_grid_availability_use(
        q->context, factory,
        s->with_missing_grids ? PROJ_GRID_AVAILABILITY_IGNORED
                              : PROJ_GRID_AVAILABILITY_DISCARD_OPERATION_IF_MISSING_GRID);
    proj_operation_factory_context_set_allow_use_intermediate_crs(
        q->context, factory,
        s->by_other_systems ? PROJ_INTERMEDIATE_CRS_USE_ALWAYS
                            : PROJ_INTERMEDIATE_CRS_USE_IF_NO_DIRECT_TRANSFORMATION);
    if (s->place != NULL) {
        const geo_place *p = s->place;
        proj_operation_factory_context_set_area_of_interest(
            q->context, factory, p->west, p->south, p->east > 180.0 ? p->east - 360.0 : p->east,
            p->north);
        proj_operation_factory_context_set_spatial_criterion(
            q->context, factory, PROJ_SPATIAL_CRITERION_STRICT_CONTAINMENT);
    }
    PJ_OBJ_LIST *list = proj_create_operations(q->context, q->from, q->to, factory);
    proj_operation_factory_context_destroy(factory);
    return list;
}

static bool is_given(const geo_operation_request *r)
{
    return r->given != NULL && r->given[0] != '\0';
}

/// What operations are compared by.
typedef struct rank {
    bool at_sea;     ///< such areas lie in boxes that also hold land
    double accuracy; ///< m, < 0 = not known
    double area;     ///< of use, as a share of the Earth
} rank;

static rank rank_of(PJ_CONTEXT *context, const PJ *operation)
{
    const char *name = NULL;
    double west = -180.0, south = -90.0, east = 180.0, north = 90.0;
    rank r = {.accuracy = proj_coordoperation_get_accuracy(context, operation), .area = 1.0};
    if (proj_get_area_of_use(context, operation, &west, &south, &east, &north, &name) &&
        west >= -180.0) { // -1000: not known
        const double width = (east < west ? east + 360.0 : east) - west;
        const double radian = TALUS_PI / 180.0;
        r.area = width / 360.0 * 0.5 * (talus_sin(north * radian) - talus_sin(south * radian));
        r.at_sea = name != NULL && strstr(name, "- offshore") != NULL;
    }
    return r;
}

static bool fill(PJ_CONTEXT *context, const PJ *operation, geo_operation *found)
{
    const char *text = proj_as_proj_string(context, operation, PJ_PROJ_5, NULL);
    const char *name = proj_get_name(operation);
    const double accuracy = proj_coordoperation_get_accuracy(context, operation);
    if (text == NULL || strlen(text) >= sizeof found->pipeline) {
        return false;
    }
    snprintf(found->pipeline, sizeof found->pipeline, "%s", text);
    snprintf(found->name, sizeof found->name, "%s", name != NULL ? name : "");
    found->accuracy = accuracy >= 0.0 ? accuracy : (double)NAN;
    return true;
}

/// Those at sea last, else the most accurate; of equals the one with the smaller area, as PROJ chooses at
/// a point, then the first of PROJ.
static bool is_better(const rank *one, const rank *best)
{
    if (one->at_sea != best->at_sea) {
        return best->at_sea;
    }
    if (one->accuracy != best->accuracy) {
        return one->accuracy >= 0.0 && (best->accuracy < 0.0 || one->accuracy < best->accuracy);
    }
    return one->area < best->area;
}

/// @param missing out: a grid that the operation lacks, which must lack one; NULL: it must lack none
static bool choose(const question *q, const selection *s, geo_operation *found,
                   geo_missing_grid *missing)
{
    PJ_OBJ_LIST *list = list_operations(q, s);
    const int count = list != NULL ? proj_list_get_count(list) : 0;
    bool is_found = false;
    rank best = {.at_sea = true};
    for (int k = 0; k < count; k++) {
        PJ *operation = proj_list_get(q->context, list, k);
        const bool works = proj_coordoperation_is_instantiable(q->context, operation) != 0;
        const rank own = rank_of(q->context, operation);
        if (works == (missing == NULL) && (!is_found || is_better(&own, &best)) &&
            fill(q->context, operation, found)) {
            is_found = true;
            best = own;
            if (missing != NULL) {
                geo_operation_find_grid(q->context, operation, missing);
            }
        }
        proj_destroy(operation);
    }
    proj_list_destroy(list);
    return is_found;
}

static bool have_same_ellipsoid(OGRSpatialReferenceH a, OGRSpatialReferenceH b)
{
    const double sizes = OSRGetSemiMajor(a, NULL) - OSRGetSemiMajor(b, NULL);
    const double forms = OSRGetInvFlattening(a, NULL) - OSRGetInvFlattening(b, NULL);
    return fabs(sizes) < 1e-3 && fabs(forms) < 1e-6;
}

/// Neither names a datum, both are on the same ellipsoid: they are taken as the same, as there is nothing
/// else to go by.
static bool lack_datums(const geo_operation_request *r)
{
    return geo_operation_lacks_datum(r->from) && geo_operation_lacks_datum(r->to) &&
           have_same_ellipsoid(r->from, r->to);
}

static bool choose_without_datum(const geo_operation_request *r, const question *q,
                                 talus_diagnostics *diagnostics, geo_operation *found)
{
    const selection any = {.with_ballpark = true};
    if (!lack_datums(r) || !choose(q, &any, found, NULL)) {
        return false;
    }
    talus_diagnostics_say(
        diagnostics, TALUS_NOTE,
        "%s: neither its CRS (%s) nor that of the target (%s) names a datum; both "
        "are on the same ellipsoid, and their datums are taken as the same",
        r->what, found->from, found->to);
    return true;
}

/// The operation for the layer and the DEM; else, as rocks are on the DEM alone, for the DEM.
static bool choose_for_place(const geo_operation_request *r, const question *q,
                             const geo_places *places, talus_diagnostics *diagnostics,
                             geo_operation *found)
{
    const selection whole = {.place = places->has_both ? &places->both : NULL};
    if (choose(q, &whole, found, NULL)) {
        return true;
    }
    const selection dem = {.place = &places->dem};
    if (!places->has_dem || !places->has_layer || !choose(q, &dem, found, NULL)) {
        return false;
    }
    talus_diagnostics_say(
        diagnostics, TALUS_WARNING,
        "%s: it reaches beyond the area for which the operation \"%s\" from %s to "
        "%s is made; places of it outside the DEM may be off by tens of metres",
        r->what, found->name, found->from, found->to);
    return true;
}

/// Is the pipeline one that PROJ offers? Then its name and accuracy are known, as when it was chosen.
static void recognise(const question *q, const geo_places *places, geo_operation *given)
{
    const geo_place *place = places->has_both ? &places->both : NULL;
    const selection all[] = {
        {.place = place},
        {.place = places->has_dem ? &places->dem : NULL},
        {.place = place, .by_other_systems = true},
    };
    bool is_known = false;
    for (size_t n = 0; n < sizeof all / sizeof all[0] && !is_known; n++) {
        PJ_OBJ_LIST *list = list_operations(q, &all[n]);
        const int count = list != NULL ? proj_list_get_count(list) : 0;
        for (int k = 0; k < count && !is_known; k++) {
            PJ *operation = proj_list_get(q->context, list, k);
            const char *text = proj_as_proj_string(q->context, operation, PJ_PROJ_5, NULL);
            is_known = text != NULL && strcmp(text, given->pipeline) == 0 &&
                       fill(q->context, operation, given);
            proj_destroy(operation);
        }
        proj_list_destroy(list);
    }
}

static talus_status use_given(const geo_operation_request *r, const question *q,
                              const geo_places *places, talus_diagnostics *diagnostics,
                              geo_operation *found, talus_error *error)
{
    if (strlen(r->given) >= sizeof found->pipeline) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: found an operation of %zu bytes, expected less than %zu",
                               r->what, strlen(r->given), sizeof found->pipeline);
    }
    snprintf(found->pipeline, sizeof found->pipeline, "%s", r->given);
    OGRCoordinateTransformationH made = geo_operation_create(r->given, r->from, r->to);
    if (made == NULL) {
        return geo_operation_refuse_given(r, q->context, error);
    }
    OCTDestroyCoordinateTransformation(made);
    recognise(q, places, found);
    return geo_operation_judge_grids(r, q->context, diagnostics, error);
}

/// No operation: what would help is looked up.
static talus_status refuse(const geo_operation_request *r, const question *q,
                           const geo_places *places, talus_diagnostics *diagnostics,
                           const geo_operation *systems, talus_error *error)
{
    const geo_place *place = places->has_both ? &places->both : NULL;
    const selection direct = {.place = place, .with_missing_grids = true};
    const selection other = {.place = place, .by_other_systems = true};
    geo_operation better = *systems, detour = *systems;
    geo_missing_grid grid = {.name = ""};
    (void)choose(q, &direct, &better, &grid);
    const bool has_detour = choose(q, &other, &detour, NULL);
    return geo_operation_refuse(r, place, &better, &grid, has_detour ? &detour : NULL, diagnostics,
                                error);
}

static talus_status find(const geo_operation_request *r, const question *q,
                         talus_diagnostics *diagnostics, geo_operation *found, talus_error *error)
{
    geo_places places;
    geo_places_of(r, &places);
    if (is_given(r)) {
        const talus_status status = use_given(r, q, &places, diagnostics, found, error);
        if (status != TALUS_OK) {
            return status;
        }
    } else if (!choose_without_datum(r, q, diagnostics, found) &&
               !choose_for_place(r, q, &places, diagnostics, found)) {
        return refuse(r, q, &places, diagnostics, found, error);
    }
    found->is_coarse = geo_operation_is_coarse(found, r->cell);
    if (found->is_coarse) {
        const selection missing = {.place = places.has_both ? &places.both : NULL,
                                   .with_missing_grids = true};
        geo_operation better = *found;
        geo_missing_grid grid = {.name = ""};
        const bool is_finer =
            choose(q, &missing, &better, &grid) && better.accuracy < found->accuracy;
        geo_operation_say_coarse(r, found, is_finer ? &better : NULL, &grid, diagnostics);
    }
    return TALUS_OK;
}

talus_status geo_operation_find(const geo_operation_request *request,
                                talus_diagnostics *diagnostics, geo_operation *operation,
                                talus_error *error)
{
    *operation = (geo_operation){.accuracy = 0.0};
    geo_crs_label(request->from, operation->from, sizeof operation->from);
    geo_crs_label(request->to, operation->to, sizeof operation->to);
    if (!is_given(request) && OSRIsSame(request->from, request->to)) {
        return TALUS_OK;
    }
    operation->accuracy = (double)NAN;
    question q;
    const talus_status status =
        ask(request->from, request->to, &q)
            ? find(request, &q, diagnostics, operation, error)
            : talus_error_set(error, TALUS_ERROR_INPUT,
                              "%s cannot be brought from %s to %s: PROJ does not take one of these "
                              "systems",
                              request->what, operation->from, operation->to);
    leave(&q);
    return status;
}
