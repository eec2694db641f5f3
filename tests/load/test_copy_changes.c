// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign that went through bytes is the campaign, for each change of one key.
#include "load/copy_case.h"

Test(copy_changes, hold_what_every_key_says)
{
    loaded l;
    FILE *file = fopen(SCENARIO_DATA "changes.txt", "r");
    cr_assert_not_null(file);
    char line[512];
    size_t compared = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *value = strchr(line, ' ');
        if (line[0] == '#' || value == NULL) {
            continue;
        }
        *value++ = '\0';
        char *end = value + strlen(value) - 1;
        if (*end == '!' || *end == '=') {
            end[-1] = '\0';
        }
        if (load(RICH, line, value, &l)) {
            copy(&l, line);
            expect_same(&l, line);
            compared++;
        }
        clear(&l);
    }
    fclose(file);
    cr_expect_gt(compared, 150, "only %zu changes were compared", compared);
}
