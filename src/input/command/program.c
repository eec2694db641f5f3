// SPDX-License-Identifier: GPL-3.0-or-later
// The program: finds the command, parses its arguments, runs it.
#include "input/command/program.h"
#include "foundation/terminal/ranks.h"
#include "foundation/terminal/terminal.h"
#include "io/geo/geo.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// Present when the BLAS is OpenBLAS; with the reference BLAS there is nothing to hold back.
int openblas_get_num_threads(void) __attribute__((weak));
void openblas_set_num_threads(int count) __attribute__((weak));

/// Sums of several threads would not have the same bits every time. The process belongs to the
/// program, so the program may say so; the library leaves its host's BLAS alone.
/// @return whether the exit of the BLAS has to be left out: the threads that it started when it was
///   loaded ask for their memory until they get it, and its exit waits for them, for ever where the
///   address space is limited
static bool hold_blas(void)
{
    struct rlimit limit;
    if (openblas_set_num_threads == NULL || openblas_get_num_threads == NULL) {
        return false;
    }
    const bool has_threads = openblas_get_num_threads() > 1;
    openblas_set_num_threads(1);
    return has_threads && getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/// How many words of the command line name this command: 0, 1 or 2.
static int match_words(const cli_command *command, char **words, int count)
{
    const size_t length = strcspn(command->name, " ");
    if (count < 1 || strncmp(words[0], command->name, length) != 0 || words[0][length] != '\0') {
        return 0;
    }
    if (command->name[length] == '\0') {
        return 1;
    }
    return count > 1 && strcmp(words[1], command->name + length + 1) == 0 ? 2 : 0;
}

static const cli_command *find_command(char **words, int count, int *used)
{
    const cli_command *found = NULL;
    *used = 0;
    for (const cli_command *command = cli_next_command(NULL); command;
         command = cli_next_command(command)) {
        // "spin map" before "spin"
        const int matched = match_words(command, words, count);
        if (matched > *used) {
            *used = matched;
            found = command;
        }
    }
    return found;
}

/// A group such as "terrain" without or with a wrong second word.
/// @return false if no command begins with that word
static bool answer_group(char **words, int count, cli_exit *result)
{
    enum { MAX_COMMANDS = 32 };
    const char *seconds[MAX_COMMANDS] = {NULL};
    const size_t length = strlen(words[0]);
    size_t found = 0;
    for (const cli_command *command = cli_next_command(NULL); command;
         command = cli_next_command(command)) {
        if (strncmp(command->name, words[0], length) == 0 && command->name[length] == ' ' &&
            found + 1 < MAX_COMMANDS) {
            seconds[found++] = command->name + length + 1;
        }
    }
    if (found == 0) {
        return false;
    }
    if (count > 1 && strcmp(words[1], "--help") == 0) {
        for (size_t i = 0; i < found; i++) {
            printf("%s %s %s\n", cli_program_name(), words[0], seconds[i]);
        }
        *result = CLI_OK;
        return true;
    }
    if (count > 1) {
        cli_say("%s %s: unknown subcommand \"%s\"", cli_program_name(), words[0], words[1]);
    } else {
        fprintf(stderr, "%s %s: the subcommand is missing", cli_program_name(), words[0]);
    }
    fprintf(stderr, "; expected");
    for (size_t i = 0; i < found; i++) {
        fprintf(stderr, "%s %s", i ? "," : "", seconds[i]);
    }
    fprintf(stderr, "; see %s %s %s --help\n", cli_program_name(), words[0], seconds[0]);
    *result = CLI_USAGE;
    return true;
}

/// The program that a command of version 0.2 went to, and its words; NULL: none.
static const char *moved_to(char **words, int count, const char **name)
{
    // two words before one
    static const char *const moves[][3] = {{"talus", "spin map", "talus-cases spin map"},
                                           {"talus-lab", "spin map", "talus-cases spin map"},
                                           {"talus", "rocking", "talus-lab"},
                                           {"talus", "spin", "talus-lab spin"},
                                           {"talus", "contact", "talus-cases contact"},
                                           {"talus", "bench", "talus-cases bench"},
                                           {"talus", "step", "talus-cases"},
                                           {"talus", "bodies", "talus-cases"},
                                           // figures of papers, once "talus rocking ..."
                                           {"talus-lab", "region", "talus-cases region"},
                                           {"talus-lab", "maps", "talus-cases maps"},
                                           {"talus-lab", "domain", "talus-cases domain"},
                                           {"talus-lab", "stepper", "talus-cases stepper"}};
    for (size_t k = 0; k < sizeof moves / sizeof moves[0]; k++) {
        const cli_command move = {.name = moves[k][1]};
        if (strcmp(cli_program_name(), moves[k][0]) == 0 && match_words(&move, words, count) > 0) {
            *name = moves[k][1];
            return moves[k][2];
        }
    }
    return NULL;
}

static cli_exit reject_command(const char *word)
{
    enum { MAX_COMMANDS = 32 };
    const char *names[MAX_COMMANDS] = {NULL};
    size_t count = 0;
    for (const cli_command *command = cli_next_command(NULL); command;
         command = cli_next_command(command)) {
        if (count + 1 < MAX_COMMANDS) {
            names[count++] = command->name;
        }
    }
    const char *near = cli_nearest(word, names);
    cli_say("%s: unknown %s \"%s\"%s%s%s; see %s --help\n", cli_program_name(),
            word[0] == '-' ? "option" : "command", word, near ? " (did you mean " : "",
            near ? near : "", near ? "?)" : "", cli_program_name());
    return CLI_USAGE;
}

static cli_exit run_command(const cli_command *command, char **words, int count,
                            const talus_exchange *exchange)
{
    cli_arguments arguments;
    cli_exit result = CLI_USAGE;
    if (cli_arguments_parse(command, words, count, &arguments)) {
        if (arguments.help) {
            cli_help_command(stdout, command);
            result = CLI_OK;
        } else {
            arguments.exchange = exchange;
            result = command->run(&arguments);
        }
    } else if (arguments.given == NULL || arguments.operands == NULL) {
        result = CLI_FAILED;
    }
    cli_arguments_clear(&arguments);
    return result;
}

/// --print-man: PROGRAM(1); with a command: its page; with "list": the names of all pages, for the build.
static cli_exit print_manual(char **words, int count)
{
    int used = 0;
    const cli_command *command = find_command(words, count, &used);
    if (count == 0) {
        cli_print_manual(stdout);
    } else if (command && used == count) {
        cli_print_command_manual(stdout, command);
    } else if (count == 1 && strcmp(words[0], "list") == 0) {
        for (command = cli_next_command(NULL); command; command = cli_next_command(command)) {
            puts(command->name);
        }
    } else {
        return reject_command(words[0]);
    }
    return CLI_OK;
}

static cli_exit dispatch(char **words, int count, const talus_exchange *exchange)
{
    if (count == 0) {
        cli_help_overview(stderr);
        return CLI_USAGE;
    }
    if (strcmp(words[0], "--help") == 0 || strcmp(words[0], "-h") == 0) {
        cli_help_overview(stdout);
        return CLI_OK;
    }
    if (strcmp(words[0], "--version") == 0) {
        printf("%s %s\nLicence GPL-3.0-or-later; there is no warranty.\n", cli_program_name(),
               talus_version());
        return CLI_OK;
    }
    if (strcmp(words[0], "--print-completion") == 0) {
        cli_print_completion(stdout);
        return CLI_OK;
    }
    if (strcmp(words[0], "--print-man") == 0) {
        return print_manual(words + 1, count - 1);
    }
    const char *name = NULL, *moved = moved_to(words, count, &name);
    if (moved) {
        cli_say("%s: \"%s\" is a command of another program now: %s; see %s --help\n",
                cli_program_name(), name, moved, moved);
        return CLI_USAGE;
    }
    int used = 0;
    const cli_command *command = find_command(words, count, &used);
    if (command) {
        return run_command(command, words + used, count - used, exchange);
    }
    cli_exit result = CLI_USAGE;
    return answer_group(words, count, &result) ? result : reject_command(words[0]);
}

int cli_program_run(const cli_program *program, int argc, char **argv,
                    const talus_exchange *exchange)
{
    cli_exit result = CLI_OK;
    const bool leaves_blas = hold_blas();
    // a file beyond the limit of the process is then a failed write with a sentence, as on a full disk
    (void)signal(SIGXFSZ, SIG_IGN);
    cli_catch_exhaustion();
    geo_forget_environment();
    cli_use_program(program);
    if (cli_ranks_wait(exchange, &result)) {
        result = dispatch(argv + 1, argc - 1, exchange);
        // a full disk behind a redirection must not look like success
        if ((fflush(stdout) != 0 || ferror(stdout)) && result == CLI_OK) {
            fprintf(stderr, "%s: standard output could not be written\n", cli_program_name());
            result = CLI_FAILED;
        }
        result = cli_ranks_end(exchange, result);
    }
    cli_settle();
    if (leaves_blas && exchange == NULL) {
        (void)fflush(NULL);
        _exit((int)result);
    }
    return (int)result;
}
