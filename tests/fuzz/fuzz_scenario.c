// SPDX-License-Identifier: GPL-3.0-or-later
// Scenario text. What is accepted is written and read back: the same text again.
#include "fuzz.h"

#include "talus/scenario.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_copy_scenario_files();
    return 0;
}

/// @return the resolved text, NULL for a scenario that is refused
static char *resolve(const char *path, bool is_ours)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    talus_error error = {0};
    const talus_status status = talus_scenario_read(path, NULL, 0, list, &scenario, &error);
    fuzz_expect_told(status, &error);
    if ((status == TALUS_OK) != (scenario != NULL)) {
        fuzz_fail("status %d with scenario %p", (int)status, (void *)scenario);
    }
    if (is_ours && status != TALUS_OK) {
        const talus_diagnostic *first = talus_diagnostics_get(list, 0);
        fuzz_fail("the resolved scenario cannot be read: %s",
                  first != NULL ? first->message : error.message);
    }
    char *text = NULL;
    if (scenario != NULL) {
        (void)talus_scenario_resolved(scenario, fuzz_directory(), &text, NULL);
    }
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *first = resolve(fuzz_file("scenario.yaml", data, size), false);
    if (first != NULL) {
        const char *path = fuzz_file("resolved.yaml", (const uint8_t *)first, strlen(first));
        char *second = resolve(path, true);
        if (second == NULL || strcmp(first, second) != 0) {
            fuzz_fail("resolved twice, another scenario:\n%s\n---\n%s", first, second);
        }
        free(second);
    }
    free(first);
    return 0;
}
