// SPDX-License-Identifier: GPL-3.0-or-later
// Texts: only UTF-8 passes, the first wrong byte is named by line and column; only regular files
// are read; digest and text are of one reading.
#include "files_case.h"

#include <sys/stat.h>

#define BYTES(text) text, sizeof(text) - 1

typedef struct text_case {
    const char *text;
    size_t size;
    int line, column; ///< of the refusal; 0 = it passes
    const char *phrase;
} text_case;

static const text_case cases[] = {
    {BYTES(""), 0, 0, ""},
    {BYTES("a: 1\r\n\tb: 2\n"), 0, 0, ""},
    {BYTES("\xef\xbb\xbf"
           "a: 1\n"),
     0, 0, ""},                                                       // mark of UTF-8
    {BYTES("H\xc3\xb6he \xe2\x82\xac \xf0\x9f\xaa\xa8\n"), 0, 0, ""}, // 2, 3 and 4 bytes
    {BYTES("\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"),
     0, 0, ""},
    {BYTES("%\xff"), 1, 2, "0xff"},
    {BYTES("a: 1\nH\xc3\xb6he: gro\xdf\n"), 2, 10, "0xdf"},
    {BYTES("\x80"), 1, 1, "0x80"},             // a second byte alone
    {BYTES("\xc3"), 1, 1, "0xc3"},             // cut short
    {BYTES("\xe2\x82"), 1, 1, "0xe2"},         // cut short
    {BYTES("\xc0\xaf"), 1, 1, "0xc0"},         // not the shortest form
    {BYTES("\xe0\x9f\xbf"), 1, 1, "0xe0"},     // not the shortest form
    {BYTES("\xf0\x8f\xbf\xbf"), 1, 1, "0xf0"}, // not the shortest form
    {BYTES("\xed\xa0\x80"), 1, 1, "0xed"},     // half of a surrogate pair
    {BYTES("\xf4\x90\x80\x80"), 1, 1, "0xf4"}, // above U+10FFFF
    {BYTES("\xf5\x80\x80\x80"), 1, 1, "0xf5"},
    {BYTES("seed: 1\nabc\0def"), 2, 4, "0x00"},
    {BYTES("\xff\xfe"
           "a\0:\0"),
     1, 1, "the text is UTF-16, expected UTF-8: save the file"},
    {BYTES("\xfe\xff\0"
           "a\0:"),
     1, 1, "UTF-16"},
    {BYTES("a\0:\0 \0"), 1, 1, "UTF-16"},
    {BYTES("\0a\0:\0 "), 1, 1, "UTF-16"},
    {BYTES("\xff\xfe\0\0a\0\0\0"), 1, 1, "UTF-32"},
    {BYTES("\0\0\xfe\xff\0\0\0a"), 1, 1, "UTF-32"},
};

Test(utf8, only_utf8_passes_and_the_first_wrong_byte_is_named)
{
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const text_case *c = &cases[k];
        talus_error error = {0};
        const talus_status status = files_check_text("in.yaml", c->text, c->size, &error);
        cr_expect_eq(status, c->line > 0 ? TALUS_ERROR_INPUT : TALUS_OK, "case %zu", k);
        cr_expect(error.line == c->line && error.column == c->column, "case %zu: %d:%d", k,
                  error.line, error.column);
        cr_expect_not_null(strstr(error.message, c->phrase), "case %zu: %s", k, error.message);
        cr_expect_str_eq(error.file, c->line > 0 ? "in.yaml" : "");
    }
    cr_expect_eq(files_check_text("in.yaml", "\xff", 1, NULL), TALUS_ERROR_INPUT);
}

Test(utf8, every_single_byte_and_pair_is_judged_as_the_standard_does)
{
    // of single bytes 1..0x7f pass; of pairs those, and 0xc2..0xdf before 0x80..0xbf
    size_t single = 0, pairs = 0;
    for (unsigned a = 0; a < 256; a++) {
        const char one[1] = {(char)a};
        single += files_check_text("", one, 1, NULL) == TALUS_OK;
        for (unsigned b = 0; b < 256; b++) {
            const char two[2] = {(char)a, (char)b};
            pairs += files_check_text("", two, 2, NULL) == TALUS_OK;
        }
    }
    cr_expect_eq(single, 127);
    cr_expect_eq(pairs, 127 * 127 + 30 * 64);
}

Test(utf8, a_text_and_its_digest_are_of_one_reading)
{
    const file_path path = make_text("abc.yaml", "abc");
    char *text = NULL, hex[65];
    size_t size = 0;
    cr_assert_eq(files_read_text(path.text, &text, &size, hex, NULL), TALUS_OK);
    cr_expect_eq(size, 3);
    cr_expect_str_eq(text, "abc");
    // FIPS 180-2, appendix B
    cr_expect_str_eq(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    free(text);
    (void)remove(path.text);
}

Test(utf8, a_json_file_in_another_encoding_is_refused_with_its_place)
{
    const file_path path = make_text("latin1.json", "{\n \"gro\xdf\": 1}\n");
    files_json *json = NULL;
    talus_error error = {0};
    cr_expect_eq(files_json_read(path.text, &json, &error), TALUS_ERROR_INPUT);
    cr_expect_null(json);
    cr_expect(error.line == 2 && error.column == 6, "%d:%d", error.line, error.column);
    cr_expect_not_null(strstr(error.message, "UTF-8"), "%s", error.message);
    (void)remove(path.text);
}

Test(utf8, pipes_and_devices_are_refused_at_once, .timeout = 10)
{
    const file_path pipe = temporary_path("pipe");
    cr_assert_eq(mkfifo(pipe.text, 0600), 0);
    const char *const paths[] = {pipe.text, "/dev/zero", "/dev/null"};
    for (size_t k = 0; k < 3; k++) {
        char *data = NULL, hex[65];
        size_t size = 0;
        talus_error error = {0};
        cr_expect_eq(files_read_all(paths[k], &data, &size, &error), TALUS_ERROR_INPUT);
        cr_expect_null(data);
        cr_expect_not_null(strstr(error.message, k == 0 ? "is a pipe, expected a file"
                                                        : "is a device, expected a file"),
                           "%s", error.message);
        cr_expect_eq(files_sha256(paths[k], hex, &error), TALUS_ERROR_INPUT);
    }
    (void)remove(pipe.text);
}

/// Cut after a whole character, whatever the room.
Test(utf8, a_clean_copy_is_cut_after_a_character)
{
    static const char *const wanted[] = {"",           "a",           "a",          "a\xc3\xb6",
                                         "a\xc3\xb6 ", "a\xc3\xb6 ?", "a\xc3\xb6 ?"};
    for (size_t room = 1; room <= sizeof wanted / sizeof wanted[0]; room++) {
        char copy[8];
        files_clean_copy(copy, room, "a\xc3\xb6\n\xff");
        cr_expect_str_eq(copy, wanted[room - 1], "%zu", room);
    }
}

Test(utf8, only_what_shows_is_printable)
{
    static const char *const good[] = {"", "H\xc3\xb6he 3", "=cmd|x", "\xf0\x9f\xaa\xa8",
                                       "\xc2\xa0"};
    static const char *const bad[] = {"a\nb",         "\t",          "\x1b[31m",     "\x7f",
                                      "\xc2\x9b",     "a\xff",       "\xe2\x80\xa8", "\xe2\x80\xae",
                                      "\xe2\x81\xa6", "\xe2\x80\x8f"};
    for (size_t k = 0; k < sizeof good / sizeof good[0]; k++) {
        cr_expect(files_is_printable(good[k]), "%zu", k);
        char *clean = files_clean_text(good[k]);
        cr_expect_str_eq(clean, good[k]);
        free(clean);
    }
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        cr_expect_not(files_is_printable(bad[k]), "%zu", k);
        char *clean = files_clean_text(bad[k]);
        cr_expect(files_is_printable(clean), "%zu", k);
        free(clean);
    }
}
