// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files: reading, atomic writing, directories, SHA-256.
#include "files/files.h"

#include <errno.h>
#include <fcntl.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static talus_status io_error(talus_error *error, const char *action, const char *path)
{
    return talus_error_set(error, TALUS_ERROR_IO, "cannot %s '%s': %s", action, path,
                           strerror(errno));
}

static talus_status read_stream(FILE *file, const char *path, char **data, size_t *size,
                                talus_error *error)
{
    size_t capacity = 1 << 16, used = 0;
    char *buffer = malloc(capacity);
    while (buffer != NULL) {
        used += fread(buffer + used, 1, capacity - used - 1, file);
        if (used < capacity - 1) {
            break;
        }
        capacity *= 2;
        char *larger = realloc(buffer, capacity);
        if (larger == NULL) {
            free(buffer);
        }
        buffer = larger;
    }
    if (buffer == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory to read '%s'", path);
    }
    if (ferror(file)) {
        free(buffer);
        return io_error(error, "read", path);
    }
    buffer[used] = '\0';
    *data = buffer;
    *size = used;
    return TALUS_OK;
}

talus_status files_read_all(const char *path, char **data, size_t *size, talus_error *error)
{
    *data = NULL;
    *size = 0;
    struct stat info;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return io_error(error, "open", path);
    }
    if (fstat(fileno(file), &info) == 0 && S_ISDIR(info.st_mode)) {
        (void)fclose(file);
        return talus_error_set(error, TALUS_ERROR_IO,
                               "'%s' is a directory: expected the name of a file", path);
    }
    const talus_status status = read_stream(file, path, data, size, error);
    (void)fclose(file);
    return status;
}

static bool write_bytes(int descriptor, const char *data, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(descriptor, data, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        data += written;
        size -= (size_t)written;
    }
    return true;
}

talus_status files_write_all(const char *path, const void *data, size_t size, talus_error *error)
{
    const size_t length = strlen(path) + sizeof ".part";
    char *part = malloc(length);
    if (part == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory to write '%s'", path);
    }
    (void)snprintf(part, length, "%s.part", path);
    const int descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (descriptor < 0) {
        const talus_status status = io_error(error, "write", path);
        free(part);
        return status;
    }
    bool good = write_bytes(descriptor, data, size) && fsync(descriptor) == 0;
    good = close(descriptor) == 0 && good;
    good = good && rename(part, path) == 0;
    talus_status status = TALUS_OK;
    if (!good) {
        status = io_error(error, "write", path);
        (void)unlink(part);
    }
    free(part);
    return status;
}

talus_status files_make_directory(const char *path, talus_error *error)
{
    char *copy = malloc(strlen(path) + 1);
    if (copy == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory to make '%s'", path);
    }
    memcpy(copy, path, strlen(path) + 1);
    talus_status status = TALUS_OK;
    for (char *at = copy; status == TALUS_OK && *at != '\0'; at++) {
        const bool last = at[1] == '\0';
        if (!(last || (*at == '/' && at != copy))) {
            continue;
        }
        const char kept = *at;
        if (!last || kept == '/') {
            *at = '\0';
        }
        struct stat info;
        if (copy[0] != '\0' && mkdir(copy, 0777) != 0 &&
            !(errno == EEXIST && stat(copy, &info) == 0 && S_ISDIR(info.st_mode))) {
            status = io_error(error, "make the directory", copy);
        }
        *at = kept;
    }
    free(copy);
    return status;
}

talus_status files_sha256(const char *path, char hex[65], talus_error *error)
{
    char *data;
    size_t size;
    const talus_status status = files_read_all(path, &data, &size, error);
    hex[0] = '\0';
    if (status == TALUS_OK) {
        (void)SHA256Data((const uint8_t *)data, size, hex);
        free(data);
    }
    return status;
}
