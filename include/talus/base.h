// SPDX-License-Identifier: GPL-3.0-or-later
/// @file base.h
/// What every other header needs: status codes, the error sentence, lists of diagnostics, random
/// numbers, and elementary functions that give the same bits on every processor. It knows nothing
/// of rocks, terrain, files or threads.
///
/// Conventions of the whole library, stated once:
///   SI units, radians, double; x east, y north, z up; a quaternion (w, x, y, z) takes body vectors
///   to world vectors. Functions that can fail return talus_status and take `talus_error *error`
///   last (NULL allowed). create/destroy = heap object; init/clear = caller's storage.
///   destroy(NULL) is allowed. On failure nothing is allocated for the caller and output pointers
///   are set to NULL. The library never prints, exits, aborts or asserts on user data.
///
/// threads: pure functions, any thread; a talus_diagnostics or a stream of random numbers is used
///          by one thread at a time; a talus_error belongs to its call.
#ifndef TALUS_BASE_H
#define TALUS_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define TALUS_API
#else
#define TALUS_API __attribute__((visibility("default")))
#endif

#if defined(__GNUC__)
#define TALUS_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define TALUS_PRINTF(text, first)
#endif

/// Marks a function that can fail: the compiler warns where its result is ignored.
#if defined(__GNUC__)
#define TALUS_NODISCARD __attribute__((__warn_unused_result__))
#else
#define TALUS_NODISCARD
#endif
/// Marks a type: the compiler warns where a returned value of it is ignored.
#if defined(__clang__)
#define TALUS_NODISCARD_TYPE __attribute__((__warn_unused_result__))
#elif defined(__GNUC__) && __GNUC__ >= 10
#define TALUS_NODISCARD_TYPE [[nodiscard]]
#else
#define TALUS_NODISCARD_TYPE
#endif
#if defined(__GNUC__)
#define TALUS_EXTENSION __extension__
#else
#define TALUS_EXTENSION
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// X(name, text): every status and its sentence.
#define TALUS_STATUS_LIST(X)                                                                       \
    X(TALUS_OK, "no error")                                                                        \
    X(TALUS_ERROR_ARGUMENT, "an argument is outside its domain")                                   \
    X(TALUS_ERROR_MEMORY, "out of memory")                                                         \
    X(TALUS_ERROR_INPUT, "an input file or value is wrong")                                        \
    X(TALUS_ERROR_IO, "a file could not be read or written")                                       \
    X(TALUS_ERROR_UNSUPPORTED, "this input is valid but not supported")                            \
    X(TALUS_ERROR_INTERRUPTED, "interrupted")                                                      \
    X(TALUS_ERROR_INTERNAL, "an invariant of the library was broken")

/// Returned by every function that can fail. The caller passes it on, handles it, or ignores it
/// explicitly with (void).
TALUS_EXTENSION typedef enum TALUS_NODISCARD_TYPE talus_status {
#define TALUS_STATUS_ENUM(name, text) name,
    TALUS_STATUS_LIST(TALUS_STATUS_ENUM)
#undef TALUS_STATUS_ENUM
} talus_status;

/// One failure, as a sentence for a person: what was found, what was expected, what to do.
typedef struct talus_error {
    talus_status status;
    char file[512];     ///< the user's file, or ""
    int line, column;   ///< 1-based position in that file, 0 = unknown
    char message[1024]; ///< one sentence without a final newline
} talus_error;

/// @return the fixed English text of a status; "unknown status" for a number outside the list.
TALUS_API const char *talus_status_text(talus_status status);

/// Fill `error` (may be NULL) and return `status`, so that a caller can write
/// `return talus_error_set(error, TALUS_ERROR_INPUT, "found %d, expected > 0", n);`. The position
/// is left unknown.
TALUS_API talus_status talus_error_set(talus_error *error, talus_status status, const char *format,
                                       ...) TALUS_PRINTF(3, 4);

/// Add a position in the user's file to an error that is already set. `file` is copied.
TALUS_API void talus_error_locate(talus_error *error, const char *file, int line, int column);

typedef enum talus_severity { TALUS_NOTE, TALUS_WARNING, TALUS_SEVERITY_ERROR } talus_severity;

/// One message of a list; strings live as long as the list.
typedef struct talus_diagnostic {
    talus_severity severity;
    const char *file; ///< "" when the message has no file
    int line, column; ///< 1-based, 0 = unknown
    const char *message;
    const char *source_line; ///< the line of the user's file, or ""; of a very long line the part
                             ///< around the column
    int source_column;       ///< column at which source_line begins; 0 = 1
} talus_diagnostic;

/// A growing list of messages: all errors of a scenario, or all warnings of a run.
typedef struct talus_diagnostics talus_diagnostics;
TALUS_API talus_diagnostics *talus_diagnostics_create(void); ///< NULL when out of memory
TALUS_API void talus_diagnostics_destroy(talus_diagnostics *list);
/// Append a copy of `item` (strings are copied; NULL strings count as ""). A message that is lost
/// for want of memory is remembered, see talus_diagnostics_lost. Does nothing if `list` is NULL.
TALUS_API void talus_diagnostics_add(talus_diagnostics *list, const talus_diagnostic *item);
/// Append a message without position.
TALUS_API void talus_diagnostics_say(talus_diagnostics *list, talus_severity severity,
                                     const char *format, ...) TALUS_PRINTF(3, 4);
TALUS_API size_t talus_diagnostics_count(const talus_diagnostics *list);
/// Number of messages of this severity.
TALUS_API size_t talus_diagnostics_count_of(const talus_diagnostics *list, talus_severity severity);
TALUS_API const talus_diagnostic *talus_diagnostics_get(const talus_diagnostics *list,
                                                        size_t index);
/// Was a message lost for want of memory?
TALUS_API bool talus_diagnostics_lost(const talus_diagnostics *list);
/// "file:line:col: error: message", the source line and a caret, as compilers print them.
/// @return length of the whole text without its terminating zero, as snprintf
TALUS_API size_t talus_diagnostic_format(const talus_diagnostic *item, char *buffer, size_t size);

/// Counter-based random numbers (Philox 4x32-10), a pure function of (seed, stream, draw): the
/// numbers of a rock do not depend on other rocks, on threads or on the order of work.
typedef struct talus_random {
    uint64_t seed;   ///< of the scenario
    uint64_t stream; ///< rock index
    uint32_t draw;   ///< next draw; counts up
} talus_random;
/// @return uniform in [0, 1), 53 bits; advances rng->draw by one.
TALUS_API double talus_random_uniform(talus_random *rng);
/// @return standard normal (Box-Muller on two uniforms); advances rng->draw by two.
TALUS_API double talus_random_normal(talus_random *rng);
/// The 64 bits behind draw number `draw`.
TALUS_API uint64_t talus_random_bits(uint64_t seed, uint64_t stream, uint32_t draw);
/// Bijective mixing of 64 bits (splitmix64 finaliser), for hashes that must be order-free sums.
TALUS_API uint64_t talus_mix64(uint64_t x);

/// Elementary functions with the same bits everywhere: only + - * / sqrt in a fixed order, error <=
/// 1 ulp. sin and cos lose accuracy gradually for |x| > 2^20. Non-finite input gives NaN where libm
/// gives NaN.
TALUS_API double talus_sin(double x);
TALUS_API double talus_cos(double x);
TALUS_API double talus_atan(double x);
TALUS_API double talus_exp(double x);
TALUS_API double talus_log(double x);
#define TALUS_PI 3.14159265358979323846

/// Vectors, matrices and quaternions of the dynamics (double); functions: talus/linalg.h.
typedef struct talus_vec3 {
    double x, y, z;
} talus_vec3;

/// Row-major: m[row][column].
typedef struct talus_mat3 {
    double m[3][3];
} talus_mat3;

/// Scalar first; a unit quaternion p takes body vectors to world vectors: v_world = A(p) v_body.
typedef struct talus_quat {
    double w, x, y, z;
} talus_quat;

/// Free a text or array that a function of the library returned. NULL is allowed.
TALUS_API void talus_free(void *memory);

/// "0.2.0"
TALUS_API const char *talus_version(void);

#ifdef __cplusplus
}
#endif
#endif
