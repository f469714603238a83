#!/usr/bin/env bash
# Checks the known answers in tests/vectors with .NET's browser runtime in Node, with 128-bit vectors and without vectors.
#
# Usage: tests/Browser/vectors.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
# ./test: long
. "$(dirname "$0")/common.sh.inc"

need_program node "Node.js"
publish tests/Browser/Vectors "$work/vectors"
# The libargon2 cases use 2 GiB of memory, which takes minutes in Node, so the script checks only the cases from libsodium.js
# and RFC 9106.
files=()
for file in "$root"/tests/vectors/*/*.json; do [[ $file == */libargon2-* ]] || files+=("$file"); done
# Both runs are started at the same time, because each of them uses one thread.
for bits in 128 0; do
    timeout 1000 node "$work/vectors/run.mjs" "$bits" "${files[@]}" >"$work/out.$bits" 2>"$work/err.$bits" &
done
wait
for bits in 128 0; do
    for file in "${files[@]}"; do
        name=$(basename "$file")
        # This algorithm is neither a hash nor a block cipher, so it has no row in the catalogue.
        if [ "$name" = threefish-skein.json ]; then continue; fi
        if grep -qxE "${name//./\\.}: [1-9][0-9]* right" "$work/out.$bits"; then pass
        else
            fail "$bits bits: $(grep -m 1 -F "$name: " "$work/out.$bits" || echo "$name: no answer") $(head -n 1 "$work/err.$bits")"
        fi
    done
done
finish
