#!/usr/bin/env bash
# Tests the script in the archive that selects the build for the CPU. In this test, each build is a script that prints its level.
#
# Usage: tests/Cli/levels.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
if [ ! -r /proc/cpuinfo ]; then skip "the script reads /proc/cpuinfo, which this system lacks"; finish; fi

chooser=$work/bin/lanewise lib=$work/lib/lanewise
mkdir -p "$work/bin"
cp "$(dirname "$0")/../../src/Lanewise.Cli/Archive/lanewise" "$chooser"
for level in v2 v3 v4; do
    mkdir -p "$lib/$level"
    printf '#!/bin/sh\necho %s\n' "$level" >"$lib/$level/lanewise"
    chmod +x "$lib/$level/lanewise"
done

level=$(LANEWISE_MAX_VECTOR_BITS= sh "$chooser")
case $level in v4) at_256=v3 ;; *) at_256=$level ;; esac
expect "the CPU has a level" 0 "echo $level" '^v[234]$'
for limit in 512 1024 x; do
    expect "a limit of $limit bits changes nothing" 0 "LANEWISE_MAX_VECTOR_BITS=$limit sh $chooser" "^$level\$"
done
expect "a limit of 256 bits excludes AVX-512" 0 "LANEWISE_MAX_VECTOR_BITS=256 sh $chooser" "^$at_256\$"
for limit in 0 128; do
    expect "a limit of $limit bits excludes AVX2" 0 "LANEWISE_MAX_VECTOR_BITS=$limit sh $chooser" '^v2$'
done
expect "LANEWISE_BUILD has priority over the limit" 0 "LANEWISE_MAX_VECTOR_BITS=128 LANEWISE_BUILD=v3 sh $chooser" '^v3$'

[ "$level" != v2 ] || finish
rm -r "$lib/v2"
expect "without the lower build, the limit changes nothing" 0 "LANEWISE_MAX_VECTOR_BITS=128 sh $chooser" "^$level\$"
finish
