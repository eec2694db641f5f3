// SPDX-License-Identifier: GPL-3.0-or-later
#include "products/scene.h"

#include "foundation/files/files.h"

#include <inttypes.h>

/// The summary written to a file and read back as JSON.
static files_json *read_back(const scene *s, bool partial, const char *name)
{
    char path[512];
    files_json *json = NULL;
    talus_error error = {0};
    char *text = scene_summary(&s->context, s->results, partial);
    scene_path(path, name);
    cr_assert_eq(files_write_all(path, text, strlen(text), &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(files_json_read(path, &json, &error), TALUS_OK, "%s", error.message);
    unlink(path);
    free(text);
    return json;
}

/// Node at "a.b.c"; NULL when any part is absent.
static const files_json_node *at(const files_json *json, const char *dotted)
{
    char copy[128];
    const files_json_node *node = files_json_root(json);
    snprintf(copy, sizeof copy, "%s", dotted);
    for (char *key = copy, *next = NULL; key && node; key = next) {
        next = strchr(key, '.');
        if (next) {
            *next++ = '\0';
        }
        node = files_json_member(node, key);
    }
    return node;
}

static double number_at(const files_json *json, const char *dotted)
{
    double value = -12345;
    cr_assert(files_json_number(at(json, dotted), &value), "%s is no number", dotted);
    return value;
}

Test(summary, has_all_stable_keys)
{
    static const char *const keys[] = {"talus.version",
                                       "scenario.path",
                                       "scenario.sha256",
                                       "seed",
                                       "scheme",
                                       "time_step_s",
                                       "threads",
                                       "ranks",
                                       "rocks",
                                       "outcomes.stopped",
                                       "outcomes.left_domain",
                                       "outcomes.nodata",
                                       "outcomes.time_limit",
                                       "outcomes.diverged",
                                       "below_ground",
                                       "timing.wall_s",
                                       "timing.rocks_per_s",
                                       "timing.steps",
                                       "timing.contact_steps",
                                       "timing.ns_per_step",
                                       "pooled.axis_share.minor",
                                       "pooled.axis_share.intermediate",
                                       "pooled.axis_share.major",
                                       "pooled.axis_share.equal_pair",
                                       "contact.problems",
                                       "contact.unsolved",
                                       "contact.worst_residual",
                                       "contact.deepest_penetration_m",
                                       "energy.worst_ledger_residual_rel",
                                       "energy.worst_percussion_gain_rel",
                                       "hash",
                                       "partial",
                                       "title",
                                       "layers",
                                       "dem.origin_east_m",
                                       "dem.attribution",
                                       "contact.retried_plastic",
                                       "rotation.failures",
                                       "per_rock.counts",
                                       "pooled.counts",
                                       "final.counts",
                                       "final.reach_angle_tail_deg.min",
                                       "final.reach_angle_tail_deg.p1",
                                       "final.reach_angle_tail_deg.p5",
                                       "final.reach_angle_tail_deg.p10"};
    static const char *const groups[] = {"pooled.kinetic_energy_kj",
                                         "pooled.speed_m_s",
                                         "per_rock.kinetic_energy_kj",
                                         "per_rock.speed_m_s",
                                         "per_rock.spin_rot_s",
                                         "per_rock.jump_height_m",
                                         "pooled.spin_rot_s",
                                         "pooled.jump_height_m",
                                         "final.runout_m",
                                         "final.path_m",
                                         "final.drop_m",
                                         "final.reach_angle_deg"};
    static const char *const moments[] = {"mean", "std", "p50", "p90", "p95", "p99", "max"};
    scene s;
    scene_init(&s);
    files_json *json = read_back(&s, false, "keys.json");
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        cr_expect_not_null(at(json, keys[k]), "%s is missing", keys[k]);
    }
    for (size_t k = 0; k < sizeof groups / sizeof *groups; k++) {
        for (size_t m = 0; m < 7; m++) {
            char key[128];
            snprintf(key, sizeof key, "%s.%s", groups[k], moments[m]);
            cr_expect_not_null(at(json, key), "%s is missing", key);
        }
    }
    files_json_destroy(json);
    scene_clear(&s);
}

Test(summary, gives_numbers_in_the_units_of_its_keys)
{
    scene s;
    scene_init(&s);
    const talus_totals *totals = ensemble_totals(s.results);
    files_json *json = read_back(&s, false, "units.json");
    // the last bit is kept: the text has 17 digits
    cr_expect_eq(number_at(json, "pooled.kinetic_energy_kj.mean"),
                 1e-3 * totals->pooled[TALUS_KINETIC_ENERGY].mean);
    cr_expect_float_eq(number_at(json, "pooled.spin_rot_s.max"),
                       totals->pooled[TALUS_SPIN].max / (2 * TALUS_PI), 1e-12);
    cr_expect_float_eq(number_at(json, "final.reach_angle_deg.p50"),
                       totals->reach_angle.p50 * 180 / TALUS_PI, 1e-12);
    cr_expect_eq(number_at(json, "final.runout_m.p50"), totals->runout.p50);
    cr_expect_float_eq(number_at(json, "final.reach_angle_tail_deg.p5"),
                       totals->reach_angle_tail.p5 * 180 / TALUS_PI, 1e-12);
    cr_expect_eq(number_at(json, "per_rock.speed_m_s.p95"), totals->largest[TALUS_SPEED].p95);
    cr_expect_float_eq(number_at(json, "per_rock.spin_rot_s.max"),
                       totals->pooled[TALUS_SPIN].max / (2 * TALUS_PI), 1e-12,
                       "the largest of all steps is the largest of all rocks");
    cr_expect_eq(number_at(json, "rocks"), SCENE_ROCKS);
    cr_expect_gt(number_at(json, "final.drop_m.mean"), 20, "the blocks fall down the ramp");
    files_json_destroy(json);
    scene_clear(&s);
}

Test(summary, every_contact_problem_has_its_stage)
{
    scene s;
    scene_init(&s);
    files_json *json = read_back(&s, false, "stages.json");
    double sum = 0.0;
    for (int k = 0; k < TALUS_SOLVER_STAGE_COUNT; k++) {
        char key[64];
        snprintf(key, sizeof key, "contact.stages.%s",
                 talus_solver_stage_name((talus_solver_stage)k));
        sum += number_at(json, key);
    }
    cr_expect_eq(sum, number_at(json, "contact.problems"));
    cr_expect_gt(number_at(json, "contact.stages.local"), 0);
    cr_expect_gt(number_at(json, "contact.stages.states"), 0);
    files_json_destroy(json);
    scene_clear(&s);
}

Test(summary, writes_the_hash_as_hexadecimal_text)
{
    scene s;
    char expected[24];
    scene_init(&s);
    snprintf(expected, sizeof expected, "0x%016" PRIx64, ensemble_totals(s.results)->hash);
    files_json *json = read_back(&s, false, "hash.json");
    cr_expect_str_eq(files_json_text(at(json, "hash")), expected);
    files_json_destroy(json);
    scene_clear(&s);
}

Test(summary, writes_null_for_an_axis_share_that_does_not_exist)
{
    scene s;
    double value = 0;
    scene_init(&s);
    files_json *json = read_back(&s, false, "null.json");
    cr_expect_not_null(at(json, "pooled.axis_share.equal_pair"));
    cr_expect_not(files_json_number(at(json, "pooled.axis_share.equal_pair"), &value),
                  "a block with three different moments has no equal pair");
    cr_expect(files_json_number(at(json, "pooled.axis_share.major"), &value));
    files_json_destroy(json);
    scene_clear(&s);
}

Test(summary, lists_only_the_layers_that_are_written)
{
    static const char *const wanted[] = {"speed_max", "passages", NULL};
    scene s;
    scene_init(&s);
    s.context.layers = wanted;
    files_json *json = read_back(&s, true, "layers.json");
    cr_assert_eq(files_json_length(at(json, "layers")), 2);
    cr_expect_str_eq(files_json_text(files_json_item(at(json, "layers"), 0)), "passages");
    cr_expect_str_eq(files_json_text(files_json_item(at(json, "layers"), 1)), "speed_max");
    files_json_destroy(json);
    scene_clear(&s);
}
