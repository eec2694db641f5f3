// SPDX-License-Identifier: GPL-3.0-or-later
// export.h and pack.h called wrongly.
#include "misuse.h"
#include "talus/export.h"
#include "talus/pack.h"

static talus_status no_directory(talus_error *error)
{
    return talus_export_write(NULL, "a.csv", NULL, NULL, error);
}

static talus_status no_file(talus_error *error)
{
    return talus_export_write("docs", NULL, NULL, NULL, error);
}

static talus_status no_results(talus_error *error)
{
    return talus_export_write("docs", "a.csv", NULL, NULL, error);
}

static talus_status no_ending(talus_error *error)
{
    return talus_export_write("docs", "a", NULL, NULL, error);
}

static talus_status unknown_size(talus_error *error)
{
    talus_export_options options = talus_export_options_default();
    options.size += 8;
    return talus_export_write("docs", "a.csv", &options, NULL, error);
}

static talus_status unknown_format(talus_error *error)
{
    talus_export_options options = talus_export_options_default();
    options.format = TALUS_EXPORT_FORMATS;
    return talus_export_write("docs", "a.csv", &options, NULL, error);
}

static talus_status too_many_rocks(talus_error *error)
{
    talus_export_options options = talus_export_options_default();
    options.rocks = 201;
    return talus_export_write("docs", "a.glb", &options, NULL, error);
}

static talus_status pack_nothing(talus_error *error)
{
    return talus_pack_write(NULL, "a.zip", NULL, NULL, error);
}

static talus_status pack_nowhere(talus_error *error)
{
    return talus_pack_write("docs", "", NULL, NULL, error);
}

static talus_status pack_no_results(talus_error *error)
{
    return talus_pack_write("docs", "a.zip", NULL, NULL, error);
}

static talus_status pack_unknown_size(talus_error *error)
{
    talus_pack_options options = talus_pack_options_default();
    options.size += 8;
    return talus_pack_write("docs", "a.zip", &options, NULL, error);
}

static void found(void *user, const char *name, const char *kind, size_t features)
{
    (void)name;
    (void)kind;
    *(size_t *)user += features + 1;
}

MISUSE_TABLE(export, REFUSED(no_directory), REFUSED(no_file), REFUSED(no_results),
             REFUSED(no_ending), REFUSED(unknown_size), REFUSED(unknown_format),
             REFUSED(too_many_rocks), REFUSED(pack_nothing), REFUSED(pack_nowhere),
             REFUSED(pack_no_results), REFUSED(pack_unknown_size))

/// A function without a status answers with nothing.
Test(misuse, export_without_status)
{
    size_t count = 0;
    talus_export_find_layers(NULL, found, &count);
    talus_export_find_layers("docs", found, &count);
    talus_export_find_layers("docs", NULL, NULL);
    cr_expect_eq(count, 0);
}
