// SPDX-License-Identifier: GPL-3.0-or-later
// Grounds with drawn parameters: a copy for each stepper, redrawn per rock or per impact.
#include "physics/site/ground_parameter.h"
#include "physics/stepper/stepper_internal.h"

#include <stdlib.h>
#include <string.h>

/// Keep these numbers apart from those of the releases, which have the scenario's seed as key, and
/// those of the soil from the others.
static const uint64_t key_of_grounds = UINT64_C(0x67726f756e643031);
static const uint64_t key_of_soils = UINT64_C(0x67726f756e643032);

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

/// Whom a draw is for.
typedef struct draw_key {
    uint64_t seed, rock;
    uint32_t impact;
} draw_key;

/// Draw the parameters [first, last) that have a law.
static void draw_parameters(const talus_ground *given, unsigned index, const draw_key *key,
                            unsigned first, unsigned last, talus_ground *drawn)
{
    for (unsigned k = first; k < last; k++) {
        const talus_distribution *law = &given->draw->laws[k];
        if (law->law != TALUS_LAW_FIXED) {
            ground_set_parameter(drawn, (talus_varied)k,
                                 talus_distribution_at(law, draw_uniform(key->seed, index, k,
                                                                         key->rock, key->impact)));
        }
    }
}

/// All but the soil's.
static void draw_surface(const talus_ground *given, unsigned index, const draw_key *key,
                         talus_ground *drawn)
{
    drawn->mu_min = given->mu_min;
    drawn->mu_max = given->mu_max;
    draw_parameters(given, index, key, TALUS_VARIED_MU_MIN, TALUS_VARIED_SOIL_MODULUS, drawn);
    drawn->mu_min = drawn->mu_min < drawn->mu_max ? drawn->mu_min : drawn->mu_max;
}

static void draw_soil(const talus_ground *given, unsigned index, const draw_key *key,
                      talus_ground *drawn)
{
    draw_parameters(given, index, key, TALUS_VARIED_SOIL_MODULUS, TALUS_VARIED_COUNT, drawn);
}

talus_ground talus_ground_drawn(const talus_ground *ground, unsigned index, uint64_t seed,
                                uint64_t rock, uint32_t impact)
{
    const draw_key key = {.seed = seed, .rock = rock, .impact = impact};
    talus_ground drawn = *ground;
    drawn.draw = NULL;
    if (ground->draw != NULL) {
        draw_surface(ground, index, &key, &drawn);
        draw_soil(ground, index, &key, &drawn);
    }
    return drawn;
}

bool stepper_drawn_init(talus_stepper *s)
{
    stepper_drawn *drawn = &s->drawn;
    const size_t count = s->site.ground_count;
    bool some = false;
    for (size_t k = 0; k < count; k++) {
        const talus_ground_draw *draw = s->site.grounds[k].draw;
        some = some || draw != NULL;
        drawn->per_impact = drawn->per_impact || (draw != NULL && draw->per_impact);
        drawn->soil_per_impact = drawn->soil_per_impact || (draw != NULL && draw->soil_per_impact);
    }
    if (!some) {
        return true;
    }
    drawn->given = s->site.grounds;
    drawn->grounds = malloc(count * sizeof *drawn->grounds);
    if (drawn->grounds == NULL) {
        return false;
    }
    memcpy(drawn->grounds, drawn->given, count * sizeof *drawn->grounds);
    s->site.grounds = drawn->grounds;
    return true;
}

/// Draw what is drawn once per rock, or what is drawn per impact.
static void draw_surfaces(talus_stepper *s, bool per_impact)
{
    const stepper_drawn *drawn = &s->drawn;
    const draw_key key = {
        .seed = drawn->seed, .rock = drawn->rock, .impact = per_impact ? drawn->impact : 0};
    for (size_t k = 0; k < s->site.ground_count; k++) {
        const talus_ground_draw *draw = drawn->given[k].draw;
        if (draw != NULL && draw->per_impact == per_impact) {
            draw_surface(&drawn->given[k], (unsigned)k, &key, &drawn->grounds[k]);
        }
    }
}

/// Likewise of the soils.
static void draw_soils(talus_stepper *s, bool per_impact)
{
    const stepper_drawn *drawn = &s->drawn;
    const draw_key key = {
        .seed = drawn->seed, .rock = drawn->rock, .impact = per_impact ? drawn->visit : 0};
    for (size_t k = 0; k < s->site.ground_count; k++) {
        const talus_ground_draw *draw = drawn->given[k].draw;
        if (draw != NULL && draw->soil_per_impact == per_impact) {
            draw_soil(&drawn->given[k], (unsigned)k, &key, &drawn->grounds[k]);
        }
    }
}

void talus_stepper_draw_grounds(talus_stepper *s, uint64_t seed, uint64_t rock)
{
    if (s == NULL) {
        return;
    }
    stepper_drawn *drawn = &s->drawn;
    if (drawn->grounds == NULL) {
        return;
    }
    drawn->seed = seed;
    drawn->rock = rock;
    drawn->impact = 0;
    drawn->visit = 0;
    drawn->is_down = false;
    for (int per_impact = 0; per_impact < 2; per_impact++) {
        draw_surfaces(s, per_impact == 1);
        draw_soils(s, per_impact == 1);
    }
}

void stepper_meet_ground(talus_stepper *s)
{
    stepper_drawn *drawn = &s->drawn;
    const bool is_down = s->set.count > s->set.obstacle_count;
    if (is_down && !drawn->is_down) {
        drawn->impact++;
        draw_surfaces(s, true);
    }
    drawn->is_down = is_down;
}

void stepper_enter_soil(talus_stepper *s)
{
    if (s->drawn.soil_per_impact) {
        s->drawn.visit++;
        draw_soils(s, true);
    }
}
