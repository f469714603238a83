#!/usr/bin/env bash
# Tests lanewise gpu bench and crossover, and devices in the benchmark series of prove. The script runs them three times: without
# a device, on PoCL (if it is installed), and on the fake CUDA driver, which reports a GPU.
#
# Usage: tests/Gpu/offload.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
# ./test: long
. "$(dirname "$0")/common.sh.inc"
lanewise=${1:?usage: $0 PATH-OF-LANEWISE}
need "python3" "command -v python3"
export LANEWISE_CUDA_LIBRARY=none LANEWISE_OPENCL_LIBRARY=none POCL_CACHE_DIR=$work/pocl
mkdir "$work/pocl"
# expect WHAT CODE COMMAND...: checks the exit code. The output is in $work/out and $work/err.
expect() {
    local what=$1 wanted=$2 code
    shift 2
    "$@" >"$work/out" 2>"$work/err"
    code=$?
    if [ "$code" -eq "$wanted" ]; then pass; else fail "$what: exit code $code: $(head -n 5 "$work/out" "$work/err")"; fi
}
# has WHAT FILE PATTERN: checks that an output file contains a pattern.
has() { if grep -qE -- "$3" "$work/$2"; then pass; else fail "$1: '$3' is missing in: $(head -n 20 "$work/$2")"; fi; }
narrow() { if [ "$(awk '{ if (length($0) > most) most = length($0) } END { print most + 0 }' "$work/out")" -le 80 ]; then pass; else fail "$1: wider than 80 columns"; fi; }

for command in bench crossover; do
    expect "$command reports a missing device" 1 "$lanewise" gpu $command
    has "$command reports a missing device" err '^lanewise: no accelerator: no CUDA or OpenCL device was found$'
    expect "$command rejects an unknown kind of work" 2 "$lanewise" gpu $command -a crc32
done
expect "prove rejects a missing device" 1 "$lanewise" prove -a xtea --tables --device 1
expect "prove --device requires the XTEA table" 2 "$lanewise" prove -a md5 --device 1

# check_crossover NAME: checks the figures and the chart that the previous command wrote.
check_crossover() {
    has "$1: crossover" out '^faster +'
    has "$1: crossover" out '^The picks lose at most [0-9]+ %'
    narrow "$1: crossover"
    if python3 - "$work/x.csv" "$work/x.svg" "$1" >"$work/check" 2>&1 <<'PYTHON'
import csv, sys, xml.dom.minidom
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
# The previous command measured two kinds of work at sizes from 1 KiB to 1 MiB, each on six code paths.
assert len(rows) == 6 * 6, len(rows)
assert {row["place"] for row in rows} == {"1 core", "all cores", "pageable", "pinned", "overlapped", "resident"}
assert all(float(row["seconds"]) > 0 and float(row["mb_per_s"]) > 0 for row in rows)
assert sum(int(row["picked"]) for row in rows) == 6
picture = xml.dom.minidom.parse(sys.argv[2])
assert len(picture.getElementsByTagName("polyline")) == 6
texts = [t.firstChild.data for t in picture.getElementsByTagName("text") if t.firstChild]
assert any("pays from: " in text for text in texts), texts
assert ("no GPU" in " ".join(texts)), texts
PYTHON
    then pass; else fail "$1: $(tail -n 3 "$work/check")"; fi
}

on_device() {
    local name=$1 device=$2 only=${3:-}
    expect "$name: bench works" 0 "$lanewise" gpu bench ${device:+--device "$device"} ${only:+-a "$only"} --size 1
    has "$name: bench measures ciphers" out '^threefish1024-ctr +[0-9]'
    narrow "$name: bench"
    expect "$name: list works" 0 "$lanewise" gpu list
    if grep -q '\.\.\.$' "$work/out"; then fail "$name: list truncates a line: $(cat "$work/out")"; else pass; fi
    for kind in md5 xtea-ctr; do
        expect "$name: crossover of $kind works" 0 "$lanewise" gpu crossover ${device:+--device "$device"} -a $kind --max 1 --csv "$work/x.csv" --svg "$work/x.svg"
        check_crossover "$name"
    done
    expect "$name: crossover writes to a device" 0 "$lanewise" gpu crossover ${device:+--device "$device"} -a md5 --max 1 --csv /dev/null --svg /dev/null
    if [ -c /dev/null ]; then pass; else fail "$name: crossover replaced /dev/null by a file"; fi
    expect "$name: crossover reports a missing folder" 1 "$lanewise" gpu crossover ${device:+--device "$device"} -a md5 --max 1 --csv "$work/none/x.csv"
    has "$name: crossover reports a missing folder" err 'No such file or directory'
}

if compgen -G '/etc/OpenCL/vendors/pocl.icd' >/dev/null; then
    export LANEWISE_OPENCL_LIBRARY=libOpenCL.so.1 OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd
    expect "PoCL is not used if it is not named" 1 "$lanewise" gpu bench
    has "PoCL is not used if it is not named" err '^lanewise: no GPU; '
    on_device PoCL pthread threefish1024-ctr
    expect "the benchmark series of prove includes PoCL" 0 "$lanewise" prove -a xtea --tables --device pthread
    has "the benchmark series of prove includes PoCL" out '^  OpenCL on the cores +(never|[0-9]+) '
    expect "bench measures searches on PoCL" 0 "$lanewise" gpu bench --device pthread -a search
    has "bench measures searches on PoCL" out '^search, blake3 +[0-9.]+ +[0-9.]+$'
    expect "bench finds PoCL by its number" 0 "$lanewise" gpu bench --device 1 -a md5 --size 1
    has "bench says that PoCL is the processor itself" out 'This device is the processor itself behind OpenCL, not a GPU'
    unset OCL_ICD_VENDORS
    export LANEWISE_OPENCL_LIBRARY=none
else skip "PoCL is missing; see tools/install-test-deps.sh"; fi

if ! command -v g++ >/dev/null; then skip "g++ is missing; see tools/install-test-deps.sh"
elif ! "$here/stand-in/build.sh" "$work/cuda.so" >"$work/build.log" 2>&1; then fail "the fake driver does not compile: $(cat "$work/build.log")"
else
    export LANEWISE_CUDA_LIBRARY=$work/cuda.so
    on_device "stand-in" ""
    expect "prove --json contains the fake GPU" 0 "$lanewise" prove -a xtea --tables --json
    if python3 -c 'import json, sys; rows = json.loads(open(sys.argv[1]).read())["rows"]; assert sum("GPU, with copies" in str(r) for r in rows) == 1' "$work/out"; then pass
    else fail "prove --json contains the fake GPU: $(head -c 300 "$work/out")"; fi
    # A name that is longer than a line must be truncated.
    export LANEWISE_STAND_IN="long=120"
    expect "list shows a long name" 0 "$lanewise" gpu list
    has "list shows a long name" out '^1\. Stand-in, no GPUx{120}: '
    for command in "bench -a md5 --size 1" "crossover -a md5 --max 1"; do
        expect "$command truncates a long name" 0 "$lanewise" gpu $command
        has "$command truncates a long name" out '^Stand-in, no GPUx+\.\.\.'
        narrow "a long name, $command"
    done
    # If memory runs out or the device is lost during a run, the message must name the call, without a stack trace.
    export LANEWISE_STAND_IN="memory=300000"
    expect "a device without free memory is reported" 1 "$lanewise" gpu bench -a md5 --size 1
    has "a device without free memory is reported" err '^lanewise: .*(cuMemAlloc|at most)'
    export LANEWISE_STAND_IN="lose=40"
    expect "a lost device is reported" 1 "$lanewise" gpu crossover -a md5 --max 1
    has "a lost device is reported" err '^lanewise: cu[A-Za-z]+.* failed with code 719'
    unset LANEWISE_STAND_IN
fi
finish
