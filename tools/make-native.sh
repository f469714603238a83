#!/usr/bin/env bash
# Makes liblanewise for Linux on x64 in artifacts/native: include/lanewise.h, lib/liblanewise.so for x86-64-v2, and in
# lib/glibc-hwcaps the builds for x86-64-v3 (AVX2) and -v4 (AVX-512), which the dynamic linker prefers if the CPU supports
# them. The script requires gcc or clang as linker, and the native compiler from NuGet.
#
# Usage:
#   tools/make-native.sh              all builds
#   tools/make-native.sh v4           one of them
set -euo pipefail
cd "$(dirname "$0")/.."
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
versions=("$@")
[ $# -gt 0 ] || versions=(v2 v3 v4)
out=artifacts/native
rm -rf "$out"
mkdir -p "$out/include" "$out/lib/pkgconfig"

for version in "${versions[@]}"; do
    dotnet publish src/Lanewise.Native -c Release -p:Native="$version" -p:RunAnalyzers=false -p:DebugType=none -v q --nologo \
        >"$out/publish.out" || { cat "$out/publish.out"; exit 1; }
    folder=$out/lib
    [ "$version" = v2 ] || folder=$out/lib/glibc-hwcaps/x86-64-$version
    mkdir -p "$folder"
    cp "artifacts/ahead-$version/publish/Lanewise.Native/release_linux-x64/Lanewise.Native.so" "$folder/liblanewise.so.0"
    ln -s liblanewise.so.0 "$folder/liblanewise.so"
done
rm -f "$out/publish.out"

cp src/Lanewise.Native/lanewise.h "$out/include/"
number=$(tools/version)
sed "s:@prefix@:\${pcfiledir}/../..:; s:@version@:$number:" src/Lanewise.Native/lanewise.pc.in >"$out/lib/pkgconfig/lanewise.pc"
ls -l "$out"/lib/*.so.0 "$out"/lib/glibc-hwcaps/*/*.so.0 2>/dev/null || true
