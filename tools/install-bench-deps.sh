#!/usr/bin/env bash
# Installs the native peers that `Lanewise.Benchmarks compare` looks for, by the sonames that it loads:
#   libcrypto.so.3 (OpenSSL 3)   libsodium.so.23   libb2.so.1   libbotan-2.so.19
# and compiles those of bench/peers, for which it installs gcc, g++ and Crypto++. The build of the bench takes them along, so
# run this before it. For Debian and its children. Without them the comparison runs and says "not installed".
set -euo pipefail

declare -A packages=([libcrypto.so.3]=libssl3 [libsodium.so.23]=libsodium23 [libb2.so.1]=libb2-1 [libbotan-2.so.19]=libbotan-2-19)

# The whole list is read before it is searched: grep -q would end the pipe early, which pipefail takes for a failure.
where_is() { local list; list=$(ldconfig -p); sed -n "/^[[:space:]]*$1 /{s|.*=> ||p;q}" <<<"$list"; }
has() { [ -n "$(where_is "$1")" ]; }

missing=()
for soname in "${!packages[@]}"; do
    has "$soname" || missing+=("${packages[$soname]}")
done
command -v gcc >/dev/null || missing+=(gcc libc6-dev)
command -v g++ >/dev/null || missing+=(g++)
[ -f /usr/include/cryptopp/threefish.h ] || missing+=(libcrypto++-dev)

if [ ${#missing[@]} -gt 0 ]; then
    as_root=()
    if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
    "${as_root[@]}" ldconfig
fi

for soname in "${!packages[@]}"; do
    has "$soname" || { echo "$soname is still missing; it was expected in ${packages[$soname]}." >&2; exit 1; }
    echo "$soname: $(where_is "$soname")"
done

bash "$(dirname "$0")/build-native-peers.sh"
ls "$(dirname "$0")"/../artifacts/native/*.so
