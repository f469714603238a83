#!/usr/bin/env bash
# Tests the options that define the source of names and the destination of lists: --files-from, --output, check --directory
# and --beside.
#
# Usage: tests/Cli/names.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
cd "$work" || exit 2
mkdir -p files/sub
for n in one two three $'new\nline' $'caf\351' 'with space' 'back\slash'; do printf '%s' "$n" >"files/$n"; done
printf x >files/sub/x

# ---- names from a file ----
printf 'files/one\nfiles/with space\n\nfiles/back\\slash\n' >names
same "a file of names has one name per line" "md5sum files/one 'files/with space' 'files/back\\slash'" "$lanewise sum -a md5 --files-from names"
same "named files precede the files in the list" "md5sum files/two files/one 'files/with space' 'files/back\\slash'" "$lanewise sum -a md5 --files-from names files/two"
same "names can come from standard input" "md5sum files/one 'files/with space' 'files/back\\slash'" "$lanewise sum -a md5 --files-from - <names"
find files -type f -print0 | LC_ALL=C sort -z >names0
same "names can end with NUL" "xargs -0 md5sum -z <names0" "$lanewise sum -a md5 -z --files-from names0"
same "names can come from a pipe" "xargs -0 md5sum -z <names0" "find files -type f -print0 | LC_ALL=C sort -z | $lanewise sum -a md5 -z --files-from -"
mkdir marked; printf a >marked/a; printf b >marked/b; printf marked >marked/$'\377\376a'; printf marked >marked/$'\357\273\277b'
for name in $'\377\376a' $'\357\273\277b'; do
    same "with -z, a name may begin like a BOM" "printf marked | md5sum | cut -c1-32" \
        "cd marked && printf '%s\0' '$name' | $lanewise sum -a md5 -z --files-from - | cut -c1-32"
done
printf x >'?'
head -c 200000 /dev/zero | tr '\0' x >long
expect "an over-long name is not another file" 1 "$lanewise sum --files-from long" 'File name too long' '  [?]$'
printf 'files\n' >folders
same "names can be folders" "$lanewise sum -r files" "$lanewise sum -r --files-from folders"
: >none
same "a list without names gives no output" "true" "$lanewise sum --files-from none"
printf 'files/one\nfiles/nothing\n' >wrong
expect "a listed file that does not exist is reported" 1 "$lanewise sum --files-from wrong" 'files/nothing: No such file'
expect "a missing list of names is reported" 1 "$lanewise sum --files-from nothing" 'nothing: No such file'
printf 'files/one\n-\n' >dash
same "the list may name standard input" "printf y | md5sum files/one -" "printf y | $lanewise sum -a md5 --files-from dash"
taken='standard input cannot be read as a file here; .*\./-'
expect "standard input cannot be a file if it contains the names" 1 "$lanewise sum --files-from - <dash" "$taken" '  -$'
expect "standard input cannot be a file if it contains the key" 1 "head -c 32 /dev/zero | $lanewise sum --key-file - --files-from dash" "$taken" '  -$'
expect "an updated list cannot contain standard input" 1 "$lanewise sum --update updated --files-from dash" "$taken" '\(-\)'
expect "names and key cannot both come from standard input" 2 "head -c 32 /dev/zero | $lanewise sum --key-file - --files-from -" 'the names and the key'
expect "standard input cannot be both the names and a file" 2 "$lanewise sum --files-from - - <names" 'cannot hold the names and be read'

[ ! -r /proc/self/mem ] || expect "an unreadable file of names is reported with its name" 1 "$lanewise sum --files-from /proc/self/mem" '^lanewise: /proc/self/mem: Input/output error$'

# ---- writing a list to a file ----
$lanewise sum -r files >whole
expect "--output writes the list to a file" 0 "$lanewise sum -r files -o list && cmp list whole"
expect "--output replaces a file" 0 "$lanewise sum -a md5 files/one --output list && md5sum -c --quiet list"
printf old >old; ln -s old link
expect "--output follows a link" 0 "$lanewise sum files/one -o link && $lanewise check --quiet old && [ -L link ]"
cp list before
expect "an incomplete list does not replace a list" 1 "$lanewise sum files/one files/nothing -o list" '^lanewise: list: it is not replaced, because the new list is incomplete$'
same "the old list is unchanged" "cat before" "cat list"
expect "an unreadable folder keeps the old list, too" 1 "ln -s loop1 loop2; ln -s loop2 loop1; $lanewise sum -r files loop1 -o list" 'list: it is not replaced'; rm loop1 loop2
same "the old list is still unchanged" "cat before" "cat list"
expect "an unreadable file is reported" 1 "$lanewise sum files/one files/nothing -o partial" '^lanewise: files/nothing: No such file' 'not replaced'
expect "a new list has the other files" 0 "$lanewise check --quiet partial && [ \$(wc -l <partial) -eq 1 ] && rm partial"
mkdir special; printf 1 >special/file; mkfifo special/pipe
expect "a skipped pipe is reported" 1 "$lanewise sum -r special -o list" 'special/pipe: skipped' 'not replaced'
expect "a skipped pipe does not make a list incomplete" 0 "cat list" '  special/file$' 'files/one'; rm -r special before
expect "--output can name a device" 0 "$lanewise sum files/one -o /dev/null && [ -c /dev/null ]"
mkfifo pipe; cat pipe >fromPipe & expect "--output can name a pipe" 0 "$lanewise sum -r files -o pipe"; wait
same "the pipe received the whole list" "cat whole" "cat fromPipe"
expect "--output rejects a folder" 2 "$lanewise sum files/one -o files" 'output: files: Is a directory'
expect "--output rejects a missing folder" 2 "$lanewise sum files/one -o no/list" 'No such file'
expect "a full disk is reported" 1 "$lanewise sum files/one -o /dev/full" '^lanewise: write error: /dev/full: No space left on device$'
expect "a usage error leaves no file" 2 "$lanewise sum --no-such -o list2" "unrecognized"
head -c 400000000 /dev/zero >zeros
$lanewise sum -a skein-256 zeros -o killed 2>/dev/null & pid=$!; until_open $pid /zeros; kill -TERM $pid 2>/dev/null; wait $pid
if [ $? -eq 143 ]; then expect "killed: nothing" 0 "ls" '^whole$' 'killed'; else expect "ended before it was killed" 0 "$lanewise check --quiet killed"; fi
expect "no temporary file remains" 0 "ls -A" '^whole$' 'part-'
rm zeros

# ---- a list with names relative to another directory ----
(cd files && md5sum one two sub/x >../list5 && md5sum one sub/x >MD5SUMS)
expect "-C makes names relative to a folder" 0 "$lanewise check -C files list5" '^sub/x: OK$'
expect "names relative to the current folder are not found" 1 "$lanewise check list5" 'one: No such file'
expect "--beside makes names relative to the list" 0 "$lanewise check --beside files/MD5SUMS" '^one: OK$'
expect "names are relative to each list" 0 "cp files/MD5SUMS files/sub/ && cp -r files/one files/sub files/sub/ 2>/dev/null; cd / && $lanewise check --beside $work/files/MD5SUMS" '^one: OK$'
expect "-C does not change an absolute name" 0 "md5sum $work/files/one | $lanewise check -C files -" 'one: OK$'
expect "-C and --beside cannot be combined" 2 "$lanewise check -C files --beside files/MD5SUMS" 'cannot be combined with'

finish
