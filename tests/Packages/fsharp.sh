#!/usr/bin/env bash
# Runs the F# code on the package's page with the built library. The code must print the output that the page shows.
#
# Usage: tests/Packages/fsharp.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/../Cli/common.sh.inc"
root=$(realpath "$(dirname "$0")/../..")
library="$root/artifacts/bin/Lanewise/release/Lanewise.dll"
if ! [ -f "$library" ]; then skip "the library is not built (dotnet build src/Lanewise -c Release)"; finish; fi

{ echo "#r \"$library\""; sed -n '/^```fsharp$/,/^```$/{/^```/d;p;}' "$root/src/Lanewise/README.md"; } >"$work/page.fsx"
sed -n 's|^// prints ||p' "$work/page.fsx" >"$work/expected"
if [ "$(wc -l <"$work/expected")" -gt 1 ]; then pass; else fail "no F# code on the page has an expected output"; fi
timeout 120 dotnet fsi --quiet --nologo "$work/page.fsx" >"$work/printed" 2>"$work/err"
if cmp -s "$work/expected" "$work/printed"; then pass; else fail "the F# code of the page does not work: $(head -n 2 "$work/err" "$work/printed")"; fi
finish
