#!/usr/bin/env bash
# Compiles the libraries in bench/peers to artifacts/native, from where the builds of the tests and of the bench copy them:
#   libcryptopp_blocks.so  C functions over Crypto++      libxtea_loop.so  a plain loop in C, left to the compiler's vectors
#   libargon2_avx2.so, libargon2_native.so  libargon2 for x86-64-v3 and for the machine at hand, if LIBARGON2_SOURCE is a clone
#                          of https://github.com/P-H-C/phc-winner-argon2; distributions build it without AVX2
# What cannot be compiled here is named and left out; the comparisons with it are then skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
out=artifacts/native
mkdir -p "$out"

# build LIBRARY SOURCE COMPILER [OPTIONS...]
build() {
    local library=$out/$1 source=$2 compiler=$3
    shift 3
    if ! command -v "$compiler" >/dev/null; then echo "Native peers: $source is left out, $compiler is not installed."; return; fi

    # Into a file of its own first: a program that runs keeps the one it has loaded.
    if "$compiler" -shared -fPIC -o "$library.new" "$source" "$@" 2>"$library.log"; then
        mv "$library.new" "$library"
        rm "$library.log"
    else
        echo "Native peers: $source does not compile, see $library.log."
        rm -f "$library"
    fi
}

# This one holds no instruction of this machine alone, so it is compiled when its source is newer, and not each time.
shim=bench/peers/cryptopp/cryptopp_blocks.cpp
if [ ! -f "$out/libcryptopp_blocks.so" ] || [ "$shim" -nt "$out/libcryptopp_blocks.so" ]; then
    build libcryptopp_blocks.so "$shim" g++ -O2 -lcryptopp
fi

# For the machine at hand, whatever was compiled before.
build libxtea_loop.so bench/peers/xtea/xtea_loop.c gcc -O3 -march=native

if [ -n "${LIBARGON2_SOURCE:-}" ]; then
    argon2=$LIBARGON2_SOURCE/src
    parts=("$argon2/core.c" "$argon2/blake2/blake2b.c" "$argon2/thread.c" "$argon2/encoding.c" "$argon2/opt.c")
    for how in avx2:x86-64-v3 native:native; do
        build "libargon2_${how%:*}.so" "$argon2/argon2.c" gcc \
            -O3 "-march=${how#*:}" -pthread "-I$LIBARGON2_SOURCE/include" "${parts[@]}"
    done
fi
