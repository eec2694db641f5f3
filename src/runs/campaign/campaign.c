// SPDX-License-Identifier: GPL-3.0-or-later
// Defaults and size of a campaign, and what follows from its rocks and its precision.
#include "runs/campaign/campaign.h"

#include "foundation/base/sized.h"

void talus_campaign_defaults(talus_campaign *campaign, size_t size)
{
    const talus_campaign defaults = {
        .step = talus_step_options_default(),
        .pace = {.flight = 1, .most = 1},
        .stop = {.speed = 0.2, .spin = 0.5, .time = 0.2},
        .time_limit = 300.0,
        .seed = 1,
        .recorded_rocks = 1000,
        .sample_time = 0.05,
        .sample_distance = 0.1,
        .contact = {.mu = 0.6},
        .net_memory = true,
        .breaking = {.least_volume = 1e-3, .reference_volume = 1.0, .scatter = 0.1, .window = 0.5}};
    sized_fill(campaign, size, &defaults, sizeof defaults);
}

uint64_t talus_campaign_rock_count(const talus_campaign *campaign)
{
    if (campaign == NULL || campaign->releases == NULL) {
        return 0;
    }
    uint64_t count = 0;
    for (size_t k = 0; k < campaign->release_count; k++) {
        count += campaign->releases[k].rocks;
    }
    return count;
}

size_t talus_campaign_stratum_count(const talus_campaign *campaign)
{
    if (campaign == NULL) {
        return 0;
    }
    return campaign->stratified ? campaign->release_count * campaign->rock_class_count : 1;
}

size_t campaign_stratum(const talus_campaign *campaign, uint32_t release, uint32_t rock_class)
{
    return campaign->stratified ? release * campaign->rock_class_count + rock_class : 0;
}

/// Largest volume that can be drawn is at the largest uniform number, 1 - 2^-53.
double campaign_heaviest(const talus_campaign *campaign)
{
    double heaviest = 0.0;
    for (size_t k = 0; k < campaign->rock_class_count; k++) {
        const talus_rock_class *kind = &campaign->rocks[k];
        double mass = kind->rock->mass;
        if (kind->sized) {
            mass *= talus_distribution_at(&kind->volume, 1.0 - 0x1p-53) / kind->rock->volume;
        }
        heaviest = mass > heaviest ? mass : heaviest;
        for (size_t i = 1; i < kind->block_count; i++) {
            heaviest = kind->blocks[i]->mass > heaviest ? kind->blocks[i]->mass : heaviest;
        }
    }
    return heaviest;
}

static bool may_break(const talus_campaign *campaign)
{
    return campaign->breaking.law != TALUS_BREAKING_NONE;
}

size_t campaign_max_vertices(const talus_campaign *campaign)
{
    size_t most = 0;
    for (size_t k = 0; k < campaign->rock_class_count; k++) {
        const talus_rock_class *kind = &campaign->rocks[k];
        most = kind->rock->vertex_count > most ? kind->rock->vertex_count : most;
        for (size_t i = 1; i < kind->block_count; i++) {
            const size_t count = kind->blocks[i]->vertex_count;
            most = count > most ? count : most;
        }
    }
    // cuts make corners: a piece that has still more does not come about
    return may_break(campaign) ? 2 * most + 32 : most;
}

static bool is_of_several(const talus_release *release)
{
    return release->bodies > 1;
}

bool campaign_has_bodies(const talus_campaign *campaign)
{
    bool has_several = may_break(campaign);
    for (size_t k = 0; k < campaign->release_count; k++) {
        has_several = has_several || is_of_several(&campaign->releases[k]);
    }
    return has_several;
}

bool talus_campaign_has_bodies(const talus_campaign *campaign)
{
    return campaign != NULL && campaign->releases != NULL && campaign_has_bodies(campaign);
}

bool campaign_is_together(const talus_campaign *campaign, uint32_t release)
{
    const talus_obstacles *obstacles = campaign->site.obstacles;
    const bool has_nets = obstacles != NULL && talus_obstacles_list(obstacles)->net_count > 0;
    return is_of_several(&campaign->releases[release]) ||
           (may_break(campaign) &&
            (campaign->contact.meeting == TALUS_MEET_ALL || (has_nets && campaign->net_memory)));
}

bool campaign_has_together(const talus_campaign *campaign)
{
    bool has_some = false;
    for (size_t k = 0; k < campaign->release_count; k++) {
        has_some = has_some || campaign_is_together(campaign, (uint32_t)k);
    }
    return has_some;
}

const char *campaign_why_fixed(const talus_campaign *campaign)
{
    const talus_scheme scheme = campaign->step.scheme;
    return campaign_has_together(campaign)   ? "bodies move at one time"
           : campaign->base.record_count > 0 ? "the ground shakes"
           : scheme != TALUS_SCHEME_MIDPOINT && scheme != TALUS_SCHEME_MIDPOINT_PLUS
               ? "the scheme is another one than midpoint and midpoint+"
               : NULL;
}

uint32_t campaign_cell_values(const talus_campaign *campaign)
{
    const bool has_bodies = campaign_has_bodies(campaign);
    return campaign->cell_values | (has_bodies ? UINT32_C(1) << TALUS_BODIES : 0);
}

bool campaign_has_rounds(const talus_campaign *campaign)
{
    const talus_precision *p = &campaign->precision;
    return p->reach_halfwidth > 0.0 || p->energy_error > 0.0 || p->height_error > 0.0 ||
           p->decided_share > 0.0;
}
