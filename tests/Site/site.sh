#!/usr/bin/env bash
# Tests the static site of the documentation. The site must build, every link must have a target, every public type must have
# a page, and the search must return results. In Chromium, no page may be wider than the window, on a phone or on a desktop.
#
# Usage: tests/Site/site.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/../Cli/common.sh.inc"
. "$(dirname "$0")/../one-build.sh.inc"
root=$(realpath "$(dirname "$0")/../..")

for program in dotnet node npm; do
    if ! command -v $program >/dev/null; then skip "$program is missing"; finish; fi
done
if [ "$(node -p 'process.versions.node.split(".")[0] >= 20')" != true ]; then skip "node $(node --version) is older than 20"; finish; fi
if ! [ -f "$root/artifacts/bin/Lanewise.Gpu/release/Lanewise.Gpu.dll" ]; then skip "the packages are not built"; finish; fi

if LANEWISE_BUILT=1 one_build "$root/tools/make-site.sh" >"$work/build.log" 2>&1; then
    pass
elif grep -qE 'npm error (code )?(E404|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|E403)|ERR_SOCKET_TIMEOUT' "$work/build.log"; then
    skip "the packages of the generator are not available: $(grep -m 1 'npm error' "$work/build.log")"
    finish
else
    fail "the site does not build"
    tail -n 30 "$work/build.log"
    finish
fi

expect "the lock file contains no registry addresses" 1 "grep -n '\"resolved\"' $root/site/package-lock.json"

expect "the search index has the same order in each build" 0 \
    "python3 $root/tests/Site/search-order.py $root/artifacts/site/.vitepress/dist"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then skip "Chromium is not installed"; fi
# shellcheck disable=SC2086 # Empty if there is no browser.
timeout 600 node "$root/site/check.mjs" "$root/artifacts/site/.vitepress/dist" "$root/tests/Lanewise.Tests/PublicApi" \
    ${browser:+"$browser"} >"$work/findings" 2>"$work/err" || fail "the check ended early: $(tail -n 3 "$work/err")"
while read -r kind finding; do
    if [ "$kind" = ok ]; then pass; else fail "$finding"; fi
done <"$work/findings"
if [ -n "$browser" ]; then
    . "$(dirname "$0")/screenshots.sh.inc"
    screenshots "$lanewise" "$work/shots" site performance
fi
finish
