#!/usr/bin/env bash
# Tests system calls that fail during planning, work and report of an audit over PostgreSQL. Connections break, are refused, are
# interrupted by signals, or transfer less than requested, and file reads fail. No command may leave an incomplete list, lose a
# line or store a duplicate result. If the manifest is wrong, the exit code must not be 0.
#
# Usage: tests/Fleet/postgres-faults.sh PATH/TO/lanewise
#
# Each run selects some of the faults at random (tests/Faults/faults.sh.inc).
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/servers.sh.inc"
start_postgres
export PGPASSFILE=$postgres_passfile
fault_port=$postgres_port
# The number of calls on a connection differs between runs, so some selected calls never occur.
fault_share=4
. "$root/tests/Faults/faults.sh.inc"
mkdir -p tree/sub
for i in 1 2 3 4; do head -c $((i * 700)) /dev/urandom >"tree/f$i"; done
head -c 600000 /dev/urandom >tree/sub/large
find tree -type f | LC_ALL=C sort | xargs sha256sum >truth

# Each run uses a database that is a copy of one of these templates.
LANEWISE_FLEET_CATALOGUE="Host=127.0.0.1;Port=$postgres_port;Username=lanewise;Database=audit"
# If a loopback connection breaks during the handshake, the client by default retries without TLS. The PostgreSQL server in
# this test rejects such connections.
export LANEWISE_FLEET_CATALOGUE="$LANEWISE_FLEET_CATALOGUE;SSL Mode=VerifyFull;Root Certificate=$servers/authority.pem"
fleet() { "$lanewise" fleet "$@" --job j; }
copy() {
    PGOPTIONS='-c client_min_messages=error' sql "drop database if exists $2 with (force)" postgres &&
        sql "create database $2 template $1" postgres || fail "$1 cannot be copied"
}
new() { rm -f MANIFEST; copy template1 audit; }
planned() { rm -f MANIFEST; copy planned audit; }
worked() { rm -f MANIFEST; copy worked audit; }
plan_options="-a sha256 --range-files 2 tree"
new; fleet plan $plan_options >/dev/null || fail "the job cannot be planned"
copy audit planned; fleet work --quiet --jobs 1 || fail "the job cannot be completed"
copy audit worked

# once: succeeds if the catalogue contains exactly one result for every file, even if some work was repeated.
once() {
    local rows
    rows=$(sql "select (select count(*) from item) || ' ' || count(*) || ' ' || count(distinct item) from result" audit)
    [ "$rows" = '5 5 5' ] || wrong "items, results and their items: $rows"
}
# If a connection breaks once, the command must reconnect and continue.
goes_on() {
    case $fault in
        *+) ;;
        ECONNRE*) [ "$fault_code" -eq 0 ] || wrong "exit code $fault_code after one lost connection" ;;
    esac
}
judge_planned() {
    goes_on
    # A planner that has failed may still hold a lease. The test ends this lease instead of waiting until it expires.
    [ "$fault_code" -eq 0 ] || sql 'update place set lease = 1 where lease > 1' audit
    judge_plan
    once
}
judge_worked() { goes_on; judge_work; once; }
judge_reported() { goes_on; judge_report; }
every "fleet plan" new "'$lanewise' fleet plan --job j $plan_options" judge_planned 4
every "fleet work" planned "'$lanewise' fleet work --job j --quiet --jobs 1 --patience 2 --lease 1" judge_worked 3
every "fleet report" worked "'$lanewise' fleet report --job j --manifest -o MANIFEST" judge_reported 6

# gone NAME PREPARE JUDGE COMMAND: runs the command. After the first half of the command's calls, no connection works.
gone() {
    local name=$1 number
    $2; with 0 none "$4"
    number=$(awk '$2 == "send" { all[count++] = $1 } END { print all[int(count / 2)] }' ../log)
    $2; with "$number" ECONNRESET+ "$4"
    where="$name without a connection" fault=ECONNRESET+ fault_code=$code is_wrong=0
    cp ../out ../fault.out; cp ../err ../fault.err
    [ "$code" -eq 1 ] && grep -q 'the catalogue cannot be reached' ../err || wrong "exit code $code"
    $3
    if [ $is_wrong -eq 0 ]; then pass; else fail "$where"; fi
}
gone "fleet plan" new judge_planned "'$lanewise' fleet plan --job j $plan_options"
gone "fleet work" planned judge_worked "'$lanewise' fleet work --job j --quiet --jobs 1 --patience 2 --lease 1"
gone "fleet report" worked judge_reported "'$lanewise' fleet report --job j --manifest -o MANIFEST"
cd "$work" || exit 2
finish
