#!/usr/bin/env bash
# Builds the documentation (README.md, docs/ and the API reference of the packages) as a static site in
# artifacts/site/.vitepress/dist. Options are passed to VitePress. The script needs Node 20 and npm.
#
# Usage:
#   tools/make-site.sh                          a site for the root of a host
#   tools/make-site.sh --base /lanewise/        for a folder of one
#   LANEWISE_BUILT=1 tools/make-site.sh         of assemblies that are built already
set -euo pipefail
cd "$(dirname "$0")/.."
site=artifacts/site
for program in dotnet node npm; do
    command -v $program >/dev/null || { echo "make-site: $program is missing" >&2; exit 1; }
done

assemblies=()
for package in Lanewise Lanewise.Files Lanewise.Fleet Lanewise.Icc Lanewise.Gpu; do
    [ "${LANEWISE_BUILT:-}" = 1 ] || dotnet build "src/$package" -c Release -v q --nologo
    assemblies+=("artifacts/bin/$package/release/$package.dll")
done

# Removes pages of earlier builds, because a page may have been deleted.
rm -rf "$site/pages" "$site/.vitepress"
mkdir -p "$site"
cp -R site/. "$site"
dotnet artifacts/bin/PublicDocs/release/PublicDocs.dll --pages "$site/pages/api" "${assemblies[@]}"
node "$site/pages.mjs" . "$site/pages"

cd "$site"
if ! cmp -s package-lock.json node_modules/of-lock.json; then
    npm ci --loglevel=error
    cp package-lock.json node_modules/of-lock.json
fi
node_modules/.bin/vitepress build "$@"
