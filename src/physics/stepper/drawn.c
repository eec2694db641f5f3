// SPDX-License-Identifier: GPL-3.0-or-later
// Grounds with drawn parameters: a copy for each stepper, redrawn per rock or per impact.
#include "physics/site/ground_draw.h"
#include "physics/stepper/stepper_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    const ground_draw_key key = {
        .seed = drawn->seed, .rock = drawn->rock, .impact = per_impact ? drawn->impact : 0};
    for (size_t k = 0; k < s->site.ground_count; k++) {
        const talus_ground_draw *draw = drawn->given[k].draw;
        if (draw != NULL && draw->per_impact == per_impact) {
            ground_draw_surface(&drawn->given[k], (unsigned)k, &key, &drawn->grounds[k]);
        }
    }
}

/// Likewise of the soils.
static void draw_soils(talus_stepper *s, bool per_impact)
{
    const stepper_drawn *drawn = &s->drawn;
    const ground_draw_key key = {
        .seed = drawn->seed, .rock = drawn->rock, .impact = per_impact ? drawn->visit : 0};
    for (size_t k = 0; k < s->site.ground_count; k++) {
        const talus_ground_draw *draw = drawn->given[k].draw;
        if (draw != NULL && draw->soil_per_impact == per_impact) {
            ground_draw_soil(&drawn->given[k], (unsigned)k, &key, &drawn->grounds[k]);
        }
    }
}

void talus_stepper_draw_grounds(talus_stepper *s, uint64_t seed, uint64_t rock)
{
    if (s == NULL) {
        return;
    }
    stepper_drawn *drawn = &s->drawn;
    s->bumps = (contact_bumps){.seed = seed, .rock = rock};
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

void talus_stepper_set_release(talus_stepper *s, talus_vec3 release)
{
    if (s != NULL) {
        s->bumps.release = release;
        s->bumps.is_released = true;
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
