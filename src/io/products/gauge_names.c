// SPDX-License-Identifier: GPL-3.0-or-later
// Screens and objects by number: their names and files.
#include "io/products/gauges.h"

#include <math.h>
#include <stdio.h>

size_t output_gauge_count(const talus_campaign *campaign)
{
    return campaign->screen_count + campaign->object_count;
}

bool output_gauge_is_object(const talus_campaign *campaign, size_t gauge)
{
    return gauge >= campaign->screen_count;
}

const char *output_gauge_name(const talus_campaign *campaign, size_t gauge)
{
    return output_gauge_is_object(campaign, gauge)
               ? campaign->objects[gauge - campaign->screen_count].name
               : campaign->screens[gauge].line.name;
}

void output_gauge_file(char file[DIRECTORY_NAME_SIZE], const char *prefix, const char *name,
                       const char *suffix)
{
    char part[64];
    talus_gauge_file_name(name, part, sizeof part);
    snprintf(file, DIRECTORY_NAME_SIZE, "%s_%s%s", prefix, part, suffix);
}
