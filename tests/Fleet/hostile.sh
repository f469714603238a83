#!/usr/bin/env bash
# Tests SQLite and PostgreSQL catalogues with rows that lanewise would not write. No command may crash, hang or report an
# internal error.
#
# Usage: tests/Fleet/hostile.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/servers.sh.inc"
. "$(dirname "$0")/scenario.sh.inc"
need_program python3 Python
cd "$work" || exit 1
mkdir data
for i in $(seq 1 40); do echo "$i" >"data/f$i"; done
head -c 3000000 /dev/urandom >data/large

# catalogue: creates a completed run, and a run in progress that is compared with it.
catalogue() {
    expect "a catalogue with a completed run can be created" 0 'fleet plan data --range-files 10 --part-bytes 1M && fleet work --quiet'
    echo more >>data/f7
    expect "a second run can be planned" 0 'fleet plan data --against-last --range-files 10 --part-bytes 1M'
    worker --rate 30K --lease 2
    wait_for 180 '[ "$(number audit doneRanges)" -gt 1 ]' || fail "the worker does nothing"
    kill -9 $!
    wait $! 2>/dev/null
}
# lines: evaluates the lines that hostile.py prints for each column.
lines() {
    local line
    LANEWISE_KEPT=$kept python3 "$root/tests/Fleet/hostile.py" "$lanewise" "$@" >lines 2>lines.err
    while IFS= read -r line; do
        case $line in
            'ok '*) pass ;;
            'bad '*) fail "$1: ${line#bad }" ;;
        esac
    done <lines
    grep -qx 'end of list' lines || fail "$1: not every column was tested: $(tail -n 3 lines.err)"
}

export LANEWISE_FLEET_CATALOGUE=$work/fleet.db
catalogue
lines sqlite fleet.db
start_postgres
export PGPASSFILE=$postgres_passfile LANEWISE_FLEET_CATALOGUE="Host=127.0.0.1;Port=$postgres_port;Database=lanewise;Username=lanewise"
catalogue
lines postgres "$psql" "host=127.0.0.1 port=$postgres_port user=lanewise dbname=lanewise"
finish
