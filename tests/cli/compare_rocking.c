// SPDX-License-Identifier: GPL-3.0-or-later
// Compare the answers of `talus-cases evaluate` with the reference:
//   compare_rocking ANSWERS CASES
// Every member of "expected" within "tol" times max(1, |x|); flags and texts exactly; histories
// over the entries that the case lists; null is not compared. "tol" may be an object: then its
// members name groups of expected members (see groups below). Prints cases, good ones and the worst
// difference over its tolerance per model.
#include "cli/compare.h"

#include <math.h>
#include <string.h>

enum { MODELS = 64 };

/// Comparison of one case.
typedef struct comparison {
    double tol, worst;             ///< worst difference / allowed difference
    const files_json_node *groups; ///< of tolerances; NULL = tol is that of all
    char place[64];                ///< where it first failed
} comparison;

typedef struct tally {
    const char *model;
    size_t cases, good;
    double worst;
} tally;

static bool is_history(const char *key)
{
    static const char *const names[] = {"t_impact", "w_minus", "amplitude", "peaks",
                                        "seq",      "impacts", "lands",     "w_land",
                                        "turns",    "events",  "n_bounces"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(key, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/// Groups of tolerances whose names differ from those of the members.
static const struct {
    const char *member, *group;
} groups[] = {{"events", "event_driven"},
              {"pose_end", "event_driven"},
              {"velocity_end", "event_driven"},
              {"base_work_relative", "base_work"},
              {"moreau_2e4", "stepper_2e4"}};
/// A row of "seq": time, corner, theta (omega after) or speed (rates after).
static const char *const columns[4][2] = {
    {"time", "time"}, {"time", "time"}, {"theta", "speed"}, {"omega", "omega"}};

/// What is not a number, text, flag, array or object.
static bool is_null(const files_json_node *node)
{
    double number = 0.0;
    bool flag = false;
    return !files_json_number(node, &number) && !files_json_bool(node, &flag) &&
           !files_json_text(node) && !files_json_is_array(node) && !files_json_is_object(node);
}

/// The tolerance of a member, and of a column of its rows.
static void choose_tolerance(comparison *c, const char *key, size_t column)
{
    const files_json_node *tol = files_json_member(c->groups, key);
    for (size_t i = 0; i < sizeof groups / sizeof groups[0] && c->groups && !tol; i++) {
        if (strcmp(groups[i].member, key) == 0) {
            tol = files_json_member(c->groups, groups[i].group);
        }
    }
    if (c->groups && !tol && strcmp(key, "seq") == 0 && column < 4) {
        const files_json_node *one = files_json_member(c->groups, columns[column][0]);
        tol = one ? one : files_json_member(c->groups, columns[column][1]);
    }
    if (c->groups && !(tol && files_json_number(tol, &c->tol))) {
        c->tol = 1e-9;
    }
}

static bool fail_at(comparison *c, const char *key)
{
    if (c->place[0] == '\0') {
        snprintf(c->place, sizeof c->place, "%s", key);
    }
    return false;
}

static bool compare_numbers(comparison *c, const files_json_node *found, double wanted)
{
    double value = 0.0;
    if (!files_json_number(found, &value)) {
        return false;
    }
    const double share = fabs(value - wanted) / (c->tol * fmax(1.0, fabs(wanted)));
    const double miss = value == wanted ? 0.0 : share;
    c->worst = miss <= c->worst ? c->worst : miss; // NaN counts as far away
    return miss <= 1.0;
}

/// A leaf: number, flag or text.
static bool compare_value(comparison *c, const files_json_node *found,
                          const files_json_node *wanted)
{
    double number = 0.0;
    bool flag = false, other = false;
    const char *text = files_json_text(wanted), *answered = files_json_text(found);
    if (files_json_number(wanted, &number)) {
        return compare_numbers(c, found, number);
    }
    if (files_json_bool(wanted, &flag)) {
        return files_json_bool(found, &other) && other == flag;
    }
    return text && answered && strcmp(text, answered) == 0;
}

/// An item of an array or a member of an object at work.
typedef struct level {
    const files_json_node *found, *wanted;
    size_t next, column; ///< column: place in a row of numbers and texts
    const char *key;
} level;

static bool shapes_agree(const level *at)
{
    if (files_json_is_array(at->wanted)) {
        const size_t found = files_json_length(at->found), wanted = files_json_length(at->wanted);
        return files_json_is_array(at->found) &&
               (is_history(at->key) ? found >= wanted : found == wanted);
    }
    return files_json_is_object(at->found);
}

/// Child number `next` of a level; false at its end.
static bool step_down(const level *at, level *child)
{
    *child = (level){.key = at->key, .column = at->next};
    if (files_json_is_array(at->wanted)) {
        child->wanted = files_json_item(at->wanted, at->next);
        child->found = files_json_item(at->found, at->next);
    } else {
        const char *key = files_json_key(at->wanted, at->next);
        child->wanted = key ? files_json_member(at->wanted, key) : NULL;
        child->found = key ? files_json_member(at->found, key) : NULL;
        child->key = key ? key : "";
    }
    return child->wanted != NULL;
}

/// Walk through "expected" with a stack of our own.
static bool compare_tree(comparison *c, const files_json_node *found, const files_json_node *wanted)
{
    enum { DEEPEST = 8 };
    level stack[DEEPEST] = {{.found = found, .wanted = wanted, .key = "outputs"}};
    size_t depth = 1;
    bool good = shapes_agree(stack);
    while (depth > 0) {
        level child;
        level *at = &stack[depth - 1];
        if (!step_down(at, &child)) {
            depth--;
            continue;
        }
        at->next++;
        // the rates of a row of three are one column
        child.column = depth > 3 ? at->column : child.column;
        choose_tolerance(c, child.key, child.column);
        if (is_null(child.wanted)) {
            continue;
        }
        if (!files_json_is_array(child.wanted) && !files_json_is_object(child.wanted)) {
            if (!compare_value(c, child.found, child.wanted)) {
                good = fail_at(c, child.key);
            }
        } else if (!shapes_agree(&child) || depth == DEEPEST) {
            good = fail_at(c, child.key);
        } else {
            stack[depth++] = child;
        }
    }
    return good;
}

static tally *tally_of(tally *tallies, size_t *count, const char *model)
{
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(tallies[i].model, model) == 0) {
            return &tallies[i];
        }
    }
    if (*count == MODELS) {
        return NULL;
    }
    tallies[*count].model = model;
    return &tallies[(*count)++];
}

static bool compare_case(tally *t, const files_json_node *answer, const files_json_node *reference)
{
    comparison c = {.tol = 0.0};
    const char *id = files_json_text(files_json_member(reference, "id"));
    const char *answered = files_json_text(files_json_member(answer, "id"));
    const char *refusal = files_json_text(files_json_member(answer, "error"));
    t->cases++;
    const files_json_node *tol = files_json_member(reference, "tol");
    c.groups = files_json_is_object(tol) ? tol : NULL;
    if (!id || !answered || strcmp(id, answered) != 0 ||
        !(c.groups || files_json_number(tol, &c.tol))) {
        printf("%s: answered as %s\n", id ? id : "?", answered ? answered : "nothing");
        return false;
    }
    const bool good = compare_tree(&c, files_json_member(answer, "outputs"),
                                   files_json_member(reference, "expected"));
    t->good += good;
    t->worst = c.worst <= t->worst ? t->worst : c.worst;
    if (!good) {
        printf("%s: %s differs; worst difference %.3g tolerances%s%s\n", id, c.place, c.worst,
               refusal ? "; " : "", refusal ? refusal : "");
    }
    return good;
}

/// @return true if every case is good
static bool compare_all(const files_json_node *answers, const files_json_node *cases)
{
    tally tallies[MODELS] = {0};
    size_t model_count = 0, good = 0;
    const size_t count = files_json_length(cases);
    for (size_t i = 0; i < count; i++) {
        const files_json_node *one = files_json_item(cases, i);
        const char *model = files_json_text(files_json_member(one, "model"));
        tally *t = tally_of(tallies, &model_count, model ? model : "");
        good += t && compare_case(t, files_json_item(answers, i), one);
    }
    for (size_t i = 0; i < model_count; i++) {
        printf("%-16s %3zu cases, %3zu good; worst %.2g tolerances\n", tallies[i].model,
               tallies[i].cases, tallies[i].good, tallies[i].worst);
    }
    printf("%zu of %zu cases\n", good, count);
    return count > 0 && good == count && files_json_length(answers) == count;
}

int main(int argc, char **argv)
{
    return compare_files(argc, argv, compare_all);
}
