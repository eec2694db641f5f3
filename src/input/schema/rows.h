// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the tables of keys: one macro per type, for files that hold tables. A row names the
// struct, its member and the key; then come its range, what it needs and excludes, and last what it
// affects, with one sentence about it:
//   NUMBER(scenario_stop, speed, "speed_m_s", ABOVE(0.0, 1e3), .unit = "m/s", RESULTS("..."))
#ifndef TALUS_SRC_INPUT_SCHEMA_ROWS_H
#define TALUS_SRC_INPUT_SCHEMA_ROWS_H

#include "input/schema/fields.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define UNSET_VEC3                                                                                 \
    {                                                                                              \
        SCENARIO_UNSET, SCENARIO_UNSET, SCENARIO_UNSET                                             \
    }
#define UNSET_BOX                                                                                  \
    {                                                                                              \
        SCENARIO_UNSET, SCENARIO_UNSET, SCENARIO_UNSET, SCENARIO_UNSET                             \
    }

#define SCENARIO_ROW(type_, struct_, member, name, ...)                                            \
    {                                                                                              \
        .key = name, .type = type_, .offset = offsetof(struct_, member), __VA_ARGS__               \
    }
#define TEXT(...) SCENARIO_ROW(SCENARIO_TEXT, __VA_ARGS__)
#define PATH(...) SCENARIO_ROW(SCENARIO_PATH, __VA_ARGS__)
#define FILENAME(...) SCENARIO_ROW(SCENARIO_FILE, __VA_ARGS__)
#define FILENAMES(...) SCENARIO_ROW(SCENARIO_FILE_LIST, __VA_ARGS__)
#define SHAPE(...) SCENARIO_ROW(SCENARIO_SHAPE, __VA_ARGS__)
#define NUMBER(...) SCENARIO_ROW(SCENARIO_NUMBER, __VA_ARGS__)
#define COUNT(...) SCENARIO_ROW(SCENARIO_COUNT, __VA_ARGS__)
#define FLAG(...) SCENARIO_ROW(SCENARIO_FLAG, __VA_ARGS__)
#define VECTOR(...) SCENARIO_ROW(SCENARIO_VECTOR, __VA_ARGS__)
#define BOX(...) SCENARIO_ROW(SCENARIO_BOX, __VA_ARGS__)
#define POINTS(...) SCENARIO_ROW(SCENARIO_POINTS, __VA_ARGS__)
#define NUMBERS(...) SCENARIO_ROW(SCENARIO_NUMBERS, __VA_ARGS__)
#define TEXTS(...) SCENARIO_ROW(SCENARIO_TEXTS, __VA_ARGS__)
#define CHOICE(...) SCENARIO_ROW(SCENARIO_CHOICE, __VA_ARGS__)
#define QUANTITY(...) SCENARIO_ROW(SCENARIO_QUANTITY, __VA_ARGS__)
#define ORIENTATION(...) SCENARIO_ROW(SCENARIO_ORIENTATION, __VA_ARGS__)
#define LAYERS(...) SCENARIO_ROW(SCENARIO_LAYERS, __VA_ARGS__)
#define SECTION(struct_, member, name, ...)                                                        \
    SCENARIO_ROW(SCENARIO_SECTION, struct_, member, name, .table = __VA_ARGS__)
#define SECTIONS(struct_, member, name, ...)                                                       \
    SCENARIO_ROW(SCENARIO_SECTIONS, struct_, member, name, .table = __VA_ARGS__)

#define REQUIRED .required = true
#define RESULTS(sentence_) .affects = SCENARIO_RESULTS, .doc = sentence_
#define FILES(sentence_) .affects = SCENARIO_FILES, .doc = sentence_
#define NOTHING(sentence_) .affects = SCENARIO_NOTHING, .doc = sentence_
/// Most bytes of a text that is copied into a member.
#define FITS(struct_, member) .most_bytes = sizeof(((struct_ *)0)->member) - 1

/// How coordinates of a file are brought to the CRS of the DEM.
#define SCENARIO_BEST_OPERATION "the most accurate one for the place"
#define SCENARIO_OPERATION_DOC                                                                     \
    "PROJ pipeline from the CRS of the file to that of the DEM, as `projinfo` writes it."

/// A file of polygons, points or lines, and the keys that go with it.
#define AREA(struct_, member, ...)                                                                 \
    FILENAME(struct_, member.file, "file", __VA_ARGS__),                                           \
        AREA_KEY(struct_, member.layer, "layer", "first layer", "Layer of the file."),             \
        AREA_KEY(struct_, member.where, "where", "all features",                                   \
                 "Comparisons of attributes, such as `kind = 'scree'`."),                          \
        AREA_KEY(struct_, member.crs, "crs", "of the file",                                        \
                 "CRS of a file that has none or a wrong one; `dem`: its coordinates are those "   \
                 "of the DEM."),                                                                   \
        AREA_KEY(struct_, member.operation, "operation", SCENARIO_BEST_OPERATION,                  \
                 SCENARIO_OPERATION_DOC)
#define AREA_KEY(struct_, member, name, default_, sentence_)                                       \
    TEXT(struct_, member, name,                                                                    \
         .needs = {{"file", ": it goes with a file, but there is no key 'file'"}},                 \
         .default_text = default_, RESULTS(sentence_))

#endif
