// SPDX-License-Identifier: GPL-3.0-or-later
// Text of the usual encodings as UTF-8: UTF-16, UTF-8, Windows-1252.
#include "foundation/files/files.h"

#include <stdlib.h>
#include <string.h>

/// Characters of Windows-1252 from 0x80 to 0x9f; 0: none, kept as it is.
static const unsigned short windows[32] = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};

static size_t add_character(char *to, unsigned long c)
{
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        to[0] = (char)(0xc0 | (c >> 6));
        to[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        to[0] = (char)(0xe0 | (c >> 12));
        to[1] = (char)(0x80 | ((c >> 6) & 0x3f));
        to[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    to[0] = (char)(0xf0 | (c >> 18));
    to[1] = (char)(0x80 | ((c >> 12) & 0x3f));
    to[2] = (char)(0x80 | ((c >> 6) & 0x3f));
    to[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

char *files_from_windows(const char *text, size_t size)
{
    char *utf8 = malloc(3 * size + 1);
    size_t used = 0;
    for (size_t k = 0; utf8 != NULL && k < size; k++) {
        const unsigned char c = (unsigned char)text[k];
        const unsigned short mapped = c >= 0x80 && c < 0xa0 ? windows[c - 0x80] : 0;
        used += add_character(utf8 + used, mapped != 0 ? mapped : c);
    }
    if (utf8 != NULL) {
        utf8[used] = '\0';
    }
    return utf8;
}

/// Half of a surrogate pair without the other half becomes U+FFFD.
static char *from_utf16(const unsigned char *bytes, size_t size, bool is_big)
{
    char *utf8 = malloc(2 * size + 4);
    size_t used = 0;
    for (size_t k = 0; utf8 != NULL && k + 1 < size; k += 2) {
        unsigned long c = is_big ? (unsigned long)bytes[k] << 8 | bytes[k + 1]
                                 : (unsigned long)bytes[k + 1] << 8 | bytes[k];
        if (c >= 0xd800 && c < 0xe000) {
            const bool has_next = c < 0xdc00 && k + 3 < size;
            const unsigned long next = !has_next ? 0
                                       : is_big  ? (unsigned long)bytes[k + 2] << 8 | bytes[k + 3]
                                                 : (unsigned long)bytes[k + 3] << 8 | bytes[k + 2];
            const bool is_pair = next >= 0xdc00 && next < 0xe000;
            c = is_pair ? 0x10000 + ((c - 0xd800) << 10) + (next - 0xdc00) : 0xfffd;
            k += is_pair ? 2 : 0;
        }
        used += add_character(utf8 + used, c);
    }
    if (utf8 != NULL) {
        utf8[used] = '\0';
    }
    return utf8;
}

talus_status files_to_utf8(const char *path, char **text, size_t *size, bool *is_guess,
                           talus_error *error)
{
    const unsigned char *bytes = (const unsigned char *)*text;
    const bool has_mark = *size >= 2 && ((bytes[0] == 0xff && bytes[1] == 0xfe) ||
                                         (bytes[0] == 0xfe && bytes[1] == 0xff));
    const bool is_wide = has_mark || (*size >= 2 && (bytes[0] == 0) != (bytes[1] == 0));
    const bool is_utf8 = !is_wide && files_is_utf8(*text);
    char *utf8 = NULL;
    *is_guess = !is_wide && !is_utf8;
    if (!is_wide && memchr(*text, '\0', *size) != NULL) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: found a zero byte, expected a table as text", path);
    }
    if (is_wide) {
        const size_t mark = has_mark ? 2 : 0;
        utf8 = from_utf16(bytes + mark, *size - mark, has_mark ? bytes[0] == 0xfe : bytes[0] == 0);
    } else if (is_utf8) {
        const size_t mark = strncmp(*text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
        memmove(*text, *text + mark, *size - mark + 1);
        *size -= mark;
        return TALUS_OK;
    } else {
        utf8 = files_from_windows(*text, *size);
    }
    if (utf8 == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %s", path);
    }
    free(*text);
    *text = utf8;
    *size = strlen(utf8);
    return TALUS_OK;
}
