#!/usr/bin/env bash
# Runs every kernel as host C++ under the address and undefined-behaviour sanitizers. The script compares the results with known
# answers, other programs and plain references, for various lengths, offsets and splits into launches. No device or driver is
# needed.
#
# Usage: tests/Gpu/host-check.sh
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
need "g++" "command -v g++"
need "python3" "command -v python3"
if ! python3 "$here/devices.py" "$work" >"$work/build.log" 2>&1; then
    cat "$work/build.log"
    fail "the kernels do not compile as host C++"
    finish
fi
sanitizer=$(g++ -print-file-name=libasan.so)
export ASAN_OPTIONS=detect_leaks=0
sanitized() { LD_PRELOAD=$sanitizer python3 "$here/kernels.py" host "$work/host.so" "$@"; }
add_run host sanitized
# This step verifies that the sanitizer detects an overrun.
if sanitized overrun >"$work/overrun.log" 2>&1 || ! grep -q 'heap-buffer-overflow' "$work/overrun.log"; then
    fail "the sanitizer did not detect the overrun"
else pass; fi
finish
