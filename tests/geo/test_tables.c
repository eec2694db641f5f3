// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as layers of points: headings, separators, numbers, encodings; what has none is told.
#include "geo/geo_case.h"

#include <math.h>
#include <ogr_api.h>

/// The second point, and the text of the last column there; or a sentence.
static const struct {
    const char *name, *text, *where;
    double x, y;
    const char *word, *sentence;
} tables[] = {
    {"a.csv", "x,y,kind\n1,2,a\n3.5,4,b\n", NULL, 3.5, 4, "b", NULL},
    {"b.csv", "Nr;Rechtswert;Hochwert;Art\n1;1,5;2,5;a\n2;3,5;4,5;b\n", NULL, 3.5, 4.5, "b", NULL},
    {"c.csv", "E_LV95\tN_LV95\tArt\n1\t2\ta\n2'600'123.5\t1'200'000\tb\n", NULL, 2600123.5, 1200000,
     "b", NULL},
    {"d.csv", "Easting (m),Northing (m),kind\n1,2,a\n3,4,b\n", NULL, 3, 4, "b", NULL},
    {"e.csv", "Est;Nord;type\n1;2;a\n3;4;b\n", NULL, 3, 4, "b", NULL},
    {"f.csv", "Ostwert;Nordwert;Art\n1;2;a\n3;4;b\n", NULL, 3, 4, "b", NULL},
    {"g.csv", "id,lat,lon,kind\n1,47,11,a\n2,47.5,11.5,b\n", NULL, 11.5, 47.5, "b", NULL},
    {"g2.csv", "lon,lat,h_m,r_m\n11,47,22,2.5\n11.5,47.5,21,2.25\n", NULL, 11.5, 47.5, NULL, NULL},
    {"g3.csv", "R;H;Art\n1;2;a\n3;4;b\n", NULL, 3, 4, "b", NULL},
    {"h.txt", "x y kind\n1 2 a\n3 4 b\n", NULL, 3, 4, "b", NULL},
    {"i.tsv", "X\tY\tkind\n1\t2\ta\n3\t4\tb\n", NULL, 3, 4, "b", NULL},
    {"j.csv", "\xef\xbb\xbfX;Y;kind\r\n1;2;a\r\n3;4;b\r\n", NULL, 3, 4, "b", NULL},
    {"k.csv", "x,y,kind\n1,2,a\n3,4,B\xc3\xa4r\n", NULL, 3, 4, "B\xc3\xa4r", NULL},
    {"l.csv", "x,y,kind\n1,2,a\n3,4,B\xe4r\n", NULL, 3, 4, "B\xc3\xa4r", NULL},
    {"m.csv", "WKT,kind\n\"POINT (1 2)\",a\n\"POINT (3 4)\",b\n", NULL, 3, 4, "b", NULL},
    {"n.csv", "x,y,bhd\n0,0,8\n1,2,35\n3,4,40.5\n", "bhd > 30", 3, 4, "40.5", NULL},
    {"o.csv", "x,y,cls\n0,0,4\n1,2,3\n3,4,3\n", "cls = 3.0", 3, 4, "3", NULL},
    {"p.csv", "x,y,code\n1,2,001\n3,4,007\n", NULL, 3, 4, "007", NULL},
    {"q.csv", "x,y,kind\n1,2,a\n,,c\n3,4,b\n", NULL, 3, 4, NULL, NULL},
    {"r.csv", "place,kind\nhere,a\nthere,b\n", NULL, 0, 0, NULL,
     "is a table without columns of coordinates: expected a heading with x and y, easting and "
     "northing, Rechtswert and Hochwert, lon and lat or the like, found: place, kind"},
    {"r2.csv", "stem,r\na,0.2\nb,0.3\n", NULL, 0, 0, NULL,
     "is a table without columns of coordinates"},
    {"s.csv", "x,y\n1,2\n3,north\n", NULL, 0, 0, NULL,
     "s.csv:3: y: found 'north', expected a finite"},
    {"t.csv", "x,y\n1,2\n3,\n", NULL, 0, 0, NULL, "t.csv:3: found nothing in the column 'y'"},
    {"u.csv", "x,y\n1,5,2,5\n", NULL, 0, 0, NULL, "u.csv:2: found 4 cells, expected 2"},
    {"v.csv", "x,y,kind\n1,2,a\n3,4,b\n", "species = 'a'", 0, 0, NULL,
     "the fields are: x, y, kind"},
    {"w.csv", "WKT\nPOINT 1 2\n", NULL, 0, 0, NULL, "w.csv:2: WKT: found 'POINT 1 2', expected"},
};

Test(tables, have_points_or_a_sentence)
{
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
        const text_path path = temporary_path(tables[k].name);
        write_text(path.text, tables[k].text);
        geo_vectors vectors = {0};
        talus_error error = {0};
        const talus_status status = geo_read_vectors(path.text, NULL, tables[k].where, "", 0.0, 0.0,
                                                     NULL, &vectors, &error);
        if (tables[k].sentence != NULL) {
            cr_expect_eq(status, TALUS_ERROR_INPUT, "%s", tables[k].name);
            cr_expect_not_null(strstr(error.message, tables[k].sentence), "%s", error.message);
            continue;
        }
        cr_assert_eq(status, TALUS_OK, "%s", error.message);
        cr_assert_eq(vectors.part_count, 2, "%s", tables[k].name);
        cr_expect_eq(vectors.parts[1].xy[0], tables[k].x, "%s", tables[k].name);
        cr_expect_eq(vectors.parts[1].xy[1], tables[k].y, "%s", tables[k].name);
        geo_vectors_clear(&vectors);
        geo_attribute words;
        const char *last = strrchr(tables[k].text, 'B') != NULL ? "kind" : NULL;
        const char *const names[] = {"kind", "Art", "type", "bhd", "cls", "code"};
        for (size_t n = 0; last == NULL && n < sizeof names / sizeof *names; n++) {
            last = strstr(tables[k].text, names[n]) != NULL ? names[n] : NULL;
        }
        if (tables[k].word != NULL) {
            cr_assert_eq(
                geo_read_attribute(path.text, NULL, tables[k].where, last, false, &words, NULL),
                TALUS_OK);
            cr_expect_str_eq(words.texts[1], tables[k].word, "%s", tables[k].name);
            geo_attribute_clear(&words);
        }
    }
}

static void pack(const char *archive, const char *name, const char *text)
{
    const text_path path = join_path(archive, name);
    VSILFILE *file = VSIFOpenL(path.text, "wb");
    cr_assert_not_null(file, "%s", path.text);
    VSIFWriteL(text, 1, strlen(text), file);
    VSIFCloseL(file);
}

/// Archives: what is in them, and the second point or a sentence.
static const struct {
    const char *name, *files[3], *sentence;
} archives[] = {
    {"a.zip", {"/a.csv"}, NULL},
    {"b.zip", {"/b.txt"}, NULL},
    {"c.zip", {"/place/c.csv"}, NULL},
    {"d.zip", {"/d.csv", "/__MACOSX/._d.csv"}, NULL},
    {"e.zip", {"/a.csv", "/b.csv"}, "e.zip: found 2 tables (a.csv, b.csv), expected one"},
    {"f.zip", {"/data.bin", "/readme.txt"}, "f.zip is not a vector file that GDAL can read"},
    {"a.csv.gz", {""}, NULL},
    {"b.txt.gz", {""}, NULL},
};

Test(tables, of_programs_keep_their_numbers)
{
    static const char *const drivers[][2] = {{"ODS", "n.ods"}, {"XLSX", "n.xlsx"}};
    static const double values[][3] = {{3.125, 4.125, 9.375}, {680.125, 523.375, 8.125}};
    static const char *const names[] = {"x", "y", "h", "remark"};
    GDALAllRegister();
    for (size_t k = 0; k < 2; k++) {
        const text_path path = temporary_path(drivers[k][1]);
        remove(path.text);
        GDALDatasetH made =
            GDALCreate(GDALGetDriverByName(drivers[k][0]), path.text, 0, 0, 0, GDT_Unknown, NULL);
        OGRLayerH layer = GDALDatasetCreateLayer(made, "t", NULL, wkbNone, NULL);
        for (size_t c = 0; c < 4; c++) {
            OGRFieldDefnH field = OGR_Fld_Create(names[c], c < 3 ? OFTReal : OFTString);
            OGR_L_CreateField(layer, field, 1);
            OGR_Fld_Destroy(field);
        }
        for (size_t r = 0; r < 2; r++) {
            OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(layer));
            for (int c = 0; c < 3; c++) {
                OGR_F_SetFieldDouble(feature, c, values[r][c]);
            }
            OGR_F_SetFieldString(feature, 3, "3,5");
            cr_assert_eq(OGR_L_CreateFeature(layer, feature), OGRERR_NONE);
            OGR_F_Destroy(feature);
        }
        GDALClose(made);
        geo_vectors vectors = {0};
        geo_attribute heights;
        talus_error error = {0};
        cr_assert_eq(geo_read_vectors(path.text, NULL, NULL, "", 0.0, 0.0, NULL, &vectors, &error),
                     TALUS_OK, "%s", error.message);
        cr_expect(vectors.parts[1].xy[0] == 680.125 && vectors.parts[1].xy[1] == 523.375);
        cr_assert_eq(geo_read_attribute(path.text, NULL, NULL, "h", false, &heights, NULL),
                     TALUS_OK);
        cr_expect_str_eq(heights.texts[0], "9.375", "%s", drivers[k][0]);
        geo_vectors_clear(&vectors);
        geo_attribute_clear(&heights);
    }
}

Test(tables, are_read_in_archives)
{
    for (size_t k = 0; k < sizeof archives / sizeof *archives; k++) {
        const text_path path = temporary_path(archives[k].name);
        remove(path.text);
        const text_path inner =
            join_path(archives[k].files[0][0] != '\0' ? "/vsizip/" : "/vsigzip/", path.text);
        for (size_t f = 0; f < 3 && archives[k].files[f] != NULL; f++) {
            pack(inner.text, archives[k].files[f], "Art;R;H\na;1,5;2,5\nb;3,5;4,5\n");
        }
        geo_vectors vectors = {0};
        talus_error error = {0};
        const talus_status status =
            geo_read_vectors(path.text, NULL, NULL, "", 0.0, 0.0, NULL, &vectors, &error);
        if (archives[k].sentence != NULL) {
            cr_expect_eq(status, TALUS_ERROR_INPUT, "%s", archives[k].name);
            cr_expect_not_null(strstr(error.message, archives[k].sentence), "%s", error.message);
            continue;
        }
        cr_assert_eq(status, TALUS_OK, "%s", error.message);
        cr_assert_eq(vectors.part_count, 2, "%s", archives[k].name);
        cr_expect_eq(vectors.parts[1].xy[0], 3.5, "%s", archives[k].name);
        cr_expect_eq(vectors.parts[1].xy[1], 4.5, "%s", archives[k].name);
        cr_expect_str_eq(vectors.columns, " (columns R and H)");
        geo_vectors_clear(&vectors);
    }
}

Test(tables, and_packages_know_their_fields_in_filters)
{
    static const char *const filters[][2] = {{"place = 'terrace'", NULL},
                                             {"fid > 0", NULL},
                                             {"species = 'fir'", "the fields are: "},
                                             {"\"species\" = 1", "the fields are: "}};
    for (size_t k = 0; k < sizeof filters / sizeof *filters; k++) {
        geo_vectors vectors = {0};
        talus_error error = {0};
        const talus_status status =
            geo_read_vectors(TALUS_SOURCE_DIR "/terrain/kot/kot.gpkg", "meadow", filters[k][0],
                             "EPSG:31254", 0.0, 0.0, NULL, &vectors, &error);
        cr_expect_eq(status, filters[k][1] != NULL ? TALUS_ERROR_INPUT : TALUS_OK, "%zu: %s", k,
                     error.message);
        cr_expect(filters[k][1] == NULL || strstr(error.message, filters[k][1]) != NULL, "%s",
                  error.message);
        geo_vectors_clear(&vectors);
    }
}

Test(tables, of_shapes_without_an_index_say_how_to_write_it)
{
    const text_path path = temporary_path("bare.shp");
    write_text(path.text, "");
    FILE *file = fopen(path.text, "wb");
    cr_assert_not_null(file);
    static const unsigned char head[100] = {0, 0, 0x27, 0x0a, [27] = 50, 0xe8, 3, 0, 0, 1};
    fwrite(head, 1, sizeof head, file);
    fclose(file);
    geo_vectors vectors = {0};
    talus_error error = {0};
    cr_expect_eq(geo_read_vectors(path.text, NULL, NULL, "", 0.0, 0.0, NULL, &vectors, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "the index .shx beside it is missing"), "%s",
                       error.message);
}

/// A .dbf alone with the columns x, y (texts of 12) and kind (10).
static void write_dbf(const char *path, unsigned char page, const char *kind)
{
    static const char *const names[] = {"x", "y", "kind"};
    unsigned char head[32 + 3 * 32 + 1] = {3, 126, 11, 28, 1};
    head[8] = sizeof head;
    head[10] = 1 + 12 + 12 + 10;
    head[29] = page;
    for (size_t k = 0; k < 3; k++) {
        memcpy(head + 32 + 32 * k, names[k], strlen(names[k]));
        head[32 + 32 * k + 11] = 'C';
        head[32 + 32 * k + 16] = k < 2 ? 12 : 10;
    }
    head[sizeof head - 1] = 0x0d;
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    fwrite(head, 1, sizeof head, file);
    fprintf(file, " %-12s%-12s%s", "600123,5", "200456,25", kind);
    for (size_t k = strlen(kind); k < 10; k++) {
        fputc(' ', file);
    }
    fputc(0x1a, file);
    fclose(file);
}

/// Which code page the file names, and what its bytes are.
static const struct {
    unsigned char page;
    const char *cpg, *bytes, *phrase;
} pages[] = {
    {0, NULL, "B\xe4r", "nothing says in which code page its text is"},
    {0, NULL, "B\xc3\xa4r", NULL},
    {0x03, NULL, "B\xe4r", NULL}, // Windows-1252
    {0x57, NULL, "B\xe4r", NULL},
    {0x57, NULL, "B\xc3\xa4r", "its text is UTF-8, and is read so, against the code page"},
    {0x02, NULL, "B\x84r", NULL}, // 850
    {0, "UTF-8", "B\xc3\xa4r", NULL},
    {0, "UTF-8", "B\xe4r", "its text is not UTF-8, as what its .cpg says"},
    {0, "1252", "B\xe4r", NULL},
    {0, "850", "B\x84r", NULL},
    {0, "1252", "B\xc3\xa4r", "its text is UTF-8, and is read so, against what its .cpg says"},
};

Test(tables, of_any_code_page_have_the_right_words)
{
    const text_path path = temporary_path("pages.dbf"), cpg = temporary_path("pages.cpg");
    for (size_t k = 0; k < sizeof pages / sizeof *pages; k++) {
        write_dbf(path.text, pages[k].page, pages[k].bytes);
        remove(cpg.text);
        if (pages[k].cpg != NULL) {
            write_text(cpg.text, pages[k].cpg);
        }
        geo_vectors vectors = {0};
        geo_attribute kinds;
        talus_error error = {0};
        talus_diagnostics *list = talus_diagnostics_create();
        cr_assert_eq(geo_read_vectors(path.text, NULL, "kind = 'B\xc3\xa4r'", "", 0.0, 0.0, list,
                                      &vectors, &error),
                     TALUS_OK, "%zu: %s", k, error.message);
        cr_expect_eq(vectors.parts[0].xy[0], 600123.5);
        cr_expect_eq(vectors.parts[0].xy[1], 200456.25);
        cr_assert_eq(geo_read_attribute(path.text, NULL, NULL, "kind", false, &kinds, &error),
                     TALUS_OK);
        cr_expect_str_eq(kinds.texts[0], "B\xc3\xa4r", "%zu", k);
        const size_t said = talus_diagnostics_count(list);
        cr_expect_eq(said, pages[k].phrase != NULL, "%zu", k);
        cr_expect(said == 0 ||
                      strstr(talus_diagnostics_get(list, 0)->message, pages[k].phrase) != NULL,
                  "%zu: %s", k, talus_diagnostics_get(list, 0)->message);
        geo_vectors_clear(&vectors);
        geo_attribute_clear(&kinds);
        talus_diagnostics_destroy(list);
    }
}

Test(tables, of_an_unknown_code_page_are_refused)
{
    const text_path path = temporary_path("strange.dbf"), cpg = temporary_path("strange.cpg");
    write_dbf(path.text, 0, "B\xe4r");
    write_text(cpg.text, "KLINGON-1");
    geo_vectors vectors = {0};
    talus_error error = {0};
    cr_expect_eq(geo_read_vectors(path.text, NULL, NULL, "", 0.0, 0.0, NULL, &vectors, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "KLINGON-1"), "%s", error.message);
    remove(cpg.text);
}
