// SPDX-License-Identifier: GPL-3.0-or-later
// What a slope of each preset looks like, and what other programs call it.  [docs/ground.md, 6]
#include "talus/site.h"

#include <string.h>

/// Newest version. Types of Rockyfor3D by their descriptions in [Do16], categories of RAMMS::ROCKFALL
/// by name: the parameters of the three programs are not equivalent.
static const talus_ground_field fields[] = {
    {.preset = "extra_soft",
     .looks = "wet meadow, bog, loose fill: a boot sinks in, blocks stay in their own craters",
     .ramms = "extra soft",
     .rockyfor3d = "0 (river, swamp) to 1 (fine soil deeper than 1 m)"},
    {.preset = "soft",
     .looks = "deep meadow soil of a valley floor, a spade goes in to its handle, no stones show",
     .ramms = "soft",
     .rockyfor3d = "1 (fine soil deeper than 1 m)"},
    {.preset = "medium_soft",
     .looks = "turf on soil with few stones, fine scree that a foot slides in, forest floor",
     .ramms = "medium soft",
     .rockyfor3d = "2 (fine soil of less than 1 m, sand and gravel)"},
    {.preset = "medium",
     .looks = "alpine meadow with stones in it, compact debris: heels leave marks, a spade meets "
              "stones",
     .ramms = "medium",
     .rockyfor3d = "3 (scree below 10 cm, compact soil with small fragments)"},
    {.preset = "medium_hard",
     .looks = "coarse scree of fist to bucket size, thin cover over rock or blocks",
     .ramms = "medium hard",
     .rockyfor3d = "4 (talus above 10 cm, compact soil with large fragments)"},
    {.preset = "hard",
     .looks = "rock with cracks, ledges and thin cover, boulder fields, asphalt: a rock leaves "
              "scratches, no crater",
     .ramms = "hard",
     .rockyfor3d = "5 (bedrock with a thin cover), 7 (asphalt)"},
    {.preset = "extra_hard",
     .looks = "clean bare rock, concrete",
     .ramms = "extra hard",
     .rockyfor3d = "6 (bedrock)"},
    {.preset = "snow", .looks = "snow cover", .ramms = "snow", .rockyfor3d = "none"},
    {.preset = "stony_meadow",
     .looks =
         "as `medium`, for blocks of less than 100 kg alone: stones and hummocks of a decimetre "
         "stand out of the turf",
     .ramms = "medium",
     .rockyfor3d = "3 (scree below 10 cm, compact soil with small fragments)"},
    {.preset = NULL},
};

const talus_ground_field *talus_ground_preset_fields(void)
{
    return fields;
}

const talus_ground_field *talus_ground_preset_field(const char *name)
{
    const talus_ground *preset = talus_ground_preset(name);
    for (const talus_ground_field *field = fields; preset != NULL && field->preset != NULL;
         field++) {
        const size_t length = strlen(field->preset);
        if (strncmp(preset->name, field->preset, length) == 0 &&
            (preset->name[length] == '\0' || preset->name[length] == '@')) {
            return field;
        }
    }
    return NULL;
}
