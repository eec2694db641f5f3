// SPDX-License-Identifier: GPL-3.0-or-later
/// @file project.h
/// Parts of a QGIS project: which layers a directory has, and the project as a text.
#ifndef TALUS_SRC_IO_PROJECT_PROJECT_H
#define TALUS_SRC_IO_PROJECT_PROJECT_H

#include "io/map/map.h"
#include "talus/project.h"

typedef struct project_layer {
    catalogue_group group;
    size_t rank;      ///< in its group, small ones first
    bool is_shown;    ///< at first
    char id[96];      ///< plain characters
    char source[128]; ///< "speed_max.tif", "results.gpkg|layername=screens"
    char title[160];
    bool is_vector;
    geo_kind kind; ///< of a vector
    bool has_crs;  ///< of a vector
    char *style;   ///< QML; NULL: none; owned
} project_layer;

typedef struct project_layers {
    project_layer *items; ///< in the order of the tree
    size_t count, room;
} project_layers;
/// What a directory holds. @param names (count) of its files
talus_status project_find_layers(const char *directory, const char *const *names, size_t count,
                                 project_layers *layers, talus_error *error);
void project_clear_layers(project_layers *layers);
/// The text of the project. @param title of the run
talus_status project_write_text(const char *directory, const char *title,
                                const project_layers *layers, files_text *text, talus_error *error);

#endif
