#!/usr/bin/env bash
# Tests audits, which compare folders with lists. The numbers of new, moved, changed and missing files must equal those that
# hashdeep -a prints. The audit must read a file only if necessary.
#
# Usage: tests/Cli/audit.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
# ./test: core
. "$(dirname "$0")/common.sh.inc"
cd "$work" || exit 2

mkdir -p d/sub
for i in 1 2 3 4 5; do echo $i >d/f$i; done
: >d/empty; echo s >'d/sub/with space'; printf y >$'d/sub/new\nline'; printf z >$'d/caf\351'; ln -s .. d/sub/up
"$lanewise" sum -r d >list
"$lanewise" sum -a sha256 --tag -r d >tagged

expect "nothing differs in an unchanged folder" 0 "$lanewise check --audit list d" '^Nothing differs: 9 listed, 9 OK, 0 changed, 0 moved, 0 missing, 0 new$'
expect "--quiet prints only the summary" 0 "$lanewise check --audit --quiet list d | wc -l" '^1$'
expect "--status prints nothing" 0 "$lanewise check --audit --status tagged d 2>&1 | wc -c" '^0$'
expect "an audit works from another current folder" 0 "cd d && $lanewise check --audit -C .. ../list ." '9 OK, .* 0 new$'
expect "a list can come from standard input" 0 "cat list | $lanewise check --audit - d" '^Nothing differs'

mv d/f1 d/sub/moved; echo x >>d/f2; rm d/f3; echo new >d/new
for l in list tagged; do
    expect "all kinds of differences are counted in $l" 1 "$lanewise check --audit $l d" '^Differences: 9 listed, 6 OK, 1 changed, 1 moved, 1 missing, 1 new$'
    expect "changed files are reported from $l" 1 "$lanewise check --audit $l d" '^d/f2: CHANGED$' 'd/f4: CHANGED'
    expect "moved files are reported from $l" 1 "$lanewise check --audit $l d" '^d/sub/moved: MOVED from d/f1$' '(NEW|MISSING).*moved'
    expect "missing files are reported from $l" 1 "$lanewise check --audit $l d" '^d/f3: MISSING$' 'f1: MISSING'
    expect "new files are reported from $l" 1 "$lanewise check --audit $l d" '^d/new: NEW$'
done
expect "the audited folder can be the current folder" 1 "cd d && $lanewise check --audit -C .. ../list ." '1 changed, 1 moved, 1 missing, 1 new'
expect "names are printed as in the list" 1 "$lanewise check --audit -C $work list" '^d/sub/moved: MOVED from d/f1$'
if command -v hashdeep >/dev/null; then
    mkdir deep; for i in 1 2 3 4 5 6; do echo $i >deep/$i; done
    hashdeep -rl deep >known
    expect "an unchanged hashdeep list shows no differences" 0 "hashdeep -rl -a -k known deep && $lanewise check --audit known deep" '^Nothing differs'
    mv deep/1 deep/one; mv deep/2 deep/two; echo 7 >deep/7; echo 8 >deep/8; rm deep/3
    from_hashdeep=$(hashdeep -rl -a -v -k known deep 2>/dev/null | sed -n 's/.*Files matched: //p; s/.*Files moved: //p; s/.*New files found: //p' | xargs)
    from_lanewise=$("$lanewise" check --audit known deep 2>/dev/null | sed -n 's/.* \([0-9]*\) OK.* \([0-9]*\) moved.* \([0-9]*\) new/\1 \2 \3/p')
    if [ -n "$from_hashdeep" ] && [ "$from_hashdeep" = "$from_lanewise" ]; then pass; else fail "the numbers of matched, moved and new files are '$from_lanewise', but '$from_hashdeep' from hashdeep"; fi
else
    skip "hashdeep is not installed"
fi

# Two listed files have the same content: one was moved, and the other one is missing. If no listed file is missing, unlisted
# files must not be read.
mkdir twins; echo t >twins/a; echo t >twins/b; sha256sum twins/* >twinned; mv twins/a twins/c; rm twins/b
expect "one of two equal files counts as moved" 1 "$lanewise check --audit twinned twins" '2 listed, 0 OK, 0 changed, 1 moved, 1 missing, 0 new$'
echo t >twins/d; expect "two files with the same content were moved" 1 "$lanewise check --audit twinned twins" '2 listed, 0 OK, 0 changed, 2 moved, 0 missing, 0 new$'
# If the time were proportional to the square of the number of identical missing files, this audit would exceed the time limit.
mkdir rest; : >rest/moved; empty=$(md5sum </dev/null | cut -d' ' -f1); seq -f "$empty  rest/%.0f" 300000 >deleted
expect "many missing files with the same digest are reported" 1 "timeout 300 $lanewise check --audit -a md5 deleted rest >found; code=\$?; tail -n 1 found; exit \$code" '^Differences: 300000 listed, 0 OK, 0 changed, 1 moved, 299999 missing, 0 new$'
expect "the first of many missing files counts as moved" 0 "grep MOVED found" '^rest/moved: MOVED from rest/1$'
expect "every other missing file is reported" 0 "grep -c '^rest/[0-9]*: MISSING$' found" '^299999$'
rm deleted found
mkdir pipes; mkfifo pipes/p; echo 1 >pipes/f; md5sum pipes/f >piped
expect "a pipe is not opened" 1 "timeout 180 $lanewise check --audit piped pipes" 'pipes/p: not a regular file'
mkdir several; echo 1 >several/a; echo 2 >several/b; { md5sum --tag several/a; sha1sum --tag several/b; } >mixed; mv several/a several/x; mv several/b several/y
expect "one list may use several algorithms" 1 "$lanewise check --audit mixed several" '2 listed, 0 OK, 0 changed, 2 moved, 0 missing, 0 new$'
expect "several lists are combined" 1 "$lanewise check --audit mixed twinned several twins" '4 listed, 0 OK, 0 changed, 4 moved, 0 missing, 0 new$'
expect "all files of an empty folder are missing" 1 "mkdir none; $lanewise check --audit mixed none" '2 missing, 0 new$'
# ---- names relative to the lists ----
mkdir -p beside/one/inner beside/two away; echo 1 >beside/one/a; echo 2 >beside/two/b; echo 3 >beside/one/inner/c
for folder in one two one/inner; do (cd beside/$folder && "$lanewise" sum [abc] >SUMS); done
expect "--beside audits the folder of the list" 0 "cd away && $lanewise check --audit --beside ../beside/two/SUMS" '^Nothing differs: 1 listed, 1 OK, .* 0 new$'
echo new >beside/two/new; mv beside/two/b beside/two/c
expect "--beside finds new files in the folder of the list" 1 "cd away && $lanewise check --audit --beside ../beside/two/SUMS" '^new: NEW$'
expect "--beside finds moved files in the folder of the list" 1 "cd away && $lanewise check --audit --beside ../beside/two/SUMS" '^c: MOVED from b$' 'MISSING'
expect "--beside ignores other files of the current folder" 1 "cd beside && $lanewise check --audit --beside two/SUMS" '1 listed, 0 OK, 0 changed, 1 moved, 0 missing, 1 new$'
expect "--beside audits the folders of several lists" 1 "$lanewise check --audit --beside beside/two/SUMS beside/one/inner/SUMS" '2 listed, 1 OK, 0 changed, 1 moved, 0 missing, 1 new$'
expect "--beside audits a folder with two lists once" 1 "cd beside/two && cp SUMS SUMS2 && $lanewise check --audit --beside SUMS ./SUMS2; code=\$?; rm SUMS2; exit \$code" ' 1 new$'
echo new >beside/one/inner/new
expect "--beside audits a folder inside another folder once" 1 "$lanewise check --audit --beside beside/one/SUMS beside/one/inner/SUMS" '^Differences: 2 listed, 2 OK, 0 changed, 0 moved, 0 missing, 1 new$'
expect "--beside audits a named folder instead" 0 "rm beside/one/inner/new; cd away && $lanewise check --audit --beside ../beside/one/inner/SUMS ." '^Nothing differs: 1 listed'
expect "--beside audits the current folder for a list in it" 0 "cd beside/one/inner && $lanewise check --audit --beside SUMS" '^Nothing differs: 1 listed'
expect "--beside audits the current folder for standard input" 0 "cd away && sed 's,  c,  ../beside/one/inner/c,' ../beside/one/inner/SUMS | $lanewise check --audit --beside" '^Nothing differs: 1 listed'
if command -v python3 >/dev/null; then
    expect "the JSON output has an object for each difference" 0 "$lanewise check --audit --json list d 2>/dev/null | python3 -c '
import json, sys
lines = [json.loads(line) for line in sys.stdin]
by = {l[\"name\"]: l for l in lines[:-1]}
assert by[\"d/f2\"][\"result\"] == \"CHANGED\" and by[\"d/f2\"][\"actual\"] != by[\"d/f2\"][\"expected\"]
assert by[\"d/sub/moved\"] == dict(name=\"d/sub/moved\", result=\"MOVED\", **{\"from\": \"d/f1\"})
assert by[\"d/new\"][\"result\"] == \"NEW\" and by[\"d/f3\"][\"result\"] == \"MISSING\"
assert lines[-1] == dict(result=\"FAILED\", listed=9, ok=6, changed=1, moved=1, missing=1, new=1, unreadable=0), lines[-1]'"
fi
expect "a folder instead of a list is rejected" 1 "$lanewise check d" '^lanewise: d: Is a directory; --audit compares folders with lists'
expect "an audit requires a list" 2 "$lanewise check --audit d" 'name a list beside the folders'
expect "--audit rejects --ignore-missing" 2 "$lanewise check --audit --ignore-missing list d" 'cannot be combined with --audit'
expect "a missing list is reported" 1 "$lanewise check --audit nolist d" 'nolist: No such file'

finish
