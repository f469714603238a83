#!/usr/bin/env bash
# Packs a folder. All paths in the archive start with the name of the archive file. The same folder of the same commit produces
# the same bytes.
#
# Usage: tools/pack-folder.sh FOLDER FILE.tar.gz
set -euo pipefail
name=$(basename "$2" .tar.gz)
epoch=${SOURCE_DATE_EPOCH:-$(git -C "$(dirname "$0")" log -1 --format=%ct)}
tar -C "$1" --transform "flags=r;s:^\.:$name:" --owner=0 --group=0 --mode=u=rwX,go=rX --sort=name --mtime="@$epoch" -cf - . \
    | gzip -n -9 >"$2"
