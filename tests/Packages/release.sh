#!/usr/bin/env bash
# Tests that the pages about releases name exactly the files that tools/release makes, and that tools/release writes them to
# the right folder.
#
# Usage: tests/Packages/release.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/../Cli/common.sh.inc"
root=$(realpath "$(dirname "$0")/../..")
mapfile -t files < <("$root/tools/release" --list)
if [ ${#files[@]} -gt 20 ]; then pass; else fail "tools/release lists ${#files[@]} files"; fi

# page FILE HEADING: reads the file names of a section, which are patterns in backquotes. Each pattern must match a file, and
# each file must match a pattern.
page() {
    local file pattern found
    sed -n "/^## $2\$/,/^## [^#]/p" "$root/$1" | grep -oE '`[^` ]*(VERSION|SUMS|NOTES)[^` ]*`' | tr -d '`' | sed 's:^\./::' | sort -u >"$work/patterns"
    while read -r pattern; do
        found=
        # shellcheck disable=SC2254 # Both are patterns.
        for file in "${files[@]}"; do case $file in $pattern) found=1 ;; esac; done
        if [ -n "$found" ]; then pass; else fail "$1 names $pattern, which tools/release does not create"; fi
    done <"$work/patterns"
    for file in "${files[@]}"; do
        found=
        while read -r pattern; do case $file in $pattern) found=1 ;; esac; done <"$work/patterns"
        if [ -n "$found" ]; then pass; else fail "$1 does not name $file, which tools/release creates"; fi
    done
}
# A relative path is relative to the caller's directory.
mkdir -p "$work/caller/out"
(cd "$work/caller" && "$root/tools/release" out) 2>"$work/command.log" && fail "tools/release accepts a folder that exists" || pass
grep -qxF "release: $work/caller/out is there already" "$work/command.log" && pass || fail "tools/release out says: $(cat "$work/command.log")"
page docs/install.md 'The files of a release'
page docs/releasing.md 'Files of a release'
finish
