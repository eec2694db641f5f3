// SPDX-License-Identifier: GPL-3.0-or-later
// Which columns of a table are coordinates, by what people call them.
#include "io/geo/geo_internal.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 48 };

/// East and north: lower case, letters and digits alone, without endings. Of several pairs in one
/// table the first is taken: metres before degrees, and r and h last, as these are radius and height
/// as well.
static const struct {
    const char *east, *north;
    bool is_degrees;
} pairs[] = {
    {"x", "y", false},
    {"east", "north", false},
    {"easting", "northing", false},
    {"e", "n", false},
    {"rechtswert", "hochwert", false},
    {"rw", "hw", false},
    {"ostwert", "nordwert", false},
    {"ost", "nord", false},
    {"est", "nord", false},
    {"este", "norte", false},
    {"xcoord", "ycoord", false},
    {"xcoordinate", "ycoordinate", false},
    {"xkoord", "ykoord", false},
    {"xkoordinate", "ykoordinate", false},
    {"coordx", "coordy", false},
    {"koordx", "koordy", false},
    {"pointx", "pointy", false},
    {"poscoordx", "poscoordy", false},
    {"utme", "utmn", false},
    {"utmx", "utmy", false},
    {"xutm", "yutm", false},
    {"eutm", "nutm", false},
    {"utmeast", "utmnorth", false},
    {"gke", "gkn", false},
    {"lv95e", "lv95n", false},
    {"lon", "lat", true},
    {"long", "lat", true},
    {"lng", "lat", true},
    {"longitude", "latitude", true},
    {"xlon", "ylat", true},
    {"laenge", "breite", true},
    {"l\xc3\xa4nge", "breite", true},
    {"laengengrad", "breitengrad", true},
    {"l\xc3\xa4ngengrad", "breitengrad", true},
    {"r", "h", false},
};

/// "Rechtswert [m]" and "E_LV95" into "rechtswert" and "e".
static void simplify(const char *heading, char word[LONGEST])
{
    static const char *const endings[] = {"lv95", "lv03",  "lv",     "gk",  "mgi", "utm32", "utm33",
                                          "utm",  "wgs84", "etrs89", "deg", "dd",  "m"};
    size_t used = 0;
    for (const char *c = heading; *c != '\0' && *c != '(' && *c != '[' && used + 1 < LONGEST; c++) {
        const unsigned char letter = (unsigned char)*c;
        if (isalnum(letter) || letter >= 0x80) {
            word[used++] = (char)(letter < 0x80 ? tolower(letter) : letter);
        }
    }
    word[used] = '\0';
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
        const size_t size = strlen(endings[k]);
        if (used > size && strcmp(word + used - size, endings[k]) == 0) {
            used -= size;
            word[used] = '\0';
            return;
        }
    }
}

static size_t find(const files_records *table, const char *name)
{
    for (size_t k = 0; k < table->columns; k++) {
        char word[LONGEST];
        simplify(table->names[k], word);
        if (strcmp(word, name) == 0) {
            return k;
        }
    }
    return SIZE_MAX;
}

bool geo_find_coordinates(const files_records *table, size_t *east, size_t *north, bool *is_degrees)
{
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        *east = find(table, pairs[k].east);
        *north = find(table, pairs[k].north);
        *is_degrees = pairs[k].is_degrees;
        if (*east != SIZE_MAX && *north != SIZE_MAX) {
            return true;
        }
    }
    *east = *north = SIZE_MAX;
    return false;
}
