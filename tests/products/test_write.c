// SPDX-License-Identifier: GPL-3.0-or-later
#include "products/scene.h"

#include "foundation/files/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>

/// Number of entries whose name ends in `end`; -1 when there is no such directory.
static int count_ending(const char *directory, const char *end)
{
    DIR *dir = opendir(directory);
    int count = 0;
    if (!dir) {
        return -1;
    }
    for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        const size_t length = strlen(entry->d_name);
        count += length >= strlen(end) && strcmp(entry->d_name + length - strlen(end), end) == 0;
    }
    closedir(dir);
    return count;
}

static void touch(const char *directory, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    cr_assert_eq(files_write_all(path, "x", 1, NULL), TALUS_OK);
}

Test(write, leaves_a_complete_directory_and_nothing_temporary)
{
    static const char *const names[] = {"scenario.yaml", "summary.json", "warnings.log",
                                        "terrain.tif",   "results.gpkg", "manifest.json"};
    scene s;
    char parent[512];
    char directory[600];
    scene_init(&s);
    scene_path(parent, "deep");
    snprintf(directory, sizeof directory, "%s/complete", parent);
    scene_write(&s, directory);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        cr_expect(scene_has(directory, names[k]), "%s is missing", names[k]);
    }
    cr_expect_eq(count_ending(directory, ".tif"), 28, "27 layers and the terrain");
    cr_expect_eq(count_ending(directory, ".part"), 0);
    cr_expect_eq(count_ending(directory, ".qml"), 27);
    cr_expect_eq(count_ending(directory, ""), 2 + 28 + 27 + 5,
                 "., .., rasters, their styles and five more files");
    scene_remove(parent);
    scene_clear(&s);
}

Test(write, marks_partial_results_until_a_complete_run)
{
    scene s;
    char directory[512];
    talus_error error = {0};
    scene_init(&s);
    scene_path(directory, "partial");
    cr_assert_eq(talus_products_write(directory, &s.context, s.results, NULL, true, &error),
                 TALUS_OK, "%s", error.message);
    cr_expect(scene_has(directory, "PARTIAL"));
    cr_expect(scene_has(directory, "summary.json"));
    scene_write(&s, directory);
    cr_expect_not(scene_has(directory, "PARTIAL"));
    scene_remove(directory);
    scene_clear(&s);
}

Test(write, removes_rasters_of_an_earlier_run_and_nothing_of_the_user)
{
    static const char *const wanted[] = {"passages", NULL};
    scene s;
    char directory[512];
    scene_init(&s);
    scene_path(directory, "stale");
    scene_write(&s, directory);
    touch(directory, "notes.txt");
    touch(directory, "my_own.tif");
    touch(directory, "passages.tif.aux.xml");
    s.context.layers = wanted;
    scene_write(&s, directory);
    cr_expect_not(scene_has(directory, "speed_max.tif"));
    cr_expect_not(scene_has(directory, "passages.tif.aux.xml"), "statistics of the old raster");
    cr_expect(scene_has(directory, "passages.tif"));
    cr_expect(scene_has(directory, "notes.txt"));
    cr_expect(scene_has(directory, "my_own.tif"));
    scene_remove(directory);
    scene_clear(&s);
}

Test(write, fails_where_no_directory_can_be)
{
    scene s;
    char file[512];
    char directory[600];
    talus_error error = {0};
    scene_init(&s);
    scene_path(file, "plain_file");
    cr_assert_eq(files_write_all(file, "x", 1, NULL), TALUS_OK);
    snprintf(directory, sizeof directory, "%s/out", file);
    cr_expect_eq(talus_products_write(directory, &s.context, s.results, NULL, false, &error),
                 TALUS_ERROR_IO);
    cr_expect_gt(strlen(error.message), 0);
    unlink(file);
    scene_clear(&s);
}

Test(write, keeps_earlier_results_when_the_directory_cannot_be_written)
{
    scene s;
    char directory[512];
    char obstacle[600];
    talus_error error = {0};
    scene_init(&s);
    scene_path(directory, "kept");
    scene_write(&s, directory);
    // a directory in the place of the marker stops the first write, for root as well
    snprintf(obstacle, sizeof obstacle, "%s/PARTIAL", directory);
    cr_assert_eq(mkdir(obstacle, 0755), 0);
    cr_expect_neq(talus_products_write(directory, &s.context, s.results, NULL, false, &error),
                  TALUS_OK);
    cr_expect(scene_has(directory, "summary.json"));
    cr_expect_eq(count_ending(directory, ".tif"), 28);
    scene_remove(directory);
    scene_clear(&s);
}

Test(write, leaves_no_summary_when_a_later_file_fails)
{
    scene s;
    char directory[512];
    char obstacle[600];
    talus_error error = {0};
    scene_init(&s);
    scene_path(directory, "failed");
    scene_write(&s, directory);
    // results.gpkg is written after the rasters; no file has room for a name of this length
    talus_products_job job = {.size = sizeof job, .context = &s.context, .results = s.results};
    const talus_contributor run = talus_products_contributor(&job);
    talus_directory *place = NULL;
    cr_assert_eq(talus_directory_open(directory, NULL, &place, &error), TALUS_OK);
    cr_assert_eq(talus_directory_prepare(place, &run, 1, &error), TALUS_OK);
    snprintf(obstacle, sizeof obstacle, "%s/unfinished.part/new/results.gpkg", directory);
    cr_assert_eq(files_make_directory(obstacle, &error), TALUS_OK);
    cr_expect_neq(talus_directory_write(place, &run, 1, false, &error), TALUS_OK);
    talus_directory_close(place);
    cr_expect_not(scene_has(directory, "summary.json"));
    cr_expect_not(scene_has(directory, "unfinished.part"));
    cr_expect(scene_has(directory, "PARTIAL"));
    scene_remove(directory);
    scene_clear(&s);
}

Test(write, files_of_the_user_are_refused_and_replaced_only_when_asked)
{
    scene s;
    char directory[512], path[600];
    talus_error error = {0};
    scene_init(&s);
    scene_path(directory, "foreign");
    cr_assert_eq(files_make_directory(directory, &error), TALUS_OK);
    touch(directory, "speed_max.tif");
    touch(directory, "sources_mine.tif");
    cr_expect_eq(talus_products_write(directory, &s.context, s.results, NULL, false, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "speed_max.tif"));
    cr_expect_null(strstr(error.message, "sources_mine.tif"));
    cr_expect_eq(count_ending(directory, ""), 4, "nothing but the two is there");
    snprintf(path, sizeof path, "%s/speed_max.tif", directory);
    cr_assert_eq(unlink(path), 0);
    scene_write(&s, directory);
    cr_expect(scene_has(directory, "sources_mine.tif"));
    scene_remove(directory);
    scene_clear(&s);
}

Test(write, refuses_an_unknown_layer_before_it_touches_the_disk)
{
    static const char *const wanted[] = {"energie", NULL};
    scene s;
    char directory[512];
    talus_error error = {0};
    scene_init(&s);
    scene_path(directory, "unknown");
    s.context.layers = wanted;
    cr_expect_eq(talus_products_write(directory, &s.context, s.results, NULL, false, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "\"energie\""));
    cr_expect_neq(access(directory, F_OK), 0);
    scene_clear(&s);
}

Test(write, logs_what_was_said_and_what_physics_counted)
{
    scene s;
    char directory[512];
    char path[600];
    char *text = NULL;
    size_t size = 0;
    talus_error error = {0};
    talus_diagnostics *warnings = talus_diagnostics_create();
    scene_init(&s);
    talus_results_destroy(s.results);
    s.campaign.time_limit = 0.5; // nobody comes to rest that early
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 1};
    cr_assert_eq(talus_campaign_run(&s.campaign, &options, &s.results, &error), TALUS_OK);
    talus_diagnostics_say(warnings, TALUS_WARNING, "the grid was turned");
    scene_path(directory, "log");
    cr_assert_eq(talus_products_write(directory, &s.context, s.results, warnings, false, &error),
                 TALUS_OK, "%s", error.message);
    snprintf(path, sizeof path, "%s/warnings.log", directory);
    cr_assert_eq(files_read_all(path, &text, &size, &error), TALUS_OK);
    cr_expect_not_null(strstr(text, "the grid was turned"));
    cr_expect_not_null(strstr(text, "warning: 5 of 5 rocks were still moving"));
    free(text);
    talus_diagnostics_destroy(warnings);
    scene_remove(directory);
    scene_clear(&s);
}

Test(write, refuses_a_directory_that_another_run_holds)
{
    scene s;
    char directory[512];
    talus_error error = {0};
    scene_init(&s);
    scene_path(directory, "shared");
    cr_assert_eq(files_make_directory(directory, NULL), TALUS_OK);
    const int other = open(directory, O_RDONLY | O_DIRECTORY);
    cr_assert(other >= 0 && flock(other, LOCK_EX) == 0);
    cr_expect_eq(talus_products_write(directory, &s.context, s.results, NULL, false, &error),
                 TALUS_ERROR_IO);
    cr_expect_not_null(strstr(error.message, "in use by another run"));
    cr_expect_eq(count_ending(directory, ""), 2, "something was written beside the other");
    close(other);
    scene_write(&s, directory);
    cr_expect(scene_has(directory, "summary.json"));
    scene_remove(directory);
    scene_clear(&s);
}

static void read_file(const char *directory, const char *name, char **bytes, size_t *size)
{
    char path[1024];
    talus_error error = {0};
    snprintf(path, sizeof path, "%s/%s", directory, name);
    cr_assert_eq(files_read_all(path, bytes, size, &error), TALUS_OK, "%s", error.message);
}

/// Every file of one directory is in the other, byte for byte; summary.json has the peak of memory.
static void expect_same_files(const char *a, const char *b)
{
    DIR *dir = opendir(a);
    cr_assert_not_null(dir);
    int count = 0;
    for (const struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        if (entry->d_name[0] == '.' || strcmp(entry->d_name, "summary.json") == 0) {
            continue;
        }
        char *bytes[2] = {NULL, NULL};
        size_t sizes[2] = {0, 0};
        read_file(a, entry->d_name, &bytes[0], &sizes[0]);
        read_file(b, entry->d_name, &bytes[1], &sizes[1]);
        cr_expect(sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], sizes[0]) == 0, "%s differs",
                  entry->d_name);
        free(bytes[0]);
        free(bytes[1]);
        count++;
    }
    closedir(dir);
    cr_expect_eq(count, 28 + 27 + 4);
    cr_expect_eq(count_ending(b, ""), count + 3);
}

Test(write, several_threads_write_the_same_files)
{
    scene s;
    char alone[512], together[512];
    scene_init(&s);
    scene_path(alone, "alone");
    scene_path(together, "together");
    scene_write(&s, alone);
    s.context.threads = 4;
    scene_write(&s, together);
    expect_same_files(alone, together);
    scene_remove(alone);
    scene_remove(together);
    scene_clear(&s);
}

/// The first part in order that fails is reported, whichever thread was faster.
Test(write, a_failure_among_threads_is_reported_and_leaves_no_complete_directory)
{
    for (unsigned threads = 0; threads <= 4; threads += 4) {
        scene s;
        char directory[512];
        talus_error error = {0};
        scene_init(&s);
        scene_path(directory, "threads_fail");
        s.context.crs_wkt = "no CRS";
        s.context.threads = threads;
        cr_expect_neq(talus_products_write(directory, &s.context, s.results, NULL, false, &error),
                      TALUS_OK);
        cr_expect_not_null(strstr(error.message, "results.gpkg"), "%s", error.message);
        cr_expect(scene_has(directory, "PARTIAL"));
        cr_expect_not(scene_has(directory, "summary.json"));
        scene_remove(directory);
        scene_clear(&s);
    }
}
