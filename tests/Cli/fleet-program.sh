#!/usr/bin/env bash
# Tests how 'lanewise fleet' starts the program lanewise-fleet: where it searches for the program, what it passes to it, and
# what it prints if the program is missing.
#
# Usage: tests/Cli/fleet-program.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
# ./test: core
. "$(dirname "$0")/common.sh.inc"
cd "$work" || exit 1

expect "lanewise fleet prints the help of lanewise-fleet" 0 '"$lanewise" fleet plan --help' 'lanewise fleet plan'
expect "the help of lanewise names lanewise-fleet" 0 '"$lanewise" --help' 'lanewise-fleet'
expect "a missing command prints the help" 2 '"$lanewise" fleet' '^  plan <SOURCE>  List the files'
expect "this help is on standard error" 0 '[ -z "$("$lanewise" fleet 2>/dev/null)" ]'
same "this help equals --help" '"$lanewise" fleet --help; exit 2' '"$lanewise" fleet 2>&1'
expect "the help says where to read more" 0 '"$lanewise" fleet --help' '^  lanewise fleet man '
direct=$(dirname "$lanewise")/lanewise-fleet
if [ -x "$direct" ]; then
    expect "the help of lanewise-fleet names this program" 0 '"$direct" plan --help' '^  lanewise-fleet plan ' 'lanewise fleet'
    expect "its other help texts too" 0 '"$direct" --help; "$direct" man --help' '^  lanewise-fleet man ' '^ *lanewise '
    expect "its errors too" 2 '"$direct" plan --nothing' "^lanewise-fleet: unrecognized option '--nothing'"
    expect "its errors refer to its help" 2 '"$direct" plan --nothing' "^Try 'lanewise-fleet plan --help'"
    expect "its suggestions too" 0 'mkdir direct && touch direct/a && "$direct" plan direct --job x --catalogue direct.db' '^Next: lanewise-fleet work --job x --catalogue direct\.db$'
    expect "lanewise fleet suggests lanewise fleet" 0 '"$lanewise" fleet plan --catalogue direct.db' '^Next: lanewise fleet work --job x --catalogue direct\.db$'
    expect "its errors name lanewise fleet" 2 '"$lanewise" fleet plan --nothing' "^Try 'lanewise fleet plan --help'"
else
    skip "lanewise-fleet is not beside lanewise"
fi
expect "the help lists no command of lanewise" 0 '"$lanewise" fleet --help' '' '^  (man|completion)'
expect "both programs have the same version" 0 '"$lanewise" fleet --version' "^$("$lanewise" --version)\$"

# This copy of lanewise is in a directory without lanewise-fleet. It consists of the executable alone, or of its directory with
# the dependencies.
alone=$work/alone
beside=$(dirname "$lanewise")
if [ -d "$beside/../lib/lanewise" ]; then
    mkdir -p "$alone" && cp -r "$beside/.." "$alone/"
    find "$alone" -name 'lanewise-fleet*' -delete
    copy=$alone/bin/lanewise
else
    mkdir -p "$alone" && find "$beside" -maxdepth 1 ! -name 'lanewise-fleet*' -type f -exec cp {} "$alone/" \;
    copy=$alone/$(basename "$lanewise")
fi
expect "a missing lanewise-fleet is reported" 2 '"$copy" fleet status' 'dotnet tool install --global Lanewise.Fleet.Tool'
expect "a missing lanewise-fleet is reported without a command" 2 '"$copy" fleet' 'dotnet tool install --global Lanewise.Fleet.Tool'
expect "sum works without lanewise-fleet" 0 'printf abc | "$copy" sum -a md5' '^900150983cd24fb0d6963f7d28e17f72'

# A fake lanewise-fleet on the PATH prints its arguments and input.
mkdir bin
cat >bin/lanewise-fleet <<'END'
#!/bin/sh
echo "process $$"
for argument; do printf '<%s>' "$argument"; done | od -An -c | tr -d ' \n'
echo
cat
echo "to standard error" >&2
trap 'echo "signal TERM"; exit 143' TERM
trap 'echo "signal INT"; exit 130' INT
if [ "$1" = wait ]; then : >started; while :; do sleep 0.05; done; fi
exit 7
END
chmod +x bin/lanewise-fleet
with_path() { PATH=$work/bin:$PATH "$copy" fleet "$@"; }
expect "the exit code is passed on" 7 'with_path x'
same "standard streams are passed on" 'echo input; echo "to standard error"; exit 7' 'echo input | with_path x 2>&1 | tail -n +3; exit ${PIPESTATUS[1]}'
expect "arguments are passed on byte by byte" 7 $'with_path "" "a b" $\'\\xff\\n\' --x=y </dev/null' '^<><ab><377\\n><--x=y>$'
if [ "$(uname -s)" = Linux ]; then
    env PATH="$work/bin:$PATH" "$copy" fleet wait </dev/null >printed.out 2>/dev/null &
    pid=$!
    wait_until '[ -e started ]'
    if grep -qx "process $pid" printed.out; then pass; else fail "lanewise-fleet runs in another process: $(head -n 1 printed.out), not $pid"; fi
    kill -TERM $pid
    wait $pid
    code=$?
    if [ $code -eq 143 ] && grep -qx 'signal TERM' printed.out; then pass; else fail "SIGTERM: exit code $code: $(tail -n 1 printed.out)"; fi
fi
# lanewise must not search the current directory or empty PATH entries.
printf '#!/bin/sh\nexit 9\n' >lanewise-fleet && chmod +x lanewise-fleet
expect "relative folders on the PATH are not searched" 2 'PATH=:.:$PATH "$copy" fleet status' 'neither beside lanewise nor on the PATH'
# lanewise must skip a directory that the user has no permission to search. Root can search every directory.
mkdir closed && chmod 000 closed
expect "an inaccessible folder on the PATH is skipped" 2 'PATH=$work/closed:$PATH "$copy" fleet status' 'neither beside lanewise nor on the PATH'
chmod -x bin/lanewise-fleet
[ "$(id -u)" -ne 0 ] || chmod 644 bin/lanewise-fleet
expect "a program that cannot be started is reported" 2 'with_path x' 'bin/lanewise-fleet: Permission denied'

# No file may remain in the directory for temporary files.
mkdir temporary
expect "no temporary file remains" 1 'TMPDIR=$work/temporary "$lanewise" fleet status --catalogue nowhere.db' 'no such catalogue'
if [ -z "$(ls -A temporary)" ]; then pass; else fail "temporary files remain: $(ls -A temporary)"; fi
finish
