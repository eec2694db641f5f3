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
typedef struct run_request {
    const cli_arguments *arguments;
    const char *shown;             ///< how the user called the result directory
    char directory[CLI_PATH_SIZE]; ///< where it is
    char checkpoint[CLI_PATH_SIZE];
    bool quiet, resume;
    unsigned shard, shard_count;
    size_t hard_problems;
    const talus_exchange *exchange;
} run_request;

static bool writes_states(const cli_case *loaded, const run_request *request)
{
    return talus_scenario_checkpoint(loaded->scenario) > 0.0 || request->resume ||
           request->shard_count > 0;
}

/// Simulate, with progress.
static talus_status simulate(const cli_case *loaded, const run_request *request,
                             talus_results **results, talus_error *error)
{
    cli_catch_interrupt();
    cli_progress progress;
    talus_run_options options = {
        .size = sizeof(talus_run_options),
        .threads = talus_scenario_threads(loaded->scenario),
        .should_stop = cli_is_interrupted,
        .hard_problems = request->hard_problems,
        .checkpoint = writes_states(loaded, request) ? request->checkpoint : NULL,
        .checkpoint_interval = talus_scenario_checkpoint(loaded->scenario),
        .resume = request->resume,
        .shard = request->shard,
        .shard_count = request->shard_count,
        .scratch = request->directory,
        .exchange = request->exchange,
        .progress = cli_progress_begin(request->arguments, &progress),
        .progress_user = &progress,
    };
    const talus_status status =
        talus_campaign_run(talus_world_campaign(loaded->world), &options, results, error);
    cli_progress_end(&progress);
    return status;
}

/// What becomes of a state of an earlier run, said before the work.
static void print_earlier_states(const run_request *request)
{
    const bool is_there = talus_checkpoint_exists(request->checkpoint);
    if (request->quiet || is_there == request->resume) {
        return;
    }
    if (is_there) {
        fprintf(stderr,
                "talus: the state of an earlier run in %s is dropped; --resume goes on from it\n",
                request->checkpoint);
    } else {
        fprintf(stderr, "talus: there is no %s to resume from; the run starts from the beginning\n",
                request->checkpoint);
    }
}

/// Claim all names before the first rock. The manifest names the state before its first file.
static talus_status open_results(const cli_arguments *arguments, const cli_case *loaded,
                                 const run_request *request, cli_results *place, talus_error *error)
{
    talus_products_context context = cli_case_context(loaded);
    context.shard = request->shard;
    context.shard_count = request->shard_count;
    talus_status status =
        cli_results_open(arguments, loaded, &context, request->directory, place, error);
    if (status == TALUS_OK) {
        status = cli_results_add_hard(place, request->hard_problems, error);
    }
    const bool has_states = status == TALUS_OK && writes_states(loaded, request);
    if (has_states ||
        (status == TALUS_OK && talus_directory_holds(place->directory, "checkpoint/"))) {
        status = cli_results_add_state(place, error);
    }
    const bool resumes = request->resume && talus_checkpoint_exists(request->checkpoint);
    return status == TALUS_OK && has_states ? cli_results_begin_state(place, resumes, error)
                                            : status;
}

static talus_checkpoint_report checkpoints_of(const talus_results *results)
{
    talus_checkpoint_report report = {.size = sizeof report};
    (void)talus_results_checkpoint(results, &report, NULL); // the results are there
    return report;
}

static void print_states(const run_request *request, const talus_results *results, bool partial)
{
    const talus_checkpoint_report report = checkpoints_of(results);
    if (request->shard_count > 0) {
        printf("shard            %u of %u; talus merge adds them up\n", request->shard,
               request->shard_count);
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
    printf("results          %s%s\n", request->shown, partial ? " (partial)" : "");
}

static void print_interrupt(const run_request *request, const talus_results *results)
{
    fprintf(stderr, "talus: interrupted; the rocks that were done are in %s, marked partial%s\n",
            request->shown, checkpoints_of(results).count > 0 ? "; --resume runs the others" : "");
}

/// What a shard has no rocks of, others may have; shares are those of all rocks.
static bool is_suspect(const cli_case *loaded, const run_request *request,
                       const talus_results *results)
{
    talus_totals totals = cli_totals_of(results);
    double lost_share = talus_scenario_lost_share(loaded->scenario);
    if (request->shard_count > 0) {
        totals.empty_strata = 0;
        lost_share = 1.0;
    } else if (!request->quiet) {
        cli_print_missing(talus_world_campaign(loaded->world), results);
    }
    if (!request->quiet) {
        cli_print_findings(NULL, &totals, lost_share);
        cli_print_implausible(talus_world_campaign(loaded->world), results);
    }
    return cli_is_suspect(&totals, lost_share);
}

static cli_exit simulate_and_write(cli_case *loaded, const run_request *request, cli_results *place)
{
    talus_results *results = NULL;
    talus_error error = {0};
    print_earlier_states(request);
    talus_status status = simulate(loaded, request, &results, &error);
    const bool partial = status == TALUS_ERROR_INTERRUPTED;
    if (results) {
        const talus_checkpoint_report report = checkpoints_of(results);
        if (report.failure[0] != '\0') {
            fprintf(stderr, "talus: warning: no checkpoint was written: %s\n", report.failure);
        }
        status = cli_results_write(place, results, partial, request->shard_count > 0, &error);
    }
    loaded->printed = cli_print_diagnostics(loaded->diagnostics, loaded->printed, request->quiet);
    if (status != TALUS_OK) {
        cli_print_error(&error);
        if (status == TALUS_ERROR_INPUT && request->resume) {
            cli_say_operations(place, request->directory);
        }
        talus_results_destroy(results);
        return cli_exit_of(status);
    }
    const talus_totals totals = cli_totals_of(results);
    if (!request->quiet) {
        cli_print_results(loaded, &totals, results);
        print_states(request, results, partial);
    }
    const bool suspect = is_suspect(loaded, request, results) || !cli_is_precise(results);
    if (partial) {
        print_interrupt(request, results);
    }
    talus_results_destroy(results);
    return partial ? CLI_INTERRUPTED : suspect ? CLI_SUSPECT : CLI_OK;
}

/// A rank other than 0: what it finds goes there.
static cli_exit simulate_only(const cli_case *loaded, const run_request *request)
{
    talus_results *results = NULL;
    talus_error error = {0};
    const talus_status status = simulate(loaded, request, &results, &error);
    talus_results_destroy(results);
    return cli_exit_of(status);
}

/// "i/n" with 1 <= i <= n; absent = not a shard.
static bool read_shard(const cli_arguments *arguments, run_request *request)
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
    request->shard = (unsigned)shard;
    request->shard_count = (unsigned)count;
    return true;
}

/// Without --out a shard has a directory of its own inside the scenario's.
static talus_status choose_directory(const cli_arguments *arguments, const cli_case *loaded,
                                     run_request *request, talus_error *error)
{
    const char *directory = talus_scenario_output_dir(loaded->scenario);
    const char *out = cli_value(arguments, "out");
    char suffix[64] = "";
    if (out == NULL && request->shard_count > 0) {
        snprintf(suffix, sizeof suffix, "/shard_%u_of_%u", request->shard, request->shard_count);
    }
    const int length =
        snprintf(request->directory, sizeof request->directory, "%s%s", directory, suffix);
    if (length < 0 || (size_t)length >= sizeof request->directory) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the name of the result directory is too long");
    }
    request->shown = out != NULL ? out : request->directory;
    return cli_checkpoint_path(request->directory, request->checkpoint, error);
}

/// What the machine cannot give is refused before the first rock.
static talus_status check_need(const cli_case *loaded, const run_request *request,
                               talus_error *error)
{
    const cli_resources need = cli_case_resources(loaded, request->shard, request->shard_count);
    const talus_status status = cli_check_resources(&need, request->directory, error);
    if (status == TALUS_OK && !request->quiet) {
        cli_print_resources(&need, request->directory);
    }
    return status;
}

/// All that can fail before the work, on all ranks.
static cli_exit prepare(const cli_arguments *arguments, cli_case *loaded, run_request *request,
                        cli_results *place)
{
    talus_error error = {0};
    cli_exit result = cli_case_load(arguments, arguments->operands[0], loaded);
    if (result == CLI_OK && cli_ranks_leads(request->exchange)) {
        talus_status status = choose_directory(arguments, loaded, request, &error);
        // a directory that cannot be written is reported before the work, not after it
        status = status == TALUS_OK ? check_need(loaded, request, &error) : status;
        status =
            status == TALUS_OK ? open_results(arguments, loaded, request, place, &error) : status;
        if (status != TALUS_OK) {
            cli_print_error(&error);
            result = cli_exit_of(status);
        }
    }
    return cli_ranks_agree(request->exchange, result, &loaded->error);
}

cli_exit cli_run(const cli_arguments *arguments)
{
    run_request request = {
        .arguments = arguments,
        .quiet = cli_has(arguments, "quiet"),
        .resume = cli_has(arguments, "resume"),
        .hard_problems = (size_t)cli_count(arguments, "dump-hard", 0),
        .exchange = arguments->exchange,
    };
    if (!read_shard(arguments, &request)) {
        return CLI_USAGE;
    }
    if (!cli_ranks_go(request.exchange)) {
        return CLI_FAILED;
    }
    cli_case loaded = {0};
    cli_results place = {0};
    cli_exit result = prepare(arguments, &loaded, &request, &place);
    if (result == CLI_OK) {
        result = cli_ranks_leads(request.exchange) ? simulate_and_write(&loaded, &request, &place)
                                                   : simulate_only(&loaded, &request);
    }
    cli_results_close(&place);
    cli_case_clear(&loaded);
    return result;
}
