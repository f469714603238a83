#!/usr/bin/env bash
# Tests that audits with PostgreSQL and with RabbitMQ survive failures. After each failure, the manifest must equal the output of
# `sum -r`, and the catalogue must contain no duplicates.
#
# Usage: tests/Fleet/survive.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/faults.sh.inc"
. "$(dirname "$0")/scenario.sh.inc"
start_network || skip "partitions: $refusal"
if small_disk 160; then postgres_data=$servers/small/postgres; else skip "a full disk: $refusal"; fi
start_postgres
cd "$work" || exit 1
export PGPASSFILE=$postgres_passfile
export LANEWISE_FLEET_CATALOGUE="Host=$postgres_host;Port=$postgres_port;Database=lanewise;Username=lanewise;Root Certificate=$servers/authority.pem;SSL Mode=VerifyFull"

mkdir -p data/deep
for i in $(seq 1 250); do head -c $((i * 20)) /dev/urandom >"data/f$i"; done
for i in $(seq 1 100); do echo "$i" >"data/deep/g$i"; done
head -c 1200001 /dev/urandom >data/large

events() { sql "select count(*) from event e join job j on j.id = e.job where j.name = '$1' and e.kind = '$2'"; }
# begin JOB RATE [LEASE]: plans a job and starts the worker $victim. Returns when the first ranges are
# done.
begin() {
    fleet plan --job "$1" data --range-files 10 --part-bytes 1M >/dev/null || fail "$1: no plan"
    worker --job "$1" --rate "$2" --lease "${3:-3}"
    victim=$!
    wait_for 180 "[ \"\$(number $1 doneRanges)\" -gt 1 ]" || fail "$1: the worker does nothing"
}
# others JOB: lets other workers finish the job.
others() { expect "other workers complete the job $1" 0 "timeout 300 \"\$lanewise\" fleet work --job $1 --quiet --lease 3"; }
# survived JOB: checks that no result of the job is missing, wrong or duplicated.
survived() {
    is_manifest "$1" "$1" data
    local rows
    rows=$(sql "select count(*) || ' ' || count(distinct item) from result r join job j on j.id = r.job where j.name = '$1'")
    if [ "${rows% *}" = "${rows#* }" ]; then pass; else fail "$1: results and items: $rows"; fi
    rows=$(sql "select sum(files) || ' ' || sum(good) from range r join job j on j.id = r.job where j.name = '$1'")
    if [ "$rows" = "351 351" ]; then pass; else fail "$1: number of files in ranges, and number of good files: $rows"; fi
}

# After all workers are killed with kill -9, the next worker must wait until their leases end, and then continue.
begin all 100K; first=$victim
worker --job all --rate 100K --lease 3
kill -9 "$first" $!; wait "$first" $! 2>/dev/null
others all
survived all
expect "the report mentions the takeover" 0 'fleet report --job all' 'taken over'

# This test kills, stops and restarts the database while two workers run.
begin base 300K
worker --job base --rate 300K --lease 3; second=$!
kill_postgres; sleep 1; start_postgres
wait_for 180 '[ "$(number base doneRanges)" -gt 8 ]' || fail "nothing continues after kill -9 of the database"
stop_postgres; sleep 0.5; start_postgres
wait $victim && wait $second || fail "a worker did not survive a failure of the database: $(tail -n 2 workers)"
survived base
if grep -q 'waiting for the catalogue' workers; then pass; else fail "no worker reports that the database is unavailable"; fi

# A worker that is suspended for longer than its lease commits too late.
begin stopped 100K
kill -STOP $victim
others stopped
kill -CONT $victim; wait $victim || fail "the stopped worker failed: $(tail -n 2 "$work/workers")"
survived stopped
if [ "$(events stopped 'taken over')" -gt 0 ]; then pass; else fail "nothing was taken over from a stopped worker"; fi

# A worker is suspended inside a transaction. The server ends the transaction after 30 seconds, and the worker tries again.
# Before the worker is suspended, another session locks the rows that its heartbeat renews, so the worker stays in the
# transaction.
sessions() { sql "select count(*) from pg_stat_activity where application_name = 'lanewise fleet' and $1"; }
begin asleep 100K
sql "select id from range where state = 1 for update; select pg_sleep(600)" >>locks 2>&1 &
wait_for 180 "[ \"\$(sessions \"wait_event_type = 'Lock'\")\" -gt 0 ]" || fail "no heartbeat waits for a lock"
kill -STOP $victim
sql "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(600)%' and pid <> pg_backend_pid()" >>locks
wait_for 180 "[ \"\$(sessions \"state = 'idle in transaction'\")\" -gt 0 ]" || fail "the stopped worker is in no transaction"
wait_for 180 "[ \"\$(sessions \"state = 'idle in transaction'\")\" -eq 0 ]" || fail "the server does not end the transaction"
kill -CONT $victim; wait $victim || fail "a worker did not survive the end of its transaction: $(tail -n 2 workers)"
survived asleep

# apart JOB: disconnects a worker from the network. The other workers must not wait for it. After it is reconnected, its results
# must not change anything.
apart() {
    where=in_network begin "$1" 100K
    cut_network
    others "$1"
    heal_network
    wait $victim || fail "$1: the disconnected worker did not finish: $(tail -n 2 workers)"
    survived "$1"
    if [ "$(events "$1" 'taken over')" -gt 0 ]; then pass; else fail "$1: nothing was taken over from the disconnected worker"; fi
}
if [ -n "${network_host:-}" ]; then
    apart parted
    # A short disconnection must have no effect.
    where=in_network begin moment 1M 20
    cut_network; sleep 1; heal_network
    wait $victim || fail "the worker failed after a short disconnection: $(tail -n 2 workers)"
    survived moment
    if [ "$(events moment 'taken over')" -eq 0 ]; then pass; else fail "a short disconnection causes takeovers"; fi
fi

# In this test, the disk of the database becomes full, and space becomes available again later.
if [ "${postgres_data%/small/postgres}" != "$postgres_data" ]; then
    begin full 300K
    keep workers
    : >workers
    fill_disk
    wait_for 180 'grep -q "waiting for the catalogue" workers' && pass || fail "no worker reports that the disk is full"
    grep -qE 'No space left|could not (extend|write)|catalogue' workers && pass || fail "no worker reports the reason"
    free_disk
    is_running postgres || start_postgres
    wait $victim || fail "the worker did not survive the full disk: $(tail -n 2 workers)"
    survived full
fi

# The test adds three problematic files: an unreadable file, a file that disappears, and a sparse file of 1 TiB that is
# truncated while it is read.
ln -s /proc/self/mem data/unreadable; echo vanishes >data/vanishes; truncate -s 1T data/huge
fleet plan --job poison data --range-files 10 >/dev/null
rm data/vanishes
worker --job poison --lease 3; victim=$!
wait_for 300 '[ "$(sql "select count(*) from part where value is not null")" -gt 2 ]' || fail "no part of the large file is done"
peak=$(awk '/VmHWM/ { print $2 }' /proc/$victim/status)
if [ "$peak" -lt 400000 ]; then pass; else fail "$peak KiB of memory"; fi
truncate -s 1M data/huge
wait $victim || fail "the worker did not survive the problem files: $(tail -n 2 workers)"
expect "an unreadable file is reported" 1 'fleet report --job poison' 'data/unreadable: UNREADABLE \(Input/output error\)'
expect "a file that disappears is reported" 1 'fleet report --job poison' 'data/vanishes: UNREADABLE \(No such file or directory\)'
expect "a file that is truncated is reported" 1 'fleet report --job poison' 'data/huge: UNREADABLE \((its length has changed|it became shorter|it changed)'
expect "all other files are recorded" 1 'fleet report --job poison' ' 351 recorded, 3 unreadable'
rm data/huge data/unreadable
is_manifest "poison" poison data

# If a worker that uses a broker is disconnected, other workers must take over the ranges in the messages that it has received.
if [ -n "${network_host:-}" ]; then
    start_broker
    export SSL_CERT_FILE=$servers/authority.pem LANEWISE_FLEET_BROKER=amqps://lanewise@$broker_host:$broker_port
    export LANEWISE_FLEET_BROKER_PASSWORD_FILE=$broker_password_file
    apart brought
fi
finish
