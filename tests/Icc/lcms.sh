#!/usr/bin/env bash
# Tests every profile with Little CMS 2. Little CMS must open each profile without a warning. Colorants and white must match
# an independent computation in double precision, and the 8-bit grid must match the exact formula.
#
# Usage: tests/Icc/lcms.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
need "gcc" "command -v gcc"
need "Little CMS 2" "echo '#include <lcms2.h>' | gcc -E -"
need "transicc" "command -v transicc"
gcc -O1 -Wall -o "$work/check" "$here/lcms-check.c" -llcms2 -lm || { fail "lcms-check.c does not compile"; finish; }
"$lanewise" icc list >"$work/list" || fail "icc list does not work"
for packing in tight overlap plain; do
    "$lanewise" icc all --packing $packing -o "$work/$packing" >/dev/null || fail "icc all --packing $packing"
done
# Computes the profile ID with coreutils: MD5 with flags, intent and ID set to zero.
zeros() { head -c "$1" /dev/zero; }
bytes() { tail -c +$(($2 + 1)) "$1" | head -c $(($3 - $2)); }
id() {
    { bytes "$1" 0 44; zeros 4; bytes "$1" 48 64; zeros 4; bytes "$1" 68 84; zeros 16; tail -c +101 "$1"; } | md5sum | cut -d ' ' -f 1
}
count=0
while read -r _ file _ _ largest _; do
    case $file in *.icc) ;; *) continue ;; esac
    count=$((count + 1))
    for packing in tight overlap plain; do
        if out=$("$work/check" "$work/$packing/$file" "$file" "$largest" 2>&1); then pass; else fail "$packing $file: $out"; fi
        if [ "$(bytes "$work/$packing/$file" 84 100 | od -An -tx1 | tr -d ' \n')" = "$(id "$work/$packing/$file")" ]; then pass; else fail "$packing $file: wrong profile ID"; fi
    done
    # For a valid profile, transicc must print nothing to standard error.
    case $file in
        sGrey*) color=128 ;;
        *) color="200 100 50" ;;
    esac
    if echo "$color" | transicc -n -t1 -i "$work/tight/$file" -o '*XYZ' 2>"$work/err" | grep -Eq '^[0-9. -]+$' && ! grep -qi 'error\|warn' "$work/err"; then pass
    else fail "transicc $file: $(cat "$work/err")"; fi
done <"$work/list"
[ "$count" -ge 46 ] || fail "only $count profiles in the list"
# Verifies that the check detects the curve of another space, and a colorant that differs by two units.
"$work/check" "$work/tight/Rec709-v4.icc" sRGB-v4.icc 0.001 >/dev/null 2>&1 && fail "a wrong profile passed" || pass
cp "$work/plain/sRGB-v4.icc" "$work/bent.icc"
offset=$("$lanewise" icc show "$work/bent.icc" | awk '$2 == "gXYZ" { print $4 }')
printf '\x8b' | dd of="$work/bent.icc" bs=1 seek=$((offset + 15)) conv=notrunc status=none
"$work/check" "$work/bent.icc" sRGB-v4.icc 0.001 >/dev/null 2>&1 && fail "a bent colorant passed" || pass
finish
