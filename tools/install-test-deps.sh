#!/usr/bin/env bash
# Installs the Debian packages that './test all' and the benchmarks need, and compiles the libraries of bench/libraries. The
# script lists the missing packages and asks before it installs them, unless CI is set or --yes is given. Run the script as
# root or with sudo.
#
# Usage:
#   tools/install-test-deps.sh          ask, then install
#   tools/install-test-deps.sh --yes    install
#   tools/install-test-deps.sh --list   print the missing packages; install nothing
#
# Hashes and lists: openssl, coreutils, b3sum, rhash, hashdeep, cksfv. Passwords: argon2, PHP, argon2-cffi. Libraries:
# libb2, libsodium, libipsec-mb, Botan 2, Crypto++. ICC profiles: Little CMS, ArgyllCMS, Chromium. Devices: two OpenCL
# implementations (PoCL, Oclgrind), clang. Audits: PostgreSQL, RabbitMQ, Swift (an object store with an S3 API), network
# namespaces. Shells for completion, Node for pages, lintian for packages, Wine for Windows.
set -euo pipefail
cd "$(dirname "$0")/.."
how=${1:-}
case $how in
    '' | --yes | --list) ;;
    *) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac

programs="openssl:openssl md5sum:coreutils b2sum:coreutils b3sum:b3sum rhash:rhash hashdeep:hashdeep cksfv:cksfv
    transicc:liblcms2-utils iccdump:argyll chromium:chromium gcc:gcc g++:g++ clang-14:clang-14 python3:python3 oclgrind:oclgrind
    node:nodejs npm:npm zsh:zsh fish:fish groff:groff-base iconv:libc-bin curl:curl
    pkg-config:pkg-config lintian:lintian argon2:argon2 php:php-cli"
files="/usr/include/lcms2.h:liblcms2-dev /usr/include/stdlib.h:libc6-dev /etc/OpenCL/vendors/pocl.icd:pocl-opencl-icd
    /usr/include/cryptopp/threefish.h:libcrypto++-dev /usr/lib/rabbitmq/bin/rabbitmq-server:rabbitmq-server
    /usr/bin/swift-proxy-server:swift-proxy /usr/bin/swift-account-server:swift-account
    /usr/bin/swift-container-server:swift-container /usr/bin/swift-object-server:swift-object
    /usr/lib/python3/dist-packages/numpy:python3-numpy /usr/lib/python3/dist-packages/argon2:python3-argon2"
libraries="libbotan-2.so.19:libbotan-2-dev libb2.so.1:libb2-1 libsodium.so.23:libsodium23 libOpenCL.so.1:ocl-icd-libopencl1"
# libipsec-mb exists only for x86-64.
[ "$(uname -m)" != x86_64 ] || libraries+=" libIPSec_MB.so.1:libipsec-mb-dev"

missing=()
for pair in $programs; do command -v "${pair%:*}" >/dev/null || missing+=("${pair##*:}"); done
for pair in $files; do [ -e "${pair%:*}" ] || missing+=("${pair##*:}"); done
# The variable receives the complete output. With grep -q, the pipe would be closed early, which pipefail would treat as a
# failure.
known=$( (ldconfig -p || /sbin/ldconfig -p) 2>/dev/null || true)
for pair in $libraries; do [[ $known == *"${pair%:*}"* ]] || missing+=("${pair##*:}"); done
command -v wine64 >/dev/null || [ -x /usr/lib/wine/wine64 ] || missing+=(wine64)
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
[ -x /usr/sbin/ip ] || [ -x /sbin/ip ] || missing+=(iproute2)

finish() {
    [ "$how" = --list ] || bash tools/build-native-libraries.sh
    exit 0
}

if [ ${#missing[@]} -eq 0 ]; then
    echo "Test dependencies: all are installed."
    finish
fi
names=$(printf '%s\n' "${missing[@]}" | sort -u | tr '\n' ' ')
echo "Test dependencies: missing are ${names% }."
[ "$how" != --list ] || finish
without="The tests skip what they cannot compare, and name it."

if ! command -v apt-get >/dev/null; then
    echo "There is no apt-get here. $without"
    finish
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "Only root can install them: sudo tools/install-test-deps.sh. $without"
    finish
fi
if [ "$how" != --yes ] && [ -z "${CI:-}" ]; then
    if [ ! -t 0 ]; then
        echo "Nobody can be asked here; tools/install-test-deps.sh --yes installs them. $without"
        finish
    fi
    read -r -p "Install them with apt-get? [y/N] " answer
    case $answer in
        [yY]*) ;;
        *) echo "Nothing is installed. $without"; finish ;;
    esac
fi

export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
# The tests start servers themselves, so the installed packages must not start any servers. An existing policy is kept.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy"
fi
# shellcheck disable=SC2086 # A list of packages.
if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends $names; } >"$log" 2>&1; then
    # apt-get installs nothing if it cannot install one package, so the script now installs each package separately.
    failed=
    for name in $names; do apt-get install -y -qq --no-install-recommends "$name" >"$log" 2>&1 || failed+=" $name"; done
    [ -z "$failed" ] || echo "These packages could not be installed:$failed. $without"
fi
rm -f "$log"
finish
