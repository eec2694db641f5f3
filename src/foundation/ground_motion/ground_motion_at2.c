// SPDX-License-Identifier: GPL-3.0-or-later
// PEER AT2: a heading that ends with the line of NPTS and DT, then values in Fortran columns.
#include "foundation/ground_motion/ground_motion_source.h"

#include <stdlib.h>
#include <string.h>

/// The number behind blanks and signs. @return what follows it; NULL without one
static const char *scan_number(const char *at, const char *end, double *value)
{
    while (at < end && strchr(" \t=:,", *at)) {
        at++;
    }
    char *stop = NULL;
    *value = strtod(at, &stop);
    return stop > at && stop <= end ? stop : NULL;
}

/// "NAME =  12.3": the number behind a name. @return false without one
static bool number_after(const files_mesh_line *line, const char *name, double *value)
{
    const char *at = motion_find(line, name);
    return at != NULL && scan_number(at + strlen(name), line->end, value) != NULL;
}

/// Two numbers behind each other.
static bool scan_both(const char *at, const char *end, double *count, double *step)
{
    const char *next = scan_number(at, end, count);
    return next != NULL && scan_number(next, end, step) != NULL;
}

/// "NPTS=  4000, DT= .0100 SEC", with or without commas; "NPTS, DT = 4000, .0100"; of old: "4000
/// 0.0100  NPTS, DT".
static bool read_counts(const files_mesh_line *line, double *count, double *step)
{
    if (number_after(line, "npts", count) && number_after(line, "dt", step)) {
        return true;
    }
    const char *dt = motion_find(line, "dt");
    return dt != NULL && (scan_both(dt + 2, line->end, count, step) ||
                          scan_both(line->at, line->end, count, step));
}

/// "... TIME SERIES IN UNITS OF G": the quantity and its unit.
static talus_status read_units(motion_source *source, const files_mesh_line *line)
{
    static const char *const labels[] = {"units of", "units:", "units =", "units="};
    if (motion_find(line, "velocity") || motion_find(line, "displacement")) {
        return files_mesh_fail(&source->text, line->number,
                               "the file holds velocities or displacements, expected accelerations "
                               "(AT2)");
    }
    const char *at = NULL;
    for (size_t k = 0; at == NULL && k < sizeof labels / sizeof labels[0]; k++) {
        at = motion_find(line, labels[k]);
        at = at != NULL ? at + strlen(labels[k]) : NULL;
    }
    if (at == NULL) {
        return TALUS_OK;
    }
    while (at < line->end && (*at == ' ' || *at == ':' || *at == '=')) {
        at++;
    }
    files_mesh_line rest = *line;
    rest.at = at;
    return motion_set_unit(source, files_mesh_line_word(&rest), line->number);
}

enum { HEADING_MOST = 8 };

talus_status motion_read_at2(motion_source *source)
{
    const files_mesh_source *text = &source->text;
    files_mesh_line line = files_mesh_line_start(text);
    double count = 0.0, step = 0.0;
    int counts_line = 0;
    talus_status status = TALUS_OK;
    while (status == TALUS_OK && counts_line == 0 && line.number < HEADING_MOST &&
           files_mesh_line_next(text, &line)) {
        if (line.number == 2) {
            motion_set_title(source, &line);
        }
        if (!motion_find(&line, "npts")) {
            status = read_units(source, &line);
        } else if (read_counts(&line, &count, &step)) {
            counts_line = line.number;
        } else {
            return files_mesh_fail(text, line.number,
                                   "expected the number of values and the time step, such as "
                                   "\"NPTS=  4000, DT= .0100 SEC\"");
        }
    }
    if (status == TALUS_OK && counts_line == 0) {
        return files_mesh_fail(text, line.number,
                               "no line with NPTS and DT in the heading, expected it on line 4");
    }
    if (status == TALUS_OK && source->factor == 0.0 && !source->options->unit) {
        return files_mesh_fail(text, counts_line,
                               "the heading does not name a unit, expected \"... IN UNITS OF G\" "
                               "before this line, or the unit as an option");
    }
    status = status == TALUS_OK ? motion_set_step(source, step, counts_line) : status;
    while (status == TALUS_OK && files_mesh_line_next(text, &line)) {
        status = motion_add_line(source, &line, 0);
    }
    return status == TALUS_OK ? motion_check_count(source, count, counts_line) : status;
}
