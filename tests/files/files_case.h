// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of files share: temporary files and the text of a refusal.
#ifndef TALUS_TESTS_FILES_FILES_CASE_H
#define TALUS_TESTS_FILES_FILES_CASE_H

#include "foundation/files/files.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct file_path {
    char text[1024];
} file_path;

/// A name of this process alone, in the directory for temporary files.
static inline file_path temporary_path(const char *name)
{
    file_path path;
    const char *directory = getenv("TALUS_TEST_TMP");
    const int size = snprintf(path.text, sizeof path.text, "%s/files_%ld_%s",
                              directory == NULL ? "/tmp" : directory, (long)getpid(), name);
    cr_assert(size > 0 && (size_t)size < sizeof path.text);
    return path;
}

static inline file_path make_file(const char *name, const void *data, size_t size)
{
    const file_path path = temporary_path(name);
    FILE *file = fopen(path.text, "wb");
    cr_assert_not_null(file, "cannot write %s", path.text);
    cr_assert_eq(fwrite(data, 1, size, file), size);
    cr_assert_eq(fclose(file), 0);
    return path;
}

static inline file_path make_text(const char *name, const char *text)
{
    return make_file(name, text, strlen(text));
}

static inline bool file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

/// What reading a mesh from these bytes gives; the file is removed again.
typedef struct mesh_case {
    talus_status status;
    talus_mesh mesh;
    talus_error error;
} mesh_case;

static inline mesh_case read_bytes_as(const char *name, const void *data, size_t size)
{
    mesh_case result = {.status = TALUS_OK};
    const file_path path = make_file(name, data, size);
    result.status = talus_mesh_read(path.text, &result.mesh, &result.error);
    (void)remove(path.text);
    return result;
}

static inline mesh_case read_text_as(const char *name, const char *text)
{
    return read_bytes_as(name, text, strlen(text));
}

#endif
