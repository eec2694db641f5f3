// SPDX-License-Identifier: GPL-3.0-or-later
// report.h called wrongly.
#include "misuse.h"
#include "talus/report.h"

static talus_status no_directory(talus_error *error)
{
    return talus_report_write(NULL, NULL, NULL, error);
}

static talus_status no_results(talus_error *error)
{
    return talus_report_write("docs", NULL, NULL, error);
}

static talus_status unknown_language(talus_error *error)
{
    talus_report_options options = talus_report_options_default();
    options.language = "la";
    return talus_report_write("docs", &options, NULL, error);
}

static talus_status too_many(talus_error *error)
{
    talus_report_options options = talus_report_options_default();
    options.tumbling = 201;
    return talus_report_write("docs", &options, NULL, error);
}

static talus_status unknown_size(talus_error *error)
{
    talus_report_options options = talus_report_options_default();
    options.size += 8;
    return talus_report_write("docs", &options, NULL, error);
}

MISUSE_TABLE(report, REFUSED(no_directory), REFUSED(no_results), REFUSED(unknown_language),
             REFUSED(too_many), REFUSED(unknown_size))
