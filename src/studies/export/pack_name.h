// SPDX-License-Identifier: GPL-3.0-or-later
/// @file pack_name.h
/// Names of files in a pack, which is unpacked on any system.
#ifndef TALUS_SRC_STUDIES_EXPORT_PACK_NAME_H
#define TALUS_SRC_STUDIES_EXPORT_PACK_NAME_H

#include <stdbool.h>

/// Does the name, with '/' between its parts, lead to the same place below the directory into which
/// it is unpacked, on every system? No "..", no '\\', no drive ("C:"), none of the characters and names
/// that Windows keeps for itself, no blank or dot at the end of a part, UTF-8 without control characters.
bool pack_name_is_safe(const char *name);

#endif
