#!/usr/bin/env bash
# Tests PNG and JPEG images of a saturated colour with Lanewise's profiles. Chromium opens the images, and the test reads the
# colours from a wide-gamut canvas.
#
# Usage: tests/Icc/browser.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
browser=
find_browser() { browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome); }
need "Chromium" "find_browser"
"$lanewise" icc all -o "$work/profiles" >/dev/null || { fail "icc all does not work"; finish; }

# The PNG image has the colour 250 30 20. The JPEG image has the colour 251 30 21 and an embedded profile, which must be
# replaced.
data() { printf '<img alt="%s" data-codes="%s" data-space="%s" src="data:image/%s;base64,%s">\n' "$1" "$2" "$3" "$4" "$(base64 -w 0 "$5")"; }
{
    echo '<!doctype html><meta charset="utf-8"><pre id="out"></pre><script src="check.js"></script>'
    for kind in png:250,30,20:png jpg:251,30,21:jpeg; do
        IFS=: read -r extension codes mime <<<"$kind"
        bare=$work/bare.$extension
        "$lanewise" icc strip "$here/patch.$extension" -o "$bare" 2>/dev/null || fail "strip $extension"
        data "bare $extension" "$codes" sRGB "$mime" "$bare"
        for file in "$work/profiles"/*.icc; do
            profile=$(basename "$file" .icc)
            case $profile in sGrey*) continue ;; esac
            out=$work/$profile.$extension
            "$lanewise" icc embed "$file" "$here/patch.$extension" -o "$out" || { fail "embed $profile $extension"; continue; }
            data "$profile.$extension" "$codes" "${profile%%-v[24]*}" "$mime" "$out"
        done
    done
} >"$work/check.html"
cp "$here/browser-check.js" "$work/check.js"
mkdir "$work/profile"
timeout 100 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
    --disable-component-update --disable-sync --user-data-dir="$work/profile" --force-color-profile=srgb \
    --dump-dom "file://$work/check.html" >"$work/dom" 2>"$work/err"
while IFS= read -r line; do
    case $line in
        *'ok '*) pass ;;
        *'bad '*) fail "${line#*bad }" ;;
    esac
done < <(grep -o -E '(ok|bad) .*' "$work/dom")
grep -q 'end of list' "$work/dom" || fail "the page did not finish: $(tail -n 1 "$work/err")"
finish
