// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that runs out: requests are counted, one or all of them fail. For tests that are linked with
// --wrap=malloc,--wrap=calloc,--wrap=realloc (tests/CMakeLists.txt); one file of a program includes it.
#ifndef TALUS_TESTS_FAILING_MEMORY_H
#define TALUS_TESTS_FAILING_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

static size_t requests;    ///< since it was set to 0
static size_t failing;     ///< the request that fails; 0 = none
static bool has_no_memory; ///< all fail

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static bool request_fails(void)
{
    return ++requests == failing || has_no_memory;
}

void *__wrap_malloc(size_t size)
{
    return request_fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return request_fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return request_fails() ? NULL : __real_realloc(memory, size);
}

#endif
