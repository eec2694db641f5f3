// SPDX-License-Identifier: GPL-3.0-or-later
// Small helpers of contributors.
#include "io/directory/directory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

talus_status directory_write_text(talus_directory *directory, const char *name, files_text *text,
                                  talus_error *error)
{
    char path[PATH_SIZE];
    talus_status status =
        text->failed ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %s", name)
                     : talus_directory_begin(directory, name, path, sizeof path, error);
    if (status == TALUS_OK) {
        status = files_write_all(path, text->data != NULL ? text->data : "", text->size, error);
    }
    files_text_clear(text);
    return status == TALUS_OK ? talus_directory_commit(directory, name, error) : status;
}

talus_status directory_claim(talus_directory *directory, talus_error *error, const char *format,
                             ...)
{
    char name[DIRECTORY_NAME_SIZE];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    return length > 0 && length < DIRECTORY_NAME_SIZE
               ? talus_directory_claim(directory, name, error)
               : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "a file name of %d bytes, expected fewer than %d", length,
                                 DIRECTORY_NAME_SIZE);
}

talus_status directory_claim_all(talus_directory *directory, const char *const *names,
                                 talus_error *error)
{
    talus_status status = TALUS_OK;
    for (; *names != NULL && status == TALUS_OK; names++) {
        status = talus_directory_claim(directory, *names, error);
    }
    return status;
}

files_text directory_members_begin(void)
{
    return (files_text){.depth = 1, .first = true};
}

talus_status directory_members_end(files_text *text, char **members, talus_error *error)
{
    if (text->failed) {
        files_text_clear(text);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for summary.json");
    }
    *members = text->data;
    *text = (files_text){0};
    return TALUS_OK;
}

void directory_add_study(files_text *text, const char *study)
{
    files_json_begin(text, "talus", '{');
    files_json_add_text(text, "version", talus_version());
    files_json_end(text, '}');
    files_json_add_text(text, "study", study);
}
