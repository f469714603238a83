#!/usr/bin/env bash
# Compares the output of the published executable with that of b2sum -l and of b3sum 1.2.0, which has neither --tag nor --seek.
# Lanewise checks the lists of these programs, and these programs check the lists of Lanewise. The script also tests keys,
# contexts and lengths, and the error messages for invalid values.
#
# Usage: tests/Cli/check-against-b3sum.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"

mkdir "$work/files"
cd "$work/files" || exit 2
: >empty
printf 'plain' >plain
# The lengths are near one block, one chunk or sixteen chunks, or exceed a batch.
for n in 1 63 64 65 1023 1024 1025 2048 2049 16384 16385 300000; do head -c $n /dev/urandom >"of $n"; done
head -c 3000001 /dev/urandom >large
head -c 127 /dev/urandom >$'new\nline'
head -c 128 /dev/urandom >'back\slash'
head -c 129 /dev/urandom >$'back\\slash, new\nline'
head -c 60 /dev/urandom >'a) = 0'
head -c 61 /dev/urandom >'näme✓𝄞'
head -c 32 /dev/urandom >"$work/key"
head -c 32 /dev/urandom >"$work/other"
head -c 31 "$work/key" >"$work/key31"
cat "$work/key" <(echo) >"$work/key33"
: >"$work/key0"

# ---- b3sum ----
if command -v b3sum >/dev/null; then
    same "b3sum gives the same digests for all files" "b3sum -- *" "$lanewise sum -- *"
    same "b3sum gives the same digest for a large file on standard input" "b3sum <large" "$lanewise sum <large"
    same "b3sum gives the same digest for a pipe" "cat large | b3sum" "cat large | $lanewise sum"
    same "b3sum gives the same digests if - names standard input" "b3sum - plain <large | cut -c1-64" "$lanewise sum - plain <large | cut -c1-64"
    for n in 1 16 31 33 64 65 131 1024; do
        same "b3sum gives the same $n-byte digests" "b3sum -l $n -- *" "$lanewise sum -l $n -- *"
        same "b3sum gives the same keyed $n-byte digests" "b3sum -l $n --keyed -- * <$work/key" "$lanewise sum -l $n --key-file $work/key -- *"
    done
    same "the algorithm's name can contain the length in bits" "b3sum -l 64 -- *" "$lanewise sum -a blake3-512 -- *"
    same "b3sum gives the same keyed digests" "b3sum --keyed -- * <$work/key" "$lanewise sum --key-file $work/key -- *"
    same "the key can come from standard input" "b3sum --keyed -- * <$work/key" "$lanewise sum --key-file - -- * <$work/key"
    same "the key can come from a descriptor" "b3sum --keyed -- * <$work/key" "$lanewise sum --key-file /dev/fd/7 -- * 7<$work/key"
    same "the key can come from a pipe" "b3sum --keyed -- * <$work/key" "$lanewise sum --key-file <(cat $work/key) -- *"
    for context in 'example 2026-11-21 files' 'näme ✓𝄞' ''; do
        same "b3sum gives the same digests for the context '$context'" "b3sum --derive-key '$context' -- *" "$lanewise sum --derive-key '$context' -- *"
        same "b3sum gives the same digests of length 100 for the context '$context'" "b3sum -l 100 --derive-key '$context' -- *" "$lanewise sum -l 100 --derive-key '$context' -- *"
    done
    same "a missing file gives the same output as with b3sum" "b3sum plain missing empty" "$lanewise sum plain missing empty"
    mkdir many
    for i in $(seq 1 3000); do printf '%*s' $((i * 37 % 5000)) "$i" >"many/$i"; done
    same "b3sum gives the same digests for 3000 small files" "b3sum many/*" "$lanewise sum many/*"
    same "b3sum gives the same keyed digests for 3000 small files" "b3sum --keyed many/* <$work/key" "$lanewise sum -j 1 --key-file $work/key many/*"
    same "b3sum gives the same derived digests for 3000 small files" "b3sum --derive-key c many/*" "$lanewise sum --derive-key c many/*"
    rm -r many

    # b3sum escapes names in its results and coreutils does not, so only names without special characters are
    # compared.
    b3sum -- * >"$work/other.list"; $lanewise sum -- * >"$work/lanewise.list"
    expect "lanewise accepts a list from b3sum" 0 "$lanewise check $work/other.list" '^large: OK$' 'FAILED|WARNING'
    expect "b3sum accepts a list from lanewise" 0 "b3sum --check $work/lanewise.list" '^large: OK$' 'FAILED'
    expect "lanewise reads every name of a list from b3sum" 0 "[ \$($lanewise check $work/other.list | grep -c ': OK') -eq \$(ls -b | wc -l) ]"
    b3sum -- of* plain large >"$work/other.list"
    same "check prints the same results as b3sum" "b3sum --check $work/other.list" "$lanewise check $work/other.list"
    same "check --quiet prints the same results as b3sum" "b3sum --check --quiet $work/other.list" "$lanewise check --quiet $work/other.list"
    b3sum --keyed -- of* plain >"$work/other.list" <"$work/key"
    # b3sum 1.2.0 rejects --check with a key or a context.
    expect "check accepts keyed digests" 0 "$lanewise check --key-file $work/key $work/other.list" '^plain: OK$' 'FAILED|WARNING'
    expect "check reads the key from standard input" 0 "$lanewise check --key-file - $work/other.list <$work/key" '^plain: OK$' 'FAILED|WARNING'
    expect "check with another key fails" 1 "$lanewise check --key-file $work/other $work/other.list" '^plain: FAILED$' ': OK'
    same "check without the key fails as with b3sum" "b3sum --check $work/other.list" "$lanewise check $work/other.list"
    b3sum --derive-key c -- of* plain >"$work/other.list"
    expect "check accepts derived digests" 0 "$lanewise check --derive-key c $work/other.list" '^plain: OK$' 'FAILED|WARNING'
    expect "check with another context fails" 1 "$lanewise check --derive-key d $work/other.list" '^plain: FAILED$' ': OK'
    for n in 31 33 131; do
        b3sum -l $n -- of* plain >"$work/other.list"
        expect "the digest determines the length $n" 0 "$lanewise check $work/other.list" '^plain: OK$' 'FAILED|WARNING'
    done
    # If the digest length does not determine the algorithm, check requires an option.
    for n in 16 20 48 64; do
        b3sum -l $n -- of* plain >"$work/other.list"
        expect "the length $n can be used with -a" 0 "$lanewise check -a blake3 $work/other.list" '^plain: OK$' 'FAILED|WARNING'
        expect "--length selects the length $n" 0 "$lanewise check -l $n $work/other.list" '^plain: OK$' 'FAILED|WARNING'
    done
    same "a key of 31 bytes gives no digests, as with b3sum" "b3sum --keyed plain <$work/key31 | cat" "$lanewise sum --key-file $work/key31 plain | cat"
else
    skip "b3sum is not installed"
fi

# ---- b2sum ----
for bits in 8 128 256 504 512; do
    same "b2sum -l $bits gives the same digests" "b2sum -l $bits -- plain of* large" "$lanewise sum -a blake2b -l $bits -- plain of* large"
    $lanewise sum -a blake2b -l $bits --tag -- * >"$work/lanewise.list"
    expect "b2sum accepts a tagged list of $bits bits" 0 "b2sum --check $work/lanewise.list" '^large: OK$' 'FAILED|WARNING'
    $lanewise sum -a blake2b -l $bits -- * >"$work/lanewise.list"
    expect "b2sum accepts a list of $bits bits" 0 "b2sum -l $bits --check $work/lanewise.list" '^large: OK$' 'FAILED|WARNING'
    same "b2sum and lanewise print the same results for $bits bits" "b2sum -l $bits --check $work/lanewise.list" "$lanewise check -a blake2b -l $bits $work/lanewise.list"
done

# ---- lists for every algorithm, and published answers for the bytes 0, 1, 2 … ----
for i in $(seq 0 255); do printf "\\x$(printf %02x "$i")"; done >"$work/counter"
while read -r name bytes digest; do
    expect "$name gives the published digest for $bytes bytes" 0 "head -c $bytes $work/counter | $lanewise sum -a $name" "^$digest"
    $lanewise sum -a "$name" -- * >"$work/lanewise.list"
    expect "check -a $name accepts a list" 0 "$lanewise check -a $name $work/lanewise.list" '^large: OK$' 'FAILED|WARNING'
    $lanewise sum -a "$name" --tag -- * >"$work/lanewise.list"
    expect "check accepts the tag of $name" 0 "$lanewise check $work/lanewise.list" '^large: OK$' 'FAILED|WARNING'
    $lanewise sum -a "$name" --key-file "$work/key" --tag -- * >"$work/lanewise.list"
    expect "a keyed check accepts the tag of $name" 0 "$lanewise check -a $name --key-file $work/key $work/lanewise.list" '^large: OK$' 'FAILED|WARNING'
    expect "a check of $name with another key fails" 1 "$lanewise check -a $name --key-file $work/other $work/lanewise.list" '^large: FAILED$' ': OK'
    expect "a check of $name without the key fails" 1 "$lanewise check $work/lanewise.list" '^large: FAILED$' ': OK'
done <<'END'
blake2b 255 5b21c5fd8868367612474fa2e70e9cfa
blake2s 255 f03f5789d3336b80d002d59fdf918bdb
blake2bp 255 3f35c45d24fcfb4acca651076c08000e
blake2sp 255 25059f10605e67adfe681350666e15ae
blake2xb 256 571be91037c15145e2ab4894a7bb8d8a
blake2xs 256 91cab802b466092897c7639a02acf529
blake3 0 af1349b9f5f9a1a6a0404dea36dcc949
skein-512-256 0 39ccc4554a8b31853b9de7a1fe638a24
END

# ---- BLAKE3 tags, and lists that name another algorithm ----
$lanewise sum --tag -l 20 plain >"$work/lanewise.list"
expect "the tag does not contain the length" 0 "cat $work/lanewise.list" '^BLAKE3 \(plain\) = [0-9a-f]{40}$'
expect "the tagged digest determines the length" 0 "$lanewise check $work/lanewise.list" '^plain: OK$'
expect "a length other than --length is malformed" 1 "$lanewise check -a blake3 -l 32 $work/lanewise.list" 'no properly formatted'
$lanewise sum -a blake2b --tag plain >"$work/lanewise.list"
expect "with a key but without -a, lines of BLAKE2b are malformed" 1 "$lanewise check --key-file $work/key $work/lanewise.list" 'no properly formatted'
expect "with a context but without -a, lines of BLAKE2b are malformed" 1 "$lanewise check --derive-key c $work/lanewise.list" 'no properly formatted'

# ---- large files, whose pieces of 256 KiB are distributed to all threads ----
for n in 2097151 2097152 2097153 2359296 2359297 8388608 8388609 9000000; do head -c $n large large large >"piece $n"; done
for jobs in 1 2 3 8; do
    same "b3sum gives the same digests for large files with $jobs threads" "b3sum piece* plain large" "$lanewise sum -j $jobs piece* plain large"
done
same "b3sum gives the same digest for one large file" "b3sum 'piece 9000000'" "$lanewise sum 'piece 9000000'"
same "b3sum gives the same keyed digest for one large file" "b3sum --keyed 'piece 9000000' <$work/key" "$lanewise sum --key-file $work/key 'piece 9000000'"
same "b3sum gives the same derived digest for one large file" "b3sum --derive-key c 'piece 9000000'" "$lanewise sum --derive-key c 'piece 9000000'"
same "b3sum gives the same long digest for one large file" "b3sum -l 100 'piece 8388609'" "$lanewise sum -l 100 'piece 8388609'"
same "b3sum gives the same digest for large standard input" "b3sum - <'piece 9000000'" "$lanewise sum - <'piece 9000000'"
same "b3sum gives the same digest for a large file in a pipe" "cat 'piece 9000000' | b3sum" "cat 'piece 9000000' | $lanewise sum"
b3sum piece* >"$work/other.list"
expect "check accepts a list of large files" 0 "$lanewise check --quiet $work/other.list"
rm piece*

# If a file becomes shorter while its pieces are being read, the digest must be that of the remaining content, although the tree
# changes.
truncate -s 40G shrinks
$lanewise sum shrinks >"$work/lanewise.list" 2>"$work/err.lanewise" &
until_open $! shrinks
truncate -s 1000000 shrinks
wait $!
[ "$(cat "$work/lanewise.list")" = "$(b3sum shrinks)" ] && pass || { fail "the digest of a file that becomes shorter differs"; cat "$work/lanewise.list" "$work/err.lanewise"; }
rm shrinks

# ---- usage errors ----
digits=$(od -An -tx1 "$work/key33" | tr -d ' \n' | cut -c1-16)
expect "a key of 31 bytes is rejected" 2 "$lanewise sum --key-file $work/key31 plain" 'has 31 bytes; BLAKE3 takes 32 raw bytes' "$digits"
expect "a key with a line end is rejected" 2 "$lanewise sum --key-file $work/key33 plain" 'has 33 bytes; BLAKE3 takes 32 raw bytes' "$digits"
expect "an empty key is rejected" 2 "$lanewise sum -a blake2s --key-file $work/key0 plain" 'has 0 bytes; BLAKE2s takes 1 to 32 raw bytes'
expect "a key file without end is rejected" 2 "$lanewise check --key-file /dev/zero plain" 'has more than 4096 bytes; BLAKE3 takes 32 raw bytes'
expect "a key that is too long for BLAKE2s is rejected" 2 "$lanewise sum -a blake2s --key-file $work/key33 plain" 'has 33 bytes; BLAKE2s takes 1 to 32'
expect "an algorithm without a keyed mode rejects a key" 2 "$lanewise sum -a sha256 --key-file $work/key plain" 'SHA256 has no keyed mode'
expect "check -a md5 rejects a key" 2 "$lanewise check -a md5 --key-file $work/key plain" 'MD5 has no keyed mode'
expect "a missing key file is reported" 1 "$lanewise sum --key-file nokey plain" '^lanewise: nokey: No such file or directory$' '  plain'
expect "a folder as key file is rejected" 1 "$lanewise sum --key-file $work plain" 'Is a directory' '  plain'
expect "key and file cannot both come from standard input" 2 "$lanewise sum --key-file - <$work/key" 'standard input cannot hold the key'
expect "key and list cannot both come from standard input" 2 "$lanewise check --key-file - <$work/key" 'standard input cannot hold the key'
expect "a key and a context cannot be combined" 2 "$lanewise sum --key-file $work/key --derive-key c plain" 'cannot be combined with'
expect "an algorithm without key derivation rejects a context" 2 "$lanewise sum -a blake2b --derive-key c plain" 'BLAKE2b has no key derivation'
expect "a context that is not UTF-8 is rejected" 2 "$lanewise sum --derive-key \$'\\xff' plain" 'not valid UTF-8'
expect "a length in bytes that is too long is rejected" 2 "$lanewise sum -l 1025 plain" "'1025' bytes: the digest of BLAKE3 has 1 to 1024 bytes"
expect "the output of Skein may be longer than its state" 0 "$lanewise sum -a skein-512 -l 512 plain" '^[0-9a-f]{1024}  plain$'
expect "a length of Skein that is too long is rejected" 2 "$lanewise sum -a skein-512 -l 1025 plain" "'1025' bytes: the digest of Skein-512 has 1 to 1024 bytes"
expect "a length in bits that is too long is rejected" 2 "$lanewise sum -a blake2sp -l 264 plain" "'264' bits: the digest of BLAKE2sp has 8 to 256 bits"
expect "a length that is not a number is rejected" 2 "$lanewise sum -l x plain" 'length'
expect "the help explains the units of the length" 0 "$lanewise sum --help | tr -s ' \n' ' '" 'bytes for BLAKE3, BLAKE2X, Skein and SHAKE, bits for all others'

# ---- values that start with "-": joined with "=", or numbers ----
expect "a value after = may start with a dash" 1 "$lanewise sum --key-file=-none plain" '^lanewise: -none: No such file or directory$'
expect "a negative number is a value" 2 "$lanewise sum -l -5 plain" "invalid --length: '-5'"
expect "a misspelled option is not used as a value" 2 "$lanewise sum -a --taf plain" "unrecognized option '--taf'"
expect "a misspelled option among the files is rejected" 2 "$lanewise sum plain --taf" "unrecognized option '--taf'"
expect "a number with a dash among the files is rejected" 2 "$lanewise sum plain -5" "unrecognized option '-5'"

# ---- hints after usage errors ----
expect "sum suggests its help" 2 "$lanewise sum --bogus" "^Try 'lanewise sum --help' for more information\.\$"
expect "check suggests its help" 2 "$lanewise check -j 0" "^Try 'lanewise check --help' for more information\.\$"
expect "a subcommand suggests its help" 2 "$lanewise icc make --bogus" "^Try 'lanewise icc make --help' for more information\.\$"
expect "the suggested command works" 0 "$lanewise icc make --help" '^Usage'

finish
