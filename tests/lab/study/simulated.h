// SPDX-License-Identifier: GPL-3.0-or-later
/// @file simulated.h
/// Stacks of a text or a file, simulated to their end, for tests.
#ifndef TALUS_TESTS_LAB_STUDY_SIMULATED_H
#define TALUS_TESTS_LAB_STUDY_SIMULATED_H

#include "foundation/files/files.h"
#include "lab/study/rocking_stack.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct simulated {
    rocking_stack_scenario *scenario;
    talus_diagnostics *list;
    rocking_stack stack;
} simulated;

static inline void own_file(char path[512], const char *name)
{
    const char *directory = getenv("TALUS_TEST_TMP");
    snprintf(path, 512, "%s/%s_%ld.yaml", directory ? directory : "/tmp", name, (long)getpid());
}

static inline simulated simulate_file(const char *path, const talus_override *overrides,
                                      size_t count)
{
    simulated s = {.list = talus_diagnostics_create()};
    talus_error error = {0};
    cr_assert_eq(rocking_stack_read(path, overrides, count, s.list, &s.scenario, &error), TALUS_OK,
                 "%s",
                 talus_diagnostics_count(s.list) > 0 ? talus_diagnostics_get(s.list, 0)->message
                                                     : error.message);
    cr_assert_eq(rocking_stack_make(s.scenario, s.list, &s.stack, &error), TALUS_OK, "%s",
                 error.message);
    return s;
}

static inline simulated simulate(const char *format, ...) TALUS_PRINTF(1, 2);
static inline simulated simulate(const char *format, ...)
{
    char path[512], text[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    own_file(path, "rocking_stack");
    cr_assert_eq(files_write_all(path, text, strlen(text), NULL), TALUS_OK);
    const simulated s = simulate_file(path, NULL, 0);
    unlink(path);
    return s;
}

static inline void clear(simulated *s)
{
    rocking_stack_clear(&s->stack);
    rocking_stack_destroy(s->scenario);
    talus_diagnostics_destroy(s->list);
}

static inline const rocking_stack_sample *sample_at(const simulated *s, size_t index, size_t body)
{
    return &s->stack.samples[index * s->stack.count + body];
}

static inline const rocking_stack_sample *last_of(const simulated *s, size_t body)
{
    return sample_at(s, s->stack.sample_count - 1, body);
}

#endif
