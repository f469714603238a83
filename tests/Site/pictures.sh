#!/usr/bin/env bash
# Tests the pictures on the documentation pages, and the pictures that lanewise draws, in Chromium at widths of 400, 950 and
# 1600 pixels. No word may be cut off, overlap another word, or be too small to read.
#
# Usage: tests/Site/pictures.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/../Cli/common.sh.inc"
root=$(realpath "$(dirname "$0")/../..")
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then skip "Chromium is not installed (tools/install-test-deps.sh)"; finish; fi
if ! command -v node >/dev/null; then skip "node is not installed (tools/install-test-deps.sh)"; finish; fi

cd "$work" || exit 1
mkdir files
# At 40 kB/s, these files take long enough for a plot of the throughput.
for i in 1 2 3; do head -c 100000 /dev/urandom >files/$i; done
{
    "$lanewise" icc fit srgb --points 2-60 --svg fit.svg \
        && "$lanewise" fleet plan --catalogue sqlite:c.db --range-files 1 files \
        && "$lanewise" fleet work --catalogue sqlite:c.db --rate 40K \
        && "$lanewise" fleet report --catalogue sqlite:c.db --html -o fleet.html
} >"$work/log" 2>&1 || fail "the tool drew no pictures: $(tail -n 2 "$work/log")"

# Verifies that the check finds two overlapping texts.
echo '<svg viewBox="0 0 100 100"><text x="10" y="50">one</text><text x="12" y="50">two</text><text x="95" y="90">three</text></svg>' >bad.html
node "$root/tests/Browser/words.mjs" "$browser" 400 bad.html >bad.out 2>&1
if grep -q "'two' overlaps 'one'" bad.out && grep -q "'three' is cut off" bad.out; then pass; else fail "the check does not detect the error: $(cat bad.out)"; fi

# On narrow pages, a narrow picture replaces each wide picture.
shopt -s extglob
{
    timeout 300 node "$root/tests/Browser/words.mjs" "$browser" 400,950,1600 fit.svg fleet.html "$root"/docs/images/!(*-wide-*).svg \
        && timeout 300 node "$root/tests/Browser/words.mjs" "$browser" 950,1600 "$root"/docs/images/*-wide-*.svg
} >findings 2>err || fail "the check ended early: $(grep -m 1 Error err || tail -n 3 err)"
while read -r kind finding; do
    if [ "$kind" = ok ]; then pass; else fail "$finding"; fi
done <findings
finish
