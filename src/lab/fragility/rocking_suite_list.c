// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of records: one a line, with its components and what the files do not say.
#include "foundation/files/files.h"
#include "foundation/ground_motion/ground_motion.h"
#include "lab/fragility/rocking_suite.h"
#include "lab/rocking/ground_motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096 };

typedef struct list_line {
    const char *path; ///< of the list
    int number;
    char files[LINE];
    char unit[32];
    double step;
    rocking_suite_record *record;
} list_line;

static talus_status refuse(const list_line *line, talus_error *error, const char *found,
                           const char *expected)
{
    return talus_error_set(error, TALUS_ERROR_INPUT, "%s:%d: %s: expected %s", line->path,
                           line->number, found, expected);
}

/// One option "key=value". @return false for an unknown key or a bad value
static bool read_option(list_line *line, char *word)
{
    char *value = strchr(word, '='), *end = NULL;
    *value++ = '\0';
    if (strcmp(word, "unit") == 0) {
        (void)snprintf(line->unit, sizeof line->unit, "%s", value);
        return true;
    }
    if (strcmp(word, "name") == 0) {
        (void)snprintf(line->record->name, sizeof line->record->name, "%s", value);
        return value[0] != '\0';
    }
    const double number = strtod(value, &end);
    if (strcmp(word, "dt") == 0) {
        line->step = number;
    } else if (strcmp(word, "weight") == 0) {
        line->record->weight = number;
    } else if (strcmp(word, "m") == 0) {
        line->record->magnitude = number;
    } else if (strcmp(word, "r_km") == 0) {
        line->record->distance = number;
    } else {
        return false;
    }
    return end != value && *end == '\0' && number > 0.0 && isfinite(number);
}

/// Path relative to the list. @return false where it is too long
static bool join(const list_line *line, const char *name, char *path, size_t size)
{
    const char *slash = strrchr(line->path, '/');
    const int length = name[0] == '/' || slash == NULL ? 0 : (int)(slash - line->path + 1);
    return snprintf(path, size, "%.*s%s", length, line->path, name) < (int)size;
}

static talus_status read_component(const list_line *line, const char *name,
                                   talus_ground_motion *motion, talus_error *error)
{
    char path[LINE];
    const files_ground_motion_options options = {.unit = line->unit[0] ? line->unit : NULL,
                                                 .time_step = line->step};
    files_ground_motion record;
    if (!join(line, name, path, sizeof path)) {
        return refuse(line, error, "the name of a file", "a shorter path");
    }
    const talus_status status = files_read_ground_motion(path, &options, &record, error);
    if (status != TALUS_OK && error != NULL && error->file[0] == '\0') { // no place is known
        char message[sizeof error->message];
        (void)snprintf(message, sizeof message, "%s", error->message);
        return talus_error_set(error, status, "%s:%d: %.700s", line->path, line->number, message);
    }
    if (status == TALUS_OK) {
        // the array changes hands
        *motion = (talus_ground_motion){.time_step = record.time_step,
                                        .count = record.count,
                                        .horizontal = record.acceleration};
    }
    return status;
}

/// X[,Y[,UP]] of the line's first word.
static talus_status read_files(list_line *line, talus_error *error)
{
    rocking_suite_record *r = line->record;
    talus_ground_motion up = {.count = 0}, *const parts[3] = {&r->x, &r->y, &up};
    talus_status status = TALUS_OK;
    char *name = line->files;
    for (int k = 0; name && status == TALUS_OK; k++) {
        char *comma = strchr(name, ',');
        if (comma) {
            *comma = '\0';
        }
        if (k > 2) {
            status = refuse(line, error, "four components", "X[,Y[,UP]]");
        } else if (name[0] != '\0' || k == 0) {
            status = read_component(line, name, parts[k], error);
        }
        name = comma ? comma + 1 : NULL;
    }
    if (status == TALUS_OK && r->y.count > 0 &&
        (r->y.count != r->x.count || r->y.time_step != r->x.time_step)) {
        status =
            refuse(line, error, "two components of different lengths or steps", "the same of both");
    }
    if (status == TALUS_OK && up.count > 0) {
        status = ground_motion_use_vertical(&r->x, &up, error);
    }
    ground_motion_clear(&up);
    return status;
}

static talus_status read_line(list_line *line, char *text, talus_error *error)
{
    rocking_suite_record *r = line->record;
    *r = (rocking_suite_record){.weight = 1.0, .magnitude = (double)NAN, .distance = (double)NAN};
    char *save = NULL, *word = strtok_r(text, " \t\r\n", &save);
    (void)snprintf(line->files, sizeof line->files, "%s", word);
    const char *slash = strrchr(word, '/');
    (void)snprintf(r->name, sizeof r->name, "%.*s", (int)strcspn(slash ? slash + 1 : word, ","),
                   slash ? slash + 1 : word);
    while ((word = strtok_r(NULL, " \t\r\n", &save)) != NULL) {
        if (!strchr(word, '=') || !read_option(line, word)) {
            return refuse(line, error, word,
                          "unit=, dt=, name=, weight=, m= or r_km= with a value");
        }
    }
    return read_files(line, error);
}

talus_status rocking_suite_list_read(const char *path, rocking_suite_list *list, talus_error *error)
{
    *list = (rocking_suite_list){.count = 0};
    FILE *file = fopen(path, "r");
    char *text = malloc(LINE);
    talus_status status = TALUS_OK;
    if (!file || !text) {
        status = talus_error_set(error, file ? TALUS_ERROR_MEMORY : TALUS_ERROR_INPUT, "%s: %s",
                                 path, file ? "out of memory" : "cannot be read");
    }
    for (int number = 1; status == TALUS_OK && fgets(text, LINE, file); number++) {
        if (strlen(text) == LINE - 1 && text[LINE - 2] != '\n') {
            status =
                talus_error_set(error, TALUS_ERROR_INPUT,
                                "%s:%d: a line of more than %d bytes: expected a record a line",
                                path, number, LINE - 2);
            break;
        }
        if (number == 1 && strncmp(text, "\xEF\xBB\xBF", 3) == 0) { // a byte-order mark
            memmove(text, text + 3, strlen(text + 3) + 1);
        }
        text[strcspn(text, "#")] = '\0';
        if (text[strspn(text, " \t\r\n")] == '\0') {
            continue;
        }
        rocking_suite_record *more =
            realloc(list->records, (list->count + 1) * sizeof *list->records);
        if (!more) {
            status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for records");
            break;
        }
        list->records = more;
        list_line line = {.path = path, .number = number, .record = &list->records[list->count++]};
        status = read_line(&line, text, error);
    }
    if (status == TALUS_OK && list->count == 0) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s: no records found, expected one a line", path);
    }
    if (file) {
        (void)fclose(file);
    }
    free(text);
    return status;
}

void rocking_suite_list_clear(rocking_suite_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        ground_motion_clear(&list->records[i].x);
        ground_motion_clear(&list->records[i].y);
    }
    free(list->records);
    *list = (rocking_suite_list){.count = 0};
}

double rocking_suite_weight_of(const rocking_suite_list *list, size_t record)
{
    double sum = 0.0;
    for (size_t r = 0; r < list->count; r++) {
        sum += list->records[r].weight;
    }
    return list->records[record].weight * (double)list->count / sum;
}
