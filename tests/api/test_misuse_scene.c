// SPDX-License-Identifier: GPL-3.0-or-later
// scene.h called wrongly.
#include "misuse.h"
#include "talus/scene.h"

#include <math.h>

static talus_status no_directory(talus_error *error)
{
    return talus_scene_draw(NULL, NULL, NULL, error);
}

static talus_status no_results(talus_error *error)
{
    return talus_scene_draw("docs", NULL, NULL, error);
}

static talus_status unknown_size(talus_error *error)
{
    talus_scene_options options = talus_scene_options_default();
    options.size += 8;
    return talus_scene_draw("docs", &options, NULL, error);
}

static talus_status no_picture(talus_error *error)
{
    talus_scene_options options = talus_scene_options_default();
    options.path = "scene.jpg";
    return talus_scene_draw("docs", &options, NULL, error);
}

static talus_status flat_view(talus_error *error)
{
    talus_scene_options options = talus_scene_options_default();
    options.elevation = 0.0;
    return talus_scene_draw("docs", &options, NULL, error);
}

static talus_status infinite_distance(talus_error *error)
{
    talus_scene_options options = talus_scene_options_default();
    options.distance = HUGE_VAL;
    return talus_scene_draw("docs", &options, NULL, error);
}

static talus_status half_a_target(talus_error *error)
{
    talus_scene_options options = talus_scene_options_default();
    options.target[0] = 1.0;
    return talus_scene_draw("docs", &options, NULL, error);
}

static talus_status unknown_part(talus_error *error)
{
    talus_scene_options options = talus_scene_options_default();
    options.parts = 64;
    return talus_scene_draw("docs", &options, NULL, error);
}

static talus_status too_wide(talus_error *error)
{
    talus_scene_options options = talus_scene_options_default();
    options.width = 10001;
    return talus_scene_draw("docs", &options, NULL, error);
}

MISUSE_TABLE(scene, REFUSED(no_directory), REFUSED(no_results), REFUSED(unknown_size),
             REFUSED(no_picture), REFUSED(flat_view), REFUSED(infinite_distance),
             REFUSED(half_a_target), REFUSED(unknown_part), REFUSED(too_wide))
