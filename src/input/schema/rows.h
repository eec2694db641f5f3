// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the tables of keys: short forms of scenario_field for one file that holds tables.
#ifndef TALUS_SRC_INPUT_SCHEMA_ROWS_H
#define TALUS_SRC_INPUT_SCHEMA_ROWS_H

#include "input/schema/fields.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define OPEN 1e300 /* no bound */
#define UNSET_VEC3                                                                                 \
    {                                                                                              \
        SCENARIO_UNSET, SCENARIO_UNSET, SCENARIO_UNSET                                             \
    }
#define UNSET_BOX                                                                                  \
    {                                                                                              \
        SCENARIO_UNSET, SCENARIO_UNSET, SCENARIO_UNSET, SCENARIO_UNSET                             \
    }

#define TEXT(type_, member, name)                                                                  \
    {                                                                                              \
        .key = name, .type = SCENARIO_TEXT, .offset = offsetof(type_, member)                      \
    }
#define FILENAME(type_, member, name)                                                              \
    {                                                                                              \
        .key = name, .type = SCENARIO_PATH, .offset = offsetof(type_, member)                      \
    }
#define VALUE(kind, type_, member, name, unit_, low, high)                                         \
    {                                                                                              \
        .key = name, .type = kind, .offset = offsetof(type_, member), .unit = unit_, .min = low,   \
        .max = high                                                                                \
    }
#define NUMBER(...) VALUE(SCENARIO_NUMBER, __VA_ARGS__)
#define COUNT(type_, member, name, low, high)                                                      \
    VALUE(SCENARIO_COUNT, type_, member, name, NULL, low, high)
/// A number that must be larger than zero.
#define POSITIVE(kind, type_, member, name, unit_, high)                                           \
    {                                                                                              \
        .key = name, .type = kind, .offset = offsetof(type_, member), .unit = unit_, .min = 0.0,   \
        .max = high, .above = true                                                                 \
    }
#define SECTION(kind, type_, member, name, table_)                                                 \
    {                                                                                              \
        .key = name, .type = kind, .offset = offsetof(type_, member), .table = table_              \
    }
#define SECTIONS(type_, member, name, table_, required_)                                           \
    {                                                                                              \
        .key = name, .type = SCENARIO_SECTIONS, .offset = offsetof(type_, member),                 \
        .table = table_, .required = required_                                                     \
    }
#define CHOICE(type_, member, name, names_)                                                        \
    {                                                                                              \
        .key = name, .type = SCENARIO_CHOICE, .offset = offsetof(type_, member), .choices = names_ \
    }
/// A file of polygons, points or lines.
#define AREA(type_, member)                                                                        \
    FILENAME(type_, member.file, "file"), TEXT(type_, member.layer, "layer"),                      \
        TEXT(type_, member.where, "where"), TEXT(type_, member.crs, "crs")

#endif
