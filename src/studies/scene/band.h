// SPDX-License-Identifier: GPL-3.0-or-later
// Some rows of a picture, with several samples a pixel and a depth for each sample: triangles are filled
// into it, and its pixels are the means.
#ifndef TALUS_STUDIES_SCENE_BAND_H
#define TALUS_STUDIES_SCENE_BAND_H

#include <stdint.h>

enum { SCENE_SAMPLES = 3 }; // a side of a pixel

/// Colour and depth of the samples of a band.
typedef struct scene_band {
    int first, rows; ///< of the picture
    int width;       ///< samples in a row
    float *depth;    ///< 1/m
    float *colour;   ///< (3 each)
    float y0;        ///< sample row of the picture where the band begins
} scene_band;

/// A triangle of which corners are known in the picture.
typedef struct scene_raster_triangle {
    float x[3], y[3], q[3]; ///< samples, 1/m
} scene_raster_triangle;

/// What a sample of a triangle gets. @param weights of the corners, in space
typedef void scene_shade(const void *user, const double weights[3], float q, float colour[3]);

/// Fill a triangle; `cover` < 1 mixes and leaves the depth. One partly behind the camera is left out.
void scene_band_fill(scene_band *b, const scene_raster_triangle *t, float cover, scene_shade *shade,
                     const void *user);

/// Mean of the samples of each pixel, and the depth of its middle one.
/// @param pixels, nearest of the whole picture, `width` in a row
void scene_band_resolve(const scene_band *b, int width, uint32_t *pixels, float *nearest);

#endif
