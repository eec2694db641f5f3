// SPDX-License-Identifier: GPL-3.0-or-later
// Drawn parameters of a ground: pure functions of seed, rock, impact and class.
#include "physics/site/ground_draw.h"

#include "physics/site/ground_parameter.h"

#include <math.h>

/// Keep these numbers apart from those of the releases, which have the scenario's seed as key, and
/// those of the soil from the others.
static const uint64_t key_of_grounds = UINT64_C(0x67726f756e643031);
static const uint64_t key_of_soils = UINT64_C(0x67726f756e643032);

static const uint64_t key_of_posteriors = UINT64_C(0x67726f756e643033);

static double draw_uniform(uint64_t seed, unsigned index, unsigned parameter, uint64_t rock,
                           uint32_t impact)
{
    const bool is_soil = parameter >= TALUS_VARIED_SOIL_MODULUS;
    const uint64_t place = (uint64_t)index * TALUS_VARIED_SOIL_MODULUS +
                           (is_soil ? parameter - TALUS_VARIED_SOIL_MODULUS : parameter);
    const uint64_t key = (is_soil ? key_of_soils : key_of_grounds) + place;
    talus_random random = {
        .seed = talus_mix64(seed + talus_mix64(key)), .stream = rock, .draw = impact};
    return talus_random_uniform(&random);
}

/// Row of the posterior of a rock: of count rocks in a row each has another one, so that all rows
/// have equal shares; the order changes from block to block, so that no place, and no row of a
/// table of runs, goes with a row.
static const double *posterior_row(const talus_ground_draw *draw, uint64_t seed, uint64_t rock)
{
    const uint64_t count = draw->posterior_count;
    if (count == 0) {
        return NULL;
    }
    const uint64_t turn = talus_mix64(talus_mix64(seed + key_of_posteriors) + rock / count);
    return draw->posterior + (rock % count + turn % count) % count * TALUS_VARIED_COUNT;
}

/// Draw the parameters [first, last) that have a law.
static void draw_parameters(const talus_ground *given, unsigned index, const ground_draw_key *key,
                            unsigned first, unsigned last, shape_cut *cuts, talus_ground *drawn)
{
    const double *row = posterior_row(given->draw, key->seed, key->rock);
    for (unsigned k = first; k < last; k++) {
        const talus_distribution *law = &given->draw->laws[k];
        if (row != NULL && !isnan(row[k])) {
            ground_set_parameter(drawn, (talus_varied)k, row[k]);
        } else if (law->law != TALUS_LAW_FIXED) {
            const double u = draw_uniform(key->seed, index, k, key->rock, key->impact);
            ground_set_parameter(drawn, (talus_varied)k, shape_distribution_at(law, &cuts[k], u));
        }
    }
}

void ground_draw_surface(const talus_ground *given, unsigned index, const ground_draw_key *key,
                         shape_cut *cuts, talus_ground *drawn)
{
    drawn->mu_min = given->mu_min;
    drawn->mu_max = given->mu_max;
    draw_parameters(given, index, key, TALUS_VARIED_MU_MIN, TALUS_VARIED_SOIL_MODULUS, cuts, drawn);
    drawn->mu_min = drawn->mu_min < drawn->mu_max ? drawn->mu_min : drawn->mu_max;
}

void ground_draw_soil(const talus_ground *given, unsigned index, const ground_draw_key *key,
                      shape_cut *cuts, talus_ground *drawn)
{
    draw_parameters(given, index, key, TALUS_VARIED_SOIL_MODULUS, TALUS_VARIED_COUNT, cuts, drawn);
}

talus_ground talus_ground_drawn(const talus_ground *ground, unsigned index, uint64_t seed,
                                uint64_t rock, uint32_t impact)
{
    const ground_draw_key key = {.seed = seed, .rock = rock, .impact = impact};
    talus_ground drawn = *ground;
    drawn.draw = NULL;
    if (ground->draw != NULL) {
        shape_cut cuts[TALUS_VARIED_COUNT] = {0};
        ground_draw_surface(ground, index, &key, cuts, &drawn);
        ground_draw_soil(ground, index, &key, cuts, &drawn);
    }
    return drawn;
}
