// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a scenario file as text, as tables and as JSON Schema.
#include "input/schema/print.h"
#include "input/scenario/tables.h"

#include "talus/scenario.h"
#include "talus/site.h"

#include <string.h>

/// What a slope of each preset looks like.
static void describe_grounds(files_text *out, const char *path)
{
    if (strcmp(path, "ground.preset") != 0 && strcmp(path, "ground.classes.preset") != 0) {
        return;
    }
    for (const talus_ground_field *field = talus_ground_preset_fields(); field->preset != NULL;
         field++) {
        files_text_add(out, "    %s: %s\n        beside it: RAMMS %s; Rockyfor3D %s\n",
                       field->preset, field->looks, field->ramms, field->rockyfor3d);
    }
}

talus_status talus_schema_print(const char *key, talus_schema_form form, char **text,
                                talus_error *error)
{
    static const schema_document document = {
        .top = &scenario_top_table,
        .title = "talus scenario",
        .expected = "a key of a scenario, such as simulation.time_step_s or releases",
        .describe = describe_grounds};
    return schema_print(&document, key, form, text, error);
}
