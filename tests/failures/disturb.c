// SPDX-License-Identifier: GPL-3.0-or-later
// One run of the program with a call that fails, and what is to be said of it.
#include "failures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const failures_verdict_names[FAILURES_VERDICTS] = {[FAILURES_TOLD] = "told",
                                                               [FAILURES_SAME] = "same",
                                                               [FAILURES_NOT_REACHED] =
                                                                   "not-reached",
                                                               [FAILURES_IN_LIBRARY] = "in-library",
                                                               [FAILURES_RESUMED] = "resumed",
                                                               [FAILURES_WRONG] = "WRONG",
                                                               [FAILURES_HALF] = "HALF",
                                                               [FAILURES_CRASH] = "CRASH",
                                                               [FAILURES_HANG] = "HANG",
                                                               [FAILURES_SILENT] = "SILENT",
                                                               [FAILURES_LEAK] = "LEAK",
                                                               [FAILURES_STUCK] = "STUCK"};
static const char *const undisturbed = "own none 0 once";

/// Put the directory that is to stand there before the run in its place.
static bool set_up(const failures_case *one)
{
    char earlier[FAILURES_PATH];
    failures_remove("../out");
    snprintf(earlier, sizeof earlier, "../%s", one->earlier != NULL ? one->earlier + 1 : "");
    return one->earlier == NULL || failures_copy(earlier, "../out");
}

static size_t read_counts(failures_count *counts, size_t most)
{
    size_t count = 0;
    FILE *file = fopen("../report", "r");
    char line[1200];
    while (file != NULL && count < most && fgets(line, sizeof line, file) != NULL) {
        failures_count *next = &counts[count];
        count += sscanf(line, "count %15s %15s %llu", next->side, next->class_, &next->calls) == 3;
    }
    if (file != NULL) {
        fclose(file);
    }
    return count;
}

bool failures_prepare(const failures_setup *setup, const failures_case *one, failures_count *counts,
                      size_t *count, size_t most)
{
    for (size_t i = 0; i < FAILURES_STEPS && one->steps[i] != NULL; i++) {
        const int code = failures_run(setup, one->steps[i], undisturbed, "../printed");
        if (code != 0 && code != 4) {
            fprintf(stderr, "failures: exit code %d of: talus %s\n", code, one->steps[i]);
            return false;
        }
    }
    // twice: what differs by itself would be blamed on the faults
    for (int i = 0; i < 2; i++) {
        const char *printed = i == 0 ? "../printed.wanted" : "../printed";
        const int code = set_up(one) ? failures_run(setup, one->command, undisturbed, printed) : -1;
        if (code != 0 && code != 4) {
            fprintf(stderr, "failures: exit code %d of the undisturbed: talus %s\n", code,
                    one->command);
            return false;
        }
        if (i == 0 && !one->prints && rename("../out", "../wanted") != 0) {
            fprintf(stderr, "failures: no result directory of: talus %s\n", one->command);
            return false;
        }
    }
    char difference[FAILURES_PATH] = "what it prints differs";
    if (one->prints ? !failures_same_print("../printed", "../printed.wanted")
                    : !failures_same_directory("../out", "../wanted", false, difference,
                                               sizeof difference)) {
        fprintf(stderr, "failures: two undisturbed runs differ (%s): talus %s\n", difference,
                one->command);
        return false;
    }
    *count = read_counts(counts, most);
    return true;
}

static int compare_sites(const void *a, const void *b)
{
    const failures_site *one = a, *other = b;
    const int order = strcmp(one->class_, other->class_);
    return order != 0 ? order : strcmp(one->name, other->name);
}

size_t failures_find_sites(const failures_setup *setup, const failures_case *one,
                           failures_site *sites, size_t most)
{
    size_t count = 0;
    char line[1200];
    bool fits = true;
    const int code =
        set_up(one) ? failures_run(setup, one->command, "own none 0 sites", "../printed") : -1;
    FILE *file = code == 0 || code == 4 ? fopen("../report", "r") : NULL;
    while (file != NULL && fits && fgets(line, sizeof line, file) != NULL) {
        failures_site next;
        if (sscanf(line, "site %15s %47s %llu", next.class_, next.name, &next.calls) == 3) {
            fits = count < most;
            if (fits) {
                sites[count++] = next;
            }
        }
        fits = fits && strcmp(line, "too many sites\n") != 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    if (count == 0 || !fits) {
        fprintf(stderr, "failures: %s sites (exit code %d) of: talus %s\n",
                fits ? "no" : "too many", code, one->command);
        return 0;
    }
    qsort(sites, count, sizeof *sites, compare_sites);
    return count;
}

void failures_fault_text(const failures_fault *fault, char *text, size_t size)
{
    snprintf(text, size, "%s %s %llu %s%s%s", fault->side, fault->class_, fault->call, fault->mode,
             fault->site != NULL ? "@" : "", fault->site != NULL ? fault->site : "");
}

/// What the preloaded library noted.
typedef struct notes {
    char hit[FAILURES_TEXT / 3], leak[FAILURES_TEXT / 3], crash[FAILURES_TEXT / 3];
    bool is_own_crash;
} notes;

static void read_notes(notes *found)
{
    FILE *file = fopen("../report", "r");
    char line[FAILURES_TEXT / 3];
    *found = (notes){.is_own_crash = true};
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *into = strncmp(line, "hit ", 4) == 0                                ? found->hit
                     : strncmp(line, "leak ", 5) == 0                             ? found->leak
                     : strncmp(line, "crash ", 6) == 0 && found->crash[0] == '\0' ? found->crash
                                                                                  : NULL;
        if (into != NULL) {
            snprintf(into, sizeof found->hit, "%s", line);
        }
        if (into == found->crash) {
            found->is_own_crash = strncmp(line, "crash own", 9) == 0;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

/// Is there a sentence on standard error?
static bool has_said(void)
{
    FILE *file = fopen("../said", "r");
    int letters = 0;
    while (file != NULL && fgetc(file) != EOF) {
        letters++;
    }
    if (file != NULL) {
        fclose(file);
    }
    return letters > 10;
}

/// What became of the results. @return FAILURES_SAME, FAILURES_TOLD (not complete), or
/// FAILURES_HALF
static failures_verdict look_at_results(const failures_case *one, int code, bool is_killed,
                                        char *difference, size_t size)
{
    if (one->prints) {
        snprintf(difference, size, "what it prints differs");
        return failures_same_print("../printed", "../printed.wanted") ? FAILURES_SAME
                                                                      : FAILURES_TOLD;
    }
    // results are complete before the state goes
    const bool may_have_state = is_killed || (code != 0 && code != 4);
    if (failures_same_directory("../out", "../wanted", may_have_state, difference, size)) {
        return FAILURES_SAME;
    }
    if (!failures_looks_complete("../out")) {
        return FAILURES_TOLD;
    }
    // the earlier result, untouched, is none of this run's
    char earlier[FAILURES_PATH], ignored[FAILURES_PATH];
    snprintf(earlier, sizeof earlier, "../%s", one->earlier != NULL ? one->earlier + 1 : "");
    return code != 0 && code != 4 && one->earlier != NULL &&
                   failures_same_directory("../out", earlier, false, ignored, sizeof ignored)
               ? FAILURES_TOLD
               : FAILURES_HALF;
}

/// After a kill: does another run give the files of the undisturbed one?
static bool is_mended(const failures_setup *setup, const failures_case *one, char *difference,
                      size_t size)
{
    const int code = failures_run(setup, one->again != NULL ? one->again : one->command,
                                  undisturbed, "../printed");
    if (code != 0 && code != 4) {
        snprintf(difference, size, "exit code %d of the run after it", code);
        return false;
    }
    return look_at_results(one, code, false, difference, size) == FAILURES_SAME;
}

failures_result failures_try(const failures_setup *setup, const failures_case *one,
                             const failures_fault *fault)
{
    failures_result result = {.verdict = FAILURES_TOLD};
    char text[128], difference[FAILURES_TEXT / 3] = "";
    notes found;
    failures_fault_text(fault, text, sizeof text);
    unlink("../report");
    if (!set_up(one)) {
        fprintf(stderr, "failures: the result directory of %s cannot be prepared\n", one->name);
        exit(2);
    }
    const int code = failures_run(setup, one->command, text, "../printed");
    result.exit_code = code;
    read_notes(&found);
    const bool is_own = strcmp(fault->side, "own") == 0;
    const bool is_killed = strcmp(fault->mode, "kill") == 0;
    const failures_verdict results =
        look_at_results(one, code, is_killed, difference, sizeof difference);
    if (is_killed) {
        result.verdict = results == FAILURES_HALF ? FAILURES_HALF
                         : found.hit[0] == '\0'   ? FAILURES_NOT_REACHED
                         : is_mended(setup, one, difference, sizeof difference) ? FAILURES_RESUMED
                                                                                : FAILURES_STUCK;
    } else if (results == FAILURES_HALF) {
        result.verdict = code == 0 || code == 4 ? FAILURES_WRONG : FAILURES_HALF;
    } else if (code < 0) {
        const bool blame = is_own || (code != -1000 && found.is_own_crash);
        result.verdict = !blame          ? FAILURES_IN_LIBRARY
                         : code == -1000 ? FAILURES_HANG
                                         : FAILURES_CRASH;
    } else if (found.hit[0] == '\0') {
        result.verdict = FAILURES_NOT_REACHED;
    } else if (code == 0 || code == 4) {
        result.verdict = results == FAILURES_SAME ? FAILURES_SAME : FAILURES_WRONG;
    } else if (!has_said() || code == 1) {
        result.verdict = FAILURES_SILENT;
    }
    if (is_own && code >= 0 && found.leak[0] != '\0' && result.verdict <= FAILURES_NOT_REACHED) {
        result.verdict = FAILURES_LEAK;
    }
    const char *what = result.verdict == FAILURES_LEAK ? found.leak
                       : found.crash[0] != '\0'        ? found.crash
                                                       : difference;
    snprintf(result.where, sizeof result.where, "%s; %s", found.hit,
             result.verdict >= FAILURES_IN_LIBRARY ? what : "");
    return result;
}
