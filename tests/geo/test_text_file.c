// SPDX-License-Identifier: GPL-3.0-or-later
// DEMs written as text that begin with the mark of UTF-8 or with blank lines: heights, the .prj beside
// them and places in messages are those of the file without.
#include "geo_case.h"

#include <cpl_conv.h>

enum { NX = 4, NY = 3 };

/// An ASCII grid whose corner lies `column` cells from 600000. @param before bytes before its text
static text_path write_grid(const char *name, const char *before, int column, const char *last)
{
    const text_path path = temporary_path(name);
    char text[1024], prj[1024];
    snprintf(text, sizeof text,
             "%sncols %d\nnrows %d\nxllcorner %d\nyllcorner 5200000\ncellsize 4\n"
             "1003.1 1002.2 1001.3 1000.4\n1002.5 1001.6 1000.7 999.8\n1001.9 1001 1000.1 %s\n",
             before, NX, NY, 600000 + 4 * column, last);
    write_text(path.text, text);
    snprintf(prj, sizeof prj, "%s", CPLResetExtension(path.text, "prj"));
    write_text(prj, "Projection UTM\nZone 32\nDatum WGS84\nSpheroid WGS84\nUnits METERS\n"
                    "Zunits NO\nXshift 0\nYshift 0\nParameters\n");
    return path;
}

static void remove_grid(const text_path *path)
{
    remove(CPLResetExtension(path->text, "prj"));
    remove(path->text);
}

Test(text_file, is_read_behind_a_mark_and_blank_lines)
{
    static const char *const before[] = {"", "\xef\xbb\xbf", "\n\r\n", "\xef\xbb\xbf\r\n\r\n"};
    for (size_t k = 0; k < sizeof before / sizeof before[0]; k++) {
        const text_path path = write_grid("mark.asc", before[k], 0, "999.2");
        dem_case got = read_case(path.text, NULL);
        cr_assert_eq(got.status, TALUS_OK, "%zu: %s", k, got.error.message);
        cr_expect_eq(got.dem.grid.nx, NX);
        cr_expect_float_eq(got.dem.heights[3], 999.2, 1e-4);
        cr_expect_float_eq(got.dem.heights[NX * NY - NX], 1003.1, 1e-4);
        cr_expect_float_eq(got.dem.east, 600002.0, 1e-9);
        cr_expect_not_null(strstr(got.dem.crs_wkt, "UTM"), "%zu: %s", k, got.dem.crs_wkt);
        clear_case(&got);

        geo_names names;
        cr_assert_eq(geo_list_files(path.text, &names, NULL), TALUS_OK);
        cr_expect_eq(names.count, 2, "%zu", names.count);
        cr_expect_str_eq(names.items[0], path.text);
        geo_names_clear(&names);
        remove_grid(&path);
    }
}

Test(text_file, faults_are_located_in_the_file_as_it_is)
{
    const text_path path = write_grid("fault.asc", "\xef\xbb\xbf\n\n", 0, "n/a");
    dem_case got = read_case(path.text, NULL);
    cr_expect_eq(got.status, TALUS_ERROR_INPUT);
    cr_expect_eq(got.error.line, 10);
    cr_expect_str_eq(got.error.file, path.text);
    clear_case(&got);
    remove_grid(&path);
}

Test(text_file, tiles_begin_with_a_mark)
{
    const text_path west = write_grid("west.asc", "\xef\xbb\xbf", 0, "999.2");
    const text_path east = write_grid("east.asc", "", NX, "998.7");
    const char *const tiles[] = {east.text};
    const geo_dem_options options = {.tiles = tiles, .tile_count = 1};
    dem_case got = read_case(west.text, &options);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_eq(got.dem.grid.nx, 2 * NX);
    cr_expect_eq(got.dem.nodata_nodes, 0);
    cr_expect_float_eq(got.dem.heights[3], 999.2, 1e-4);
    cr_expect_float_eq(got.dem.heights[2 * NX - 1], 998.7, 1e-4);
    clear_case(&got);
    remove_grid(&west);
    remove_grid(&east);
}

Test(text_file, nothing_is_written_beside_a_packed_one)
{
    const text_path path = write_grid("packed.asc", "\xef\xbb\xbf", 0, "999.2");
    const text_path packed = join_path(path.text, ".gz");
    const text_path note = join_path(packed.text, ".properties");
    const text_path target = join_path("/vsigzip/", packed.text);
    cr_assert_eq(CPLCopyFile(target.text, path.text), 0);
    remove_grid(&path);
    const geo_dem_options options = {.assume_crs = true};
    dem_case got = read_case(packed.text, &options);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_float_eq(got.dem.heights[3], 999.2, 1e-4);
    cr_expect(!file_exists(note.text));
    clear_case(&got);
    remove(packed.text);
}
