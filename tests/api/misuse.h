// SPDX-License-Identifier: GPL-3.0-or-later
// Public functions called wrongly: no crash, no hang, a status with a sentence. Each row of a table
// runs in a process of its own.
#ifndef TALUS_TESTS_API_MISUSE_H
#define TALUS_TESTS_API_MISUSE_H

#include "talus/base.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>

/// A wrong call. @return its status
typedef talus_status misuse_call(talus_error *error);
typedef struct misuse {
    const char *name;
    misuse_call *call;
    bool is_silent; ///< the function has no talus_error
} misuse;

#define NOTHING ((double)NAN)
#define ENDLESS ((double)INFINITY)
/// A row that calls a function with a sentence, or one without.
#define REFUSED(name_)                                                                             \
    {                                                                                              \
#name_, name_, false                                                                       \
    }
#define REFUSED_SILENTLY(name_)                                                                    \
    {                                                                                              \
#name_, name_, true                                                                        \
    }
// a row is named by its number: a test's process has functions at other addresses
#define MISUSE_TABLE(header, ...)                                                                  \
    static const misuse misuse_rows[] = {__VA_ARGS__};                                             \
    ParameterizedTestParameters(misuse, header)                                                    \
    {                                                                                              \
        enum { ROWS = sizeof misuse_rows / sizeof misuse_rows[0] };                                \
        static unsigned numbers_of_rows[ROWS];                                                     \
        for (unsigned k = 0; k < ROWS; k++) {                                                      \
            numbers_of_rows[k] = k;                                                                \
        }                                                                                          \
        return cr_make_param_array(unsigned, numbers_of_rows, ROWS);                               \
    }                                                                                              \
    ParameterizedTest(unsigned *number, misuse, header)                                            \
    {                                                                                              \
        const misuse *row = &misuse_rows[*number];                                                 \
        talus_error error = {0};                                                                   \
        const talus_status status = row->call(&error);                                             \
        cr_expect(status == TALUS_ERROR_ARGUMENT || status == TALUS_ERROR_INPUT ||                 \
                      status == TALUS_ERROR_MEMORY,                                                \
                  "%s: %s", row->name, talus_status_text(status));                                 \
        cr_expect(row->is_silent || error.message[0] != '\0', "%s has no sentence", row->name);    \
        cr_expect(row->is_silent || error.status == status, "%s", row->name);                      \
    }

#endif
