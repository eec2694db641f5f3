// SPDX-License-Identifier: GPL-3.0-or-later
// What keys affect is what their rows say: each key of a scenario that has them all is changed, and
// the campaign that comes out is compared.
#include "input/scenario/model.h"
#include "input/scenario/tables.h"
#include "input/schema/print.h"
#include "runs/campaign/fingerprint.h"
#include "scenario/support.h"

#define RICH SCENARIO_DATA "rich.yaml"

enum { MOST_ROWS = 600 };
/// Rows of tables that share defaults are one: rows of classes have the keys of their entries.
typedef struct seen_row {
    const void *defaults;
    const char *key;
} seen_row;
static seen_row seen[MOST_ROWS];
static size_t seen_count;

static bool was_seen(const scenario_table *table, const char *key)
{
    bool found = false;
    for (size_t i = 0; i < seen_count && !found; i++) {
        found = seen[i].defaults == table->defaults && strcmp(seen[i].key, key) == 0;
    }
    return found;
}

/// All that a run takes from a scenario: what it does, and how its results are weighed.
typedef struct outcome {
    talus_status status;
    campaign_fingerprint fingerprint;
    uint64_t arrays; ///< frequencies and what is recorded of paths
} outcome;

static outcome load_with(const char *path, const char *value)
{
    outcome result = {.status = TALUS_OK};
    const talus_override override = {path, value};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    talus_world *world = NULL;
    talus_error error = {0};
    result.status = talus_scenario_read(RICH, &override, path != NULL, list, &scenario, &error);
    if (result.status == TALUS_OK) {
        result.status = talus_world_load(scenario, list, &world, &error);
    }
    if (result.status == TALUS_OK) {
        const talus_campaign *campaign = talus_world_campaign(world);
        const size_t count = campaign->release_count * campaign->rock_class_count;
        result.status = campaign_fingerprint_of(campaign, &result.fingerprint, &error);
        result.arrays = byte_digest(0, campaign->frequency, count * sizeof *campaign->frequency);
        const double precision[] = {campaign->sample_time, campaign->sample_distance,
                                    campaign->precision.decided_share};
        result.arrays = byte_digest(result.arrays, precision, sizeof precision);
    } else if (path == NULL) {
        print_diagnostics(list);
    }
    talus_world_destroy(world);
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
    return result;
}

static bool are_same(const outcome *a, const outcome *b)
{
    return a->arrays == b->arrays &&
           memcmp(&a->fingerprint, &b->fingerprint, sizeof a->fingerprint) == 0;
}

/// One line of changes.txt, "PATH VALUE", perhaps with a mark at its end.
static void check_line(char *line, const outcome *before)
{
    char *value = strchr(line, ' ');
    cr_assert_not_null(value, "%s", line);
    *value++ = '\0';
    char *end = value + strlen(value) - 1;
    const char mark = *end == '!' || *end == '=' ? *end : ' ';
    if (mark != ' ') {
        end[-1] = '\0';
    }
    schema_place place;
    cr_assert(schema_find(&scenario_top_table, line, &place), "there is no key %s", line);
    cr_assert_not_null(place.field, "%s", line);
    cr_assert_lt(seen_count, MOST_ROWS);
    seen[seen_count++] = (seen_row){place.table->defaults, place.field->key};
    const outcome after = load_with(line, value);
    if (mark == '!') {
        cr_expect_eq(after.status, TALUS_ERROR_INPUT, "%s %s is not refused", line, value);
        cr_expect_eq(place.field->affects, SCENARIO_RESULTS, "%s", line);
        return;
    }
    cr_expect_eq(after.status, TALUS_OK, "%s %s is refused", line, value);
    const bool is_result = place.field->affects == SCENARIO_RESULTS && mark != '=';
    cr_expect_eq(are_same(before, &after), !is_result, "%s %s: %s", line, value,
                 is_result ? "the campaign is the same" : "the campaign is another one");
}

static void expect_all_seen(const scenario_table *table)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const scenario_field *field = &table->fields[i];
        if (field->table != NULL) {
            expect_all_seen(field->table);
        } else {
            cr_expect(was_seen(table, field->key),
                      "tests/data/scenarios/changes.txt has no line for %s of %s", field->key,
                      table->name);
        }
    }
}

Test(affects, every_key_changes_what_its_row_says)
{
    const outcome before = load_with(NULL, NULL);
    cr_assert_eq(before.status, TALUS_OK);
    FILE *file = fopen(SCENARIO_DATA "changes.txt", "r");
    cr_assert_not_null(file);
    char line[512];
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#' && line[0] != '\0') {
            check_line(line, &before);
        }
    }
    fclose(file);
    expect_all_seen(&scenario_top_table);
}
