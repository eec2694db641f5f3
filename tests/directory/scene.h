// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of the tests, contributors of a few texts, and what stands there afterwards.
#ifndef TALUS_TESTS_DIRECTORY_SCENE_H
#define TALUS_TESTS_DIRECTORY_SCENE_H

#include "io/directory/directory.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// A contributor of a few texts.
typedef struct texts {
    const char *names[8];
    const char *content;
    size_t fails_at; ///< index of the text that cannot be written, from 1; 0 = none
} texts;

static inline talus_status claim_texts(void *user, talus_directory *directory, talus_error *error)
{
    const texts *t = user;
    return directory_claim_all(directory, t->names, error);
}

static inline talus_status write_texts(void *user, talus_directory *directory, talus_error *error)
{
    const texts *t = user;
    talus_status status = TALUS_OK;
    for (size_t k = 0; t->names[k] != NULL && status == TALUS_OK; k++) {
        files_text text = {0};
        if (k + 1 == t->fails_at) {
            return talus_error_set(error, TALUS_ERROR_IO, "the disk is full");
        }
        files_text_add(&text, "%s of %s\n", t->content, t->names[k]);
        status = directory_write_text(directory, t->names[k], &text, error);
    }
    return status;
}

static inline talus_status summarise_texts(void *user, char **members, talus_error *error)
{
    const texts *t = user;
    files_text text = directory_members_begin();
    files_json_add_text(&text, "content", t->content);
    return directory_members_end(&text, members, error);
}

static inline talus_contributor contributor(texts *t, const char *name)
{
    return (talus_contributor){.size = sizeof(talus_contributor),
                               .name = name,
                               .claim = claim_texts,
                               .write = write_texts,
                               .summarise = summarise_texts,
                               .user = t};
}

typedef struct place {
    char path[600];
    talus_diagnostics *warnings;
    talus_error error;
} place;

static inline place make_place(const char *name)
{
    const char *base = getenv("TALUS_TEST_TMP");
    char command[700];
    place p = {.warnings = talus_diagnostics_create()};
    snprintf(p.path, sizeof p.path, "%s/directory-%ld-%s", base ? base : "/tmp", (long)getpid(),
             name);
    snprintf(command, sizeof command, "rm -rf '%s'", p.path);
    cr_assert_eq(system(command), 0);
    return p;
}

static inline void clear_place(place *p)
{
    char command[700];
    snprintf(command, sizeof command, "rm -rf '%s'", p->path);
    cr_assert_eq(system(command), 0);
    talus_diagnostics_destroy(p->warnings);
}

static inline talus_status write_with(place *p, texts *t, bool overwrite, bool partial)
{
    const talus_contributor one = contributor(t, "test");
    const talus_directory_options options = {
        .size = sizeof options, .overwrite = overwrite, .warnings = p->warnings};
    talus_directory *directory = NULL;
    talus_status status = talus_directory_open(p->path, &options, &directory, &p->error);
    status = status == TALUS_OK ? talus_directory_prepare(directory, &one, 1, &p->error) : status;
    status =
        status == TALUS_OK ? talus_directory_write(directory, &one, 1, partial, &p->error) : status;
    talus_directory_close(directory);
    return status;
}

static inline void path_of(const place *p, const char *name, char path[800])
{
    snprintf(path, 800, "%s/%s", p->path, name);
}

static inline void put(const place *p, const char *name, const char *text)
{
    char path[800];
    path_of(p, name, path);
    cr_assert_eq(files_make_directory(p->path, NULL), TALUS_OK);
    cr_assert_eq(files_write_all(path, text, strlen(text), NULL), TALUS_OK);
}

static inline bool has(const place *p, const char *name)
{
    char path[800];
    struct stat facts;
    path_of(p, name, path);
    return lstat(path, &facts) == 0;
}

/// Does the file hold just this?
static inline bool holds(const place *p, const char *name, const char *text)
{
    char path[800], *data = NULL;
    size_t size = 0;
    path_of(p, name, path);
    const bool found = files_read_all(path, &data, &size, NULL) == TALUS_OK &&
                       size == strlen(text) && memcmp(data, text, size) == 0;
    free(data);
    return found;
}

static inline size_t entries(const place *p)
{
    DIR *listing = opendir(p->path);
    size_t count = 0;
    for (const struct dirent *e = listing ? readdir(listing) : NULL; e; e = readdir(listing)) {
        count += e->d_name[0] != '.';
    }
    if (listing) {
        closedir(listing);
    }
    return count;
}

static inline bool is_complete(const place *p)
{
    char path[800];
    files_json *json = NULL;
    bool partial = true;
    path_of(p, "summary.json", path);
    if (has(p, "PARTIAL") || !has(p, "summary.json")) {
        return false;
    }
    cr_assert_eq(files_json_read(path, &json, NULL), TALUS_OK);
    cr_assert(files_json_bool(files_json_member(files_json_root(json), "partial"), &partial));
    files_json_destroy(json);
    return !partial;
}

#endif
