#!/usr/bin/env bash
# Calls of the system that fail: each call of a run about files of this folder ends in EIO, ENOSPC or EINTR, or reads or writes
# less than it was asked for (tests/Faults/faults.c). Lists, checks, updated lists, journals, bags and audits: no half list under
# the final name, no line lost in silence, no exit code 0 with a wrong or missing digest.
#
#   tests/Cli/faults.sh PATH/TO/lanewise
#
# A scenario has hundreds of pairs of a call and a fault. Each run draws some of them; $LANEWISE_TEST_SEED draws the same ones
# again, and LANEWISE_FAULTS=all takes all of them, which needs more than an hour.
# The last line is "N passed, N failed, N skipped"; the exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
source=$(realpath "$(dirname "$0")/../Faults/faults.c")
cd "$work" || exit 2

if [ "$(uname -s)" != Linux ]; then skip "faults: the calls of Linux alone are known"; finish; fi
if ! command -v gcc >/dev/null; then skip "faults: gcc is missing"; finish; fi
gcc -O1 -Wall -Wextra -Werror -shared -fPIC -o faults.so "$source" -ldl || { fail "faults.c does not compile"; finish; }

seed=${LANEWISE_TEST_SEED:-$RANDOM}
most=24
if [ "${LANEWISE_FAULTS:-}" = all ]; then most=1000000; fi
echo "Random input: LANEWISE_TEST_SEED=$seed"
mkdir here && cd here || exit 2
here=$(pwd -P)

# with NUMBER FAULT COMMAND...: a + after the fault makes it permanent.
with() {
    local number=$1 fault=$2
    shift 2
    rm -f ../log
    (
        export LD_PRELOAD=$here/../faults.so LANEWISE_FAULT_UNDER=$here LANEWISE_FAULT_LOG=$here/../log
        export LANEWISE_FAULT_AT=$number LANEWISE_FAULT_WITH=${fault%+} LANEWISE_FAULT_STAYS=0
        [ "$fault" = "${fault%+}" ] || LANEWISE_FAULT_STAYS=1
        eval "exec timeout -k 5 120 $*"
    ) >../out 2>../err </dev/null
    code=$?
    sed -i 's/, in [0-9.]* s$//' ../out
}

# pairs: the pairs of a call's number and a fault that it can return, from the log.
pairs() {
    awk '{
        faults = "EIO EIO+"
        if ($2 ~ /^(read|pread)$/) faults = faults " EINTR short"
        if ($2 ~ /^(write|pwrite)$/) faults = faults " EINTR short ENOSPC ENOSPC+"
        if ($2 ~ /^(open|close|fsync)$/) faults = faults " EINTR"
        if ($2 ~ /^(create|fsync|rename|close)$/) faults = faults " ENOSPC ENOSPC+"
        count = split(faults, each, " ")
        for (i = 1; i <= count; i++) print $1, each[i]
    }' ../log
}

# every NAME PREPARE COMMAND JUDGE [SHARE]: runs the command once without a fault, and then with each drawn fault. PREPARE
# creates the initial state; JUDGE calls `wrong` for forbidden results. SHARE is its part of the draws.
every() {
    local name=$1 prepare=$2 command=$3 judge=$4 number fault injected=0 count=0
    $prepare
    with 0 none "$command"
    clean_code=$code
    cp ../out ../clean.out; cp ../err ../clean.err; cp ../log ../clean.log
    remember 2>/dev/null
    pairs | awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand(), $0 }' | sort | cut -d' ' -f2- \
        | head -n $((most / ${5:-1})) >../drawn
    wrongs=0
    while read -r number fault <&8; do
        $prepare
        with "$number" "$fault" "$command"
        [ "$(awk 'NF > 3' ../log | wc -l)" -eq 0 ] || injected=$((injected + 1))
        where="$name: $fault at call $number ($(sed -n "${number}s/^[0-9]* //p" ../log))"
        is_wrong=0
        cp ../out ../fault.out; cp ../err ../fault.err; fault_code=$code
        if [ "$code" -gt 2 ]; then wrong "exit code $code"; fi
        if grep -qE '^ +at |Unhandled|unexpected error' ../err; then wrong "a bug is reported"; fi
        if [ "$code" -ne 0 ] && ! [ -s ../err ] && [ "$clean_code" -eq 0 ]; then wrong "exit code $code without a message"; fi
        # An interrupted call is repeated, and so is a call that was done in part.
        case $fault in
            EINTR | short)
                if [ "$code" -ne "$clean_code" ]; then wrong "exit code $code"; fi
                if ! cmp -s ../out ../clean.out; then wrong "another output"; fi
                ;;
        esac
        $judge
        left=$(find . -name '*.part-*' | head -n 1)
        if [ -n "$left" ] && [ "$fault" = "${fault%+}" ] && ! grep -qE ' remove .* E' ../log; then wrong "$left is left"; fi
        [ -z "$left" ] || find . -name '*.part-*' -prune -exec rm -r {} +
        if [ $is_wrong -eq 0 ]; then pass; else fail "$where"; fi
        count=$((count + 1))
        [ $wrongs -lt 12 ] || break
    done 8<../drawn
    echo "$name: $count faults drawn of $(wc -l <../clean.log) calls, $injected took place"
    if [ $injected -gt $((count / 2)) ]; then pass; else fail "$name: $injected of $count faults took place"; fi
}
wrong() {
    is_wrong=1 wrongs=$((wrongs + 1))
    echo "$where: $1"
    head -n 3 ../fault.err | sed 's/^/    /'
}
remember() { :; }

# named NAME: standard error mentions the file or one of its directories.
named() {
    local path=$1
    while :; do
        if grep -qF "$path: " ../fault.err; then return 0; fi
        case $path in */*) path=${path%/*} ;; *) return 1 ;; esac
    done
}
# lines FILE: the lines of files without sizes, times and comments, in the format of sha256sum.
lines() { sed -n 's/^SHA2*-*256 (\(.*\)) = \([0-9a-f]*\)$/\2  \1/; /^[0-9a-f]\{64\}  ./p' "$1" | LC_ALL=C sort; }
# complete FILE TRUTH: every line is in TRUTH, and an error named each missing one.
complete() {
    local name
    lines "$1" >../these; lines "$2" >../those
    if [ -n "$(comm -23 ../these ../those)" ]; then wrong "$1 has another line: $(comm -23 ../these ../those | head -n 1)"; fi
    if [ "$(grep -vcE '^#|^$' "$1")" -ne "$(wc -l <../these)" ]; then wrong "$1 has half a line"; fi
    while read -r file; do named "$file" || wrong "$1 lacks $file, and nothing was said"; done \
        < <(comm -13 ../these ../those | cut -c67-)
}

mkdir -p tree/sub other
for i in 1 2 3; do head -c $((i * 700)) /dev/urandom >"tree/f$i"; done
head -c 600000 /dev/urandom >tree/sub/large
printf x >other/file
find tree -type f | LC_ALL=C sort | xargs sha256sum >truth
sha="-a sha256 -j 1"

# ---- a list, with a new name or instead of an older list ----
new_list() { rm -f LIST; }
old_list() { echo 'an older list' >LIST; }
judge_list() {
    if [ "$code" -eq 0 ]; then cmp -s LIST truth || wrong "exit code 0 with another list"; return; fi
    [ -e LIST ] || return
    if [ "$(cat LIST)" = 'an older list' ]; then [ "$prepared" = old ] || wrong "an older list"; return; fi
    complete LIST truth
}
prepared=new; every "sum -o" new_list "'$lanewise' sum $sha -r tree -o LIST" judge_list
prepared=old; every "sum -o over a list" old_list "'$lanewise' sum $sha -r tree -o LIST" judge_list 2
# A list on standard output can end in the middle; the exit code reports it.
judge_output() { if [ "$code" -eq 0 ]; then cmp -s LIST truth || wrong "exit code 0 with another list"; fi; }
every "sum to standard output" new_list "'$lanewise' sum $sha -r tree >LIST" judge_output 2

# ---- check ----
nothing() { :; }
{ sed 1d truth; sed 1q truth; } >mixed
judge_good() {
    if [ "$code" -eq 0 ]; then cmp -s ../fault.out ../clean.out || wrong "exit code 0 without OK for each"; fi
    # If the list cannot be read, an error names it; otherwise there is a line for each file.
    named mixed || while read -r file; do
        grep -q "^$file: " ../fault.out || grep -qF "$file: " ../fault.err || wrong "nothing is said of $file"
    done < <(cut -c67- truth)
}
every "check" nothing "'$lanewise' check -a sha256 -j 1 mixed" judge_good
cp tree/f2 keep; printf y >>tree/f2
judge_bad() {
    if [ "$code" -eq 0 ]; then wrong "exit code 0 with a file that differs"; fi
    if grep -q '^tree/f2: OK' ../fault.out; then wrong "OK for a file that differs"; fi
}
every "check of a file that differs" nothing "'$lanewise' check -a sha256 -j 1 mixed" judge_bad 2
cat keep >tree/f2

# ---- an updated list ---- One of its files has changed, one is new, one was not named, one was deleted.
printf z >tree/gone
{ head -n 1 <("$lanewise" sum $sha --update made -r tree other/file); cp made first; } >/dev/null
{ sed -n 1p first; echo '# a remark'; sed 1d first; } >old
rm tree/gone; printf more >>tree/f3; printf new >tree/new
{ find tree -type f; echo other/file; } | LC_ALL=C sort | xargs sha256sum >now
update() { cp old LIST; }
remember() { cp LIST ../clean.list; }
judge_update() {
    if [ ! -e LIST ]; then wrong "the list is gone"; return; fi
    if cmp -s LIST ../clean.list; then return; fi
    if [ "$code" -eq 0 ]; then
        # A file that was not looked up has no size and time; a file that may exist keeps its line.
        lines LIST | grep -v '  tree/gone$' | cmp -s - <(lines ../clean.list) || wrong "exit code 0 with another list"
    elif cmp -s LIST old; then
        return
    fi
    grep -qx '# a remark' LIST || wrong "the remark is lost"
    { cat now; lines old; } >../allowed
    lines LIST >../these; lines ../allowed >../those
    if [ -n "$(comm -23 ../these ../those)" ]; then wrong "another line: $(comm -23 ../these ../those | head -n 1)"; fi
    if [ "$(grep -vcE '^#|^$' LIST)" -ne "$(wc -l <../these)" ]; then wrong "half a line"; fi
    while read -r file; do
        cut -c67- ../these | grep -qxF "$file" || { [ "$file" = tree/new ] && named tree/new; } || wrong "$file is lost"
    done < <(cut -c67- now)
}
every "sum --update" update "'$lanewise' sum $sha --update LIST -r tree" judge_update
# A changed file whose size and time cannot be determined: its digest is new, and its old line is dropped.
update; with "$(awk '$2 == "stat" && $3 == "tree/f3" { print $1; exit }' ../clean.log)" EIO \
    "'$lanewise' sum $sha --update LIST -r tree"
if [ "$code" -eq 0 ]; then pass; else fail "a file that is not looked up: exit code $code"; fi
expect "a file that is not looked up" 0 "grep -c '(tree/f3)' LIST && '$lanewise' check --quiet LIST" '^1$' 'FAILED|No such'
remember() { :; }

# ---- a journal ----
find tree -type f | LC_ALL=C sort | xargs sha256sum >truth
"$lanewise" sum $sha --journal whole -r tree >/dev/null
head -c -20 whole | sed 3,4d >begun
new_journal() { rm -f journal LIST; }
old_journal() { rm -f LIST; cp begun journal; }
judge_journal() {
    judge_list
    "$lanewise" sum $sha --journal journal -r tree >again 2>../again.err || wrong "the next run fails: $(head -n 1 ../again.err)"
    cmp -s again truth || wrong "the next run gives another list"
    "$lanewise" check --quiet journal >/dev/null 2>&1 || wrong "the journal has a wrong line"
}
prepared=new; every "sum --journal" new_journal "'$lanewise' sum $sha --journal journal -r tree -o LIST" judge_journal 2
every "sum --journal, begun" old_journal "'$lanewise' sum $sha --journal journal -r tree -o LIST" judge_journal 2

# ---- bags ----
contents() { find "$1" -type f -exec sha256sum {} + | cut -c1-64 | LC_ALL=C sort; }
contents tree >tree.contents
new_bag() { chmod -R u+rwx bag 2>/dev/null; rm -rf bag; cp -r tree bag; }
is_bag() {
    (
        cd bag && sha256sum --check --quiet --strict manifest-sha256.txt && sha256sum --check --quiet tagmanifest-sha256.txt \
            && [ "$(find data -type f | wc -l)" -eq "$(wc -l <manifest-sha256.txt)" ]
    ) >/dev/null 2>&1
}
judge_bag() {
    [ -z "$(contents bag | comm -13 - tree.contents)" ] || wrong "a file is lost"
    if [ "$code" -eq 0 ]; then is_bag || wrong "exit code 0 without a valid bag"; return; fi
    if "$lanewise" check --bag bag >/dev/null 2>&1; then is_bag || wrong "a bag that is not valid is OK"; fi
}
every "sum --bag" new_bag "'$lanewise' sum $sha --bag bag" judge_bag 2
new_bag; "$lanewise" sum $sha --bag bag >/dev/null 2>&1 || fail "a bag"
judge_good_bag() {
    if [ "$code" -eq 0 ]; then grep -q '^bag: OK$' ../fault.out || wrong "exit code 0 without OK"; return; fi
    if grep -q '^bag: OK' ../fault.out; then wrong "OK with exit code $code"; fi
}
every "check --bag" nothing "'$lanewise' check -j 1 --bag bag" judge_good_bag 2
printf x >>bag/data/f1
judge_bad_bag() { if [ "$code" -eq 0 ] || grep -qE ': OK$' ../fault.out; then wrong "a changed bag is OK"; fi; }
every "check --bag of a changed one" nothing "'$lanewise' check -j 1 --bag bag" judge_bad_bag 2

# ---- audits ----
fleet() { "$lanewise" fleet "$@" --catalogue db --job j; }
new_db() { rm -f db db-* MANIFEST; }
planned() { rm -f db db-* MANIFEST; cp planned.db db; }
worked() { rm -f db db-* MANIFEST; cp worked.db db; }
new_db; fleet plan -a sha256 tree >/dev/null; cp db planned.db; fleet work --quiet --jobs 1; cp db worked.db
[ ! -s db-wal ] || fail "a catalogue is copied in the middle"
# finish_audit: work and report without a fault; temporarily unreadable files are named, and nothing else is missing.
finish_audit() {
    fleet work --quiet --jobs 1 >/dev/null 2>../again.err || wrong "the next worker fails: $(head -n 1 ../again.err)"
    fleet report --manifest >MANIFEST 2>../again.err
    fleet report --all --csv >table 2>/dev/null
    lines MANIFEST >../these; lines truth >../those
    if [ -n "$(comm -23 ../these ../those)" ]; then wrong "another line: $(comm -23 ../these ../those | head -n 1)"; fi
    while read -r file; do
        grep -q "^$file,unreadable" table || named "$file" || wrong "$file is lost: $(head -n 1 ../again.err)"
    done < <(comm -13 ../these ../those | cut -c67-)
}
judge_plan() {
    if [ "$fault_code" -ne 0 ]; then
        fleet plan -a sha256 tree >/dev/null 2>../again.err || wrong "the next plan fails: $(head -n 1 ../again.err)"
    fi
    finish_audit
    if [ "$fault_code" -eq 0 ] && [ ! -s ../fault.err ]; then cmp -s MANIFEST truth || wrong "exit code 0, another manifest"; fi
}
judge_work() { finish_audit; }
judge_report() {
    if [ "$code" -eq 0 ]; then cmp -s MANIFEST truth || wrong "exit code 0 with another manifest"; return; fi
    if [ -e MANIFEST ]; then complete MANIFEST truth; fi
}
every "fleet plan" new_db "'$lanewise' fleet plan --catalogue db --job j -a sha256 tree" judge_plan 4
# The catalogue is created in one transaction: if the disk fails in the middle, the journal beside the file rolls it back.
new_db; with 0 none "'$lanewise' fleet plan --catalogue db --job j -a sha256 tree"
number=$(awk '$2 == "fsync" && $3 == "db-journal" { begun = 1 }
    begun && $2 == "pwrite" && $3 == "db" { all[count++] = $1 }
    count && $2 == "fsync" { print all[int(count / 2)]; exit }' ../log)
new_db; with "$number" EIO+ "'$lanewise' fleet plan --catalogue db --job j -a sha256 tree"
if [ "$code" -eq 1 ] && [ -s db-journal ]; then pass; else fail "a catalogue that is half made: exit code $code"; fi
expect "a catalogue that is half made" 0 \
    "fleet plan -a sha256 tree && fleet work --quiet && fleet report --manifest | cmp - truth"
every "fleet work" planned "'$lanewise' fleet work --catalogue db --job j --quiet --jobs 1 --patience 2" judge_work 3
every "fleet report" worked "'$lanewise' fleet report --catalogue db --job j --manifest -o MANIFEST" judge_report 3
cd "$work" || exit 2
finish
