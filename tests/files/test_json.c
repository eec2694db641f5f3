// SPDX-License-Identifier: GPL-3.0-or-later
// Reading JSON: values, nesting, and refusals with line and column.
#include "files_case.h"

#include <time.h>

typedef struct json_case {
    talus_status status;
    files_json *json;
    talus_error error;
} json_case;

static json_case read_json(const char *text)
{
    json_case result = {.status = TALUS_OK};
    const file_path path = make_text("case.json", text);
    result.status = files_json_read(path.text, &result.json, &result.error);
    (void)remove(path.text);
    return result;
}

static json_case read_good(const char *text)
{
    const json_case result = read_json(text);
    cr_assert_eq(result.status, TALUS_OK, "%s", result.error.message);
    return result;
}

Test(json, numbers_are_numbers_and_texts_are_texts)
{
    const json_case got = read_good("{\"a\": -1.5e2, \"b\": \"7\", \"c\": true, \"d\": null, "
                                    "\"e\": \"\"}");
    const files_json_node *root = files_json_root(got.json);
    double value = 3.0;
    cr_expect(files_json_number(files_json_member(root, "a"), &value));
    cr_expect_eq(value, -150.0);
    cr_expect_null(files_json_text(files_json_member(root, "a")));
    cr_expect_not(files_json_number(files_json_member(root, "b"), &value));
    cr_expect_str_eq(files_json_text(files_json_member(root, "b")), "7");
    cr_expect_str_eq(files_json_text(files_json_member(root, "e")), "");
    for (int k = 0; k < 2; k++) {
        const files_json_node *other = files_json_member(root, k == 0 ? "c" : "d");
        cr_expect_not_null(other);
        cr_expect_not(files_json_number(other, &value));
        cr_expect_null(files_json_text(other));
    }
    cr_expect_eq(value, -150.0, "a refused number leaves the value alone");
    bool flag = false;
    cr_expect(files_json_bool(files_json_member(root, "c"), &flag) && flag);
    cr_expect_not(files_json_bool(files_json_member(root, "d"), &flag));
    cr_expect_not(files_json_bool(files_json_member(root, "a"), &flag));
    cr_expect(files_json_is_object(root) && !files_json_is_array(root));
    cr_expect_str_eq(files_json_key(root, 4), "e");
    cr_expect_null(files_json_key(root, 5));
    files_json_destroy(got.json);
}

Test(json, what_is_written_can_be_taken_back)
{
    files_text text = {0};
    files_json_begin(&text, NULL, '{');
    files_json_add_bool(&text, "kept", false);
    const files_text mark = text;
    files_json_begin(&text, "gone", '[');
    for (int k = 0; k < 300; k++) {
        files_json_add_number(&text, NULL, 0.1);
    }
    files_text_rewind(&text, &mark);
    files_json_add_bool(&text, "also kept", true);
    files_json_end(&text, '}');
    cr_expect_str_eq(text.data, "{\n  \"kept\": false,\n  \"also kept\": true\n}");
    files_text_clear(&text);
}

Test(json, nested_members_and_items_are_found)
{
    const json_case got = read_good("[{\"x\": [[1, 2], [], {\"y\": {}}]}, 5]");
    const files_json_node *root = files_json_root(got.json);
    const files_json_node *x = files_json_member(files_json_item(root, 0), "x");
    double pair[2] = {0.0, 0.0};
    cr_expect_eq(files_json_length(root), 2);
    cr_expect_eq(files_json_length(x), 3);
    cr_expect(files_json_numbers(files_json_item(x, 0), pair, 2));
    cr_expect(pair[0] == 1.0 && pair[1] == 2.0);
    cr_expect(files_json_numbers(files_json_item(x, 1), NULL, 0));
    cr_expect_not_null(files_json_member(files_json_item(x, 2), "y"));
    files_json_destroy(got.json);
}

Test(json, what_is_absent_or_of_another_type_is_null)
{
    const json_case got = read_good("{\"a\": [1, \"2\"], \"b\": 3}");
    const files_json_node *root = files_json_root(got.json), *a = files_json_member(root, "a");
    double values[3];
    cr_expect_null(files_json_member(root, "A"));
    cr_expect_null(files_json_member(a, "a"));
    cr_expect_null(files_json_member(NULL, "a"));
    cr_expect_null(files_json_item(root, 0));
    cr_expect_null(files_json_item(a, 2));
    cr_expect_null(files_json_item(NULL, 0));
    cr_expect_eq(files_json_length(root), 0);
    cr_expect_eq(files_json_length(NULL), 0);
    cr_expect_not(files_json_numbers(a, values, 2), "an item is a text");
    cr_expect_not(files_json_numbers(a, values, 3), "too few");
    cr_expect_not(files_json_numbers(root, values, 1), "no array");
    cr_expect_not(files_json_number(NULL, values));
    cr_expect_null(files_json_text(NULL));
    cr_expect_eq(files_json_line(NULL), 0);
    files_json_destroy(got.json);
}

Test(json, nodes_know_their_line)
{
    const json_case got = read_good("{\n  \"a\": 1,\n  \"b\": [\n    2,\n    \"3\"\n  ]\n}\n");
    const files_json_node *root = files_json_root(got.json), *b = files_json_member(root, "b");
    cr_expect_eq(files_json_line(files_json_member(root, "a")), 2);
    cr_expect_eq(files_json_line(b), 3);
    cr_expect_eq(files_json_line(files_json_item(b, 1)), 5);
    files_json_destroy(got.json);
}

Test(json, escapes_are_resolved)
{
    const json_case got =
        read_good("[\"\\\"\\\\\\/\\n\\t\", \"\\u00e4\\u20ac\", \"\\ud83e\\udea8\"]");
    const files_json_node *root = files_json_root(got.json);
    cr_expect_str_eq(files_json_text(files_json_item(root, 0)), "\"\\/\n\t");
    cr_expect_str_eq(files_json_text(files_json_item(root, 1)), "\xC3\xA4\xE2\x82\xAC");
    cr_expect_str_eq(files_json_text(files_json_item(root, 2)), "\xF0\x9F\xAA\xA8");
    files_json_destroy(got.json);
}

Test(json, a_lone_value_is_a_document)
{
    const json_case got = read_good("  42 \n");
    double value = 0.0;
    cr_expect(files_json_number(files_json_root(got.json), &value));
    cr_expect_eq(value, 42.0);
    files_json_destroy(got.json);
}

typedef struct broken_json {
    const char *text;
    int line; ///< expected
} broken_json;

static const broken_json broken[] = {
    {"{\n  \"a\": 1,\n  \"b\": 2 2\n}\n", 3},
    {"{\"a\": 1\n", 0},
    {"[1, 2\n, nan]\n", 2},
    {"{\n\"a\": 1,\n\"a\": 2}\n", 3},
    {"[1,\n\n1e999]\n", 3},
    {"{'a': 1}\n", 1},
    {"[1,\n2,]\n", 2},
    {"[\"open\n", 0},
    {"key: value\n", 1},
    {"[01]\n", 1},
};

Test(json, what_is_no_json_is_refused_with_its_line_and_column)
{
    for (size_t k = 0; k < sizeof broken / sizeof broken[0]; k++) {
        const json_case got = read_json(broken[k].text);
        cr_expect_eq(got.status, TALUS_ERROR_INPUT, "text %zu was read", k);
        cr_expect_null(got.json);
        cr_expect_gt(strlen(got.error.message), 10);
        cr_expect_not_null(strstr(got.error.file, "case.json"), "text %zu", k);
        cr_expect_gt(got.error.column, 0, "text %zu: %s", k, got.error.message);
        if (broken[k].line > 0) {
            cr_expect_eq(got.error.line, broken[k].line, "text %zu: line %d, %s", k, got.error.line,
                         got.error.message);
        }
    }
}

Test(json, an_empty_file_is_refused)
{
    cr_expect_eq(read_json("").status, TALUS_ERROR_INPUT);
    cr_expect_eq(read_json(" \n\n").status, TALUS_ERROR_INPUT);
}

Test(json, a_missing_file_is_an_io_error)
{
    files_json *json = NULL;
    cr_expect_eq(files_json_read("/nowhere/at/all.json", &json, NULL), TALUS_ERROR_INPUT);
    cr_expect_null(json);
    files_json_destroy(NULL);
}

Test(json, nesting_without_end_is_refused)
{
    static char deep[100001];
    memset(deep, '[', sizeof deep - 1);
    const json_case got = read_json(deep);
    cr_expect_eq(got.status, TALUS_ERROR_INPUT);
    cr_expect_null(got.json);
}

Test(json, a_long_array_is_read_in_linear_time)
{
    enum { COUNT = 200000 };
    static double values[COUNT];
    files_text text = {0};
    for (size_t k = 0; k < COUNT; k++) {
        values[k] = (double)k / 7.0;
    }
    files_json_add_numbers(&text, NULL, values, COUNT);
    cr_assert_not(text.failed);
    const clock_t begin = clock();
    const json_case got = read_good(text.data);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    files_text_clear(&text);
    double last = 0.0;
    cr_expect(files_json_number(files_json_item(files_json_root(got.json), COUNT - 1), &last));
    cr_expect_eq(last, values[COUNT - 1]);
    cr_expect_lt(seconds, 20.0, "%g s", seconds); /* measured 0.2 s */
    files_json_destroy(got.json);
}
