// SPDX-License-Identifier: GPL-3.0-or-later
// Lists with commas on the command line.
#include "foundation/terminal/terminal.h"

#include <string.h>

bool cli_next_item(const char **list, char *item, size_t size)
{
    if (*list == NULL) {
        return false;
    }
    const size_t length = strcspn(*list, ",");
    snprintf(item, size, "%.*s", (int)(length < size ? length : size - 1), *list);
    *list = (*list)[length] == ',' ? *list + length + 1 : NULL;
    return true;
}

size_t cli_join_names(const char *const *names, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t k = 0; names && names[k] && used < size; k++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s", k ? ", " : "", names[k]);
    }
    return used;
}
