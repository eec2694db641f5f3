// SPDX-License-Identifier: GPL-3.0-or-later
/// @file schema.h
/// Common to all files with keys (scenarios, rule packs, rocking blocks): overrides of values, and
/// forms in which keys are printed.
///
/// threads: plain values.
#ifndef TALUS_SCHEMA_H
#define TALUS_SCHEMA_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// "--set a.b=value" as given by the user: path "a.b" ("releases.0.rocks" for list items) and YAML
/// value.
typedef struct talus_override {
    const char *path;
    const char *value;
} talus_override;

/// How talus_schema_print and talus_rules_schema_print write the keys of a file.
typedef enum talus_schema_form {
    TALUS_SCHEMA_TEXT,     ///< two lines for each key
    TALUS_SCHEMA_MARKDOWN, ///< a heading and a table for each section
    TALUS_SCHEMA_JSON      ///< JSON Schema, draft 2020-12
} talus_schema_form;

#ifdef __cplusplus
}
#endif
#endif
