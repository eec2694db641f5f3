// SPDX-License-Identifier: GPL-3.0-or-later
// Strong-motion records: which format, units, numbers of Fortran output.
#include "foundation/ground_motion/ground_motion.h"

#include "foundation/files/files.h"
#include "foundation/ground_motion/ground_motion_source.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void files_ground_motion_clear(files_ground_motion *motion)
{
    free(motion->acceleration);
    *motion = (files_ground_motion){.count = 0};
}

static bool ends_with(const char *path, const char *extension)
{
    const size_t size = strlen(path), length = strlen(extension);
    return size >= length &&
           files_mesh_word_is((files_mesh_word){path + size - length, length}, extension);
}

/// NPTS within the first lines: AT2, whatever the name is.
static bool has_npts(const files_mesh_source *text)
{
    files_mesh_line line = files_mesh_line_start(text);
    for (int i = 0; i < 8 && files_mesh_line_next(text, &line); i++) {
        if (motion_find(&line, "npts")) {
            return true;
        }
    }
    return false;
}

static talus_status apply_unit(motion_source *source)
{
    const char *given = source->options->unit;
    double factor = source->factor;
    if (given) {
        const double expected = motion_unit_factor((files_mesh_word){given, strlen(given)});
        if (expected == 0.0) {
            return talus_error_set(source->text.error, TALUS_ERROR_ARGUMENT,
                                   "unknown unit of acceleration \"%s\"; expected g, m/s2, cm/s2, "
                                   "mm/s2 or gal",
                                   given);
        }
        if (factor != 0.0 && factor != expected) {
            return files_mesh_fail(&source->text, source->unit_line,
                                   "the file's unit is %s, but \"%s\" was asked for: leave the "
                                   "unit away, or correct the file",
                                   motion_unit_name(factor), given);
        }
        factor = expected;
    }
    if (factor == 0.0) {
        return files_mesh_fail(&source->text, 1,
                               "the file does not say its unit of acceleration; expected a heading "
                               "such as \"time (s), acceleration (g)\" or the unit as an option");
    }
    for (size_t i = 0; i < source->motion->count; i++) {
        source->motion->acceleration[i] *= factor;
    }
    return TALUS_OK;
}

static talus_status read_source(motion_source *source)
{
    const char *path = source->text.path;
    talus_status status;
    motion_reader *read = motion_find_heading(&source->text);
    if (ends_with(path, ".smc")) {
        status = motion_read_smc(source);
    } else if (read != NULL) {
        status = read(source);
    } else if (ends_with(path, ".at2") || has_npts(&source->text)) {
        status = motion_read_at2(source);
    } else {
        status = motion_read_table(source);
    }
    if (status == TALUS_OK && source->motion->count < 2) {
        status = files_mesh_fail(&source->text, 0,
                                 "found %zu accelerations, expected a record of at least 2",
                                 source->motion->count);
    }
    if (status == TALUS_OK && source->motion->time_step == 0.0) {
        status = files_mesh_fail(&source->text, 1,
                                 "the file does not say its time step; expected a line \"count "
                                 "step\", a column of times, or the step as an option");
    }
    return status == TALUS_OK ? apply_unit(source) : status;
}

talus_status files_read_ground_motion(const char *path, const files_ground_motion_options *options,
                                      files_ground_motion *motion, talus_error *error)
{
    static const files_ground_motion_options none = {.unit = NULL};
    *motion = (files_ground_motion){.count = 0};
    motion_source source = {.text = {.path = path, .error = error},
                            .options = options ? options : &none,
                            .motion = motion};
    motion->time_step = source.options->time_step;
    talus_status status = files_read_all(path, &source.text.data, &source.text.size, error);
    if (status == TALUS_OK) {
        const files_locale locale = files_locale_enter();
        status = read_source(&source);
        files_locale_leave(&locale);
    }
    free(source.text.data);
    if (status != TALUS_OK) {
        files_ground_motion_clear(motion);
    }
    return status;
}
