// SPDX-License-Identifier: GPL-3.0-or-later
// Write aside, force to disk, rename.
#define _GNU_SOURCE // O_TMPFILE
#include "foundation/base/atomic_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

/// A killed program leaves its part behind; so many are passed over.
enum { MOST_PARTS = 1000 };

/// @param unnamed a file to be given the name @return 0 or errno
typedef int create_new(const char *name, int unnamed);

static int create_file(const char *name, int unnamed)
{
    (void)unnamed;
    const int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file >= 0) {
        close(file);
    }
    return file >= 0 ? 0 : errno;
}

static int create_directory(const char *name, int unnamed)
{
    (void)unnamed;
    return mkdir(name, 0777) == 0 ? 0 : errno;
}

static int link_file(const char *name, int unnamed)
{
    char of_process[64];
    snprintf(of_process, sizeof of_process, "/proc/self/fd/%d", unnamed);
    return linkat(AT_FDCWD, of_process, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}

/// Name k of a part. @return false when it does not fit
static bool name_part(const char *path, int k, char *part, size_t size)
{
    char number[16] = "";
    if (k > 1) {
        snprintf(number, sizeof number, "-%d", k);
    }
    const int length = snprintf(part, size, "%s.part%s", path, number);
    return length >= 0 && (size_t)length < size;
}

static talus_status begin(const char *path, create_new *create, int unnamed, char *part,
                          size_t size, talus_error *error)
{
    int reason = EEXIST;
    for (int k = 1; k <= MOST_PARTS && reason == EEXIST; k++) {
        if (!name_part(path, k, part, size)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "a path of %zu characters is too long, expected fewer than %zu; "
                                   "use a shorter directory",
                                   strlen(path), size);
        }
        reason = create(part, unnamed);
    }
    return reason == 0 ? TALUS_OK
                       : talus_error_set(error, TALUS_ERROR_IO,
                                         "%s cannot be written: %s; is the directory there and the "
                                         "disk not full?",
                                         path, strerror(reason));
}

void atomic_file_remove_tree(int parent, const char *name)
{
    const int file = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *listing = file >= 0 ? fdopendir(file) : NULL;
    for (const struct dirent *entry = listing != NULL ? readdir(listing) : NULL; entry != NULL;
         entry = readdir(listing)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            unlinkat(file, entry->d_name, 0) != 0) {
            atomic_file_remove_tree(file, entry->d_name);
        }
    }
    if (listing != NULL) {
        closedir(listing);
    } else if (file >= 0) {
        close(file);
    }
    (void)unlinkat(parent, name, AT_REMOVEDIR);
}

int atomic_file_next_part(const char *path)
{
    char part[PATH_SIZE];
    struct stat facts;
    int k = 1;
    while (k <= MOST_PARTS && name_part(path, k, part, sizeof part) && lstat(part, &facts) == 0) {
        k++;
    }
    return k;
}

void atomic_file_abandon(const char *path, int first)
{
    char part[PATH_SIZE];
    struct stat facts;
    for (int k = first; k <= MOST_PARTS && name_part(path, k, part, sizeof part); k++) {
        if (lstat(part, &facts) != 0) {
            return;
        }
        if (S_ISDIR(facts.st_mode)) {
            atomic_file_remove_tree(AT_FDCWD, part);
        } else {
            (void)unlink(part);
        }
    }
}

void atomic_file_sweep(const char *path)
{
    char part[PATH_SIZE];
    for (int k = 1; k <= MOST_PARTS && name_part(path, k, part, sizeof part); k++) {
        if (unlink(part) != 0) {
            return;
        }
    }
}

talus_status atomic_file_begin(const char *path, char *part, size_t size, talus_error *error)
{
    return begin(path, create_file, -1, part, size, error);
}

talus_status atomic_file_begin_directory(const char *path, char *part, size_t size,
                                         talus_error *error)
{
    return begin(path, create_directory, -1, part, size, error);
}

/// @return 0 or the errno of what failed
static int force_to_disk(const char *path, int flags)
{
    const int file = open(path, flags);
    if (file < 0) {
        return errno;
    }
    const int reason = fsync(file) == 0 ? 0 : errno;
    close(file);
    return reason;
}

/// The part of a path before its last slash; "/" and "." are such parts too.
static const char *directory_of(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash == NULL) {
        return ".";
    }
    slash[slash == path] = '\0';
    return path;
}

int atomic_file_open_unnamed(const char *path)
{
    char directory[PATH_SIZE];
    if (strlen(path) >= sizeof directory) {
        return -1;
    }
    memcpy(directory, path, strlen(path) + 1);
    return open(directory_of(directory), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

bool atomic_file_name(int file, const char *path, char *part, size_t size)
{
    return fsync(file) == 0 && begin(path, link_file, file, part, size, NULL) == TALUS_OK;
}

/// The rename itself survives a power cut once the directory is on disk; file systems that cannot
/// sync a directory lose nothing else.
static void sync_directory(char *path)
{
    (void)force_to_disk(directory_of(path), O_RDONLY | O_DIRECTORY);
}

/// A rename would put a plain file where a device or pipe (/dev/null, /dev/stdout) was.
static bool is_special(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
}

talus_status atomic_file_replace(const char *part, const char *path, talus_error *error)
{
    char directory[PATH_SIZE];
    if (is_special(path)) {
        (void)unlink(part);
        return talus_error_set(error, TALUS_ERROR_IO,
                               "%s is a device or a pipe, expected a plain file; choose another "
                               "name",
                               path);
    }
    int reason = force_to_disk(part, O_RDONLY);
    if (reason == 0 && rename(part, path) != 0) {
        reason = errno;
    }
    if (reason != 0) {
        (void)unlink(part);
        return talus_error_set(error, TALUS_ERROR_IO,
                               "%s cannot be put in place: %s; is the disk full or the directory "
                               "not writable?",
                               path, strerror(reason));
    }
    if (strlen(path) < sizeof directory) {
        memcpy(directory, path, strlen(path) + 1);
        sync_directory(directory);
    }
    return TALUS_OK;
}
