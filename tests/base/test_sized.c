// SPDX-License-Identifier: GPL-3.0-or-later
// Structs that begin with their size, older and newer than the library.
#include "foundation/base/sized.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct old_options {
    size_t size;
    int first;
} old_options;

typedef struct options {
    size_t size;
    int first, second;
    double third;
} options;

static const options defaults = {sizeof(options), 1, 2, 3.0};

Test(sized, an_older_struct_gets_the_defaults_of_new_members)
{
    const old_options old = {sizeof(old_options), 7};
    options whole = defaults;
    cr_assert_eq(sized_take(&whole, sizeof whole, &old, sizeof old, "options", NULL), TALUS_OK);
    cr_expect_eq(whole.first, 7);
    cr_expect_eq(whole.third, 3.0);
    cr_expect_eq(whole.size, sizeof whole);
}

Test(sized, no_byte_beyond_the_size_is_written)
{
    struct {
        old_options old;
        unsigned char after[32];
    } given;
    memset(&given, 0x5a, sizeof given);
    sized_fill(&given.old, sizeof given.old, &defaults, sizeof defaults);
    cr_expect_eq(given.old.size, sizeof(old_options));
    cr_expect_eq(given.old.first, 1);
    for (size_t k = 0; k < sizeof given.after; k++) {
        cr_assert_eq(given.after[k], 0x5a, "byte %zu", k);
    }
}

Test(sized, an_unknown_size_is_refused_with_a_sentence)
{
    static const size_t sizes[] = {0, sizeof(old_options) - 1, sizeof(options) + 1, SIZE_MAX};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const options given = {sizes[k], 5, 5, 5.0};
        options whole = defaults;
        talus_error error = {0};
        cr_expect_eq(
            sized_take(&whole, sizeof whole, &given, sizeof(old_options), "options", &error),
            TALUS_ERROR_ARGUMENT);
        cr_expect_eq(whole.first, 1, "nothing is taken");
        cr_expect_not_null(strstr(error.message, "options_default()"), "%s", error.message);
    }
}

Test(sized, null_leaves_the_defaults)
{
    options whole = defaults;
    cr_expect_eq(sized_take(&whole, sizeof whole, NULL, sizeof whole, "options", NULL), TALUS_OK);
    cr_expect_eq(whole.second, 2);
    sized_fill(NULL, sizeof whole, &defaults, sizeof defaults);
}

Test(sized, values_are_given_to_a_struct_of_the_known_size)
{
    struct {
        options given;
        unsigned char after[16];
    } place = {.given = {.size = sizeof place.given}};
    talus_error error = {0};
    memset(place.after, 0x5a, sizeof place.after);
    cr_assert_eq(sized_give(&place.given, &defaults, sizeof defaults, "options", &error), TALUS_OK);
    cr_expect_eq(place.given.second, 2);
    cr_expect_eq(place.given.size, sizeof place.given);
    for (size_t k = 0; k < sizeof place.after; k++) {
        cr_assert_eq(place.after[k], 0x5a, "byte %zu", k);
    }
    place.given = (options){.size = sizeof place.given - 1, .second = 7};
    cr_expect_eq(sized_give(&place.given, &defaults, sizeof defaults, "options", &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_eq(place.given.second, 7, "nothing is given");
    cr_expect_eq(sized_give(NULL, &defaults, sizeof defaults, "options", &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "the options is NULL"), "%s", error.message);
    cr_expect_eq(sized_check(&place.given, sizeof defaults, "options", NULL), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(sized_check(&defaults, sizeof defaults, "options", NULL), TALUS_OK);
}
