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

static talus_status check_size(const void *given, size_t least, size_t known, const char *name,
                               size_t *size, talus_error *error)
{
    if (given == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the %s is NULL", name);
    }
    memcpy(size, given, sizeof *size);
    if (*size >= least && *size <= known) {
        return TALUS_OK;
    }
    return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                           "found %s of %zu bytes, expected %zu to %zu: begin with %s_default() "
                           "or {.size = sizeof ...}, and use a library that is not older than its "
                           "headers",
                           name, *size, least, known, name);
}

talus_status sized_take(void *into, size_t known, const void *given, size_t least, const char *name,
                        talus_error *error)
{
    size_t size = 0;
    if (given == NULL) {
        return TALUS_OK;
    }
    const talus_status status = check_size(given, least, known, name, &size, error);
    if (status == TALUS_OK) {
        memcpy(into, given, size);
        memcpy(into, &known, sizeof known);
    }
    return status;
}

talus_status sized_give(void *given, const void *values, size_t known, const char *name,
                        talus_error *error)
{
    size_t size = 0;
    const talus_status status = check_size(given, known, known, name, &size, error);
    if (status == TALUS_OK) {
        memcpy(given, values, known);
        memcpy(given, &known, sizeof known);
    }
    return status;
}

talus_status sized_check(const void *given, size_t known, const char *name, talus_error *error)
{
    size_t size = 0;
    return check_size(given, known, known, name, &size, error);
}
