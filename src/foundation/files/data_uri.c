// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes as a text that a document can hold: base64.
#include "foundation/files/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *files_data_uri(const char *type, const unsigned char *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const size_t start = strlen(type) + strlen("data:;base64,");
    char *uri = malloc(start + (size + 2) / 3 * 4 + 1);
    if (!uri) {
        return NULL;
    }
    (void)snprintf(uri, start + 1, "data:%s;base64,", type);
    char *out = uri + start;
    for (size_t k = 0; k < size; k += 3) {
        const size_t left = size - k;
        const uint32_t b1 = left > 1 ? data[k + 1] : 0;
        const uint32_t b2 = left > 2 ? data[k + 2] : 0;
        const uint32_t bits = (uint32_t)data[k] << 16 | b1 << 8 | b2;
        *out++ = digits[bits >> 18];
        *out++ = digits[bits >> 12 & 63];
        *out++ = left > 1 ? digits[bits >> 6 & 63] : '=';
        *out++ = left > 2 ? digits[bits & 63] : '=';
    }
    *out = '\0';
    return uri;
}
