#!/usr/bin/env bash
# Kills sum a hundred times at random times and resumes it each time. The list must equal that of a single run, and no finished
# file may be read again. Also tests changed files, truncated journals, and journals from other runs.
#
# Usage: tests/Cli/journal.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
cd "$work" || exit 2

mkdir -p files/sub
for i in $(seq 400); do head -c $((i * 37 % 5000)) /dev/urandom >"files/f$i"; done
for i in 1 2 3; do head -c 3000000 /dev/urandom >"files/sub/large$i"; done
printf x >$'files/new\nline'; printf y >'files/back\slash'; printf z >$'files/caf\351'; : >files/empty
"$lanewise" sum -r files >whole

names() { grep -a -v '^#' "$1" | grep -a -o '(.*)' | LC_ALL=C sort; }
killed=0 span=$(microseconds "$lanewise" sum --journal timed -r files); rm timed
for i in $(seq 100); do
    "$lanewise" sum --journal journal -r files >list 2>/dev/null &
    pid=$!
    # The test kills sum at a random time between its start and the time at which it would normally end.
    pause_within "$span"
    kill -9 $pid 2>/dev/null && killed=$((killed + 1))
    wait $pid 2>/dev/null
    [ "$(names journal 2>/dev/null | uniq -d | wc -l)" -eq 0 ] || { fail "kill $i: a finished file was read again"; break; }
    # After a complete run, the next run must start from the beginning.
    [ $((i % 10)) -eq 0 ] && { "$lanewise" sum --journal journal -r files >list; cmp -s list whole && pass || fail "kill $i: the list is different"; rm journal; }
done
echo "$killed of 100 runs were killed before their end"
if [ $killed -gt 0 ]; then pass; else fail "every run ended before it was killed"; fi

"$lanewise" sum --journal journal -r files >list
same "a journal does not change the output" "cat whole" "cat list"
same "a second run reads no file again" "cat whole" "$lanewise sum --journal journal -r files"
expect "the list contains each file once" 0 "cut -d' ' -f1 journal | grep -c '^#:'" '^407$'
expect "a journal is also a list" 0 "$lanewise check --quiet journal"

# sum must read only new files. The digest of an unchanged file in the journal is made incorrect, and sum must print it unchanged.
sed -i '/(files\/f7)/s/= ......../= 00000000/' journal
expect "an unchanged file is not read" 0 "$lanewise sum --journal journal -r files" '^00000000.*  files/f7$'
touch files/f7
expect "a file whose time has changed is read" 0 "$lanewise sum --journal journal -r files | cmp - whole"
cp -p files/f7 copy && cp -p files/f8 files/f7 && touch -r copy files/f7 && mv files/f7 t && cp -p copy files/f7
expect "a file whose inode has changed is read" 0 "$lanewise sum --journal journal -r files | cmp - whole"
printf more >files/another
expect "new files are read" 0 "$lanewise sum --journal journal -r files" '  files/another$'
rm files/another
expect "missing files are omitted" 0 "$lanewise sum --journal journal -r files | cmp - whole"

for cut in 1 5 30 60 90 130 200; do
    head -c "-$cut" journal >short
    expect "a run continues a journal without its last $cut bytes" 0 "$lanewise sum --journal short -r files | cmp - whole"
done
: >short
expect "a run continues an empty journal" 0 "$lanewise sum --journal short -r files | cmp - whole"
printf '# lanewise jour' >short
expect "a run continues a journal that was truncated in its first line" 0 "$lanewise sum --journal short -r files | cmp - whole"
same "another algorithm can use the same journal" "md5sum files/f*" "$lanewise sum -a md5 --journal journal files/f*"
same "the second run gives the same list" "md5sum files/f*" "$lanewise sum -a md5 --journal journal files/f*"
expect "md5sum accepts the journal" 0 "grep -a '^MD5' journal | md5sum -c --quiet -"
same "check --journal gives the same results" "$lanewise check whole" "$lanewise check --journal checked whole"
# A finished check must not let the next one pass without reading.
expect "a finished check empties its journal" 0 "[ -f checked ] && [ ! -s checked ]"
printf damage >>files/f9
expect "a check with differences also ends" 1 "$lanewise check --quiet --journal checked whole" '^files/f9: FAILED$'
expect "it also empties its journal" 0 "[ ! -s checked ]"
truncate -s -6 files/f9
expect "check --audit also empties its journal" 0 "$lanewise check --audit --journal checked whole files >/dev/null && [ ! -s checked ]"
killed_check checked 407 whole
expect "the journal of a killed check remains" 0 "head -n 1 checked" '^# lanewise journal 1: a check with no key$'
cp checked begun
expect "check rejects the journal of sum" 2 "$lanewise check --journal journal whole" "--journal: 'journal' is not a journal of 'check', which must read every file" OK
expect "sum rejects the journal of check" 2 "$lanewise sum --journal begun files/f1" "'begun' is a journal of 'check'; 'sum' needs another one"
same "the rejected journal of check is unchanged" "cat checked" "cat begun"
sed -i '/(files\/f7)/s/= ......../= 00000000/' checked
expect "check continues where it stopped" 1 "$lanewise check --journal checked whole" '^files/f7: FAILED$' '^files/f8: FAILED$'
# These commands would append to the list that they are reading. If lanewise does not reject them, the limits stop them. W^X is
# disabled, because the runtime would otherwise create files that are larger than the limit.
limited() { (ulimit -f 4096; DOTNET_EnableWriteXorExecute=0 timeout 180 "$lanewise" check "$@"); }
printf own >own; "$lanewise" sum --journal grown own >grown.digest; printf changed >own; cp grown grown.copy; ln -s grown grown.link; ln grown grown.hard
for list in grown ./grown grown.link grown.hard; do
    expect "check --journal rejects the journal as the list $list" 2 "limited --journal grown $list" "^lanewise: --journal: 'grown' is also a LIST to read$" 'OK'
done
expect "check --journal rejects the journal as the second list" 2 "limited --journal grown grown.digest grown" "'grown' is also a LIST to read"
expect "check --journal rejects the journal as standard input" 2 "limited --journal grown <grown" "'grown' is also standard input"
expect "check --journal rejects the journal as a list from a descriptor" 2 "limited --journal grown /dev/fd/5 5<grown" "'grown' is also a LIST to read"
expect "check --journal rejects a new journal as the list" 2 "limited --journal unmade unmade" "'unmade' is also a LIST to read"
expect "the new journal is not created" 1 "[ -e unmade ]"
expect "check --journal rejects the journal as the key file" 2 "limited --journal grown --key-file grown grown.digest" "'grown' is also --key-file"
expect "check --journal rejects the journal as the key from standard input" 2 "limited --journal grown --keyed grown.digest <grown" "'grown' is also standard input"
same "the rejected journal is unchanged" "cat grown.copy" "cat grown"
expect "check --journal accepts another journal as the list" 1 "limited --journal checked grown.copy" '^own: FAILED$'
printf 'my\nnovel\n' >novel
expect "a file that is not a journal is rejected" 2 "$lanewise sum --journal novel files/f1" "is not a journal; it is not overwritten"
same "the rejected file is unchanged" "printf 'my\nnovel\n'" "cat novel"
head -c 32 /dev/urandom >key1; head -c 32 /dev/urandom >key2
expect "a journal works with a key" 0 "$lanewise sum --key-file key1 --journal keyed files/f1 | cmp - <($lanewise sum --key-file key1 files/f1)"
expect "a journal with another key is rejected" 2 "$lanewise sum --key-file key2 --journal keyed files/f1" 'is of (no key|key [0-9a-f]*), and not of (no )?key'
expect "a keyed journal is rejected without the key" 2 "$lanewise sum --journal keyed files/f1" 'is of (no key|key [0-9a-f]*), and not of (no )?key'
expect "a folder is rejected as a journal" 2 "$lanewise sum --journal files files/f1" '--journal: files: Is a directory'
expect "a journal in a missing folder is rejected" 2 "$lanewise sum --journal no/journal files/f1" 'No such file or directory'
for path in /dev/full /dev/zero pipe; do
    [ $path = pipe ] && mkfifo pipe
    expect "$path as journal is rejected" 2 "timeout 20 $lanewise sum --journal $path files/f1" "--journal: $path: not a regular file"
done
expect "the journal's name may contain bytes that are not UTF-8" 0 "$lanewise sum --journal \$'raw\\xff' files/f1 && [ -s \$'raw\\xff' ] && rm \$'raw\\xff'"

# ---- a journal that is a link ----
mkdir jl; printf 1 >jl/file; ln -s jl/real.j link.j; ln -s link.j link2.j
expect "the target of a journal's link is not hashed" 0 "$lanewise sum --journal link.j -r jl && $lanewise sum --journal link2.j -r jl" '  jl/file$' 'real.j'
expect "the target is the journal" 0 "grep -c '(jl/file)' jl/real.j" '^1$'

# ---- another file with the same name ----
mkdir a b; printf 'right' >a/f; printf 'wrong' >b/f; touch -r a/f b/f
(cd a && "$lanewise" sum f >../LIST)
killed_check J 1 -C a LIST; cp J begun
expect "a journal works with -C" 0 "$lanewise check --journal J -C a LIST" '^f: OK$'
expect "a file of equal size and time in another folder is read" 1 "cp begun J; $lanewise check --journal J -C b LIST" '^f: FAILED$' 'OK'
cp a/f only && rm a/f && mv only a/f && killed_check J 1 -C a LIST; cp J begun
expect "a moved folder keeps its journal entries" 0 "mv a c && $lanewise check --journal J -C c LIST --quiet && mv c a"
mv a/f keep; ln -s ../b a/way
expect "a file in the target of a link is read" 1 "cp begun J; rm -r a; ln -s b a; $lanewise check --journal J -C a LIST" '^f: FAILED$' 'OK'
rm a; mkdir a; cp keep a/f
printf 'right' >same; "$lanewise" sum same >LIST2; killed_check J2 1 LIST2
touch -r same stamp; printf 'wrong' >same; touch -r stamp same
expect "a file with equal inode, size and mtime is read if only its ctime differs" 1 "$lanewise check --journal J2 LIST2" '^same: FAILED$'
# On two new file systems, the files have the same inode numbers.
if [ "$(id -u)" -eq 0 ] && unshare --mount true 2>/dev/null; then
    mkdir x y
    cat >twins.sh <<'EOF'
mount -t tmpfs none x && mount -t tmpfs none y || exit 77
printf right >x/f; printf wrong >y/f; touch -r x/f y/f
[ "$(stat -c %i x/f)" = "$(stat -c %i y/f)" ] || exit 77
(cd x && "$1" sum --journal ../J3 f) >LIST3
# The journal of a check differs only in its first line.
sed -i '1s/no key/a check with no key/' J3; cp J3 J4
"$1" check --journal J3 -C x LIST3 && ! "$1" check --journal J4 -C y LIST3
EOF
    unshare --mount sh twins.sh "$lanewise" >twins.out 2>&1
    case $? in
    0) pass ;;
    77) skip "no two file systems with the same numbers can be made here" ;;
    *) fail "two file systems: $(cat twins.out)" ;;
    esac
else
    skip "no file system can be mounted here"
fi

finish
