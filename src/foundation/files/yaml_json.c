// SPDX-License-Identifier: GPL-3.0-or-later
// A YAML text as JSON, for programs that read JSON alone.
#include "foundation/files/files.h"

#include <libfyaml.h>

talus_status files_yaml_to_json(const char *text, size_t size, char **json, talus_error *error)
{
    *json = NULL;
    struct fy_diag_cfg diag_options;
    fy_diag_cfg_default(&diag_options);
    diag_options.fp = NULL; // nothing is printed
    struct fy_diag *diag = fy_diag_create(&diag_options);
    if (diag == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a YAML text");
    }
    fy_diag_set_collect_errors(diag, true);
    const struct fy_parse_cfg options = {.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG, .diag = diag};
    struct fy_document *document = fy_document_build_from_string(&options, text, size);
    talus_status status = TALUS_OK;
    if (document == NULL) {
        status = talus_error_set(error, TALUS_ERROR_INPUT, "this is not YAML");
    } else {
        *json = fy_emit_document_to_string(document, FYECF_MODE_JSON_ONELINE);
        if (*json == NULL) {
            status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a YAML text");
        }
    }
    fy_document_destroy(document);
    fy_diag_destroy(diag);
    return status;
}
