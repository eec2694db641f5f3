// SPDX-License-Identifier: GPL-3.0-or-later
// What the user may have meant: the nearest known key by unit-free stem, then by edit distance.
#include "input/schema/fields.h"

#include <stdio.h>
#include <string.h>

enum { MAX_WORD = 63 };

/// Edit distance (insert, delete, replace, swap of neighbours); words longer than MAX_WORD are far.
static size_t edit_distance(const char *a, const char *b)
{
    const size_t n = strlen(a);
    const size_t m = strlen(b);
    if (n > MAX_WORD || m > MAX_WORD) {
        return MAX_WORD;
    }
    size_t rows[3][MAX_WORD + 1];
    for (size_t j = 0; j <= m; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= n; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i - 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = above[j - 1] + (a[i - 1] != b[j - 1]);
            best = above[j] + 1 < best ? above[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                const size_t swapped = rows[(i - 2) % 3][j - 2] + 1;
                best = swapped < best ? swapped : best;
            }
            row[j] = best;
        }
    }
    return rows[n % 3][m];
}

static bool near_enough(const char *word, size_t distance)
{
    const size_t length = strlen(word);
    return distance <= (length < 6 ? (length < 3 ? 0 : 1) : length / 3);
}

const char *scenario_nearest(const char *const *names, const char *word)
{
    const char *best = NULL;
    size_t best_distance = MAX_WORD;
    for (; *names != NULL; names++) {
        const size_t distance = edit_distance(word, *names);
        if (distance < best_distance && near_enough(word, distance)) {
            best = *names;
            best_distance = distance;
        }
    }
    return best;
}

static bool is_unit(const char *part, size_t size)
{
    static const char *const units[] = {
        "m",  "mm", "cm",  "km",  "s",   "ms",  "us",   "h",       "hours", "kg",      "g",
        "t",  "n",  "kn",  "j",   "kj",  "deg", "rad",  "degrees", "rpm",   "hz",      "m2",
        "m3", "s2", "cm3", "dm3", "l",   "1",   "2",    "3",       "per",   "metres",  "meters",
        "ft", "in", "mph", "kmh", "kph", "mps", "tons", "seconds", "metre", "radians", NULL,
    };
    for (size_t i = 0; units[i] != NULL; i++) {
        if (strlen(units[i]) == size && strncmp(units[i], part, size) == 0) {
            return true;
        }
    }
    return false;
}

/// Length of a key without its trailing units: "velocity" of "velocity_km_h".
static size_t stem_length(const char *key)
{
    size_t length = strlen(key);
    for (;;) {
        size_t begin = length;
        while (begin > 0 && key[begin - 1] != '_') {
            begin--;
        }
        if (begin < 2 || !is_unit(key + begin, length - begin)) {
            return length;
        }
        length = begin - 1;
    }
}

static bool same_stem(const char *a, const char *b)
{
    const size_t length = stem_length(a);
    return length == stem_length(b) && strncmp(a, b, length) == 0;
}

static const char *unit_words(const char *unit)
{
    static const char *const words[][2] = {
        {"m", "metres"},
        {"s", "seconds"},
        {"kg", "kilograms"},
        {"deg", "degrees"},
        {"m/s", "metres per second"},
        {"m/s^2", "metres per second squared"},
        {"rad/s", "radians per second"},
        {"kg/m^3", "kilograms per cubic metre"},
        {"m^3", "cubic metres"},
        {"kg/s", "kilograms per second"},
        {"1/m", "per metre"},
        {"1/s", "per second"},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(words[i][0], unit) == 0) {
            return words[i][1];
        }
    }
    return unit;
}

static const scenario_field *find_similar(const scenario_table *table, const char *word)
{
    for (size_t i = 0; i < table->field_count; i++) {
        if (same_stem(word, table->fields[i].key)) {
            return &table->fields[i];
        }
    }
    const scenario_field *best = NULL;
    size_t best_distance = MAX_WORD;
    for (size_t i = 0; i < table->field_count; i++) {
        const size_t distance = edit_distance(word, table->fields[i].key);
        if (distance < best_distance && near_enough(word, distance)) {
            best = &table->fields[i];
            best_distance = distance;
        }
    }
    return best;
}

/// The key of another section that the word names, exactly or except for its unit; NULL if none does.
static const scenario_field *find_elsewhere(const scenario_table *table, const char *word,
                                            bool exactly, const char **section)
{
    const scenario_field *found = NULL;
    for (size_t i = 0; i < table->field_count && found == NULL; i++) {
        const scenario_field *field = &table->fields[i];
        if (strcmp(field->key, word) == 0 || (!exactly && same_stem(field->key, word))) {
            *section = table->name;
            found = field;
        } else if (field->table != NULL) {
            found = find_elsewhere(field->table, word, exactly, section);
        }
    }
    return found;
}

static void list_keys(const scenario_table *table, char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < table->field_count; i++) {
        const char *key = table->fields[i].key;
        if (used + strlen(key) + 3 < size) {
            used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", key);
        }
    }
}

/// "1,000" between braces or brackets is two entries: digits follow the comma at once.
bool scenario_is_comma_number(const scenario_node *first, const scenario_node *second)
{
    if (first->kind != SCENARIO_SCALAR || second->kind != SCENARIO_SCALAR || first->quoted ||
        second->quoted || first->line != second->line) {
        return false;
    }
    const char *head = first->text + strspn(first->text, "+-");
    return head[0] != '\0' && head[strspn(head, "0123456789")] == '\0' && second->text[0] != '\0' &&
           second->text[strspn(second->text, "0123456789eE")] == '\0' &&
           second->column == first->column + (int)strlen(first->text) + 1;
}

/// The half behind the comma of a number in a map is a key without a value.
static bool report_comma(const scenario_tree *tree, const scenario_node *map, size_t index)
{
    if (index == 0 || !scenario_is_comma_number(map->values[index - 1], map->keys[index])) {
        return false;
    }
    const char *head = map->values[index - 1]->text, *tail = map->keys[index]->text;
    scenario_report(
        tree->diagnostics, TALUS_SEVERITY_ERROR, map->values[index - 1],
        "%s: found '%.20s,%.20s', expected a number without comma: write %.20s%.20s, or "
        "%.20s.%.20s with a decimal point",
        map->keys[index - 1]->text, head, tail, head, tail, head, tail);
    return true;
}

void scenario_report_unknown(const scenario_tree *tree, const scenario_table *table,
                             const scenario_node *map, size_t index)
{
    talus_diagnostics *const diagnostics = tree->diagnostics;
    const scenario_node *const key = map->keys[index];
    if (scenario_is_full(diagnostics) || report_comma(tree, map, index)) {
        return;
    }
    char shown[80];
    snprintf(shown, sizeof shown, "%.70s", key->text);
    const char *section = NULL;
    const scenario_field *similar = find_similar(table, key->text);
    const scenario_field *other = find_elsewhere(tree->top, key->text, true, &section);
    if (other == NULL) {
        other = find_elsewhere(tree->top, key->text, false, &section);
    }
    if (similar != NULL && (other == NULL || same_stem(key->text, similar->key))) {
        const char *words = similar->unit != NULL ? unit_words(similar->unit) : "";
        scenario_report(diagnostics, TALUS_SEVERITY_ERROR, key,
                        "unknown key '%s': did you mean '%s'%s%s%s?", shown, similar->key,
                        words[0] != '\0' ? " (" : "", words, words[0] != '\0' ? ")" : "");
    } else if (other != NULL) {
        const bool top = section == tree->top->name;
        scenario_report(diagnostics, TALUS_SEVERITY_ERROR, key,
                        "unknown key '%s' in %s: '%s' belongs %s %s", shown, table->name,
                        other->key, top ? "at the top of the" : "to", section);
    } else {
        char keys[600];
        list_keys(table, keys, sizeof keys);
        scenario_report(diagnostics, TALUS_SEVERITY_ERROR, key, "unknown key '%s': %s knows %s",
                        shown, table->name, keys);
    }
}
