#!/usr/bin/env bash
# Builds the fake CUDA driver.
#
# Usage: build.sh OUTPUT.so [FUNCTION]    with FUNCTION, the driver lacks this function, as an old driver might
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
output=${1:?usage: $0 OUTPUT.so [FUNCTION]}
"${CXX:-g++}" -std=c++17 -O1 -shared -fPIC -fno-strict-aliasing -fvisibility=default -Wall -Wextra -Werror ${2:+-O0 -D"$2"=lw_absent} \
    -I "$here/../../../src/Lanewise.Gpu/Kernels" -o "$output" "$here/cuda.cpp"
