// SPDX-License-Identifier: GPL-3.0-or-later
// Unfinished files: where they are written, and how they come to their place.
#include "foundation/base/atomic_file.h"
#include "io/directory/directory_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_WORKS = 1000 };
static const char log_head[] = "talus unfinished 1\n";

/// Held from the line of the log for a file until the file is in its place, while `work` is made or
/// removed, and by directory_abandon.
static pthread_mutex_t putting = PTHREAD_MUTEX_INITIALIZER;
static talus_directory *open_ones; ///< with their `work`

/// sha256, bytes, contributor and name, between tabs; a torn line is of a file that is not in its
/// place.
/// @return false when out of memory
static bool read_line(talus_directory *d, char *line)
{
    char *rest = NULL;
    const char *sha256 = strtok_r(line, "\t", &rest), *bytes = strtok_r(NULL, "\t", &rest);
    const char *by = strtok_r(NULL, "\t", &rest); // may hold blanks
    const size_t length = by != NULL ? strlen(rest) : 0;
    if (length < 2 || rest[length - 1] != '\n' || strlen(sha256) + 1 != MANIFEST_SHA256_SIZE) {
        return true;
    }
    rest[length - 1] = '\0';
    if (!manifest_is_name(rest) || directory_fault(d->path, rest) != NULL) {
        d->is_damaged = true;
        return true;
    }
    // noted, but killed before it took the place of the one that the manifest names
    const manifest_entry *older = manifest_find(&d->named, rest);
    struct stat facts;
    if (older != NULL && directory_stat(d, rest, &facts) &&
        directory_is_unchanged(d, older, &facts)) {
        return true;
    }
    manifest_entry *entry = manifest_put(&d->named, rest, by);
    if (entry != NULL) {
        entry->bytes = strtoull(bytes, NULL, 10);
        memcpy(entry->sha256, sha256, MANIFEST_SHA256_SIZE);
    }
    return entry != NULL;
}

/// Take up what a killed run had put in place since its last manifest, and go on with its log.
/// @return false when out of memory; d->log stays NULL when the log is not of this program
static bool read_log(talus_directory *d, const char *path)
{
    char line[DIRECTORY_PATH_SIZE];
    struct stat facts;
    const int file = open(path, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    const bool is_file = file >= 0 && fstat(file, &facts) == 0 && S_ISREG(facts.st_mode);
    FILE *log = is_file ? fdopen(file, "a+") : NULL;
    bool has_memory = true;
    if (log == NULL) {
        if (file >= 0) {
            close(file);
        }
        return true;
    }
    rewind(log);
    if (fgets(line, sizeof line, log) == NULL || strcmp(line, log_head) != 0) {
        fclose(log);
        return true;
    }
    while (has_memory && fgets(line, sizeof line, log) != NULL) {
        has_memory = read_line(d, line);
    }
    (void)fseek(log, 0, SEEK_END); // between reading and writing
    (void)fputs("\n", log);        // after a torn line
    d->log = log;
    return has_memory;
}

/// Unfinished files of the killed run.
static void remove_unfinished(const char *work)
{
    const int file = open(work, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (file >= 0) {
        atomic_file_remove_tree(file, "new");
        close(file);
    }
}

/// The log is flushed before a file comes to its place, which is enough after a kill.
static bool begin_log(talus_directory *d, const char *path)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    d->log = file >= 0 ? fdopen(file, "w") : NULL;
    if (file >= 0 && d->log == NULL) {
        close(file);
    }
    return d->log != NULL && fputs(log_head, d->log) >= 0 && fflush(d->log) == 0;
}

/// A run was killed before its log had its first line: a part of that line alone is of no one else.
static void remove_torn(const char *path, const char *log)
{
    char head[sizeof log_head];
    struct stat facts;
    if (lstat(path, &facts) != 0 || !S_ISDIR(facts.st_mode)) {
        return; // what a link leads to is not the directory's
    }
    const int file = open(log, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    const bool is_file = file >= 0 && fstat(file, &facts) == 0 && S_ISREG(facts.st_mode);
    const ssize_t length = is_file ? read(file, head, sizeof head) : -1;
    if (file >= 0) {
        close(file);
    }
    if (length >= 0 && (size_t)length < sizeof log_head - 1 &&
        memcmp(head, log_head, (size_t)length) == 0) {
        (void)unlink(log);
        (void)rmdir(path);
    }
}

/// @return 0, EEXIST: another name has to be tried, or another errno
static int try_work(talus_directory *d, const char *path, const char *log)
{
    struct stat facts;
    (void)rmdir(path); // empty: a run was killed before its first file
    remove_torn(path, log);
    if (mkdir(path, 0777) == 0) {
        return begin_log(d, log) ? 0 : errno;
    }
    if (errno != EEXIST || lstat(path, &facts) != 0 || !S_ISDIR(facts.st_mode)) {
        return errno != 0 ? errno : EEXIST;
    }
    if (!read_log(d, log)) {
        return ENOMEM;
    }
    if (d->log == NULL) {
        return EEXIST;
    }
    d->is_ours = d->has_taken = true;
    remove_unfinished(path);
    return 0;
}

talus_status directory_open_work(talus_directory *d, talus_error *error)
{
    int reason = EEXIST;
    struct stat facts;
    if (directory_stat(d, "unfinished.part", &facts) && S_ISLNK(facts.st_mode)) {
        return directory_check(d->path, "unfinished.part", error);
    }
    pthread_mutex_lock(&putting);
    for (int k = 1; k <= MOST_WORKS && reason == EEXIST; k++) {
        char path[DIRECTORY_PATH_SIZE], log[DIRECTORY_PATH_SIZE], name[sizeof d->work + 16];
        char number[16] = "";
        if (k > 1) {
            snprintf(number, sizeof number, "-%d", k);
        }
        snprintf(d->work, sizeof d->work, "unfinished.part%s", number);
        snprintf(name, sizeof name, "%s/committed", d->work);
        talus_status status = directory_join(d, d->work, path, error);
        status = status == TALUS_OK ? directory_join(d, name, log, error) : status;
        if (status != TALUS_OK) {
            d->work[0] = '\0';
            pthread_mutex_unlock(&putting);
            return status;
        }
        reason = try_work(d, path, log);
    }
    if (reason == EEXIST || d->log == NULL) {
        d->work[0] = '\0'; // nothing of ours is there
    } else {
        d->next_open = open_ones;
        open_ones = d;
    }
    pthread_mutex_unlock(&putting);
    return reason == 0
               ? TALUS_OK
               : talus_error_set(error, reason == ENOMEM ? TALUS_ERROR_MEMORY : TALUS_ERROR_IO,
                                 "%s cannot be written: %s; is the disk not full and the "
                                 "directory writable?",
                                 d->path, strerror(reason));
}

void directory_close_work(talus_directory *d, bool keeps_log)
{
    char path[DIRECTORY_PATH_SIZE];
    pthread_mutex_lock(&putting);
    for (talus_directory **at = &open_ones; *at != NULL; at = &(*at)->next_open) {
        if (*at == d) {
            *at = d->next_open;
            break;
        }
    }
    if (d->log != NULL) {
        fclose(d->log);
        d->log = NULL;
    }
    if (d->work[0] != '\0' && directory_join(d, d->work, path, NULL) == TALUS_OK) {
        remove_unfinished(path);
        if (!keeps_log) {
            atomic_file_remove_tree(AT_FDCWD, path);
        }
    }
    pthread_mutex_unlock(&putting);
}

/// Make the directories above a file.
static talus_status make_parents(const char *path, talus_error *error)
{
    char parent[DIRECTORY_PATH_SIZE];
    const char *slash = strrchr(path, '/');
    snprintf(parent, sizeof parent, "%.*s", (int)(slash - path), path);
    return files_make_directory(parent, error);
}

/// work/new; not work, which is gone when another thread has abandoned it.
static talus_status make_new(const talus_directory *d, talus_error *error)
{
    char name[sizeof d->work + 8], path[DIRECTORY_PATH_SIZE];
    snprintf(name, sizeof name, "%s/new", d->work);
    const talus_status status = directory_join(d, name, path, error);
    return status == TALUS_OK && mkdir(path, 0777) != 0 && errno != EEXIST
               ? directory_refuse(d, name, "could not be made", error)
               : status;
}

/// work/new/name, its parents made.
static talus_status find_aside(const talus_directory *d, const char *name,
                               char path[DIRECTORY_PATH_SIZE], talus_error *error)
{
    char aside[DIRECTORY_PATH_SIZE];
    const int length = snprintf(aside, sizeof aside, "%s/new/%s", d->work, name);
    if (length < 0 || (size_t)length >= sizeof aside) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the name %s is too long", name);
    }
    talus_status status = make_new(d, error);
    status = status == TALUS_OK ? directory_join(d, aside, path, error) : status;
    return status == TALUS_OK ? make_parents(path, error) : status;
}

talus_status directory_write_aside(const talus_directory *d, const char *name, const char *text,
                                   size_t size, talus_error *error)
{
    char path[DIRECTORY_PATH_SIZE];
    const talus_status status = find_aside(d, name, path, error);
    return status == TALUS_OK ? files_write_all(path, text, size, error) : status;
}

talus_status directory_put(const talus_directory *d, const char *name, talus_error *error)
{
    char aside[DIRECTORY_PATH_SIZE], path[DIRECTORY_PATH_SIZE];
    talus_status status = find_aside(d, name, aside, error);
    status = status == TALUS_OK ? directory_join(d, name, path, error) : status;
    status = status == TALUS_OK && strchr(name, '/') != NULL ? make_parents(path, error) : status;
    return status == TALUS_OK ? atomic_file_replace(aside, path, error) : status;
}

talus_status directory_write_manifest(const talus_directory *d, talus_error *error)
{
    files_text text = {0};
    manifest_add_json(&d->named, &text);
    talus_status status =
        text.failed ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for manifest.json")
                    : directory_write_aside(d, DIRECTORY_MANIFEST, text.data, text.size, error);
    files_text_clear(&text);
    return status == TALUS_OK ? directory_put(d, DIRECTORY_MANIFEST, error) : status;
}

static talus_status begin_directory(talus_directory *d, const char *name, talus_error *error)
{
    const manifest_entry *claim = manifest_find(&d->claims, name);
    if (manifest_find(&d->named, name) != NULL) {
        return TALUS_OK;
    }
    if (manifest_put(&d->named, name, claim->by) == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the names of %s",
                               d->path);
    }
    return directory_write_manifest(d, error);
}

static talus_status check_use(const talus_directory *d, const char *name, talus_error *error)
{
    const talus_status status = directory_check_arguments(d, name != NULL, error);
    if (status != TALUS_OK) {
        return status;
    }
    const bool is_directory = manifest_is_directory(name);
    if (manifest_find(&d->claims, name) == NULL || !d->is_checked ||
        (!is_directory && !d->is_started)) {
        return talus_error_set(error, TALUS_ERROR_INTERNAL,
                               "%s is written into %s before it was claimed, prepared and started",
                               name, d->path);
    }
    return TALUS_OK;
}

talus_status talus_directory_begin(talus_directory *directory, const char *name, char *path,
                                   size_t size, talus_error *error)
{
    char place[DIRECTORY_PATH_SIZE];
    talus_status status = check_use(directory, name, error);
    status =
        status == TALUS_OK ? directory_check_arguments(directory, path != NULL, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    pthread_mutex_lock(&directory->mutex);
    if (manifest_is_directory(name)) {
        status = begin_directory(directory, name, error);
        status = status == TALUS_OK ? directory_join(directory, name, place, error) : status;
        place[status == TALUS_OK ? strlen(place) - 1 : 0] = '\0';
    } else {
        status = find_aside(directory, name, place, error);
        if (status == TALUS_OK) {
            (void)unlink(place);
        }
    }
    pthread_mutex_unlock(&directory->mutex);
    const int length = status == TALUS_OK ? snprintf(path, size, "%s", place) : 0;
    return status != TALUS_OK || (size_t)length < size
               ? status
               : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "a path of %d bytes, expected fewer than %zu; use a shorter "
                                 "directory",
                                 length, size);
}

/// What stands under work/new/name becomes an entry of the manifest and a line of the log.
static talus_status note(talus_directory *d, const char *name, uint64_t bytes, const char *sha256,
                         talus_error *error)
{
    const manifest_entry *claim = manifest_find(&d->claims, name);
    manifest_entry *entry = manifest_put(&d->named, name, claim->by);
    if (entry == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the names of %s",
                               d->path);
    }
    entry->bytes = bytes;
    memcpy(entry->sha256, sha256, MANIFEST_SHA256_SIZE);
    return fprintf(d->log, "%s\t%" PRIu64 "\t%s\t%s\n", sha256, entry->bytes,
                   entry->by[0] != '\0' ? entry->by : "-", name) > 0 &&
                   fflush(d->log) == 0
               ? TALUS_OK
               : directory_refuse(d, name, "cannot be noted", error);
}

/// Size and digest of a file that was written aside.
static talus_status measure(const talus_directory *d, const char *name, uint64_t *bytes,
                            char sha256[MANIFEST_SHA256_SIZE], talus_error *error)
{
    char aside[DIRECTORY_PATH_SIZE];
    struct stat facts;
    const talus_status status = find_aside(d, name, aside, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (lstat(aside, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        return talus_error_set(error, TALUS_ERROR_IO, "%s/%s was not written", d->path, name);
    }
    if (files_sha256(aside, sha256, NULL) != TALUS_OK) {
        return talus_error_set(error, TALUS_ERROR_IO, "%s/%s cannot be read back", d->path, name);
    }
    *bytes = (uint64_t)facts.st_size;
    return TALUS_OK;
}

static talus_status commit_directory(talus_directory *d, const char *name, talus_error *error)
{
    struct stat facts;
    const bool is_gone = talus_directory_holds(d, name) && !directory_stat(d, name, &facts);
    if (is_gone) {
        manifest_drop(&d->named, name);
    }
    return is_gone ? directory_write_manifest(d, error) : TALUS_OK;
}

/// One file of a directory that stays complete: what the manifest names is what stands there, also
/// after a failure.
static talus_status replace(talus_directory *d, const char *name, uint64_t bytes,
                            const char *sha256, talus_error *error)
{
    const manifest_entry *found = manifest_find(&d->named, name);
    const bool was_named = found != NULL;
    const manifest_entry before = was_named ? *found : (manifest_entry){0};
    struct stat facts;
    const bool is_changed =
        was_named && directory_stat(d, name, &facts) && !directory_is_unchanged(d, &before, &facts);
    talus_status status = is_changed ? directory_keep(d, name, error) : TALUS_OK;
    status = status == TALUS_OK ? note(d, name, bytes, sha256, error) : status;
    status = status == TALUS_OK ? directory_put(d, name, error) : status;
    manifest_entry *entry = status != TALUS_OK ? manifest_find(&d->named, name) : NULL;
    if (entry != NULL && was_named) {
        *entry = before; // the same name, by the same pointer
    } else if (entry != NULL) {
        manifest_drop(&d->named, name);
    }
    return status;
}

talus_status talus_directory_commit(talus_directory *directory, const char *name,
                                    talus_error *error)
{
    char sha256[MANIFEST_SHA256_SIZE];
    uint64_t bytes = 0;
    talus_status status = check_use(directory, name, error);
    const bool is_directory = status == TALUS_OK && manifest_is_directory(name);
    if (status == TALUS_OK && !is_directory) {
        status = measure(directory, name, &bytes, sha256, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    pthread_mutex_lock(&directory->mutex);
    pthread_mutex_lock(&putting);
    if (is_directory) {
        status = commit_directory(directory, name, error);
    } else if (directory->is_adding) {
        status = replace(directory, name, bytes, sha256, error);
    } else {
        status = note(directory, name, bytes, sha256, error);
        status = status == TALUS_OK ? directory_put(directory, name, error) : status;
    }
    pthread_mutex_unlock(&putting);
    pthread_mutex_unlock(&directory->mutex);
    return status;
}

/// A mark without a manifest is of no one, so the next run there would refuse to replace it.
static void remove_mark(const char *path)
{
    static const char marker[] = DIRECTORY_MARKER_TEXT;
    char mark[DIRECTORY_PATH_SIZE], list[DIRECTORY_PATH_SIZE], text[sizeof marker] = "";
    struct stat facts;
    snprintf(mark, sizeof mark, "%.4000s/%s", path, DIRECTORY_MARKER);
    snprintf(list, sizeof list, "%.4000s/%s", path, DIRECTORY_MANIFEST);
    const int file = open(mark, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    const ssize_t length = file >= 0 ? read(file, text, sizeof text) : -1;
    if (file >= 0) {
        close(file);
    }
    if (length == (ssize_t)sizeof marker - 1 && memcmp(text, marker, sizeof marker - 1) == 0 &&
        lstat(list, &facts) != 0) {
        (void)unlink(mark);
    }
}

/// @return false: its files are being put in place
static bool abandon(const talus_directory *d)
{
    char work[DIRECTORY_PATH_SIZE], aside[DIRECTORY_PATH_SIZE], log[DIRECTORY_PATH_SIZE];
    struct stat facts;
    snprintf(work, sizeof work, "%.4000s/%s", d->path, d->work);
    snprintf(log, sizeof log, "%.4060s/committed", work);
    snprintf(aside, sizeof aside, "%.4060s-left", work);
    if (stat(log, &facts) == 0 && (size_t)facts.st_size >= sizeof log_head) {
        return false;
    }
    // under another name nothing more can be put in place from it
    if (rename(work, aside) == 0) {
        atomic_file_remove_tree(AT_FDCWD, aside);
        remove_mark(d->path);
    }
    return true;
}

bool directory_abandon(const char *path)
{
    struct stat own, other;
    bool went = true;
    pthread_mutex_lock(&putting);
    for (const talus_directory *d = open_ones; d != NULL && stat(path, &own) == 0;
         d = d->next_open) {
        if (stat(d->path, &other) == 0 && own.st_dev == other.st_dev &&
            own.st_ino == other.st_ino) {
            went = abandon(d) && went;
        }
    }
    pthread_mutex_unlock(&putting);
    return went;
}
