// SPDX-License-Identifier: GPL-3.0-or-later
/// @file schema.h
/// Values of a scenario that replace those of the file.
///
/// threads: plain values.
#ifndef TALUS_SCHEMA_H
#define TALUS_SCHEMA_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// "--set a.b=value" as given by the user: path "a.b" ("releases.0.rocks" for list items), YAML
/// value.
typedef struct talus_override {
    const char *path;
    const char *value;
} talus_override;

#ifdef __cplusplus
}
#endif
#endif
