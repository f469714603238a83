#!/usr/bin/env bash
# Tests output files. Each of them must appear complete or not at all, and must never replace an input file. Files from a killed
# process must never block a later process.
#
# Usage: tests/Cli/writing.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
cd "$work" || exit 2
mkdir files && printf one >files/f && printf two >files/g
"$lanewise" sum files/f >list.f

# ---- a file left by a killed run ---- The ID of the next process is unknown, so the test creates temporary files for many IDs:
# the lowest ones, and those after the ID of a process that was just started.
for number in $(seq 1 400); do : >"planted.part-$number"; done
next=$(sh -c 'echo $$')
for number in $(seq "$next" $((next + 400))); do : >"planted.part-$number"; done
expect "a file left by a killed run does not block another run" 0 "$lanewise sum files/f -o planted && cmp planted list.f"
rm planted.part-*
if unshare --pid --fork true 2>/dev/null; then
    # In a container, the command is process 1, so the next command has the same process ID.
    mkfifo wait
    unshare --pid --fork --kill-child=KILL "$lanewise" sum wait -o first 2>/dev/null & pid=$!
    exec 9>wait
    tries=0
    until compgen -G 'first.part-*' >/dev/null || [ $((tries += 1)) -gt 1000 ]; do sleep 0.01; done
    kill -9 $pid; wait $pid 2>/dev/null
    exec 9>&-
    expect "a killed run as process 1 leaves a file" 0 "compgen -G 'first.part-*'"
    expect "the list does not exist" 1 "test -e first"
    expect "the next process 1 writes the list" 0 "unshare --pid --fork $lanewise sum files/f -o first && cmp first list.f"
    rm -f first.part-* wait
else
    skip "no PID namespace can be created here"
fi
expect "a name of 255 bytes is accepted" 0 "name=\$(printf '%0255d' 0); $lanewise sum files/f -o \$name && cmp \$name list.f && rm \$name"

# ---- no output replaces an input ----
cp files/f kept
ln -s files/f link; ln files/f hard; ln -s files way; ln -s link second
for name in link hard way/f second "$work/way/../link"; do
    expect "-o rejects $name, which is an input" 2 "$lanewise sum files/f -o '$name'" "is also a FILE to read"
    expect "--journal rejects $name, which is an input" 2 "$lanewise sum files/f --journal '$name'" "is also a FILE to read"
    expect "--outboard rejects $name, which is an input" 2 "$lanewise sum files/f --outboard '$name'" "must not replace the file"
    same "the input is unchanged" "cat kept" "cat files/f"
done
head -c 32 /dev/urandom >key; cp key key.kept; echo files/f >names; cp names names.kept
for option in -o --journal --outboard; do
    expect "$option rejects the key file" 2 "$lanewise sum --key-file key files/f $option key" "'key' is also --key-file"
    expect "$option rejects the list of names" 2 "$lanewise sum --files-from names $option names" "'names' is also --files-from"
done
same "the key is unchanged" "cat key.kept" "cat key"
same "the list of names is unchanged" "cat names.kept" "cat names"
expect "two output options must not name the same file" 2 "ln -s new1 new2; $lanewise sum files/f -o new1 --journal new2" "'new2' is also --output|'new1' is also --journal"
expect "an output may have the same name as an input in another folder" 0 "mkdir -p other; $lanewise sum files/f -o other/f && cmp other/f list.f"

# ---- the system resolves names ----
mkdir -p far/away; ln -s far/away near
expect ".. after a link is resolved by the system" 0 "$lanewise sum files/f -o near/../written && cmp far/written list.f && ! [ -e written ]"
expect "a name may contain bytes that are not UTF-8" 0 "$lanewise sum files/f -o \$'raw\\xff' && cmp \$'raw\\xff' list.f && [ \"\$(ls | grep -ac ^raw)\" = 1 ]"
expect "a dangling link is followed" 0 "ln -s far/target dangling; $lanewise sum files/f -o dangling && [ -L dangling ] && cmp far/target list.f"
expect "a link to itself is rejected" 2 "ln -s loop loop; $lanewise sum files/f -o loop" 'loop: Too many levels of symbolic links'
expect "a name that ends with a slash is rejected" 2 "$lanewise sum files/f -o far/" 'far/: Is a directory'
expect "a file instead of a folder is rejected" 2 "$lanewise sum files/f -o files/f/x" 'files/f/x: Not a directory'

# ---- descriptors, modes, names ----
expect "standard output can be a pipe" 0 "$lanewise sum files/f -o /dev/stdout | cmp - list.f"
expect "standard output can be a file" 0 "{ echo before; $lanewise sum files/f -o /dev/stdout; echo after; } >out && [ \"\$(cat out)\" = \"before
\$(cat list.f)
after\" ]"
expect "an output can be an open descriptor" 0 "$lanewise sum files/f -o /dev/fd/7 7>seven && cmp seven list.f"
expect "the mode of a file is kept" 0 "$lanewise sum files/g -o mode; chmod 640 mode; $lanewise sum files/f -o mode && [ \"\$(stat -c %a mode)\" = 640 ] && cmp mode list.f"
expect "another hard link keeps the old list" 0 "cp -p mode old; ln mode also; $lanewise sum files/g -o mode && cmp also old && ! cmp -s mode also"
expect "a device stays a device" 0 "$lanewise sum files/f -o /dev/null && [ -c /dev/null ]"
if [ "$(id -u)" -ne 0 ]; then someone=
elif command -v setpriv >/dev/null; then someone="setpriv --reuid=65534 --regid=65534 --clear-groups"; chmod 711 "$work"; else someone=false; fi
if $someone "$lanewise" --version >/dev/null 2>&1; then
    mkdir -m 777 shared; "$lanewise" sum files/g >shared/list; chmod 444 shared/list; chmod 755 files; chmod 644 files/*; cp shared/list old
    expect "a read-only list is not replaced" 2 "$someone $lanewise sum files/f -o shared/list" 'shared/list: Permission denied'
    same "the old list is unchanged" "cat old" "cat shared/list"
else
    skip "no other user can run lanewise here"
fi
expect "no temporary file remains" 1 "find . -name '*.part-*' | grep ."
finish
