// SPDX-License-Identifier: GPL-3.0-or-later
// Placement, resampling, reprojection and NODATA of a DEM, on rasters whose heights are known.
#include "geo_case.h"

enum { NX = 40, NY = 30 };

/// A plane z = 1000 + 0.3 (x - x0) - 0.7 (y - y0) at the pixel centres of a geotransform.
static void make_plane(const char *path, const double t[6], const char *crs)
{
    static double values[NX * NY];
    for (int r = 0; r < NY; r++) {
        for (int c = 0; c < NX; c++) {
            const double u = c + 0.5, v = r + 0.5;
            const double dx = u * t[1] + v * t[2], dy = u * t[4] + v * t[5];
            values[r * NX + c] = 1000.0 + 0.3 * dx - 0.7 * dy;
        }
    }
    make_raster(path, NX, NY, t, crs, values);
}

/// Worst departure from that plane in m; NODATA does not count.
static double plane_error(const geo_dem *dem, const double t[6])
{
    double worst = 0.0;
    for (size_t j = 0; j < dem->grid.ny; j++) {
        for (size_t i = 0; i < dem->grid.nx; i++) {
            const double x = dem->east + (double)i * dem->grid.cell - t[0];
            const double y = dem->north + (double)j * dem->grid.cell - t[3];
            const double z = dem->heights[j * dem->grid.nx + i];
            const double error = isnan(z) ? 0.0 : fabs(z - (1000.0 + 0.3 * x - 0.7 * y));
            worst = error > worst ? error : worst;
        }
    }
    return worst;
}

static dem_case read_plane(const char *name, const double t[6])
{
    const text_path path = temporary_path(name);
    make_plane(path.text, t, "EPSG:32632");
    dem_case got = read_case(path.text, NULL);
    remove(path.text);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    return got;
}

Test(dem, node_zero_is_the_centre_of_the_lower_left_pixel)
{
    const double t[6] = {600000.0, 2.0, 0.0, 5200000.0, 0.0, -2.0};
    dem_case got = read_plane("corner.tif", t);
    cr_expect_eq(got.dem.east, 600001.0);
    cr_expect_eq(got.dem.north, 5200000.0 - 2.0 * NY + 1.0);
    cr_expect_eq(got.dem.grid.x0, 0.0);
    cr_expect_eq(got.dem.grid.y0, 0.0);
    cr_expect_eq(got.dem.grid.cell, 2.0);
    cr_expect_eq(plane_error(&got.dem, t), 0.0);
    cr_expect_eq(talus_diagnostics_count(got.list), 0);
    clear_case(&got);
}

Test(dem, columns_from_east_to_west_are_flipped)
{
    const double t[6] = {600000.0, -2.0, 0.0, 5200000.0, 0.0, 2.0};
    dem_case got = read_plane("mirrored.tif", t);
    cr_expect_eq(got.dem.east, 600000.0 - 2.0 * NX + 1.0);
    cr_expect_eq(plane_error(&got.dem, t), 0.0);
    cr_expect(says(got.list, "flipped"));
    clear_case(&got);
}

Test(dem, non_square_cells_keep_a_plane)
{
    const double t[6] = {600000.0, 3.0, 0.0, 5200000.0, 0.0, -2.0};
    dem_case got = read_plane("oblong.tif", t);
    cr_expect_eq(got.dem.grid.cell, 2.0);
    cr_expect_eq(got.dem.nodata_nodes, 0);
    cr_expect_float_eq(plane_error(&got.dem, t), 0.0, 1e-9 /* m, measured 2.3e-13 */);
    clear_case(&got);
}

Test(dem, rotated_cells_keep_a_plane)
{
    const double t[6] = {600000.0, 1.6, 1.2, 5200000.0, 1.2, -1.6};
    dem_case got = read_plane("turned.tif", t);
    cr_expect_float_eq(got.dem.grid.cell, 2.0, 1e-12 /* m */);
    cr_expect_float_eq(plane_error(&got.dem, t), 0.0, 1e-9 /* m, measured 4.5e-13 */);
    cr_expect(says(got.list, "rotated"));
    clear_case(&got);
}

Test(dem, nodata_stays_empty_when_resampled)
{
    const double t[6] = {600000.0, 4.0, 0.0, 5200000.0, 0.0, -2.0};
    double values[5 * 5];
    for (int k = 0; k < 25; k++) {
        values[k] = 100.0 + k;
    }
    values[12] = -9999.0;
    const text_path path = temporary_path("hole.tif");
    make_raster(path.text, 5, 5, t, "EPSG:32632", values);
    dem_case got = read_case(path.text, NULL);
    cr_assert_eq(got.status, TALUS_OK);
    // 9 x 5 nodes of 2 m; the missing node takes its two new neighbours in the row with it
    cr_expect_eq(got.dem.grid.nx, 9);
    cr_expect_eq(got.dem.nodata_nodes, 3);
    cr_expect(says(got.list, "1 cells hold no height"));
    clear_case(&got);
    remove(path.text);
}

Test(dem, degrees_are_warped_on_request)
{
    const geo_dem_options options = {.reproject = "EPSG:31287"};
    dem_case warped = read_case(raster_path("geographic_degrees_epsg4326.tif").text, &options);
    dem_case reference = read_case(raster_path("tiled16x32_deflate_pred3.tif").text, NULL);
    cr_assert_eq(warped.status, TALUS_OK, "%s", warped.error.message);
    cr_expect(says(warped.list, "reprojected to MGI / Austria Lambert (EPSG:31287) with 5.066 m"));
    const geo_dem *a = &warped.dem, *b = &reference.dem;
    double sum = 0.0;
    size_t count = 0;
    for (size_t j = 0; j < a->grid.ny; j++) {
        for (size_t i = 0; i < a->grid.nx; i++) {
            const double u = (a->east + (double)i * a->grid.cell - b->east) / b->grid.cell;
            const double v = (a->north + (double)j * a->grid.cell - b->north) / b->grid.cell;
            const double z = a->heights[j * a->grid.nx + i];
            if (isnan(z) || u < 1.0 || v < 1.0 || u > 118.0 || v > 118.0) {
                continue;
            }
            const size_t k = (size_t)v * b->grid.nx + (size_t)u;
            const double p = u - floor(u), q = v - floor(v);
            const double *h = b->heights + k;
            const double w = (1.0 - q) * ((1.0 - p) * h[0] + p * h[1]) +
                             q * ((1.0 - p) * h[b->grid.nx] + p * h[b->grid.nx + 1]);
            sum += (z - w) * (z - w);
            count++;
        }
    }
    cr_expect_gt(count, 10000);
    cr_expect_lt(sqrt(sum / (double)count), 0.5 /* m, measured 0.36: cliffs interpolated twice */,
                 "rms %g m", sqrt(sum / (double)count));
    clear_case(&warped);
    clear_case(&reference);
}

Test(dem, auto_reprojection_takes_the_utm_zone_and_keeps_nodata)
{
    const geo_dem_options options = {.reproject = "auto"};
    dem_case got = read_case(raster_path("terra_elev_int16_wgs84.tif").text, &options);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_not_null(strstr(got.dem.crs_wkt, "UTM zone 32N"));
    double low = 1e9, high = -1e9;
    for (size_t k = 0; k < got.dem.grid.nx * got.dem.grid.ny; k++) {
        const double z = got.dem.heights[k];
        low = z < low ? z : low;
        high = z > high ? z : high;
    }
    // Luxembourg: 141 to 547 m in the source, 56 % of whose cells are NODATA
    cr_expect(low >= 141.0 && high <= 547.0, "%g to %g m", low, high);
    cr_expect_gt(got.dem.nodata_nodes, 4000);
    clear_case(&got);
}

Test(dem, warped_heights_are_whole_millimetres)
{
    const geo_dem_options options = {.reproject = "auto"};
    dem_case got = read_case(raster_path("terra_elev_int16_wgs84.tif").text, &options);
    cr_assert_eq(got.status, TALUS_OK);
    for (size_t k = 0; k < got.dem.grid.nx * got.dem.grid.ny; k++) {
        const double z = got.dem.heights[k];
        cr_assert(isnan(z) || z == floor(1000.0 * z + 0.5) / 1000.0);
    }
    clear_case(&got);
}

Test(dem, reprojection_to_the_own_crs_changes_nothing)
{
    const geo_dem_options options = {.reproject = "EPSG:31287"};
    dem_case got = read_case(raster_path("tiled16x32_deflate_pred3.tif").text, &options);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_eq(got.dem.grid.nx, 120);
    cr_expect_eq(talus_diagnostics_count(got.list), 0);
    clear_case(&got);
}

Test(dem, web_mercator_is_refused_because_its_metres_are_too_long)
{
    const double t[6] = {1160000.0, 10.0, 0.0, 5980000.0, 0.0, -10.0};
    const text_path path = temporary_path("mercator.tif");
    make_plane(path.text, t, "EPSG:3857");
    dem_case got = read_case(path.text, NULL);
    cr_expect_eq(got.status, TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(got.error.message, "`reproject: EPSG:32632`"), "%s",
                       got.error.message);
    clear_case(&got);
    const geo_dem_options options = {.reproject = "auto"};
    got = read_case(path.text, &options);
    cr_expect_eq(got.status, TALUS_OK, "%s", got.error.message);
    clear_case(&got);
    remove(path.text);
}

Test(dem, web_mercator_at_the_equator_is_true_enough)
{
    const double t[6] = {1160000.0, 10.0, 0.0, 1000.0, 0.0, -10.0};
    const text_path path = temporary_path("equator.tif");
    make_plane(path.text, t, "EPSG:3857");
    dem_case got = read_case(path.text, NULL);
    cr_expect_eq(got.status, TALUS_OK, "%s", got.error.message);
    clear_case(&got);
    remove(path.text);
}

Test(dem, a_projection_in_feet_is_refused)
{
    const double t[6] = {2000000.0, 10.0, 0.0, 800000.0, 0.0, -10.0};
    const text_path path = temporary_path("state_plane.tif");
    make_plane(path.text, t, "EPSG:2263");
    dem_case got = read_case(path.text, NULL);
    cr_expect_eq(got.status, TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(got.error.message, "US survey foot"), "%s", got.error.message);
    clear_case(&got);
    remove(path.text);
}

Test(dem, a_local_system_in_feet_is_refused)
{
    static const struct {
        const char *unit;
        bool is_refused;
    } cases[] = {{"\"US survey foot\",0.304800609601219", true},
                 {"\"foot\",0.3048", true},
                 {"\"kilometre\",1000", true},
                 {"\"metre\",1", false}};
    const double t[6] = {1000.0, 1.0, 0.0, 2000.0, 0.0, -1.0};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const text_path path = temporary_path("local.tif");
        char crs[120];
        snprintf(crs, sizeof crs, "LOCAL_CS[\"site\",UNIT[%s]]", cases[k].unit);
        make_plane(path.text, t, crs);
        for (int reprojects = 0; reprojects < (cases[k].is_refused ? 2 : 1); reprojects++) {
            const geo_dem_options options = {.reproject = reprojects == 1 ? "auto" : NULL};
            dem_case got = read_case(path.text, &options);
            cr_expect_eq(got.status, cases[k].is_refused ? TALUS_ERROR_INPUT : TALUS_OK, "%s: %s",
                         cases[k].unit, got.error.message);
            cr_expect(!cases[k].is_refused || strstr(got.error.message, "local system") != NULL,
                      "%s", got.error.message);
            clear_case(&got);
        }
        remove(path.text);
    }
}

Test(dem, feet_of_a_vertical_crs_are_converted)
{
    const double t[6] = {600000.0, 2.0, 0.0, 5200000.0, 0.0, -2.0};
    const text_path path = temporary_path("vertical.tif");
    make_plane(path.text, t, "EPSG:32632+6360");
    dem_case got = read_case(path.text, NULL);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect(says(got.list, "converted to metres"));
    const double first = 1000.0 + 0.3 * 1.0 + 0.7 * (2.0 * NY - 1.0);
    cr_expect_float_eq(got.dem.heights[0], first * 1200.0 / 3937.0, 1e-9 /* m */);
    clear_case(&got);
    remove(path.text);
}

Test(dem, metres_in_a_tag_of_degrees_without_crs_are_suspected)
{
    const double t[6] = {10.4, 0.0001, 0.0, 47.2, 0.0, -0.0001};
    const text_path path = temporary_path("untagged_degrees.tif");
    make_plane(path.text, t, NULL);
    dem_case got = read_case(path.text, NULL);
    cr_expect_eq(got.status, TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(got.error.message, "look like degrees"), "%s", got.error.message);
    clear_case(&got);
    remove(path.text);
}

Test(dem, coordinates_outside_the_projection_are_refused)
{
    const double t[6] = {6e8, 10.0, 0.0, 5e8, 0.0, -10.0};
    const text_path path = temporary_path("nowhere.tif");
    make_plane(path.text, t, "EPSG:32632");
    dem_case got = read_case(path.text, NULL);
    cr_expect_eq(got.status, TALUS_ERROR_INPUT);
    clear_case(&got);
    remove(path.text);
}

Test(dem, a_crs_of_another_country_is_told)
{
    const double t[6] = {600000.0, 2.0, 0.0, 5200000.0, 0.0, -2.0};
    const text_path path = temporary_path("abroad.tif");
    make_plane(path.text, t, "EPSG:2056");
    dem_case got = read_case(path.text, NULL);
    cr_expect(got.status == TALUS_ERROR_INPUT || says(got.list, "expected the system of the place"),
              "%s", got.error.message);
    clear_case(&got);
    remove(path.text);
}

Test(dem, unknown_names_of_crs_are_refused)
{
    const geo_dem_options unknown = {.crs = "EPSG:99"}, geographic = {.reproject = "EPSG:4326"};
    const text_path path = raster_path("geographic_degrees_epsg4326.tif");
    dem_case got = read_case(path.text, &unknown);
    cr_expect_not_null(strstr(got.error.message, "EPSG:99"));
    clear_case(&got);
    got = read_case(path.text, &geographic);
    cr_expect_not_null(strstr(got.error.message, "not a projected"));
    clear_case(&got);
}
