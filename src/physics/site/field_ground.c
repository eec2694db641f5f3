// SPDX-License-Identifier: GPL-3.0-or-later
// Ground parameters that vary from place to place.
#include "physics/site/ground_parameter.h"

#include <math.h>

/// Range of a parameter.
typedef struct bounds {
    double low, high;
} bounds;

static const bounds friction = {0.0, 10.0}, rate = {0.0, 1e300}, restitution = {0.0, 1.0};

/// p + sd g, or p exp(sd g - sd^2 / 2), within bounds. @return false where a bound cut it
static bool vary(const talus_variation *variation, double g, bounds within, double *parameter)
{
    const double sd = variation->sd;
    const double free =
        variation->multiply ? *parameter * talus_exp(sd * g - 0.5 * sd * sd) : *parameter + sd * g;
    const double raised = free > within.low ? free : within.low;
    *parameter = raised < within.high ? raised : within.high;
    return free >= within.low && free <= within.high;
}

/// Parameters for the value g of the field. @return false where a bound cut one
static bool vary_ground(const talus_variation *variation, double g, talus_ground *at)
{
    bool whole = true;
    switch (variation->parameter) {
    case TALUS_VARIED_FRICTION:
        whole = vary(variation, g, friction, &at->mu_min);
        return vary(variation, g, (bounds){at->mu_min, friction.high}, &at->mu_max) && whole;
    case TALUS_VARIED_MU_MIN:
        return vary(variation, g, (bounds){friction.low, at->mu_max}, &at->mu_min);
    case TALUS_VARIED_MU_MAX:
        return vary(variation, g, (bounds){at->mu_min, friction.high}, &at->mu_max);
    case TALUS_VARIED_KAPPA:
        return vary(variation, g, rate, &at->kappa);
    case TALUS_VARIED_BETA:
        return vary(variation, g, rate, &at->beta);
    case TALUS_VARIED_DRAG:
        return vary(variation, g, rate, &at->drag);
    case TALUS_VARIED_EPSILON_N:
        return vary(variation, g, restitution, &at->epsilon_n);
    case TALUS_VARIED_EPSILON_T:
        return vary(variation, g, restitution, &at->epsilon_t);
    case TALUS_VARIED_SOIL_MODULUS:
        return vary(variation, g, rate, &at->soil.modulus);
    case TALUS_VARIED_SOIL_DRAG: {
        double number = 1.0 + at->soil.drag;
        whole = vary(variation, g, rate, &number);
        at->soil.drag = number - 1.0;
        return whole;
    }
    }
    return whole;
}

/// Value of the node nearest to a point.
static double nearest_value(const talus_field *field, double x, double y)
{
    const talus_grid *grid = &field->grid;
    const double u = floor((x - grid->x0) / grid->cell + 0.5);
    const double v = floor((y - grid->y0) / grid->cell + 0.5);
    const double east = (double)(grid->nx - 1), north = (double)(grid->ny - 1);
    const size_t i = (size_t)(u > 0.0 ? (u < east ? u : east) : 0.0);
    const size_t j = (size_t)(v > 0.0 ? (v < north ? v : north) : 0.0);
    return (double)field->values[j * grid->nx + i];
}

void ground_set_parameter(talus_ground *ground, talus_varied parameter, double value)
{
    switch (parameter) {
    case TALUS_VARIED_MU_MAX:
        ground->mu_max = value;
        return;
    case TALUS_VARIED_KAPPA:
        ground->kappa = value;
        return;
    case TALUS_VARIED_BETA:
        ground->beta = value;
        return;
    case TALUS_VARIED_DRAG:
        ground->drag = value;
        return;
    case TALUS_VARIED_EPSILON_N:
        ground->epsilon_n = value;
        return;
    case TALUS_VARIED_EPSILON_T:
        ground->epsilon_t = value;
        return;
    case TALUS_VARIED_SOIL_MODULUS:
        ground->soil.modulus = value;
        return;
    case TALUS_VARIED_SOIL_DRAG:
        ground->soil.drag = value - 1.0;
        return;
    case TALUS_VARIED_FRICTION:
    case TALUS_VARIED_MU_MIN:
        break;
    }
    ground->mu_min = value;
}

/// Take the values of all fields that replace; friction stays mu_min <= mu_max.
/// @return the first variation after them
static const talus_variation *replace_parameters(double x, double y, talus_ground *at)
{
    const talus_variation *variation = at->variation;
    for (; variation != NULL && variation->replace; variation = variation->next) {
        const double nearest = nearest_value(variation->field, x, y);
        const double smooth = variation->nearest ? nearest : talus_field_at(variation->field, x, y);
        const double value = isnan(smooth) ? nearest : smooth;
        if (!isnan(value)) {
            ground_set_parameter(at, variation->parameter, value);
        }
    }
    if (variation != at->variation) {
        at->mu_min = at->mu_min < at->mu_max ? at->mu_min : at->mu_max;
    }
    return variation;
}

talus_ground talus_ground_at(const talus_ground *ground, double x, double y)
{
    if (ground == NULL) {
        return (talus_ground){.mu_min = (double)NAN, .mu_max = (double)NAN};
    }
    talus_ground at = *ground;
    const talus_variation *variation = replace_parameters(x, y, &at);
    for (; variation != NULL; variation = variation->next) {
        vary_ground(variation, talus_field_at(variation->field, x, y), &at);
    }
    return at;
}

double talus_ground_cut_share(const talus_ground *ground)
{
    if (ground == NULL) {
        return 0.0;
    }
    const talus_variation *variation = ground->variation;
    while (variation != NULL && variation->replace) {
        variation = variation->next;
    }
    if (variation == NULL) {
        return 0.0;
    }
    const talus_grid *grid = &variation->field->grid;
    const size_t count = grid->nx * grid->ny;
    size_t cut = 0;
    for (size_t k = 0; k < count; k++) {
        talus_ground at = *ground;
        replace_parameters(grid->x0 + (double)(k % grid->nx) * grid->cell,
                           grid->y0 + (double)(k / grid->nx) * grid->cell, &at);
        cut += !vary_ground(variation, (double)variation->field->values[k], &at);
    }
    return (double)cut / (double)count;
}
