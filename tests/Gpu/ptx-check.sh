#!/usr/bin/env bash
# Tests the committed PTX files. Each file must contain the required text and no forbidden text, and the compiler must still
# produce the same bytes from the source.
#
# Usage: tests/Gpu/ptx-check.sh
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
need "python3" "command -v python3"
add_run text python3 "$here/ptx.py" check
if ! command -v clang-14 >/dev/null; then
    skip "clang-14 is missing: the PTX cannot be rebuilt"
    finish
fi
mkdir "$work/made"
if "$here/../../tools/make-ptx.sh" "$work/made" >"$work/make.log" 2>&1; then
    for file in "$work"/made/*.ptx.gz; do
        name=$(basename "$file")
        # The uncompressed text is compared, because other versions of gzip may compress differently.
        committed=$here/../../src/Lanewise.Gpu/Kernels/$name
        if cmp -s <(gzip -dc "$file") <(gzip -dc "$committed"); then pass
        else fail "$name differs from the compiled source: run tools/make-ptx.sh"; fi
    done
else
    cat "$work/make.log"
    fail "tools/make-ptx.sh does not work"
fi
finish
