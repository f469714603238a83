#!/usr/bin/env bash
# Makes the archive of the command line for Linux on x64: lanewise and lanewise-fleet as native code, with one executable for
# each of x86-64-v2, -v3 (AVX2) and -v4 (AVX-512), and a script that starts the right executable. The programs in the archive
# need no other software. Making the archive requires gcc or clang as linker, and the native compiler from NuGet.
#
# Usage:
#   tools/make-archives.sh            all, in artifacts/archives/lanewise-VERSION-linux-x64.tar.gz
#   tools/make-archives.sh v4         one of them, unpacked only: artifacts/archives/lanewise
set -euo pipefail
cd "$(dirname "$0")/.."
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
versions=("$@")
[ $# -gt 0 ] || versions=(v2 v3 v4)
out=artifacts/archives
root=$out/lanewise
lib=$root/lib/lanewise
rm -rf "$root"
mkdir -p "$root/bin" "$lib"

# publish PROJECT VERSION: publishes one executable. Sets $published.
publish() {
    dotnet publish "src/$1" -c Release -p:Native="$2" -p:RunAnalyzers=false -p:DebugType=none -p:PublishDocumentationFiles=false \
        -v q --nologo >"$out/publish-$2.out" || { cat "$out/publish-$2.out"; exit 1; }
    published=artifacts/ahead-$2/publish/$1/release_linux-x64
}
for version in "${versions[@]}"; do
    mkdir "$lib/$version"
    publish Lanewise.Cli "$version"
    cp "$published/lanewise" "$lib/$version/"
    publish Lanewise.Cli.Fleet "$version"
    cp "$published/lanewise-fleet" "$lib/$version/"
    # The SQLite library for audit catalogues must be in the directory of the executable.
    cp "$published/libe_sqlite3.so" "$lib/"
    ln -s ../libe_sqlite3.so "$lib/$version/"
done

share=$root/share
mkdir -p "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d"
for program in lanewise lanewise-fleet; do
    install -m 755 src/Lanewise.Cli/Archive/lanewise "$root/bin/$program"
    tool=$lib/${versions[0]}/$program
    "$tool" man >"$share/man/man1/$program.1"
    "$tool" completion bash >"$share/bash-completion/completions/$program"
    "$tool" completion zsh >"$share/zsh/site-functions/_$program"
    "$tool" completion fish >"$share/fish/vendor_completions.d/$program.fish"
done
cp README.md LICENSE CHANGELOG.md "$root"
chmod -R a+rX "$root"
[ ${#versions[@]} -gt 1 ] || exit 0

file=$out/lanewise-$(tools/version)-linux-x64.tar.gz
tools/pack-folder.sh "$root" "$file"
ls -l "$file"
