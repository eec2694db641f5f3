// SPDX-License-Identifier: GPL-3.0-or-later
// Defaults and size of a campaign.
#include "runs/trajectory/trajectory.h"

talus_campaign talus_campaign_default(void)
{
    return (talus_campaign){.step = talus_step_options_default(),
                            .stop = {.speed = 0.2, .spin = 0.5, .time = 0.2},
                            .time_limit = 300.0,
                            .seed = 1,
                            .recorded_rocks = 1000,
                            .sample_time = 0.05,
                            .sample_distance = 0.1};
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

size_t talus_campaign_stratum(const talus_campaign *campaign, uint32_t release, uint32_t rock_class)
{
    if (campaign == NULL) {
        return 0;
    }
    return campaign->stratified ? release * campaign->rock_class_count + rock_class : 0;
}
