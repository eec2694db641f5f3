// SPDX-License-Identifier: GPL-3.0-or-later
// Text files: every byte is checked before a parser sees it. Parsers of text trust their input, and
// some of them never end on bytes that are not UTF-8.
#include "foundation/files/files.h"

#include <stdlib.h>
#include <string.h>

size_t files_character_size(const unsigned char *text, size_t size)
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

/// Controls (U+0000 to 1F, 7F to 9F), separators and marks of direction (U+200E, 200F, 2028 to
/// 202E, 2066 to 2069); `text` is a valid character.
static bool is_control(const unsigned char *text)
{
    if (text[0] < 0x20 || text[0] == 0x7f || (text[0] == 0xc2 && text[1] < 0xa0)) {
        return true;
    }
    return text[0] == 0xe2 && ((text[1] == 0x80 && (text[2] == 0x8e || text[2] == 0x8f ||
                                                    (text[2] >= 0xa8 && text[2] <= 0xae))) ||
                               (text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9));
}

bool files_is_printable(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    for (size_t left = strlen(text); left > 0;) {
        const size_t length = files_character_size(at, left);
        if (length == 0 || is_control(at)) {
            return false;
        }
        at += length;
        left -= length;
    }
    return true;
}

bool files_is_utf8(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    for (size_t left = strlen(text); left > 0;) {
        const size_t length = files_character_size(at, left);
        if (length == 0) {
            return false;
        }
        at += length;
        left -= length;
    }
    return true;
}

void files_clean_copy(char *to, size_t room, const char *text)
{
    const size_t size = strlen(text);
    size_t used = 0;
    for (size_t at = 0; at < size;) {
        const unsigned char *bytes = (const unsigned char *)text + at;
        const size_t length = files_character_size(bytes, size - at);
        const bool is_kept = length > 0 && !is_control(bytes);
        if (used + (is_kept ? length : 1) >= room) {
            break;
        }
        if (is_kept) {
            memcpy(to + used, bytes, length);
            used += length;
        } else {
            to[used++] = length == 0 ? '?' : ' ';
        }
        at += length > 0 ? length : 1;
    }
    to[used] = '\0';
}

char *files_clean_text(const char *text)
{
    const size_t room = strlen(text) + 1;
    char *clean = malloc(room);
    if (clean != NULL) {
        files_clean_copy(clean, room, text);
    }
    return clean;
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
        const size_t length = files_character_size(bytes + at, size - at);
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
