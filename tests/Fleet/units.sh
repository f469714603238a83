#!/usr/bin/env bash
# Tests the files that start workers under systemd, Slurm and Kubernetes, as far as possible without these systems.
# systemd-analyze verifies the units, a shell runs the Slurm script, and the manifests are parsed as YAML.
#
# Usage: tests/Fleet/units.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/../Cli/common.sh.inc"
units=$(realpath "$(dirname "$0")/../../samples/Audit/units")
export LANEWISE_FLEET_CATALOGUE=$work/fleet.db
cd "$work" || exit 1
mkdir data bin && echo 1 >data/1 && ln -s "$lanewise" bin/lanewise

if command -v systemd-analyze >/dev/null; then
    for unit in "$units"/*.service "$units"/*.timer; do
        # A template unit is checked as an instance. The tested tool's path replaces the installed path.
        name=$(basename "$unit"); name=${name/@./@1.}
        sed "s,/usr/bin/lanewise,$lanewise," "$unit" >"$name"
    done
    for unit in *.service *.timer; do
        output=$(systemd-analyze verify "./$unit" 2>&1 | grep -F "$unit")
        if [ -z "$output" ]; then pass; else fail "$unit: $output"; fi
    done
else
    skip "systemd-analyze is not installed"
fi

# The script runs the command of the service, with the values that systemd substitutes for %H and %i.
"$lanewise" fleet plan --job photos data >plan.out
start=$(sed -n 's/^ExecStart=//p' "$units/lanewise-work@.service" | sed "s,/usr/bin/lanewise,'$lanewise',; s/%H-%i/host-1/")
eval "exec $start" 2>err & service=$!
for _ in $(seq 600); do
    if "$lanewise" fleet status | grep -q ': done'; then break; fi
    sleep 0.1
done
if "$lanewise" fleet status --json | grep -q '"worker":"host-1"'; then pass; else fail "the service's worker has another name"; fi
kill -TERM $service; wait $service; code=$?
wanted=$(sed -n 's/^SuccessExitStatus=//p' "$units/lanewise-work@.service")
if [ "$code" = "$wanted" ]; then pass; else fail "the service ends with $code, not $wanted"; fi

# Runs the command of the page service on a free port.
start=$(sed -n 's/^ExecStart=//p' "$units/lanewise-page.service" | sed "s,/usr/bin/lanewise,'$lanewise',")
eval "exec $start --listen 127.0.0.1:0" >address 2>err & service=$!
for _ in $(seq 600); do
    if [ -s address ]; then break; fi
    sleep 0.1
done
expect "the service of the page answers" 0 'python3 -c "import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read().decode())" "$(<address)"' 'photos'
kill -TERM $service; wait $service; code=$?
wanted=$(sed -n 's/^SuccessExitStatus=//p' "$units/lanewise-page.service")
if [ "$code" = "$wanted" ]; then pass; else fail "the page's service ends with $code, not $wanted"; fi

mkdir -p home/.config/lanewise && echo "LANEWISE_FLEET_CATALOGUE=$LANEWISE_FLEET_CATALOGUE" >home/.config/lanewise/fleet.env
"$lanewise" fleet plan --job array data >>plan.out
expect "the Slurm script starts a worker" 0 'env -u LANEWISE_FLEET_CATALOGUE HOME="$work/home" PATH="$work/bin:$PATH" SLURM_ARRAY_JOB_ID=7 \
    SLURM_ARRAY_TASK_ID=3 SLURM_CPUS_PER_TASK=2 bash "$units/work.sbatch" array'
expect "the Slurm script gives its worker a name" 0 '"$lanewise" fleet status --job array --json' '"worker":"slurm-7-3".*"files":1'
expect "the Slurm script requires a job" 1 'HOME="$work/home" PATH="$work/bin:$PATH" bash "$units/work.sbatch"' 'name of the job'

if python3 -c 'import yaml' 2>/dev/null; then
    expect "the Kubernetes manifests are valid" 0 'python3 - "$units/kubernetes.yaml" <<"END"
import sys, yaml
work, due = yaml.safe_load_all(open(sys.argv[1]))
assert work["kind"] == "Deployment" and due["kind"] == "CronJob"
pod = work["spec"]["template"]
assert work["spec"]["selector"]["matchLabels"].items() <= pod["metadata"]["labels"].items()
for spec in pod["spec"], due["spec"]["jobTemplate"]["spec"]["template"]["spec"]:
    volumes = {volume["name"] for volume in spec["volumes"]}
    for container in spec["containers"]:
        assert container["command"][:2] == ["lanewise", "fleet"]
        assert {mount["name"] for mount in container["volumeMounts"]} <= volumes
END'
else
    skip "Python has no YAML here"
fi

# Makes an audit due by moving its dates into the past, so that the test does not have to wait.
"$lanewise" fleet plan --job often --every 1 data >>plan.out && "$lanewise" fleet work --quiet
expect "an audit that is not due is not planned" 0 '"$lanewise" fleet plan --due && "$lanewise" fleet list --job often --json | grep -c '\''"job":"often"'\''' '^1$'
if python3 -c 'import sqlite3' 2>/dev/null; then
    python3 -c 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute("update job set created = created - 86400001 where name = ?", ("often",)); c.commit()' fleet.db
    expect "an audit that is due is planned" 0 "$(sed -n 's/^ExecStart=//p' "$units/lanewise-due.service" | sed "s,/usr/bin/lanewise,'$lanewise',")" "Run [0-9]+ of job 'often'"
    expect "a planned audit is not planned again" 0 '"$lanewise" fleet plan --due && "$lanewise" fleet list --job often --json | grep -c '\''"job":"often"'\''' '^2$'
    expect "the audit is compared with the previous run" 0 '"$lanewise" fleet work --quiet && "$lanewise" fleet report --job often' 'Nothing differs; 1 of 1'
else
    skip "Python has no SQLite here"
fi
finish
