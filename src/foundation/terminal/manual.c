// SPDX-License-Identifier: GPL-3.0-or-later
// The manual pages talus(1) and talus-COMMAND(1) in troff, from the table of commands.
#include "foundation/terminal/options.h"

/// Text with troff's own characters escaped.
static void print_text(FILE *stream, const char *text)
{
    for (const char *c = text; *c; c++) {
        if (*c == '\\') {
            fputs("\\e", stream);
        } else if (*c == '-') {
            fputs("\\-", stream);
        } else if ((*c == '.' || *c == '\'') && c == text) {
            fprintf(stream, "\\&%c", *c);
        } else {
            fputc(*c, stream);
        }
    }
}

static void print_description(FILE *stream, const cli_option *option)
{
    char text[8192];
    cli_option_describe(option, true, text, sizeof text);
    print_text(stream, text);
}

static void print_option(FILE *stream, const cli_command *command, const cli_option *option)
{
    fputs(".TP\n", stream);
    if (option->letter) {
        fprintf(stream, "\\fB\\-%c\\fR, ", option->letter);
    }
    fputs("\\fB\\-\\-", stream);
    print_text(stream, option->name);
    fputs("\\fR", stream);
    if (option->argument) {
        fputs(" \\fI", stream);
        print_text(stream, option->argument);
        fputs("\\fR", stream);
    }
    fputc('\n', stream);
    print_description(stream, option);
    const char *fallback = cli_option_default(command, option);
    if (fallback) {
        fputs(". Default: ", stream);
        print_text(stream, fallback);
    }
    fputs(".\n", stream);
}

/// "terrain info" with a dash: the name of its page, and how others point to it.
static void print_page_name(FILE *stream, const cli_command *command)
{
    print_text(stream, cli_program_name());
    fputs("\\-", stream);
    for (const char *c = command->name; *c; c++) {
        fputs(*c == ' ' ? "\\-" : (char[]){*c, '\0'}, stream);
    }
}

static void print_synopsis(FILE *stream, const cli_command *command)
{
    const char *open = command->optional ? "[" : "", *close = command->optional ? "]" : "";
    fputs(".B ", stream);
    print_text(stream, cli_program_name());
    fprintf(stream, " %s\n", command->name);
    for (const cli_operand *operand = command->operands; operand->name; operand++) {
        const bool is_last = operand[1].name == NULL;
        fprintf(stream, ".I %s%s%s%s\n", open, operand->name,
                command->repeats && is_last ? "..." : "", close);
    }
    fputs("[\\fIOPTIONS\\fR]\n", stream);
}

static void print_exit_codes(FILE *stream)
{
    fputs(".SH EXIT STATUS\n", stream);
#define PRINT_EXIT(name, code, text) fprintf(stream, ".TP\n%d\n%s.\n", code, text);
    CLI_EXIT_LIST(PRINT_EXIT)
#undef PRINT_EXIT
}

void cli_print_command_manual(FILE *stream, const cli_command *command)
{
    fputs(".TH \"", stream);
    print_page_name(stream, command);
    fprintf(stream, "\" 1 \"\" \"talus %s\" \"User Commands\"\n.SH NAME\n", talus_version());
    print_page_name(stream, command);
    fputs(" \\- ", stream);
    print_text(stream, command->brief);
    fputs("\n.SH SYNOPSIS\n", stream);
    print_synopsis(stream, command);
    fputs(".SH DESCRIPTION\n", stream);
    print_text(stream, command->purpose);
    fputc('\n', stream);
    for (const cli_operand *operand = command->operands; operand->name; operand++) {
        fprintf(stream, ".TP\n\\fI%s\\fR\n", operand->name);
        print_description(stream, &(cli_option){.names = operand->names, .help = operand->help});
        fputs(".\n", stream);
    }
    fputs(".SH OPTIONS\n", stream);
    for (const cli_option *option = command->options; option->name; option++) {
        print_option(stream, command, option);
    }
    fputs(".TP\n\\fB\\-\\-help\\fR\nThese lines.\n.SH EXAMPLE\n.nf\n", stream);
    print_text(stream, command->example);
    fputs("\n.fi\n", stream);
    print_exit_codes(stream);
    fputs(".SH SEE ALSO\n.BR ", stream);
    print_text(stream, cli_program_name());
    fputs(" (1)\n", stream);
}

void cli_print_manual(FILE *stream)
{
    const cli_program *program = cli_own_program();
    fputs(".TH \"", stream);
    print_text(stream, program->name);
    fprintf(stream, "\" 1 \"\" \"talus %s\" \"User Commands\"\n.SH NAME\n", talus_version());
    print_text(stream, program->name);
    fputs(" \\- ", stream);
    print_text(stream, program->title);
    fputs("\n.SH SYNOPSIS\n.B ", stream);
    print_text(stream, program->name);
    fputs("\n.I COMMAND\n[\\fIARGUMENTS\\fR]\n.SH DESCRIPTION\n", stream);
    print_text(stream, program->description);
    fputs("\n.SH COMMANDS\nEach has a page of its own.\n", stream);
    for (const cli_command *command = cli_next_command(NULL); command;
         command = cli_next_command(command)) {
        fputs(".TP\n.BR ", stream);
        print_page_name(stream, command);
        fputs(" (1)\n", stream);
        print_text(stream, command->brief);
        fputs(".\n", stream);
    }
    if (program->ranks != NULL) {
        fputs(
            ".SH MANY MACHINES\n.B talus\\-mpi\nis the same program for mpirun and srun, where it "
            "was built with MPI: all ranks run the rocks of talus run, rank 0 does everything "
            "else. "
            "The ranks are processes, one for each machine is best: each has the threads that "
            "--threads says. SIGUSR1 to mpirun ends a run as Ctrl\\-C does.\n.PP\n.nf\n"
            "mpirun \\-n 4 talus\\-mpi run scenario.yaml \\-\\-out out \\-\\-resume\n.fi\n",
            stream);
    }
    print_exit_codes(stream);
}
