// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks of a shard.
#include "physics/stepper/worker.h"
#include "runs/ensemble/job.h"

#include <stdlib.h>

uint64_t talus_shard_rock_count(const talus_campaign *campaign, unsigned shard,
                                unsigned shard_count)
{
    if (campaign == NULL) {
        return 0;
    }
    const uint64_t rocks = talus_campaign_rock_count(campaign);
    if (shard_count == 0) {
        return rocks;
    }
    return shard == 0 || shard > rocks ? 0 : (rocks - shard) / shard_count + 1;
}
