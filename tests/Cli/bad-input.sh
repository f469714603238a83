#!/usr/bin/env bash
# Tests problems during a run: files that vanish, shrink, grow, change their type or cannot be read, circular links, full disks,
# readers that close the output, and signals. In each case, lanewise must write a correct list or no list, print a clear message,
# and end with the right exit code.
#
# Usage: tests/Cli/bad-input.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
cd "$work" || exit 2
python=(python3 -c 'import os, signal, sys; [signal.signal(n, signal.SIG_DFL) for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]; os.execv(sys.argv[1], sys.argv[1:])')

# ---- files that change during a run ----
mkdir files
fresh() { rm -rf files/2; for i in 1 2 3 4 5; do printf '%s' "content of $i" >"files/$i"; done; rm -f wait; mkfifo wait; }
# during COMMAND CHANGE: runs COMMAND with one thread, which reads files one after another. CHANGE runs while COMMAND waits for
# the second file, which is a pipe.
during() {
    fresh
    (eval "timeout 180 $1") >output 2>errors &
    local run=$!
    # Opening the pipe blocks until the tested command also opens the pipe.
    exec 9>wait
    eval "$2"
    exec 9>&-
    wait $run
    code=$?
}
# changed NAME CHANGE CODE PATTERN: tests sum and check.
changed() {
    during "$lanewise sum -a md5 -j 1 files/1 wait files/2 files/3" "$2"
    if [ "$code" -eq "$3" ] && cat output errors | grep -qE -- "$4" && ! grep -q unexpected errors; then pass; else fail "sum: $1: exit code $code"; cat output errors; fi
    fresh; rm wait; : >wait; md5sum files/1 wait files/2 files/3 >list
    during "$lanewise check -a md5 -j 1 list" "$2"
    if [ $code -eq 1 ] && grep -qE '^files/2: FAILED' output && grep -qE '^files/3: OK$' output && ! grep -q unexpected errors; then pass; else fail "check: $1: exit code $code"; cat output errors; fi
}
changed "a file that vanishes" 'rm files/2' 1 '^lanewise: files/2: No such file or directory$'
changed "a file that shrinks" ': >files/2' 0 '^d41d8cd98f00b204e9800998ecf8427e  files/2$'
changed "a file that grows" 'printf more >>files/2' 0 "^$(printf 'content of 2more' | md5sum | cut -c1-32)  files/2\$"
changed "a file that another file replaces" 'printf other >files/t; mv files/t files/2' 0 "^$(printf other | md5sum | cut -c1-32)  files/2\$"
changed "a file that becomes a folder" 'rm files/2; mkdir files/2' 1 '^lanewise: files/2: Is a directory; -r hashes'
changed "a file that becomes a circular link" 'ln -sf 2 files/2' 1 '^lanewise: files/2: Too many levels of symbolic links$'
if [ "$(id -u)" -ne 0 ]; then changed "a file that becomes unreadable" 'chmod 0 files/2' 1 '^lanewise: files/2: Permission denied$'; chmod 600 files/2; fi

# Large files change while they are being read. The digest of a changed file may cover old or new content, but the run must end
# and report the other files correctly.
head -c 300000000 /dev/zero >large; printf good >good
for algorithm in md5 blake3 sha256; do
    for change in 'truncate -s 1000000 large' 'head -c 1000000 /dev/zero >>large' 'rm large'; do
        [ -f large ] || head -c 300000000 /dev/zero >large; truncate -s 300000000 large
        "$lanewise" sum -a $algorithm large good >output 2>errors & run=$!
        until_open $run /large; eval "$change"
        wait $run; code=$?
        if [ $code -le 1 ] && grep -q "^$("$lanewise" sum -a $algorithm good)\$" output && ! grep -q unexpected errors; then pass; else fail "$algorithm, $change: exit code $code"; cat output errors; fi
        # The file is either hashed or reported as unreadable, so it must have a line in exactly one of the two outputs.
        if [ "$(cat output errors | grep -c large)" -eq 1 ]; then pass; else fail "$algorithm, $change: not exactly one line"; fi
    done
done
rm -f large

# ---- circular links ----
mkdir -p loops/sub; ln -s circle loops/circle; ln -s .. loops/sub/up; ln -s one loops/two; ln -s two loops/one; printf x >loops/file
same "a circular link is reported" "md5sum loops/circle 2>&1 | sed s/^md5sum:/lanewise:/" "$lanewise sum -a md5 loops/circle 2>&1 | cat"
expect "circular links in a folder are reported" 1 "$lanewise sum -r loops" '^lanewise: loops/one: Too many levels' 'sub/up'
expect "the other files of the folder are hashed" 1 "$lanewise sum -r loops" '  loops/file$'
printf '%032d  loops/circle\n' 0 >list
same "a circular link in a list is reported" "md5sum -c list" "$lanewise check -a md5 list"
md5sum loops/file >list
expect "an audit ends despite circular links" 1 "timeout 180 $lanewise check --audit list loops" '1 OK, .* new'
ln -s list2 list2; expect "a list that is a circular link is reported" 1 "$lanewise check list2" '^lanewise: list2: Too many levels'

# ---- files without read permission ----
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null && setpriv --reuid 65534 --clear-groups "$lanewise" --version >/dev/null 2>&1; then
    as="setpriv --reuid 65534 --clear-groups"
elif [ "$(id -u)" -ne 0 ]; then
    as=""
else
    as=none
    skip "no other user is available, so permissions are not tested"
fi
if [ "$as" != none ]; then
    chmod 755 .; mkdir -p closed/folder open; printf 1 >closed/file; printf 2 >closed/folder/file; printf 3 >closed/good
    md5sum closed/* 2>/dev/null >list; printf '%032d  closed/folder/file\n' 0 >>list; md5sum closed/file >secret
    cp -r closed bagged; "$lanewise" sum --bag bagged >/dev/null; cp -r closed unbagged
    chmod 0 closed/file closed/folder secret bagged/data/file bagged/tagmanifest-sha512.txt unbagged/file; chmod 755 unbagged; chmod 777 open
    [ -z "$as" ] || chown 65534 unbagged
    same "unreadable files are reported" "$as md5sum closed/file closed/good 2>&1 | sed s/^md5sum:/lanewise:/" "$as $lanewise sum -a md5 closed/file closed/good 2>&1 | cat"
    expect "an unreadable folder is reported" 1 "$as $lanewise sum -r closed" '^lanewise: closed/folder: Permission denied$' 'folder/file'
    expect "the other files of the folder are hashed" 1 "$as $lanewise sum -r closed" '  closed/good$'
    same "check reports unreadable files of a list" "$as md5sum -c list 2>&1 | sed s/^md5sum:/lanewise:/" "$as $lanewise check -a md5 list 2>&1 | cat"
    same "unreadable files do not count as missing" "$as md5sum -c --ignore-missing list" "$as $lanewise check -a md5 --ignore-missing list"
    expect "an unreadable list is reported" 1 "$as $lanewise check secret" '^lanewise: secret: Permission denied$'
    expect "an audit reports an unreadable folder" 1 "$as $lanewise check --audit list closed" 'closed/folder: Permission denied'
    expect "an audit counts unreadable files, not missing files" 1 "$as $lanewise check --audit list closed" ' 0 missing, 0 new, . unreadable$'
    expect "JSON reports an unreadable file" 1 "$as $lanewise check --json -a md5 list" '"result":"UNREADABLE".*"reason":"Permission denied"'
    expect "an unreadable file in a bag is reported" 1 "$as $lanewise check --bag bagged" 'data/file: cannot be read'
    expect "an unreadable tag file is reported" 1 "$as $lanewise check --bag bagged" 'tagmanifest-sha512.txt: cannot be read'
    chmod 0 bagged; expect "an unreadable bag is reported" 1 "$as $lanewise check --bag bagged" '^lanewise: bagged.*: .*(cannot be read|denied)'
    expect "no bag is made from unreadable files" 1 "$as $lanewise sum --bag unbagged" 'unbagged.*denied'
    expect "no file was moved" 0 "ls -A unbagged | xargs" '^file folder good$'
    chmod 555 closed
    expect "a journal in a read-only folder is rejected" 2 "$as $lanewise sum --journal closed/journal closed/good" 'closed/journal: Permission denied'
    expect "an output file in a read-only folder is rejected" 2 "$as $lanewise sum -o closed/list closed/good" 'closed/list: Permission denied'
    chmod 700 bagged closed
fi

# ---- a full disk ----
mkdir disk many; for i in $(seq 400); do printf '%s' "$i" >"many/$i"; done
if mount -t tmpfs -o size=16k none disk 2>/dev/null; then
    expect "a full disk is reported for a list" 1 "$lanewise sum -r many -o disk/list" 'No space left on device'
    expect "no file remains on a full disk" 0 "ls -A disk | wc -l" '^0$'
    printf old >disk/list; expect "a full disk is reported when a list replaces another list" 1 "$lanewise sum -r many -o disk/list" 'No space left on device'
    expect "the old list is unchanged" 0 "cat disk/list; ls -A disk" '^oldlist$'; rm disk/list
    expect "a full disk is reported for standard output" 1 "$lanewise sum -r many >disk/list" '^lanewise: write error: No space left on device'; rm disk/list
    expect "a full disk is reported for a journal" 1 "$lanewise sum --journal disk/journal -r many" 'disk/journal: No space left on device' unexpected
    cp disk/journal journal; expect "a copy of the journal continues elsewhere" 0 "$lanewise sum --journal journal -r many | cmp - <($lanewise sum -r many)"; rm disk/journal
    "$lanewise" sum -r many >list
    expect "a full disk is reported for a check's journal" 1 "$lanewise check --journal disk/journal list" 'disk/journal: No space left on device' unexpected; rm disk/journal
    head -c 1000000 /dev/zero >object
    expect "a full disk is reported for an outboard" 1 "$lanewise sum --outboard disk/tree object" 'No space left on device' unexpected
    expect "no outboard remains on a full disk" 0 "ls -A disk | wc -l" '^0$'
    mkdir disk/bag; (cd disk/bag && printf 1 >one; mkdir sub; head -c 8000 /dev/zero >sub/zeros; head -c 20000 /dev/zero >sub/more 2>/dev/null; ln sub/zeros sub/again); find disk | LC_ALL=C sort >before
    expect "a full disk is reported for a bag" 1 "$lanewise sum --bag disk/bag" 'No space left on device' unexpected
    expect "the old folder is unchanged" 0 "find disk | LC_ALL=C sort | cmp - before"
    umount disk
else
    skip "no file system can be mounted here"
fi

# ---- readers that close the output early ----
for i in $(seq 3000); do : >"many/e$i"; done; "$lanewise" sum --tag -r many >list
for command in "sum -r many" "check list" "check --json list" "check --audit list many" "sum --json -r many" "check --help"; do
    expect "$command ends quietly when head closes the pipe" 0 "$lanewise $command 2>err | head -1 >/dev/null; [ \${PIPESTATUS[0]} -le 1 ] && [ ! -s err ] || { cat err; false; }"
done

# ---- signals ----
if command -v python3 >/dev/null; then
    # The tool must create a bag completely or not at all. The test kills the tool at various times before it would normally
    # end.
    mkdir pristine; for i in $(seq 2000); do printf '%s' $i >"pristine/$i"; done; mkdir pristine/data; printf 1 >pristine/data/1
    (cd pristine && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >../content)
    ended=0 whole=0
    for i in $(seq 20); do
        rm -rf bag; cp -r pristine bag
        "${python[@]}" "$lanewise" sum --bag bag >/dev/null 2>errors & run=$!
        sleep "0.$(printf %03d $((i * 20)))"
        kill -s "$([ $((i % 2)) -eq 0 ] && echo INT || echo TERM)" $run 2>/dev/null
        wait $run; code=$?
        [ $code -gt 128 ] && ended=$((ended + 1))
        if [ -f bag/bagit.txt ]; then
            whole=$((whole + 1))
            "$lanewise" check --bag --quiet bag >/dev/null 2>&1 && (cd bag/data && md5sum -c --quiet --status ../../content) && [ -z "$(find bag -name '.*-*')" ]
        else
            (cd bag && md5sum -c --quiet --status ../content) && [ "$(find bag | wc -l)" -eq "$(find pristine | wc -l)" ]
        fi || { fail "a signal after $((i * 20)) ms: neither a bag nor the original folder"; ls -A bag | head; break; }
    done
    if [ "$ended" -gt 0 ]; then pass; else skip "every run ended before the signal"; fi
    echo "bags: $ended of 20 runs ended by a signal, $whole whole"

    # If a check with a journal is interrupted, the next run must continue where it stopped.
    mkfifo slow; head -c 3000000 /dev/urandom >big; "$lanewise" sum -a md5 big many/1 >list; printf '%032d  slow\n' 0 >>list
    "${python[@]}" "$lanewise" check -a md5 -j 1 --journal kept list >output 2>errors & run=$!
    exec 9>slow; kill -INT $run; wait $run; code=$?; exec 9>&-
    if [ $code -eq 130 ]; then pass; else fail "an interrupted check: exit code $code"; cat errors; fi
    rm slow; printf slow >slow
    expect "the journal of an interrupted check remains" 0 "head -n 1 kept" '^# lanewise journal 1: a check with no key$'
    expect "check continues after an interruption" 1 "$lanewise check -a md5 --journal kept list" '^big: OK$' 'big: FAILED'
    expect "the journal is empty at the end" 0 "[ ! -s kept ]"
fi

finish
