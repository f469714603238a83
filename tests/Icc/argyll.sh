#!/usr/bin/env bash
# Tests every version 2 profile with ArgyllCMS. ArgyllCMS must dump all three packings without a warning, and its colors must
# match the formula.
#
# Usage: tests/Icc/argyll.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
need "ArgyllCMS" "command -v iccdump && command -v xicclu"
for packing in tight overlap plain; do
    "$lanewise" icc all --packing $packing -o "$work/$packing" >/dev/null || fail "icc all --packing $packing"
    v4=0
    for file in "$work/$packing"/*.icc; do
        name=$packing/$(basename "$file")
        if iccdump -v 3 "$file" >"$work/dump" 2>&1; then
            if grep -qi 'warn\|error\|illegal\|unknown' "$work/dump"; then fail "$name: $(grep -i 'warn\|error\|illegal\|unknown' "$work/dump" | head -n 1)"; else pass; fi
            grep -q "'desc'" "$work/dump" && grep -q "'cprt'" "$work/dump" && pass || fail "$name: description or copyright not found"
        elif grep -q 'V4 not supported' "$work/dump"; then v4=$((v4 + 1))
        else fail "$name: $(tail -n 1 "$work/dump")"; fi
    done
    [ $v4 -eq 0 ] || skip "$packing: $v4 version 4 profiles, which this ArgyllCMS ($(iccdump 2>&1 | head -n 1)) does not read; lcms.sh has them"
done
# Compares the engine's results for sRGB with the exact formula. The results may differ by at most half a code for the nano
# profile, and by a hundredth of a code for the magic profile.
colors() {
    awk 'BEGIN { for (r = 0; r <= 255; r += 51) for (g = 0; g <= 255; g += 51) for (b = 0; b <= 255; b += 51) printf "%.9f %.9f %.9f\n", r / 255, g / 255, b / 255 }'
}
for size in nano:0.45 micro:0.09 magic:0.014; do
    file="$work/tight/sRGB-v2-${size%:*}.icc"
    colors | xicclu -ff -ir -px "$file" 2>"$work/err" >"$work/out"
    [ -s "$work/err" ] && fail "xicclu ${size%:*}: $(head -n 1 "$work/err")"
    result=$(awk -v codes="${size#*:}" '
        function decode(v) { return v < 0.04045 ? v / 12.92 : exp(2.4 * log((v + 0.055) / 1.055)) }
        function abs(x) { return x < 0 ? -x : x }
        function slack(v,  a, b) { a = decode(v + codes / 255) - decode(v); b = v > codes / 255 ? decode(v) - decode(v - codes / 255) : 0; return (a > b ? a : b) + 1e-5 }
        BEGIN { split("0.43603515625 0.385101318359375 0.14306640625 0.222442626953125 0.7169342041015625 0.0606231689453125 0.0139007568359375 0.097076416015625 0.71392822265625", m, " ") }
        /->/ {
            for (i = 0; i < 3; i++) {
                should = m[3 * i + 1] * decode($1) + m[3 * i + 2] * decode($2) + m[3 * i + 3] * decode($3)
                allowed = m[3 * i + 1] * slack($1) + m[3 * i + 2] * slack($2) + m[3 * i + 3] * slack($3) + 2e-6
                is = $(8 + i)
                if (abs(is - should) > allowed) { print $0, "should be", should; exit }
            }
            n++
        }
        END { print n " colors" }' "$work/out")
    if [ "$result" = "216 colors" ]; then pass; else fail "xicclu ${size%:*}: $result"; fi
done
finish
