// SPDX-License-Identifier: GPL-3.0-or-later
/// @file init.h
/// A first scenario of a site: from a DEM, and maps if there are any, to a complete, commented
/// scenario file that can be run at once. It knows usual assumptions, and marks each guess with its
/// reason and with the data that should replace it; it refuses to know results.
///
/// threads: a talus_init is used by one thread at a time.
#ifndef TALUS_INIT_H
#define TALUS_INIT_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A vector file for the scenario.
typedef struct talus_init_layer {
    const char *file;  ///< NULL: none
    const char *layer; ///< NULL: the only suitable layer; for grounds all suitable ones
    /// PROJ pipeline from its coordinates to those of the DEM; NULL: one is chosen where they differ
    const char *operation;
} talus_init_layer;

typedef struct talus_init_options {
    size_t size;     ///< of this struct, by talus_init_options_default
    const char *crs; ///< replaces the CRS of the DEM ("EPSG:31287"); NULL: that of its file
    /// CRS of vector files that have none, "dem" for that of the DEM; NULL: such files are refused.
    const char *vectors_crs;
    talus_init_layer releases; ///< points, lines or polygons where rocks start; without: by slope
    talus_init_layer forest;   ///< polygons of stands; without: no forest
    /// Polygons whose attribute names a preset or describes it; without: by slope.
    talus_init_layer ground;
    talus_init_layer objects; ///< polygons of buildings, or lines of roads
    bool allow_network;       ///< names and files that refer to servers may be read
    const char *const *tiles; ///< (tile_count) further files of the DEM, tiles of one grid
    size_t tile_count;
    const char *height_unit; ///< of the heights in the file ("us_ft"); NULL: as the file says
} talus_init_options;
/// Fill `size` bytes: nothing but the DEM is given.
TALUS_API void talus_init_options_defaults(talus_init_options *options, size_t size);
static inline talus_init_options talus_init_options_default(void)
{
    talus_init_options options;
    talus_init_options_defaults(&options, sizeof options);
    return options;
}

/// A value that was assumed.
typedef struct talus_init_guess {
    const char *key;     ///< "rocks.0.size_m"
    const char *value;   ///< as in the file
    const char *reason;  ///< why this value
    const char *instead; ///< data that should replace it
} talus_init_guess;

/// The files to be written; owned by the talus_init. Later versions may append members.
typedef struct talus_init_report {
    const char *scenario;    ///< YAML text
    const char *ground_file; ///< polygons of grounds by slope beside the scenario; NULL: none
    size_t guess_count;
    const talus_init_guess *guesses; ///< (guess_count) in the order of the text
} talus_init_report;

typedef struct talus_init talus_init;
/// Read the files and compose the scenario; nothing is written. Heights of a raster that is too
/// large for memory stay in their file, and its slopes are sampled.
/// @param dem         any raster of heights that talus_dem_read reads, or a pattern of names
/// @param path        of the scenario file to be written: names in it are relative to its directory
/// @param options     NULL = the defaults
/// @param diagnostics receives what was found and handled; may be NULL
/// @param init        out, destroyed by the caller; NULL after an error
/// @return TALUS_ERROR_INPUT with a sentence: a DEM that talus_dem_read refuses or that has no CRS,
///         no slope where a rock could start, a vector file that cannot be used or lies elsewhere;
///         TALUS_ERROR_ARGUMENT for NULL or an unknown size of the options; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_init_create(const char *dem, const char *path,
                                         const talus_init_options *options,
                                         talus_diagnostics *diagnostics, talus_init **init,
                                         talus_error *error);
/// The composed scenario and its guesses.
/// @return TALUS_ERROR_ARGUMENT for NULL
TALUS_API talus_status talus_init_look(const talus_init *init, talus_init_report *report,
                                       talus_error *error);
/// The report, facts of the DEM and messages as JSON.
/// @param diagnostics messages to be listed; may be NULL
/// @param text        out, freed by talus_free; NULL after an error
/// @return TALUS_ERROR_ARGUMENT for NULL; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_init_json(const talus_init *init, const talus_diagnostics *diagnostics,
                                       char **text, talus_error *error);
/// Write the polygons of the grounds, if there are any, then the scenario; each file completely or
/// not at all.
/// @param overwrite replace files of these names; input files are never replaced
/// @return TALUS_ERROR_INPUT if a file of one of these names exists and may not be replaced
///         (nothing is written then); TALUS_ERROR_IO
TALUS_API talus_status talus_init_write(const talus_init *init, bool overwrite, talus_error *error);
/// NULL is allowed.
TALUS_API void talus_init_destroy(talus_init *init);

#ifdef __cplusplus
}
#endif
#endif
