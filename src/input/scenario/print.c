// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a scenario file as text, as tables and as JSON Schema.
#include "input/schema/print.h"
#include "input/scenario/tables.h"

#include "talus/scenario.h"
#include "talus/site.h"

#include <string.h>

/// What a slope of each preset looks like.
static void describe_grounds(files_text *out)
{
    for (const talus_ground_field *field = talus_ground_preset_fields(); field->preset != NULL;
         field++) {
        files_text_add(out, "    %s: %s\n        beside it: RAMMS %s; Rockyfor3D %s\n",
                       field->preset, field->looks, field->ramms, field->rockyfor3d);
    }
}

talus_status talus_schema_print(const char *key, talus_schema_form form, char **text,
                                talus_error *error)
{
    if (text == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the text is NULL");
    }
    *text = NULL;
    const char *path = key != NULL ? key : "";
    schema_place place;
    if (!schema_find(&scenario_top_table, path, &place)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "found '%.80s', expected a key of a scenario, such as "
                               "simulation.time_step_s or releases",
                               path);
    }
    files_text out = {0};
    const files_locale locale = files_locale_enter();
    switch (form) {
    case TALUS_SCHEMA_TEXT:
        schema_print_text(&out, place, path);
        if (strcmp(path, "ground.preset") == 0 || strcmp(path, "ground.classes.preset") == 0) {
            describe_grounds(&out);
        }
        break;
    case TALUS_SCHEMA_MARKDOWN:
        schema_print_markdown(&out, place, path);
        break;
    case TALUS_SCHEMA_JSON:
        schema_print_json(&out, place, path[0] != '\0' ? path : "talus scenario");
        break;
    }
    files_locale_leave(&locale);
    if (out.failed || out.data == NULL) {
        const bool failed = out.failed;
        files_text_clear(&out);
        return failed
                   ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the keys")
                   : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                     "found form %d, expected one of talus_schema_form", (int)form);
    }
    *text = out.data;
    return TALUS_OK;
}
