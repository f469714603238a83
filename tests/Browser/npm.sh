#!/usr/bin/env bash
# Tests the npm package in the form in which users install it. The script packs it, installs it into an empty folder without
# network access, and calls it in every installed version of Node and in headless Chromium.
#
# Usage: tests/Browser/npm.sh PATH/TO/lanewise
#
# LANEWISE_NODES names additional executables of Node. The last line of output is "N passed, N failed, N skipped". The exit code
# is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"

need_program node "Node.js"
need_program npm "npm (tools/install-test-deps.sh)"
publish samples/Browser "$work/site"
cd "$root" || exit 1
pack() { tools/make-npm.sh "$work/site" 2>"$work/err" || fail "the package cannot be built: $(tail -n 3 "$work/err")"; }
package=$root/$(pack)
first=$(sha256sum <"$package")
pack >/dev/null
if [ "$first" = "$(sha256sum <"$package")" ]; then pass; else fail "the package's bytes differ when it is rebuilt"; fi

# With an empty home directory, npm cannot use the user's settings or cache.
mkdir "$work/user"
cd "$work/user" || exit 1
echo '{ "private": true }' >package.json
if npm install --offline --no-audit --no-fund --ignore-scripts --cache "$work/cache" "$package" >"$work/out" 2>&1; then pass
else cat "$work/out"; fail "the package does not install"; finish; fi
others=$(find node_modules -name package.json -path 'node_modules/*' -not -path 'node_modules/lanewise/*' | head -n 3)
if [ -z "$others" ]; then pass; else fail "the package depends on other packages: $others"; fi
cp "$root"/tests/Browser/package-test.mjs .

# report NAME: counts the lines that a test program printed.
report() {
    while IFS= read -r line; do
        case $line in
            'ok '*) pass ;;
            'bad '*) fail "$1: ${line#bad }" ;;
        esac
    done <"$work/out"
    grep -qx 'end of list' "$work/out" || fail "$1 ended early: $(tail -n 3 "$work/err")"
}

versions=""
for node in node nodejs ${LANEWISE_NODES:-}; do
    version=$("$node" --version 2>/dev/null) || continue
    case " $versions " in *" $version "*) continue ;; esac
    versions="$versions $version"
    timeout 300 "$node" package-test.mjs >"$work/out" 2>"$work/err" || fail "Node $version ended with exit code $?"
    report "Node $version"
done
echo "Node:$versions"

# A call with a value that cannot be sent to the worker is rejected, and the idle worker does not keep Node running.
echo "import { loadInWorker } from 'lanewise';
const lanewise = await loadInWorker();
await lanewise.digest('md5', 'a', { context: Symbol() }).catch(error => console.log(error.name));" >unsent.mjs
output=$(timeout 120 node unsent.mjs 2>&1)
code=$?
if [ "$code $output" = "0 DataCloneError" ]; then pass; else fail "a value that cannot be sent: exit code $code: $output"; fi

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then skip "Chromium is not installed"; finish; fi
LC_ALL=C.UTF-8 timeout 300 node "$root/tests/Browser/package-page.mjs" "$work/user" "$browser" >"$work/out" 2>"$work/err"
report "Chromium"
finish
