// SPDX-License-Identifier: GPL-3.0-or-later
// Paths beside a line, brought to places along it.
#include "io/map/section_line.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// East for 100 m, then north for 50 m.
static section_line bent(double width)
{
    static const double xy[] = {1000, 2000, 1000, 2000, 1100, 2000, 1100, 2050};
    section_line line;
    cr_assert_eq(section_line_init(&line, xy, 4, width, NULL), TALUS_OK);
    return line;
}

Test(section_line, places_along_a_bent_line)
{
    section_line line = bent(20);
    cr_expect_eq(line.count, 3, "a point that stands twice counts once");
    cr_expect_float_eq(line.at[2], 150, 1e-12);
    cr_expect_float_eq(section_line_place(&line, 1030, 2007), 30, 1e-12);
    cr_expect_float_eq(section_line_place(&line, 1093, 2040), 140, 1e-12);
    // outside of the bend the corner is nearest
    cr_expect_float_eq(section_line_place(&line, 1103, 1997), 100, 1e-12);
    cr_expect(isnan(section_line_place(&line, 1030, 2011)), "beyond half the width");
    cr_expect(isnan(section_line_place(&line, 999, 2000)), "before the start");
    cr_expect(isnan(section_line_place(&line, 1100, 2051)), "behind the end");
    section_line_clear(&line);
}

Test(section_line, needs_two_points)
{
    static const double same[] = {1, 2, 1, 2}, odd[] = {1, 2, (double)NAN, 3};
    section_line line;
    talus_error error = {0};
    cr_expect_eq(section_line_init(&line, same, 2, 1, &error), TALUS_ERROR_ARGUMENT);
    cr_expect(error.message[0] != '\0');
    section_line_clear(&line);
    cr_expect_eq(section_line_init(&line, odd, 2, 1, &error), TALUS_ERROR_ARGUMENT);
    section_line_clear(&line);
}

/// A plane that falls by 0.5 to the east: z = 600 - 0.5 (x - 990), cells of 10 m around their
/// centres.
static geo_image plane(float values[20 * 20])
{
    for (int k = 0; k < 400; k++) {
        values[k] = 600.0F - 0.5F * 10.0F * (float)(k % 20);
    }
    return (geo_image){
        .nx = 20, .ny = 20, .west = 985, .south = 1945, .cell = 10, .values = values};
}

Test(section_line, ground_between_centres_of_cells)
{
    float values[400];
    const geo_image image = plane(values);
    section_line line = bent(20);
    cr_expect_float_eq(section_ground(&image, 1003.7, 2001.2), 600 - 0.5 * 13.7, 1e-9);
    cr_expect_float_eq(section_ground(&image, 1180, 2140), 600 - 0.5 * 190, 1e-9);
    cr_expect(isnan(section_ground(&image, 989, 2000)), "between the rim and the first centre");
    cr_expect_float_eq(section_line_ground(&line, &image, 40), 600 - 0.5 * 50, 1e-9);
    cr_expect_float_eq(section_line_ground(&line, &image, 150), 600 - 0.5 * 110, 1e-9);
    section_line_clear(&line);
}

/// A rock of 800 kg at 3 m over the plane, 10 m/s along the line; another one too far beside it.
Test(section_line, heights_and_energies_of_a_path)
{
    enum { POINTS = 11 };
    static double xyzm[2 * POINTS * 4];
    for (int k = 0; k < POINTS; k++) {
        const double x = 1000 + 10.0 * k, z = 603 - 0.5 * (x - 990);
        const double step = sqrt(10.0 * 10.0 + 5.0 * 5.0);
        const double near[] = {x, 2004, z, 0.1 * step * k}, far[] = {x, 2100, z, 0.1 * step * k};
        memcpy(xyzm + 4 * k, near, sizeof near);
        memcpy(xyzm + 4 * (POINTS + k), far, sizeof far);
    }
    size_t starts[] = {0, POINTS, 2 * POINTS}, features[] = {0, 1};
    const geo_tracks tracks = {.count = 2, .starts = starts, .features = features, .xyzm = xyzm};
    double masses[] = {800, 800};
    size_t owners[] = {0, 1};
    const section_paths paths = {
        .tracks = {tracks}, .masses = masses, .owners = owners, .rocks = 2, .bodies = 2};
    float values[400];
    const geo_image image = plane(values);
    section_line line = bent(20);
    section_bins bins;
    cr_assert_eq(section_collect(&line, &image, &paths, &bins, NULL), TALUS_OK);
    cr_expect_eq(bins.near, 1);
    size_t filled = 0;
    double energy = 0;
    for (size_t k = 0; k < SECTION_BINS; k++) {
        const double height = bins.heights[2 * k];
        cr_expect(isnan(bins.heights[2 * k + 1]), "the far rock is in bin %zu", k);
        if (!isnan(height)) {
            filled++;
            cr_expect_float_eq(height, 3, 1e-9, "%g m", height);
            energy = fmax(energy, bins.energies[2 * k]);
        }
    }
    cr_expect_eq(filled, POINTS);
    cr_expect_float_eq(energy, 0.5e-3 * 800 * 100, 1e-9, "%.12g kJ", energy);
    cr_expect_eq(bins.path_count, POINTS + 1, "one piece and its end");
    cr_expect_float_eq(bins.path_z[2], 603 - 0.5 * 30, 1e-9);
    section_bins_clear(&bins);
    section_line_clear(&line);
}

/// The rock of above breaks far from the line; of its two pieces one comes there at 7 m, the other
/// at 3 m: the rock counts once, with the higher one.
Test(section_line, fragments_count_with_their_rock)
{
    enum { POINTS = 11 };
    static double rock[POINTS * 4], pieces[2 * POINTS * 4];
    for (int k = 0; k < POINTS; k++) {
        const double x = 1000 + 10.0 * k, z = 600 - 0.5 * (x - 990), t = 0.1 * k;
        const double away[] = {x, 2100, z, t}, high[] = {x, 2004, z + 7, t};
        const double low[] = {x, 2004, z + 3, t};
        memcpy(rock + 4 * k, away, sizeof away);
        memcpy(pieces + 4 * k, high, sizeof high);
        memcpy(pieces + 4 * (POINTS + k), low, sizeof low);
    }
    size_t starts[] = {0, POINTS, 2 * POINTS}, features[] = {0, 1}, owners[] = {0, 0, 0};
    double masses[] = {800, 100, 300};
    const section_paths paths = {
        .tracks = {{.count = 1, .starts = starts, .features = features, .xyzm = rock},
                   {.count = 2, .starts = starts, .features = features, .xyzm = pieces}},
        .masses = masses,
        .owners = owners,
        .rocks = 1,
        .bodies = 3};
    float values[400];
    const geo_image image = plane(values);
    section_line line = bent(20);
    section_bins bins;
    cr_assert_eq(section_collect(&line, &image, &paths, &bins, NULL), TALUS_OK);
    cr_expect_eq(bins.near, 1, "%zu rocks", bins.near);
    size_t filled = 0;
    double energy = 0;
    for (size_t k = 0; k < SECTION_BINS; k++) {
        if (!isnan(bins.heights[k])) {
            filled++;
            cr_expect_float_eq(bins.heights[k], 7, 1e-9, "%g m", bins.heights[k]);
            energy = fmax(energy, bins.energies[k]);
        }
    }
    cr_expect_eq(filled, POINTS);
    cr_expect_float_eq(energy, 0.5e-3 * 300 * 12500, 1e-6, "%.12g kJ: of the heavier piece",
                       energy);
    section_bins_clear(&bins);
    section_line_clear(&line);
}
