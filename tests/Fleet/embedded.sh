#!/usr/bin/env bash
# Audits with nothing but the tool: a catalogue in a file of SQLite, and several processes that share it.
#
#   tests/Fleet/embedded.sh PATH/TO/lanewise
#
# The last line is "N passed, N failed, N skipped"; the exit code is 1 if anything failed.
. "$(dirname "$0")/../Cli/common.sh.inc"
. "$(dirname "$0")/scenario.sh.inc"
export LANEWISE_FLEET_CATALOGUE=$work/fleet.db
scenario
expect "no catalogue" 1 'fleet status --catalogue nowhere.db' "no such catalogue; 'fleet plan' makes one"
if [ -e nowhere.db ]; then fail "a question makes a catalogue"; else pass; fi
expect "no catalogue at all" 1 'fleet status --catalogue sha.txt' 'no catalogue of audits'
expect "a glob that is none" 1 "fleet plan data --include \$'a\nb'" 'has one line'
expect "a source that is not there" 0 'fleet plan nowhere --job nowhere' 'lanewise: nowhere: No such file or directory'
expect "a folder" 1 'fleet plan --catalogue data data' 'data'
finish
