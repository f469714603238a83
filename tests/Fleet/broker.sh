#!/usr/bin/env bash
# Tests audits that distribute their ranges through RabbitMQ, with the catalogue in PostgreSQL. Both servers are killed
# during a run.
#
# Usage: tests/Fleet/broker.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
# ./test: long
. "$(dirname "$0")/servers.sh.inc"
. "$(dirname "$0")/scenario.sh.inc"
start_postgres
start_broker
cd "$work" || exit 1
export SSL_CERT_FILE=$servers/authority.pem PGPASSFILE=$postgres_passfile
export LANEWISE_FLEET_CATALOGUE="Host=$postgres_host;Port=$postgres_port;Database=lanewise;Username=lanewise;Root Certificate=$servers/authority.pem;SSL Mode=VerifyFull"
export LANEWISE_FLEET_BROKER=amqps://lanewise@$broker_host:$broker_port LANEWISE_FLEET_BROKER_PASSWORD_FILE=$broker_password_file

# messages QUEUE-PATTERN: prints the number of delivered and undelivered messages in matching queues.
messages() { broker_control list_queues name messages --no-table-headers | awk -v name="^$1" '$1 ~ name { sum += $2 } END { print sum + 0 }'; }
# events JOB KIND
events() { sql "select count(*) from event e join job j on j.id = e.job where j.name = '$1' and e.kind = '$2'"; }

mkdir -p data/deep
for i in $(seq 1 400); do head -c $((i * 20)) /dev/urandom >"data/f$i"; done
for i in $(seq 1 100); do echo "$i" >"data/deep/g$i"; done
head -c 2000001 /dev/urandom >data/large

# The planner fills the queue, and workers empty it.
expect "a job with 501 files can be planned" 0 'fleet plan --job a data --range-files 10 --part-bytes 1M' '501 found'
ranges=$(sql 'select count(*) from range')
if wait_for 180 '[ "$(messages lanewise.job)" -eq "$ranges" ]'; then pass; else fail "$(messages lanewise.job) messages for $ranges ranges"; fi
if broker_control list_queues name type durable --no-table-headers | grep -E '^lanewise' | grep -qvE 'quorum\s+true'; then
    fail "a queue does not survive a restart"; else pass; fi
worker --job a; worker --job a; worker --job a
wait
if [ -s "$work/workers" ]; then fail "the workers reported: $(head -n 3 "$work/workers")"; else pass; fi
is_manifest "three workers" a data
if wait_for 180 '[ "$(messages lanewise)" -eq 0 ]'; then pass; else fail "$(messages lanewise) messages are left"; fi
if [ "$(events a 'taken over')" -eq 0 ] && [ "$(events a 'came too late')" -eq 0 ]; then pass; else fail "work was done twice"; fi

# If messages are lost, workers must find the ranges in the catalogue. Duplicate messages must have no effect.
expect "a job whose messages will be lost can be planned" 0 'fleet plan --job lost data --range-files 50'
broker_control purge_queue "lanewise.job.$(sql "select id || '.' || created from job where name = 'lost'")" >/dev/null
expect "work completes the job without messages" 0 'fleet work --job lost --quiet'
is_manifest "lost messages" lost data

# A password must not appear on a command line or cross a network unencrypted.
expect "a password on the command line is rejected" 2 'fleet work --job a --broker amqps://lanewise:secret@127.0.0.1' 'LANEWISE_FLEET_BROKER_PASSWORD' 'secret'
expect "a remote broker without TLS is rejected" 1 'fleet plan --job b data --broker amqp://lanewise@example.com' 'needs amqps'
expect "a wrong password is reported" 1 'LANEWISE_FLEET_BROKER_PASSWORD=wrong fleet plan --job wrong data' 'password is wrong' ' wrong '
expect "an unknown certificate authority is rejected" 1 'SSL_CERT_FILE=/etc/ssl/certs/none fleet plan --job c data' 'certificate'
expect "a missing password is reported" 1 'env -u LANEWISE_FLEET_BROKER_PASSWORD_FILE "$lanewise" fleet plan --job d data' 'LANEWISE_FLEET_BROKER_PASSWORD'

# After a worker is killed with kill -9, another worker must receive its messages, and must wait until the lease of the killed
# worker ends.
expect "a job whose worker is killed can be planned" 0 'fleet plan --job killed data --range-files 20'
worker --job killed --rate 50K --lease 3
victim=$!
wait_for 180 '[ "$(number killed doneRanges)" -gt 1 ]' || fail "the worker does nothing"
kill -9 $victim; wait $victim 2>/dev/null
expect "another worker completes the job after kill -9" 0 'timeout 180 "$lanewise" fleet work --job killed --quiet --lease 3'
is_manifest "after kill -9 of a worker" killed data
expect "the report mentions the takeover" 0 'fleet report --job killed' 'taken over'

# Kills the broker with -9 in the middle of the run. The workers must continue without it, and must use it again once it is
# available. One worker is killed while the broker is down, and the other after it has reconnected. A new worker then completes
# the job.
expect "a job whose broker is killed can be planned" 0 'fleet plan --job gone data --range-files 10'
keep workers
: >workers
worker --job gone --rate 300K --lease 3; first=$!
worker --job gone --rate 50K --lease 3; second=$!
wait_for 180 '[ "$(number gone doneRanges)" -gt 2 ]' || fail "the workers do nothing"
kill_broker
now=$(number gone doneRanges)
if wait_for 180 '[ "$(number gone doneRanges)" -gt $((now + 3)) ]'; then pass; else fail "nothing continues without a broker"; fi
if grep -q 'continuing without the broker' workers; then pass; else fail "no worker reports that the broker is unavailable"; fi
kill -9 $first; wait $first 2>/dev/null
# The second worker is suspended until the broker runs again. Otherwise, no work would be left if the broker started slowly.
kill -STOP $second
start_broker
kill -CONT $second
wait_for 180 'grep -q "the broker is back" workers' && pass || fail "the workers do not reconnect to the broker"
kill -9 $second; wait $second 2>/dev/null
worker --job gone --lease 3
wait $! || fail "the last worker failed"
is_manifest "after kill -9 of the broker" gone data

# A broker that does not respond must not delay a worker for long.
signal_server broker STOP
expect "planning continues if the broker does not answer" 0 'timeout 180 "$lanewise" fleet plan --job hung data --range-files 10' 'continuing without the broker'
expect "work continues if the broker does not answer" 0 'timeout 180 "$lanewise" fleet work --job hung --quiet' 'continuing without the broker'
signal_server broker CONT
is_manifest "a broker that does not answer" hung data

# This test kills the database during the run.
expect "a job whose database is killed can be planned" 0 'fleet plan --job base data --range-files 10'
worker --job base --rate 500K --lease 10; first=$!
wait_for 180 '[ "$(number base doneRanges)" -gt 1 ]' || fail "the worker does nothing"
kill_postgres
sleep 1
start_postgres
wait $first || fail "the worker did not survive a failure of the database: $(tail -n 2 workers)"
is_manifest "after kill -9 of the database" base data
if [ "$(events base 'came too late')" -eq 0 ]; then pass; else fail "work was done twice"; fi

# If every worker fails on a range, its message becomes a dead letter and the catalogue marks the range as given up.
truncate -s 256G data/poison
expect "a job with a failing range can be planned" 0 'fleet plan --job dead data/poison --tries 2 -a md5'
for attempt in 1 2; do
    worker --job dead --lease 1; victim=$!
    wait_for 180 "[ \"\$(sql \"select count(*) from range r join job j on j.id = r.job where j.name = 'dead' and r.tries = $attempt\")\" -eq 1 ]" ||
        fail "attempt $attempt does not begin"
    sleep 0.3
    kill -9 $victim; wait $victim 2>/dev/null
done
expect "the range is given up after two tries" 0 'timeout 180 "$lanewise" fleet work --job dead --quiet --lease 1'
expect "the report says that the range was given up" 1 'fleet report --job dead' 'data/poison: UNREADABLE \(given up: no worker completed it in 2 tries\)'
if wait_for 180 '[ "$(messages lanewise.dead)" -eq 1 ]'; then pass; else fail "$(messages lanewise.dead) dead letters"; fi
rm data/poison

# A worker that is shutting down must return the ranges that it has not started. Returning a range must not be counted as a failed
# attempt.
expect "a job with drained workers can be planned" 0 'fleet plan --job drained data --range-files 10 --tries 1'
for attempt in 1 2 3; do
    worker --job drained --rate 300K; victim=$!
    before=$(number drained doneRanges)
    wait_for 180 '[ "$(number drained doneRanges)" -gt "$before" ]' || fail "the worker does nothing"
    kill -TERM $victim; wait $victim 2>/dev/null
done
expect "work completes the job after three drained workers" 0 'timeout 180 "$lanewise" fleet work --job drained --quiet'
is_manifest "after SIGTERM" drained data
if [ "$(messages lanewise.dead)" -eq 1 ]; then pass; else fail "draining created dead letters: $(messages lanewise.dead)"; fi
expect "no range was taken over or split" 0 'fleet report --job drained' '' 'taken over|came too late|ranges? split'

# The queue also contains messages that lanewise did not send: text that is not a number, numbers that belong to no range, and
# a repeated range. Messages that are not numbers become dead letters. For messages that are numbers, the catalogue determines
# whether there is work. publish QUEUE TEXT: publishes any text with the broker's own tool.
publish() {
    broker_control eval "rabbit_basic:publish(rabbit_misc:r(<<\"/\">>, exchange, <<>>), <<\"$1\">>, [], <<\"$2\">>)." >/dev/null
}
expect "a job with foreign messages in its queue can be planned" 0 'fleet plan --job hostile data --range-files 50'
queue=lanewise.job.$(sql "select id || '.' || created from job where name = 'hostile'")
dead=$(messages lanewise.dead)
# The queue contains only these messages, so the worker receives all of them. It finds its ranges in the catalogue.
broker_control purge_queue "$queue" >/dev/null
wait_for 180 '[ "$(messages $queue)" -eq 0 ]' || fail "the queue is not empty"
for text in x '' 99999999999999999999 ' 1' '1 ' 1.5 0x1 "$(head -c 100000 /dev/zero | tr '\0' 1)"; do publish "$queue" "$text"; done
for text in -1 0 9223372036854775807 1 1 1 2 00000001; do publish "$queue" "$text"; done
if wait_for 180 '[ "$(messages $queue)" -eq 16 ]'; then pass; else fail "the broker does not accept the messages: $(messages $queue)"; fi
expect "work completes the job among foreign messages" 0 'timeout 300 "$lanewise" fleet work --job hostile --quiet'
is_manifest "messages that lanewise did not send" hostile data
expect "no range was hashed twice" 0 'fleet report --job hostile' '' 'taken over|came too late|ranges? split'
if wait_for 180 '[ "$(messages lanewise.dead)" -eq $((dead + 8)) ]'; then pass; else fail "$(messages lanewise.dead) dead letters, $dead before"; fi

finish
