// SPDX-License-Identifier: GPL-3.0-or-later
// Grounds with drawn parameters: a copy for each stepper, redrawn per rock or per impact.
#include "stepper/stepper_internal.h"
#include "terrain/ground_parameter.h"

#include <stdlib.h>
#include <string.h>

/// Keeps these numbers apart from those of the releases, which have the scenario's seed as key.
static const uint64_t key_of_grounds = UINT64_C(0x67726f756e643031);

static double draw_uniform(uint64_t seed, unsigned index, unsigned parameter, uint64_t rock,
                           uint32_t impact)
{
    const uint64_t place = (uint64_t)index * (TALUS_VARIED_EPSILON_T + 1) + parameter;
    talus_random random = {.seed = talus_mix64(seed + talus_mix64(key_of_grounds + place)),
                           .stream = rock,
                           .draw = impact};
    return talus_random_uniform(&random);
}

talus_ground talus_ground_drawn(const talus_ground *ground, unsigned index, uint64_t seed,
                                uint64_t rock, uint32_t impact)
{
    talus_ground drawn = *ground;
    drawn.draw = NULL;
    if (ground->draw == NULL) {
        return drawn;
    }
    for (unsigned k = TALUS_VARIED_MU_MIN; k <= TALUS_VARIED_EPSILON_T; k++) {
        const talus_distribution *law = &ground->draw->laws[k];
        if (law->law != TALUS_LAW_FIXED) {
            *ground_parameter(&drawn, (talus_varied)k) =
                talus_distribution_at(law, draw_uniform(seed, index, k, rock, impact));
        }
    }
    drawn.mu_min = drawn.mu_min < drawn.mu_max ? drawn.mu_min : drawn.mu_max;
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

/// Draw the grounds that are drawn once per rock, or those that are drawn per impact.
static void draw_grounds(talus_stepper *s, bool per_impact)
{
    const stepper_drawn *drawn = &s->drawn;
    for (size_t k = 0; k < s->site.ground_count; k++) {
        const talus_ground_draw *draw = drawn->given[k].draw;
        if (draw != NULL && draw->per_impact == per_impact) {
            drawn->grounds[k] = talus_ground_drawn(&drawn->given[k], (unsigned)k, drawn->seed,
                                                   drawn->rock, per_impact ? drawn->impact : 0);
        }
    }
}

void talus_stepper_draw_grounds(talus_stepper *s, uint64_t seed, uint64_t rock)
{
    stepper_drawn *drawn = &s->drawn;
    if (drawn->grounds == NULL) {
        return;
    }
    drawn->seed = seed;
    drawn->rock = rock;
    drawn->impact = 0;
    drawn->is_down = false;
    draw_grounds(s, false);
    draw_grounds(s, true);
}

void stepper_meet_ground(talus_stepper *s)
{
    stepper_drawn *drawn = &s->drawn;
    const bool is_down = s->set.count > s->set.obstacle_count;
    if (is_down && !drawn->is_down) {
        drawn->impact++;
        draw_grounds(s, true);
    }
    drawn->is_down = is_down;
}
