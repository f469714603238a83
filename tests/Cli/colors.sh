#!/usr/bin/env bash
# Tests the colors of verdicts. Colors must appear only in a terminal, and never if the user does not want them. The words must
# be the same with and without colors.
#
# Usage: tests/Cli/colors.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
if ! python3 -c 'import pty' 2>/dev/null; then skip "Python with pty is not installed"; finish; fi
cd "$work" || exit 1
# in_terminal COMMAND: runs COMMAND in a terminal, and prints the output of COMMAND with ESC shown as "^[".
cat >terminal.py <<'END'
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp("sh", ["sh", "-c", sys.argv[1]])
text = b""
try:
    while part := os.read(terminal, 65536): text += part
except OSError:
    pass  # The program has ended.
code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.stdout.buffer.write(text.replace(b"\r\n", b"\n").replace(b"\x1b", b"^["))
sys.exit(code)
END
in_terminal() { TERM=${terminal-xterm} python3 terminal.py "$1"; }
unset NO_COLOR

mkdir data && printf 1 >data/same && printf 2 >data/other && printf 3 >data/gone
"$lanewise" sum -a blake3 data/same data/other data/gone >list
mkdir good && printf 1 >good/one && "$lanewise" sum -a blake3 good/one >good.list
printf x >data/other && rm data/gone && printf 4 >data/new
check="'$lanewise' check -a blake3 list"
{ cat list; echo junk; } >junk.list
warned="'$lanewise' check -a blake3 junk.list"
expect "OK is green" 1 'in_terminal "$check"' '^data/same: \^\[\[32mOK\^\[\[0m$'
expect "FAILED is red" 1 'in_terminal "$check"' '^data/other: \^\[\[31mFAILED\^\[\[0m$'
expect "a missing file is red" 1 'in_terminal "$check"' '^data/gone: \^\[\[31mMISSING\^\[\[0m$'
mkdir folder && "$lanewise" sum -a blake3 data/same | sed 's,data/same,folder,' >folder.list
expect "an unreadable file is red" 1 'in_terminal "'"'$lanewise'"' check -a blake3 folder.list"' '^folder: \^\[\[31mUNREADABLE\^\[\[0m .Is a directory.$'
expect "an audit has the same word" 1 "'$lanewise' check -a blake3 --audit folder.list good 2>/dev/null" '^folder: UNREADABLE$'
expect "MISSING is red" 1 'in_terminal "$check --audit data"' '^data/gone: \^\[\[31mMISSING\^\[\[0m$'
expect "NEW is blue, as on the page of an audit" 1 'in_terminal "$check --audit data"' '^data/new: \^\[\[94mNEW\^\[\[0m$'
expect "the result of an audit is bold" 1 'in_terminal "$check --audit data"' '^\^\[\[1;31mDifferences\^\[\[0m: 3 listed, '
expect "a good result of an audit is bold and green" 0 'in_terminal "'"'$lanewise'"' check -a blake3 --audit good.list good"' '^\^\[\[1;32mNothing differs\^\[\[0m: 1 listed, '
expect "a warning is yellow" 1 'in_terminal "$warned"' '^lanewise: \^\[\[33mWARNING\^\[\[0m: 1 line is improperly formatted$'
expect "a warning is yellow if only standard error is a terminal" 1 'in_terminal "$check >file"' '33mWARNING'
expect "a warning in a file has no colors" 1 'in_terminal "$check 2>file; code=\$?; cat file; exit \$code"' '^lanewise: WARNING: 1 computed'
none() { # none NAME COMMAND: the output must contain the words, but no colors.
    expect "no colors $1" 1 "$2" '^data/other: FAILED$' '\^\[\['
}
none "with NO_COLOR" 'NO_COLOR=1 in_terminal "$check"'
expect "an empty NO_COLOR does not count" 1 'NO_COLOR= in_terminal "$check"' '32mOK'
none "in a terminal that supports no colors" 'terminal=dumb in_terminal "$check"'
none "without TERM" 'in_terminal "unset TERM; $check"'
none "in a pipe" 'in_terminal "{ $check 2>/dev/null; echo \$? >code; } | cat; exit \$(cat code)"'
none "in a file" 'in_terminal "$check >file 2>/dev/null; code=\$?; cat file; exit \$code"'
expect "JSON has no colors" 1 'in_terminal "$check --json 2>/dev/null"' '"result":"FAILED"' '\^\[\['
same "only colors differ" '"$lanewise" check -a blake3 list' 'in_terminal "$check 2>/dev/null" | sed "s/\^\[\[[0-9]*m//g"; exit ${PIPESTATUS[0]}'

if [ ! -x "$(dirname "$lanewise")/lanewise-fleet" ]; then skip "lanewise-fleet is not beside lanewise"; finish; fi
fleet="'$lanewise' fleet"
{ "$lanewise" fleet plan -a blake3 --against list data && "$lanewise" fleet work --quiet; } >/dev/null
expect "fleet report colors the differences" 1 'in_terminal "$fleet report"' '^data/other: \^\[\[31mCHANGED\^\[\[0m$'
expect "fleet list colors the differences" 0 'in_terminal "$fleet list"' '  \^\[\[31m3 differences: .*\^\[\[0m$'
expect "fleet status colors the result" 0 'in_terminal "$fleet status"' '^Result      \^\[\[1;31m3 differences\^\[\[0m$'
expect "fleet status colors the number of new files as the page does" 0 'in_terminal "$fleet status"' '^New         \^\[\[94m1\^\[\[0m$'
expect "fleet report with NO_COLOR has no colors" 1 'NO_COLOR=1 in_terminal "$fleet report"' '^data/other: CHANGED$' '\^\[\['
expect "its page has none" 1 'in_terminal "$fleet report --html -o page.html"; code=$?; cat -v page.html; exit $code' 'CHANGED' '\^\[\['
# The verdict must be bold, even if it is split across two lines.
expect "fleet report shows the verdict in bold" 1 'in_terminal "$fleet report"' '^\^\[\[1;31m3 differences\^\[\[0m; 3 of 3 files: '
expect "fleet work shows the verdict in bold" 0 'in_terminal "$fleet plan data --job again --new-baseline && $fleet work"' "^Run 1 of job 'again': \^\[\[1mbaseline recorded\^\[\[0m\$"
expect "the verdict is bold if it is wrapped" 0 'in_terminal "stty cols 18; $fleet plan data --job again --new-baseline && $fleet work" | tr "\n" "|"' '\^\[\[1mbaseline\|  recorded\^\[\[0m\|'
expect "fleet work has no colors in a file" 0 'in_terminal "$fleet plan data --job again --new-baseline && $fleet work 2>file; cat file"' 'baseline recorded' '\^\[\['
expect "nothing differs is green" 0 'in_terminal "$fleet plan --job again && $fleet work --quiet && $fleet report"' '^\^\[\[1;32mNothing differs\^\[\[0m; 3 of 3'
finish
