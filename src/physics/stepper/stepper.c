// SPDX-License-Identifier: GPL-3.0-or-later
// Workspace of the stepper: options, memory, the rock of the moment.
#include "physics/shape/check.h"
#include "physics/stepper/check.h"
#include "physics/stepper/stepper_internal.h"
#include "physics/stepper/vertex_clearance.h"

#include <stdlib.h>

talus_step_options talus_step_options_default(void)
{
    return (talus_step_options){.scheme = TALUS_SCHEME_MIDPOINT,
                                .time_step = 2e-3,
                                .gravity = 9.81,
                                .slip_gap = 1e-3,
                                .tolerance = 1e-10,
                                .flights = true,
                                .air_density = 1.2};
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

static bool allocate_arrays(talus_stepper *s, size_t n)
{
    s->set.points = calloc(n, sizeof *s->set.points);
    s->rows = calloc(n, sizeof *s->rows);
    s->delassus = calloc(9 * n * n + 21 * n, sizeof *s->delassus);
    s->warm_keys = calloc(n, sizeof *s->warm_keys);
    s->candidates = calloc(1, sizeof *s->candidates);
    if (s->set.points == NULL || s->rows == NULL || s->delassus == NULL || s->warm_keys == NULL ||
        s->candidates == NULL) {
        return false;
    }
    s->c = s->delassus + 9 * n * n;
    s->c_plastic = s->c + 3 * n;
    s->percussion = s->c_plastic + 3 * n;
    s->warm = s->percussion + 3 * n;
    s->warm_before = s->warm + 3 * n;
    s->last = s->warm_before + 3 * n;
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
    const size_t least = options->detection == TALUS_DETECTION_TWO_WAY ? CONTACT_LIMIT : 1;
    const size_t n = (max_vertices > least ? max_vertices : least) +
                     (site->obstacles != NULL ? STEPPER_OBSTACLE_CONTACTS : 0);
    talus_stepper *s = calloc(1, sizeof *s);
    if (s != NULL) {
        s->site = *site;
    }
    if (s == NULL || !contact_body_init(&s->body, max_vertices) || !allocate_arrays(s, n) ||
        !stepper_drawn_init(s) || !stepper_obstacles_init(s, max_vertices, n) ||
        talus_contact_solver_create(n, &s->solver, NULL) != TALUS_OK) {
        talus_stepper_destroy(s);
        return talus_error_set(error, TALUS_ERROR_MEMORY,
                               "no memory for the contacts of a rock of %zu vertices (%.3g GB for "
                               "each thread); thin its points to a few hundred",
                               n, 360e-9 * (double)n * (double)n);
    }
    s->has_soil = site_has_soil(site);
    s->has_bumps = site_has_bumps(site);
    s->options = *options;
    s->max_contacts = n;
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
    free(stepper->rows);
    free(stepper->delassus);
    free(stepper->warm_keys);
    free(stepper->candidates);
    free(stepper->drawn.grounds);
    stepper_obstacles_clear(stepper);
    free(stepper);
}

/// Of the sphere with the volume (m^3), m; 0 for none.
static double sphere_diameter(double volume)
{
    return volume > 0.0 ? talus_exp(talus_log(6.0 / TALUS_PI * volume) / 3.0) : 0.0;
}

talus_status talus_stepper_set_rock(talus_stepper *s, const talus_rock *rock, double factor)
{
    if (s == NULL || shape_fault(rock) != NULL || rock->vertex_count > s->body.max_vertices ||
        !(factor > 0.0) || !isfinite(factor) ||
        ((s->has_soil || s->options.air_drag > 0.0) && rock->face_count == 0)) {
        return TALUS_ERROR_ARGUMENT;
    }
    const double cube = factor * factor * factor;
    contact_body_set(&s->body, rock, factor);
    s->depth_before = 0.0;
    s->mass = cube * rock->mass;
    s->air =
        s->options.air_drag > 0.0 ? stepper_air_drag(rock, &s->options) * factor * factor : 0.0;
    s->inertia = vec3_scale(cube * factor * factor, rock->inertia);
    s->diameter = factor * sphere_diameter(rock->volume);
    s->tumbling = clearance_tumbling(s->inertia);
    s->nearest = 0;
    stepper_forget_warm(s);
    stepper_forget_obstacles(s);
    return TALUS_OK;
}

void talus_stepper_set_base(talus_stepper *stepper, const talus_vec3 *gain)
{
    stepper->is_shaken = gain != NULL;
    stepper->base_gain = gain != NULL ? *gain : (talus_vec3){0.0, 0.0, 0.0};
}

double talus_stepper_mass(const talus_stepper *stepper)
{
    if (stepper == NULL) {
        return (double)NAN;
    }
    return stepper->mass;
}

talus_vec3 talus_stepper_inertia(const talus_stepper *stepper)
{
    if (stepper == NULL) {
        return vec3((double)NAN, (double)NAN, (double)NAN);
    }
    return stepper->inertia;
}

void talus_stepper_extent(const talus_stepper *s, talus_quat p, double *lowest, double *highest)
{
    if (s == NULL || lowest == NULL || highest == NULL) {
        return;
    }
    const talus_mat3 a = talus_quat_matrix(p);
    *lowest = (double)INFINITY;
    *highest = -(double)INFINITY;
    for (size_t k = 0; k < s->body.vertex_count; k++) {
        const double z = mat3_mulv(&a, s->body.vertices[k]).z;
        *lowest = z < *lowest ? z : *lowest;
        *highest = z > *highest ? z : *highest;
    }
}

double talus_stepper_lowest(const talus_stepper *s, talus_quat p)
{
    if (s == NULL) {
        return (double)NAN;
    }
    double lowest, highest;
    talus_stepper_extent(s, p, &lowest, &highest);
    return lowest;
}

double talus_stepper_min_gap(const talus_stepper *s, talus_vec3 r, talus_quat p)
{
    if (s == NULL) {
        return (double)INFINITY;
    }
    const talus_mat3 a = talus_quat_matrix(p);
    terrain_reader own;
    stepper_enter(s, &own);
    const double gap =
        s->options.detection == TALUS_DETECTION_TWO_WAY
            ? contact_two_way_gap(&s->site, &s->body, r, &a)
            : contact_min_gap(&s->site, s->body.vertices, s->body.vertex_count, r, &a);
    stepper_leave(&own);
    return gap;
}

terrain_reader *stepper_reader(talus_stepper *stepper)
{
    return &stepper->reader;
}
