// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a study's directory.
#include "study/rocking_write.h"

#include <stdio.h>

talus_status rocking_path(const char *directory, const char *name, char path[ROCKING_PATH_SIZE],
                          talus_error *error)
{
    const int length = snprintf(path, ROCKING_PATH_SIZE, "%s/%s", directory, name);
    return length > 0 && length < ROCKING_PATH_SIZE
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "the directory's name has more than %d bytes", ROCKING_PATH_SIZE);
}

talus_status rocking_write_text(const char *directory, const char *name, files_text *text,
                                talus_error *error)
{
    char path[ROCKING_PATH_SIZE];
    talus_status status = rocking_path(directory, name, path, error);
    if (status == TALUS_OK && text->failed) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %s", path);
    }
    if (status == TALUS_OK) {
        status = files_write_all(path, text->data, text->size, error);
    }
    files_text_clear(text);
    return status;
}
