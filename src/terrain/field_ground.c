// SPDX-License-Identifier: GPL-3.0-or-later
// Ground parameters that vary from place to place.
#include "talus/terrain.h"

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
    }
    return whole;
}

talus_ground talus_ground_at(const talus_ground *ground, double x, double y)
{
    talus_ground at = *ground;
    if (ground->variation != NULL) {
        vary_ground(ground->variation, talus_field_at(ground->variation->field, x, y), &at);
    }
    return at;
}

double talus_ground_cut_share(const talus_ground *ground)
{
    if (ground->variation == NULL) {
        return 0.0;
    }
    const talus_field *field = ground->variation->field;
    const size_t count = field->grid.nx * field->grid.ny;
    size_t cut = 0;
    for (size_t k = 0; k < count; k++) {
        talus_ground at = *ground;
        cut += !vary_ground(ground->variation, (double)field->values[k], &at);
    }
    return (double)cut / (double)count;
}
