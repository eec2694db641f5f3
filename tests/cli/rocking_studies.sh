#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus-lab spectrum, fragility; talus-cases region, domain: files, verdicts, threads, refusals.
. "$SOURCE/tests/cli/lib.sh"
records=$SOURCE/tests/data/ground_motions

# the edges at 4 p are the critical amplitudes of docs/rocking.md
expect_exit 0 "$TALUS_LAB" spectrum --frequency 3.5,4.5 --amplitude 1,6 --cells 1,50 --out sine
expect_line out '1 x 50: 0 at rest'
expect_line sine/edges.csv '^4,1.961072[0-9]*,above,1$'
expect_line sine/edges.csv '^4,4.80466[0-9]*,below,1$'
expect_line sine/edges.csv '^4,5.377143[0-9]*,above,0$'
expect_line sine/spectrum.csv 'overturned without impact'
expect_line sine/spectrum.svg 'Overturning spectrum: sine'
expect_exit 0 "$TALUS_LAB" spectrum --record "$records/elcentro_chopra.csv" --cells 6,5 \
    --threads 1 --out one
expect_exit 0 "$TALUS_LAB" spectrum --record "$records/elcentro_chopra.csv" --cells 6,5 \
    --threads 2 --out two
cmp one/spectrum.csv two/spectrum.csv || fail "other cells with two threads"
cmp one/spectrum.svg two/spectrum.svg || fail "another chart with two threads"

expect_exit 0 "$TALUS_LAB" fragility "$records/elcentro_chopra.csv" "$records/A-CAT090.AT2.smc" \
    --size 0.4,1.2 --impact lam=0.6..1 --intensity 0.2,2 --levels 6 --samples 20 --threads 1 --out one
cp out first
expect_exit 0 "$TALUS_LAB" fragility "$records/elcentro_chopra.csv" "$records/A-CAT090.AT2.smc" \
    --size 0.4,1.2 --impact lam=0.6..1 --intensity 0.2,2 --levels 6 --samples 20 --threads 2 --out two
cmp out first || fail "another fragility with two threads"
cmp one/fragility.csv two/fragility.csv || fail "other files with two threads"
expect_line out '^0.2  *0/20  *0.0000'
expect_line out '^2  *20/20  *1.0000'
expect_line one/fragility.svg 'probability of overturning'
expect_exit 0 "$TALUS_LAB" fragility "$records/eqsig_test_motion_dt0p01.txt" --unit m/s2 \
    --measure pgv --intensity 0.1,1 --levels 3 --samples 5 --exceed 0.1 --impact r=0.9+-0.02
expect_line out '^PGV (m/s)'

# spatial blocks; components turned, a vertical record
awk -F, 'NR == 1 { print; next } { t[NR] = $1; a[NR] = $2 }
    END { for (i = 2; i <= NR; i++) print t[i] "," a[NR + 2 - i] }' "$records/elcentro_chopra.csv" >back.csv
spatial="--block spatial --size 0.4,0.4,1.6 --impact lat=-0.3..0.3 --intensity 0.3,1.5 --levels 3"
for threads in 1 2; do
    expect_exit 0 "$TALUS_LAB" fragility $spatial --samples 8 --rotate-deg 30 \
        "$records/elcentro_chopra.csv,back.csv" --threads $threads --out $threads
done
cmp 1/fragility.csv 2/fragility.csv || fail "other spatial blocks with two threads"
expect_line out '^0.3  *[0-8]/8 '
expect_line 1/fragility.svg 'Block 0.4 x 0.4 x 1.6 m, lam = 0.8 to 1, uniform, lat = −0.3 to 0.3'
expect_exit 0 "$TALUS_LAB" fragility $spatial --samples 4 --pulse ricker --exceed 0.2 --out pulse
expect_line pulse/fragility.svg 'probability of tilt &gt; 0.2'
expect_line pulse/fragility.svg 'one pulse'
expect_exit 0 "$TALUS_LAB" fragility "$records/elcentro_chopra.csv,,back.csv" \
    --intensity 0.1,0.2 --levels 2 --samples 2
expect_line out '^0.2  *0/2 '
expect_exit 2 "$TALUS_LAB" fragility "$records/elcentro_chopra.csv,,back.csv" --intensity 0.5,2
expect_line err 'is below -g'
expect_exit 0 "$TALUS_LAB" spectrum --record "$records/elcentro_chopra.csv,back.csv" \
    --rotate-deg 60 --cells 6,5 --out turned
cmp -s one/spectrum.csv turned/spectrum.csv && fail "a turned record shakes the same"

expect_exit 0 "$TALUS_CASES" region --aspect 1,5 --cells 4,8 --out region
expect_line out 'released at 0.5 alpha'
expect_line region/region.csv '^h_over_b,e,bounces,impacts_of_b$'
expect_line region/sensitivity.svg 'Half cycles'

# figures 2 to 5 of [B12]: lower ends, critical slenderness, r = -e_n21; with friction the aspects of its text
expect_exit 0 "$TALUS_CASES" domain --aspect 0.5,6 --points 12 --out domain
expect_line out '^rocking, sliding without friction  *e_n21 lower end above 0 from height / width 1.41421356 on$'
expect_line out '^rocking, sticking whatever the friction  *e_n21 lower end above 0 from height / width 0.707106781 on$'
expect_line out '^half rocking without friction  *e_n1  admissible up to height / width 1.41421356$'
awk -F, 'NR == 1 { next }
    { sub(/^"[^"]*"/, $0 ~ /sliding/ ? "slides" : $0 ~ /sticking/ ? "sticks" : "half"); $0 = $0; a = $2; rows++ }
    $1 == "slides" { low = (a * a - 2) / (a * a + 4) }
    $1 == "sticks" { low = (2 * a * a - 1) / (2 * a * a + 2) }
    $1 == "half" { if ((a * a <= 2) != ($4 == 0 && $5 == 1) || (a * a > 2) != ($4 == "")) exit 1; next }
    { low = low > 0 ? low : 0; e = $4 - low
      if ($3 != "en21" || e * e > 1e-20 || $5 != 1 || $6 != -1 || $7 != -$4) exit 1 }
    END { exit rows != 36 }' domain/domain.csv || fail "figures 2 to 5 differ from their closed forms"
[ "$(grep -c '>admissible<' domain/domain.svg)" = 1 ] || fail "no chart of four panels"
expect_exit 0 "$TALUS_CASES" domain --friction 0.3 --out domain
expect_line out '^rocking, slipping right  *e_n21 lower end above 0 from height / width 1.03408221 on$' # (-3 mu + sqrt(9 mu^2 + 8)) / 2
[ "$(wc -l <domain/domain.csv)" = 2409 ] || fail "not 8 cases at 301 aspects"
expect_exit 2 "$TALUS_CASES" domain --aspect 3,1 --out never
expect_line err 'aspects from 3 to 1: expected them to ascend'
expect_exit 2 "$TALUS_CASES" domain --points 1 --out never

# charts in other forms and of a given size; a form of before goes with its run
expect_exit 0 "$TALUS_CASES" region --aspect 1,5 --cells 4,8 --chart-format pdf --chart-size 160,100 --out region
[ "$(ls region | tr '\n' ' ')" = "critical.csv manifest.json region.csv region.pdf sensitivity.csv sensitivity.pdf summary.json " ] ||
    fail "other files than tables and two PDFs: $(ls region)"
[ "$(head -c 5 region/region.pdf)" = %PDF- ] || fail "region.pdf is no PDF"
expect_line region/manifest.json '"name": "sensitivity.pdf"'
expect_exit 0 "$TALUS_CASES" spin map --cells 4,3 --chart-format png --chart-size 80,60 --out map
[ "$(od -An -tu1 -j16 -N8 map/map.png | tr -s ' ')" = " 0 0 3 177 0 0 2 197" ] || # 945 x 709 px
    fail "80 x 60 mm at 300 dpi: $(od -An -tu1 -j16 -N8 map/map.png)"
expect_exit 1 "$TALUS_CASES" region --chart-format jpg --out never
expect_exit 1 "$TALUS_CASES" region --chart-size 160 --out never
expect_exit 1 "$TALUS_CASES" region --chart-size 160,2 --out never
expect_line err '^talus-cases: --chart-size: found 2, expected 40 to 1000 mm$'

# what cannot be
expect_exit 2 "$TALUS_LAB" fragility "$records/eqsig_test_motion_dt0p01.txt"
expect_line err 'eqsig_test_motion_dt0p01.txt:1:1: error: the file does not say its unit'
printf 'time,acc (g)\n0,0\n0.02,1\n0.01,2\n' >unsorted.csv
expect_exit 2 "$TALUS_LAB" spectrum --record unsorted.csv --out never
expect_line err '^unsorted.csv:4:1: error: time 0.01 s after 0.02 s: expected times that ascend'
[ -e never ] && fail "half-written results"
expect_exit 2 "$TALUS_LAB" spectrum --impact lam=-1
expect_line err 'expected them within \[-1, 1\]'
expect_exit 2 "$TALUS_LAB" spectrum --impact lambda=1
expect_line err 'impact "lambda=1": expected housner'
expect_exit 2 "$TALUS_LAB" spectrum --size 0,1
expect_exit 1 "$TALUS_LAB" spectrum --size 1
expect_exit 1 "$TALUS_LAB" spectrum --record unsorted.csv --pulse sine
expect_exit 1 "$TALUS_LAB" fragility
expect_line err 'RECORD or --pulse is missing'
expect_exit 1 "$TALUS_LAB" fragility --pulse sine "$records/elcentro_chopra.csv"
expect_exit 1 "$TALUS_LAB" fragility --pulse sine --block spatial --size 1,2
expect_exit 1 "$TALUS_LAB" fragility --pulse sine --rotate-deg 1,2
expect_exit 1 "$TALUS_LAB" fragility a,b,c,d
expect_line err 'expected at most three components X,Y,UP'
expect_exit 2 "$TALUS_LAB" fragility --pulse sine --block spatial --impact lam=0.8,mu=1
expect_line err 'expected lam, lat and lon'
expect_exit 2 "$TALUS_LAB" fragility \
    "$records/elcentro_chopra.csv,$records/A-CAT090.AT2.smc" --rotate-deg 10
expect_line err 'two components of 1560 values'
expect_exit 2 "$TALUS_CASES" region --restitution 0.5,1.5
expect_line err 'restitutions in \[0, 1\]'
finish
