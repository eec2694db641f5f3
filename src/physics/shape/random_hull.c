// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of which only the lengths are known: hulls of random points.      [docs/theory.md, 9]
#include "foundation/math/linalg.h"
#include "talus/shape.h"

#include <stdio.h>

/// Hulls of about SAMPLE points in all say what an exponent fills; HALVINGS of its range find it to
/// 0.01.
enum { MOST_POINTS = 256, ROUNDS = 6, SAMPLE = 640, HALVINGS = 10 };
/// Keeps these random numbers apart from all others.
static const uint64_t key_of_hulls = UINT64_C(0x68756c6c73303031);

/// Uniform on the unit sphere.
static void draw_points(uint64_t seed, uint64_t index, size_t count, talus_vec3 *points)
{
    talus_random random = {.seed = talus_mix64(seed + key_of_hulls), .stream = index};
    for (size_t k = 0; k < count; k++) {
        const double z = 2.0 * talus_random_uniform(&random) - 1.0;
        const double angle = 2.0 * TALUS_PI * talus_random_uniform(&random);
        const double across = sqrt(1.0 - z * z);
        points[k] = vec3(across * talus_cos(angle), across * talus_sin(angle), z);
    }
}

/// Points push each other apart with 1/d^2 along the sphere; the longest move of a round is a share
/// of the mean distance that falls to zero.
static void spread(size_t count, talus_vec3 *points)
{
    talus_vec3 push[MOST_POINTS];
    const double apart = sqrt(4.0 * TALUS_PI / (double)count);
    for (int round = 0; round < ROUNDS; round++) {
        double most = 0.0;
        for (size_t i = 0; i < count; i++) {
            talus_vec3 sum = vec3(0.0, 0.0, 0.0);
            for (size_t k = 0; k < count; k++) {
                const talus_vec3 d = vec3_sub(points[i], points[k]);
                const double square = vec3_norm2(d) + 1e-12;
                sum = vec3_axpy(sum, 1.0 / (square * sqrt(square)), d);
            }
            push[i] = vec3_axpy(sum, -vec3_dot(sum, points[i]), points[i]);
            most = fmax(most, vec3_norm(push[i]));
        }
        const double step = 0.2 * apart * (1.0 - (double)round / ROUNDS);
        for (size_t i = 0; i < count && most > 0.0; i++) {
            const talus_vec3 moved = vec3_axpy(points[i], step / most, push[i]);
            points[i] = vec3_scale(1.0 / vec3_norm(moved), moved);
        }
    }
}

/// To extents of `size` along the axes.
static void fit(talus_vec3 size, size_t count, talus_vec3 *points)
{
    talus_vec3 low = points[0], high = points[0];
    for (size_t k = 1; k < count; k++) {
        const talus_vec3 p = points[k];
        low = vec3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = vec3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    const talus_vec3 extent = vec3_sub(high, low);
    const talus_vec3 scale = vec3(size.x / extent.x, size.y / extent.y, size.z / extent.z);
    for (size_t k = 0; k < count; k++) {
        points[k] = vec3_mul(scale, points[k]);
    }
}

/// From the sphere along their rays to |x|^p + |y|^p + |z|^p = 1: with p > 2 towards the corners of the
/// box.
static void stretch(double exponent, size_t count, talus_vec3 *points)
{
    for (size_t k = 0; k < count; k++) {
        const double x[3] = {fabs(points[k].x), fabs(points[k].y), fabs(points[k].z)};
        double sum = 0.0;
        for (size_t i = 0; i < 3; i++) {
            sum += x[i] > 0.0 ? talus_exp(exponent * talus_log(x[i])) : 0.0;
        }
        points[k] = vec3_scale(talus_exp(-talus_log(sum) / exponent), points[k]);
    }
}

static talus_status check_rule(const talus_hull_rule *rule, talus_error *error)
{
    const talus_vec3 size = rule->size;
    if (rule->points < 4 || rule->points > MOST_POINTS) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "a hull of %u points: expected 4 to %d",
                               rule->points, MOST_POINTS);
    }
    if (!(size.x > 0.0) || !(size.y > 0.0) || !(size.z > 0.0) || !vec3_finite(size)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "size %g x %g x %g m of a hull: expected three positive numbers",
                               size.x, size.y, size.z);
    }
    if (rule->exponent != 0.0 && !(rule->exponent >= TALUS_HULL_LEAST_EXPONENT &&
                                   rule->exponent <= TALUS_HULL_MOST_EXPONENT)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "exponent %g of a hull: expected 0 or %g to %g", rule->exponent,
                               TALUS_HULL_LEAST_EXPONENT, TALUS_HULL_MOST_EXPONENT);
    }
    return TALUS_OK;
}

/// Of the size of the rule, its volume and mass left out.
static talus_status make(const talus_hull_rule *rule, uint64_t seed, uint64_t index,
                         talus_rock **rock, talus_error *error)
{
    talus_vec3 cloud[MOST_POINTS];
    *rock = NULL;
    talus_status status = check_rule(rule, error);
    if (status == TALUS_OK) {
        draw_points(seed, index, rule->points, cloud);
        spread(rule->points, cloud);
        if (rule->exponent != 0.0 && rule->exponent != 2.0) {
            stretch(rule->exponent, rule->points, cloud);
        }
        fit(rule->size, rule->points, cloud);
        status = talus_rock_from_points(cloud, rule->points, rule->density, rock, error);
    }
    if (status == TALUS_OK) {
        (void)snprintf((*rock)->name, sizeof(*rock)->name, "hull");
    }
    return status;
}

talus_status talus_rock_random_hull(talus_vec3 size, unsigned points, double density, uint64_t seed,
                                    uint64_t index, talus_rock **rock, talus_error *error)
{
    const talus_hull_rule rule = {.points = points, .size = size, .density = density};
    return make(&rule, seed, index, rock, error);
}

/// Mean of the hulls that a kind is judged by.
static talus_status find_volume(const talus_hull_rule *rule, double *volume, talus_error *error)
{
    const unsigned count = SAMPLE / rule->points + 1;
    *volume = 0.0;
    for (uint64_t index = 0; index < count; index++) {
        talus_rock *rock = NULL;
        const talus_status status = make(rule, 0, index, &rock, error);
        if (status != TALUS_OK) {
            return status;
        }
        *volume += rock->volume / count;
        talus_rock_destroy(rock);
    }
    return TALUS_OK;
}

talus_status talus_hull_exponent(const talus_hull_rule *rule, double volume, double *exponent,
                                 talus_error *error)
{
    talus_hull_rule trial = *rule;
    double low = TALUS_HULL_LEAST_EXPONENT, high = TALUS_HULL_MOST_EXPONENT;
    *exponent = 0.0;
    const talus_status checked = check_rule(&trial, error);
    if (checked != TALUS_OK) {
        return checked;
    }
    for (int round = 0; round < HALVINGS; round++) { // the volume grows with the exponent
        double filled;
        trial.exponent = 0.5 * (low + high);
        const talus_status status = find_volume(&trial, &filled, error);
        if (status != TALUS_OK) {
            return status;
        }
        *(filled < volume ? &low : &high) = trial.exponent;
    }
    *exponent = high == TALUS_HULL_MOST_EXPONENT ? high : low;
    return TALUS_OK;
}

talus_status talus_rock_hull_of(const talus_hull_rule *rule, uint64_t seed, uint64_t index,
                                talus_rock **rock, talus_error *error)
{
    talus_status status = make(rule, seed, index, rock, error);
    if (status == TALUS_OK && rule->volume > 0.0) {
        const double cube = rule->volume / (*rock)->volume;
        status = talus_rock_scale(*rock, talus_exp(talus_log(cube) / 3.0), error);
    }
    if (status == TALUS_OK && rule->mass > 0.0) {
        status = talus_rock_set_mass(*rock, rule->mass, error);
    }
    if (status != TALUS_OK) {
        talus_rock_destroy(*rock);
        *rock = NULL;
    }
    return status;
}
