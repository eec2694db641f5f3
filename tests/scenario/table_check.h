// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the rows of a table of keys are complete.
#ifndef TALUS_TESTS_SCENARIO_TABLE_CHECK_H
#define TALUS_TESTS_SCENARIO_TABLE_CHECK_H

#include "input/schema/fields.h"

#include <criterion/criterion.h>
#include <string.h>

static inline bool has_key(const scenario_table *table, const char *key)
{
    bool has = false;
    for (size_t i = 0; i < table->field_count && !has; i++) {
        has = strcmp(table->fields[i].key, key) == 0;
    }
    return has;
}

/// @param all every key must be one of the table, not just one of them
static inline void expect_keys(const scenario_table *table, const char *keys, bool all)
{
    char key[ROW_LONGEST_KEY];
    size_t known = 0, count = 0;
    while (keys != NULL && row_next_key(&keys, key)) {
        known += has_key(table, key);
        count++;
    }
    cr_expect(known == count || !all, "%s: a condition names a key that there is not", table->name);
}

static inline bool is_number(scenario_type type)
{
    return type == SCENARIO_NUMBER || type == SCENARIO_COUNT || type == SCENARIO_VECTOR ||
           type == SCENARIO_NUMBERS || type == SCENARIO_QUANTITY;
}

static inline void expect_row(const scenario_table *table, const scenario_field *field)
{
    const bool is_section = field->type == SCENARIO_SECTION || field->type == SCENARIO_SECTIONS;
    cr_expect(field->doc != NULL && field->doc[strlen(field->doc) - 1] == '.', "%s of %s: no doc",
              field->key, table->name);
    cr_expect_eq(is_section, field->affects == SCENARIO_BELOW, "%s of %s", field->key, table->name);
    cr_expect_eq(is_section, field->table != NULL, "%s of %s", field->key, table->name);
    cr_expect_lt(field->offset, table->size);
    cr_expect(!is_number(field->type) || field->range.min < field->range.max, "%s of %s: no range",
              field->key, table->name);
    cr_expect(field->type != SCENARIO_SECTIONS || field->table->max_count > 0, "%s", field->key);
    cr_expect(field->type != SCENARIO_CHOICE || field->choices != NULL, "%s", field->key);
    cr_expect(!(field->required && field->default_text != NULL), "%s of %s: required, with default",
              field->key, table->name);
    for (size_t i = 0; i < 2; i++) {
        expect_keys(table, field->needs[i].keys, true);
    }
    // the rows of classes have the parameters of an entry, but no classes
    expect_keys(table, field->excludes.keys, strcmp(table->name, "classes") != 0);
}

/// Every row of the tables says what it must.
/// @return rows
static inline size_t expect_complete_table(const scenario_table *table)
{
    size_t count = table->field_count;
    expect_keys(table, table->one_of.keys, true);
    for (size_t i = 0; i < table->field_count; i++) {
        const scenario_field *field = &table->fields[i];
        expect_row(table, field);
        for (size_t k = 0; k < i; k++) {
            cr_expect_str_neq(table->fields[k].key, field->key, "%s", table->name);
        }
        count += field->table != NULL ? expect_complete_table(field->table) : 0;
    }
    return count;
}

#endif
