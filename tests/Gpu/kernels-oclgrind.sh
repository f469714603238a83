#!/usr/bin/env bash
# Runs every kernel in the Oclgrind simulator, which checks each memory access. No access may be outside a buffer, and all
# answers must be correct.
#
# Usage: tests/Gpu/kernels-oclgrind.sh
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
need "python3" "command -v python3"
# The tool loads the library itself, without an OpenCL loader.
library=$(ls /usr/lib/oclgrind/liboclgrind-rt.so /usr/lib/*/oclgrind/liboclgrind-rt.so 2>/dev/null | head -n 1)
need "Oclgrind" "test -n '$library'"
export OCLGRIND_LOG=$work/reports.txt
add_run oclgrind python3 "$here/kernels.py" opencl "$library" small
if [ -s "$OCLGRIND_LOG" ]; then fail "Oclgrind reports"; head -n 40 "$OCLGRIND_LOG"; else pass; fi
# This step verifies that the simulator detects an overrun.
OCLGRIND_LOG=$work/overrun.log python3 "$here/kernels.py" opencl "$library" overrun >"$work/overrun.out" 2>&1
if grep -q 'Invalid read of size 8' "$work/overrun.log"; then pass; else fail "the simulator did not detect the overrun"; fi
finish
