#!/usr/bin/env bash
# Makes the archive of the command line for Linux on x64: one executable of machine code for each of x86-64-v2, -v3 (AVX2) and -v4
# (AVX-512), and a chooser that starts the right one. Nothing need be installed to run it. To make it takes gcc or clang, which
# links, and the compiler for machine code, which comes from NuGet.
#
#   tools/make-archives.sh            all, in artifacts/archives/lanewise-VERSION-linux-x64.tar.gz
#   tools/make-archives.sh v4         one of them, unpacked only: artifacts/archives/lanewise
set -euo pipefail
cd "$(dirname "$0")/.."
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
versions=("$@")
[ $# -gt 0 ] || versions=(v2 v3 v4)
out=artifacts/archives
root=$out/lanewise
rm -rf "$root"
mkdir -p "$root/bin" "$root/lib"

for version in "${versions[@]}"; do
    dotnet publish src/Lanewise.Cli -c Release -p:Native="$version" -p:RunAnalyzers=false -p:DebugType=none \
        -p:PublishDocumentationFiles=false -v q --nologo >"$out/publish-$version.out" || { cat "$out/publish-$version.out"; exit 1; }
    mkdir "$root/lib/$version"
    cp "artifacts/ahead-$version/publish/Lanewise.Cli/release_linux-x64/lanewise" "$root/lib/$version/"
    # SQLite, for the catalogues of audits: looked for beside the executable.
    cp "artifacts/ahead-$version/publish/Lanewise.Cli/release_linux-x64/libe_sqlite3.so" "$root/lib/"
    ln -s ../libe_sqlite3.so "$root/lib/$version/"
done

install -m 755 src/Lanewise.Cli/Archive/lanewise "$root/bin/lanewise"
share=$root/share tool=$root/lib/${versions[0]}/lanewise
mkdir -p "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d"
"$tool" man >"$share/man/man1/lanewise.1"
"$tool" completion bash >"$share/bash-completion/completions/lanewise"
"$tool" completion zsh >"$share/zsh/site-functions/_lanewise"
"$tool" completion fish >"$share/fish/vendor_completions.d/lanewise.fish"
cp README.md LICENSE CHANGELOG.md "$root"
chmod -R a+rX "$root"
[ ${#versions[@]} -gt 1 ] || exit 0

name=lanewise-$(sed -n 's:.*<VersionPrefix>\(.*\)</VersionPrefix>.*:\1:p' Directory.Build.props)-linux-x64
tar -C "$out" --transform "s:^lanewise:$name:" --owner=0 --group=0 --sort=name --mtime="@$(git log -1 --format=%ct)" -cf - lanewise \
    | gzip -n -9 >"$out/$name.tar.gz"
ls -l "$out/$name.tar.gz"
