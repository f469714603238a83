#!/usr/bin/env bash
# Tests the page of samples/Browser in headless Chromium. The script compares the digests of chosen and dropped files with the
# output of md5sum, b2sum, b3sum and lanewise. It also tests lists, keys, pauses, the keyboard, narrow and wide windows, both
# themes, and the size of the page.
#
# Usage: tests/Browser/page.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"

need_program node "Node.js"
need_program b3sum "b3sum"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then skip "Chromium is not installed"; finish; fi
publish samples/Browser "$work/site"

# The size of the page is measured after Brotli compression, because web servers compress it.
bytes=$(node -e 'const fs = require("fs"), zlib = require("zlib"), folder = process.argv[1];
    console.log(fs.readdirSync(folder, { recursive: true }).map(name => `${folder}/${name}`).filter(name => fs.statSync(name).isFile())
        .reduce((sum, name) => sum + zlib.brotliCompressSync(fs.readFileSync(name)).length, 0));' "$work/site")
echo "$bytes bytes compressed"
# The limit is 10 % above the size in docs/browser.md, so that small changes do not make the test fail.
if [ "$bytes" -lt 1650000 ]; then pass; else fail "the compressed page has $bytes bytes; the limit is 1,650,000"; fi

# Chromium decodes file names according to the locale.
LC_ALL=C.UTF-8 timeout 900 node "$(dirname "$0")/page.mjs" "$work/site" "$browser" "$lanewise" "$work/files" >"$work/out" 2>"$work/err"
while IFS= read -r line; do
    case $line in
        'ok '*) pass ;;
        'bad '*) fail "${line#bad }" ;;
        '# '*) echo "${line#\# }" ;;
    esac
done <"$work/out"
grep -qx 'end of list' "$work/out" || fail "the test of the page ended early: $(tail -n 3 "$work/err")"
. "$(dirname "$0")/../Site/screenshots.sh.inc"
BROWSER_SITE="$work/site" screenshots "$lanewise" "$work/shots" browser
finish
