#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Synthetic strong-motion records for trying a suite: tools/make-records.sh DIRECTORY [COUNT]
# COUNT pairs (default 20) of horizontal components, 20 s in steps of 0.01 s, and records.txt, the
# list of them. Sums of 60 sines with random phases, a spectrum that falls beyond 2 Hz and an
# envelope that rises, holds and decays; numbers from a small generator, the same everywhere.
set -eu
directory=$1
count=${2:-20}
mkdir -p "$directory"
: >"$directory/records.txt"
i=1
while [ "$i" -le "$count" ]; do
    for axis in x y; do
        awk -v seed="$((7919 * i + $([ $axis = x ] && echo 1 || echo 4241)))" '
            function random() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
            BEGIN {
                for (k = 0; k < 20; k++) random()
                corner = 1.2 + 2 * random(); hold = 2 + 6 * random(); decay = 0.25 + 0.4 * random()
                for (k = 1; k <= 60; k++) {
                    f[k] = 0.2 * exp(log(50) * (k - random()) / 60)
                    a[k] = f[k] / (1 + (f[k] / corner) ^ 2); p[k] = 6.283185307179586 * random()
                }
                print "time (s),acceleration (m/s2)"
                for (n = 0; n <= 2000; n++) {
                    t = 0.01 * n
                    e = t < 1.5 ? (t / 1.5) ^ 2 : t < 1.5 + hold ? 1 : exp(-decay * (t - 1.5 - hold))
                    s = 0
                    for (k = 1; k <= 60; k++) s += a[k] * sin(6.283185307179586 * f[k] * t + p[k])
                    printf "%.2f,%.6f\n", t, 0.5 * e * s * (n > 0 && n < 2000)
                }
            }' >"$directory/record${i}_$axis.csv"
    done
    echo "record${i}_x.csv,record${i}_y.csv name=synthetic-$i" >>"$directory/records.txt"
    i=$((i + 1))
done
