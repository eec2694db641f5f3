// SPDX-License-Identifier: GPL-3.0-or-later
// Result directories from outside: do they look complete, are they the same, copy and remove.
#include "failures.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    *size = 0;
    if (file != NULL) {
        struct stat facts;
        if (fstat(fileno(file), &facts) == 0 &&
            (text = malloc((size_t)facts.st_size + 1)) != NULL) {
            *size = fread(text, 1, (size_t)facts.st_size, file);
            text[*size] = '\0';
        }
        fclose(file);
    }
    return text;
}

static void join(char path[FAILURES_PATH], const char *directory, const char *name)
{
    if (snprintf(path, FAILURES_PATH, "%s/%s", directory, name) >= FAILURES_PATH) {
        fprintf(stderr, "failures: too long a path: %s/%s\n", directory, name);
        exit(2);
    }
}

bool failures_looks_complete(const char *directory)
{
    char path[FAILURES_PATH];
    size_t size = 0;
    join(path, directory, "PARTIAL");
    if (access(path, F_OK) == 0) {
        return false;
    }
    join(path, directory, "summary.json");
    char *text = read_file(path, &size);
    const bool complete = text != NULL && strstr(text, "\"partial\": true") == NULL;
    free(text);
    return complete;
}

static bool is_line_with(const char *line, const char *key)
{
    line += strspn(line, " ");
    return strncmp(line, key, strlen(key)) == 0;
}

/// The entry of the state may stay in a manifest that could not be written once more at the end.
static void drop_state_entry(char *text)
{
    char *name = strstr(text, "\"name\": \"checkpoint/\"");
    char *end = name != NULL ? strstr(name, "},") : NULL;
    while (end != NULL && name > text && *name != '{') {
        name--;
    }
    if (end != NULL) {
        end += 2;
        memmove(name, end + strspn(end, " \n"), strlen(end + strspn(end, " \n")) + 1);
    }
}

static bool ends_with(const char *text, size_t length, const char *end)
{
    return length > strlen(end) && strncmp(text + length - strlen(end), end, strlen(end)) == 0;
}

/// Take what depends on the clock and the machine out of a JSON text: the object "timing" and the
/// numbers of threads and ranks; out of a manifest, the digests of such texts and of the
/// warnings, which are compared themselves; out of what a command prints, "time_s".
static void drop_timing(char *text, bool is_printed)
{
    char *to = text;
    size_t depth = 0;      // of the object that is dropped
    bool is_timed = false; // the entry of a manifest is about a text with timing
    for (char *line = text; *line != '\0';) {
        char *next = strchr(line, '\n');
        const size_t length = next != NULL ? (size_t)(next - line) + 1 : strlen(line);
        const size_t indent = strspn(line, " ");
        bool drop = depth > 0;
        if (depth > 0 && indent < depth && line[indent] == '}') {
            depth = 0;
        } else if (depth == 0 && is_line_with(line, "\"timing\": {")) {
            depth = indent + 1;
            drop = true;
        } else if (is_line_with(line, "\"name\"")) {
            is_timed = ends_with(line, length, ".json\",\n") ||
                       ends_with(line, length, "warnings.log\",\n");
        } else if ((is_timed &&
                    (is_line_with(line, "\"bytes\"") || is_line_with(line, "\"sha256\""))) ||
                   is_line_with(line, "\"threads\"") || is_line_with(line, "\"ranks\"") ||
                   (is_printed && is_line_with(line, "\"time_s\""))) {
            drop = true;
        }
        if (!drop) {
            memmove(to, line, length);
            to += length;
        }
        line += length;
    }
    *to = '\0';
}

static bool same_text(const char *one, const char *other, bool is_json, bool is_printed)
{
    size_t one_size = 0, other_size = 0;
    char *a = read_file(one, &one_size), *b = read_file(other, &other_size);
    bool same = a != NULL && b != NULL;
    if (same && is_json) {
        drop_state_entry(a);
        drop_state_entry(b);
        drop_timing(a, is_printed);
        drop_timing(b, is_printed);
        same = strcmp(a, b) == 0;
    } else if (same) {
        same = one_size == other_size && memcmp(a, b, one_size) == 0;
    }
    free(a);
    free(b);
    return same;
}

static bool same_file(const char *one, const char *other)
{
    const char *extension = strrchr(one, '.');
    return same_text(one, other, extension != NULL && strcmp(extension, ".json") == 0, false);
}

bool failures_same_print(const char *one, const char *other)
{
    return same_text(one, other, true, true);
}

static bool is_directory(const char *path)
{
    struct stat facts;
    return lstat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

typedef bool visit(void *user, const char *directory, const char *name);

/// @return false as soon as the visitor does
static bool each_entry(const char *directory, visit *visitor, void *user)
{
    DIR *list = opendir(directory);
    bool go_on = true;
    const struct dirent *entry = NULL;
    while (list != NULL && go_on && (entry = readdir(list)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            go_on = visitor(user, directory, entry->d_name);
        }
    }
    if (list != NULL) {
        closedir(list);
    }
    return go_on;
}

/// What is no part of a result: a log that could not be removed, and files of an earlier result
/// that could not be recognised as ours and so were kept under another name.
static bool is_left_over(const char *name)
{
    return strcmp(name, "unfinished.part") == 0 || strstr(name, ".kept-") != NULL;
}

static bool find_kept(void *user, const char *directory, const char *name)
{
    (void)directory;
    bool *found = user;
    *found = *found || strstr(name, ".kept-") != NULL;
    return true;
}

typedef struct comparison {
    const char *other;
    bool has_kept;       ///< and warnings about them
    bool may_have_state; ///< a state is left in one of them
    char *difference;
    size_t size;
    bool only_names;
} comparison;

static bool compare_entry(void *user, const char *directory, const char *name)
{
    const comparison *with = user;
    char one[FAILURES_PATH], other[FAILURES_PATH];
    if (is_left_over(name) || (with->has_kept && strcmp(name, "warnings.log") == 0)) {
        return true;
    }
    if (with->may_have_state && strcmp(name, "checkpoint") == 0) {
        return true;
    }
    join(one, directory, name);
    join(other, with->other, name);
    if (access(other, F_OK) != 0) {
        snprintf(with->difference, with->size, "%s is in one only", name);
        return false;
    }
    if (is_directory(one)) {
        comparison deeper = *with;
        deeper.other = other;
        return each_entry(one, compare_entry, &deeper);
    }
    if (!with->only_names && !same_file(one, other)) {
        snprintf(with->difference, with->size, "%s differs", name);
        return false;
    }
    return true;
}

bool failures_same_directory(const char *one, const char *other, bool may_have_state,
                             char *difference, size_t size)
{
    comparison forward = {.other = other, .difference = difference, .size = size};
    comparison backward = {
        .other = one, .difference = difference, .size = size, .only_names = true};
    snprintf(difference, size, "%s", "one is not there");
    forward.may_have_state = may_have_state;
    each_entry(one, find_kept, &forward.has_kept);
    backward.has_kept = forward.has_kept;
    return is_directory(one) && is_directory(other) && each_entry(one, compare_entry, &forward) &&
           each_entry(other, compare_entry, &backward);
}

static bool remove_entry(void *user, const char *directory, const char *name)
{
    (void)user;
    char path[FAILURES_PATH];
    join(path, directory, name);
    failures_remove(path);
    return true;
}

void failures_remove(const char *path)
{
    if (is_directory(path)) {
        each_entry(path, remove_entry, NULL);
        rmdir(path);
    } else {
        unlink(path);
    }
}

static bool copy_entry(void *user, const char *directory, const char *name)
{
    char from[FAILURES_PATH], to[FAILURES_PATH];
    join(from, directory, name);
    join(to, user, name);
    return failures_copy(from, to);
}

bool failures_copy(const char *from, const char *to)
{
    if (is_directory(from)) {
        char target[FAILURES_PATH];
        snprintf(target, sizeof target, "%s", to);
        return mkdir(to, 0777) == 0 && each_entry(from, copy_entry, target);
    }
    size_t size = 0;
    char *bytes = read_file(from, &size);
    FILE *file = bytes != NULL ? fopen(to, "wb") : NULL;
    bool done = file != NULL && fwrite(bytes, 1, size, file) == size;
    done = file != NULL && fclose(file) == 0 && done;
    free(bytes);
    return done;
}
