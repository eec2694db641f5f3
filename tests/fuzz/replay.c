// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a fuzz target on files, without a fuzzer: LEAST FILE-OR-DIRECTORY... Names each file before it
// is tried, so that the last line says which one broke the target. Fails where fewer than LEAST of
// them are accepted: seeds that have aged reach nothing.
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static FILE *report;
static size_t tried, taken;

static void try_file(const char *path, size_t size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(size + 1);
    if (file == NULL || bytes == NULL || fread(bytes, 1, size, file) != size) {
        fuzz_fail("%s cannot be read", path);
    }
    fclose(file);
    // exactly as long as the input, so that a reader beyond its end is caught
    uint8_t *exact = malloc(size > 0 ? size : 1);
    if (exact == NULL) {
        fuzz_fail("out of memory");
    }
    memcpy(exact, bytes, size);
    free(bytes);
    fprintf(report, "%s\n", path);
    const size_t before = fuzz_accepted();
    (void)LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    tried++;
    taken += fuzz_accepted() > before;
}

static void try_path(const char *path)
{
    struct stat facts;
    if (stat(path, &facts) != 0) {
        fuzz_fail("%s is not there", path);
    }
    if (!S_ISDIR(facts.st_mode)) {
        try_file(path, (size_t)facts.st_size);
        return;
    }
    struct dirent **list = NULL;
    const int count = scandir(path, &list, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char inner[4096];
        snprintf(inner, sizeof inner, "%s/%s", path, list[i]->d_name);
        if (list[i]->d_name[0] != '.') {
            try_path(inner);
        }
        free(list[i]);
    }
    free(list);
}

/// Sanitizers write to this stream; theirs only where they are linked.
__attribute__((weak)) void __sanitizer_set_report_fd(void *stream);

int main(int argc, char **argv)
{
    const int stream = dup(STDERR_FILENO);
    report = fdopen(stream, "w");
    if (report == NULL || freopen("/dev/null", "w", stdout) == NULL) {
        return 2;
    }
    setvbuf(report, NULL, _IOLBF, 4096);
    if (__sanitizer_set_report_fd != NULL) {
        __sanitizer_set_report_fd((void *)(intptr_t)stream);
    }
    // what the target says of bad input is no news
    if (getenv("TALUS_FUZZ_LOUD") == NULL && freopen("/dev/null", "w", stderr) == NULL) {
        return 2;
    }
    LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 2; i < argc; i++) {
        try_path(argv[i]);
    }
    const size_t least = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    fprintf(report, "%zu inputs, %zu of them accepted, expected at least %zu\n", tried, taken,
            least);
    return tried > 0 && taken >= least ? 0 : 1;
}
