// SPDX-License-Identifier: GPL-3.0-or-later
// Text files: every byte is checked before a parser sees it. Parsers of text trust their input, and
// some of them never end on bytes that are not UTF-8.
#include "files/files.h"

#include <stdlib.h>
#include <string.h>

/// Bytes of the UTF-8 character at `text`, 0 if there is none. Shortest forms only, no halves of
/// surrogate pairs, nothing above U+10FFFF, no zero byte.
static size_t character_size(const unsigned char *text, size_t size)
{
    const unsigned char first = text[0];
    if (first < 0x80) {
        return first != 0;
    }
    const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || length > size) {
        return 0;
    }
    const unsigned char low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    const unsigned char high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (text[1] < low || text[1] > high) {
        return 0;
    }
    for (size_t k = 2; k < length; k++) {
        if ((text[k] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return length;
}

/// UTF-16 and UTF-32 begin with a mark; without one every other byte of plain text is zero.
static const char *other_encoding(const unsigned char *text, size_t size)
{
    if (size >= 4 && ((text[0] == 0xff && text[1] == 0xfe && text[2] == 0 && text[3] == 0) ||
                      (text[0] == 0 && text[1] == 0 && text[2] == 0xfe && text[3] == 0xff))) {
        return "UTF-32";
    }
    if (size >= 2 &&
        ((text[0] == 0xff && text[1] == 0xfe) || (text[0] == 0xfe && text[1] == 0xff))) {
        return "UTF-16";
    }
    if (size >= 4 && ((text[0] == 0 && text[1] != 0 && text[2] == 0 && text[3] != 0) ||
                      (text[0] != 0 && text[1] == 0 && text[2] != 0 && text[3] == 0))) {
        return "UTF-16";
    }
    return NULL;
}

talus_status files_check_text(const char *path, const char *text, size_t size, talus_error *error)
{
    const unsigned char *bytes = (const unsigned char *)text;
    int line = 1, column = 1;
    size_t at = 0;
    while (at < size) {
        const size_t length = character_size(bytes + at, size - at);
        if (length == 0) {
            break;
        }
        column = bytes[at] == '\n' ? 1 : column + 1;
        line += bytes[at] == '\n';
        at += length;
    }
    if (at == size) {
        return TALUS_OK;
    }
    const char *encoding = other_encoding(bytes, size);
    talus_status status = TALUS_OK;
    if (encoding != NULL) {
        line = 1;
        column = 1;
        status =
            talus_error_set(error, TALUS_ERROR_INPUT,
                            "the text is %s, expected UTF-8: save the file again with the encoding "
                            "UTF-8",
                            encoding);
    } else {
        status = talus_error_set(
            error, TALUS_ERROR_INPUT,
            "found the byte 0x%02x, which is not UTF-8 text: save the file again with "
            "the encoding UTF-8",
            bytes[at]);
    }
    talus_error_locate(error, path, line, column);
    return status;
}

talus_status files_read_text(const char *path, char **text, size_t *size, char sha256[65],
                             talus_error *error)
{
    talus_status status = files_read_all(path, text, size, error);
    if (status == TALUS_OK) {
        status = files_check_text(path, *text, *size, error);
    }
    if (status != TALUS_OK) {
        free(*text);
        *text = NULL;
        *size = 0;
        return status;
    }
    if (sha256 != NULL) {
        files_digest(*text, *size, sha256);
    }
    return TALUS_OK;
}
