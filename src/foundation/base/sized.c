// SPDX-License-Identifier: GPL-3.0-or-later
// Structs that begin with their size.
#include "foundation/base/sized.h"

#include <string.h>

void sized_fill(void *given, size_t size, const void *defaults, size_t known)
{
    if (given == NULL || size < sizeof size) {
        return;
    }
    memcpy(given, defaults, size < known ? size : known);
    memcpy(given, &size, sizeof size);
}

talus_status sized_take(void *into, size_t known, const void *given, size_t least, const char *name,
                        talus_error *error)
{
    if (given == NULL) {
        return TALUS_OK;
    }
    size_t size = 0;
    memcpy(&size, given, sizeof size);
    if (size < least || size > known) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "found %s of %zu bytes, expected %zu to %zu: begin with "
                               "%s_default(), and use a library that is not older than its headers",
                               name, size, least, known, name);
    }
    memcpy(into, given, size);
    memcpy(into, &known, sizeof known);
    return TALUS_OK;
}
