// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of GeoPackages.
#include "io/catalogue/catalogue.h"

#include <string.h>

const catalogue_vector catalogue_vectors[] = {
    {"screens", "Screens", "screen", CATALOGUE_PLACES, true, {CATALOGUE_SCREEN}},
    {"objects", "Objects, areas", "object, area", CATALOGUE_PLACES, true, {CATALOGUE_OBJECT}},
    {"object_lines", "Objects, lines", "object, line", CATALOGUE_PLACES, true, {CATALOGUE_OBJECT}},
    {"nets", "Nets", "net", CATALOGUE_PLACES, true, {CATALOGUE_NET}},
    {"walls", "Walls", "wall", CATALOGUE_PLACES, true, {CATALOGUE_WALL}},
    {"dams", "Dams", "dam", CATALOGUE_PLACES, true, {CATALOGUE_DAM}},
    {"releases", "Releases", NULL, CATALOGUE_ROCKS, true, {0}},
    {"deposits", "Deposits", NULL, CATALOGUE_ROCKS, true, {0}},
    {"screen_crossings", "Crossings of screens", NULL, CATALOGUE_ROCKS, false, {0}},
    {"breaks", "Breaks", NULL, CATALOGUE_ROCKS, false, {0}},
    {"impacts", "Impacts", NULL, CATALOGUE_ROCKS, false, {0}},
    {"fragments", "Trajectories of fragments", NULL, CATALOGUE_ROCKS, true, {0}},
    {"trajectories", "Trajectories", NULL, CATALOGUE_ROCKS, true, {0}},
    {"zones", "Hazard zones", NULL, CATALOGUE_HAZARD, true, {0}},
};
const size_t catalogue_vector_count = sizeof catalogue_vectors / sizeof catalogue_vectors[0];

const catalogue_vector *catalogue_find_vector(const char *name)
{
    for (size_t k = 0; k < catalogue_vector_count; k++) {
        if (strcmp(catalogue_vectors[k].name, name) == 0) {
            return &catalogue_vectors[k];
        }
    }
    return NULL;
}
