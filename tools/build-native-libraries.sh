#!/usr/bin/env bash
# Compiles the libraries from bench/libraries into artifacts/native. The builds of the tests and the benchmarks copy these
# libraries:
#   libcryptopp_blocks.so                    C functions over Crypto++
#   libipsecmb_many.so                       C functions over libipsec-mb, which hashes many messages at once (x86-64 only)
#   libxtea_loop.so                          a plain loop in C that the compiler may vectorise
#   libargon2_avx2.so, libargon2_native.so   libargon2 for x86-64-v3 and for this machine, if LIBARGON2_SOURCE is a clone of
#                                            https://github.com/P-H-C/phc-winner-argon2; distributions build it without AVX2
# The script reports libraries that cannot be compiled on this machine. Comparisons with these libraries are then skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
out=artifacts/native
mkdir -p "$out"

# build LIBRARY SOURCE COMPILER [OPTIONS...]
build() {
    local library=$out/$1 source=$2 compiler=$3
    shift 3
    if ! command -v "$compiler" >/dev/null; then echo "Compared libraries: $source is left out, $compiler is not installed."; return; fi

    # The compiler writes to a new file first, because a running program may have loaded the old one.
    if "$compiler" -shared -fPIC -o "$library.new" "$source" "$@" 2>"$library.log"; then
        mv "$library.new" "$library"
        rm "$library.log"
    else
        echo "Compared libraries: $source does not compile, see $library.log."
        rm -f "$library"
    fi
}

# library LIBRARY SOURCE COMPILER [OPTIONS...]: compiles a library without machine-specific instructions, if its source is newer.
library() {
    if [ ! -f "$out/$1" ] || [ "$2" -nt "$out/$1" ]; then build "$@"; fi
}

library libcryptopp_blocks.so bench/libraries/cryptopp/cryptopp_blocks.cpp g++ -O2 -lcryptopp
library libipsecmb_many.so bench/libraries/ipsecmb/ipsecmb_many.c gcc -O2 -lIPSec_MB

# libxtea_loop.so is always compiled again, because it is compiled for the CPU of this machine.
build libxtea_loop.so bench/libraries/xtea/xtea_loop.c gcc -O3 -march=native

if [ -n "${LIBARGON2_SOURCE:-}" ]; then
    argon2=$LIBARGON2_SOURCE/src
    parts=("$argon2/core.c" "$argon2/blake2/blake2b.c" "$argon2/thread.c" "$argon2/encoding.c" "$argon2/opt.c")
    for how in avx2:x86-64-v3 native:native; do
        build "libargon2_${how%:*}.so" "$argon2/argon2.c" gcc \
            -O3 "-march=${how#*:}" -pthread "-I$LIBARGON2_SOURCE/include" "${parts[@]}"
    done
fi
