// SPDX-License-Identifier: GPL-3.0-or-later
// Descriptions of the presets.
#include "talus/site.h"

#include <criterion/criterion.h>

/// Every preset of the newest version is described, in the order from soft to hard, and nothing else.
Test(preset_fields, every_preset_is_described)
{
    const talus_ground_field *field = talus_ground_preset_fields();
    for (const talus_ground *ground = talus_ground_presets(); ground->name[0] != '\0';
         ground++, field++) {
        cr_assert_not_null(field->preset);
        cr_expect_str_eq(field->preset, ground->name);
        cr_expect(field->looks[0] != '\0' && field->ramms[0] != '\0' &&
                  field->rockyfor3d[0] != '\0');
        cr_expect_eq(talus_ground_preset_field(ground->name), field);
    }
    cr_expect_null(field->preset);
    cr_expect_eq(talus_ground_preset_field("hard@1"), talus_ground_preset_field("hard"));
    cr_expect_null(talus_ground_preset_field("hardly"));
    cr_expect_null(talus_ground_preset_field(NULL));
}
