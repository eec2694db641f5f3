// SPDX-License-Identifier: GPL-3.0-or-later
// --help, from the table of commands.
#include "foundation/terminal/terminal.h"

#include <string.h>

enum { LINE_WIDTH = 80 };

/// Print a paragraph between two columns; the cursor stands at `column`.
static void print_wrapped(FILE *stream, const char *text, int column, int indent)
{
    while (*text) {
        const int word = (int)strcspn(text, " ");
        if (column > indent && column + 1 + word > LINE_WIDTH) {
            fprintf(stream, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', stream);
            column++;
        }
        fprintf(stream, "%.*s", word, text);
        column += word;
        text += word;
        text += strspn(text, " ");
    }
    fputc('\n', stream);
}

/// "  name                 text", the text wrapped in its own column.
static void print_entry(FILE *stream, const char *name, const char *text)
{
    enum { TEXT_COLUMN = 24 };
    const int length = (int)strlen(name) + 2;
    fprintf(stream, "  %s", name);
    if (length + 2 > TEXT_COLUMN) {
        fprintf(stream, "\n%*s", TEXT_COLUMN, "");
    } else {
        fprintf(stream, "%*s", TEXT_COLUMN - length, "");
    }
    print_wrapped(stream, text, TEXT_COLUMN, TEXT_COLUMN);
}

static void print_option(FILE *stream, const cli_command *command, const cli_option *option)
{
    char name[96], text[1024];
    char letter[8] = "";
    if (option->letter) {
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    }
    snprintf(name, sizeof name, "%s--%s%s%s", letter, option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    cli_option_describe(option, false, text, sizeof text);
    const char *fallback = cli_option_default(command, option);
    if (fallback) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, " [%s]", fallback);
    }
    print_entry(stream, name, text);
}

static void print_exit_codes(FILE *stream)
{
#define PRINT_EXIT(name, code, text) print_entry(stream, #code, text);
    CLI_EXIT_LIST(PRINT_EXIT)
#undef PRINT_EXIT
}

void cli_help_overview(FILE *stream)
{
    const cli_program *program = cli_own_program();
    fprintf(stream, "%s - %s\n\nUsage: %s COMMAND [ARGUMENTS]\n\nCommands:\n", program->name,
            program->title, program->name);
    for (const cli_command *command = cli_next_command(NULL); command;
         command = cli_next_command(command)) {
        print_entry(stream, command->name, command->brief);
    }
    if (program->ranks != NULL) {
        fprintf(stream, "\n%s, where it was built, is the same program for mpirun and srun.\n",
                program->ranks);
    }
    fputs("\nOptions:\n", stream);
    print_entry(stream, "--help", "this text; after a command, the text of the command");
    print_entry(stream, "--version", "version and licence");
    fputs("\nExit codes:\n", stream);
    print_exit_codes(stream);
}

void cli_help_command(FILE *stream, const cli_command *command)
{
    fprintf(stream, "%s %s - %s\n\n", cli_program_name(), command->name, command->brief);
    print_wrapped(stream, command->purpose, 0, 0);
    fprintf(stream, "\nUsage: %s %s", cli_program_name(), command->name);
    const char *open = command->optional ? "[" : "", *close = command->optional ? "]" : "";
    for (const cli_operand *operand = command->operands; operand->name; operand++) {
        fprintf(stream, " %s%s", open, operand->name);
    }
    fprintf(stream, "%s%s [OPTIONS]\n", command->repeats ? "..." : "", close);
    if (command->operands[0].name) {
        fputc('\n', stream);
    }
    for (const cli_operand *operand = command->operands; operand->name; operand++) {
        char text[512];
        const cli_option row = {.names = operand->names, .help = operand->help};
        cli_option_describe(&row, true, text, sizeof text);
        print_entry(stream, operand->name, text);
    }
    fputs("\nOptions [default]:\n", stream);
    for (const cli_option *option = command->options; option->name; option++) {
        print_option(stream, command, option);
    }
    print_entry(stream, "--help", "this text");
    fprintf(stream, "\nExample:\n  %s\n\nExit codes:\n", command->example);
    print_exit_codes(stream);
}
