// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded paths of rocks and of their fragments.
#include "io/map/section_paths.h"

#include <stdlib.h>
#include <string.h>

enum { ROCK, MASS, FIELDS };
static const char *const fields[FIELDS] = {"rock", "mass_kg"};

void section_paths_clear(section_paths *paths)
{
    geo_tracks_clear(&paths->tracks[0]);
    geo_tracks_clear(&paths->tracks[1]);
    free(paths->masses);
    free(paths->owners);
    *paths = (section_paths){.rocks = 0};
}

static const char *field_of(const geo_tracks *tracks, const geo_rows *rows, size_t track, int field)
{
    const size_t feature = tracks->features[track];
    return feature < rows->count ? rows->texts[feature * FIELDS + (size_t)field] : "";
}

/// The rock of a fragment; both layers are in the order of the rocks. @return rocks: there is none
static size_t find_rock(const section_paths *paths, const geo_rows *rocks, const char *rock,
                        size_t from)
{
    size_t k = from;
    while (k < paths->rocks && strcmp(field_of(&paths->tracks[0], rocks, k, ROCK), rock) != 0) {
        k++;
    }
    return k;
}

/// @param rows of both layers
static talus_status add_bodies(section_paths *paths, const geo_rows *rows, talus_error *error)
{
    paths->rocks = paths->tracks[0].count;
    paths->bodies = paths->rocks + paths->tracks[1].count;
    paths->masses = malloc(paths->bodies * sizeof *paths->masses + 1);
    paths->owners = malloc(paths->bodies * sizeof *paths->owners + 1);
    if (paths->masses == NULL || paths->owners == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu paths", paths->bodies);
    }
    for (size_t k = 0, rock = 0; k < paths->bodies; k++) {
        const bool is_fragment = k >= paths->rocks;
        const geo_tracks *tracks = &paths->tracks[is_fragment];
        const size_t track = is_fragment ? k - paths->rocks : k;
        const char *name = field_of(tracks, &rows[is_fragment], track, ROCK);
        rock = is_fragment ? find_rock(paths, &rows[0], name, track > 0 ? rock : 0) : k;
        if (rock == paths->rocks) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "the layer \"fragments\" has pieces of rock %.20s, which the "
                                   "layer \"trajectories\" lacks or has in another order",
                                   name);
        }
        paths->owners[k] = rock;
        paths->masses[k] = strtod(field_of(tracks, &rows[is_fragment], track, MASS), NULL);
    }
    return TALUS_OK;
}

talus_status section_paths_read(const char *path, section_paths *paths, talus_error *error)
{
    geo_rows rows[2] = {{.count = 0}, {.count = 0}};
    *paths = (section_paths){.rocks = 0};
    talus_status status = geo_read_tracks(path, "trajectories", &paths->tracks[0], error);
    status = status == TALUS_OK
                 ? geo_read_rows(path, "trajectories", fields, FIELDS, &rows[0], error)
                 : status;
    if (status == TALUS_OK) { // none where no rock may break
        status =
            geo_read_paths(path, "fragments", fields, FIELDS, &paths->tracks[1], &rows[1], error);
    }
    status = status == TALUS_OK ? add_bodies(paths, rows, error) : status;
    geo_rows_clear(&rows[0]);
    geo_rows_clear(&rows[1]);
    return status;
}
