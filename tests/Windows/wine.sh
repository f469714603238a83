#!/usr/bin/env bash
# Tests the command line and a part of the suite as Windows programs, under Wine. 'prove' must pass, lists must be portable in
# both directions, and patterns and names must follow Windows rules. The output on a Windows console cannot be tested here.
#
# Usage: tests/Windows/wine.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
# ./test: long
. "$(dirname "$0")/../Cli/common.sh.inc"
. "$(dirname "$0")/../one-build.sh.inc"
root=$(realpath "$(dirname "$0")/../..")
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1

wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
if [ ! -x "$wine" ]; then skip "Wine is missing; see tools/install-test-deps.sh"; finish; fi

# publish PROJECT FOLDER: publishes a project with the Windows runtime, which comes from NuGet.
publish() {
    one_build dotnet publish "$root/$1" -c Release -r win-x64 --self-contained -p:PackAsTool=false -p:PublishReadyToRun=false \
        -p:RunAnalyzers=false -o "$2" -v q --nologo >"$work/command.log" 2>&1 && return 0
    if grep -q NU110 "$work/command.log"; then
        skip "the runtime for Windows is not available"
        finish
    fi
    tail -n 20 "$work/command.log"
    fail "$1 does not publish for Windows"
    finish
}

# If the Windows runtime package cannot be restored, the tests are skipped. The test program searches its parent directories
# for the test vectors.
windows=$root/artifacts/test-windows
publish src/Lanewise.Cli "$windows/cli"
publish tests/Lanewise.Tests "$windows/tests"

# The script uses a separate Wine prefix. The .NET runtime needs Windows 10, and W^X (pages that are either writable or
# executable) must be disabled. File names are UTF-8 if the locale is UTF-8.
export WINEPREFIX=$work/prefix WINEDEBUG=-all DOTNET_EnableWriteXorExecute=0
run() { LC_ALL=C.UTF-8 timeout 1800 "$wine" "$@" </dev/null | tr -d '\r'; }
if ! timeout 900 "$wine" wineboot -i >/dev/null 2>&1 \
    || ! timeout 300 "$wine" reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null 2>&1; then
    skip "Wine does not start here"
    finish
fi
trap 'wineserver=$(command -v wineserver64 || echo /usr/lib/wine/wineserver64); "$wineserver" -k 2>/dev/null; chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
on_windows() { run "$windows/cli/lanewise.exe" "$@"; }
is() { if [ "$2" = "$3" ]; then pass; else fail "$1: '$3' instead of '$2'"; fi; }
says() { if grep -qE -- "$2" <<<"$3"; then pass; else fail "$1: $3"; fi; }

mkdir -p "$work/files/sub" && cd "$work/files" || exit 1
printf abc >a.txt
printf 'content' >'sub/b.txt'
printf '%s' 'umlauts' >"$(printf 'gr\xc3\xbc\xc3\x9fe.txt')"
head -c 300000 /dev/urandom >c.bin

says "prove passes" '^RIGHT: ' "$(on_windows prove | tail -n 1)"

# Tests patterns, and checks that paths in the output contain "/".
is "a pattern" "$("$lanewise" sum a.txt c.bin)" "$(on_windows sum '?.*')"
is "a pattern in a folder" "$("$lanewise" sum sub/b.txt)" "$(on_windows sum 'sub\*.txt')"
is "a backslash" "$("$lanewise" sum sub/b.txt)" "$(on_windows sum 'sub\b.txt')"
is "a backslash in a file of names" "$("$lanewise" sum sub/b.txt)" "$(printf 'sub\\b.txt\r\n' >names; on_windows sum --files-from names)"
mkdir -p deep/er && printf x >deep/er/x.txt
is "a pattern in every part" "$("$lanewise" sum deep/er/x.txt)" "$(on_windows sum 'd*\*\x.*')"
says "a folder is reported" "Is a directory" "$(on_windows sum 'd*' 2>&1)"
says "a pattern without a match is reported" "none\*.*No such file" "$(on_windows sum 'none*' 2>&1)"

# Tests names that Windows would change.
says "a final dot in a name is rejected" "drop the dot" "$(on_windows sum a.txt. 2>&1)"
says "a final space in a name is rejected" "drop the space" "$(on_windows sum 'a.txt ' 2>&1)"
says "a device name is rejected" "for a device" "$(on_windows sum NUL 2>&1)"
printf '%s  a.txt.\n' "$(md5sum <a.txt | cut -c1-32)" >dot.md5
says "a final dot in a list is rejected" "drop the dot" "$(on_windows check dot.md5 2>&1)"

# Tests lists that are written on Linux and checked under Wine, and vice versa.
for algorithm in md5 sha256 blake3; do
    "$lanewise" sum -a "$algorithm" -r -o "$work/here.list" .
    is "check accepts a list from Linux with $algorithm" "$("$lanewise" check "$work/here.list" 2>/dev/null | sort)" "$(on_windows check "Z:${work//\//\\}\\here.list" 2>/dev/null | sort)"
    on_windows sum -a "$algorithm" -r . >"$work/there.list"
    is "a list of Windows is that of Linux, $algorithm" "$("$lanewise" sum -a "$algorithm" -r .)" "$(cat "$work/there.list")"
done
if command -v md5sum >/dev/null; then
    on_windows sum -a md5 a.txt 'sub\b.txt' c.bin >"$work/there.md5"
    if md5sum --quiet -c "$work/there.md5"; then pass; else fail "md5sum does not read a list from Windows"; fi
fi
on_windows sum -o 'sub\kept.list' a.txt
is "a file that is written" "$("$lanewise" sum a.txt)" "$(cat sub/kept.list)"

# Tests the known answers for every algorithm, and Windows file names.
suite=$(run "$windows/tests/Lanewise.Tests.exe" --no-progress --no-ansi \
    --filter-method '*WindowsNamesTests.*' '*.EveryAlgorithmHasBuiltInAnswers' 2>&1)
count() { sed -nE "s/^ +$1: ([0-9]+)$/\1/p" <<<"$suite" | tail -n 1; }
if [ "$(count failed)" = 0 ] && [ "$(count succeeded)" -gt 30 ]; then passed=$((passed + $(count succeeded)))
else fail "the suite: $(tail -n 30 <<<"$suite")"; fi
finish
