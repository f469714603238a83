#!/usr/bin/env bash
# Tests the use of the CUDA driver, end to end, with a fake driver that runs the kernels as host C++. Also tests drivers that lack
# a function. No CUDA device is needed or used.
#
# Usage: tests/Gpu/cuda.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
lanewise=${1:?usage: $0 PATH-OF-LANEWISE}
need "g++" "command -v g++"
if ! "$here/stand-in/build.sh" "$work/cuda.so" >"$work/build.log" 2>&1; then
    cat "$work/build.log"
    fail "the fake driver does not compile"
    finish
fi
export LANEWISE_OPENCL_LIBRARY=none
run() { LANEWISE_CUDA_LIBRARY=$1 "$lanewise" gpu "$2" >"$work/out" 2>"$work/err"; }

run "$work/cuda.so" list; code=$?
if [ $code -eq 0 ] && grep -q '^1\. Stand-in, no GPU: GPU, used through CUDA, 2 compute units, 1024 MiB' "$work/out"; then pass; else fail "list: exit code $code: $(cat "$work/out" "$work/err")"; fi

run "$work/cuda.so" verify; code=$?
line=$(tail -n 1 "$work/out")
read -r p _ <<<"$line"
if [ $code -ne 0 ] || ! grep -qE '^[1-9][0-9]* passed, 0 failed, 0 skipped$' <<<"$line"; then fail "verify: exit code $code: $(head -n 20 "$work/out" "$work/err")"; else passed=$((passed + p)); fi

# If a driver returns a wrong result, the tool must detect this and report it with the exit code.
LANEWISE_STAND_IN="wrong=lw_xtea_ctr" run "$work/cuda.so" verify; code=$?
if [ $code -eq 1 ] && grep -q 'FAILED.*self-test' "$work/out"; then pass; else fail "a wrong kernel: exit code $code: $(tail -n 3 "$work/out" "$work/err")"; fi

# A number selects a device from the list. If the list has no device with this number, the number is treated as part of a device
# name.
for device in 1 4090 no 2; do
    LANEWISE_STAND_IN="model=4090" LANEWISE_CUDA_LIBRARY=$work/cuda.so "$lanewise" gpu bench --device $device -a md5 --size 1 >"$work/out" 2>"$work/err"; code=$?
    if [ $device = 2 ]; then
        if [ $code -eq 1 ] && grep -q "no device has the number or name '2'" "$work/err"; then pass; else fail "bench --device 2: exit code $code: $(cat "$work/out" "$work/err")"; fi
    elif [ $code -eq 0 ] && grep -q '^Stand-in, no GPU 4090' "$work/out"; then pass; else fail "bench --device $device: exit code $code: $(cat "$work/out" "$work/err")"; fi
done

# If a driver lacks one of the functions in the following loop, the list says that the device cannot be used. If it lacks
# cuDeviceTotalMem_v2, which describes a device, no device is listed.
for function in cuStreamCreate cuMemHostRegister_v2 cuMemsetD8_v2; do
    "$here/stand-in/build.sh" "$work/lacking.so" "$function"
    run "$work/lacking.so" list; code=$?
    if [ $code -eq 0 ] && grep -q "cannot be used: the driver lacks the function $function" "$work/out"; then pass; else fail "list without $function: exit code $code: $(cat "$work/out" "$work/err")"; fi
    run "$work/lacking.so" verify; code=$?
    if [ $code -eq 1 ] && grep -qx '0 passed, 0 failed, 1 skipped' "$work/out"; then pass; else fail "verify without $function: exit code $code: $(cat "$work/out" "$work/err")"; fi
done
"$here/stand-in/build.sh" "$work/lacking.so" cuDeviceTotalMem_v2
run "$work/lacking.so" list; code=$?
if [ $code -eq 1 ] && grep -q 'CUDA driver cannot be used: .*cuDeviceTotalMem_v2' "$work/err"; then pass; else fail "list without cuDeviceTotalMem_v2: exit code $code: $(cat "$work/out" "$work/err")"; fi

# If a driver is installed but does not start, the tool must report the driver's own message instead of "no device".
for failure in "802: system not yet initialized \(CUDA_ERROR_SYSTEM_NOT_READY\)" "803: CUDA error 803" "999: CUDA error 999"; do
    for command in list verify bench crossover; do
        LANEWISE_STAND_IN="fail=cuInit:${failure%%:*}" run "$work/cuda.so" $command; code=$?
        if [ $code -eq 1 ] && grep -qE "cuInit failed with code $failure" "$work/out" "$work/err" && ! grep -qi 'no accelerator:\|no GPU;' "$work/out" "$work/err"; then pass
        else fail "$command with a driver that fails with ${failure%%:*}: exit code $code: $(cat "$work/out" "$work/err")"; fi
    done
done
LANEWISE_STAND_IN="fail=cuInit:100" run "$work/cuda.so" list; code=$?
if [ $code -eq 0 ] && grep -q '^No accelerator' "$work/out"; then pass; else fail "list with a driver without a device: exit code $code: $(cat "$work/out" "$work/err")"; fi

# If the driver cannot lock staging arrays, the output must say that they are not pinned.
LANEWISE_STAND_IN="fail=cuMemHostRegister_v2:712" LANEWISE_CUDA_LIBRARY=$work/cuda.so "$lanewise" gpu bench -a md5 --size 1 >"$work/out" 2>"$work/err"; code=$?
if [ $code -eq 0 ] && grep -q '^Pinned and overlapped are not pinned here: cuMemHostRegister failed' "$work/out"; then pass; else fail "bench without pinning: exit code $code: $(cat "$work/out" "$work/err")"; fi

# Selects one of two devices by its number or its name.
for device in 2 Stand; do
    LANEWISE_STAND_IN="devices=2" LANEWISE_CUDA_LIBRARY=$work/cuda.so "$lanewise" gpu verify --device $device >"$work/two" 2>"$work/err"; code=$?
    if [ $code -eq 0 ] && [ "$(tail -n 1 "$work/two")" = "$line" ]; then pass; else fail "verify --device $device: exit code $code: $(tail -n 3 "$work/two" "$work/err")"; fi
done
finish
