// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files: read, write atomically, digest; directories.
#include "foundation/base/atomic_file.h"
#include "foundation/files/files.h"

// the functions that keep their state with the caller and cannot fail
#define OPENSSL_API_COMPAT 0x10101000L

#include <errno.h>
#include <fcntl.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, BLOCK_SIZE = 1 << 16 };

/// A larger file is not read: it is not an input of ours, or grows without end.
static const size_t ENDLESS_SIZE = (size_t)1 << 30;

/// A file that the user named cannot be read: the input is wrong, not the disk under the results.
static talus_status refuse_reading(talus_error *error, const char *path, const char *what,
                                   int reason)
{
    return talus_error_set(error, TALUS_ERROR_INPUT, "%s %s: %s", path, what, strerror(reason));
}

/// Anything but a regular file: a pipe waits for a writer, a device may have no end.
static const char *kind_of_file(mode_t mode)
{
    return S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

/// @param size_hint  what the system says of the size
static talus_status open_for_reading(const char *path, int *file, size_t *size_hint,
                                     talus_error *error)
{
    // without O_NONBLOCK opening a pipe waits until somebody writes to it
    *file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (*file < 0) {
        return refuse_reading(error, path, "cannot be opened", errno);
    }
    struct stat facts;
    const int reason = fstat(*file, &facts) != 0 ? errno : S_ISDIR(facts.st_mode) ? EISDIR : 0;
    if (reason != 0) {
        close(*file);
        return refuse_reading(error, path, "cannot be read as a file", reason);
    }
    if (!S_ISREG(facts.st_mode)) {
        close(*file);
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s is %s, expected a file: write its content to a file first", path,
                               kind_of_file(facts.st_mode));
    }
    *size_hint = facts.st_size > 0 ? (size_t)facts.st_size : 0;
    return TALUS_OK;
}

/// Bytes of an open file to its end; `*data` has room for one more than `capacity`.
static talus_status read_bytes(int file, size_t capacity, char **data, size_t *size)
{
    *data = malloc(capacity + 1);
    while (*data != NULL) {
        if (*size == capacity && capacity >= ENDLESS_SIZE) {
            return TALUS_ERROR_INPUT;
        }
        if (*size == capacity) {
            capacity += capacity / 2 + BLOCK_SIZE;
            char *larger = realloc(*data, capacity + 1);
            if (larger == NULL) {
                free(*data);
            }
            *data = larger;
            continue;
        }
        const ssize_t got = read(file, *data + *size, capacity - *size);
        if (got == 0) {
            (*data)[*size] = '\0';
            return TALUS_OK;
        }
        if (got < 0 && errno != EINTR) {
            return TALUS_ERROR_IO;
        }
        *size += got > 0 ? (size_t)got : 0;
    }
    return TALUS_ERROR_MEMORY;
}

talus_status files_read_all(const char *path, char **data, size_t *size, talus_error *error)
{
    *data = NULL;
    *size = 0;
    int file = -1;
    size_t size_hint = 0;
    talus_status status = open_for_reading(path, &file, &size_hint, error);
    if (status != TALUS_OK) {
        return status;
    }
    status = read_bytes(file, size_hint + 1, data, size);
    if (status == TALUS_ERROR_IO) {
        status = refuse_reading(error, path, "cannot be read", errno);
    } else if (status == TALUS_ERROR_INPUT) {
        (void)talus_error_set(error, status, "%s holds more than 1 GiB; expected a file that ends",
                              path);
    } else if (status == TALUS_ERROR_MEMORY) {
        (void)talus_error_set(error, status, "%s: out of memory while reading it", path);
    }
    close(file);
    if (status != TALUS_OK) {
        free(*data);
        *data = NULL;
        *size = 0;
    }
    return status;
}

/// @return 0 or the errno of what failed
static int write_all(int file, const char *data, size_t size)
{
    int reason = 0;
    while (size > 0 && reason == 0) {
        const ssize_t done = write(file, data, size);
        if (done > 0) {
            data += done;
            size -= (size_t)done;
        } else if (errno != EINTR) {
            reason = errno;
        }
    }
    return reason;
}

/// Into a file that is there. @return 0 or the errno of what failed
static int write_bytes(const char *path, const char *data, size_t size)
{
    const int file = open(path, O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) {
        return errno;
    }
    const int reason = write_all(file, data, size);
    return close(file) != 0 && reason == 0 ? errno : reason;
}

/// Write a file that has no name until it is whole. @return false: it is not there
static bool write_unnamed(const char *path, const char *data, size_t size, char part[PATH_SIZE])
{
    const int file = atomic_file_open_unnamed(path);
    const bool is_named = file >= 0 && write_all(file, data, size) == 0 &&
                          atomic_file_name(file, path, part, PATH_SIZE);
    if (file >= 0) {
        close(file);
    }
    return is_named;
}

talus_status files_write_all(const char *path, const void *data, size_t size, talus_error *error)
{
    char part[PATH_SIZE];
    if (write_unnamed(path, data, size, part)) {
        return atomic_file_replace(part, path, error);
    }
    const talus_status status = atomic_file_begin(path, part, sizeof part, error);
    if (status != TALUS_OK) {
        return status;
    }
    const int reason = write_bytes(part, data, size);
    if (reason != 0) {
        (void)unlink(part);
        return talus_error_set(error, TALUS_ERROR_IO,
                               "%s cannot be written: %s; is the disk not full?", path,
                               strerror(reason));
    }
    return atomic_file_replace(part, path, error);
}

talus_status files_check_target(const char *path, bool overwrite, talus_error *error)
{
    struct stat found;
    if (path == NULL || lstat(path, &found) != 0) {
        return TALUS_OK;
    }
    if (S_ISDIR(found.st_mode)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%.300s is a directory, expected the name of a file to be written",
                               path);
    }
    const bool is_kept = S_ISREG(found.st_mode) || S_ISLNK(found.st_mode);
    return overwrite || !is_kept
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%.300s is there already: give another name, or --overwrite to "
                                 "replace it",
                                 path);
}

static talus_status make_one(const char *path, talus_error *error)
{
    if (mkdir(path, 0777) == 0) {
        return TALUS_OK;
    }
    const int reason = errno;
    struct stat facts;
    if (stat(path, &facts) != 0) {
        return talus_error_set(error, TALUS_ERROR_IO, "%s cannot be created as a directory: %s",
                               path, strerror(reason));
    }
    return S_ISDIR(facts.st_mode)
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_IO,
                                 "%s is a file, expected a directory; choose another name", path);
}

talus_status files_make_directory(const char *path, talus_error *error)
{
    char part[PATH_SIZE];
    const size_t length = strlen(path);
    if (length == 0 || length >= sizeof part) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a directory name of %zu bytes, expected 1 to %zu", length,
                               sizeof part - 1);
    }
    struct stat facts;
    if (stat(path, &facts) == 0 && S_ISDIR(facts.st_mode)) {
        return TALUS_OK;
    }
    memcpy(part, path, length + 1);
    for (size_t k = 1; k < length; k++) {
        if (part[k] != '/' || part[k - 1] == '/') {
            continue;
        }
        part[k] = '\0';
        const talus_status status = make_one(part, error);
        if (status != TALUS_OK) {
            return status;
        }
        part[k] = '/';
    }
    return make_one(part, error);
}

static void end_digest(SHA256_CTX *digest, char hex[65])
{
    static const char digits[] = "0123456789abcdef";
    unsigned char bytes[SHA256_DIGEST_LENGTH];
    SHA256_Final(bytes, digest);
    for (size_t k = 0; k < sizeof bytes; k++) {
        hex[2 * k] = digits[bytes[k] >> 4];
        hex[2 * k + 1] = digits[bytes[k] & 15];
    }
    hex[2 * sizeof bytes] = '\0';
}

talus_status files_sha256(const char *path, char hex[65], talus_error *error)
{
    hex[0] = '\0';
    int file = -1;
    size_t size = 0;
    const talus_status status = open_for_reading(path, &file, &size, error);
    if (status != TALUS_OK) {
        return status;
    }
    SHA256_CTX digest;
    SHA256_Init(&digest);
    uint8_t block[BLOCK_SIZE];
    ssize_t got = 0;
    while ((got = read(file, block, sizeof block)) > 0 || (got < 0 && errno == EINTR)) {
        if (got > 0) {
            SHA256_Update(&digest, block, (size_t)got);
        }
    }
    const int reason = got < 0 ? errno : 0;
    close(file);
    if (reason != 0) {
        return refuse_reading(error, path, "cannot be read", reason);
    }
    end_digest(&digest, hex);
    return TALUS_OK;
}

void files_digest(const void *data, size_t size, char hex[65])
{
    SHA256_CTX digest;
    SHA256_Init(&digest);
    SHA256_Update(&digest, data, size);
    end_digest(&digest, hex);
}
