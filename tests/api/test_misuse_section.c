// SPDX-License-Identifier: GPL-3.0-or-later
// section.h called wrongly.
#include "misuse.h"
#include "talus/section.h"

static double line[] = {0, 0, 10, 0};

static talus_section_options good(void)
{
    talus_section_options options = talus_section_options_default();
    options.line = line;
    options.point_count = 2;
    return options;
}

static talus_status draw(const char *directory, const char *path, talus_section_options options,
                         talus_error *error)
{
    return talus_section_draw(directory, path, &options, NULL, error);
}

static talus_status no_directory(talus_error *error)
{
    return draw(NULL, "a.svg", good(), error);
}

static talus_status no_path(talus_error *error)
{
    return draw("docs", NULL, good(), error);
}

static talus_status no_options(talus_error *error)
{
    return talus_section_draw("docs", "a.svg", NULL, NULL, error);
}

static talus_status both(talus_error *error)
{
    talus_section_options options = good();
    options.screen = "road";
    return draw("docs", "a.svg", options, error);
}

static talus_status no_width(talus_error *error)
{
    talus_section_options options = good();
    options.width = NOTHING;
    return draw("docs", "a.svg", options, error);
}

static talus_status unknown_size(talus_error *error)
{
    talus_section_options options = good();
    options.size += 8;
    return draw("docs", "a.svg", options, error);
}

static talus_status no_results(talus_error *error)
{
    return draw("docs", "a.svg", good(), error);
}

MISUSE_TABLE(section, REFUSED(no_directory), REFUSED(no_path), REFUSED(no_options), REFUSED(both),
             REFUSED(no_width), REFUSED(unknown_size), REFUSED(no_results))
