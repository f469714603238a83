#!/usr/bin/env bash
# Tests the page of an audit in headless Chromium while the audit runs. Also tests the report as a file, requests that the server
# must reject or survive, and metrics over OTLP. With PostgreSQL, the script also tests the page's queries, and that the page
# survives a failure of the database.
#
# Usage: tests/Fleet/page.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/servers.sh.inc"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/scenario.sh.inc"
cd "$work" || exit 1
need_program node "Node.js"
need_program python3 "Python"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)

# ---- two runs; the second one is watched ----

export LANEWISE_FLEET_CATALOGUE=$work/fleet.db
mkdir data
for i in $(seq -w 0 299); do head -c 20000 /dev/urandom >"data/f$i"; done
for name in '<img src=x onerror=hacked=1>' '&lt;b&gt;' $'\xff and\n\x1b[31mmore' $'turned \xe2\x80\xae round'; do echo a >"data/$name"; done
ln -s /nowhere data/dangling
expect "a first run can be completed" 0 'fleet plan data --range-files 10 && fleet work --quiet'
for name in '<img src=x onerror=hacked=1>' '&lt;b&gt;' $'\xff and\n\x1b[31mmore' $'turned \xe2\x80\xae round' f005 f006; do echo b >>"data/$name"; done
rm data/f007
echo new >data/zzz
expect "a second run can be planned" 0 'fleet plan'

# ---- usage errors ----

expect "an invalid address is rejected" 2 'fleet serve --listen here' "invalid --listen: 'here': it must be an address"
expect "IPv6 without brackets is rejected" 2 'fleet serve --listen ::1:80' 'invalid --listen'
expect "an invalid port is rejected" 2 'fleet serve --listen 127.0.0.1:70000' 'invalid --listen'
expect "an address of another machine is rejected" 1 'fleet serve --listen 192.0.2.1:8080' 'cannot listen on 192.0.2.1:8080'
expect "a missing job is reported" 1 'fleet serve --job nothing' "there is no job 'nothing'"
expect "a missing catalogue is reported" 1 'fleet serve --catalogue nowhere.db' "no such catalogue; 'lanewise fleet plan SOURCE --catalogue nowhere.db' makes one"
for command in plan work status serve report list forget; do
    expect "fleet $command --help fits 80 columns" 0 "fleet $command --help" 'Usage:' '^.{81}'
done
# The name of a source may exceed the line length, so it is printed at the end of its line.
expect "status fits 40 columns" 0 'fleet status' '0 of 305$' '^.{41}'

# Another process keeps the write lock for a long time.
python3 -c 'import sqlite3, sys, time
catalogue = sqlite3.connect("fleet.db", isolation_level=None)
catalogue.execute("begin immediate")
print("locked", flush=True)
time.sleep(1000)' >locked &
writer=$!
wait_for 180 '[ -s locked ]'
expect "readers do not wait for writers" 0 'timeout 180 "$lanewise" fleet status && timeout 180 "$lanewise" fleet report >/dev/null || [ $? -eq 1 ]'
kill $writer
wait $writer 2>/dev/null

# ---- in the browser, during the audit ----

if [ -z "$browser" ]; then skip "Chromium is not installed"; else
    LC_ALL=C.UTF-8 timeout 300 node "$here/page.mjs" "$lanewise" "$browser" "$work" >"$work/out" 2>"$work/err"
    while IFS= read -r line; do
        case $line in
            'ok '*) pass ;;
            'bad '*) fail "${line#bad }" ;;
            '# '*) echo "${line#\# }" ;;
        esac
    done <"$work/out"
    grep -qx 'end of list' "$work/out" || fail "the test of the page ended early: $(tail -n 3 "$work/err")"
fi

# ---- metrics ----

# receive: runs a collector, which writes to $work/metrics.
receive() {
    : >"$work/port"
    python3 "$here/page-otlp.py" "$work/metrics" >"$work/port" &
    collector=$!
    wait_for 180 "[ -s '$work/port' ]"
    otlp=http://127.0.0.1:$(<"$work/port")
}
metric() { grep -E "^$1( |$)" "$work/metrics" | awk '{ print $NF }'; }

receive
expect "a job for metrics can be completed" 0 'fleet plan --job counted data --range-files 10 && fleet work --job counted --quiet'
echo more >>data/f010; mv data/f011 data/yyy
expect "its next run can be planned" 0 'fleet plan --job counted && fleet plan --job counted2 data -a md5'
expect "a worker can send metrics" 0 \
    "OTEL_EXPORTER_OTLP_ENDPOINT=$otlp OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf fleet work --job counted --name one --quiet"
changed=$(metric 'lanewise.fleet.files \{file\} lanewise.fleet.job=counted,lanewise.fleet.result=changed')
new=$(metric 'lanewise.fleet.files \{file\} lanewise.fleet.job=counted,lanewise.fleet.result=new')
good=$(metric 'lanewise.fleet.files \{file\} lanewise.fleet.job=counted,lanewise.fleet.result=ok')
bad=$(metric 'lanewise.fleet.files \{file\} lanewise.fleet.job=counted,lanewise.fleet.result=unreadable')
ranges=$(metric 'lanewise.fleet.ranges \{range\} lanewise.fleet.job=counted,lanewise.fleet.outcome=done')
bytes=$(metric 'lanewise.fleet.bytes By lanewise.fleet.job=counted')
read=$(metric 'lanewise.fleet.read By lanewise.fleet.job=counted')
if [ "$read" = "$bytes" ]; then pass; else fail "metrics: $read bytes were read, $bytes committed"; fi
# A worker cannot know that a new file was moved, because that is known only at the end.
wanted=$(number counted good)/$(number counted changed)/$(($(number counted new) + $(number counted moved)))/$(number counted unreadable)/$(number counted doneRanges)
wanted+=/$(number counted doneBytes)
if [ "$good/$changed/$new/$bad/$ranges/$bytes" = "$wanted" ] && [ "$good/$changed/$new/$bad" = 302/1/1/1 ]; then pass; else
    fail "metrics: $good/$changed/$new/$bad/$ranges/$bytes; $(fleet status --job counted --json | head -n 1)"
fi
# The terminal, the page and both JSON outputs must have the same counts in the same order. The values in the plot must add up
# to the total.
same_facts() {
    local form
    fleet status --job counted 2>/dev/null | sed -n '2,/^Source/p' | sed '$d' >shown
    fleet status --job counted --json >status.jsonl
    fleet report --job counted --html counted.html
    sed -n '/id="numbers">/,/<.script>/p' counted.html >numbers
    for form in "page counted.html" "json status.jsonl" "json numbers"; do
        # shellcheck disable=SC2086
        python3 "$here/page-facts.py" $form >counted
        if [ "${form%% *}" = page ]; then grep -vE '^(Result|Done|Ended|Run [0-9]+ had) ' shown >wanted; else grep -v '^Ended ' shown >wanted; fi
        if [ "$(wc -l <wanted)" -ge 4 ] && cmp -s wanted counted; then pass; else fail "the numbers differ in $form"; diff wanted counted; fi
    done
}
same_facts
# If a job has several sources, the page must have the same numbers for each source as the JSON, including the missing files.
mkdir one two && touch one/a one/b two/a
{ fleet plan one two --job both && fleet work --job both --quiet && rm one/a && touch two/b && fleet plan --job both && fleet work --job both --quiet; } >/dev/null 2>&1
fleet report --job both --html both.html 2>/dev/null
wanted=$(fleet status --job both --json | sed -n 's/^{"source":.*"changed":\([0-9]*\),"moved":0,"missing":\([0-9]*\),"new":\([0-9]*\),"unreadable":\([0-9]*\),.*/\1 \2 \4 \3/p' | paste -sd ' ')
shown=$(sed -n '/id="sources"/,/<.table>/p' both.html | grep -oE 'data-title="(Changed|Missing|New|Unreadable)">[0-9]*' | sed 's/.*>//' | paste -sd ' ')
if [ "$shown" = "$wanted" ] && [ "$shown" = "0 1 0 0 0 0 0 1" ]; then pass; else fail "the page has the sources' numbers as '$shown', JSON as '$wanted'"; fi
expect "the report lists the moved file with its earlier name" 0 "grep 'yyy' counted.html" 'MOVED.*from <bdi>data/f011<'
expect "the lines fit a terminal of 40 columns" 0 'cat shown' '^Moved       1$' '^.{41}'
bytes=$(sed -n 's/^{"throughput":.*"bytes":\([0-9]*\)}/\1/p' numbers | awk "{ sum += \$1 } END { print sum }")
if [ "$bytes" = "$(number counted doneBytes)" ]; then pass; else fail "throughput of $bytes bytes, $(number counted doneBytes) done"; fi
for histogram in range commit; do
    # The metrics include a count and a sum of seconds.
    if grep -qE "^lanewise.fleet.$histogram.duration s lanewise.fleet.job=counted $ranges [0-9]+\.[0-9]+$" "$work/metrics"; then pass; else
        fail "metrics: no $histogram.duration of $ranges ranges"
    fi
done
expect "the metrics contain the instance's ID" 0 "cat $work/metrics" '^resource service.instance.id one$'
expect "the metrics contain the service's name" 0 "cat $work/metrics" '^resource service.name lanewise-fleet$'
kill $collector
wait $collector 2>/dev/null
expect "a missing collector does not stop a run" 0 \
    "fleet plan --job counted && OTEL_EXPORTER_OTLP_ENDPOINT=$otlp OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf fleet work --job counted --quiet"
# No file changes after the run with the damage.
mv data/dangling dangling
mkfifo data/pipe
expect "the next run can be completed" 0 'fleet plan --job counted && fleet work --job counted --quiet'
mv dangling data
expect "the result names the run with the damage" 0 'fleet status --job counted' '^Result      OK since run 2$'
expect "the result counts the pipe apart from the other files" 0 'fleet status --job counted' '^Skipped     1$'
same_facts
rm data/pipe
if [ -e /proc/self/maps ] && ! file -L "$tool" 2>/dev/null | grep -q 'statically\|shell script'; then
    worker --job counted2 --rate 1M --name unasked
    unasked=$!
    wait_for 180 'fleet status --job counted2 --json | grep unasked'
    if grep -q '^' "/proc/$unasked/maps" && ! grep -qi 'OpenTelemetry' "/proc/$unasked/maps"; then pass; else
        fail "a worker without metrics has loaded the metrics code"
    fi
    kill -9 $unasked
    wait $unasked 2>/dev/null
fi

# ---- over PostgreSQL: one query serves all viewers, and the database may become unavailable ----

start_postgres
export PGPASSFILE=$postgres_passfile
export LANEWISE_FLEET_CATALOGUE="Host=$postgres_host;Port=$postgres_port;Database=lanewise;Username=lanewise;SSL Mode=VerifyFull;Root Certificate=$servers/authority.pem"
expect "a job in PostgreSQL can be planned" 0 'fleet plan data --range-files 10 && fleet work --quiet && fleet report --html -o pg.html; fleet plan'
# fleet serve must not require write permission.
sql "create role looker; grant select on all tables in schema public to looker" || fail "the separate role cannot be created"
export LANEWISE_FLEET_CATALOGUE="$LANEWISE_FLEET_CATALOGUE;Options=-c role=looker"
expect "a user with read permission can view the page" 0 'fleet status' '0 of 305'
expect "a user with read permission cannot plan" 1 'fleet plan data --job other' 'permission denied'
"$lanewise" fleet serve --listen 127.0.0.1:0 >"$work/address" 2>"$work/serve.err" &
serve=$!
wait_for 180 "[ -s '$work/address' ]"
page=$(<"$work/address")
# look VIEWERS: starts VIEWERS viewers of the page, which run until $viewers is killed.
look() {
    node -e 'for (let i = 0; i < process.argv[2]; i++) fetch(process.argv[1] + "events").then(async r => { for await (const _ of r.body); })
        setTimeout(() => {}, 1e7)' "$page" "$1" 2>/dev/null &
    viewers=$!
}
# questions VIEWERS SECONDS: prints the number of database transactions in SECONDS with this number of viewers.
questions() {
    local before
    look "$1"
    sleep 1.5
    before=$(transactions)
    sleep "$2"
    echo $(($(transactions) - before))
    kill $viewers
    wait $viewers 2>/dev/null
}
transactions() { sql "select xact_commit from pg_stat_database where datname = 'lanewise'" postgres; }
nobody=$(questions 0 5)
# A single viewer causes repeated queries, whose rate depends on the machine.
look 1
before=$(transactions) from=$SECONDS
wait_for 180 '[ $(($(transactions) - before)) -gt $((nobody + 4)) ]' && pass || fail "an open page does not query the catalogue"
one=$(($(transactions) - before)) span=$((SECONDS - from + 1))
kill $viewers
wait $viewers 2>/dev/null
many=$(questions 30 $span)
echo "transactions: $nobody in 5 s without viewers; $one in $span s with one viewer, and $many with thirty viewers"
if [ "$nobody" -le 8 ]; then pass; else fail "the catalogue gets $nobody queries without viewers"; fi
if [ "$many" -le $((one * 5 + 50)) ]; then pass; else fail "queries of the catalogue: $many with thirty viewers, $one with one viewer"; fi
# Each process of the PostgreSQL server leads a separate process group.
mapfile -t backends < <(pgrep -P "$(<"$servers/postgres.pid")")
kill -STOP "${backends[@]}"
wait_for 180 "node -e 'fetch(process.argv[1]).then(r => r.text()).then(t => process.exit(/The catalogue does not answer. This page shows/.test(t) ? 0 : 1))' $page" && pass ||
    fail "the page does not report that PostgreSQL does not answer"
timeout 180 node -e 'fetch(process.argv[1]).then(async r => { let all = ""; for await (const text of r.body.pipeThrough(new TextDecoderStream()))
    if (/does not answer/.test(all += text)) process.exit(0); })' "${page}events" && pass || fail "viewers are not told that PostgreSQL does not answer"
kill -CONT "${backends[@]}"
wait_for 180 "node -e 'fetch(process.argv[1]).then(r => r.text()).then(t => process.exit(/id=\"trouble\"[^>]*><.div>/.test(t) ? 0 : 1))' $page" && pass ||
    fail "the page does not continue when PostgreSQL answers again"
# No version of lanewise could have written this row. The page and one log line must report this, and the server must repeat the
# query.
sql "update job set created = created + 9000000000000000000 where id = (select max(id) from job)"
wait_for 180 "node -e 'fetch(process.argv[1]).then(r => r.text()).then(t => process.exit(/The catalogue has been unreadable since/.test(t) ? 0 : 1))' $page" && pass ||
    fail "the page does not report an unreadable row"
sql "update job set created = created - 9000000000000000000 where id = (select max(id) from job)"
wait_for 180 "node -e 'fetch(process.argv[1]).then(r => r.text()).then(t => process.exit(/id=\"trouble\"[^>]*><.div>/.test(t) ? 0 : 1))' $page" && pass ||
    fail "the page does not continue after the row is corrected"
if [ "$(grep -c 'a row of the catalogue has a value that lanewise does not write' "$work/serve.err")" -eq 1 ]; then pass; else
    fail "the server reported: $(head -n 5 "$work/serve.err")"
fi
kill_server postgres
wait_for 180 "node -e 'fetch(process.argv[1]).then(r => r.text()).then(t => process.exit(/The catalogue has been unavailable since/.test(t) ? 0 : 1))' $page" && pass ||
    fail "the page does not report that PostgreSQL is unavailable"
start_postgres
wait_for 180 "node -e 'fetch(process.argv[1]).then(r => r.text()).then(t => process.exit(/id=\"trouble\"[^>]*><.div>/.test(t) && /0 of 305/.test(t) ? 0 : 1))' $page" && pass ||
    fail "the page does not continue when PostgreSQL is back"
if [ "$(grep -c 'away\|cannot be reached' "$work/serve.err")" -eq 1 ] && grep -q 'is back' "$work/serve.err"; then pass; else
    fail "the server reported: $(head -n 5 "$work/serve.err")"
fi
kill $serve
wait $serve
[ $? -eq 143 ] && pass || fail "SIGTERM does not end the server in an orderly way"
finish
