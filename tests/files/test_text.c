// SPDX-License-Identifier: GPL-3.0-or-later
// The growing text and the JSON written on it.
#include "files_case.h"

#include <locale.h>
#include <math.h>

static void expect_text(files_text *text, const char *expected)
{
    cr_assert_not(text->failed);
    cr_expect_str_eq(text->data, expected);
    cr_expect_eq(text->size, strlen(expected));
    files_text_clear(text);
}

Test(text, starts_empty_and_grows)
{
    files_text text = {0};
    cr_expect_null(text.data);
    for (int k = 0; k < 1000; k++) {
        files_text_add(&text, "%03d,", k);
    }
    cr_assert_eq(text.size, 4000);
    cr_expect_eq(memcmp(text.data + 3996, "999,", 5), 0);
    files_text_clear(&text);
    cr_expect(text.data == NULL && text.size == 0 && text.capacity == 0);
}

Test(text, takes_a_piece_longer_than_its_room)
{
    files_text text = {0};
    files_text_add(&text, "a");
    files_text_add(&text, "%5000d", 7);
    files_text_add(&text, "%s", "");
    cr_assert_eq(text.size, 5001);
    cr_expect_eq(text.data[5000], '7');
    files_text_clear(&text);
}

Test(text, an_empty_object_and_an_empty_array)
{
    files_text text = {0};
    files_json_begin(&text, NULL, '{');
    files_json_begin(&text, "none", '[');
    files_json_end(&text, ']');
    files_json_add_numbers(&text, "numbers", NULL, 0);
    files_json_end(&text, '}');
    expect_text(&text, "{\n  \"none\": [],\n  \"numbers\": []\n}");
}

Test(text, nests_with_two_blanks_and_commas_between_items)
{
    const double numbers[3] = {1.0, -0.5, 1e-3};
    files_text text = {0};
    files_json_begin(&text, NULL, '{');
    files_json_add_bool(&text, "good", true);
    files_json_begin(&text, "rocks", '[');
    files_json_begin(&text, NULL, '{');
    files_json_add_integer(&text, "i", INT64_MIN);
    files_json_end(&text, '}');
    files_json_add_unsigned(&text, NULL, UINT64_MAX);
    files_json_end(&text, ']');
    files_json_add_numbers(&text, "x", numbers, 3);
    files_json_end(&text, '}');
    expect_text(&text, "{\n  \"good\": true,\n  \"rocks\": [\n    {\n"
                       "      \"i\": -9223372036854775808\n    },\n    18446744073709551615\n  ],\n"
                       "  \"x\": [1, -0.5, 0.001]\n}");
}

Test(text, nan_and_infinities_become_null)
{
    const double numbers[4] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 2.0};
    files_text text = {0};
    files_json_begin(&text, NULL, '{');
    files_json_add_number(&text, "a", (double)NAN);
    files_json_add_numbers(&text, "b", numbers, 4);
    files_json_end(&text, '}');
    expect_text(&text, "{\n  \"a\": null,\n  \"b\": [null, null, null, 2]\n}");
}

Test(text, quotes_backslashes_and_control_characters_are_escaped)
{
    files_text text = {0};
    files_json_begin(&text, NULL, '{');
    files_json_add_text(&text, "k\"ey", "a\"b\\c\x01 \xC3\xA4");
    files_json_end(&text, '}');
    expect_text(&text, "{\n  \"k\\\"ey\": \"a\\\"b\\\\c\\u0001 \xC3\xA4\"\n}");
}

static const double hard_numbers[] = {
    0.1, 1.0 / 3.0, 1e-308, 5e-324, 1.7976931348623157e308, -1e22, 123456789012345680.0, 0.0, 2.0};
static const char *const hard_texts[] = {"", "line\nbreak\ttab\rreturn\b\f", "\x7f / \\u0041 \"",
                                         "gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\xAA\xA8"};

Test(text, what_is_written_is_read_back_to_the_last_bit)
{
    enum { NUMBERS = sizeof hard_numbers / sizeof hard_numbers[0] };
    files_text text = {0};
    files_json_begin(&text, NULL, '{');
    files_json_add_numbers(&text, "numbers", hard_numbers, NUMBERS);
    files_json_begin(&text, "texts", '[');
    for (size_t k = 0; k < 4; k++) {
        files_json_add_text(&text, NULL, hard_texts[k]);
    }
    files_json_end(&text, ']');
    files_json_end(&text, '}');
    const file_path path = make_file("back.json", text.data, text.size);
    files_text_clear(&text);
    files_json *json = NULL;
    talus_error error = {0};
    cr_assert_eq(files_json_read(path.text, &json, &error), TALUS_OK, "%s", error.message);
    (void)remove(path.text);
    double numbers[NUMBERS];
    const files_json_node *root = files_json_root(json);
    cr_assert(files_json_numbers(files_json_member(root, "numbers"), numbers, NUMBERS));
    cr_expect_eq(memcmp(numbers, hard_numbers, sizeof numbers), 0);
    const files_json_node *texts = files_json_member(root, "texts");
    for (size_t k = 0; k < 4; k++) {
        cr_expect_str_eq(files_json_text(files_json_item(texts, k)), hard_texts[k]);
    }
    files_json_destroy(json);
}

Test(text, bytes_that_are_no_utf8_do_not_reach_the_document)
{
    files_text text = {0};
    files_json_add_text(&text, NULL, "a\xff\xc3");
    expect_text(&text, "\"a\\ufffd\\ufffd\"");
}

Test(text, decimal_points_do_not_follow_the_locale_of_the_program)
{
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8") == NULL &&
        setlocale(LC_NUMERIC, "de_DE.utf8") == NULL) {
        cr_skip_test("no locale with decimal commas is installed");
    }
    files_text text = {0};
    files_json_begin(&text, NULL, '[');
    files_json_add_number(&text, NULL, 1.5);
    files_json_end(&text, ']');
    const file_path path = make_file("locale.json", text.data, text.size);
    files_json *json = NULL;
    double value = 0.0;
    cr_expect_str_eq(text.data, "[\n  1.5\n]");
    cr_assert_eq(files_json_read(path.text, &json, NULL), TALUS_OK);
    (void)remove(path.text);
    cr_expect(files_json_number(files_json_item(files_json_root(json), 0), &value));
    cr_expect_eq(value, 1.5);
    mesh_case cloud = read_text_as("locale.xyz", "1.5 2.5 3.5\n");
    cr_assert_eq(cloud.status, TALUS_OK, "%s", cloud.error.message);
    cr_expect_eq(cloud.mesh.points[0].z, 3.5);
    talus_mesh_clear(&cloud.mesh);
    files_json_destroy(json);
    files_text_clear(&text);
}

Test(csv, texts_are_quoted_and_no_formulas)
{
    static const char *const cases[][2] = {
        {"", "\"\""},
        {"road", "\"road\""},
        {"a, \"b\"", "\"a, \"\"b\"\"\""},
        {"=cmd|'/C calc'!A0", "\"'=cmd|'/C calc'!A0\""},
        {"+1", "\"'+1\""},
        {"-1", "\"'-1\""},
        {"@SUM(A1)", "\"'@SUM(A1)\""},
        {"\t=1", "\"'\t=1\""},
        {"a=b", "\"a=b\""},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        files_text text = {0};
        files_csv_add_text(&text, cases[k][0]);
        cr_expect_str_eq(text.data, cases[k][1]);
        files_text_clear(&text);
    }
}

Test(text, a_table_of_another_writer_gets_its_formulas_guarded)
{
    static const char table[] =
        "a,b,c\r\n=1+1,-3.5,\"@x,\"\"y\"\"\"\r\n-1e-3,+7,-\n\"plain\",-2+3,\"=\n2\"\n,,\n";
    static const char wanted[] =
        "a,b,c\r\n\"'=1+1\",-3.5,\"'@x,\"\"y\"\"\"\r\n-1e-3,+7,\"'-\"\n\"plain\",\"'-2+3\","
        "\"'=\n2\"\n,,\n";
    files_text text = {0};
    files_csv_add_guarded(&text, table, sizeof table - 1);
    cr_expect_str_eq(text.data, wanted);
    files_text_clear(&text);
}

Test(text, control_characters_are_no_xml)
{
    files_text text = {0};
    files_xml_add_text(&text, "<a>&\"\x1b[2J\t]]>");
    cr_expect_str_eq(text.data, "&lt;a&gt;&amp;&quot;\xef\xbf\xbd[2J\t]]&gt;");
    files_text_clear(&text);
}
