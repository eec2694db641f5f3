// SPDX-License-Identifier: GPL-3.0-or-later
// How finely the numbers of a mesh file place its points, and the units that they are in.
#include "foundation/files/mesh.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double units[] = {1.0, 0.01, 0.001, 0.3048, 1200.0 / 3937.0, 0.0254}; // m
static const char *const unit_names[] = {"m", "cm", "mm", "ft", "us_ft", "in", NULL};

const char *const *talus_mesh_unit_names(void)
{
    return unit_names;
}

double talus_mesh_unit(size_t index)
{
    return index < sizeof units / sizeof units[0] ? units[index] : (double)NAN;
}

talus_status talus_mesh_scale(talus_mesh *mesh, double factor, talus_error *error)
{
    if (mesh == NULL || !(factor > 0.0) || !isfinite(factor)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a mesh and a positive factor are expected, found %s and %g",
                               mesh == NULL ? "NULL" : "a mesh", factor);
    }
    for (size_t i = 0; i < mesh->point_count; i++) {
        talus_vec3 *p = &mesh->points[i];
        *p = (talus_vec3){factor * p->x, factor * p->y, factor * p->z};
        if (!isfinite(p->x) || !isfinite(p->y) || !isfinite(p->z)) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "point %zu is too large to be multiplied by %g", i + 1, factor);
        }
    }
    const talus_vec3 step = mesh->step;
    mesh->step = (talus_vec3){factor * step.x, factor * step.y, factor * step.z};
    return TALUS_OK;
}

/// "12.50": -2; "2.6e+06": 5. Behind the digits an exponent.
static int last_digit(files_mesh_word word)
{
    int decimals = 0;
    bool has_point = false;
    size_t i = 0;
    for (; i < word.size && word.text[i] != 'e' && word.text[i] != 'E'; i++) {
        decimals += has_point && isdigit((unsigned char)word.text[i]);
        has_point = has_point || word.text[i] == '.';
    }
    const long exponent = i + 1 < word.size ? strtol(word.text + i + 1, NULL, 10) : 0;
    return exponent > 400 ? 400 : exponent < -400 ? -400 : (int)exponent - decimals;
}

void files_mesh_note_digits(files_mesh_source *source, int axis, files_mesh_word word)
{
    if (!source->has_digits) {
        source->has_digits = true;
        for (int i = 0; i < 3; i++) {
            source->last_digit[i] = 1000;
        }
    }
    const int digit = last_digit(word);
    if (digit < source->last_digit[axis]) {
        source->last_digit[axis] = digit;
    }
}

static double power_of_ten(int exponent)
{
    double power = 1.0;
    for (int k = 0; k < abs(exponent); k++) {
        power *= exponent > 0 ? 10.0 : 0.1;
    }
    return power;
}

static uint32_t single_bits(double x)
{
    const float single = (float)x;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return bits;
}

/// Spacing of 32-bit numbers beyond |x|; infinity at the end of their range.
static double single_step(double x)
{
    const uint32_t here = single_bits(fabs(x)), there = here + 1;
    float low, high;
    memcpy(&low, &here, sizeof low);
    memcpy(&high, &there, sizeof high);
    return (double)high - (double)low;
}

static double along(talus_vec3 p, int axis)
{
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

/// Have the coordinates been 32-bit numbers before they were written with more digits? Then all of
/// them lie on such numbers, and, unless the file says that they are such numbers, not all on every
/// second one, as whole metres would.
static bool were_single(const talus_mesh *mesh, bool is_said, const double digits[3])
{
    bool has_odd = is_said;
    for (int axis = 0; axis < 3; axis++) {
        for (size_t i = 0; i < mesh->point_count; i++) {
            const double x = along(mesh->points[i], axis);
            if (!(fabs(x) < 3e38)) {
                return false;
            }
            // near zero the digits are too few to decide
            const bool decides = x != 0.0 && single_step(x) > 4.0 * digits[axis];
            if (decides && fabs(x - (double)(float)x) > 0.5001 * digits[axis]) {
                return false;
            }
            has_odd = has_odd || (decides && (single_bits(x) & 1U) != 0);
        }
    }
    return has_odd;
}

void files_mesh_find_steps(const files_mesh_source *source)
{
    talus_mesh *mesh = source->mesh;
    double digits[3], step[3];
    for (int axis = 0; axis < 3; axis++) {
        digits[axis] = source->has_digits ? power_of_ten(source->last_digit[axis]) : 0.0;
    }
    const bool is_single = source->is_single || were_single(mesh, source->says_single, digits);
    for (int axis = 0; axis < 3; axis++) {
        double reach = 0.0;
        for (size_t i = 0; i < mesh->point_count; i++) {
            reach = fmax(reach, fabs(along(mesh->points[i], axis)));
        }
        step[axis] =
            is_single && reach < 3e38 ? fmax(single_step(reach), digits[axis]) : digits[axis];
    }
    mesh->step = (talus_vec3){step[0], step[1], step[2]};
}
