// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of tables as people and their programs write them.
#include "foundation/files/marks.h"

#include "foundation/files/files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 64 };

/// Bytes of a mark between thousands: a blank, ', U+2019, U+00A0, U+202F; 0 for others.
static size_t mark_size(const char *at)
{
    if (*at == ' ' || *at == '\'') {
        return 1;
    }
    return strncmp(at, "\xc2\xa0", 2) == 0                                              ? 2
           : strncmp(at, "\xe2\x80\x99", 3) == 0 || strncmp(at, "\xe2\x80\xaf", 3) == 0 ? 3
                                                                                        : 0;
}

/// Are `from` up to `end` groups of three digits, each behind a point or comma `mark`, after one to
/// three digits?
static bool are_groups(const char *from, const char *end, char mark)
{
    size_t digits = strspn(from, "0123456789");
    const char *at = from + digits;
    if (digits < 1 || digits > 3 || from[0] == '0') {
        return false;
    }
    for (; at < end && *at == mark; at += 4) {
        if (strspn(at + 1, "0123456789") < 3) {
            return false;
        }
    }
    return at == end;
}

/// "1,234" and "1.234" without a sign: a thousand or one.
static bool is_single_group(const char *text)
{
    const char *mark = strpbrk(text, ".,");
    return mark != NULL && are_groups(text, mark + strlen(mark), *mark) &&
           strpbrk(mark + 1, ".,") == NULL;
}

/// Take marks between thousands out. @return false when one does not stand between such
static bool copy_without_marks(const char *text, char copy[LONGEST])
{
    size_t used = 0;
    for (const char *at = text; *at != '\0';) {
        const size_t mark = mark_size(at);
        if (mark > 0 && (used == 0 || strchr("0123456789", copy[used - 1]) == NULL ||
                         strspn(at + mark, "0123456789") != 3)) {
            return false;
        }
        at += mark;
        if (used + 1 == LONGEST) {
            return false;
        }
        copy[used++] = *at++;
    }
    copy[used] = '\0';
    return true;
}

static void drop(char *text, const char *end, char mark)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if (from >= end || *from != mark) {
            *to++ = *from;
        }
    }
    *to = '\0';
}

/// Make the decimal mark a point and drop the marks of thousands. @return false for other texts
static bool settle_marks(char *text, files_marks marks)
{
    text += strspn(text, "+-");
    char *end = text + strspn(text, "0123456789.,");
    char *dot = strchr(text, '.'), *comma = strchr(text, ',');
    char *last_dot = strrchr(text, '.'), *last_comma = strrchr(text, ',');
    if (dot != NULL && comma != NULL) {
        char *decimal = last_dot > last_comma ? last_dot : last_comma;
        if ((decimal == last_dot ? dot : comma) != decimal ||
            !are_groups(text, decimal, decimal == last_dot ? ',' : '.')) {
            return false;
        }
        const char group = decimal == last_dot ? ',' : '.';
        *decimal = '\1';
        drop(text, end, group);
        *strchr(text, '\1') = '.';
    } else if (dot != last_dot || comma != last_comma) {
        const char group = dot != NULL ? '.' : ',';
        if (!are_groups(text, end, group)) {
            return false;
        }
        drop(text, end, group);
    } else if (comma != NULL || dot != NULL) {
        const char mark = comma != NULL ? ',' : '.';
        const files_mark meaning = !is_single_group(text) ? FILES_DECIMAL
                                   : comma != NULL        ? marks.comma
                                                          : marks.point;
        if (meaning == FILES_THOUSANDS) {
            drop(text, end, mark);
        } else {
            *strchr(text, mark) = '.';
        }
        return meaning != FILES_UNCLEAR;
    }
    return true;
}

bool files_number_by(const char *text, files_marks marks, double *value)
{
    char copy[LONGEST];
    const char *plain = text;
    if (strpbrk(text, ", '\xc2\xe2") != NULL ||
        (marks.point != FILES_DECIMAL && strchr(text, '.') != NULL)) {
        if (!copy_without_marks(text, copy) || !settle_marks(copy, marks)) {
            return false;
        }
        plain = copy;
    } else if (strchr(text, '.') != strrchr(text, '.')) {
        if (strlen(text) >= LONGEST) {
            return false;
        }
        strcpy(copy, text);
        if (!settle_marks(copy, marks)) {
            return false;
        }
        plain = copy;
    }
    if (plain[0] == '\0' || plain[strspn(plain, "+-.eE0123456789")] != '\0') {
        return false; // no hexadecimal digits, no blanks, no nan
    }
    char *end = NULL;
    const files_locale locale = files_locale_enter();
    *value = strtod(plain, &end);
    files_locale_leave(&locale);
    return *end == '\0' && isfinite(*value);
}

bool files_number(const char *text, bool decimal_comma, double *value)
{
    return files_number_by(text,
                           decimal_comma ? (files_marks){FILES_DECIMAL, FILES_THOUSANDS}
                                         : (files_marks){FILES_UNCLEAR, FILES_DECIMAL},
                           value);
}

unsigned files_marks_in(const char *text)
{
    char copy[LONGEST];
    double value;
    if (!files_number_by(text, (files_marks){FILES_DECIMAL, FILES_DECIMAL}, &value)) {
        return FILES_SHOWS_WORDS;
    }
    if (strpbrk(text, ".,") == NULL || !copy_without_marks(text, copy)) {
        return 0;
    }
    const char *at = copy + strspn(copy, "+-");
    const char *last_dot = strrchr(at, '.'), *last_comma = strrchr(at, ',');
    if (is_single_group(at)) {
        return 0;
    }
    if (last_dot != NULL && (last_comma == NULL || last_comma < last_dot)) {
        return strchr(at, '.') != last_dot ? FILES_SHOWS_POINTS | FILES_SHOWS_COMMA
               : last_comma != NULL        ? FILES_SHOWS_COMMAS | FILES_SHOWS_POINT
                                           : FILES_SHOWS_POINT;
    }
    return strchr(at, ',') != last_comma ? FILES_SHOWS_COMMAS | FILES_SHOWS_POINT
           : last_dot != NULL            ? FILES_SHOWS_POINTS | FILES_SHOWS_COMMA
                                         : FILES_SHOWS_COMMA;
}

files_marks files_marks_of(unsigned own, unsigned all)
{
    const unsigned both = FILES_SHOWS_COMMA | FILES_SHOWS_POINT;
    const unsigned shown = (own & both) != 0 ? own & both : all & both;
    files_marks marks = {.comma = FILES_UNCLEAR, .point = FILES_UNCLEAR};
    if (shown == FILES_SHOWS_COMMA) {
        marks.comma = FILES_DECIMAL;
        marks.point = own & FILES_SHOWS_POINTS ? FILES_THOUSANDS : FILES_UNCLEAR;
    } else if ((own & both) != both) {
        marks.point = FILES_DECIMAL;
        marks.comma = own & FILES_SHOWS_COMMAS ? FILES_THOUSANDS : FILES_UNCLEAR;
    }
    return marks;
}

const char *files_marks_hint(const char *text, char room[160])
{
    const char *at = text + strspn(text, "+-");
    const int sign = (int)(at - text);
    room[0] = '\0';
    if (is_single_group(at)) {
        const int whole = (int)strcspn(at, ".,");
        snprintf(room, 160,
                 "; '%c' may be decimal or between thousands: write %.*s%.*s%s or %.*s%.*s.%s0",
                 at[whole], sign, text, whole, at, at + whole + 1, sign, text, whole, at,
                 at + whole + 1);
    }
    return room;
}

bool files_is_decimal_comma(const char *text)
{
    return (files_marks_in(text) & FILES_SHOWS_COMMA) != 0;
}

bool files_reads_alike(const char *a, const char *b)
{
    double x, y;
    return strcmp(a, b) == 0 || (files_number(a, files_is_decimal_comma(a), &x) &&
                                 files_number(b, files_is_decimal_comma(b), &y) && x == y);
}
