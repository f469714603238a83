#!/usr/bin/env bash
# Makes the packages of the .NET tools Lanewise.Tool and Lanewise.Fleet.Tool, in artifacts/tool-packages. Each tool has three
# packages. Users install the first package. The second package, for Linux on x64, contains the executables from
# tools/make-archives.sh, so tools/make-archives.sh must run first. The third package, for all other systems, needs .NET.
# 'dotnet tool install' selects the right package.
#
# Usage:
#   tools/make-tool-packages.sh                 both
#   tools/make-tool-packages.sh Lanewise.Cli    one project's
set -euo pipefail
cd "$(dirname "$0")/.."
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
from=artifacts/archives/lanewise
out=artifacts/tool-packages
[ -x "$from/bin/lanewise-fleet" ] || { echo "$from has no programs; run tools/make-archives.sh first." >&2; exit 1; }
projects=("$@")
[ $# -gt 0 ] || projects=(Lanewise.Cli Lanewise.Cli.Fleet)
rm -rf "$out"
for project in "${projects[@]}"; do
    dotnet pack "src/$project" -c Release -p:ToolPackages=true -p:RunAnalyzers=false -o "$out" -v q --nologo
done
python3 tools/native-tool-package.py "$from" "$out"/*.linux-x64.*.nupkg
# The symbol package belongs to the package for all systems. Native code has no symbols that .NET can read.
rm -f "$out"/*.linux-x64.*.snupkg
ls -l "$out"
