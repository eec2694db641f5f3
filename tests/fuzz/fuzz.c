// SPDX-License-Identifier: GPL-3.0-or-later
// A directory, the input as a file, the program in process.
#define _GNU_SOURCE
#include "fuzz.h"
#include "cases/problem_files/contact_problem.h"
#include "cases/program/commands.h"
#include "lab/commands/commands.h"

#include "app/program/program.h"

#include <dirent.h>
#include <fcntl.h>
#include <hdf5.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_WORDS = 64, MOST_KEPT = 32 };

static char directory[FUZZ_PATH];
static char kept[MOST_KEPT][64];
static size_t kept_count;
static size_t accepted;

void fuzz_fail(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fprintf(stderr, "FUZZ: ");
    vfprintf(stderr, format, list);
    fprintf(stderr, "\n");
    va_end(list);
    abort();
}

void fuzz_expect_told(talus_status status, const talus_error *error)
{
    if (status != TALUS_OK && (error->status != status || error->message[0] == '\0')) {
        fuzz_fail("status %d without a sentence of its own", (int)status);
    }
    if (status != TALUS_OK) {
        fprintf(stderr, "%s\n", error->message);
    }
    accepted += status == TALUS_OK;
}

size_t fuzz_accepted(void)
{
    return accepted;
}

/// Remove what is in a directory, `spare` names of the top apart.
static void empty(const char *path, bool is_top)
{
    DIR *list = opendir(path);
    const struct dirent *entry = NULL;
    while (list != NULL && (entry = readdir(list)) != NULL) {
        char inner[2 * FUZZ_PATH];
        bool spared = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        for (size_t i = 0; is_top && i < kept_count; i++) {
            spared = spared || strcmp(entry->d_name, kept[i]) == 0;
        }
        struct stat facts;
        const int length = snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (spared || length >= (int)sizeof inner || lstat(inner, &facts) != 0) {
            continue;
        }
        if (S_ISDIR(facts.st_mode)) {
            empty(inner, false);
            rmdir(inner);
        } else {
            unlink(inner);
        }
    }
    if (list != NULL) {
        closedir(list);
    }
}

static void leave(void)
{
    kept_count = 0;
    empty(directory, true);
    rmdir(directory);
}

const char *fuzz_directory(void)
{
    if (directory[0] == '\0') {
        const char *root = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : getenv("TALUS_TEST_TMP");
        snprintf(directory, sizeof directory, "%s/talus_fuzz_%ld", root != NULL ? root : "/tmp",
                 (long)getpid());
        if (mkdir(directory, 0777) != 0) {
            fuzz_fail("%s cannot be made", directory);
        }
        atexit(leave);
        setenv("OGR_CURRENT_DATE", "2020-01-01T00:00:00.000Z", 1);
    }
    return directory;
}

const char *fuzz_path(const char *name)
{
    static char paths[4][2 * FUZZ_PATH];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", fuzz_directory(), name);
    return path;
}

const char *fuzz_file(const char *name, const uint8_t *data, size_t size)
{
    const char *path = fuzz_path(name);
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || (size > 0 && write(file, data, size) != (ssize_t)size)) {
        fuzz_fail("%s cannot be written", path);
    }
    close(file);
    return path;
}

void fuzz_copy(const char *source)
{
    char path[2 * FUZZ_PATH];
    snprintf(path, sizeof path, "%s/%s", TALUS_SOURCE_DIR, source);
    FILE *file = fopen(path, "rb");
    struct stat facts;
    uint8_t *bytes = NULL;
    if (file == NULL || fstat(fileno(file), &facts) != 0 ||
        (bytes = malloc((size_t)facts.st_size + 1)) == NULL ||
        fread(bytes, 1, (size_t)facts.st_size, file) != (size_t)facts.st_size ||
        kept_count == MOST_KEPT) {
        fuzz_fail("%s cannot be copied", path);
    }
    fclose(file);
    snprintf(kept[kept_count], sizeof kept[0], "%s", strrchr(source, '/') + 1);
    fuzz_file(kept[kept_count++], bytes, (size_t)facts.st_size);
    free(bytes);
}

void fuzz_copy_scenario_files(void)
{
    static const char *const sources[] = {
        "tests/cli/data/plane.asc",          "tests/cli/data/plane.prj",
        "tests/cli/data/rich/block.obj",     "tests/cli/data/rich/trees.csv",
        "terrain/plane/plane.tif",           "scenarios/rules/switzerland.yaml",
        "tests/data/scenarios/tiny.asc",     "tests/data/scenarios/areas.csv",
        "tests/data/scenarios/classes.asc",  "tests/data/scenarios/counts.asc",
        "tests/data/scenarios/edge.csv",     "tests/data/scenarios/fragility.csv",
        "tests/data/scenarios/friction.asc", "tests/data/scenarios/gauges.csv",
        "tests/data/scenarios/runs.csv",     "tests/data/scenarios/seismic.csv",
        "tests/data/scenarios/shake_x.txt",  "tests/data/scenarios/shake_y.txt",
        "tests/data/scenarios/stems.csv"};
    for (size_t k = 0; k < sizeof sources / sizeof sources[0]; k++) {
        fuzz_copy(sources[k]);
    }
}

void fuzz_clean(void)
{
    empty(fuzz_directory(), true);
}

static int run_program(const cli_program *program, const char *const *words)
{
    static const int exits[] = {0, 1, 2, 3, 4, 130};
    char *argv[MOST_WORDS + 2] = {strdup(program->name)};
    int argc = 1;
    while (argc <= MOST_WORDS && words[argc - 1] != NULL) {
        argv[argc] = strdup(words[argc - 1]);
        argc++;
    }
    const int here = open(".", O_RDONLY | O_DIRECTORY);
    if (here < 0 || chdir(fuzz_directory()) != 0) {
        fuzz_fail("%s cannot be entered", directory);
    }
    const int result = cli_program_run(program, argc, argv, NULL);
    if (fchdir(here) != 0) {
        fuzz_fail("the way back is closed");
    }
    close(here);
    for (int i = 0; i < argc; i++) {
        free(argv[i]);
    }
    bool listed = false;
    for (size_t i = 0; i < sizeof exits / sizeof exits[0]; i++) {
        listed = listed || result == exits[i];
    }
    if (!listed) {
        fuzz_fail("exit code %d", result);
    }
    accepted += result == 0;
    return result;
}

int fuzz_talus(const char *const *words)
{
    return run_program(&talus_program, words);
}

int fuzz_lab(const char *const *words)
{
    return run_program(&talus_lab_program, words);
}

int fuzz_cases(const char *const *words)
{
    return run_program(&talus_cases_program, words);
}

void fuzz_contact_problem(const char *name, const char *copy)
{
    problem_rows *rows = NULL, *again = NULL;
    talus_error error = {0};
    const talus_status status = files_read_contact_problem(fuzz_path(name), &rows, &error);
    fuzz_expect_told(status, &error);
    if (status == TALUS_OK) {
        const talus_contact_problem problem = problem_rows_view(rows);
        const char *to = fuzz_path(copy);
        if (files_write_contact_problem(to, &problem, &error) != TALUS_OK ||
            files_read_contact_problem(to, &again, &error) != TALUS_OK) {
            fuzz_fail("what was read cannot be written and read: %s", error.message);
        }
        (void)fuzz_cases(
            (const char *const[]){"contact", "solve", name, "--json", "--iterations", "60", NULL});
    }
    if (H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL) != 0) {
        fuzz_fail("an object of HDF5 stays open after reading");
    }
    problem_rows_destroy(again);
    problem_rows_destroy(rows);
}
