#!/usr/bin/env bash
# Tests sum --update. The updated list must equal that of a complete run, only changed files may be read, and no line may be
# lost. If the run fails, the list must remain unchanged.
#
# Usage: tests/Cli/update.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
cd "$work" || exit 2

mkdir -p files/sub
for i in $(seq 50); do head -c $((i * 371 % 5000)) /dev/urandom >"files/f$i"; done
head -c 3000000 /dev/urandom >files/sub/large; printf x >$'files/new\nline'; printf y >'files/back\slash'; printf z >$'files/caf\351'
digests() { grep -a -v '^#' "$1"; }
# The digests in the updated list must equal those in a new list of all files.
whole() { expect "$1" 0 "cmp <(digests LIST) <($lanewise sum --tag -r files)"; }

expect "--update creates a list" 0 "$lanewise sum --update LIST -r files" '^LIST: 54 new, 0 changed, 0 unchanged, 0 gone$'
whole "the list is complete"
expect "a second run finds no changes" 0 "$lanewise sum --update LIST -r files" '^LIST: 0 new, 0 changed, 54 unchanged, 0 gone$'
cp LIST before
sed -i '/(files\/f7)/s/= ......../= 00000000/' LIST
expect "an unchanged file is not read" 0 "$lanewise sum --update LIST -r files --stats" '; 54 known, not read$'
expect "an unchanged file keeps its digest" 0 "grep '(files/f7) = 00000000' LIST"
expect "the list also works as a journal" 0 "cp LIST journal; $lanewise sum -r files --journal journal" '^00000000.*  files/f7$'
touch files/f7; printf more >>files/f8; printf another >files/another; rm files/f9
mv files/f10 t; cp -p t files/f10; rm t
expect "new, changed and missing files are counted" 0 "$lanewise sum --update LIST -r files" '^LIST: 1 new, 3 changed, 50 unchanged, 1 gone$'
whole "what is changed is read"
expect "a missing file is reported" 0 "rm files/f11; $lanewise sum --update LIST -r files" '^lanewise: files/f11: the file no longer exists; its line is removed$'
whole "and not in it"
expect "check accepts the updated list" 0 "[ -z \"\$($lanewise check --quiet LIST 2>&1)\" ]"
expect "a file whose size has changed is read, even if its time is the same" 0 \
    "touch -r files/f12 stamp; printf more >>files/f12; touch -r stamp files/f12; $lanewise sum --update LIST -r files" ' 1 changed'
printf 1 >files/same; $lanewise sum --update LIST -r files >/dev/null; touch -r files/same stamp; printf 2 >files/same; touch -r stamp files/same
expect "a change with equal size, inode and mtime is detected by ctime" 0 "$lanewise sum --update LIST -r files" ' 1 changed'
whole "changed files are read"
rm files/same; $lanewise sum --update LIST -r files >/dev/null 2>&1

# ---- without names, and with other names ----
touch files/f13
expect "without names, the names in the list are used" 0 "$lanewise sum --update LIST" '^LIST: 0 new, 1 changed, 52 unchanged, 0 gone$'
expect "--update requires a list or names" 2 "$lanewise sum --update LIZT" "'LIZT' does not exist, so a FILE is required"
expect "no list was created" 1 "test -e LIZT"
rm files/f14
expect "missing files are removed from the list" 0 "$lanewise sum --update LIST" '^LIST: 0 new, 0 changed, 52 unchanged, 1 gone$'
whole "the same list"
printf 1 >outside
expect "another file is added, and no line is lost" 0 "$lanewise sum --update LIST outside" '^LIST: 1 new, 0 changed, 52 unchanged, 0 gone$'
expect "the new file is in the list" 0 "$lanewise check LIST" '^outside: OK$' 'FAILED'
expect "files that are now excluded keep their lines" 0 "$lanewise sum --update LIST -r files --exclude 'f*'" ' 0 new, 0 changed, 53 unchanged, 0 gone$'
expect "a missing new file is reported" 1 "$lanewise sum --update LIST none outside" '^lanewise: none: No such file'
expect "an unreadable new file is not added" 0 "! grep '(none)' LIST"
# The command runs as a user who cannot read every file.
someone=
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    someone="setpriv --reuid=65534 --regid=65534 --clear-groups"
    chown -R 65534 "$work"
fi
if [ "$(id -u)" -ne 0 ] || $someone "$lanewise" --version >/dev/null 2>&1; then
    chmod 0 files/f15; touch files/f15
    expect "an unreadable file keeps its line" 1 "$someone $lanewise sum --update LIST -r files" '^lanewise: files/f15: Permission denied$'
    chmod 0 files/sub
    expect "files in an unreadable folder keep their lines" 1 "$someone $lanewise sum --update LIST -r files" '^lanewise: files/sub: Permission denied$' 'large: it is gone'
    chmod 755 files/sub; chmod 644 files/f15
    expect "the lines are in the list" 0 "grep -c -E '\(files/(f15|sub/large)\)' LIST" '^2$'
else
    skip "unreadable files: root can read every file"
fi

# ---- two runs at once ----
# The first run reads the list, and then waits for names from a pipe. The second run replaces the list in the meantime.
printf 2 >second; mkfifo names; exec 9<>names
"$lanewise" sum --update LIST --files-from - <names >/dev/null 2>overtaken 9<&- & first=$!
wait_until "compgen -G 'LIST.part-*'"
"$lanewise" sum --update LIST second >/dev/null; cp LIST renewed
printf 'outside\n' >&9; exec 9>&-
wait $first; code=$?
expect "a run whose list was replaced in the meantime fails" 0 "[ $code -eq 1 ] && cat overtaken" '^lanewise: LIST: another program changed it during this run, so nothing was written; run the command again$'
expect "the lines of the other run are kept" 0 "cmp LIST renewed && grep -F '(second)' LIST && ! ls | grep -F .part-"
"$lanewise" sum --update LIST -r files >/dev/null 2>&1; rm second renewed names; "$lanewise" sum --update LIST >/dev/null 2>&1

# ---- in the list's own directory, with several algorithms, with keys ----
(cd files && "$lanewise" sum --update SUMS -r . -a md5 -a sha256 >/dev/null; "$lanewise" sum --update SUMS -r . >"$work/summary")
expect "the list does not contain itself, and keeps its algorithms" 0 "cat summary" '^SUMS: 0 new, 0 changed, 52 unchanged, 0 gone$'
expect "the list has both algorithms" 0 "cd files; grep -a -c -E '^.?MD5|^.?SHA256' SUMS" '^104$'
expect "an additional algorithm reads all files again" 0 "cd files; $lanewise sum --update SUMS -r . -a md5 -a sha256 -a sha1 | cat; $lanewise check --quiet SUMS; grep -a -c '^.\?SHA1' SUMS" '^52$'
expect "leaving out an algorithm is rejected" 2 "cd files; $lanewise sum --update SUMS -r . -a md5" "has digests of sha256, which -a does not name"
rm files/SUMS
head -c 32 /dev/urandom >key1; head -c 32 /dev/urandom >key2
expect "a keyed list can be updated" 0 "$lanewise sum --update KEYED --key-file key1 -r files | cat; cmp <(digests KEYED) <($lanewise sum --tag --key-file key1 -r files)"
expect "a wrong key is rejected" 2 "$lanewise sum --update KEYED --key-file key2 -r files" 'is of (no key|key [0-9a-f]*), and not of (no )?key'
expect "a keyed list requires its key" 2 "$lanewise sum --update KEYED -r files" 'is of key [0-9a-f]*, and not of no key'

# ---- no line is lost silently ----
$lanewise sum --update kept files/f1 files/f2 >/dev/null; cp kept clean
sed 's/$/\r/' clean >kept
expect "lines with carriage returns are accepted" 0 "$lanewise sum --update kept" '^kept: 0 new, 0 changed, 2 unchanged, 0 gone$'
expect "the files are in the list" 0 "$lanewise check --strict kept" '^files/f2: OK$' 'FAILED|WARNING'
{ sed 1q clean; echo '# a remark of mine'; sed 1d clean; echo; echo '# another'; } >kept
expect "a list with comments can be updated" 0 "$lanewise sum --update kept" '2 unchanged'
expect "comments are kept" 0 "grep -c '^# a' kept" '^2$'
sed 's/^BLAKE3 /SHA2-256 /' clean >kept
expect "another tool's name for an algorithm is accepted" 0 "$lanewise sum --update kept -a sha256 files/f1 files/f2" '2 unchanged'
for line in 'nonsense' "$(sha256sum files/f1)" 'MD5 (files/f1) = 00' 'WHIRLPOOL (files/f1) = 0011223344556677'; do
    { cat clean; echo "$line"; } >kept; cp kept before
    expect "update refuses to lose a line: $line" 1 "$lanewise sum --update kept" '^lanewise: kept: 6: improperly formatted line; nothing was written$'
    same "the list is unchanged" "cat before" "cat kept"
done
{ cat clean; sed -n '2p; 3s/= ..../= 0000/p' clean; } >kept; cp kept before
expect "lines that contradict each other are rejected" 1 "$lanewise sum --update kept" "two lines contradict each other about '?files/f1'?; nothing was written"
same "the list is unchanged" "cat before" "cat kept"
{ cat clean; sed -n '2,3p' clean; } >kept
expect "a repeated line is accepted" 0 "$lanewise sum --update kept" '2 unchanged'
head -c -3 clean >kept
expect "a truncated last line is dropped and reported" 0 "$lanewise sum --update kept" '^lanewise: kept: the last line was truncated and is removed$'
$lanewise sum --update short -a blake3 -l 4 files/f1 >/dev/null
expect "four-byte digests are rejected" 1 "$lanewise sum --update short" 'a digest of fewer than 8 bytes proves nothing; to accept it, use -a blake3-32'
expect "four-byte digests are accepted with an explicit length" 0 "$lanewise sum --update short -a blake3-32" '1 unchanged'

# ---- missing files that may be in another place ----
cp clean kept; mkdir elsewhere; printf new >elsewhere/new; cp clean elsewhere/kept
expect "a list of another folder is rejected" 1 "cd elsewhere && $lanewise sum --update kept" '^lanewise: kept: none of its files exists, so the current directory may be wrong or a disk may be missing; nothing was written$' 'line is removed'
expect "a list of another folder is rejected with names" 1 "cd elsewhere && $lanewise sum --update kept -r ." 'none of its files exists'
same "the list is unchanged" "cat clean" "cat elsewhere/kept"
expect "no temporary file remains" 1 "ls elsewhere | grep part-"
mkdir disk; printf 1 >disk/f; "$lanewise" sum --update onDisk -r disk >/dev/null; cp onDisk before; mv disk/f t
expect "a list of an empty folder is rejected" 1 "$lanewise sum --update onDisk -r disk" 'none of its files exists'
same "the list is unchanged" "cat before" "cat onDisk"
mv t disk/f; "$lanewise" sum --update onDisk /dev/null >/dev/null
expect "a device keeps its line" 0 "$lanewise sum --update onDisk disk/f" '^onDisk: 0 new, 1 changed, 1 unchanged, 0 gone$' 'does not exist'
expect "a device keeps its line without names" 0 "$lanewise sum --update onDisk && grep -c '(/dev/null)' onDisk" '^1$' 'does not exist'
expect "a file that is now a folder is gone" 0 "rm disk/f; mkdir disk/f; $lanewise sum --update onDisk" ' 1 gone$'
rm -r disk elsewhere onDisk

# ---- lines without an end ----
cp clean kept; { printf '# lanewise journal 1: no key\n'; head -c 300000 /dev/zero; } >short
truncate -s 3G kept
expect "an endless line is rejected" 1 "timeout 120 $lanewise sum --update kept" "^lanewise: --update: 'kept': it has a line of more than 196608 bytes; nothing was written$"
expect "a journal with an endless line is rejected" 1 "timeout 120 $lanewise sum --journal kept files/f1" "--journal: 'kept': it has a line of more than 196608 bytes"
expect "a last line of 300,000 bytes is rejected" 1 "$lanewise sum --update short" 'it has a line of more than 196608 bytes'
rm kept short

# ---- complete, or unchanged ----
cp LIST before
printf 'my novel' >novel; printf 'my\nnovel\n' >novel2; md5sum files/f1 >plain
for f in novel novel2 plain; do
    cp $f kept
    expect "$f is not a list with sizes and times" 2 "$lanewise sum --update $f files/f1" "is not a list with sizes and times, as --update and --journal write it; it is not overwritten"
    same "$f is unchanged" "cat kept" "cat $f"
    expect "$f is not a journal" 2 "$lanewise sum --journal $f files/f1" "is not a journal; it is not overwritten"
    same "$f is still unchanged" "cat kept" "cat $f"
done
expect "standard input is rejected" 2 "$lanewise sum --update LIST - <novel" '--update: standard input has no modification time'
expect "another output format is rejected" 2 "$lanewise sum --update LIST --json files/f1" '--json cannot be combined with --update'
expect "a folder instead of a list is rejected" 2 "$lanewise sum --update files files/f1" '--update: files: (Is a directory|.*directory)'
expect "a list in a missing folder is reported" 2 "$lanewise sum --update no/LIST files/f1" '--update: no/LIST: No such file or directory'
for cut in 1 5 30 60 90 130 200; do
    head -c "-$cut" before >LIST
    touch LIST
    expect "a list without its last $cut bytes can be updated" 0 "$lanewise sum --update LIST -r files outside | cat; $lanewise check --quiet LIST" ' gone$' 'FAILED'
done
for i in $(seq 2000); do printf '%s' "$i" >"files/many$i"; done
cp before LIST; rm outside
killed=0 span=$(microseconds "$lanewise" sum --update LIST --journal progress -r files); cp before LIST; rm -f progress
for i in $(seq 25); do
    "$lanewise" sum --update LIST --journal progress -r files >/dev/null 2>&1 &
    pid=$!
    pause_within "$span"
    kill -9 $pid 2>/dev/null && killed=$((killed + 1))
    wait $pid 2>/dev/null
    cmp -s LIST before || [ "$(digests LIST | wc -l)" -gt 2050 ] || { fail "kill $i: neither the old list nor the new one"; break; }
done
echo "$killed of 25 runs were killed before their end"
if [ $killed -gt 0 ]; then pass; else fail "every run ended before it was killed"; fi
"$lanewise" sum --update LIST --journal progress -r files >/dev/null
whole "a journal beside it continues where it stopped" 
finish
