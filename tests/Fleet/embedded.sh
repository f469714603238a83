#!/usr/bin/env bash
# Audits with nothing but the tool: a catalogue in a file of SQLite, and several processes that share it.
#
#   tests/Fleet/embedded.sh PATH/TO/lanewise
#
# The last line is "N passed, N failed, N skipped"; the exit code is 1 if anything failed.
. "$(dirname "$0")/../Cli/common.sh.inc"
. "$(dirname "$0")/scenario.sh.inc"
. "$(dirname "$0")/attacks.sh.inc"
export LANEWISE_FLEET_CATALOGUE=$work/fleet.db
scenario
attacks
expect "no catalogue" 1 'fleet status --catalogue nowhere.db' "no such catalogue; 'fleet plan' makes one"
if [ -e nowhere.db ]; then fail "a question makes a catalogue"; else pass; fi
expect "no catalogue at all" 1 'fleet status --catalogue sha.txt' 'no catalogue of audits'
expect "a glob that is none" 1 "fleet plan data --include \$'a\nb'" 'has one line'
expect "a source that is not there" 0 'fleet plan nowhere --job nowhere' 'lanewise: nowhere: No such file or directory'
expect "a folder" 1 'fleet plan --catalogue data data' 'data'

# untouched NAME FILE: the catalogue is refused for every command, and neither the file nor what is beside it changes.
untouched() {
    mkdir -p own && cp "$2" own/app.db
    for command in "plan data" "work" "status" "report"; do
        expect "$1: $command" 1 "timeout 60 \"\$lanewise\" fleet $command --catalogue own/app.db" "$3"
    done
    if cmp -s "$2" own/app.db && [ "$(ls -A own)" = app.db ]; then pass; else fail "$1: it was changed: $(ls -A own)"; fi
}
if command -v python3 >/dev/null; then
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
    untouched "another application's database" rollback.db 'belongs to another application'
    untouched "another application's database with a log" log.db 'belongs to another application'
else
    skip "another application's database: python3 is missing"
fi
untouched "a text" sha.txt 'no catalogue of audits'
mkfifo catalogue.pipe
for place in catalogue.pipe /dev/zero; do
    expect "$place as a catalogue" 1 "timeout 60 \"\$lanewise\" fleet plan --catalogue $place data" 'is a regular file'
done
: >empty.db
expect "an empty file is no catalogue" 1 'fleet status --catalogue empty.db' 'it is empty'
expect "but may become one" 0 'fleet plan --catalogue empty.db data/deep && fleet status --catalogue empty.db' 'planned'
finish
