#!/usr/bin/env bash
# Tests system calls that fail. In each run, a randomly selected call on a file in the test folder fails with EIO, ENOSPC or
# EINTR, or transfers less data than requested (tests/Faults/faults.c). No command may leave an incomplete list under the final
# name, silently lose a line, or exit with 0 after a wrong or missing digest. The tests cover lists, checks, updated lists,
# journals, bags and audits.
#
# Usage: tests/Cli/faults.sh PATH/TO/lanewise
#
# Each run selects some of the hundreds of possible faults of a scenario at random
# (tests/Faults/faults.sh.inc).
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
. "$(dirname "$0")/../Faults/faults.sh.inc"

mkdir -p tree/sub other
for i in 1 2 3; do head -c $((i * 700)) /dev/urandom >"tree/f$i"; done
head -c 600000 /dev/urandom >tree/sub/large
printf x >other/file
find tree -type f | LC_ALL=C sort | xargs sha256sum >truth
sha="-a sha256 -j 1"

# ---- a list with a new name, or a list that replaces an older list ----
new_list() { rm -f LIST; }
old_list() { echo 'an older list' >LIST; }
judge_list() {
    if [ "$code" -eq 0 ]; then cmp -s LIST truth || wrong "exit code 0 with another list"; return; fi
    [ -e LIST ] || return
    if [ "$prepared" = new ]; then complete LIST truth; return; fi
    [ "$(cat LIST)" = 'an older list' ] || wrong "an incomplete list replaces another list"
}
prepared=new; every "sum -o" new_list "'$lanewise' sum $sha -r tree -o LIST" judge_list
prepared=old; every "sum -o over a list" old_list "'$lanewise' sum $sha -r tree -o LIST" judge_list 2
# If a list on standard output is incomplete, the exit code must report the failure.
judge_output() { if [ "$code" -eq 0 ]; then cmp -s LIST truth || wrong "exit code 0 with another list"; fi; }
every "sum to standard output" new_list "'$lanewise' sum $sha -r tree >LIST" judge_output 2

# ---- check ----
nothing() { :; }
{ sed 1d truth; sed 1q truth; } >mixed
judge_good() {
    if [ "$code" -eq 0 ]; then cmp -s ../fault.out ../clean.out || wrong "exit code 0 without OK for each file"; fi
    # If the list cannot be read, an error message must name it. Otherwise, the output must contain a line for each file.
    named mixed || while read -r file; do
        grep -q "^$file: " ../fault.out || grep -qF "$file: " ../fault.err || wrong "nothing is said of $file"
    done < <(cut -c67- truth)
}
every "check" nothing "'$lanewise' check -a sha256 -j 1 mixed" judge_good
cp tree/f2 keep; printf y >>tree/f2
judge_bad() {
    if [ "$code" -eq 0 ]; then wrong "exit code 0 with a changed file"; fi
    if grep -q '^tree/f2: OK' ../fault.out; then wrong "OK for a file that differs"; fi
}
every "check of a changed file" nothing "'$lanewise' check -a sha256 -j 1 mixed" judge_bad 2
cat keep >tree/f2

# ---- an updated list ---- One listed file has changed, one file is new, one was not named, and one was deleted.
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
        # If the metadata of a file cannot be read, its line contains no size and no time. The line of a file that may still
        # exist is kept.
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
# If the size and time of a changed file cannot be determined, its new digest is written and its old line is dropped.
update; with "$(awk '$2 == "stat" && $3 == "tree/f3" { print $1; exit }' ../clean.log)" EIO \
    "'$lanewise' sum $sha --update LIST -r tree"
if [ "$code" -eq 0 ]; then pass; else fail "a file whose metadata cannot be read: exit code $code"; fi
expect "a file whose metadata cannot be read" 0 "grep -c '(tree/f3)' LIST && '$lanewise' check --quiet LIST" '^1$' 'FAILED|No such'
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
every "sum --journal after an interruption" old_journal "'$lanewise' sum $sha --journal journal -r tree -o LIST" judge_journal 2

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
new_bag; "$lanewise" sum $sha --bag bag >/dev/null 2>&1 || fail "a bag cannot be created"
judge_good_bag() {
    if [ "$code" -eq 0 ]; then grep -q '^bag: OK$' ../fault.out || wrong "exit code 0 without OK"; return; fi
    if grep -q '^bag: OK' ../fault.out; then wrong "OK with exit code $code"; fi
}
every "check --bag" nothing "'$lanewise' check -j 1 --bag bag" judge_good_bag 2
printf x >>bag/data/f1
judge_bad_bag() { if [ "$code" -eq 0 ] || grep -qE ': OK$' ../fault.out; then wrong "a changed bag is OK"; fi; }
every "check --bag of a changed bag" nothing "'$lanewise' check -j 1 --bag bag" judge_bad_bag 2

# ---- audits ----
fleet() { "$lanewise" fleet "$@" --catalogue db --job j; }
plan_options="-a sha256 tree"
new_db() { rm -f db db-* MANIFEST; }
planned() { rm -f db db-* MANIFEST; cp planned.db db; }
worked() { rm -f db db-* MANIFEST; cp worked.db db; }
new_db; fleet plan -a sha256 tree >/dev/null; cp db planned.db; fleet work --quiet --jobs 1; cp db worked.db
[ ! -s db-wal ] || fail "a catalogue could be copied during its creation"
every "fleet plan" new_db "'$lanewise' fleet plan --catalogue db --job j -a sha256 tree" judge_plan 4
# The catalogue is created in a single transaction. If the disk fails in the middle, the journal next to the file rolls the
# transaction back.
new_db; with 0 none "'$lanewise' fleet plan --catalogue db --job j -a sha256 tree"
number=$(awk '$2 == "fsync" && $3 == "db-journal" { begun = 1 }
    begun && $2 == "pwrite" && $3 == "db" { all[count++] = $1 }
    count && $2 == "fsync" { print all[int(count / 2)]; exit }' ../log)
new_db; with "$number" EIO+ "'$lanewise' fleet plan --catalogue db --job j -a sha256 tree"
if [ "$code" -eq 1 ] && [ -s db-journal ]; then pass; else fail "a partly created catalogue: exit code $code"; fi
expect "the journal rolls back a partly created catalogue" 0 \
    "fleet plan -a sha256 tree && fleet work --quiet && fleet report --manifest | cmp - truth"
every "fleet work" planned "'$lanewise' fleet work --catalogue db --job j --quiet --jobs 1 --patience 2" judge_work 3
every "fleet report" worked "'$lanewise' fleet report --catalogue db --job j --manifest -o MANIFEST" judge_report 3
cd "$work" || exit 2
finish
