// SPDX-License-Identifier: GPL-3.0-or-later
/// @file intensity.h
/// Intensity measures of ground accelerations. A record is the function that is linear between its
/// samples, from rest; SI units. It knows arrays of numbers; it refuses to know files and blocks.
#ifndef TALUS_SRC_LAB_ROCKING_INTENSITY_H
#define TALUS_SRC_LAB_ROCKING_INTENSITY_H

#include "talus/base.h"

#define INTENSITY_GRAVITY 9.80665 ///< m/s2, standard gravity of Arias intensity and of peaks in g

typedef struct intensity_record {
    double time_step; ///< s
    size_t count;
    const double *x, *y; ///< (count) m/s2; y NULL = one component
} intensity_record;

/// Measures of one component that need no oscillator. All but the durations are proportional to
/// the scale of the record, arias to its square.
typedef struct intensity_peaks {
    double pga;                      ///< m/s2, largest sample
    double pgv, v_end;               ///< m/s, largest at samples, at the end
    double pgd, d_end;               ///< m
    double arias;                    ///< m/s, exact for the linear pieces
    double arias_trapezoid;          ///< m/s, by the trapezoidal rule on a^2, as other programs do
    double cav;                      ///< m/s, exact for the linear pieces
    double duration_75, duration_95; ///< s, from 5 % to 75 % and 95 % of arias
} intensity_peaks;
intensity_peaks intensity_peaks_of(const double *a, size_t count, double time_step);

/// Pseudo-acceleration (m/s2) of an oscillator, (2 pi/T)^2 max|u|, u'' + 2 xi w u' + w^2 u = -a,
/// exact for linear pieces [Nigam and Jennings 1969], at steps of time_step/n, n = ceil(100
/// time_step/T), over the record and one period of quiet.
double intensity_spectral(const double *a, size_t count, double time_step, double period,
                          double damping);
/// Integral of the pseudo-velocity Sa T/(2 pi) over T = 0.1, 0.15, .. 2.5 s by trapezoids (m).
double intensity_housner(const double *a, size_t count, double time_step, double damping);

/// What is rotated: a measure of intensity_peaks, spectral acceleration, or Housner's intensity.
typedef enum intensity_kind {
    INTENSITY_PGA,
    INTENSITY_PGV,
    INTENSITY_SA,
    INTENSITY_PGD,
    INTENSITY_ARIAS,
    INTENSITY_CAV,
    INTENSITY_SI,
    INTENSITY_D5_75, ///< of the components alone
    INTENSITY_D5_95  ///< of the components alone
} intensity_kind;
typedef struct intensity_rotated {
    double rotd0, rotd50,
        rotd100;      ///< over x cos + y sin at 0, 1, .. 179 degrees [Boore 2010]; NaN of
                      ///< durations
    double x, y;      ///< of the components alone
    double resultant; ///< largest sqrt(x^2 + y^2) at samples; NaN of sums and durations
} intensity_rotated;
/// @param period  of INTENSITY_SA
/// @param damping of INTENSITY_SA and INTENSITY_SI
intensity_rotated intensity_rotated_of(const intensity_record *record, intensity_kind kind,
                                       double period, double damping);

#endif
