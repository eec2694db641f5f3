// SPDX-License-Identifier: GPL-3.0-or-later
// warnings.log holds every warning, or it is not written. Linked with --wrap: memory can run out.
#include "failing_memory.h"
#include "products/scene.h"

// before: the file said that messages were lost, and the run was complete
Test(warnings, a_lost_one_fails_the_result)
{
    scene s;
    talus_error error = {0};
    scene_init(&s);
    char path[512];
    snprintf(path, sizeof path, "%s/warnings_%ld",
             getenv("TALUS_TEST_TMP") ? getenv("TALUS_TEST_TMP") : "/tmp", (long)getpid());
    talus_diagnostics *list = talus_diagnostics_create();
    talus_diagnostics_say(list, TALUS_WARNING, "kept");
    cr_expect_eq(talus_products_write(path, &s.context, s.results, list, false, &error), TALUS_OK,
                 "%s", error.message);
    has_no_memory = true;
    talus_diagnostics_say(list, TALUS_WARNING, "lost");
    has_no_memory = false;
    cr_expect_eq(talus_products_write(path, &s.context, s.results, list, false, &error),
                 TALUS_ERROR_MEMORY);
    cr_expect_not_null(strstr(error.message, "a warning was lost"), "%s", error.message);
    scene_remove(path);
    talus_diagnostics_destroy(list);
    scene_clear(&s);
}
