#!/usr/bin/env bash
# What the precompiler for ReadyToRun images says of the library, as who publishes a program with it from source has it: every
# method that it compiled or refused, for x86-64-v3 or -v4, in artifacts/archives/VERSION.log; a test reads it.
#
#   tools/precompiler-log.sh v4
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
