#!/usr/bin/env bash
# Installs the Debian packages whose programs the tests compare with: openssl, coreutils (md5sum, b2sum) and b3sum for
# hashes, rhash, hashdeep and cksfv for their lists; Little CMS, ArgyllCMS and Chromium for ICC profiles; and the libraries: libb2 for BLAKE2, Botan 2 and Crypto++ for
# ciphers and Skein, the latter with the C functions that tools/build-native-peers.sh compiles over it. For the kernels of
# accelerators two OpenCL implementations (PoCL and Oclgrind), the compilers of their source and Python, which launches them. Wine, for the programs of Windows.
# For audits over machines the servers themselves: PostgreSQL, RabbitMQ, Swift (an object store that speaks S3), and network namespaces.
# Without root it only says what is missing; the tests then skip what they cannot compare and say so.
set -euo pipefail

native_peers() { bash "$(dirname "$0")/build-native-peers.sh"; }

declare -A package=(
    [openssl]=openssl [md5sum]=coreutils [b2sum]=coreutils [b3sum]=b3sum [rhash]=rhash [hashdeep]=hashdeep [cksfv]=cksfv
    [transicc]=liblcms2-utils [iccdump]=argyll [chromium]=chromium [gcc]=gcc [g++]=g++
    [clang-14]=clang-14 [python3]=python3 [oclgrind]=oclgrind [node]=nodejs [zsh]=zsh [fish]=fish [groff]=groff-base [iconv]=libc-bin [curl]=curl
)
missing=()
[ -f /usr/include/lcms2.h ] || missing+=(liblcms2-dev libc6-dev)
[ -f /etc/OpenCL/vendors/pocl.icd ] || missing+=(pocl-opencl-icd ocl-icd-libopencl1)
[ -f /usr/include/cryptopp/threefish.h ] || missing+=(libcrypto++-dev)
# The list is read whole: grep -q would end the pipe early, which pipefail takes for a failure.
libraries=$(ldconfig -p 2>/dev/null || true)
command -v wine64 >/dev/null || [ -x /usr/lib/wine/wine64 ] || missing+=(wine64)
[[ $libraries == *libbotan-2.so.19* ]] || missing+=(libbotan-2-dev)
[[ $libraries == *libb2.so.1* ]] || missing+=(libb2-1)
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
[ -x /usr/lib/rabbitmq/bin/rabbitmq-server ] || missing+=(rabbitmq-server)
for part in proxy account container object; do
    [ -x "/usr/bin/swift-$part-server" ] || missing+=("swift-$part")
done
[ -x /usr/sbin/ip ] || [ -x /sbin/ip ] || missing+=(iproute2)
for program in "${!package[@]}"; do
    command -v "$program" >/dev/null || missing+=("${package[$program]}")
done

if [ ${#missing[@]} -eq 0 ]; then
    echo "Test dependencies: all present."
    native_peers
    exit 0
fi

mapfile -t missing < <(printf '%s\n' "${missing[@]}" | sort -u)
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "Test dependencies: missing ${missing[*]}; install them with your package manager. The comparisons with them will be skipped."
    native_peers
    exit 0
fi

echo "Test dependencies: installing ${missing[*]}."
export DEBIAN_FRONTEND=noninteractive
# The tests start servers of their own; installing one starts none. A machine that has a policy keeps it.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy"
fi
if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/dev/null 2>&1; then
    echo "Test dependencies: ${missing[*]} could not be installed. The comparisons with them will be skipped."
fi
native_peers
