#!/usr/bin/env bash
# Tests which files in a folder are hashed, by comparing them with the output of find. The tests cover globs, hidden files,
# links and file systems. They also cover the summary line, which counts the files.
#
# Usage: tests/Cli/filters.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
cd "$work" || exit 2
export LC_ALL=C

mkdir -p t/a/b/c t/.git/objects t/raw/2024/raw t/z
for f in t/one.jpg t/two.JPG t/a/three.jpg t/a/b/four.txt t/a/b/c/five.jpg t/.hidden t/.git/config t/.git/objects/x t/raw/2024/raw/six.dng \
    t/raw/seven.dng t/z/raw t/z/.h.jpg 't/z/sp ace.txt' 't/z/[x].txt' t/z/x.txt $'t/z/caf\351.txt' $'t/z/caf\303\251.txt'; do
    printf '%s' "$f" >"$f"
done

# found NAME FIND-EXPRESSION OPTIONS: the hashed files must be the files that find prints, in byte order.
found() {
    eval "find t $2 -type f -print0" | sort -z | xargs -0 -r md5sum -- >"$work/expected" 2>/dev/null
    same "$1" "cat $work/expected" "$lanewise sum -a md5 -r $3 t"
}
found "all files are hashed without a filter" "" ""
found "--include selects a name" "-name '*.jpg'" "--include '*.jpg'"
find t -type f \( -name '*.jpg' -o -name '*.dng' \) -print0 | sort -z | xargs -0 md5sum >expected
same "--include accepts two names" "cat expected" "$lanewise sum -a md5 -r --include '*.jpg' --include '*.dng' t"
found "--exclude omits a name" "-not -name '*.jpg'" "--exclude '*.jpg'"
found "a question mark matches a UTF-8 character or an invalid byte" "-name 'caf*.txt'" "--include 'caf?.txt'"
found "a glob may contain a byte that is not UTF-8" "-name \$'caf\\351.txt'" "--include \$'caf\\351.*'"
found "a set matches its characters" "-name '[ot][nw]*'" "--include '[ot][nw]*'"
found "a negated set matches all other characters" "-name '[!a-y]*.txt'" "--include '[!a-y]*.txt'"
found "a backslash escapes a bracket" "-name '\\[x\\].txt'" "--include '\\[x\\].txt'"
none='^lanewise: no file matches --include$'
expect "a bracket without its end matches nothing" 1 "$lanewise sum -r --include '[x' t" "$none" '  t/'
found "the name of a folder excludes all its files" "-not -path '*/raw/*' -not -name raw" "--exclude raw"
found "a final slash matches only folders" "-not -path '*/raw/*'" "--exclude raw/"
found "a leading slash matches only at the top" "-not -path 't/raw/*'" "--exclude /raw"
found "a path matches from the top" "-not -path 't/a/b/*'" "--exclude a/b"
found "a star does not match across folders" "-path 't/a/*.jpg' -not -path 't/a/*/*'" "--include 'a/*.jpg'"
found "two stars match across folders" "-path 't/a/*.jpg'" "--include 'a/**/*.jpg'"
found "two stars at the end match all files below a folder" "-path 't/a/*'" "--include 'a/**'"
found "two stars at the start match at any level" "-path '*/raw/*'" "--include '**/raw/'"
found "the name of a folder includes all its files" "-path 't/a/*'" "--include a"
found "--include and --exclude can be combined" "-path 't/a/*' -not -name '*.jpg'" "--include a --exclude '*.jpg'"
found "--no-hidden omits hidden files" "-not -path '*/.*'" "--no-hidden"
expect "a glob without matches selects no file" 1 "$lanewise sum -r --include none t" "$none" '  t/'
expect "a glob with a match does not warn" 0 "$lanewise sum -r --include none --include one.jpg t" 'one.jpg' "$none"
expect "an empty folder does not warn" 0 'mkdir empty && [ -z "$($lanewise sum -r empty 2>&1)" ]'
same "a glob is relative to the folder" "cd t; find . -type f -path './a/*.jpg' | sort | xargs md5sum" "cd t; $lanewise sum -a md5 -r . --include 'a/**/*.jpg'"
same "named files are filtered by globs but not by --no-hidden" "md5sum t/one.jpg t/.hidden" "$lanewise sum -a md5 -r --no-hidden --exclude '*.JPG' t/one.jpg t/two.JPG t/.hidden"
same "globs also apply without -r" "md5sum t/one.jpg" "$lanewise sum -a md5 --include '*.jpg' t/one.jpg t/two.JPG"
same "globs apply to names from a file" "md5sum t/one.jpg" "printf 't/one.jpg\nt/two.JPG\n' | $lanewise sum -a md5 --include '*.jpg' --files-from -"
expect "an empty glob is rejected" 2 "$lanewise sum -r --include '' t" "--include: '' matches nothing"
expect "a glob that is only a slash is rejected" 2 "$lanewise sum -r --exclude / t" "--exclude: '/' matches nothing"
expect "a missing glob is reported" 2 "$lanewise sum -r t --include" "'--include' needs a value"
expect "--no-hidden requires --recursive" 2 "$lanewise sum --no-hidden t/one.jpg" "--no-hidden is for folders: it needs --recursive"

# ---- links ----
mkdir -p l/d/e other; printf 1 >l/d/e/f; printf 2 >other/g; printf 3 >other/.h
ln -s ../../other l/d/to-other; ln -s d/e/f l/to-file; ln -s none l/nowhere
same "links to folders are not followed" "md5sum l/d/e/f l/to-file" "$lanewise sum -a md5 -r l 2>/dev/null | grep -v nowhere; rm l/nowhere; :"
same "--follow follows links to folders" "find -L l -type f | sort | xargs md5sum" "$lanewise sum -a md5 -r --follow l"
same "--follow works with the other options" "md5sum l/d/to-other/g" "$lanewise sum -a md5 -r --follow --include to-other --no-hidden l"
ln -s .. l/d/up; ln -s . l/d/e/here; ln -s loop2 l/loop1; ln -s loop1 l/loop2
expect "circular links are reported" 1 "timeout 180 $lanewise sum -r --follow l" '^lanewise: l/d/up: The same folder as a parent folder: not followed$'
expect "each circular link is reported" 1 "timeout 180 $lanewise sum -r --follow l" '^lanewise: l/d/e/here: The same'
expect "links that refer to each other are reported" 1 "timeout 180 $lanewise sum -r --follow l" '^lanewise: l/loop1: Too many levels of symbolic links$'
same "the other files are hashed" "find -L l -type f 2>/dev/null | sort | xargs md5sum" "$lanewise sum -a md5 -r --follow l 2>/dev/null; :"
expect "an excluded loop is not reported" 0 "rm l/loop?; $lanewise sum -r --follow --exclude up --exclude here l" 'to-other/g$' 'not followed'

# ---- file systems ----
mkdir -p m/mounted
printf 1 >m/f
inside="mount -t tmpfs none m/mounted && printf 2 >m/mounted/g"
if unshare -rm true 2>/dev/null; then
    same "-x skips other file systems" "unshare -rm bash -c '$inside; find m -xdev -type f | xargs md5sum'" "unshare -rm bash -c '$inside; $lanewise sum -a md5 -r -x m'"
    same "other file systems are included without -x" "unshare -rm bash -c '$inside; md5sum m/f m/mounted/g'" "unshare -rm bash -c '$inside; $lanewise sum -a md5 -r m'"
    same "-x applies to a folder that a link names" "unshare -rm bash -c '$inside; md5sum m/f'" "unshare -rm bash -c '$inside; ln -s mounted m/link; $lanewise sum -a md5 -r -x --follow m'; rm -f m/link"
else
    skip "no file system can be mounted here (unshare -rm)"
fi

# ---- the run's own output files ----
mkdir own; printf 1 >own/f
same "the list does not contain itself" "md5sum own/f" "cd own; $lanewise sum -a md5 -r . -o list --journal journal | cat; sed 's:  ./:  own/:' list"
rm own/list own/journal

# ---- the summary line ----
expect "a pipe gets no summary line" 0 "$lanewise sum -r t 2>&1 >/dev/null | wc -l" '^0$'
expect "--stats prints files, bytes, seconds, rate and code path" 0 "$lanewise sum -a md5 -r t --stats" \
    '^lanewise: 17 files, [0-9]+ B in [0-9.]+ s, [0-9.]+ [kMG]?B/s; [0-9]+ lanes? x [0-9]+ cores?(, (no|[0-9]+-bit) vectors)?$'
expect "--stats counts excluded files" 0 "$lanewise sum -r t --stats --exclude '*.jpg' --no-hidden" '; 6 left out as asked$' '^lanewise: .*jpg:'
expect "--stats reports that no lanes were used" 0 "$lanewise sum -a crc32 -r t --stats" '; \.NET x [0-9]+ cores?$'
expect "--stats counts a single file" 0 "$lanewise sum t/one.jpg --stats" '^lanewise: 1 file, 9 B in'
expect "--stats counts known files" 0 "$lanewise sum -r t --journal j >/dev/null; $lanewise sum -r t --journal j --stats" '; 17 known, not read$'
if command -v script >/dev/null; then
    on_terminal() { timeout 180 script -qec "stty cols $1; $2" /dev/null </dev/null; }
    slow='(for i in 1 2 3 4 5; do printf "%9999d" 0; sleep 0.4; done) >fifo'
    for columns in 40 80; do
        rm -f fifo; mkfifo fifo; bash -c "$slow" &
        on_terminal $columns "$lanewise sum fifo" >seen; wait
        expect "the summary line appears after a second on $columns columns" 0 "tr -d '\r' <seen" '^ *(lanewise: )?1 file, 50.0 kB in [0-9.]+ s($|, [0-9.]+ kB/s;)'
        widest=$(tr '\r' '\n' <seen | grep -E 'lanes? x|1 file,' | awk '{ if (length > m) m = length } END { print m + 0 }')
        if [ "$widest" -le "$columns" ]; then pass; else fail "$columns columns: a line has $widest columns"; fi
    done
    expect "a short run prints no summary" 0 "on_terminal 80 '$lanewise sum t/one.jpg'" 't/one.jpg' '1 file,'
    rm -f fifo; mkfifo fifo; bash -c "$slow" &
    expect "--quiet prints no summary" 0 "on_terminal 80 '$lanewise sum --quiet fifo'" 'fifo' '1 file,|B/s'; wait
else
    skip "script is not installed, so terminals are not tested"
fi
finish
