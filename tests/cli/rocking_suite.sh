#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus-lab fragility SCENARIO --records LIST: tables that agree with each other, modes, threads,
# refusals.
. "$SOURCE/tests/cli/lib.sh"

sh "$SOURCE/tools/make-records.sh" records 4
cat >pillar.yaml <<'END'
title: Pillar
block: {kind: spatial, width_m: 0.4, depth_m: 0.5, height_m: 1.6, density_kg_m3: 2600}
impact: {lambda: 0.9, lat: 0, lon: 0.9}
END
cat >eccentric.yaml <<'END'
title: Eccentric
block: {b1_m: 0.15, b2_m: 0.25, h_m: 0.8, inertia_kg_m2: 300, mass_kg: 800}
impact: {model: housner}
END
printf 'pga_g,annual_rate\n0.05,0.02\n0.1,0.007\n0.4,3.5e-4\n1.6,4e-6\n' >hazard.csv

suite="--records records/records.txt --intensity 0.2,0.8 --levels 4 --exceed 0,0.5,overturned"
for threads in 1 2; do
    expect_exit 0 "$TALUS_LAB" fragility pillar.yaml $suite --samples 3 --hazard hazard.csv \
        --impact lam=0.7..1,lat=-0.3..0.3,lon=0.7..1 --threads $threads --out "$threads"
done
cmp 1/runs.csv 2/runs.csv || fail "other runs with two threads"
cmp 1/levels.csv 2/levels.csv || fail "other shares with two threads"
for file in runs records levels fits deaggregation; do
    [ -s 1/$file.csv ] || fail "no $file.csv"
done
expect_line 1/runs.csv '^record,level,pga_g,factor,sample,angle_deg,outcome,peak_over_alpha'
[ "$(wc -l <1/runs.csv)" = 49 ] || fail "not 4 records x 4 levels x 3 samples"

# the shares are those of the runs, undecided ones exceed
awk -F, 'NR > 1 { n[$2]++; fell[$2] += $7 == "overturned" || $7 == "undecided"
                  half[$2] += $7 == "overturned" || $7 == "undecided" || ($7 == "stands" && $8 > 0.5)
                  moved[$2] += $7 != "still" }
         END { for (l in n) { print 0, l, n[l], moved[l]; print 0.5, l, n[l], half[l]
                              print "overturned", l, n[l], fell[l] } }' 1/runs.csv | sort >counted
awk -F, 'NR > 1 { l[$1]++; print $1, l[$1], $3, $4 }' 1/levels.csv | sort >told
cmp counted told || fail "shares differ from the runs"

# the same samples at every level: record, sample and draw go together
awk -F, 'NR > 1 { key = $1 "," $5; if (key in draw && draw[key] != $14) bad = 1; draw[key] = $14 }
         END { exit bad }' 1/runs.csv || fail "samples differ between levels"

# the deaggregation adds up to the rate
awk -F, 'FNR == NR { if ($1 == "overturned") rate = $14; next }
         $1 == "overturned" { sum += $4 }
         END { exit !(rate > 0 && sum > 0.999999 * rate && sum < 1.000001 * rate) }' \
    1/fits.csv 1/deaggregation.csv || fail "the deaggregation is not the rate"

# planar eccentric blocks know their friction; capacities; clouds; directions
expect_exit 0 "$TALUS_LAB" fragility eccentric.yaml $suite --mode ida --out ida
expect_line out 'capacities   [0-9]*, [0-9]* without one'
expect_line ida/runs.csv ',ratio,ratio_back$'
awk -F, '$7 == "stands" && $13 < 0.1875 { bad = 1 } END { exit bad }' ida/runs.csv ||
    fail "a block that rocks asks for less than tan alpha"
expect_exit 0 "$TALUS_LAB" fragility eccentric.yaml --records records/records.txt --mode cloud \
    --factor 0.5 --samples 2 --impact r=0.8..0.95 --out cloud
[ "$(wc -l <cloud/runs.csv)" = 9 ] || fail "a cloud has one level for each record"
expect_exit 0 "$TALUS_LAB" fragility eccentric.yaml --records records/records.txt --angles 2 \
    --measure 'sa(0.5)' --intensity 0.9,0.9 --levels 1 --out turned
awk -F, 'NR > 1 { a[$6]++; p[$6] = p[$6] " " $8 } END { exit !(a[0] == 4 && a[180] == 4 && p[0] != p[180]) }' \
    turned/runs.csv || fail "an eccentric block does not feel the direction"
expect_line turned/runs.csv '^record,level,sa_g,'

# components of a pair: rotd0 <= rotd50 <= rotd100, and another one scales another record
for component in rotd0 rotd50 rotd100 x y; do
    expect_exit 0 "$TALUS_LAB" fragility eccentric.yaml --records records/records.txt \
        --component $component --intensity 0.2,0.4 --levels 2 --out component_$component
done
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
    NR > 1 && !($c["pga_rotd0_m_s2"] <= $c["pga_rotd50_m_s2"] && $c["pga_rotd50_m_s2"] <= $c["pga_rotd100_m_s2"] &&
        $c["pga_rotd100_m_s2"] <= $c["pga_resultant_m_s2"] * 1.0000001 && $c["si_m"] > 0) { exit 1 }' \
    component_x/records.csv || fail "measures over directions are out of order"
cmp -s component_x/runs.csv component_y/runs.csv && fail "both components scale alike"

# directions drawn: one for each record and sample, the same at every level, with numbers of their own
expect_exit 0 "$TALUS_LAB" fragility pillar.yaml $suite --samples 5 --angles uniform --rotate-deg 10 \
    --impact lam=0.7..1,lat=-0.3..0.3,lon=0.7..1 --threads 1 --out drawn
expect_exit 0 "$TALUS_LAB" fragility pillar.yaml $suite --samples 5 --angles uniform --rotate-deg 10 \
    --impact lam=0.7..1,lat=-0.3..0.3,lon=0.7..1 --threads 2 --out again
cmp drawn/runs.csv again/runs.csv || fail "other directions with two threads"
awk -F, 'NR > 1 { key = $1 "," $5; if (key in angle && angle[key] != $6) bad = 1; angle[key] = $6
                  if ($6 < 10 || $6 >= 370) bad = 1; different[$6] = 1 }
         END { for (a in different) n++; exit bad || n != 20 }' drawn/runs.csv ||
    fail "not one direction for each of 4 records and 5 samples"
expect_exit 0 "$TALUS_LAB" fragility pillar.yaml $suite --samples 5 \
    --impact lam=0.7..1,lat=-0.3..0.3,lon=0.7..1 --out straight
for file in drawn straight; do cut -d, -f1,2,5,14-16 $file/runs.csv >$file.impacts; done
cmp drawn.impacts straight.impacts || fail "drawn directions change the impacts drawn"
cmp -s drawn/levels.csv straight/levels.csv && fail "drawn directions change nothing"

# a bootstrap changes nothing but its own columns; weights are those of records
expect_exit 0 "$TALUS_LAB" fragility pillar.yaml $suite --samples 3 --hazard hazard.csv \
    --impact lam=0.7..1,lat=-0.3..0.3,lon=0.7..1 --bootstrap 500 --out boot
expect_line out 'bootstrap    median [0-9.]* .. [0-9.]* g, beta .*(500 replicates, [0-9]* without a curve)'
cut -d, -f1-19 1/fits.csv >before
cut -d, -f1-19 boot/fits.csv | cmp - before || fail "a bootstrap changes the fit"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
    $1 == "overturned" { exit !($c["boot_theta_low"] < $c["boot_theta_high"] &&
        $c["boot_theta_low"] <= $c["theta"] && $c["theta"] <= $c["boot_theta_high"] &&
        $c["boot_rate_low"] <= $c["annual_rate"] && $c["annual_rate"] <= $c["boot_rate_high"]) }' boot/fits.csv ||
    fail "the curve lies outside its bootstrap"
sed '2s/$/ weight=3/' records/records.txt >records/weighted.txt
expect_exit 0 "$TALUS_LAB" fragility pillar.yaml --records records/weighted.txt --intensity 0.4,0.4 \
    --levels 1 --exceed 0,0.5 --out weighted
awk -F, 'NR > 1 { w = $1 ~ /-2/ ? 3 : 1; n += w; k += w * ($7 != "still" && $8 > 0.5 || $8 == "") }
         END { print k / n }' weighted/runs.csv >counted
awk -F, '$1 == 0.5 { print $6 + 0 }' weighted/levels.csv | cmp - counted || fail "weights do not count"
# ... in capacities, too
for list in records weighted; do
    expect_exit 0 "$TALUS_LAB" fragility pillar.yaml --records records/$list.txt --mode ida --intensity 0.2,1.4 \
        --levels 7 --samples 4 --impact lam=0.7..1,lat=-0.3..0.3,lon=0.7..1 --exceed 0.5 --out ida_$list
done
cut -d, -f2-4 ida_weighted/fits.csv >with
cut -d, -f2-4 ida_records/fits.csv | cmp -s - with && fail "weights do not count in capacities"
cut -d, -f1-15 ida_weighted/runs.csv >with
cut -d, -f1-15 ida_records/runs.csv | cmp - with || fail "weights change the runs"

# every measure: a record scaled to a level has it there; demand and what is left of it
for measure in pgv pgd arias cav si; do
    expect_exit 0 "$TALUS_LAB" fragility eccentric.yaml --records records/records.txt --measure $measure \
        --component x --intensity 0.2,0.2 --levels 1 --out measured
    awk -F, -v key=$measure 'FNR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        FNR == NR { value[$1] = $c["intensity"]; if (key == "arias") value[$1] = value[$1] ^ 0.5; next }
        { want = key == "arias" ? 0.2 ^ 0.5 : 0.2; got = $4 * value[$1]
          if (!(got > 0.999999 * want && got < 1.000001 * want)) exit 1 }' measured/records.csv measured/runs.csv ||
        fail "$measure is not that of the level"
done
awk '{ print $0, "m=" 5 + NR / 2, "r_km=" 10 * NR }' records/records.txt >records/known.txt
expect_exit 0 "$TALUS_LAB" fragility eccentric.yaml --records records/known.txt --mode cloud --measure d5_95 \
    --component y --factor 0.5 --samples 4 --impact r=0.8..0.95 --exceed 0.5,overturned --out demand
expect_line out '^demand       [0-9]* runs that moved and stand; left out: [0-9]* still, [0-9]* overturned'
expect_line demand/demand.csv '^against,count,intercept,slope,residual,p_value$'
expect_line demand/demand.svg 'Demand of a rocking block'
# the line again from the runs; m against the mean residual of each record
awk -F, 'FNR == 1 { next }
    FNR == NR { if (FNR == 2) { a = $3; b = $4 } else if ($1 == "m") slope = $4; next }
    $7 == "stands" { x = log($3); y = log($8); n++; sx += x; sy += y; xx += x * x; xy += x * y
                     r[$1] += y - a - b * x; k[$1]++ }
    END { beta = (xy - sx * sy / n) / (xx - sx * sx / n); alpha = (sy - beta * sx) / n
          for (i = 1; i <= 4; i++) { name = "\"synthetic-" i "\""; if (k[name]) { m = 5 + i / 2; v = r[name] / k[name]
              N++; sm += m; sv += v; mm += m * m; mv += m * v } }
          s = (mv - sm * sv / N) / (mm - sm * sm / N)
          exit !((alpha - a) ^ 2 < 1e-10 && (beta - b) ^ 2 < 1e-10 && (N < 3 || (s - slope) ^ 2 < 1e-10)) }' \
    demand/demand.csv demand/runs.csv || fail "another regression"

# a statue from its mesh, as committed and as made again; without its lid it is refused
sh "$SOURCE/tools/make-statue.sh" again.obj
cmp again.obj "$SOURCE/scenarios/rocking/statue.obj" || fail "another statue"
expect_exit 0 "$TALUS_LAB" fragility "$SOURCE/scenarios/rocking/statue.yaml" $suite \
    --hazard "$SOURCE/scenarios/rocking/hazard.csv" --out statue
expect_line statue/runs.csv ',lambda,lat,lon$'
expect_exit 0 "$TALUS_LAB" run "$SOURCE/scenarios/rocking/statue.yaml" \
    --set start.theta_deg=3 --set simulation.time_s=1 --out leaning
holds "$(value_of leaning block.mass_kg) > 385 && $(value_of leaning block.mass_kg) < 386"
sed '$d' again.obj >open.obj
printf 'block: {kind: spatial, mesh: open.obj}\n' >open.yaml
expect_exit 2 "$TALUS_LAB" fragility open.yaml --records records/records.txt
expect_line err 'open.yaml:1:.*surface is not closed'

# what cannot be
printf 'absent.csv\n' >absent.txt
expect_exit 2 "$TALUS_LAB" fragility pillar.yaml --records absent.txt
expect_line err 'absent.csv'
printf '# none\n\n' >empty.txt
expect_exit 2 "$TALUS_LAB" fragility pillar.yaml --records empty.txt
expect_line err 'empty.txt: no records found'
printf 'records/record1_x.csv colour=red\n' >wrong.txt
expect_exit 2 "$TALUS_LAB" fragility pillar.yaml --records wrong.txt
expect_line err 'wrong.txt:1: colour'
# the heading of a hazard curve has to name the intensity that is asked for
for heading in 'pgv_m_s,rate' 'annual_rate,pga_g' 'pga (cm/s2),rate' 'period_yr,pga_g' 'sa(1)_g,rate'; do
    printf '%s\n0.1,0.01\n1,0.0001\n' "$heading" >heading.csv
    expect_exit 2 "$TALUS_LAB" fragility pillar.yaml --records records/records.txt --hazard heading.csv
    expect_line err "heading.csv:1: the heading \".*\" begins with another intensity, expected pga_g or \"pga (g)\""
done
for heading in 'pga_g,rate (1/yr)' 'pga (g), rate' 'pga [g]' '# whatever'; do
    printf '%s\n0.1,0.01\n1,0.0001\n' "$heading" >heading.csv
    expect_exit 0 "$TALUS_LAB" fragility pillar.yaml --records records/records.txt --hazard heading.csv \
        --intensity 0.2,0.4 --levels 2
done
printf 'sa(1) (g)\n0.1,0.01\n1,0.0001\n' >heading.csv
expect_exit 0 "$TALUS_LAB" fragility pillar.yaml --records records/records.txt --hazard heading.csv \
    --measure 'sa(1)' --intensity 0.2,0.4 --levels 2
printf '0.1,0.01,3\n1,0.0001,4\n' >heading.csv
expect_exit 2 "$TALUS_LAB" fragility pillar.yaml --records records/records.txt --hazard heading.csv
printf 'pga_g,rate\n0,1;0,01\n1;0,0001\n' >heading.csv
expect_exit 2 "$TALUS_LAB" fragility pillar.yaml --records records/records.txt --hazard heading.csv
expect_line err 'heading.csv:2: .*expected an intensity and an annual rate'
# options without effect
expect_exit 1 "$TALUS_LAB" fragility pillar.yaml --records records/records.txt --factor 2
expect_line err 'factor goes with --mode cloud alone'
expect_exit 1 "$TALUS_LAB" fragility pillar.yaml --records records/records.txt --mode cloud --levels 3
expect_line err 'levels goes with --mode stripes or ida alone'
expect_exit 1 "$TALUS_LAB" fragility --pulse sine --unit g
expect_line err 'unit and --baseline go with a RECORD'
printf '0.1 1\n0.2 2\n' >rising.csv
expect_exit 2 "$TALUS_LAB" fragility pillar.yaml --records records/records.txt --hazard rising.csv
expect_line err 'rates descend'
expect_exit 1 "$TALUS_LAB" fragility pillar.yaml --records records/records.txt --exceed up
expect_exit 1 "$TALUS_LAB" fragility pillar.yaml --records records/records.txt --measure ia
expect_line err 'expected pga, pgv, pgd, arias, cav, si, d5_75, d5_95, or sa(T)'
expect_exit 2 "$TALUS_LAB" fragility pillar.yaml --records records/records.txt --measure d5_95
expect_line err 'd5_95 does not change with the scale of a record.*--mode cloud'
expect_exit 2 "$TALUS_LAB" fragility pillar.yaml --records records/records.txt --measure d5_95 --mode cloud
expect_line err 'synthetic-1 has two components.*--component x or y'
expect_exit 1 "$TALUS_LAB" fragility pillar.yaml --records records/records.txt --angles all
expect_line err 'angles all: expected a number of directions, or uniform'
expect_exit 1 "$TALUS_LAB" fragility pillar.yaml --records records/records.txt --angles 2x
expect_exit 1 "$TALUS_LAB" fragility records/record1_x.csv --unit g --bootstrap 10
expect_line err 'bootstrap goes with --records LIST'
expect_exit 1 "$TALUS_LAB" fragility pillar.yaml --records records/records.txt --size 1,2
expect_exit 2 "$TALUS_LAB" fragility "$SOURCE/scenarios/rocking/el_centro.yaml" \
    --records records/records.txt
expect_line err 'ground_motion of its own'
# a list with a byte-order mark; a file that is not there, and a line that is too long, with their line
first=$(sed -n 1p records/records.txt)
{ printf '\357\273\277'; cat records/records.txt; } >records/mark.txt
expect_exit 0 "$TALUS_LAB" fragility pillar.yaml --records records/mark.txt --intensity 0.4,0.4 --levels 1 --samples 2
printf '%s\nmissing.csv\n' "$first" >records/missing.txt
expect_exit 2 "$TALUS_LAB" fragility pillar.yaml --records records/missing.txt
expect_line err 'records/missing.txt:2: .*missing.csv cannot be opened'
{ echo "$first"; printf '# %05000d\n' 0; } >records/long.txt
expect_exit 2 "$TALUS_LAB" fragility pillar.yaml --records records/long.txt
expect_line err 'records/long.txt:2: a line of more than [0-9]* bytes'
# a record without motion is named
printf 'time (s),acc (g)\n0,0\n0.01,0\n0.02,0\n' >still.csv
expect_exit 2 "$TALUS_LAB" fragility still.csv
expect_line err 'record 1 of 1 has no motion'
finish
