#!/usr/bin/env bash
# Makes the archive of the command line for Linux on x64: the runtime, the library and the tool compiled ahead of time together,
# once for x86-64-v3 (AVX2) and once for x86-64-v4 (AVX-512), and a chooser that starts the right one. Nothing need be installed
# to run it. What the precompiler said of the library is left in artifacts/archives/VERSION.log; a test reads it.
#
#   tools/make-archives.sh            both, in artifacts/archives/lanewise-VERSION-linux-x64.tar.gz
#   tools/make-archives.sh v4         one of them, unpacked only: artifacts/archives/lanewise
set -euo pipefail
cd "$(dirname "$0")/.."
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
versions=("$@")
[ $# -gt 0 ] || versions=(v3 v4)
out=artifacts/archives
root=$out/lanewise
rm -rf "$root"
mkdir -p "$root/bin" "$root/lib"

for version in "${versions[@]}"; do
    log=$out/publish-$version.log
    dotnet publish src/Lanewise.Cli -c Release -p:Precompiled="$version" -p:RunAnalyzers=false -p:DebugType=none \
        -p:PublishDocumentationFiles=false -v q --nologo -flp:"verbosity=detailed;logfile=$log" >"$out/publish-$version.out" \
        || { cat "$out/publish-$version.out"; exit 1; }
    grep -E 'Compiling \[Lanewise\]|\[Lanewise\].*was not compiled|Compiling .*System\.AppContext\.Setup' "$log" >"$out/$version.log"
    rm "$log"
    cp -r "artifacts/$version/publish/Lanewise.Cli/release_linux-x64" "$root/lib/$version"
    # Debuggers, dumps, tracing and other collectors: a run needs none of them, and looks for some at each start.
    (cd "$root/lib/$version" && rm -f createdump libmscordaccore.so libmscordbi.so libcoreclrtraceptprovider.so libclrgc*.so ./*.xml)
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
[ ${#versions[@]} -eq 2 ] || exit 0

name=lanewise-$(sed -n 's:.*<VersionPrefix>\(.*\)</VersionPrefix>.*:\1:p' Directory.Build.props)-linux-x64
tar -C "$out" --transform "s:^lanewise:$name:" --owner=0 --group=0 --sort=name --mtime="@$(git log -1 --format=%ct)" -cf - lanewise \
    | gzip -n -9 >"$out/$name.tar.gz"
ls -l "$out/$name.tar.gz"
