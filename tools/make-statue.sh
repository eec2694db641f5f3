#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A statue on a plinth as a closed mesh, for trying: tools/make-statue.sh FILE.obj
# Rows of 16 points: a plinth of 0.50 x 0.42 m, a body that leans 4 cm to the front, a head.
set -eu
awk '
    function row(z, a, b, square, x,   i, t, c, s, m) {
        for (i = 0; i < 16; i++) {
            t = 6.283185307179586 * i / 16; c = cos(t); s = sin(t)
            m = square ? (c * c > s * s ? (c < 0 ? -c : c) : (s < 0 ? -s : s)) : 1
            printf "v %.6f %.6f %.6f\n", x + a * c / m, b * s / m, z
        }
        rows++
    }
    BEGIN {
        print "# a statue on a plinth, m; tools/make-statue.sh"
        row(0, 0.25, 0.21, 1, 0); row(0.25, 0.25, 0.21, 1, 0); row(0.25001, 0.17, 0.15, 0, 0.01)
        row(0.7, 0.14, 0.12, 0, 0.02); row(1.1, 0.19, 0.14, 0, 0.03); row(1.4, 0.22, 0.13, 0, 0.04)
        row(1.5, 0.07, 0.07, 0, 0.04); row(1.62, 0.10, 0.09, 0, 0.05); row(1.75, 0.06, 0.06, 0, 0.05)
        for (r = 0; r < rows - 1; r++)
            for (i = 0; i < 16; i++) {
                j = (i + 1) % 16
                print "f", r * 16 + i + 1, r * 16 + j + 1, (r + 1) * 16 + j + 1, (r + 1) * 16 + i + 1
            }
        printf "f"; for (i = 16; i > 0; i--) printf " %d", i
        printf "\nf"; for (i = 1; i <= 16; i++) printf " %d", (rows - 1) * 16 + i
        print ""
    }' >"$1"
