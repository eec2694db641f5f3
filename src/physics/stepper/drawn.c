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
    drawn->soil_is_old = calloc(count, sizeof *drawn->soil_is_old);
    drawn->cuts = calloc(count, sizeof *drawn->cuts);
    if (drawn->grounds == NULL || drawn->soil_is_old == NULL || drawn->cuts == NULL) {
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
    const ground_draw_key key = {.seed = drawn->draw.seed,
                                 .rock = drawn->draw.rock,
                                 .impact = per_impact ? drawn->draw.impact : 0};
    for (size_t k = 0; k < s->site.ground_count; k++) {
        const talus_ground_draw *draw = drawn->given[k].draw;
        if (draw != NULL && draw->per_impact == per_impact) {
            ground_draw_surface(&drawn->given[k], (unsigned)k, &key, drawn->cuts[k],
                                &drawn->grounds[k]);
        }
    }
}

/// Soils that are drawn for each visit, or all of them.
static void forget_soils(talus_stepper *s, bool all)
{
    const stepper_drawn *drawn = &s->drawn;
    for (size_t k = 0; k < s->site.ground_count; k++) {
        const talus_ground_draw *draw = drawn->given[k].draw;
        drawn->soil_is_old[k] = draw != NULL && (all || draw->soil_per_impact);
    }
}

void stepper_draw_old_soil(talus_stepper *s, unsigned ground)
{
    const stepper_drawn *drawn = &s->drawn;
    const talus_ground *given = &drawn->given[ground];
    const ground_draw_key key = {.seed = drawn->draw.seed,
                                 .rock = drawn->draw.rock,
                                 .impact = given->draw->soil_per_impact ? drawn->draw.visit : 0};
    ground_draw_soil(given, ground, &key, drawn->cuts[ground], &drawn->grounds[ground]);
    drawn->soil_is_old[ground] = false;
}

void stepper_load_grounds(talus_stepper *s, const talus_rock_motion *m)
{
    stepper_drawn *drawn = &s->drawn;
    const motion_draw *old = &drawn->draw, *new = &m->draw;
    const bool is_same = old->rock == new->rock && old->seed == new->seed &&
                         old->impact == new->impact && old->visit == new->visit;
    if (drawn->is_drawn && is_same) {
        return;
    }
    drawn->draw = *new;
    drawn->is_drawn = true;
    if (new->rock == TALUS_ROCK_WITHOUT_DRAWS) {
        memcpy(drawn->grounds, drawn->given, s->site.ground_count * sizeof *drawn->grounds);
        memset(drawn->soil_is_old, 0, s->site.ground_count * sizeof *drawn->soil_is_old);
    } else {
        draw_surfaces(s, false);
        draw_surfaces(s, true);
        forget_soils(s, true);
    }
}

/// Whether a rock draws grounds at all.
static bool is_drawing(const talus_stepper *s)
{
    return s->motion->draw.rock != TALUS_ROCK_WITHOUT_DRAWS;
}

void stepper_meet_ground(talus_stepper *s)
{
    talus_rock_motion *m = s->motion;
    const bool is_down = s->set.count > s->set.obstacle_count;
    if (is_down && !m->is_down && is_drawing(s)) {
        s->drawn.draw.impact = ++m->draw.impact;
        draw_surfaces(s, true);
    }
    m->is_down = is_down;
}

void stepper_enter_soil(talus_stepper *s)
{
    if (s->drawn.soil_per_impact && is_drawing(s)) {
        s->drawn.draw.visit = ++s->motion->draw.visit;
        forget_soils(s, false);
    }
}
