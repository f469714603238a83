#!/usr/bin/env bash
# Makes the screenshots in the documentation that need only lanewise. The scripts that build the site and the browser page
# make the screenshots of these pages (tests/Site/site.sh, tests/Browser/page.sh).
#
#   tests/Site/screenshots.sh PATH/TO/lanewise
. "$(dirname "$0")/../Cli/common.sh.inc"
. "$(dirname "$0")/screenshots.sh.inc"
if ! command -v chromium >/dev/null; then skip "Chromium is not installed (tools/install-test-deps.sh)"; finish; fi
if ! command -v node >/dev/null; then skip "node is not installed (tools/install-test-deps.sh)"; finish; fi

screenshots "$lanewise" "$work/shots" terminal bench fleet
kept=$(node "$(dirname "$0")/../../tools/make-screenshots.mjs" --sizes "$(dirname "$0")/../../docs/screenshots")
if [ "$(wc -l <<<"$kept")" -eq 24 ]; then pass; else fail "docs/screenshots contains unexpected pictures: $kept"; fi
finish
