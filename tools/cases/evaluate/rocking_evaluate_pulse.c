// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks and pulses of the cases of `talus-cases evaluate`, as their words and numbers say.
#include "cases/evaluate/rocking_evaluate_pulse.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Read inside the object "block" of the inputs. @return the inputs themselves, to go back to
const files_json_node *evaluate_enter_block(evaluate_case *c)
{
    const files_json_node *outer = c->inputs, *block = files_json_member(outer, "block");
    if (!block || !files_json_is_object(block)) {
        evaluate_refuse(c, "the input \"block\" must be an object");
    } else {
        c->inputs = block;
    }
    return outer;
}

/// b1, b2, h or b, h; homogeneous unless I is given.
talus_rocking_block evaluate_block(evaluate_case *c)
{
    const files_json_node *outer = evaluate_enter_block(c);
    const bool split = evaluate_has(c, "b1");
    const double b1 = evaluate_positive(c, split ? "b1" : "b");
    const double b2 = split ? evaluate_positive(c, "b2") : b1;
    talus_rocking_block block = talus_rocking_block_rectangle(
        evaluate_positive_or(c, "m", 1.0), 0.5 * (b1 + b2), evaluate_positive(c, "h"));
    block.b1 = b1;
    block.b2 = b2;
    block.inertia = evaluate_positive_or(c, "I", block.inertia);
    c->inputs = outer;
    return block;
}

double evaluate_gravity(evaluate_case *c)
{
    return evaluate_positive_or(c, "g", 9.81);
}

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/// Both components of "horizontal H g sin(W t), vertical V g sin(W t + P), both for 0<=t<2 pi/W",
/// as a record whose steps are so short that its lines are the sines to 1e-9.
static bool read_two_sines(evaluate_case *c, const char *text, double gravity, evaluate_pulse *d)
{
    enum { SAMPLES = 200000 };
    double h, w, v, w2, phase, end;
    if (sscanf(text,
               "horizontal %lf g sin(%lf t), vertical %lf g sin(%lf t + %lf), both for "
               "0<=t<2 pi/%lf",
               &h, &w, &v, &w2, &phase, &end) != 6 ||
        !(end > 0.0)) {
        return false;
    }
    d->memory = malloc(2 * (SAMPLES + 1) * sizeof *d->memory);
    if (!d->memory) {
        evaluate_refuse(c, "out of memory for a pulse");
        return true;
    }
    const double step = 2.0 * TALUS_PI / end / SAMPLES;
    for (size_t i = 0; i <= SAMPLES; i++) {
        const double t = (double)i * step;
        d->memory[i] = h * gravity * talus_sin(w * t);
        d->memory[SAMPLES + 1 + i] = v * gravity * talus_sin(w2 * t + phase);
    }
    d->motion = (talus_ground_motion){step, SAMPLES + 1, d->memory, d->memory + SAMPLES + 1};
    d->shaking = (talus_shaking){.motion = &d->motion, .scale = 1.0};
    return true;
}

/// Kind of pulse from its first words, cycles from its duration or its words.
static bool read_named(evaluate_case *c, const char *text, evaluate_pulse *d)
{
    talus_pulse *pulse = &d->shaking.pulse;
    double share = 0.0;
    const char *ramps = strstr(text, "ramps of ");
    if (begins(text, "sine") || begins(text, "half sine")) {
        pulse->kind = TALUS_PULSE_SINE;
    } else if (begins(text, "cosine")) {
        pulse->kind = TALUS_PULSE_COSINE;
    } else if (begins(text, "ricker")) {
        pulse->kind = TALUS_PULSE_RICKER;
    } else if (begins(text, "trapezoid")) {
        pulse->kind = TALUS_PULSE_TRAPEZOID;
    } else {
        return false;
    }
    pulse->amplitude = evaluate_number(c, "A");
    pulse->frequency = evaluate_positive(c, "w");
    pulse->rise = ramps && sscanf(ramps, "ramps of %lf", &share) == 1 ? share : 0.2;
    pulse->cycles = pulse->kind == TALUS_PULSE_TRAPEZOID || strstr(text, "half") ? 0.5
                    : strstr(text, "quarter")                                    ? 0.25
                                                                                 : 1.0;
    if (evaluate_has(c, "duration")) {
        pulse->cycles = evaluate_positive(c, "duration") * pulse->frequency / (2.0 * TALUS_PI);
    }
    d->shaking.scale = 1.0;
    return true;
}

/// Constant acceleration A for 0 <= t < T.
static bool read_rectangle(evaluate_case *c, const char *text, evaluate_pulse *d)
{
    if (!begins(text, "rectangle")) {
        return false;
    }
    d->memory = malloc(2 * sizeof *d->memory);
    if (!d->memory) {
        evaluate_refuse(c, "out of memory for a pulse");
        return true;
    }
    d->memory[0] = d->memory[1] = evaluate_number(c, "A");
    d->motion = (talus_ground_motion){evaluate_positive(c, "T"), 2, d->memory, NULL};
    d->shaking = (talus_shaking){.motion = &d->motion, .scale = 1.0};
    return true;
}

static void read_record(evaluate_case *c, evaluate_pulse *d)
{
    size_t count = 0;
    const double step = evaluate_positive(c, "dt");
    d->memory = evaluate_list(c, "record", &count);
    d->motion = (talus_ground_motion){step, count, d->memory, NULL};
    d->shaking =
        (talus_shaking){.motion = &d->motion, .scale = evaluate_number_or(c, "scale", 1.0)};
}

/// `d` must not move afterwards; its memory is to be freed.
void evaluate_shaking(evaluate_case *c, double gravity, evaluate_pulse *d)
{
    *d = (evaluate_pulse){.memory = NULL};
    if (evaluate_has(c, "record")) {
        read_record(c, d);
        return;
    }
    const char *text = evaluate_text(c, "pulse");
    if (text && !read_two_sines(c, text, gravity, d) && !read_named(c, text, d) &&
        !read_rectangle(c, text, d)) {
        evaluate_refuse(c,
                        "\"pulse\" is \"%.80s\": expected it to begin with sine, half sine, "
                        "cosine, ricker, trapezoid, rectangle or horizontal",
                        text);
    }
}
