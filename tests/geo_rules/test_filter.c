// SPDX-License-Identifier: GPL-3.0-or-later
// What of SQL is let through: filters of attributes and plain selections, nothing with side effects or
// without end.
#include "io/geo_rules/filter.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Test(filter, comparisons_of_attributes_pass)
{
    static const char *const good[] = {NULL,
                                       "",
                                       "  ",
                                       "kind = 'forest'",
                                       "\"kind\" <> 'it''s'",
                                       "kind='a' AND (h > 3 OR NOT h <= -2.5e3)",
                                       "id IN (1, 2, -3)",
                                       "kind not in ('a','b')",
                                       "name LIKE '%wald%'",
                                       "name NOT ILIKE 'a_b' ESCAPE '\\'",
                                       "h BETWEEN 1 AND 3 AND kind IS NOT NULL",
                                       "h is null",
                                       "CAST(kind AS integer) = 3",
                                       "CAST(\"kind\" AS character(12)) = '3'",
                                       "2 * h + 1 >= (w - 1) / 3 % 2",
                                       "t.h == .5",
                                       "\xc3\xb6"
                                       "ffnung != 'zu'",
                                       "OGR_GEOM_AREA > 100",
                                       "not (a = 1 and not b = 2)",
                                       "flag",
                                       "\"a\"\"b\" = 1",
                                       "((((((((h = 1))))))))"};
    for (size_t k = 0; k < sizeof good / sizeof good[0]; k++) {
        talus_error error = {0};
        cr_expect_eq(geo_rules_check_filter(good[k], &error), TALUS_OK, "%s: %s",
                     good[k] != NULL ? good[k] : "(NULL)", error.message);
    }
}

Test(filter, all_else_is_refused_with_a_sentence)
{
    static const char *const bad[] = {"1; DROP TABLE t",
                                      "1=1;",
                                      "h = (SELECT max(h) FROM t)",
                                      "id IN (SELECT id FROM t)",
                                      "EXISTS (SELECT 1)",
                                      "load_extension('x')",
                                      "writefile('x', 'y') = 1",
                                      "randomblob(1000000000) = h",
                                      "lower(name) = 'a'",
                                      "h = 1 UNION SELECT 1",
                                      "h = 1 -- all",
                                      "h = 1 /* all */",
                                      "WITH RECURSIVE n AS (x)",
                                      "h =",
                                      "= 3",
                                      "h = 'open",
                                      "\"open",
                                      "h = 3)",
                                      "(h = 3",
                                      "h = 3 4",
                                      "h IN ()",
                                      "h IN (h)",
                                      "h LIKE h",
                                      "h LIKE '%a%b%c%d'",
                                      "h BETWEEN 1 OR 3",
                                      "h IS 3",
                                      "NOT",
                                      "a NOT b",
                                      "h = 1 AND",
                                      "h GLOB '*'",
                                      "h MATCH 'x'",
                                      "h = ?1",
                                      "h = :x",
                                      "h = $x",
                                      "h = x'00'",
                                      "CASE WHEN 1 THEN 2 END",
                                      "h COLLATE nocase = 'a'",
                                      "3x = 1",
                                      "CAST(h AS)",
                                      "CAST(lower(h) AS text)",
                                      "h = 1 LIMIT 1",
                                      "h || load_extension('x')",
                                      "\"load_extension\"('x')",
                                      "a.b.c(1)",
                                      "pragma_table_info('t')",
                                      "h = `x`",
                                      "[h] = 1",
                                      "h = 1 \x01"};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        talus_error error = {0};
        cr_expect_eq(geo_rules_check_filter(bad[k], &error), TALUS_ERROR_INPUT, "%s", bad[k]);
        cr_expect_not_null(strstr(error.message, "expected"), "%s: %s", bad[k], error.message);
    }
}

Test(filter, deep_and_long_ones_are_refused)
{
    const size_t size = 200000;
    char *text = malloc(size + 1);
    cr_assert_not_null(text);
    memset(text, '(', size);
    for (size_t length = 100; length <= size; length += size - 100) {
        text[length] = '\0';
        cr_expect_eq(geo_rules_check_filter(text, NULL), TALUS_ERROR_INPUT);
        text[length] = '(';
    }
    memset(text, '-', size);
    text[size] = '\0';
    cr_expect_eq(geo_rules_check_filter(text, NULL), TALUS_ERROR_INPUT);
    free(text);
}

Test(filter, one_plain_selection_passes)
{
    static const char *const good[] = {
        "SELECT * FROM stands", "select a, b as c, 2 * h AS d from \"my stands\";",
        "SELECT DISTINCT a FROM t WHERE a > 3 AND b LIKE 'x%' ORDER BY a DESC, b LIMIT 5"};
    static const char *const bad[] = {
        "",
        "VACUUM INTO '/tmp/x'",
        "CREATE INDEX ON t USING a",
        "PRAGMA journal_mode=WAL",
        "SELECT 1; DROP TABLE t",
        "SELECT * FROM t; SELECT * FROM u",
        "SELECT * FROM (SELECT 1)",
        "SELECT * FROM a, b",
        "SELECT * FROM a JOIN b",
        "SELECT load_extension('x') FROM t",
        "SELECT * FROM 'other.gpkg'.t",
        "SELECT (SELECT 1) FROM t",
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM n) SELECT x FROM n",
        "SELECT * FROM t UNION SELECT 1",
        "SELECT * INTO x FROM t",
        "ATTACH 'x' AS y",
        "DROP TABLE t",
        "INSERT INTO t VALUES (1)",
        "EXPLAIN SELECT * FROM t",
        "SELECT * FROM t WHERE",
        "SELECT * FROM f('x')",
        "SELECT FROM t",
        "DELETE FROM t",
        "ALTER TABLE t ADD x",
        "SELECT count(*) FROM t",
        "SELECT * FROM t GROUP BY a",
        "REPACK t",
        "CREATE SPATIAL INDEX ON t"};
    for (size_t k = 0; k < sizeof good / sizeof good[0]; k++) {
        talus_error error = {0};
        cr_expect_eq(geo_rules_check_selection(good[k], &error), TALUS_OK, "%s: %s", good[k],
                     error.message);
    }
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        cr_expect_eq(geo_rules_check_selection(bad[k], NULL), TALUS_ERROR_INPUT, "%s", bad[k]);
    }
}
