// SPDX-License-Identifier: GPL-3.0-or-later
// The bash completion script, from the table of commands.
#include "foundation/terminal/options.h"

#include <string.h>

static void print_names(FILE *stream, cli_names *names)
{
    const char *const *list = names ? names() : NULL;
    for (size_t i = 0; list && list[i]; i++) {
        fprintf(stream, "%s%s", i ? " " : "", list[i]);
    }
}

/// Completion of the value of one option.
static void print_value_case(FILE *stream, const cli_option *option)
{
    if (option->kind == CLI_FLAG) {
        return;
    }
    fprintf(stream, "        --%s", option->name);
    if (option->letter) {
        fprintf(stream, "|-%c", option->letter);
    }
    if (option->names) {
        fputs(") COMPREPLY=($(compgen -W \"", stream);
        print_names(stream, option->names);
        fputs("\" -- \"$word\")); return ;;\n", stream);
    } else if (option->kind == CLI_FILE) {
        fputs(") COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n", stream);
    } else if (option->kind == CLI_DIRECTORY) {
        fputs(") COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n", stream);
    } else {
        fputs(") COMPREPLY=(); return ;;\n", stream);
    }
}

static void print_command_case(FILE *stream, const cli_command *command)
{
    fprintf(stream, "    \"%s\")\n        case \"$before\" in\n", command->name);
    for (const cli_option *option = command->options; option->name; option++) {
        print_value_case(stream, option);
    }
    fputs("        esac\n        if [[ $word == -* ]]; then\n"
          "            COMPREPLY=($(compgen -W \"--help",
          stream);
    for (const cli_option *option = command->options; option->name; option++) {
        fprintf(stream, " --%s", option->name);
    }
    fputs("\" -- \"$word\"))\n        else\n            COMPREPLY=($(compgen ", stream);
    const cli_operand *operand = &command->operands[0];
    if (operand->names) {
        fputs("-W \"", stream);
        print_names(stream, operand->names);
        fputs("\" ", stream);
    }
    fprintf(stream, "%s -- \"$word\"))\n        fi ;;\n",
            operand->kind == CLI_DIRECTORY ? "-d" : "-f");
}

/// First words of all commands, or with `first` the second words of those beginning with it.
static void print_words(FILE *stream, const char *first)
{
    const char *last = "";
    for (const cli_command *command = cli_next_command(NULL); command;
         command = cli_next_command(command)) {
        const size_t length = strcspn(command->name, " ");
        if (!first && strncmp(last, command->name, length + 1) != 0) {
            fprintf(stream, " %.*s", (int)length, command->name);
        } else if (first && strncmp(first, command->name, length) == 0 && command->name[length]) {
            fprintf(stream, " %s", command->name + length + 1);
        }
        last = command->name;
    }
}

/// "_talus_lab" of "talus-lab"
static void function_name(const char *program, char *name, size_t size)
{
    snprintf(name, size, "_%s", program);
    for (char *dash = strchr(name, '-'); dash; dash = strchr(dash, '-')) {
        *dash = '_';
    }
}

void cli_print_completion(FILE *stream)
{
    const cli_program *program = cli_own_program();
    char function[64];
    function_name(program->name, function, sizeof function);
    fprintf(stream, "# bash completion of %s\n%s()\n{\n", program->name, function);
    fputs("    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    local command=${COMP_WORDS[1]}\n    COMPREPLY=()\n"
          "    if ((COMP_CWORD == 1)); then\n"
          "        COMPREPLY=($(compgen -W \"--help --version",
          stream);
    print_words(stream, NULL);
    fputs("\" -- \"$word\")); return\n    fi\n    case \"$command\" in\n", stream);
    for (const cli_command *command = cli_next_command(NULL); command;
         command = cli_next_command(command)) {
        const size_t length = strcspn(command->name, " ");
        if (command->name[length]) {
            fprintf(stream,
                    "    %.*s)\n        if ((COMP_CWORD == 2)); then\n"
                    "            COMPREPLY=($(compgen -W \"",
                    (int)length, command->name);
            print_words(stream, command->name);
            fputs("\" -- \"$word\")); return\n        fi\n"
                  "        command+=\" ${COMP_WORDS[2]}\" ;;\n",
                  stream);
        }
    }
    fputs("    esac\n    case \"$command\" in\n", stream);
    for (const cli_command *command = cli_next_command(NULL); command;
         command = cli_next_command(command)) {
        print_command_case(stream, command);
    }
    fprintf(stream, "    esac\n}\ncomplete -o filenames -F %s %s%s%s\n", function, program->name,
            program->ranks ? " " : "", program->ranks ? program->ranks : "");
}
