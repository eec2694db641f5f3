// SPDX-License-Identifier: GPL-3.0-or-later
// Make calls of talus fail, one after the other, and judge each run:
//   faults --program TALUS --preload LIBRARY --inputs DIR --log FILE [--case NAME]... [--sample N]
//          [--class NAME]... [--work DIR] [--own N] [--library N] [--seed S] [--jobs N] [--timeout S]
//          [--fresh yes] [--kill yes] [--sites yes|new] [--calls NAME]...
// Without --sample: every call that talus makes (--own N: N calls of each class, evenly spread), once
// and from then on, and N calls of each class that libraries make. --class: only calls of these classes
// (open, write, rename, ...). The log has a line for each; what it has is not run again (--fresh yes:
// it begins anew). --kill yes: the process is killed in the place of calls that change files, and then
// another run has to give the files of the undisturbed one. Exit code 1 when the log holds a
// verdict in capitals. --sites yes: in place of every call of talus, every site of its calls
// (preload_sites.c): its first call once, from its first call on, its second, its middle and its last
// call once; --calls first, on, second, middle, last: only these. With --sample: N of them in each case,
// drawn by --seed. --sites new: only sites that the log does not have from a case before. Without
// --work: in memory (/dev/shm) where there is some, for a run waits for the disk some hundred times.
#include "failures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_COUNTS = 64, MOST_SITES = 1 << 14 };

typedef struct options {
    failures_setup setup;
    const char *inputs, *log, *work, *fresh, *kill, *sites;
    const char *cases[16], *classes[16], *calls[16];
    size_t case_count, class_count, call_count;
    unsigned long long sample, own, library, seed;
    int jobs;
} options;

/// splitmix64
static uint64_t draw(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

typedef struct plan {
    failures_fault *items;
    size_t count, capacity;
} plan;

static void plan_add(plan *list, failures_fault fault)
{
    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 256;
        list->items = realloc(list->items, list->capacity * sizeof *list->items);
        if (list->items == NULL) {
            fprintf(stderr, "faults: out of memory\n");
            exit(2);
        }
    }
    list->items[list->count++] = fault;
}

static const char *const fault_modes[] = {"once", "on", NULL};
static const char *const kill_modes[] = {"kill", NULL};

/// All calls, or `most` of them: the first, the last and others in between.
static void plan_class(plan *list, const failures_count *count, const char *const *modes,
                       unsigned long long most, uint64_t *random)
{
    for (; *modes != NULL; modes++) {
        if (count->calls <= most) {
            for (unsigned long long call = 1; call <= count->calls; call++) {
                plan_add(list, (failures_fault){count->side, count->class_, call, *modes, NULL});
            }
            continue;
        }
        for (unsigned long long i = 0; i < most; i++) {
            // one in each of `most` equal parts
            const unsigned long long low = count->calls * i / most,
                                     high = count->calls * (i + 1) / most,
                                     drawn = 1 + low + draw(random) % (high - low);
            plan_add(list, (failures_fault){count->side, count->class_,
                                            i == 0         ? 1
                                            : i + 1 < most ? drawn
                                                           : count->calls,
                                            *modes, NULL});
        }
    }
}

/// Is `name` among those asked for? All are when none is named.
static bool is_asked(const char *const *names, size_t count, const char *name)
{
    bool found = count == 0;
    for (size_t i = 0; i < count; i++) {
        found = found || strcmp(names[i], name) == 0;
    }
    return found;
}

/// Is this class of calls disturbed at all? Kills: where files change, of either side; faults: of
/// both sides together, the writes only (a full disk).
static bool is_planned(const options *asked, const failures_count *count)
{
    static const char *const changing[] = {"open",   "write", "close",  "fsync",
                                           "rename", "mkdir", "unlink", "fallocate"};
    const bool is_any = strcmp(count->side, "any") == 0;
    if (count->calls == 0 || !is_asked(asked->classes, asked->class_count, count->class_)) {
        return false;
    }
    if (asked->kill == NULL) {
        return !is_any || strcmp(count->class_, "write") == 0;
    }
    bool changes = false;
    for (size_t i = 0; i < sizeof changing / sizeof changing[0]; i++) {
        changes = changes || strcmp(count->class_, changing[i]) == 0;
    }
    return !is_any && changes;
}

static void plan_case(plan *list, const options *asked, const failures_count *counts, size_t count,
                      uint64_t *random)
{
    const char *const *modes = asked->kill != NULL ? kill_modes : fault_modes;
    bool has_own = false;
    list->count = 0;
    for (size_t i = 0; i < count; i++) {
        const bool is_own = strcmp(counts[i].side, "own") == 0;
        has_own = has_own || (is_own && is_planned(asked, &counts[i]));
        if (asked->sample == 0 && is_planned(asked, &counts[i]) &&
            !(is_own && asked->sites != NULL)) {
            plan_class(list, &counts[i], modes, is_own ? asked->own : asked->library, random);
        }
    }
    // a sample: of every class of talus's own calls alike
    while (has_own && asked->sites == NULL && list->count < asked->sample) {
        const failures_count *of = NULL;
        do {
            of = &counts[draw(random) % count];
        } while (!is_planned(asked, of) || strcmp(of->side, "own") != 0);
        const unsigned long long call = 1 + draw(random) % of->calls;
        plan_add(list, (failures_fault){of->side, of->class_, call,
                                        modes[modes[1] == NULL ? 0 : draw(random) % 2], NULL});
    }
}

/// What has been tried before: the log's lines, as one text.
static char *read_log(const char *path)
{
    FILE *file = fopen(path, "r");
    struct stat facts;
    char *text = NULL;
    if (file != NULL && fstat(fileno(file), &facts) == 0 &&
        (text = malloc((size_t)facts.st_size + 2)) != NULL) {
        text[0] = '\n';
        text[1 + fread(text + 1, 1, (size_t)facts.st_size, file)] = '\0';
    }
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

/// Does the log have this site from a case before this one?
static bool is_known_site(const char *done, const failures_case *one, const char *site)
{
    char key[64];
    snprintf(key, sizeof key, "@%s ", site);
    for (const char *at = strstr(done, key); at != NULL; at = strstr(at + 1, key)) {
        const char *line = at;
        while (line > done && line[-1] != '\n') {
            line--;
        }
        for (const failures_case *before = failures_cases; before < one; before++) {
            const size_t length = strlen(before->name);
            if (strncmp(line, before->name, length) == 0 && line[length] == ' ') {
                return true;
            }
        }
    }
    return false;
}

/// Worker `number`'s share of the sites, by name: two undisturbed runs need not reach the very same.
/// The first calls of all come first.
static void plan_sites(plan *list, const options *asked, const failures_case *one, const char *done,
                       const failures_site *sites, size_t count, int number)
{
    static const char *const passes[] = {"first", "on", "second", "middle", "last"};
    enum { PASSES = sizeof passes / sizeof passes[0] };
    const bool kills = asked->kill != NULL, is_new = strcmp(asked->sites, "new") == 0;
    for (size_t pass = 0; pass < PASSES; pass++) {
        if (!is_asked(asked->calls, asked->call_count, passes[pass]) || (kills && pass == 1)) {
            continue;
        }
        for (size_t i = 0; i < count; i++) {
            const failures_site *site = &sites[i];
            const unsigned long long middle = (1 + site->calls) / 2,
                                     calls[PASSES] = {1, 1, site->calls >= 2 ? 2 : 0,
                                                      middle > 2 ? middle : 0,
                                                      site->calls > 2 ? site->calls : 0};
            failures_count of = {"own", "", site->calls};
            memcpy(of.class_, site->class_, sizeof of.class_);
            unsigned sum = 0;
            for (const char *letter = site->name; *letter != '\0'; letter++) {
                sum = 31 * sum + (unsigned char)*letter;
            }
            if (calls[pass] > 0 && is_planned(asked, &of) &&
                sum % (unsigned)asked->jobs == (unsigned)number &&
                !(is_new && done != NULL && is_known_site(done, one, site->name))) {
                const char *mode = kills ? kill_modes[0] : fault_modes[pass == 1];
                plan_add(list,
                         (failures_fault){"own", site->class_, calls[pass], mode, site->name});
            }
        }
    }
}

/// Keep `most` faults from `first` on, drawn at random, in the order of the draw.
static void keep_sample(plan *list, size_t first, size_t most, uint64_t *random)
{
    const size_t count = list->count - first;
    failures_fault *items = list->items + first;
    for (size_t i = 0; i < count && i < most; i++) {
        const size_t other = i + (size_t)(draw(random) % (count - i));
        const failures_fault drawn = items[other];
        items[other] = items[i];
        items[i] = drawn;
    }
    list->count = first + (count < most ? count : most);
}

/// Worker `number` of all: its share of the plan of one case.
static void work_through(const options *asked, const failures_case *one, int number)
{
    failures_setup setup = asked->setup;
    failures_count counts[MOST_COUNTS];
    size_t count = 0;
    plan list = {0};
    uint64_t random = asked->seed * 1000003 + (uint64_t)(one - failures_cases);
    snprintf(setup.directory, sizeof setup.directory, "%s/%s_%d", asked->work, one->name, number);
    failures_remove(setup.directory);
    if (!failures_copy(asked->inputs, setup.directory) || chdir(setup.directory) != 0 ||
        chdir("scenarios") != 0 || !failures_prepare(&setup, one, counts, &count, MOST_COUNTS)) {
        fprintf(stderr, "faults: %s cannot be prepared in %s\n", one->name, setup.directory);
        exit(2);
    }
    plan_case(&list, asked, counts, count, &random);
    char *done = read_log(asked->log), line[2048], text[128];
    if (asked->sites != NULL) {
        static failures_site sites[MOST_SITES];
        const size_t site_count = failures_find_sites(&setup, one, sites, MOST_SITES);
        if (site_count == 0) {
            exit(2);
        }
        const size_t before = list.count, jobs = (size_t)asked->jobs;
        plan_sites(&list, asked, one, done, sites, site_count, number);
        if (asked->sample > 0) {
            keep_sample(&list, before, ((size_t)asked->sample + jobs - 1) / jobs, &random);
        }
    }
    FILE *log = fopen(asked->log, "a");
    if (log == NULL) {
        fprintf(stderr, "faults: %s cannot be written\n", asked->log);
        exit(2);
    }
    setvbuf(log, NULL, _IOLBF, sizeof line);
    for (size_t i = 0; i < list.count; i++) {
        const failures_fault *fault = &list.items[i];
        if (fault->site == NULL && i % (size_t)asked->jobs != (size_t)number) {
            continue; // another worker's
        }
        failures_fault_text(fault, text, sizeof text);
        snprintf(line, sizeof line, "\n%s %s ", one->name, text);
        if (done == NULL || strstr(done, line) == NULL) {
            const failures_result result = failures_try(&setup, one, fault);
            fprintf(log, "%s%s %d %s\n", line + 1, failures_verdict_names[result.verdict],
                    result.exit_code, result.where);
        }
    }
    fclose(log);
    free(done);
    free(list.items);
    failures_remove(setup.directory);
}

/// Print the counts of the log. @return how many verdicts are in capitals
static unsigned long long sum_up(const options *asked)
{
    char *text = read_log(asked->log);
    unsigned long long of[FAILURES_VERDICTS] = {0}, bad = 0, all = 0;
    for (char *line = text != NULL ? strtok(text, "\n") : NULL; line != NULL;
         line = strtok(NULL, "\n")) {
        char verdict[32] = "";
        if (sscanf(line, "%*s %*s %*s %*s %*s %31s", verdict) != 1) {
            continue;
        }
        for (int i = 0; i < FAILURES_VERDICTS; i++) {
            if (strcmp(verdict, failures_verdict_names[i]) == 0) {
                of[i]++;
                all++;
                if (i > FAILURES_RESUMED && bad++ < 40) {
                    printf("%s\n", line);
                }
            }
        }
    }
    printf("%llu faults:", all);
    for (int i = 0; i < FAILURES_VERDICTS; i++) {
        printf(" %s %llu%s", failures_verdict_names[i], of[i],
               i + 1 < FAILURES_VERDICTS ? "," : "\n");
    }
    free(text);
    if (2 * of[FAILURES_NOT_REACHED] > all) {
        printf("most of the calls were not reached: nothing is said of them\n");
        bad++;
    }
    return all == 0 ? 1 : bad;
}

static bool read_option(options *asked, const char *name, const char *value)
{
    const struct {
        const char *name;
        const char **text;
        unsigned long long *number;
    } known[] = {
        {"--program", &asked->setup.program, NULL},
        {"--preload", &asked->setup.preload, NULL},
        {"--inputs", &asked->inputs, NULL},
        {"--log", &asked->log, NULL},
        {"--work", &asked->work, NULL},
        {"--sample", NULL, &asked->sample},
        {"--fresh", &asked->fresh, NULL},
        {"--kill", &asked->kill, NULL},
        {"--sites", &asked->sites, NULL},
        {"--own", NULL, &asked->own},
        {"--library", NULL, &asked->library},
        {"--seed", NULL, &asked->seed},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(name, known[i].name) == 0) {
            if (known[i].text != NULL) {
                *known[i].text = value;
            } else {
                *known[i].number = strtoull(value, NULL, 10);
            }
            return true;
        }
    }
    if (strcmp(name, "--case") == 0 && asked->case_count < 16) {
        asked->cases[asked->case_count++] = value;
        return true;
    }
    if (strcmp(name, "--class") == 0 && asked->class_count < 16) {
        asked->classes[asked->class_count++] = value;
        return true;
    }
    if (strcmp(name, "--calls") == 0 && asked->call_count < 16) {
        asked->calls[asked->call_count++] = value;
        return true;
    }
    if (strcmp(name, "--jobs") == 0 || strcmp(name, "--timeout") == 0) {
        *(name[2] == 'j' ? &asked->jobs : &asked->setup.timeout) = atoi(value);
        return true;
    }
    return false;
}

/// Run all that is asked for, one case after the other. @return false after a failure to do so
static bool run_all(const options *asked)
{
    for (size_t i = 0; i < failures_case_count; i++) {
        bool failed = false;
        const bool is_due = is_asked(asked->cases, asked->case_count, failures_cases[i].name) &&
                            (asked->case_count > 0 || !failures_cases[i].is_named);
        for (int number = 0; number < asked->jobs && is_due; number++) {
            fflush(NULL);
            const pid_t child = fork();
            if (child == 0) {
                work_through(asked, &failures_cases[i], number);
                _exit(0);
            }
        }
        for (int status = 0; wait(&status) > 0;) {
            failed = failed || !WIFEXITED(status) || WEXITSTATUS(status) != 0;
        }
        if (failed) {
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    options asked = {.own = ~0ULL, .library = 100, .seed = 1, .jobs = 1, .setup.timeout = 60};
    bool good = argc % 2 == 1;
    for (int i = 1; good && i + 1 < argc; i += 2) {
        good = read_option(&asked, argv[i], argv[i + 1]);
    }
    if (!good || asked.setup.program == NULL || asked.setup.preload == NULL ||
        asked.inputs == NULL || asked.log == NULL || asked.jobs < 1) {
        fprintf(stderr, "faults: see the head of tests/failures/faults.c for the options\n");
        return 2;
    }
    char own_work[64];
    snprintf(own_work, sizeof own_work, "%s/talus_faults_XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (asked.work == NULL && (asked.work = mkdtemp(own_work)) == NULL) {
        fprintf(stderr, "faults: %s cannot be made\n", own_work);
        return 2;
    }
    if (asked.fresh != NULL) {
        unlink(asked.log);
    }
    const bool done = run_all(&asked);
    if (asked.work == own_work) {
        failures_remove(own_work);
    }
    return !done ? 2 : sum_up(&asked) == 0 ? 0 : 1;
}
