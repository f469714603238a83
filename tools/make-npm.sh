#!/usr/bin/env bash
# Makes the npm package from bindings/node and the WebAssembly of samples/Browser: artifacts/npm/lanewise-VERSION.tgz. The
# same input produces the same bytes. The script needs npm and the requirements of samples/Browser/build.
#
# Usage:
#   tools/make-npm.sh            builds the WebAssembly first
#   tools/make-npm.sh SITE       uses the WebAssembly of a site from samples/Browser/build
set -euo pipefail
cd "$(dirname "$0")/.."
site=${1:-artifacts/browser/site}
[ $# -gt 0 ] || samples/Browser/build "$site" >&2

out=artifacts/npm
rm -rf "$out"
mkdir -p "$out/package"
cp bindings/node/* LICENSE "$out/package/"
cp docs/node.md "$out/package/README.md"
cp -r "$site/_framework" "$out/package/"
version=$(tools/version)
sed -i "s/\"version\": \"0.0.0\"/\"version\": \"$version\"/" "$out/package/package.json"
# npm stores the modes of the files in the archive.
chmod -R u=rwX,go=rX "$out/package"
npm pack --offline --ignore-scripts --loglevel=error --pack-destination "$out" "./$out/package" >&2
rm -r "$out/package"
echo "$out/lanewise-$version.tgz"
