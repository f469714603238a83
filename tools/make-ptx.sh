#!/usr/bin/env bash
# Makes the PTX of the kernels from src/Lanewise.Gpu/Kernels/lanewise.cl, one module per family, using only Debian's clang 14.
# Neither this script nor users of the modules need the CUDA toolkit, because the driver compiles the modules for its device. The
# target is compute capability 7.5 (Turing, 2018), which every later device supports. Use OpenCL for older devices.
#
# Usage:
#   tools/make-ptx.sh            writes src/Lanewise.Gpu/Kernels/lanewise-FAMILY.ptx.gz
#   tools/make-ptx.sh FOLDER     writes there
#
# The same compiler produces the same bytes: neither the text nor the gzip header depends on the time or the directory.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
kernels=$root/src/Lanewise.Gpu/Kernels
folder=$(realpath "${1:-$kernels}")
compiler=${CLANG:-clang-14}
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
command -v "$compiler" >/dev/null || { echo "$compiler is not installed (Debian: apt-get install clang-14)." >&2; exit 2; }

cd "$kernels"
for family in xtea threefish md5 blake2 blake3 skein search; do
    # The compiler's comments around inline assembler contain no information but make up a fifth of the text, so they are
    # removed.
    "$compiler" -x cuda --cuda-gpu-arch=sm_75 --cuda-device-only -nocudainc -nocudalib -S -O3 -Wall -Wextra -Werror -Wno-unused-function \
        -DLW_ONLY "-DLW_${family^^}" -include clang-prelude.h -o - lanewise.cl |
        sed -E '/^[[:space:]]*\/\//d; s/[[:space:]]*\/\/.*$//; /^$/d' | gzip -9n >"$made/lanewise-$family.ptx.gz"
done
cp "$made"/*.ptx.gz "$folder/"
