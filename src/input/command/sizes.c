// SPDX-License-Identifier: GPL-3.0-or-later
// Outer dimensions of a shape on the command line.
#include "foundation/math/linalg.h"
#include "input/command/command.h"

#include <string.h>

talus_vec3 cli_builder_size(const cli_arguments *arguments, const char *name)
{
    talus_vec3 size;
    const int given = cli_lengths(arguments, "size", &size);
    if (given == 3) {
        return size;
    }
    const double length = given == 1 ? size.x : 1.0;
    if (strcmp(name, "eota221") == 0) {
        return vec3(length, length, 0.5 * length);
    }
    if (strcmp(name, "equant") == 0 || strcmp(name, "flat") == 0 || strcmp(name, "long") == 0) {
        return vec3(length, 0.0, 0.0);
    }
    return vec3(length, length, length);
}
