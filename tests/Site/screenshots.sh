#!/usr/bin/env bash
# Makes the screenshots in the documentation that need only lanewise. The screenshots of the site and of the browser page are
# made by the scripts that build those pages (tests/Site/site.sh, tests/Browser/page.sh).
#
# Usage: tests/Site/screenshots.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/../Cli/common.sh.inc"
. "$(dirname "$0")/screenshots.sh.inc"
if ! command -v chromium >/dev/null; then skip "Chromium is not installed (tools/install-test-deps.sh)"; finish; fi
if ! command -v node >/dev/null; then skip "node is not installed (tools/install-test-deps.sh)"; finish; fi

screenshots "$lanewise" "$work/shots" terminal bench fleet
kept=$(node "$(dirname "$0")/../../tools/make-screenshots.mjs" --sizes "$(dirname "$0")/../../docs/screenshots")
if [ "$(wc -l <<<"$kept")" -eq 24 ]; then pass; else fail "docs/screenshots contains unexpected pictures: $kept"; fi
finish
