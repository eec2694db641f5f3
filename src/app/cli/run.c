// SPDX-License-Identifier: GPL-3.0-or-later
// talus run: a scenario becomes a result directory and a table.
#include "talus/run.h"
#include "app/cli/resources.h"
#include "app/cli/results.h"
#include "foundation/terminal/ranks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// What the command line says beyond the scenario.
typedef struct run_wishes {
    const cli_arguments *arguments;
    const char *shown;             ///< how the user called the result directory
    char directory[CLI_PATH_SIZE]; ///< where it is
    char checkpoint[CLI_PATH_SIZE];
    bool quiet, resume;
    unsigned shard, shard_count;
    size_t hard_problems;
    const talus_exchange *exchange;
} run_wishes;

static bool writes_states(const cli_case *loaded, const run_wishes *wishes)
{
    return talus_scenario_checkpoint(loaded->scenario) > 0.0 || wishes->resume ||
           wishes->shard_count > 0;
}

/// Simulate, with progress.
static talus_status simulate(const cli_case *loaded, const run_wishes *wishes,
                             talus_results **results, talus_error *error)
{
    cli_catch_interrupt();
    cli_progress progress;
    talus_run_options options = {
        .size = sizeof(talus_run_options),
        .threads = talus_scenario_threads(loaded->scenario),
        .should_stop = cli_is_interrupted,
        .hard_problems = wishes->hard_problems,
        .checkpoint = writes_states(loaded, wishes) ? wishes->checkpoint : NULL,
        .checkpoint_interval = talus_scenario_checkpoint(loaded->scenario),
        .resume = wishes->resume,
        .shard = wishes->shard,
        .shard_count = wishes->shard_count,
        .scratch = wishes->directory,
        .exchange = wishes->exchange,
        .progress = cli_progress_begin(wishes->arguments, &progress),
        .progress_user = &progress,
    };
    const talus_status status =
        talus_campaign_run(talus_world_campaign(loaded->world), &options, results, error);
    cli_progress_end(&progress);
    return status;
}

/// What becomes of a state of an earlier run, said before the work.
static void tell_of_earlier(const run_wishes *wishes)
{
    const bool is_there = talus_checkpoint_exists(wishes->checkpoint);
    if (wishes->quiet || is_there == wishes->resume) {
        return;
    }
    if (is_there) {
        fprintf(stderr,
                "talus: the state of an earlier run in %s is dropped; --resume goes on from it\n",
                wishes->checkpoint);
    } else {
        fprintf(stderr, "talus: there is no %s to resume from; the run starts from the beginning\n",
                wishes->checkpoint);
    }
}

/// Claim all names before the first rock. The manifest names the state before its first file.
static talus_status open_results(const cli_arguments *arguments, const cli_case *loaded,
                                 const run_wishes *wishes, cli_results *place, talus_error *error)
{
    char path[CLI_PATH_SIZE];
    talus_products_context context = cli_case_context(loaded);
    context.shard = wishes->shard;
    context.shard_count = wishes->shard_count;
    talus_status status =
        cli_results_open(arguments, loaded, &context, wishes->directory, place, error);
    if (status == TALUS_OK) {
        status = cli_results_add_hard(place, wishes->hard_problems, error);
    }
    const bool has_states = status == TALUS_OK && writes_states(loaded, wishes);
    if (has_states ||
        (status == TALUS_OK && talus_directory_holds(place->directory, "checkpoint/"))) {
        status = cli_results_add_state(place, error);
    }
    return status == TALUS_OK && has_states
               ? talus_directory_begin(place->directory, "checkpoint/", path, sizeof path, error)
               : status;
}

static talus_checkpoint_report checkpoints_of(const talus_results *results)
{
    talus_checkpoint_report report = {.size = sizeof report};
    (void)talus_results_checkpoint(results, &report, NULL); // the results are there
    return report;
}

static void print_states(const run_wishes *wishes, const talus_results *results, bool partial)
{
    const talus_checkpoint_report report = checkpoints_of(results);
    if (wishes->shard_count > 0) {
        printf("shard            %u of %u; talus merge adds them up\n", wishes->shard,
               wishes->shard_count);
    }
    if (report.resumed_rocks > 0) {
        printf("resumed          %" PRIu64 " rocks were done before\n", report.resumed_rocks);
    }
    if (report.count > 0) {
        printf("checkpoints      %" PRIu64
               ", %.3g MB in %.3g s, %.3g s of it on a processor; finished "
               "rocks waited %.3g s\n",
               report.count, 1e-6 * (double)report.bytes, report.time, report.processor_time,
               report.stopped_time);
    }
    if (report.received_rocks > 0) {
        printf("other ranks      %" PRIu64 " rocks, %.3g MB, added in %.3g s of a processor\n",
               report.received_rocks, 1e-6 * (double)report.received_bytes, report.received_time);
    }
    printf("results          %s%s\n", wishes->shown, partial ? " (partial)" : "");
}

static void tell_of_interrupt(const run_wishes *wishes, const talus_results *results)
{
    fprintf(stderr, "talus: interrupted; the rocks that were done are in %s, marked partial%s\n",
            wishes->shown, checkpoints_of(results).count > 0 ? "; --resume runs the others" : "");
}

/// What a shard has no rocks of, others may have; shares are those of all rocks.
static bool is_suspect(const cli_case *loaded, const run_wishes *wishes,
                       const talus_results *results)
{
    talus_totals totals = cli_totals_of(results);
    double lost_share = talus_scenario_lost_share(loaded->scenario);
    if (wishes->shard_count > 0) {
        totals.empty_strata = 0;
        lost_share = 1.0;
    } else if (!wishes->quiet) {
        cli_tell_of_empty_strata(talus_world_campaign(loaded->world), results);
    }
    if (!wishes->quiet) {
        cli_tell_of_findings(NULL, &totals, lost_share);
        cli_tell_of_implausible(talus_world_campaign(loaded->world), results);
    }
    return cli_is_suspect(&totals, lost_share);
}

static cli_exit simulate_and_write(cli_case *loaded, const run_wishes *wishes, cli_results *place)
{
    talus_results *results = NULL;
    talus_error error = {0};
    tell_of_earlier(wishes);
    talus_status status = simulate(loaded, wishes, &results, &error);
    const bool partial = status == TALUS_ERROR_INTERRUPTED;
    if (results) {
        const talus_checkpoint_report report = checkpoints_of(results);
        if (report.failure[0] != '\0') {
            fprintf(stderr, "talus: warning: no checkpoint was written: %s\n", report.failure);
        }
        status = cli_results_write(place, results, partial, wishes->shard_count > 0, &error);
    }
    loaded->printed = cli_print_diagnostics(loaded->diagnostics, loaded->printed, wishes->quiet);
    if (status != TALUS_OK) {
        cli_print_error(&error);
        talus_results_destroy(results);
        return cli_exit_of(status);
    }
    const talus_totals totals = cli_totals_of(results);
    if (!wishes->quiet) {
        cli_print_statistics(talus_world_campaign(loaded->world), &totals,
                             talus_scenario_title(loaded->scenario));
        cli_print_gauges(talus_world_campaign(loaded->world), results);
        cli_print_precision(talus_world_campaign(loaded->world), results);
        cli_print_hazard(loaded);
        cli_print_obstacles(talus_world_campaign(loaded->world), results);
        cli_print_time_statistics(talus_world_campaign(loaded->world), &totals);
        print_states(wishes, results, partial);
    }
    const bool suspect = is_suspect(loaded, wishes, results) || !cli_is_precise(results);
    if (partial) {
        tell_of_interrupt(wishes, results);
    }
    talus_results_destroy(results);
    return partial ? CLI_INTERRUPTED : suspect ? CLI_SUSPECT : CLI_OK;
}

/// A rank other than 0: what it finds goes there.
static cli_exit simulate_only(const cli_case *loaded, const run_wishes *wishes)
{
    talus_results *results = NULL;
    talus_error error = {0};
    const talus_status status = simulate(loaded, wishes, &results, &error);
    talus_results_destroy(results);
    return cli_exit_of(status);
}

/// "i/n" with 1 <= i <= n; absent = not a shard.
static bool read_shard(const cli_arguments *arguments, run_wishes *wishes)
{
    enum { MOST_SHARDS = 1000000 };
    const char *text = cli_value(arguments, "shard");
    if (text == NULL) {
        return true;
    }
    char *end = NULL;
    const unsigned long shard = strtoul(text, &end, 10);
    const char *slash = end;
    const unsigned long count = *slash == '/' ? strtoul(slash + 1, &end, 10) : 0;
    const bool has_sign = strpbrk(text, "+- ") != NULL;
    if (has_sign || end == slash + 1 || *end != '\0' || shard < 1 || shard > count ||
        count > MOST_SHARDS) {
        cli_say("talus run: --shard: found \"%s\", expected I/N with I from 1 to N\n", text);
        return false;
    }
    wishes->shard = (unsigned)shard;
    wishes->shard_count = (unsigned)count;
    return true;
}

/// Without --out a shard has a directory of its own inside the scenario's.
static talus_status choose_directory(const cli_arguments *arguments, const cli_case *loaded,
                                     run_wishes *wishes, talus_error *error)
{
    const char *directory = talus_scenario_output_dir(loaded->scenario);
    const char *out = cli_value(arguments, "out");
    char suffix[64] = "";
    if (out == NULL && wishes->shard_count > 0) {
        snprintf(suffix, sizeof suffix, "/shard_%u_of_%u", wishes->shard, wishes->shard_count);
    }
    const int length =
        snprintf(wishes->directory, sizeof wishes->directory, "%s%s", directory, suffix);
    if (length < 0 || (size_t)length >= sizeof wishes->directory) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the name of the result directory is too long");
    }
    wishes->shown = out != NULL ? out : wishes->directory;
    return cli_checkpoint_path(wishes->directory, wishes->checkpoint, error);
}

/// What the machine cannot give is refused before the first rock.
static talus_status check_need(const cli_case *loaded, const run_wishes *wishes, talus_error *error)
{
    const cli_resources need = cli_case_resources(loaded, wishes->shard, wishes->shard_count);
    const talus_status status = cli_check_resources(&need, wishes->directory, error);
    if (status == TALUS_OK && !wishes->quiet) {
        cli_print_resources(&need, wishes->directory);
    }
    return status;
}

/// All that can fail before the work, on all ranks.
static cli_exit prepare(const cli_arguments *arguments, cli_case *loaded, run_wishes *wishes,
                        cli_results *place)
{
    talus_error error = {0};
    cli_exit result = cli_case_load(arguments, arguments->operands[0], loaded);
    if (result == CLI_OK && cli_ranks_leads(wishes->exchange)) {
        talus_status status = choose_directory(arguments, loaded, wishes, &error);
        // a directory that cannot be written is reported before the work, not after it
        status = status == TALUS_OK ? check_need(loaded, wishes, &error) : status;
        status =
            status == TALUS_OK ? open_results(arguments, loaded, wishes, place, &error) : status;
        if (status != TALUS_OK) {
            cli_print_error(&error);
            result = cli_exit_of(status);
        }
    }
    return cli_ranks_agree(wishes->exchange, result, &loaded->error);
}

cli_exit cli_run(const cli_arguments *arguments)
{
    enum { MOST_HARD = 9999 }; // the names have four digits
    const uint64_t hard = cli_count(arguments, "dump-hard", 0);
    run_wishes wishes = {
        .arguments = arguments,
        .quiet = cli_has(arguments, "quiet"),
        .resume = cli_has(arguments, "resume"),
        .hard_problems = (size_t)hard,
        .exchange = arguments->exchange,
    };
    if (hard > MOST_HARD) {
        fprintf(stderr, "talus run: --dump-hard %llu, expected at most %d\n",
                (unsigned long long)hard, MOST_HARD);
        return CLI_USAGE;
    }
    if (!read_shard(arguments, &wishes)) {
        return CLI_USAGE;
    }
    if (!cli_ranks_go(wishes.exchange)) {
        return CLI_FAILED;
    }
    cli_case loaded = {0};
    cli_results place = {0};
    cli_exit result = prepare(arguments, &loaded, &wishes, &place);
    if (result == CLI_OK) {
        result = cli_ranks_leads(wishes.exchange) ? simulate_and_write(&loaded, &wishes, &place)
                                                  : simulate_only(&loaded, &wishes);
    }
    cli_results_close(&place);
    cli_case_clear(&loaded);
    return result;
}
