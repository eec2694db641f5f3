// SPDX-License-Identifier: GPL-3.0-or-later
// Rock meshes: which reader for which file, what no reader accepts, and the growing mesh.
#include "foundation/files/mesh.h"
#include "foundation/files/files.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct mesh_format {
    const char *extension;
    talus_status (*read)(files_mesh_source *source);
} mesh_format;

static const mesh_format formats[] = {
    {"obj", files_mesh_read_obj},    {"stl", files_mesh_read_stl},
    {"ply", files_mesh_read_ply},    {"xyz", files_mesh_read_points},
    {"pts", files_mesh_read_points}, {"txt", files_mesh_read_points},
    {"csv", files_mesh_read_points}};

static talus_status find_format(const char *path, const mesh_format **format, talus_error *error)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash == NULL ? path : slash, '.');
    const files_mesh_word extension = {dot == NULL ? "" : dot + 1,
                                       dot == NULL ? 0 : strlen(dot + 1)};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (files_mesh_word_is(extension, formats[i].extension)) {
            *format = &formats[i];
            return TALUS_OK;
        }
    }
    (void)talus_error_set(
        error, TALUS_ERROR_UNSUPPORTED,
        "unknown kind of rock file '%s': expected a name that ends in .obj, .stl, .ply "
        "or, for points alone, in .xyz, .pts, .txt, .csv",
        path);
    return TALUS_ERROR_UNSUPPORTED;
}

/// Files that hold no data at all, whatever their format.
static talus_status check_content(const files_mesh_source *source)
{
    static const char pointer[] = "version https://git-lfs.github.com/spec/";
    size_t blank = 0;
    while (blank < source->size && strchr(" \t\r\n\f\v", source->data[blank]) != NULL &&
           source->data[blank] != '\0') {
        blank++;
    }
    if (blank == source->size) {
        return files_mesh_fail(source, 0, "the file is empty: expected the points of a rock");
    }
    if (strncmp(source->data, pointer, sizeof pointer - 1) == 0) {
        return files_mesh_fail(source, 1,
                               "this is a Git LFS pointer, not the data: fetch it with 'git lfs "
                               "pull'");
    }
    return TALUS_OK;
}

talus_status talus_mesh_read(const char *path, talus_mesh *mesh, talus_error *error)
{
    if (path == NULL || mesh == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the name of the mesh, or the place for it, is NULL");
    }
    const mesh_format *format = NULL;
    files_mesh_source source = {.path = path, .mesh = mesh, .error = error};
    *mesh = (talus_mesh){0};
    talus_status status = find_format(path, &format, error);
    if (status == TALUS_OK) {
        status = files_read_all(path, &source.data, &source.size, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    status = check_content(&source);
    if (status == TALUS_OK) {
        const files_locale locale = files_locale_enter();
        status = format->read(&source);
        files_locale_leave(&locale);
    }
    free(source.data);
    if (status == TALUS_OK) {
        files_mesh_find_steps(&source);
    } else {
        talus_mesh_clear(mesh);
    }
    return status;
}

void talus_mesh_clear(talus_mesh *mesh)
{
    if (mesh == NULL) {
        return;
    }
    free(mesh->points);
    free(mesh->triangles);
    *mesh = (talus_mesh){0};
}
