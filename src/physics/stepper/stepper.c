// SPDX-License-Identifier: GPL-3.0-or-later
// Workspace of the stepper: options and memory.
#include "physics/stepper/check.h"

#include "foundation/base/sized.h"
#include "physics/stepper/detection.h"
#include "physics/stepper/worker.h"

#include <stdlib.h>

void talus_step_options_defaults(talus_step_options *options, size_t size)
{
    const talus_step_options defaults = {.scheme = TALUS_SCHEME_MIDPOINT,
                                         .time_step = 2e-3,
                                         .gravity = 9.81,
                                         .slip_gap = 1e-3,
                                         .tolerance = 1e-10,
                                         .flights = true,
                                         .air_density = 1.2};
    sized_fill(options, size, &defaults, sizeof defaults);
}

void talus_step_report_defaults(talus_step_report *report, size_t size)
{
    const talus_step_report defaults = {
        .solver = {.size = sizeof defaults.solver, .method = TALUS_SOLVE_ISLANDS}};
    sized_fill(report, size, &defaults, sizeof defaults);
}

static const char *const detection_names[] = {
#define DETECTION_NAME(name, text, doc) text,
    TALUS_DETECTION_LIST(DETECTION_NAME)
#undef DETECTION_NAME
};

const char *talus_detection_name(talus_detection detection)
{
    return (unsigned)detection < TALUS_DETECTION_COUNT ? detection_names[detection] : "?";
}

static const stepper_detection *const detections[TALUS_DETECTION_COUNT] = {
    [TALUS_DETECTION_PUBLISHED] = &stepper_published, [TALUS_DETECTION_TWO_WAY] = &stepper_two_way};

bool stepper_is_by_vertex(talus_detection detection)
{
    return detections[detection]->is_by_vertex;
}

static bool site_has_soil(const talus_site *site)
{
    for (size_t i = 0; i < site->ground_count; i++) {
        if (site->grounds[i].soil.modulus > 0.0) {
            return true;
        }
    }
    return false;
}

static bool site_has_bumps(const talus_site *site)
{
    bool some = false;
    for (size_t i = 0; i < site->ground_count; i++) {
        some = some || site->grounds[i].roughness.amplitude > 0.0;
    }
    return some;
}

/// Room for the impact law of the ground, where there is one.
static bool allocate_law(talus_stepper *s, size_t n)
{
    bool by_lambda = false;
    for (size_t i = 0; i < s->site.ground_count; i++) {
        const talus_impact_rule law = s->site.grounds[i].impact.law;
        s->has_law = s->has_law || law != TALUS_IMPACT_NEWTON;
        by_lambda = by_lambda || law == TALUS_IMPACT_LAMBDA;
    }
    if (!s->has_law) {
        return true;
    }
    s->c_newton = calloc(3 * n + (by_lambda ? 9 * n * n : 0), sizeof *s->c_newton);
    s->lands = calloc(n, sizeof *s->lands);
    if (s->c_newton == NULL || s->lands == NULL) {
        return false;
    }
    s->speeds = s->c_newton + n;
    s->leaves = s->speeds + n;
    s->reduced = by_lambda ? s->leaves + n : NULL;
    return true;
}

static bool allocate_arrays(talus_stepper *s, size_t places, size_t n)
{
    s->set.points = calloc(places, sizeof *s->set.points);
    s->left_out = calloc(places, sizeof *s->left_out);
    s->rows = calloc(n, sizeof *s->rows);
    s->delassus = calloc(9 * n * n + 15 * n, sizeof *s->delassus);
    s->candidates = calloc(1, sizeof *s->candidates);
    if (s->set.points == NULL || s->rows == NULL || s->delassus == NULL || s->candidates == NULL ||
        s->left_out == NULL) {
        return false;
    }
    s->c = s->delassus + 9 * n * n;
    s->c_plastic = s->c + 3 * n;
    s->percussion = s->c_plastic + 3 * n;
    s->last = s->percussion + 3 * n;
    s->mu = s->last + 3 * n;
    s->epsilon = s->mu + n;
    return true;
}

talus_status talus_stepper_create(const talus_site *site, const talus_step_options *options,
                                  size_t max_vertices, talus_stepper **stepper, talus_error *error)
{
    if (stepper == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the stepper is NULL");
    }
    *stepper = NULL;
    talus_status status = talus_site_check(site, error);
    status = status == TALUS_OK ? stepper_check_options(options, error) : status;
    return status == TALUS_OK ? stepper_create(site, options, max_vertices, stepper, error)
                              : status;
}

talus_status stepper_create(const talus_site *site, const talus_step_options *options,
                            size_t max_vertices, talus_stepper **stepper, talus_error *error)
{
    *stepper = NULL;
    const stepper_detection *detection = detections[options->detection];
    const size_t least = detection->least_contacts;
    const size_t on_obstacles = site->obstacles != NULL ? STEPPER_OBSTACLE_CONTACTS : 0;
    const size_t places = (max_vertices > least ? max_vertices : least) + on_obstacles;
    const size_t most = CONTACT_CARRYING + on_obstacles, n = places < most ? places : most;
    talus_stepper *s = calloc(1, sizeof *s);
    if (s != NULL) {
        s->site = *site;
    }
    if (s == NULL || !contact_body_init(&s->body, max_vertices) || !allocate_arrays(s, places, n) ||
        !allocate_law(s, n) || !stepper_drawn_init(s) ||
        !stepper_obstacles_init(s, max_vertices, n) ||
        talus_contact_solver_create(n, &s->solver, NULL) != TALUS_OK) {
        talus_stepper_destroy(s);
        return talus_error_set(error, TALUS_ERROR_MEMORY,
                               "no memory for the contacts of a rock of %zu vertices",
                               max_vertices);
    }
    s->has_soil = site_has_soil(site);
    s->has_bumps = site_has_bumps(site);
    s->options = *options;
    s->detection = detection;
    s->max_contacts = n;
    s->layout = motion_layout_of(n, s->body.max_vertices, site->obstacles != NULL);
    *stepper = s;
    return TALUS_OK;
}

void talus_stepper_destroy(talus_stepper *stepper)
{
    if (stepper == NULL) {
        return;
    }
    talus_contact_solver_destroy(stepper->solver);
    contact_body_clear(&stepper->body);
    free(stepper->set.points);
    free(stepper->left_out);
    free(stepper->rows);
    free(stepper->delassus);
    free(stepper->candidates);
    free(stepper->c_newton);
    free(stepper->lands);
    free(stepper->drawn.grounds);
    free(stepper->drawn.soil_is_old);
    free(stepper->drawn.cuts);
    stepper_obstacles_clear(stepper);
    free(stepper);
}

terrain_reader *stepper_reader(talus_stepper *stepper)
{
    return &stepper->reader;
}
