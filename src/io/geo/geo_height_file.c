// SPDX-License-Identifier: GPL-3.0-or-later
// Heights that stay in their file: windows are read when they are asked for.
#include "foundation/base/bytes.h"
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

struct geo_height_file {
    char *path;
    size_t nx, ny;
    bool is_north_up, is_east_left; ///< rows from the north; columns from the east
    bool allow_network;
    char **files;          ///< with what a virtual raster is made of
    uint64_t state;        ///< of the files, as they were opened
    pthread_mutex_t mutex; ///< guards what follows: a dataset serves one thread at a time
    GDALDatasetH dataset;
    geo_band band;
    double cell; ///< m
    bool is_counting;
    geo_counts counts;
    double looked; ///< s, when the files were looked at last
};

/// The files of a dataset, virtual rasters in virtual rasters followed, less those that viewers write
/// beside rasters.
static char **list_files(GDALDatasetH dataset, int depth, char **all)
{
    enum { MOST_DEPTH = 8 };
    char **found = GDALGetFileList(dataset);
    for (char **at = found; at != NULL && *at != NULL; at++) {
        const char *ending = CPLGetExtension(*at);
        if (EQUAL(ending, "xml") || EQUAL(ending, "ovr") || CSLFindString(all, *at) >= 0) {
            continue;
        }
        all = CSLAddString(all, *at);
        if (EQUAL(ending, "vrt") && depth < MOST_DEPTH &&
            !EQUAL(*at, GDALGetDescription(dataset))) {
            GDALDatasetH inner = GDALOpen(*at, GA_ReadOnly);
            all = inner != NULL ? list_files(inner, depth + 1, all) : all;
            GDALClose(inner);
        }
    }
    CSLDestroy(found);
    return all;
}

/// Hundreds of tiles take longer to be looked at than a window to be read.
#define LOOK_EVERY 0.1 // s

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/// Tells one state of the files from another; what has no place on a disk does not count.
static uint64_t find_state(char **files)
{
    uint64_t state = 0;
    for (char **at = files; at != NULL && *at != NULL; at++) {
        struct stat found;
        const bool is_there = stat(*at, &found) == 0;
        const int64_t facts[] = {is_there, is_there ? (int64_t)found.st_size : 0,
                                 is_there ? (int64_t)found.st_mtim.tv_sec : 0,
                                 is_there ? (int64_t)found.st_mtim.tv_nsec : 0,
                                 is_there ? (int64_t)found.st_ino : 0};
        state = byte_digest(state, facts, sizeof facts);
    }
    return state;
}

/// GDAL's cache may hold blocks of a file that is another by now: heights of two states never mix, but for
/// those of the last LOOK_EVERY of a run.
static bool has_changed(geo_height_file *file)
{
    const double time = now();
    if (time < file->looked + LOOK_EVERY) {
        return false;
    }
    file->looked = time;
    return find_state(file->files) != file->state;
}

geo_height_file *geo_height_file_create(const char *path, GDALDatasetH dataset, bool allow_network,
                                        const geo_lattice *lattice, const geo_band *band,
                                        double cell)
{
    geo_height_file *file = malloc(sizeof *file);
    char *copy = geo_copy_text(path);
    if (file == NULL || copy == NULL) {
        free(file);
        free(copy);
        return NULL;
    }
    char **files = list_files(dataset, 0, NULL);
    *file = (geo_height_file){.path = copy,
                              .nx = lattice->nx,
                              .ny = lattice->ny,
                              .is_north_up = lattice->transform[5] < 0.0,
                              .is_east_left = lattice->transform[1] < 0.0,
                              .allow_network = allow_network,
                              .dataset = dataset,
                              .files = files,
                              .state = find_state(files),
                              .band = *band,
                              .cell = cell,
                              .is_counting = true,
                              .counts = GEO_COUNTS_NONE};
    pthread_mutex_init(&file->mutex, NULL);
    return file;
}

void geo_height_file_close(geo_height_file *file)
{
    if (file != NULL) {
        GDALClose(file->dataset);
        CSLDestroy(file->files);
        pthread_mutex_destroy(&file->mutex);
        free(file->path);
        free(file);
    }
}

talus_status geo_height_file_fetch(void *user, size_t i, size_t j, size_t nx, size_t ny,
                                   double *heights, talus_error *error)
{
    geo_height_file *file = user;
    geo_lattice window = {.nx = nx, .ny = ny, .heights = heights};
    // only the signs count: they say which way the window has to be turned
    window.transform[1] = file->is_east_left ? -1.0 : 1.0;
    window.transform[5] = file->is_north_up ? -1.0 : 1.0;
    const geo_pixels pixels = {.column = file->is_east_left ? file->nx - i - nx : i,
                               .row = file->is_north_up ? file->ny - j - ny : j,
                               .nx = nx,
                               .ny = ny};
    geo_counts unused = GEO_COUNTS_NONE;
    geo_trap trap;
    geo_trap_begin(&trap, file->allow_network);
    pthread_mutex_lock(&file->mutex);
    talus_status status =
        geo_read_pixels(file->path, &file->band, &pixels, &trap,
                        file->is_counting ? &file->counts : &unused, heights, error);
    const bool is_other = status == TALUS_OK && has_changed(file);
    status = is_other ? TALUS_ERROR_INPUT : status;
    if (is_other || (status == TALUS_ERROR_INPUT && !file->is_counting)) {
        // it could be read before
        char quote[512];
        (void)talus_error_set(error, status,
                              "heights of %s could not be read again%s: the file was changed, or "
                              "its disk is gone",
                              file->path, geo_trap_quote(&trap, quote, sizeof quote));
    }
    pthread_mutex_unlock(&file->mutex);
    geo_trap_end(&trap);
    if (status == TALUS_OK) {
        geo_lattice_orient(&window);
    }
    return status;
}

/// The windows in which steps are looked for, as an array would show them.
static talus_status look_for_steps(geo_height_file *file, geo_steps *steps, talus_error *error)
{
    geo_part_of windows[GEO_WINDOWS_MOST];
    const size_t count = geo_choose_windows(file->nx, file->ny, windows);
    double *heights = malloc((size_t)GEO_WINDOW_SIDE * GEO_WINDOW_SIDE * sizeof *heights);
    talus_status status = heights != NULL ? TALUS_OK
                                          : talus_error_set(error, TALUS_ERROR_MEMORY,
                                                            "out of memory while reading a DEM");
    geo_counts unused = GEO_COUNTS_NONE;
    geo_trap trap;
    geo_trap_begin(&trap, file->allow_network);
    pthread_mutex_lock(&file->mutex);
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        const geo_part_of *w = &windows[k];
        const geo_pixels pixels = {w->column, w->row, w->nx, w->ny};
        status = geo_read_pixels(file->path, &file->band, &pixels, &trap, &unused, heights, error);
        if (status == TALUS_OK) {
            status = geo_look_for_steps(heights, w->nx, w->ny, file->cell, &file->band.rules, steps,
                                        error);
        }
    }
    pthread_mutex_unlock(&file->mutex);
    geo_trap_end(&trap);
    free(heights);
    return status;
}

talus_status geo_height_file_report(geo_height_file *file, talus_diagnostics *diagnostics,
                                    bool *again, talus_error *error)
{
    geo_height_rules *rules = &file->band.rules;
    geo_steps steps = {0};
    file->is_counting = false;
    talus_status status =
        geo_judge_counts(file->path, file->cell, &file->counts, rules, diagnostics, error);
    *again = rules->sentinel_count > 0;
    if (status == TALUS_OK) {
        status = look_for_steps(file, &steps, error);
    }
    return status == TALUS_OK ? geo_judge_steps(file->path, &steps, file->cell, rules,
                                                &file->counts, diagnostics, error)
                              : status;
}
