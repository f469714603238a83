#!/usr/bin/env bash
# Tests lanewise gpu: without a driver, with libraries that are not drivers, and with every kernel on PoCL and Oclgrind.
#
# Usage: tests/Gpu/verify.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
lanewise=${1:?usage: $0 PATH-OF-LANEWISE}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0
pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "FAILED: $*"; }
skip() { skipped=$((skipped + 1)); echo "skipped: $*"; }
# If a variable names a library, no driver of this machine may be used.
export LANEWISE_CUDA_LIBRARY=none LANEWISE_OPENCL_LIBRARY=none
run() { LANEWISE_OPENCL_LIBRARY=$1 "$lanewise" gpu "$2" >"$work/out" 2>"$work/err"; }

# Without a driver library, there is no accelerator. The list command must not treat this case as an error.
run none list; code=$?
if [ $code -eq 0 ] && grep -q '^No accelerator' "$work/out" && [ ! -s "$work/err" ]; then pass; else fail "list: exit code $code: $(cat "$work/out" "$work/err")"; fi
run none verify; code=$?
if [ $code -eq 1 ] && grep -qx '0 passed, 0 failed, 0 skipped' "$work/out" && [ ! -s "$work/err" ]; then pass; else fail "verify: exit code $code: $(cat "$work/out" "$work/err")"; fi
for command in verify bench crossover; do
    "$lanewise" gpu $command --device "" >"$work/out" 2>"$work/err"; code=$?
    if [ $code -eq 2 ] && grep -q -- '--device needs' "$work/err"; then pass; else fail "$command --device '': exit code $code: $(cat "$work/out" "$work/err")"; fi
    "$lanewise" gpu $command --device nothing >"$work/out" 2>"$work/err"; code=$?
    if [ $code -eq 1 ] && grep -q "no device has the number or name 'nothing'" "$work/err"; then pass; else fail "$command --device nothing: exit code $code: $(cat "$work/out" "$work/err")"; fi
done

# The library that the variable names may be missing, be a text file, or lack the functions. The tool must report the reason
# and must not crash.
echo "no library" >"$work/text.so"
foreign=$(ldd "$(command -v bash)" | awk '/libc\.so/ { print $3 }')
# says WHAT PATTERN: expects exit code 1 and the reason on standard error. The message must not be "No accelerator", which
# means that no library was found.
says() {
    if [ $code -eq 1 ] && grep -qE "$2" "$work/err" "$work/out" && ! grep -q '[Nn]o accelerator:' "$work/out" "$work/err" && ! grep -q '   at ' "$work/err"; then pass
    else fail "$1: exit code $code: $(cat "$work/out" "$work/err")"; fi
}
for library in "$work/absent.so" "$work/text.so" "$foreign"; do
    reason="specifies '$library', which cannot be loaded: .*(No such file|invalid ELF|file too short)"
    [ "$library" != "$foreign" ] || reason='(OpenCL loader|CUDA driver) cannot be used: .*(clGetPlatformIDs|cuInit)'
    for command in list verify bench crossover; do
        run "$library" $command; code=$?
        says "$command with $library" "$reason"
    done
    LANEWISE_CUDA_LIBRARY=$library "$lanewise" gpu list >"$work/out" 2>"$work/err"; code=$?
    says "list with $library as CUDA" "$reason"
done

simulator=
find_simulator() { simulator=$(find /usr/lib -name liboclgrind-rt.so -print -quit 2>/dev/null); [ -n "$simulator" ]; }
have_pocl() { compgen -G '/etc/OpenCL/vendors/pocl.icd' >/dev/null; }

# verify_on NAME LIBRARY: runs gpu verify in the background, because the compiler of PoCL and the simulator of Oclgrind each
# use only one core.
verify_on() {
    LANEWISE_OPENCL_LIBRARY=$2 "$lanewise" gpu list >"$work/$1.list" 2>&1
    LANEWISE_OPENCL_LIBRARY=$2 "$lanewise" gpu verify >"$work/$1.out" 2>"$work/$1.err"
    echo $? >"$work/$1.code"
}
# collect NAME DEVICE: checks that everything passed on the device, and that the simulator reported
# no error.
collect() {
    local code line p
    grep -q "$2" "$work/$1.list" || { fail "$1: list does not show $2: $(cat "$work/$1.list")"; return; }
    code=$(cat "$work/$1.code") line=$(tail -n 1 "$work/$1.out")
    read -r p _ <<<"$line"
    echo "$1: $line"
    if [ "$code" -ne 0 ] || ! grep -qE '^[1-9][0-9]* passed, 0 failed, 0 skipped$' <<<"$line"; then fail "$1: exit code $code: $(head -n 20 "$work/$1.out" "$work/$1.err")"; else passed=$((passed + p)); fi
    if grep -qiE 'invalid (read|write)|race|uninitialized' "$work/$1.out" "$work/$1.err"; then fail "$1: $(grep -iE -A 4 'invalid|race|uninitialized' "$work/$1.out" "$work/$1.err" | head -n 8)"; fi
}
if have_pocl; then OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd verify_on PoCL libOpenCL.so.1 &
else skip "PoCL is missing; see tools/install-test-deps.sh"; fi
if find_simulator; then verify_on Oclgrind "$simulator" &
else skip "Oclgrind is missing; see tools/install-test-deps.sh"; fi
wait
if have_pocl; then collect PoCL OpenCL; fi
if find_simulator; then collect Oclgrind Oclgrind; fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
