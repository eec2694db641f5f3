// SPDX-License-Identifier: GPL-3.0-or-later
// --envelope of talus compare: a probability, a layer, or a layer with a value.
#include "app/cli/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool cli_envelope_read(const cli_arguments *arguments, char layer[CLI_LAYER_SIZE], double *value)
{
    const char *text = cli_value(arguments, "envelope");
    const char *number = text != NULL ? strchr(text, '=') : NULL;
    char *end = NULL;
    layer[0] = '\0';
    *value = 0.01;
    if (text == NULL) {
        return true;
    }
    *value = strtod(number != NULL ? number + 1 : text, &end);
    const bool is_number = *end == '\0' && end != text && (number == NULL || end != number + 1);
    if (is_number && number == NULL) {
        if (*value > 0.0 && *value <= 1.0) {
            return true;
        }
        cli_say("talus compare: --envelope: found %s, expected a probability above 0, up to 1\n",
                text);
        return false;
    }
    const size_t length = number != NULL ? (size_t)(number - text) : strlen(text);
    if (length == 0 || length >= CLI_LAYER_SIZE ||
        (number != NULL && !(is_number && *value > 0.0 && isfinite(*value)))) {
        cli_say("talus compare: --envelope: found \"%s\", expected a probability, a layer, or "
                "LAYER=VALUE with a value above 0\n",
                text);
        return false;
    }
    snprintf(layer, CLI_LAYER_SIZE, "%.*s", (int)length, text);
    *value = number != NULL ? *value : (double)NAN;
    return true;
}
