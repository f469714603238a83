#!/usr/bin/env bash
# The same audits over PostgreSQL, with TLS and a password that no command line shows.
#
#   tests/Fleet/postgres.sh PATH/TO/lanewise
#
# The last line is "N passed, N failed, N skipped"; the exit code is 1 if anything failed.
. "$(dirname "$0")/servers.sh.inc"
. "$(dirname "$0")/scenario.sh.inc"
start_postgres
export PGPASSFILE=$postgres_passfile
export LANEWISE_FLEET_CATALOGUE="Host=$postgres_host;Port=$postgres_port;Database=lanewise;Username=lanewise;Root Certificate=$servers/authority.pem;SSL Mode=VerifyFull"
scenario
PGPASSFILE=/dev/null expect "no password" 1 'PGPASSWORD=wrong fleet status' 'password'
expect "another authority" 1 'fleet status --catalogue "${LANEWISE_FLEET_CATALOGUE/authority.pem/server.pem}x"' ''
if grep -q "$(<"$postgres_password_file")" "$work"/* 2>/dev/null; then fail "the password stands in an output"; else pass; fi
finish
