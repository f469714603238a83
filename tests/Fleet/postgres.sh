#!/usr/bin/env bash
# Runs the audits in scenario.sh.inc over PostgreSQL, with TLS and a password that appears on no command line. Also tests
# which certificate a server needs if neither the connection string nor a variable mentions TLS.
#
# Usage: tests/Fleet/postgres.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
# ./test: long
. "$(dirname "$0")/faults.sh.inc"
. "$(dirname "$0")/scenario.sh.inc"
. "$(dirname "$0")/attacks.sh.inc"
# lanewise must treat an address other than loopback as another machine.
start_network || network_host=$(hostname -I 2>/dev/null | cut -d ' ' -f 1)
start_postgres
export PGPASSFILE=$postgres_passfile
to() { echo "Host=$1;Port=$postgres_port;Database=lanewise;Username=lanewise"; }
export LANEWISE_FLEET_CATALOGUE="$(to "$postgres_host");Root Certificate=$servers/authority.pem"
ask_catalogue() { sql "$1"; }
scenario
attacks
clocks
settings

# A paused report holds a lock on the tables that it reads. Meanwhile, planning, hashing and importing lists must work for other
# jobs. A job can be removed only after the report has ended, and the error message must say so.
mkdir beside && echo 1 >beside/one && "$lanewise" sum -r beside >beside.list
mkfifo statements
sql_input <statements >reading.out 2>&1 & reader=$!
exec 4>statements
echo "begin; select 'reads', count(*) from item, result where item.id = 0;" >&4
wait_for 180 'grep -q reads reading.out' || fail "no transaction reads the items: $(cat reading.out)"
expect "a job can be planned while another transaction reads" 0 'timeout 180 "$lanewise" fleet plan beside --job beside --against beside.list -a blake3' '1 found'
expect "it can be hashed meanwhile" 0 'timeout 180 "$lanewise" fleet work --job beside --quiet && fleet report --job beside' 'Nothing differs; 1 of 1'
expect "forget says who holds the lock" 1 'timeout 180 "$lanewise" fleet forget beside --yes' 'another command reads or writes the catalogue for a long time, for example a report; end it, .*lock timeout'
expect "a worker can read the catalogue after this" 0 'timeout 180 "$lanewise" fleet status --job beside' 'done'
echo "commit;" >&4; exec 4>&-
wait $reader
expect "the job can be removed when the transaction has ended" 0 'fleet forget beside --yes' "'beside' is forgotten: 1 run"
if [ "$(sql "select count(*) from pg_inherits where inhparent = 'item'::regclass")" -eq "$(sql "select count(*) from job")" ]; then pass
else fail "not every job has its own partition"; fi
# If a table of another application has the name of a catalogue table, plan must not create any table.
sql "create database shop" && sql "create table job (price bigint)" shop
expect "a database with another application's table is rejected" 1 'LANEWISE_FLEET_CATALOGUE=${LANEWISE_FLEET_CATALOGUE/Database=lanewise/Database=shop} fleet plan data' \
    "'job' belongs to another application"
if [ "$(sql "select count(*) from information_schema.tables where table_schema = 'public'" shop)" -eq 1 ]; then pass
else fail "tables were created in another application's database"; fi
PGPASSFILE=/dev/null expect "a wrong password is reported" 1 'PGPASSWORD=wrong fleet status' 'password' 'wrong$|cannot be reached'
expect "a missing password is reported" 1 'PGPASSFILE=/dev/null fleet status' 'set PGPASSWORD' 'cannot be reached'

# This test kills the database while a report is being written and the connection's buffer is full. The report must continue
# after the last row.
mkdir long
name=$(printf '%0200d' 0)
for i in $(seq 1 60000); do : >"long/$i$name"; done
expect "many long names can be stored" 0 'fleet plan --job long long && fleet work --job long --quiet'
mkfifo slow
"$lanewise" fleet report --job long --manifest >slow 2>slow.err & writer=$!
exec 3<slow
read -r first <&3
kill_postgres
start_postgres
{ echo "$first"; cat <&3; } >resumed
exec 3<&-
wait $writer || fail "a report does not survive a failure of the database: $(head -n 2 slow.err)"
"$lanewise" sum -r long >plain
if [ "$(wc -l <resumed)" -eq 60000 ] && cmp -s resumed plain; then pass; else
    fail "a report over two connections: $(wc -l <resumed) of 60000 lines"
fi

# refused NAME WHY CATALOGUE: all commands must fail immediately, even a worker, which would wait for an hour if the server were
# merely unavailable.
refused() {
    local command
    for command in status work; do
        expect "$command rejects $1" 1 "timeout 60 '$lanewise' fleet $command --catalogue '$3'" "$2" 'cannot be reached|waiting for'
    done
}
accepted() { expect "status accepts $1" 0 "fleet status --catalogue '$2'" 'done'; }

accepted "a URI" "postgresql://lanewise@$postgres_host:$postgres_port/lanewise?sslrootcert=$servers/authority.pem"
accepted "a Unix socket" "$(to "$servers")"
accepted "a Unix socket in a URI" "postgresql:///lanewise?host=$servers&port=$postgres_port&user=lanewise"
accepted "an unknown certificate on loopback" "$(to 127.0.0.1)"
accepted "several hosts if one of them answers" "${LANEWISE_FLEET_CATALOGUE/Host=/Host=127.0.0.1:1,}"
expect "a connection string can have its password in the environment" 0 \
    'PGPASSFILE=/dev/null LANEWISE_FLEET_CATALOGUE="$LANEWISE_FLEET_CATALOGUE;PWD=$(<"$postgres_password_file")" fleet status' \
    'done'
# with_password HOST:PORT: prints a catalogue URI that contains the password.
with_password() { echo "postgresql://lanewise:$(<"$postgres_password_file")@$1/lanewise"; }
expect "a URI can have its password in the environment" 0 'PGPASSFILE=/dev/null PGSSLROOTCERT=$servers/authority.pem \
    LANEWISE_FLEET_CATALOGUE=$(with_password "$postgres_host:$postgres_port") fleet status' 'done'
expect "an unavailable server does not reveal the password" 1 'LANEWISE_FLEET_CATALOGUE=$(with_password 127.0.0.1:1) fleet status' \
    '127.0.0.1:1/lanewise: the catalogue cannot be reached'

if [ -z "$network_host" ]; then skip "the requirements for remote machines: $refusal, and this machine has no address"; finish; fi
new_authority other
new_certificate wrong DNS:elsewhere.example
far=$(to "$network_host")
refused "an authority that this machine does not know" 'certificate of the server is not accepted .*Root Certificate=FILE' "$far"
refused "a certificate of another authority" 'certificate of the server is not accepted' "$far;Root Certificate=$servers/other.pem"
refused "several hosts with unknown certificates" 'certificate of the server is not accepted' \
    "${far/$network_host/$network_host,$network_host}"
accepted "a certificate of the right authority" "$far;Root Certificate=$servers/authority.pem"
PGSSLROOTCERT=$servers/authority.pem accepted "the right authority from a variable" "$far"
SSL_CERT_FILE=$servers/authority.pem accepted "an authority of the system" "$far"
PGSSLROOTCERT=$servers/authority.pem PGHOST=$network_host PGPORT=$postgres_port PGDATABASE=lanewise \
    accepted "all of it in variables" "Username=lanewise"
accepted "any certificate if the connection string allows it" "$far;SSL Mode=Require"
PGSSLMODE=require accepted "any certificate if a variable allows it" "$far"

set_postgres ssl_cert_file "'$servers/wrong.pem'"
set_postgres ssl_key_file "'$servers/wrong.key'"
far="$far;Root Certificate=$servers/authority.pem"
wait_for 180 "! fleet status --catalogue '$far;SSL Mode=VerifyFull'" || fail "the certificate is not accepted"
refused "a certificate of another host" 'certificate of the server is not accepted .*host that the catalogue names' "$far"
PGSSLMODE=verify-full refused "a certificate of another host if a variable requires the name" 'certificate of the server is not accepted' "$far"
PGSSLMODE=verify-ca accepted "a certificate of another host if a variable requires only the authority" "$far"

echo "hostnossl all lanewise all scram-sha-256" >>"$postgres_data/pg_hba.conf"
set_postgres ssl off
wait_for 180 "fleet status --catalogue '$far;SSL Mode=Disable'" || fail "TLS cannot be switched off at the server"
refused "a server without TLS" 'does not offer TLS.*ssl = on.* SSL Mode=Disable' "$far"
refused "a server without TLS in a URI" 'does not offer TLS' "postgresql://lanewise@$network_host:$postgres_port/lanewise"
accepted "a server without TLS if the connection string allows it" "$far;SSL Mode=Disable"
PGSSLMODE=disable accepted "a server without TLS if a variable allows it" "$far"
accepted "loopback without TLS" "$(to 127.0.0.1)"
accepted "a Unix socket without TLS" "$(to "$servers")"
finish
