#!/usr/bin/env bash
# Runs the precompiler for ReadyToRun images on the library, as if a program were published together with the library source.
# The script writes every method that the precompiler compiled or rejected, for x86-64-v3 or -v4, to
# artifacts/archives/VERSION.log, which a test reads.
#
# Usage: tools/precompiler-log.sh v4
set -euo pipefail
cd "$(dirname "$0")/.."
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
version=$1
out=artifacts/archives
mkdir -p "$out"
log=$out/precompiler-$version.log
dotnet publish src/Lanewise.Cli -c Release -p:Precompiled="$version" -p:RunAnalyzers=false -p:DebugType=none \
    -p:PublishDocumentationFiles=false -v q --nologo -flp:"verbosity=detailed;logfile=$log" >"$out/precompiler-$version.out" \
    || { cat "$out/precompiler-$version.out"; exit 1; }
grep -E 'Compiling \[Lanewise\]|\[Lanewise\].*was not compiled|Compiling .*System\.AppContext\.Setup' "$log" >"$out/$version.log"
rm "$log"
