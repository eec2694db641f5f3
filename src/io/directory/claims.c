// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the way of claimed names.
#include "io/directory/directory_internal.h"

#include <string.h>

enum { MOST_NAMES = 3 };

/// Files that --overwrite would replace, and the first thing that nothing lifts.
typedef struct obstacles {
    const char *names[MOST_NAMES];
    size_t count;
    const char *blocked, *why;
} obstacles;

static void add_file(obstacles *found, const char *name)
{
    if (found->count < MOST_NAMES) {
        found->names[found->count] = name;
    }
    found->count++;
}

static void block(obstacles *found, const char *name, const char *why)
{
    if (found->blocked == NULL) {
        found->blocked = name;
        found->why = why;
    }
}

/// A part of "hard/hard.json" or "checkpoint/" that stands there has to be a directory, not a link to one.
static bool has_parents(const talus_directory *d, const char *name)
{
    char part[DIRECTORY_PATH_SIZE];
    for (const char *slash = strchr(name, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        struct stat facts;
        snprintf(part, sizeof part, "%.*s", (int)(slash - name), name);
        if (directory_stat(d, part, &facts) && !S_ISDIR(facts.st_mode)) {
            return false;
        }
    }
    return true;
}

/// @return does a file of the user stand here?
static bool look_at(const talus_directory *d, const char *name, bool is_named, obstacles *found)
{
    struct stat facts;
    if (!has_parents(d, name)) {
        block(found, name, "a file or a link stands where its directory has to be");
        return false;
    }
    if (is_named || !directory_stat(d, name, &facts)) {
        return false; // of ours, what has been changed since is renamed
    }
    if (manifest_is_directory(name) != (bool)S_ISDIR(facts.st_mode) ||
        (!S_ISDIR(facts.st_mode) && !S_ISREG(facts.st_mode) && !S_ISLNK(facts.st_mode))) {
        block(found, name, "it is there, but is not a plain file");
        return false;
    }
    add_file(found, name);
    return true;
}

static talus_status refuse(const talus_directory *d, const obstacles *found, talus_error *error)
{
    char list[512] = "", more[48] = "";
    if (found->blocked != NULL) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s/%s cannot be written: %s; move it away, or give another --out",
                               d->path, found->blocked, found->why);
    }
    for (size_t k = 0; k < found->count && k < MOST_NAMES; k++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", k > 0 ? ", " : "", found->names[k]);
    }
    if (found->count > MOST_NAMES) {
        snprintf(more, sizeof more, " and %zu more", found->count - MOST_NAMES);
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s already holds %s%s, which no manifest.json there names as results "
                           "of talus; give another --out, or replace %s with --overwrite",
                           d->path, list, more, found->count > 1 ? "them" : "it");
}

talus_status directory_check_claims(talus_directory *d, talus_error *error)
{
    static const char *const own[] = {DIRECTORY_SUMMARY, DIRECTORY_MANIFEST, DIRECTORY_MARKER};
    obstacles found = {.count = 0};
    for (size_t k = 0; k < sizeof own / sizeof own[0]; k++) {
        (void)look_at(d, own[k], d->is_ours, &found);
    }
    for (size_t k = 0; k < d->claims.count; k++) {
        manifest_entry *claim = &d->claims.items[k];
        const bool is_named = manifest_find(&d->named, claim->name) != NULL;
        claim->is_foreign = look_at(d, claim->name, is_named, &found);
    }
    if (found.blocked != NULL || (found.count > 0 && !d->overwrite)) {
        return refuse(d, &found, error);
    }
    d->is_checked = true;
    return TALUS_OK;
}
