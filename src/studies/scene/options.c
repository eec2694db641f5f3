// SPDX-License-Identifier: GPL-3.0-or-later
// What may be asked of a scene.
#include "studies/scene/job.h"

#include "foundation/base/sized.h"

#include <math.h>
#include <string.h>
#include <strings.h>

enum { SIDE_LEAST = 320, SIDE_MOST = 10000 };

void talus_scene_options_defaults(talus_scene_options *options, size_t size)
{
    const double open = (double)NAN;
    const talus_scene_options defaults = {.azimuth = open,
                                          .elevation = open,
                                          .distance = open,
                                          .target = {open, open, open},
                                          .sun = {open, open},
                                          .tracks = 2000,
                                          .rocks = 4};
    sized_fill(options, size, &defaults, sizeof defaults);
}

static talus_status refuse(const char *what, double found, const char *expected, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_ARGUMENT, "%s of a scene is %.6g, expected %s", what,
                           found, expected);
}

/// NaN is "chosen".
static bool is_in(double value, double low, double high)
{
    return isnan(value) || (value >= low && value <= high);
}

talus_status scene_check_numbers(const talus_scene_options *o, talus_error *error)
{
    const struct {
        const char *what, *expected;
        double value, low, high;
    } rows[] = {
        {"the width", "320 to 10000 px", o->width == 0 ? SCENE_WIDTH : o->width, SIDE_LEAST,
         SIDE_MOST},
        {"the height", "320 to 10000 px", o->height == 0 ? SCENE_HEIGHT : o->height, SIDE_LEAST,
         SIDE_MOST},
        {"the azimuth", "-360 to 360 degrees", o->azimuth, -360.0, 360.0},
        {"the elevation", "2 to 89 degrees", o->elevation, 2.0, 89.0},
        {"the distance", "1 to 1e6 m", o->distance, 1.0, 1e6},
        {"the field of view", "5 to 100 degrees", o->field_of_view == 0.0 ? 30.0 : o->field_of_view,
         5.0, 100.0},
        {"the exaggeration", "0.2 to 10", o->exaggeration == 0.0 ? 1.0 : o->exaggeration, 0.2,
         10.0},
        {"the azimuth of the sun", "-360 to 360 degrees", o->sun[0], -360.0, 360.0},
        {"the elevation of the sun", "5 to 90 degrees", o->sun[1], 5.0, 90.0},
        {"the number of rocks", "at most 200", (double)o->rocks, 0.0, 200.0},
        {"the scale of rocks", "1 to 1000", o->rock_scale == 0.0 ? 1.0 : o->rock_scale, 1.0,
         1000.0},
        {"the colour", "a talus_scene_colour", (double)o->colour, 0.0, TALUS_SCENE_COLOURS - 1.0},
        {"the set of parts", "bits of TALUS_SCENE_ALL", (double)o->parts, 0.0, TALUS_SCENE_ALL},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        if (!is_in(rows[k].value, rows[k].low, rows[k].high)) {
            return refuse(rows[k].what, rows[k].value, rows[k].expected, error);
        }
    }
    return isnan(o->target[0]) != isnan(o->target[1]) || isinf(o->target[0]) ||
                   isinf(o->target[1]) || isinf(o->target[2])
               ? talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "the target of a scene has one coordinate or an infinite one, "
                                 "expected east and north")
               : TALUS_OK;
}

talus_status scene_check_path(const talus_scene_options *o, talus_error *error)
{
    const char *dot = o->path != NULL ? strrchr(o->path, '.') : ".png";
    if (dot == NULL || strcasecmp(dot, ".png") != 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "a scene called %.300s: expected a name that ends in .png", o->path);
    }
    return files_check_target(o->path, o->overwrite, error);
}
