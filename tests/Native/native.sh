#!/usr/bin/env bash
# Builds liblanewise for the instruction set of this CPU. Compares its symbols with lanewise.h, and runs C programs under
# sanitizers, random calls to every function, the example in samples/C, and the tests of the Python wheel.
#
# Usage: tests/Native/native.sh
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
# ./test: long
set -u
cd "$(dirname "$0")/../.."
root=$PWD
. tests/one-build.sh.inc
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0
pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "FAILED: $1"; }
skip() { skipped=$((skipped + 1)); echo "skipped: $1"; }
finish() { echo "$passed passed, $failed failed, $skipped skipped"; [ "$failed" -eq 0 ]; exit; }

# summary LOG: adds the counts in the last line of a program's output.
summary() {
    local p f s
    read -r p f s < <(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p' "$1" | tail -n 1)
    passed=$((passed + ${p:-0})) failed=$((failed + ${f:-0})) skipped=$((skipped + ${s:-0}))
    [ -n "${p:-}" ]
}

if [ "$(uname -sm)" != "Linux x86_64" ]; then skip "liblanewise is built for Linux on x64 only"; finish; fi
if ! command -v gcc >/dev/null; then skip "gcc is missing; see tools/install-test-deps.sh"; finish; fi

# has FLAG...: succeeds if the processor supports all of these features.
flags=" $(sed -n 's/^flags[^:]*: //p' /proc/cpuinfo | head -n 1) "
has() { for flag; do [[ $flags == *" $flag "* ]] || return 1; done; }
level=v2 folder=lib
if has avx2 bmi1 bmi2 fma movbe f16c; then level=v3 folder=lib/glibc-hwcaps/x86-64-v3; fi
if has avx2 avx512f avx512bw avx512cd avx512dq avx512vl; then level=v4 folder=lib/glibc-hwcaps/x86-64-v4; fi
if ! one_build tools/make-native.sh "$level" >"$work/build" 2>&1; then
    if grep -qE 'NU110[12]|Platform linker' "$work/build"; then
        skip "the compiler's packages or a linker are not available (tools/install-test-deps.sh)"
    else
        tail -n 20 "$work/build"
        fail "liblanewise does not build"
    fi
    finish
fi
pass
native=artifacts/native library=artifacts/native/$folder/liblanewise.so.0

# The library must export exactly the functions in the header.
sed -n 's/^[a-z].*[ *]\(lanewise_[a-z_0-9]*\)(.*/\1/p' src/Lanewise.Native/lanewise.h | sort -u >"$work/header"
nm -D --defined-only "$library" | sed -n 's/.* T \([A-Za-z_0-9]*\).*/\1/p' | sort -u >"$work/exported"
if [ -s "$work/header" ] && diff "$work/header" "$work/exported"; then pass
else fail "lanewise.h and the exported symbols differ"; fi

# The library must depend only on libc.
other=$(readelf -d "$library" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | grep -vE '^(libc|libm|ld-linux-x86-64)\.so')
if [ -z "$other" ]; then pass; else fail "the library needs $other"; fi
soname=$(readelf -d "$library" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
if [ "$soname" = liblanewise.so.0 ]; then pass; else fail "the soname is $soname"; fi

if [ -z "$(find "$library" -size +4000000c)" ]; then pass; else fail "the library is larger than 4 MB"; fi
# An undocumented option of the native compiler keeps the first call short.
sections=$(readelf -SW "$library")
if ! grep -q " \.text " <<<"$sections" || grep -q " \.hydrated " <<<"$sections"; then fail "IlcDehydrate has no effect"; else pass; fi

# C programs that call the library run under sanitizers. The .NET runtime in the library handles SIGSEGV itself and never
# frees its memory.
echo 'leak:liblanewise.so' >"$work/suppressions"
export LSAN_OPTIONS=suppressions=$work/suppressions:print_suppressions=0 ASAN_OPTIONS=handle_segv=0:detect_leaks=1
export LD_LIBRARY_PATH=${library%/*} PKG_CONFIG_PATH=$native/lib/pkgconfig
if ! command -v pkg-config >/dev/null; then skip "pkg-config is missing; see tools/install-test-deps.sh"; finish; fi

# compile PROGRAM SOURCE: compiles with the output of pkg-config, as the page describes.
compile() {
    # shellcheck disable=SC2046
    if gcc -O1 -g -fsanitize=address,undefined -Wall -Wextra -Werror "$2" -o "$work/$1" -L"${library%/*}" \
        $(pkg-config --cflags --libs lanewise) -lpthread 2>"$work/gcc"; then return 0; fi
    cat "$work/gcc"
    fail "$2 does not compile"
    return 1
}
ln -sf liblanewise.so.0 "${library%/*}/liblanewise.so"

if compile native tests/Native/native.c; then
    "$work/native" >"$work/native.log" 2>&1
    code=$?
    summary "$work/native.log" && [ $code -le 1 ] || fail "the C program ended with exit code $code"
    grep -v ' passed, ' "$work/native.log" | head -n 20
fi

# Calls every function of the header with random arguments.
for name in $(cat "$work/header"); do
    grep -q "$name(" tests/Native/fuzz.c || fail "tests/Native/fuzz.c does not call $name"
done
if compile fuzz tests/Native/fuzz.c; then
    seed=${LANEWISE_TEST_SEED:-$RANDOM}
    echo "Random input: LANEWISE_TEST_SEED=$seed"
    if "$work/fuzz" 200000 "$seed" >"$work/fuzz.log" 2>&1; then pass
    else tail -n 20 "$work/fuzz.log"; fail "random calls: LANEWISE_TEST_SEED=$seed"; fi
fi

# The example prints a digest for each line. The digests must equal the digests from b3sum and md5sum.
if compile lines samples/C/lines.c; then
    for pair in md5:md5sum blake3:b3sum; do
        if ! command -v "${pair#*:}" >/dev/null; then skip "${pair#*:} is missing; see tools/install-test-deps.sh"; continue; fi
        if diff <(seq 1 70 | "$work/lines" "${pair%:*}") \
            <(seq 1 70 | while IFS= read -r line; do printf %s "$line" | "${pair#*:}" | cut -d ' ' -f 1; done); then pass
        else fail "samples/C/lines.c with ${pair%:*}"; fi
    done
    "$work/lines" md6 </dev/null 2>"$work/lines.err" && fail "the example accepts md6"
    if grep -q 'md6: no algorithm has this name' "$work/lines.err"; then pass; else fail "the example reports another error for md6"; fi
fi

if command -v g++ >/dev/null; then
    echo '#include <lanewise.h>' | g++ -x c++ -Wall -Werror -I$native/include -fsyntax-only - && pass || fail "lanewise.h does not compile as C++"
fi
if command -v python3 >/dev/null; then
    wheel=$(tools/make-wheel.py) || fail "the wheel cannot be built"
    mkdir "$work/wheel"
    (cd "$work/wheel" && python3 -m zipfile -e "$OLDPWD/$wheel" .) || fail "the wheel is not an archive"
    PYTHONPATH=$work/wheel python3 tests/Native/test_lanewise.py >"$work/python.log" 2>&1
    code=$?
    [ $code -eq 0 ] || cat "$work/python.log"
    summary "$work/python.log" && [ $code -le 1 ] || fail "the Python tests ended with exit code $code"
    sed -n '/^skipped: /p; /^Random input/p' "$work/python.log" | sort -u
    version=$(PYTHONPATH=$work/wheel python3 -c 'import lanewise; print(lanewise.__version__)')
    if [ "$version" = "$(tools/version)" ]; then pass; else fail "lanewise_version returns $version"; fi
    first=$(sha256sum <"$wheel")
    tools/make-wheel.py >/dev/null
    if [ "$first" = "$(sha256sum <"$wheel")" ]; then pass; else fail "the wheel's bytes differ when it is rebuilt"; fi
else
    skip "python3 is missing; see tools/install-test-deps.sh"
fi
finish
