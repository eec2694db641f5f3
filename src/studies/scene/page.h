// SPDX-License-Identifier: GPL-3.0-or-later
/// @file page.h
/// The page of a scene: title above, picture, legends and arrow to the right, words below.
#ifndef TALUS_SRC_STUDIES_SCENE_PAGE_H
#define TALUS_SRC_STUDIES_SCENE_PAGE_H

#include "studies/scene/things.h"

/// What stands around the picture.
typedef struct scene_page {
    int width, height;         ///< px of the page
    int left, top, wide, tall; ///< px of the picture in it
    double column, unit;       ///< px of the legends; px for a length of 1 in 1200
    char *title, *provenance, *attribution;
    char subtitle[512], camera[256], notes[400];
    bool is_partial;              ///< the directory has a file PARTIAL
    const scene_tracks *tracks;   ///< NULL: no paths
    const map_scale *layer_scale; ///< NULL: no layer
    const catalogue_meaning *layer_meaning;
    const char *layer_title;
    const map_classes *classes; ///< count = 0: none
} scene_page;
/// Where the picture stands, from width and height and whether there are classes.
void scene_lay_out(scene_page *page);
/// Title, program and hash out of summary.json. @param title NULL: its own
talus_status scene_read_words(const char *directory, const char *title, scene_page *page,
                              talus_error *error);
/// Draw all and write the file, whole or not at all.
talus_status scene_save(const scene_page *page, const scene_world *world, const uint32_t *pixels,
                        const float *nearest, const char *path, talus_error *error);
void scene_clear_page(scene_page *page);

/// Room for a word: the first of its places that covers none of the boxes before; where all do, above
/// those that stand at the first place. px, y down
/// @return false for a word without a place
bool scene_find_room(const map_rectangle *boxes, size_t count, const map_rectangle *places,
                     size_t place_count, map_rectangle *box);
/// Write the names of what is seen into the picture.
void scene_draw_labels(cairo_t *cr, const scene_page *page, const scene_world *world,
                       const float *nearest);

#endif
