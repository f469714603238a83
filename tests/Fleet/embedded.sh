#!/usr/bin/env bash
# Tests audits that need no servers: the catalogue is an SQLite file, which several processes share.
#
# Usage: tests/Fleet/embedded.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
# ./test: long
. "$(dirname "$0")/../Cli/common.sh.inc"
. "$(dirname "$0")/scenario.sh.inc"
. "$(dirname "$0")/attacks.sh.inc"
export LANEWISE_FLEET_CATALOGUE=$work/fleet.db
if ! command -v python3 >/dev/null; then skip "Python is not installed; see tools/install-test-deps.sh"; finish; fi
# ask_catalogue SQL: queries the catalogue's file directly.
ask_catalogue() { python3 -c 'import sqlite3, sys; db = sqlite3.connect(*sys.argv[1:2], timeout=60); db.executescript(sys.argv[2])' \
    "$LANEWISE_FLEET_CATALOGUE" "$1"; }
scenario
attacks
clocks
settings

# After a run, the catalogue stores the run's number of missing files, so commands need not count them again. Therefore, if the
# test changes this number, all commands except 'report' must show the changed number. 'report' lists the missing files and counts
# them itself.
counted() {
    rm -rf counted; mkdir counted && touch counted/one counted/two && fleet plan --job counted counted && fleet work --job counted --quiet
    rm counted/one && fleet plan --job counted && fleet work --job counted --quiet
} >/dev/null
counted
expect "list shows the missing file" 0 'fleet list --job counted' '^  2 .* 1 difference: 1 missing; not accepted$'
ask_catalogue "update missing set count = 5 where job = (select max(id) from job where name = 'counted') and source >= 0"
expect "list uses the stored counts" 0 'fleet list --job counted' '^  2 .* 5 differences: 5 missing; not accepted$'
expect "status uses the stored counts" 0 'fleet status --job counted' '^Missing +5 \(of the baseline\)$'
expect "report lists the missing files" 1 'fleet report --job counted' '^1 difference; 1 of 1 file: 1 OK\. 1 file of run 1 is missing\.$'
# A report may be sent by mail, so its first line must name the run and its result.
time_of='[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8} UTC'
expect "the first line of a report names the run" 0 'fleet report --job counted | head -n 1' "^Run 2 of job 'counted', compared with run 1: 5 differences, ended $time_of\$"
expect "the first line names a run that is not compared" 0 'fleet report --job counted --run 1 | head -n 1' "^Run 1 of job 'counted': baseline recorded, ended $time_of\$"
# A rate over less than a second would not be meaningful. On a busy machine, the first command may take longer than a second.
expect "work shows no rate for less than a second" 0 'fleet plan --job brief counted >/dev/null 2>&1 && fleet work --job brief 2>&1 >/dev/null | head -n 1' \
    '^lanewise: 1 file, [0-9]+ B in (0\.[0-9]+ s|[1-9][0-9.]* s, .*/s)$' ' in 0\.[0-9]+ s,'
expect "work shows the rate after a second" 0 'head -c 300 /dev/zero >zeros; fleet plan --job brief2 zeros >/dev/null 2>&1 && fleet work --job brief2 --rate 100 2>&1 >/dev/null | head -n 1' \
    '^lanewise: 1 file, 300 B in [1-9][0-9.]* s, [0-9.]+ B/s$'
expect "an invalid rate is an error if there is nothing to hash" 2 'fleet work --job counted --rate fast' "^lanewise: invalid --rate: 'fast'"
expect "an invalid lease is an error if there is nothing to hash" 2 'fleet work --job counted --lease never' "^lanewise: invalid --lease: 'never'"
expect "the report of a first run does not say that nothing differs" 0 'fleet report --job counted --run 1' '^Baseline recorded; 2 of 2 files' 'Nothing differs'
expect "JSON and CSV do not have this line" 0 'fleet report --job counted --json; fleet report --job counted --csv; true' '^name,result' '^Run '
expect "status shows the answers before the details" 0 'fleet status --job counted | cut -c 1-10 | paste -sd " " | tr -s " "' \
    '^Run 2 of j Result Done Ended Files Bytes OK Missing Source Algorithm Compared Begun ?$'
# The suggested next command must be visible even if the output goes to a file. A timer that plans due jobs sends all output by
# mail, so in this case, no command may be suggested.
expect "plan writes the next command to standard error" 0 'fleet plan --job counted 2>&1 >log' '^Next: lanewise fleet work --job counted$'
expect "its output has only the result" 0 'cat log' "^Run 3 of job 'counted', compared with run 2: 1 found," 'Next'
expect "a planned run also suggests the next command" 0 'fleet plan --job counted 2>&1 >log' '^Next: lanewise fleet work --job counted$'
expect "status before the work shows the workers first" 0 'fleet status --job counted 2>log | cut -c 1-10 | paste -sd " " | tr -s " "; cat log' \
    '^Run 3 of j Result Done Workers Files Bytes Ranges Source '
expect "status writes the next command to standard error" 0 'cat log' '^Next: lanewise fleet work --job counted$'
expect "the report of a run without results says so" 0 'fleet report --job counted | head -n 1' "^Run 3 of job 'counted', compared with run 2: planned, 0.0 %\$"
expect "a due job is planned without a suggestion" 0 'export LANEWISE_FLEET_CATALOGUE=due.db
    { fleet plan --job due counted --every 1 && fleet work --quiet; } >/dev/null 2>&1
    ask_catalogue "update job set created = created - 172800000" && fleet plan --due' "^Run 2 of job 'due', compared with run 1: 1 found" 'Next'
expect "a timer with the period of a job does not skip a run" 0 'export LANEWISE_FLEET_CATALOGUE=period.db
    { fleet plan --job period counted --every 1 && fleet work --quiet; } >/dev/null 2>&1
    ask_catalogue "update job set created = created - 79200000"; fleet plan --due; echo first
    ask_catalogue "update job set created = created - 5400000"; fleet plan --due' "^Run 2 of job 'period', compared with run 1: 1 found"
expect "a job is not due two hours before its time" 0 'fleet list --catalogue period.db --json | grep -c period' '^2$'
# A mount point without its file system is an empty directory. If a run audited the empty directory, the next run could not compare
# the content of any file.
unmounted() { export LANEWISE_FLEET_CATALOGUE=mounts.db; "$@"; }
expect "a directory with files can be planned" 0 'mkdir nas && touch nas/one nas/two
    { unmounted fleet plan --job nas nas --every 1 && unmounted fleet plan --job counted counted --every 1 && unmounted fleet work --quiet; } >/dev/null 2>&1; mv nas away && mkdir nas'
refusal="^lanewise: nas: missing or empty, but run 1 of job 'nas' found 2 files there; is it mounted\?"
expect "plan rejects a source that is no longer mounted" 1 'unmounted fleet plan --job nas' "$refusal"
expect "plan --due rejects it, but plans the other jobs" 1 'unmounted ask_catalogue "update job set created = created - 172800000"; unmounted fleet plan --due' "^Run 2 of job 'counted'" "job 'nas'[^ ]*: [0-9]"
expect "plan --due gives the reason" 1 'unmounted fleet plan --due' "$refusal"
expect "work --stay gives the reason once" 0 'unmounted timeout -s TERM 12 "$lanewise" fleet work --stay --quiet 2>log; grep -c mounted log' '^1$'
expect "a source that is missing is also rejected" 1 'rmdir nas; unmounted fleet plan --job nas' "$refusal"
expect "the number of lost files may be one" 1 'export LANEWISE_FLEET_CATALOGUE=lost.db; mkdir lost && touch lost/one
    { fleet plan lost && fleet work --quiet && rm lost/one; } >/dev/null 2>&1; fleet plan' 'found 1 file there; is it mounted'
expect "the names of the sources do not change this" 1 'mkdir nas; unmounted fleet plan --job nas nas' "$refusal"
expect "nor does a new baseline" 1 'unmounted fleet plan --job nas nas --new-baseline' "$refusal"
expect "an empty source can be audited with --against-last" 0 'unmounted fleet plan --job nas nas --against-last && unmounted fleet work --quiet && ! unmounted fleet report --job nas' '^2 differences; 0 of 0 files: 0 OK\. 2 files of run 1 are missing\.$'
expect "an audit of an empty source can be repeated" 0 'unmounted fleet plan --job nas' "^Run 3 of job 'nas', compared with run 2: 0 found"
# In a terminal, forget asks for confirmation. Without a terminal, it cannot ask, so it requires --yes.
answers() { printf '%s\n' "$1" | script -qec "${3-}'$lanewise' fleet forget counted ${2-}" /dev/null | tr -d '\r'; return "${PIPESTATUS[1]}"; }
if ! command -v script >/dev/null; then skip "script is not installed"; else
    expect "the question is wrapped at words" 1 'answers n "" "stty cols 40; "' '^  the catalogue\? \[y/N\] '
    expect "forget asks in a terminal" 1 'answers n' "^Remove job 'counted' with 3 runs from the catalogue. \[y/N\] "
    expect "no answer is the answer no" 1 'answers ""' 'nothing is removed'
    expect "the job is still there" 0 'fleet list --job counted' '^  3 '
    expect "forget --yes does not ask" 0 'answers n --yes' 'is forgotten' 'y/N'
    counted
    expect "forget accepts the answer yes" 0 'answers y' "Job 'counted' is forgotten: 2 runs"
fi
counted
for answer in n y; do
    expect "without a terminal, forget requires --yes, even if the input is '$answer'" 2 "echo $answer | fleet forget counted" 'cannot ask .*: add --yes' 'is forgotten'
done
expect "forget --force also requires --yes" 2 'fleet forget counted --force </dev/null' ': add --yes' 'is forgotten'
expect "the job still has both runs" 0 'fleet list --job counted' '^  2 '
expect "a job with stored counts can be removed" 0 'fleet forget counted --yes'
expect "forget also removes the counts" 0 'ask_catalogue "create table none_left (n check (n = 0)); insert into none_left select count(*) from missing m where m.job not in (select id from job)"'

expect "list says that there is no job" 0 'mkdir none_yet; fleet plan --catalogue empty.db none_yet >/dev/null; fleet forget audit --yes --catalogue empty.db && fleet list --catalogue empty.db' "^lanewise: empty.db: there is no job; 'lanewise fleet plan SOURCE --catalogue empty.db' makes one\$"

# The terminal, the JSON output and the page must list the same kinds in the same order.
mkdir kinds && touch kinds/d kinds/c && { fleet plan --job kinds kinds && fleet work --job kinds --quiet; } >/dev/null
rm kinds/c && echo x >kinds/d && touch kinds/b
{ fleet plan --job kinds && fleet work --job kinds --quiet; } >/dev/null
in_order() { grep -oE 'CHANGED|MISSING|NEW|UNREADABLE' | paste -sd ' '; }
expect "the terminal lists the differences in order" 0 'fleet report --job kinds | in_order' '^CHANGED MISSING NEW$'
expect "JSON lists the differences in order" 0 'fleet report --job kinds --json | in_order' '^CHANGED MISSING NEW$'
expect "the page lists the differences in order" 0 'fleet report --job kinds --html -o kinds.html; in_order <kinds.html' '^CHANGED MISSING NEW$'

# A new file is neither an error nor verified, so the page shows it in a separate color.
expect "the page shows NEW in a color of its own" 0 'grep -o "<td class=.text [a-z]*.>NEW<" kinds.html && grep "[.]new { color: var(--line);" kinds.html' '^<td class="text new">NEW<$'
expect "the page of a run that is done shows no progress" 0 'cat kinds.html' '<p class="said" role="status"><a href="#list-Changed"><strong class="bad">1 of 2 files is changed</strong></a>; <a href="#list-Missing"><strong class="bad">1 file of run 1 is missing</strong></a>; <a href="#list-New"><strong class="new">1 of 2 files is new</strong></a>\.</p>' '<progress|<dt>(Result|Done|OK)<'
expect "the number of new files has the same color" 0 'cat kinds.html' '<dt>New</dt><dd class="new"><a href="#list-New">1</a></dd>'

# The page of a single source must begin with the folders. For a run of less than five seconds, there must be no plot.
mkdir -p tree/a tree/b && touch tree/a/gone tree/a/kept tree/b/first && { fleet plan --job tree tree && fleet work --job tree --quiet; } >/dev/null
rm tree/a/gone && echo x >tree/b/first && touch tree/a/fresh && { fleet plan --job tree && fleet work --job tree --quiet; } >/dev/null
outline() { fleet report --job tree --html -o tree.html; grep -oE '<h2[^>]*>[^<]+|>tree/[ab]/|>(gone|fresh|first)<' tree.html | sed 's/.*>\([^<]\)/\1/; s/<$//' | head -n 7 | paste -sd ' '; }
expect "the page begins with the differences of each folder, changed files first" 0 'outline' '^What differs tree/b/ first tree/a/ gone fresh Runs$'
of_tree="job = (select max(id) from job where name = 'tree')"
ask_catalogue "update range set read_to = read_from + 400 where $of_tree"
# Sections without content must not be on the page.
expect "a short run has only the sections with content" 1 'fleet report --job tree --html -o tree.html; code=$?; grep -o "<h2[^>]*>[^<]*" tree.html | sed "s/.*>//" | paste -sd ,; exit $code' \
    '^What differs,Runs,Workers,Settings$'
expect "a short time gives no plot" 0 'cat tree.html' '<main>' '<svg'
ask_catalogue "update range set read_to = read_from + 6000 where $of_tree"
expect "a longer time gives a table of ranges" 1 'fleet report --job tree --html -o tree.html; code=$?; cat tree.html; exit $code' '<th[^>]*>First file'
expect "a longer time gives a plot" 1 'fleet report --job tree --html -o tree.html; code=$?; cat tree.html; exit $code' '<svg'
expect "the page says that the first run is not compared" 0 'fleet report --job tree --run 1 --html -o tree.html; grep "class=.said" tree.html' '<strong>3 files recorded as a baseline</strong>\. This run is not compared with an earlier run or a list\. The next run is compared with this run\.'

expect "the page of the first run does not say that nothing differs" 0 'cat tree.html' '<main>' '>Nothing|>What differs'

expect "the page does not mention files that are not hashed" 1 'fleet plan --job tree >/dev/null; fleet report --job tree --html -o tree.html' '' 'nothing differs'
expect "the page says that no file is done" 0 'grep "class=.said" tree.html' 'Planned: no file is done yet\.'

# The beginning that the names of all folders share is shown once, unless it is short.
mkdir -p photographs/archive/a photographs/archive/b && touch photographs/archive/a/1 photographs/archive/b/2
{ fleet plan --job shared photographs && fleet work --job shared --quiet && rm photographs/archive/a/1 photographs/archive/b/2 && touch photographs/archive/a/new &&
    fleet plan --job shared && fleet work --job shared --quiet && fleet report --job shared --html shared.html; } >/dev/null 2>&1
expect "the page shows the folder of all folders once" 0 'grep -oE "<p class=.note.>All folders .*|<summary><bdi>[^<]*" shared.html | sed "s/<[^>]*>//g" | paste -sd " "' \
    '^All folders are in photographs/archive/\. a/ b/$'

# Jobs with similar names must not overwrite each other's HTML pages.
expect "a page of a job with other characters gets a name of its own" 0 'mkdir pages && cd pages && for job in a/b a_b .a_b; do fleet plan --job $job ../counted && fleet work --job $job --quiet && \
    fleet report --job $job --html; done; ls | paste -sd " "' '^a_b-[0-9a-f]{8}-run-1\.html a_b-[0-9a-f]{8}-run-1\.html a_b-run-1\.html$'

# A suggested command must stay on one line, because users copy it, and must name the run to which it applies.
expect "an empty job name is rejected" 2 'fleet plan tree --job ""' '^lanewise: --job is empty$'
expect "a folder without files is reported" 0 'mkdir none_here && fleet plan none_here --job hollow' 'no file was found: SOURCE is empty' 'Next:'
expect "the result of a first run says more than OK" 0 'fleet status --job tree --run 1' '^Result      baseline recorded$'
# in_columns COLUMNS ARGUMENTS...: runs fleet in a terminal.
in_columns() { TERM=xterm python3 -c 'import fcntl, os, pty, struct, sys, termios
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("4H", 24, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
try:
    while part := os.read(terminal, 65536): sys.stdout.buffer.write(part.replace(b"\r\n", b"\n"))
except OSError:
    pass  # The program has ended.
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))' "$1" "$lanewise" fleet "${@:2}"; }
next='lanewise fleet work --job narrow --catalogue sqlite:./narrow.db'
expect "plan does not wrap the next command" 0 'in_columns 40 plan tree --job narrow --catalogue sqlite:./narrow.db' "^$next\$"
expect "status does not wrap the next command" 0 'in_columns 40 status --catalogue sqlite:./narrow.db' "^$next\$"
expect "the name of a catalogue may begin with sqlite:" 0 'ls' '^narrow\.db$' 'sqlite:'
expect "before the work, status shows no rate and no estimate" 0 'fleet status --catalogue narrow.db' '^Workers     none has started$' '^(Rate|Time left|Updated)'
expect "before the work, JSON has no age of the numbers" 0 'fleet status --catalogue narrow.db --json' '"sinceHeartbeatMilliseconds":-1,'
expect "work does not wrap the next command" 0 'in_columns 40 work --catalogue sqlite:./narrow.db' "^${next/fleet work/fleet report}\$"
# All kinds of differences must be visible in a narrow terminal, and a line must never be wider than the terminal.
mkdir several && (cd several && touch gone changed kept) && mkfifo several/pipe && { fleet plan --job several several && fleet work --job several --quiet; } >/dev/null 2>&1
(cd several && rm gone && echo x >changed && touch new && ln -s /nowhere unreadable) && { fleet plan --job several && fleet work --job several --quiet; } >/dev/null 2>&1
colorless() { sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g; s/\x1b[=>]//g; s/\r//g'; }
for columns in 40 80; do
    expect "list shows all kinds in $columns columns" 0 "in_columns $columns list --job several | colorless >listed; cat listed; tr -s '\n ' ' ' <listed" \
        ' 4 differences: 1 changed, 1 missing, 1 unreadable, 1 new; 1 skipped; not accepted'
    # A command is not wrapped, so that it can be copied.
    if grep -v '^lanewise fleet' listed | grep -qE "^.{$((columns + 1))}"; then fail "list is wider than $columns columns: $(cat listed)"; else pass; fi
done
expect "the history fits 80 columns" 0 'in_columns 80 report --job several --history several/kept | colorless' '^2  .*  OK          [0-9a-f]{16}\.\.\.$' '^.{81}'
expect "the history in a file has a line for each run" 0 'fleet report --job several --history several/kept' '^2  .*  OK          [0-9a-f]{64}$'
expect "the report does not split a command" 0 '{ fleet plan --job several && fleet work --job several --quiet; } >/dev/null 2>&1; in_columns 80 report --job several | colorless' \
    "^  'lanewise fleet report --job several --run 2' lists them\.\$" '^.{81}'
expect "the next command of an earlier run selects this run" 0 'fleet status --job tree --run 1' '^Next: lanewise fleet report --job tree --run 1$'

# Two planners and two workers share a directory of 100,000 files.
mkdir wide && (cd wide && seq 100000 | xargs touch && echo x >50000)
"$lanewise" fleet plan --job wide wide >/dev/null 2>&1 & first=$!
expect "a folder of 100,000 files can be planned" 0 'fleet plan --job wide wide'
wait $first || fail "the other planner fails with 100,000 files"
worker --job wide; first=$!
expect "a folder of 100,000 files can be hashed" 0 'fleet work --job wide --quiet'
wait $first || fail "the other worker fails with 100,000 files"
is_manifest "100,000 files" wide wide
if [ "$(wc -l <manifest)" -eq 100000 ]; then pass; else fail "100,000 files: $(wc -l <manifest) in the manifest"; fi
rm -r wide

# Commands may read or reject a catalogue with flipped bits, but they must not hang or end with an internal error.
flips() {
    local i command code
    "$lanewise" fleet plan --catalogue whole.db --job flips data/deep data/large --range-files 20 --part-bytes 1M >/dev/null
    "$lanewise" fleet work --catalogue whole.db --quiet --rate 2M --jobs 1 & sleep 0.3; kill -9 $!; wait $! 2>/dev/null
    python3 -c 'import sqlite3; db = sqlite3.connect("whole.db"); db.execute("pragma wal_checkpoint(truncate)")'
    for i in $(seq 1 "$1"); do
        rm -f flipped.db flipped.db-*
        python3 - "$i" <<'END'
import random, sys
draw = random.Random(int(sys.argv[1]))
data = bytearray(open("whole.db", "rb").read())
for _ in range(draw.choice([1, 1, 1, 3, 20])):
    # The first pages of the SQLite file contain the small tables: jobs, sources and ranges.
    data[draw.randrange(draw.choice([100, 4096, 16 * 4096, len(data)]))] ^= 1 << draw.randrange(8)
open("flipped.db", "wb").write(data)
END
        for command in "status --json" "report --all --json" "work --quiet --lease 1 --patience 2" \
            "report --manifest" "report --html -o page.html" list plan; do
            timeout -k 5 60 "$lanewise" fleet $command --catalogue flipped.db >flipped.out 2>flipped.err
            code=$?
            if [ $code -gt 2 ] || grep -qE '^ +at |Unhandled|unexpected error' flipped.err; then
                fail "flipped bits $i: $command: exit code $code: $(head -n 3 flipped.err)"
                cp flipped.db "${TMPDIR:-/tmp}/flipped-$i.db"
                return
            fi
        done
        pass
    done
}
flips 12
expect "a missing catalogue is reported" 1 'fleet status --catalogue nowhere.db' "no such catalogue; 'lanewise fleet plan SOURCE --catalogue nowhere.db' makes one"
if [ -e nowhere.db ]; then fail "a query creates a catalogue"; else pass; fi
expect "a text file is not a catalogue" 1 'fleet status --catalogue sha.txt' 'not an audit catalogue'
expect "an invalid glob is rejected" 1 "fleet plan data --job glob --include \$'a\nb'" 'must be one line'
expect "a missing source is reported" 2 'fleet plan nowhere --job nowhere' 'lanewise: nowhere: No such file or directory'
expect "a missing source does not create a catalogue" 2 'fleet plan nowhere --catalogue never.db' 'nowhere: No such file'
expect "plan without a source does not create a catalogue" 1 'fleet plan --catalogue never.db' "never.db: there is no such catalogue"
if [ -e never.db ]; then fail "a failed plan creates a catalogue"; else pass; fi
expect "plan without a source mentions the other jobs" 2 'fleet plan --job unknown' "there is no job 'unknown' yet: name its SOURCEs, or name another job with --job: [a-z0-9]+, "
expect "work without a job says so" 0 'mkdir none_here2; fleet plan --catalogue empty2.db none_here2 >/dev/null 2>&1; fleet forget audit --yes --catalogue empty2.db && fleet work --catalogue empty2.db' \
    '^lanewise: empty2.db: there is no job;'
expect "a catalogue in a missing folder is reported" 1 'fleet plan data --catalogue no/where.db' 'lanewise: no/where.db: No such file or directory'
as_user=()
if [ "$(id -u)" -eq 0 ]; then as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi
if [ "$(id -u)" -eq 0 ] && ! command -v setpriv >/dev/null; then skip "setpriv is not installed"; else
    mkdir locked && fleet plan data --catalogue locked/a.db >/dev/null 2>&1 && cp locked/a.db locked/b.db && chmod a+rx . && chmod 600 locked/a.db
    if [ "$(id -u)" -ne 0 ]; then chmod 0 locked/a.db; fi
    expect "a catalogue without read permission is reported" 1 '"${as_user[@]}" "$lanewise" fleet status --catalogue locked/a.db' 'lanewise: locked/a.db: Permission denied'
    chmod 444 locked/b.db; chmod 555 locked
    expect "a catalogue without write permission is reported" 1 '"${as_user[@]}" "$lanewise" fleet status --catalogue locked/b.db' 'lanewise: locked/b.db: Permission denied; SQLite needs write permission'
    expect "a catalogue that cannot be created is reported" 1 '"${as_user[@]}" "$lanewise" fleet plan data --catalogue locked/c.db' 'lanewise: locked/c.db: the file cannot be created; SQLite needs write permission'
    chmod 755 locked
fi
expect "a folder is not a catalogue" 1 'fleet plan --catalogue data data' 'data'

# untouched NAME FILE: every command must reject the catalogue, and must change neither this file nor the files next to it.
untouched() {
    mkdir -p own && cp "$2" own/app.db
    for command in "plan data" "work" "status" "report"; do
        expect "$command rejects $1" 1 "timeout 60 \"\$lanewise\" fleet $command --catalogue own/app.db" "$3"
    done
    if cmp -s "$2" own/app.db && [ "$(ls -A own)" = app.db ]; then pass; else fail "$1: the catalogue was changed: $(ls -A own)"; fi
}
python3 - <<'END'
import sqlite3
for name, mode in (("rollback.db", "delete"), ("log.db", "wal")):
    with sqlite3.connect(name) as db:
        db.execute(f"pragma journal_mode = {mode}")
        db.execute("create table photos (id integer primary key, name text)")
        db.execute("create table job (id integer)")
        db.executemany("insert into photos (name) values (?)", [(str(i),) for i in range(1000)])
    db.close()
END
# The catalogue may be located in an audited folder. Its files must not be audited, because they change during the audit.
mkdir inside && echo x >inside/one
expect "the files of the catalogue are not audited" 0 'cd inside && fleet plan . --catalogue c.db && fleet work --catalogue c.db --quiet &&
    fleet plan --catalogue c.db && fleet work --catalogue c.db --quiet && fleet report --all --catalogue c.db' 'Nothing differs; 1 of 1 file: 1 OK' 'c\.db(-[a-z]+)?: '
mkdir behind behind/tree behind/links && echo x >behind/tree/one && : >behind/tree/real.db && ln -s middle.db behind/links/c.db && ln -s ../tree/real.db behind/links/middle.db
expect "the files to which the catalogue's link leads are not audited" 0 'cd behind && fleet plan . --catalogue links/c.db && fleet work --catalogue links/c.db --quiet &&
    fleet plan --catalogue links/c.db && fleet work --catalogue links/c.db --quiet && fleet report --manifest --catalogue links/c.db' '  \./tree/one$' '  \./.*\.db'
expect "a file of the catalogue cannot be a source" 1 'cd inside && fleet plan c.db --job own --catalogue c.db && fleet work --catalogue c.db --quiet
    fleet report --job own --catalogue c.db' 'c\.db: UNREADABLE .*a file of the catalogue'

# If a process is killed while it moves the log into the database file, the header counts more pages than the file contains.
python3 - "$LANEWISE_FLEET_CATALOGUE" <<'END'
import sqlite3, struct, sys
with sqlite3.connect("source.db") as copy: sqlite3.connect(sys.argv[1]).backup(copy)
sqlite3.connect("source.db").execute("pragma wal_checkpoint(truncate)")
db = sqlite3.connect("source.db")
db.executescript("pragma wal_autocheckpoint = 0; create table filler (bytes blob)")
db.executemany("insert into filler values (zeroblob(4000))", [()] * 100)
db.execute("drop table filler")
db.commit()
data, log = bytearray(open("source.db", "rb").read()), open("source.db-wal", "rb").read()
size = struct.unpack(">I", log[8:12])[0]
first = None
for at in range(32, len(log), size + 24):
    if struct.unpack(">I", log[at:at + 4])[0] == 1: first = log[at + 24:at + 24 + size]
data[:size] = first
assert struct.unpack(">I", data[28:32])[0] * size > len(data), "the header counts no missing pages"
open("killed.db", "wb").write(data)
open("killed.db-wal", "wb").write(log)
db.close()
END
expect "a process may be killed while it moves the log into the catalogue" 0 'fleet list --catalogue killed.db' '^ *1 '
untouched "another application's database" rollback.db 'belongs to another application'
untouched "another application's database with a log" log.db 'belongs to another application'
untouched "a text file" sha.txt 'not an audit catalogue'
mkfifo catalogue.pipe
for path in catalogue.pipe /dev/zero; do
    expect "$path is rejected as a catalogue" 1 "timeout 60 \"\$lanewise\" fleet plan --catalogue $path data" 'must be a regular file'
done
: >empty.db
expect "an empty file is not a catalogue" 1 'fleet status --catalogue empty.db' 'the file is empty'
expect "plan turns an empty file into a catalogue" 0 'fleet plan --catalogue empty.db data/deep && fleet status --catalogue empty.db' 'planned'

# ---- progress before the first byte, when the remaining time is unknown ----
mkdir slow && head -c 3000000 /dev/zero >slow/file
expect "a job with one file can be planned" 0 'fleet plan --catalogue slow.db --job slow slow'
script -qfec "stty cols 80; '$lanewise' fleet work --catalogue $PWD/slow.db --job slow --rate 1" /dev/null >shown </dev/null 2>&1 &
terminal=$!
if wait_for 240 'grep -q "0 B of 3.0 MB" shown'; then pass; else fail "no progress is shown: $(tail -c 200 shown)"; fi
pkill -f -- "--catalogue $PWD/slow.db"
wait "$terminal" 2>/dev/null
if tr '\r' '\n' <shown | grep ' 0 B of' | grep -q ' left'; then fail "a remaining time is shown: $(tail -c 200 shown)"; else pass; fi

# ---- progress within a file ----
head -c 12000000 /dev/zero >slow/file
expect "a job with one large file can be planned" 0 'fleet plan --catalogue slow.db --job within slow -a sha256'
script -qfec "stty cols 80; '$lanewise' fleet work --catalogue $PWD/slow.db --job within --rate 1M" /dev/null >shown </dev/null 2>&1 &
terminal=$!
if wait_for 240 'grep -qE " [1-9](\.[0-9])? MB of 12" shown'; then pass; else fail "the progress does not advance: $(tail -c 200 shown)"; fi
# Other processes know the progress from the worker's heartbeats.
if wait_for 240 'fleet status --catalogue slow.db --job within --json | grep -qE "\"doneFiles\":0,.*\"doneBytes\":[1-9][0-9]{6},"'; then pass; else
    fail "status does not show the progress within a range: $(fleet status --catalogue slow.db --job within --json | head -n 1)"
fi
expect "the percentage includes the range in work" 0 'fleet status --catalogue slow.db --job within' '^Done        [1-9]'
expect "the rate of the worker is shown" 0 'fleet status --catalogue slow.db --job within' '^Rate        [0-9]'
expect "the age of the numbers is shown" 0 'fleet status --catalogue slow.db --job within' '^Updated     (less than 1|[0-9]+) s ago$'
expect "JSON has the age of the numbers" 0 'fleet status --catalogue slow.db --job within --json' '"sinceHeartbeatMilliseconds":[0-9]+,'
expect "the page says that there are no results yet" 1 'fleet report --catalogue slow.db --job within --html -o within.html; code=$?; grep "class=.said" within.html; exit $code' \
    'In work: no results yet\.'
wait "$terminal"
if tr '\r' '\n' <shown | grep -qE '(^| )0 s left'; then fail "no time is left before the end"; else pass; fi

# ---- waiting for the ranges of a killed worker ----
waits() { script -qfec "stty cols $1; '$lanewise' fleet work --catalogue $PWD/slow.db --job waits" /dev/null </dev/null | tr '\r' '\n'; }
mkdir waits; for i in $(seq 16); do head -c 200000 /dev/zero >waits/$i; done
for columns in 40 80; do
    expect "a job for a killed worker can be planned" 0 'fleet plan --catalogue slow.db --job waits waits'
    worker --catalogue slow.db --job waits --name victim --rate 100K --lease 20; stopped=$!
    wait_for 180 'fleet status --catalogue slow.db --job waits --json | grep "\"takenRanges\":1"' || fail "the worker takes no range"
    kill -9 "$stopped"; wait "$stopped" 2>/dev/null
    if [ $columns = 40 ]; then form='^waiting for 1 range; takeover in [0-9]+ s *$'; else form='^( +[0-9]+ %  )?waiting for 1 range of (worker )?victim \(silent for [0-9]+ s; (takeover in [0-9]+ s|taken over after 20 s)\) *$'; fi
    expect "in $columns columns, work says that it waits for the killed worker" 0 "waits $columns" "$form"
done

# ---- an interrupted run ----
expect "a job can be planned again" 0 'fleet plan --catalogue slow.db --job stopped slow'
worker --catalogue slow.db --job stopped --rate 1K; stopped=$!
wait_for 180 'fleet status --catalogue slow.db --job stopped --json | grep "\"working\":1"' || fail "the worker does nothing"
kill "$stopped"; wait "$stopped" 2>/dev/null
expect "the status of an interrupted run says so" 0 'fleet status --catalogue slow.db --job stopped' "^Run 1 of job 'stopped': interrupted\$"

# ---- Ctrl-C in a terminal, which echoes "^C" behind the progress ----
# The worker has hashed some files, but has not finished their range.
mkdir keys; for i in $(seq 16); do head -c 200000 /dev/zero >keys/$i; done
expect "a job with one range can be planned" 0 'fleet plan --catalogue slow.db --job keys keys'
interrupt() { python3 -c 'import json, os, pty, subprocess, sys, time
pid, terminal = pty.fork()
if pid == 0: os.execvp(sys.argv[1], sys.argv[1:])
def files():
    status = subprocess.run(sys.argv[1:3] + ["status", "--json"] + sys.argv[4:8], capture_output=True)
    return [json.loads(line)["files"] for line in status.stdout.splitlines() if line.startswith(b"{\"worker\":")]
while max(files(), default=0) == 0: time.sleep(0.1)
os.write(terminal, b"\x03")
try:
    while part := os.read(terminal, 65536): sys.stdout.buffer.write(part)
except OSError:
    pass  # The program has ended.
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))' \
    "$lanewise" fleet work --catalogue slow.db --job keys --rate 100K; }
expect "a message answers Ctrl-C" 130 'interrupt >shown; code=$?; tr "\r" "\n" <shown; exit $code' '^lanewise: stopping: finishing or returning ranges, at most 10 s; Ctrl-C again$'
expect "the message begins on a new line" 0 'cat -A shown' '\^C\^M\$$'
expect "the last message counts only files of finished ranges" 0 'tr "\r" "\n" <shown' '^lanewise: stopped: 0 files, 0 B stored in '

# ---- a file that was renamed ----
mkdir moved; echo kept >moved/before; : >moved/empty; : >moved/none
renamed() { fleet "$@" --catalogue moved.db; }
{ renamed plan moved && renamed work --quiet && mv moved/before moved/after && mv moved/none moved/nothing && renamed plan && renamed work --quiet; } >/dev/null 2>&1
expect "the report has one line for a renamed file" 1 'renamed report' '^moved/after: MOVED from moved/before$' 'moved/(after: NEW|before: MISSING)'
expect "empty files are not taken for renamed files" 1 'renamed report' '^moved/nothing: NEW$'
expect "a renamed file is one difference" 1 'renamed report' '^3 differences; 3 of 3 files: 1 OK, 1 moved, 1 new\. 1 file of run 1 is missing\.$'
expect "JSON counts the renamed file" 1 'renamed report --json | tail -n 1; false' '"moved":1,"missing":1,"new":1,'
expect "status counts the renamed file" 0 'renamed status' '^Moved +1$'
expect "status does not count it twice" 0 'renamed status' '^Missing +1 \(of the baseline\)$' '^New +[02-9]'
expect "the JSON output of status counts it" 0 'renamed status --json' '"run":2,.*"moved":1,"missing":1,"new":1,'
expect "each source counts it" 0 'renamed status --json' '^."source":.*"moved":1,"missing":1,"new":1,'
expect "list counts it" 0 'renamed list' '^  2 .* 3 differences: 1 missing, 1 moved, 1 new; not accepted$'
expect "the JSON output of list counts it" 0 'renamed list --json' '"run":2,.*"moved":1,"missing":1,"new":1,'
expect "the page shows the same number" 1 'renamed report --html -o moved.html; code=$?; cat moved.html; exit $code' '<dt>Moved</dt><dd class="new"><a href="#list-Moved">1</a></dd>'
expect "the list of runs on the page counts it" 0 'cat moved.html' '>3 differences: 1 missing, 1 moved, 1 new; not accepted<'
# A list without sizes is sufficient.
relisted() { fleet "$@" --catalogue relisted.db; }
expect "work counts files that were renamed since the list was made" 0 '"$lanewise" sum -r -o moved.list moved && mv moved/after moved/later
    { relisted plan moved --against moved.list -a blake3 && relisted work; } 2>&1; mv moved/later moved/after' ': 1 difference: 1 moved$'
expect "CSV has the old name" 1 'renamed report --csv' '^moved/after,MOVED,.*,5,from moved/before$'
expect "JSON with all files has the old name" 1 'renamed report --json --all' '^.\"name\":\"moved/after\",\"result\":\"MOVED\".*\"from\":\"moved/before\"'
expect "the page has the old name" 0 'cat moved.html' '>MOVED</td><td class="text">from <bdi>moved/before</bdi></td>'
# A copy of a missing file is new. Two copies have one earlier name.
expect "only one of two copies is the renamed file" 1 'cp moved/after moved/also && mv moved/after moved/third && renamed plan >/dev/null 2>&1; renamed work --quiet; renamed report' \
    '^2 differences; 4 of 4 files: 2 OK, 1 moved, 1 new$' 'MISSING'
expect "the copies can be removed" 0 'rm moved/also && mv moved/third moved/after && renamed plan >/dev/null 2>&1; renamed work --quiet; renamed list' '^  4 .* 2 differences: 1 missing, 1 moved; not accepted$'
expect "the path of the page is printed" 1 'renamed report --html -o moved.html' '^lanewise: the report is in moved\.html$'
expect "--html accepts the name of the page" 1 'rm moved.html; renamed report --html moved.html; code=$?; grep -c "<h1>" moved.html; exit $code' \
    '^lanewise: the report is in moved\.html$'
expect "the last name counts" 1 'renamed report --html moved.html --html last.html' '^lanewise: the report is in last\.html$'
expect "an option may follow --html" 1 'renamed report --html --job audit' '^lanewise: the report is in audit-run-4\.html$'
expect "two names of the page are rejected" 2 'renamed report --html moved.html -o other.html' '^lanewise: --output cannot be combined with --html FILE$'
expect "the manual shows that the name is optional" 0 'fleet man' '^.fB.-.-html.fR .fI\[FILE\].fR$'

# Files that moved with their folder are one line of the report. CSV and JSON list each of them.
mkdir -p moved/old/deep; for i in 1 2 3 4; do echo "one $i" >moved/old/$i; echo "two $i" >moved/old/deep/$i; done
expect "the files of a folder can be recorded" 0 'renamed plan --new-baseline >/dev/null 2>&1; renamed work --quiet; renamed report' 'Baseline recorded'
expect "list says which run accepted the damage" 0 'renamed list' '^  4 .* 2 differences: 1 missing, 1 moved; accepted by run 5$'
expect "the report of that run says so" 1 'renamed report --run 4' '^Accepted by run 5\.$' 'To accept'
expect "its page says so" 1 'renamed report --run 4 --html accepted.html; code=$?; cat accepted.html; exit $code' '<p class="note">Accepted by run 5\.</p>' 'To accept'
expect "its JSON output says so" 0 'renamed list --json' '"run":4,.*"acceptedBy":5[,}]'
mv moved/old moved/renamed
expect "a run that is not done does not say that files are missing" 1 'renamed plan >/dev/null 2>&1; renamed report' '^moved/old/deep/1: NOT FOUND YET \(may have moved\)$' 'MISSING'
expect "they are no differences yet" 1 'renamed report' '^Nothing is hashed so far; 0 of 11 files: 0 OK\. 8 files of run 5 are not found yet\.$'
expect "status counts them apart" 0 'renamed status' '^Not found   8 so far \(may have moved\)$' '^Missing'
expect "JSON counts them apart" 0 'renamed status --json' '"missing":0,.*"notFoundYet":8,.*"result":"UNFINISHED"'
expect "CSV has the same word" 1 'renamed report --csv' '^moved/old/1,NOT FOUND YET,[0-9a-f]{64},6,may have moved$'
expect "the page shows no difference" 1 'renamed report --html moved.html; code=$?; cat moved.html; exit $code' \
    '<dt>Not found</dt><dd><a href="#list-Missing">8 so far</a> <small>\(may have moved\)</small></dd>' '[^-]MISSING|class="bad"'
expect "its list of files has the same word" 0 'cat moved.html' '<td class="text">NOT FOUND YET</td><td class="text">may have moved</td>'
expect "all files of a renamed folder are one line" 0 'renamed work --quiet; renamed report | tail -n +2' '^8 files MOVED from moved/old/ to moved/renamed/$' ': MOVED'
expect "--all lists each file" 1 'renamed report --all | grep -c ": MOVED from moved/old/"; renamed report >/dev/null' '^8$'
expect "CSV lists each file" 1 'renamed report --csv | grep -c ",MOVED,.*,from moved/old/"; renamed report >/dev/null' '^8$'
expect "the page has one line for the folder" 1 'renamed report --html moved.html; code=$?; cat moved.html; exit $code' \
    '<summary><bdi>moved/renamed/</bdi> <span class="count"><span class="new" id="list-Moved">8 moved</span></span> from <bdi>moved/old/</bdi></summary>$'
expect "its lines name the files" 0 'cat moved.html' '<bdi>deep/1</bdi></th><td class="text new">MOVED</td><td class="text"></td>'
# On a terminal, many files in a folder are one line. In a file, each of them is a line, because programs read it.
folded() { fleet "$@" --catalogue folded.db; }
mkdir -p folded/a folded/b && for i in $(seq 30); do echo "$i" >folded/a/$i; done && echo 1 >folded/b/1 && echo 2 >folded/b/2
{ folded plan folded && folded work --quiet && rm -r folded/a && mkdir folded/c && touch folded/c/1 && echo x >folded/b/1 && folded plan && folded work --quiet; } >/dev/null 2>&1
expect "on a terminal, missing files are counted by folder" 1 'in_columns 80 report --catalogue folded.db | colorless; false' '^30 files MISSING in folded/a/$' ': MISSING'
expect "few files are listed one by one" 1 'in_columns 80 report --catalogue folded.db | colorless; false' '^folded/b/1: CHANGED'
expect "the report names the command that lists each file" 1 'in_columns 80 report --catalogue folded.db | colorless; false' "^  'lanewise fleet report --job audit --run 2 --csv --catalogue folded.db'\$"
expect "in a file, each file is a line" 1 'folded report | grep -c "^folded/a/.*: MISSING$"; folded report >/dev/null' '^30$'
expect "-o writes each file on a line" 1 'in_columns 80 report --catalogue folded.db -o folded.txt; grep -c "^folded/a/.*: MISSING$" folded.txt; false' '^30$'
# Thirty folders were renamed, and a file in a folder that follows them is damaged. The page shows 20 folders.
many() { fleet "$@" --catalogue many.db; }
mkdir -p many/z && echo intact >many/z/damaged && for f in $(seq 30); do mkdir many/old$f; for i in 1 2 3 4 5; do echo "$f $i" >many/old$f/$i; done; done
{ many plan many && many work --quiet; for f in $(seq 30); do mv many/old$f many/new$f; done; echo damaged >many/z/damaged; many plan && many work --quiet; } >/dev/null 2>&1
expect "many renamed folders do not hide a changed file" 1 'many report --html many.html; code=$?; cat many.html; exit $code' '<bdi>damaged</bdi></th><td class="text bad">CHANGED</td>'
expect "the page counts the folders that it does not show" 0 'cat many.html' 'other folders: <span class="new">[0-9]+ moved</span>\.</p>'
# A folder without files left is in the report, even if more than 20 folders contain changed files.
hidden() { fleet "$@" --catalogue hidden.db; }
mkdir -p hidden/gone && for i in 1 2 3 4 5; do echo $i >hidden/gone/$i; done && for f in $(seq 25); do mkdir hidden/f$f; echo $f >hidden/f$f/one; done
{ hidden plan hidden && hidden work --quiet; for f in $(seq 25); do echo x >hidden/f$f/one; done; rm -r hidden/gone; hidden plan && hidden work --quiet; } >/dev/null 2>&1
expect "many folders with changed files do not hide missing files" 1 'hidden report --html hidden.html; code=$?; cat hidden.html; exit $code' '<bdi>5</bdi></th><td class="text bad">MISSING</td>' 'files \(missing\) are named'
expect "the settings have the singular" 1 'many plan many --range-files 1 --tries 1 >/dev/null 2>&1; many work --quiet; many report --html many.html; code=$?; cat many.html; exit $code' '<dd>after 1 failed try</dd>'
expect "plan says that a run has other filters than its baseline" 0 'many plan many --include "*1" 2>&1' '^lanewise: the filters are not those of run [0-9]+, so files that only one of the runs contains count as missing or new; --new-baseline compares with nothing$'
expect "plan says where a rate is set" 2 'many plan --rate 1M' 'fleet work --rate'
expect "the history of a moved file under its earlier name has the new name" 0 'renamed report --history moved/old/deep/1' '^6  .*  MOVED       to moved/renamed/deep/1$'
expect "the first file also has its new name" 0 'renamed report --history moved/before' '^2  .*  MOVED       to moved/after$'
expect "the history of a missing file says so" 0 'renamed report --history moved/none' '^2  .*  MISSING$'
expect "the history of a moved file has its earlier name" 0 'renamed report --history moved/renamed/deep/1' '^6  .*  MOVED       [0-9a-f]{64}  from moved/old/deep/1$'

# ---- suggested commands ----
hints() { (unset LANEWISE_FLEET_CATALOGUE; fleet "$@" --catalogue 'the hints.db'); }
of="--catalogue 'the hints.db'"
mkdir hinted; echo 1 >hinted/a; echo 2 >hinted/b
expect "a catalogue with one job can be made" 0 'hints plan hinted --job only && hints work --quiet && rm hinted/b && hints plan --job only && hints work --quiet'
expect "plan without --job plans the only job" 0 'hints plan' "^Run 3 of job 'only', compared with run 2: 1 found"
hints work --quiet
expect "plan without --job plans the only job with these sources" 0 'hints plan hinted' "^Run 4 of job 'only', compared with run 3: 1 found"
expect "other sources without --job are a new job" 0 'mkdir unhinted; hints plan unhinted && hints forget audit --yes' "^Run 1 of job 'audit': 0 found"
hints work --quiet
expect "the report names the catalogue" 1 'hints report' "'lanewise fleet report --job only --run 2 $of' lists them\.\$"
accept="To accept the files as they are now:" restore="Restore damaged files from a backup\."
expect "its page names the catalogue" 0 'hints report --html -o hints.html; sed "s/<[^>]*>//g; s/&#39;/\x27/g" hints.html' "^$restore $accept lanewise fleet plan --job only --new-baseline $of\$"
expect "the report says how to accept the files" 1 'hints report' "^$restore $accept 'lanewise fleet plan --job only --new-baseline $of'\$"
expect "list says to restore damaged files" 0 'hints list' "^$restore\$"
expect "list says how to accept the files" 0 'hints list' "^$accept lanewise fleet plan --job only --new-baseline $of\$"
expect "a missing run names the catalogue" 1 'hints status --run 9' "'lanewise fleet list --job only $of' names its runs\$"
expect "a missing job names the catalogue" 1 'hints status --job no' "'lanewise fleet list $of' names the jobs\$"
expect "forget names the catalogue" 1 'hints forget no --yes' "'lanewise fleet list $of' names the jobs\$"
expect "work without work names the catalogue" 0 'hints work' "'lanewise fleet list $of' shows the results\$"
expect "a missing file names the catalogue" 1 'hints report --history no' "'lanewise fleet report --job only --manifest $of' lists the names\$"
expect "a second job can be planned" 0 'hints plan hinted --job second'
for form in status report "report --csv" "report --run 1"; do
    expect "$form says which of two jobs it has selected" "$([ "$form" = status ]; echo $?)" "hints $form" "^lanewise: job 'second', the newest of 2 jobs; --job selects another job\$"
done
expect "nothing is said if the job is named" 1 'hints report --job only' 'OK since' 'the newest of'
expect "plan without --job lists several jobs" 2 'hints plan' "^lanewise: there are several jobs: name one of them with --job: second, only\$"
expect "after a new baseline, the report of an earlier run says that its damage is accepted" 0 \
    '{ hints plan --job only --new-baseline && hints work --job only --quiet; } >/dev/null 2>&1; hints report --job only --run 3' '^Accepted by run 5\.$' 'Nobody has accepted'

# ---- a run whose files are still being listed ----
mkdir growing; echo 1 >growing/a; echo 2 >growing/b
growing() { fleet "$@" --catalogue growing.db --job growing; }
expect "a first run can be completed" 0 'growing plan growing && growing work --quiet'
rm growing/b
expect "a second run without one file can be completed" 0 'growing plan --against-last growing && growing work --quiet'
expect "the report says that the file is missing" 1 'growing report' 'b: MISSING'
LANEWISE_FLEET_CATALOGUE=growing.db ask_catalogue 'update job set state = 0 where run = 2'
expect "a run reports no missing files before its plan is complete" 0 'growing report | grep -c MISSING; true' '^0$'
expect "the report says that the run is not done" 1 'growing report' 'is not done'
finish
