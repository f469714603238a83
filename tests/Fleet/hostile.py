"""Writes invalid values to every column of every table of a catalogue, one at a time, and checks how commands end.

    hostile.py TOOL sqlite FILE                  prints a line "ok ..." or "bad ..." for each column
    hostile.py TOOL postgres PSQL CONNINFO       LANEWISE_FLEET_CATALOGUE names the same catalogue

A command must end with exit code 0 or 1 and without an unexpected error. A worker waits while the catalogue says that other workers
are active, so it may also end soon after one SIGTERM.
"""
import os
import shutil
import signal
import sqlite3
import subprocess
import sys

TOOL, KIND = sys.argv[1:3]
KEPT = os.environ["LANEWISE_KEPT"]  # all output of the tool, which hostile.sh searches for secrets
SECONDS = 60
LOOKS = (["status", "--json"], ["report", "--json", "--all"], ["report", "--html", "-o", "page.html"], ["status"], ["report", "--manifest"])
WORKED = ("job", "source", "range", "item", "worker")


def output(process, wait):
    """Returns the tool's standard error. Stores all output of the tool."""
    out, err = process.communicate(timeout=wait)
    with open(KEPT, "ab") as kept:
        kept.write(out + err)
    return err.decode(errors="replace")


def run(command, wait):
    """Returns the exit code and the messages. If a worker exceeds the time limit, it receives SIGTERM."""
    process = subprocess.Popen([TOOL, "fleet", *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        err = output(process, wait)
    except subprocess.TimeoutExpired:
        if command[0] == "work":
            process.send_signal(signal.SIGTERM)
            try:
                output(process, SECONDS)
                return 0, ""
            except subprocess.TimeoutExpired:
                pass
        process.kill()
        output(process, None)
        return 99, "it does not end"
    return process.returncode, err


def fault(command, wait=SECONDS):
    code, err = run(command, wait)
    if code not in (0, 1) or "unexpected error" in err or "Unhandled" in err or "\n   at " in err:
        return f"{' '.join(command)}: exit code {code}: {err.strip()[:300]}"
    return None


class Sqlite:
    VALUES = {
        "bigint": (-1, 2**63 - 1, "text", None),
        "text": ("a\n\u202e\0<script>", None, b"\xff\0"),
        "blob": (b"../../x\0", "text", None),
    }

    def __init__(self, file):
        self.file, self.whole = file, file + ".whole"
        with sqlite3.connect(file) as catalogue:
            catalogue.execute("pragma wal_checkpoint(truncate)")
            self.columns = [
                (table, name, kind.lower())
                for (table,) in catalogue.execute("select name from sqlite_master where type = 'table' order by name").fetchall()
                for _, name, kind, *_ in catalogue.execute(f"pragma table_info({table})").fetchall()]
        catalogue.close()
        shutil.copy(file, self.whole)

    def put(self, table, column, value):
        catalogue = sqlite3.connect(self.file)
        try:
            with catalogue:
                catalogue.execute(f"update {table} set {column} = ? where {column} is not null", (value,))
            return True
        except sqlite3.IntegrityError:
            return False
        finally:
            catalogue.close()

    def restore(self):
        for end in ("-wal", "-shm"):
            if os.path.exists(self.file + end):
                os.remove(self.file + end)
        shutil.copy(self.whole, self.file)


class Postgres:
    VALUES = {
        "bigint": ("-1", "9223372036854775807"),
        "text": ("E'a\\n\\u202e<script>'", "''"),
        "bytea": ("'\\x2e2e2f2e2e2f7800'::bytea"),
    }

    def __init__(self, psql, connection):
        self.psql, self.connection = psql, connection
        text = self.sql(
            "select c.relname || ' ' || a.attname || ' ' || format_type(a.atttypid, null) from pg_class c join pg_attribute a on "
            "a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition "
            "and a.attnum > 0 order by c.relname, a.attnum")
        self.columns = [tuple(line.split()) for line in text.splitlines()]
        self.tables = sorted({table for table, _, _ in self.columns})
        self.sql("create schema whole; " + "".join(f"create table whole.{table} as table public.{table};" for table in self.tables))

    def sql(self, text):
        done = subprocess.run([self.psql, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", text, self.connection],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            raise ValueError(done.stderr)
        return done.stdout

    def put(self, table, column, value):
        try:
            self.sql(f"update {table} set {column} = {value} where {column} is not null")
            return True
        except ValueError:
            return False

    def restore(self):
        self.sql("truncate " + ", ".join(self.tables) + ";"
                 + "".join(f"insert into public.{table} table whole.{table};" for table in self.tables))


def main():
    catalogue = Sqlite(sys.argv[3]) if KIND == "sqlite" else Postgres(*sys.argv[3:5])
    rounds = 0
    for table, column, kind in catalogue.columns:
        faults, tried = [], 0
        for value in catalogue.VALUES[kind]:
            if not catalogue.put(table, column, value):
                continue
            tried += 1
            rounds += 1
            look = fault(LOOKS[rounds % len(LOOKS)])
            work = fault(["work", "--quiet", "--lease", "1"], 1.5) if table in WORKED and rounds % 3 == 0 else None
            faults += [f"{value!r}: {one}" for one in (look, work) if one]
            catalogue.restore()
        print(f"bad {table}.{column}: {faults[0]}" if faults else f"ok {table}.{column}: {tried} values", flush=True)
    print("end of list")


main()
