#!/usr/bin/env bash
# Tests edge cases of lists: one-character names, reversed lines, base64 without a tag, lists with one digest, and the limits of
# every command that reads lists. Also tests the options of cksum, md5sum and b3sum. If an installed tool has the same feature,
# the script compares the results of both.
#
# Usage: tests/Cli/list-edges.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
mkdir "$work/files"
cd "$work/files" || exit 2

# silent NAME COMMAND: expects exit code 0, and nothing on standard error.
silent() {
    expect "$1" 0 "$2"
    if [ -s "$work/err.lanewise" ]; then fail "$1: an unexpected message: $(head -1 "$work/err.lanewise")"; else pass; fi
}

# same_words NAME EXPECTED ACTUAL: also compares standard error, after replacing the program's name.
same_words() {
    local before=$failed
    same "$1" "$2" "$3"
    [ "$failed" -ne "$before" ] && return
    if diff <(sed -E 's/^(md5sum|cksum|b2sum|sha[0-9]*sum): /lanewise: /' "$work/err.other") "$work/err.lanewise" >"$work/diff"; then
        pass
    else
        fail "$1: standard error differs"
        head -5 "$work/diff"
    fi
}

base64_of() { printf '%s' "$1" | tr a-f A-F | basenc -d --base16 | base64 -w0; }

# ---- one-character names and names that look like digests, in lists named after their algorithm ----
for name in a ' b' '*c' '44' ' '; do printf '%s\n' "$name" >"$name"; done
for pair in md5sum:md5 sha1sum:sha1 sha256sum:sha256 sha512sum:sha512 b2sum:b2; do
    tool=${pair%%:*} extension=${pair##*:}
    printf 'never listed\n' >"check"
    for name in a ' b' '*c' '44' ' '; do "$tool" "$name"; done >"check.$extension"
    same_words "$tool lists with short names give the same results" "$tool --strict -c check.$extension" "$lanewise check --strict check.$extension"
    sed 's/  / /' "check.$extension" >"reversed.$extension"
    same_words "$tool lists with short names in reversed lines give the same results" "$tool --strict -c reversed.$extension" "$lanewise check --strict reversed.$extension"
    tail -n 1 "check.$extension" >"space.$extension"
    printf 'never listed\n' >space
    same_words "$tool lists with a name of one space give the same results" "$tool --strict -c space.$extension" "$lanewise check --strict space.$extension"
    sed 's/  / /' "space.$extension" >"one.$extension"; printf 'one\n' >one
    same_words "$tool lists with a name of one space in reversed lines give the same results" "$tool --strict -c one.$extension" "$lanewise check --strict one.$extension"
    "$tool" one | cut -d' ' -f1 >"one.$extension"
    silent "$tool lists may contain a single bare digest" "$lanewise check one.$extension"
    { echo '# of one'; echo; cat "one.$extension"; } >c && mv c "one.$extension"
    silent "$tool lists may contain a bare digest below a comment" "$lanewise check one.$extension"
    { cat "one.$extension"; "$tool" a; } >c && mv c "one.$extension"
    expect "a bare digest among other lines of a $tool list is malformed" 0 "$lanewise check -w one.$extension" '3: improperly formatted .* checksum line' '^one: '
    { "$tool" one | cut -d' ' -f1; "$tool" a | cut -d' ' -f1; } >"one.$extension"
    expect "two bare digests in a $tool list are malformed" 1 "$lanewise check one.$extension" 'no properly formatted' '^one: '
done

# ---- malformed lines are reported with the algorithm in their tag ----
md5sum a >list
for tag in MD5 SHA1 SHA256 SHA384 SHA512 SHA512-256 BLAKE2b-256 BLAKE3 SHA3-256; do
    printf '%s (a) = zz\n' "$tag" >bad
    expect "a malformed line reports the tag $tag" 1 "$lanewise check -w bad" "^lanewise: bad: 1: improperly formatted $tag checksum line\$"
done
printf 'nonsense\n' | cat list - >bad
same_words "a malformed line after a line of MD5 gives the same message" "md5sum -c -w bad" "$lanewise check -w bad"
sha1sum --tag a >bad; printf 'nonsense\n' >>bad
same_words "a malformed line after a tag gives the same message" "cksum -c -w bad" "$lanewise check -w bad"
printf 'SHA1 (a) = zz\n' | cat list - >bad
same_words "a malformed line with -a md5 gives the same message" "md5sum -c -w bad" "$lanewise check -a md5 -w bad"
printf 'nonsense\n' >bad
expect "a malformed line with an unknown algorithm is reported" 1 "$lanewise check -w bad" '1: improperly formatted checksum line' 'BLAKE3'
for text in '' 'MD5 (' 'MD5(' 'MD5 (f' 'BLAKE2' 'BLAKE2b' 'BLAKE2-' 'BLAKE2(' 'BLAKE2 (' 'BLAKE2b-18446744073709551616 (a) = 00' '0A0BA0' '\' ' '; do
    printf '%s' "$text" >bad
    expect "'$text' is not a valid line" 1 "$lanewise check bad" 'no properly formatted checksum lines found'
done
printf '\0\0\0' >bad; expect "text with NUL is not a valid line" 1 "$lanewise check -a sha1 bad" 'no properly formatted'
for bits in 0 4 7 9 129 520; do
    printf 'BLAKE2b-%s (a) = %0128d\n' $bits 0 >bad
    expect "a tag BLAKE2b-$bits is not valid" 1 "$lanewise check bad" 'no properly formatted'
done

# ---- several algorithms whose tags do not contain the digest length ----
extendable="blake3 shake128 shake256 turboshake128 turboshake256 kangarootwelve"
for algorithm in $extendable; do
    for bytes in 64 100; do $lanewise sum --tag -a $algorithm -l $bytes a; done
done >mixed
silent "digests of equal length with several tags are accepted" "$lanewise check --strict mixed"
for algorithm in $extendable; do
    others=$(printf '%s\n' $extendable | grep -vx $algorithm)
    # The first line must not determine the digest length of the other lines.
    { $lanewise sum --tag -a $algorithm -l 64 a
      for other in $others; do echo "$($lanewise sum --tag -a $other a | cut -d'(' -f1)(a) = $($lanewise sum -a $algorithm -l 64 a | cut -d' ' -f1)"; done; } >forged
    expect "a digest of $algorithm is not accepted with another tag" 0 "$lanewise check forged 2>/dev/null | sort | uniq -c | xargs" '^5 a: FAILED 1 a: OK$'
done

# ---- lists with several algorithms, escapes, signatures ----
for tool in md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum; do "$tool" --tag a ' b'; done >mixed
same_words "lists with several tags give the same results" "cksum --strict -c mixed" "$lanewise check --strict mixed"
sed 's/^/ \\/' mixed >escaped; same_words "leading space and backslash" "cksum --strict -c escaped" "$lanewise check --strict escaped"
for algorithm in md5 sha1 sha384 blake2b; do
    same_words "lists with several tags give the same results with -a $algorithm" "cksum -a $algorithm -c mixed" "$lanewise check -a $algorithm mixed"
done
{ printf -- '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n'; cat mixed; printf -- '-----BEGIN PGP SIGNATURE-----\n\niQIzBAEBCAAdFiEE\n-----END PGP SIGNATURE-----\n'; } >signed
same "a signed list gives the same results" "cksum -c signed" "$lanewise check signed"
same "a signed list gives the same results with --strict" "cksum --strict -c signed" "$lanewise check --strict signed"

# ---- base64 without a tag ----
for pair in md5sum:md5 sha1sum:sha1 sha224sum:sha224 sha256sum:sha256 sha384sum:sha384 sha512sum:sha512 b2sum:blake2b; do
    tool=${pair%%:*} algorithm=${pair##*:}
    printf '%s  a\n' "$(base64_of "$($tool a | cut -d' ' -f1)")" >list
    silent "base64 digests of $algorithm are accepted" "$lanewise check --strict -a $algorithm list"
    sed -i 's/^\(.\)\(.\)/\2\1/' list; expect "a changed base64 digest of $algorithm fails" 1 "$lanewise check -a $algorithm list" '^a: FAILED$'
    $lanewise sum -a $algorithm --base64 a ' b' >list
    silent "base64 digests that sum writes are accepted for $algorithm" "$lanewise check --strict -a $algorithm list"
    sed -i 's/=* / /' list
    if [ $algorithm != sha384 ]; then expect "base64 of $algorithm without its equals signs" 1 "$lanewise check -a $algorithm list" 'no properly formatted'; fi
done
for bits in 64 72 96 128 144 192 248 384 504 512; do
    printf '%s  a\n' "$(base64_of "$(b2sum -l $bits a | cut -d' ' -f1)")" >list
    silent "base64 digests of BLAKE2b-$bits are accepted" "$lanewise check --strict -a blake2b list"
    silent "base64 digests of BLAKE2b-$bits are accepted with an explicit length" "$lanewise check --strict -a blake2b -l $bits list"
    $lanewise sum -a blake2b -l $bits --base64 --tag a >list
    silent "tagged base64 digests of BLAKE2b-$bits are accepted" "$lanewise check --strict list"
done
# The text of this base64 digest starts like a tag. The line is valid, and check must report that its file differs.
for start in MD5 SHA1 SHA224 SHA384 SM3 BLAKE2b BSD CRC; do
    text=$start$(head -c 100 /dev/zero | tr '\0' A); text=${text:0:64}
    for name in a '(a) = b'; do
        printf '%s  %s\n' "$text" "$name" >list; printf x >'(a) = b'
        expect "the base64 digest of '$name' that begins with $start is not a tag" 1 "$lanewise check -a sha384 list" '^\(?a.*: FAILED$' 'formatted'
    done
done
# The unused bits at the end of this base64 text are set, which no tool does. The line is valid, but check must report that the
# file differs, even if the decoded bytes equal the digest of the file.
printf 'SHA1+++++++++++++++++++++++=  /dev/null\n' >list
expect "set bits after the end of a base64 digest make it differ" 1 "$lanewise check -a sha1 list" '^/dev/null: FAILED$' 'formatted'
digest=$(base64_of "$(sha1sum a | cut -d' ' -f1)")
for last in A B C D; do
    altered=${digest%??}$(tr 'AEIMQUYcgkosw048' "$last$(printf '%015d' 0)" <<<"${digest: -2:1}")=
    if [ "$altered" = "$digest" ]; then continue; fi
    printf '%s  a\n' "$altered" >list
    expect "the last base64 character $last makes the digest differ" 1 "$lanewise check -a sha1 list" '^a: FAILED$' 'formatted'
    printf 'SHA1 (a) = %s\n' "$altered" >list
    expect "the last base64 character $last makes a tagged digest differ" 1 "$lanewise check list" '^a: FAILED$' 'formatted'
done
printf 'Thisisaword  a\nAndsome more\n' >list
expect "a word is not base64" 1 "$lanewise check list" 'no properly formatted'
printf '%s (a) = %s\n' "$(printf %032d 0)" "$(printf %032d 1)" >list
expect "a digest may precede a name that looks like a tag" 1 "$lanewise check list" '^\(a\) = 0*1: FAILED'

# ---- if standard input contains the list or the key, it cannot also be a listed file ----
empty=$(md5sum </dev/null | cut -d' ' -f1)
printf '%s  -\n' "$empty" >input
same_words "'-' in a list from standard input gives the same results" "md5sum -c -w <input" "$lanewise check -a md5 -w <input"
expect "'-' cannot be listed beside a list from standard input" 1 "$lanewise check -a md5 -w - input </dev/null" 'input: 1: improperly formatted'
head -c 32 /dev/zero >zeros
$lanewise sum --keyed /dev/null <zeros | sed 's,/dev/null,-,' >keyed
expect "'-' cannot be listed if --keyed reads standard input" 1 "$lanewise check --keyed keyed <zeros" 'no properly formatted' ': OK'
expect "'-' cannot be listed if the key file is '-'" 1 "$lanewise check --key-file - keyed <zeros" 'no properly formatted' ': OK'
same_words "'-' in a list file gives the same results" "md5sum -c input </dev/null" "$lanewise check input </dev/null"
same_words "two entries '-' in a list file give the same results" "cat input input >twice; md5sum -c twice <a" "$lanewise check -a md5 twice <a"
# The first "-" in the list must read all input, regardless of the order of the threads.
for round in 1 2 3 4 5 6 7 8; do same "standard input twice, $round" "md5sum - - <a" "$lanewise sum -a md5 - - <a"; done

# ---- --ignore-missing if nothing matches ----
{ printf '%s  nothing\n' "$empty"; printf '%s  a\n' "$empty"; } >list
for option in '' --quiet --status --warn; do
    same_words "--ignore-missing $option gives the same output if one file differs" "md5sum -c --ignore-missing $option list" "$lanewise check -a md5 --ignore-missing $option list"
done

# ---- a successful run prints no messages ----
for algorithm in sha256 blake3 sha512 blake2b sha3-256 skein-512-256; do
    $lanewise sum -a $algorithm a ' b' >list
    silent "a successful check of $algorithm prints no messages" "$lanewise check --strict list"
    expect "JSON reports the algorithm $algorithm" 0 "$lanewise check --json list" "\"algorithm\":\"$algorithm\",\"result\":\"OK\""
done

# ---- options that cksum, md5sum and b3sum also have ----
same "--untagged gives the same lines" "cksum -a sha256 --untagged a ' b'" "$lanewise sum -a sha256 --untagged a ' b'"
same "--tag and --untagged give the same lines" "cksum -a sha256 --tag --untagged a" "$lanewise sum -a sha256 --tag --untagged a"
same "--untagged and --tag give the same lines" "cksum -a sha256 --untagged --tag a" "$lanewise sum -a sha256 --untagged --tag a"
expect "--untagged rejects several algorithms" 2 "$lanewise sum -a md5 -a sha1 --untagged a" 'lines of several algorithms are tagged'
for bits in 224 256 384 512; do
    same "-a sha2 -l $bits gives the same lines" "sha${bits}sum a" "$lanewise sum -a sha2 -l $bits a"
    same "-a sha2 -l $bits --tag gives the same lines" "sha${bits}sum --tag a" "$lanewise sum -a sha2 -l $bits --tag a"
    same "-a sha3 -l $bits gives the same lines" "$lanewise sum -a sha3-$bits a" "$lanewise sum -a sha3 -l $bits a"
    sha${bits}sum a >list
    silent "check -a sha2 accepts $bits bits" "$lanewise check --strict -a sha2 list"
    silent "check -a sha2 -l $bits accepts a list" "$lanewise check --strict -a sha2 -l $bits list"
    sha${bits}sum --tag a >list; silent "check -a sha2 of the tag of $bits" "$lanewise check --strict -a sha2 list"
    $lanewise sum -a sha3-$bits --tag a >list
    silent "check -a sha3 accepts the tag of $bits bits" "$lanewise check --strict -a sha3 list"
    expect "a SHA-3 tag is not read as a SHA-2 tag" 1 "$lanewise check -a sha2 list" 'no properly formatted'
    $lanewise sum -a sha3-$bits --base64 a >list; silent "check -a sha3 of $bits in base64" "$lanewise check --strict -a sha3 list"
done
md5sum --tag a >list; expect "an MD5 tag is not read as a SHA-2 tag" 1 "$lanewise check -a sha2 list" 'no properly formatted'
expect "-a sha2 requires a length" 2 "$lanewise sum -a sha2 a" 'needs --length: 224, 256, 384 or 512 bits'
expect "-a sha3 rejects an unknown length" 2 "$lanewise sum -a sha3 -l 128 a" "'128' bits: the digest of SHA3 has 224, 256, 384 or 512 bits"
for algorithm in md5 sha256 blake2b blake3; do
    same "--raw gives the same bytes for $algorithm" "$lanewise sum -a $algorithm a | cut -d' ' -f1 | tr a-f A-F | basenc -d --base16" "$lanewise sum -a $algorithm --raw a"
    same "--no-names gives the same lines for $algorithm" "$lanewise sum -a $algorithm a ' b' | cut -d' ' -f1" "$lanewise sum -a $algorithm --no-names a ' b'"
done
same "--raw gives the same bytes for standard input" "md5sum <a | cut -d' ' -f1 | tr a-f A-F | basenc -d --base16" "$lanewise sum -a md5 --raw <a"
expect "--raw rejects two files" 2 "$lanewise sum --raw a one" 'exactly one digest of one file'
expect "--raw rejects a folder" 2 "$lanewise sum --raw -r ." 'exactly one digest of one file'
expect "--raw reports a missing file" 1 "$lanewise sum --raw nothing" 'nothing: No such file'
expect "--no-names rejects several algorithms" 2 "$lanewise sum --no-names -a md5 -a sha1 a" 'lines of several algorithms are tagged'
expect "--raw rejects --base64" 2 "$lanewise sum --raw --base64 a" 'raw cannot be combined with --base64'
md5sum a >list
for option in --untagged --no-mmap; do silent "check $option" "$lanewise check --strict $option list"; done
expect "check rejects --tag" 2 "$lanewise check --tag list" 'the --tag option is meaningless when verifying checksums'
for option in -b --binary -t --text; do
    expect "check rejects $option" 2 "$lanewise check $option list" 'the --binary and --text options are meaningless when verifying checksums'
done
expect "--raw rejects --json" 2 "$lanewise sum --raw --json a" 'json cannot be combined with'
head -c 3000000 /dev/urandom >large
head -c 32 /dev/urandom >"$work/key"
if command -v b3sum >/dev/null; then
    for threads in 0 1 2 8; do
        same "--num-threads $threads gives the same lines as b3sum" "b3sum --num-threads $threads a large" "$lanewise sum --num-threads $threads a large"
    done
    same "--no-mmap gives the same lines as b3sum" "b3sum --no-mmap a large" "$lanewise sum --no-mmap a large"
    same "--no-names gives the same lines as b3sum" "b3sum --no-names a large" "$lanewise sum --no-names a large"
    same "--raw gives the same bytes as b3sum" "b3sum --raw large" "$lanewise sum --raw large"
    same "--raw -l 1000 gives the same bytes as b3sum" "b3sum --raw -l 1000 large" "$lanewise sum --raw -l 1000 large"
    same "--keyed gives the same lines as b3sum" "b3sum --keyed a large <$work/key" "$lanewise sum --keyed a large <$work/key"
    b3sum --keyed a large <"$work/key" >list
    expect "check --keyed accepts a list from b3sum" 0 "$lanewise check --strict --keyed list <$work/key" '^large: OK$' 'FAILED'
    # A shorter BLAKE3 output is a prefix of a longer one. The comparison uses this property because b3sum 1.2.0 has no --seek.
    for position in 0 1 32 63 64 65 500; do
        same "--seek $position gives the same output" "b3sum --no-names -l 1000 large | cut -c$((2 * position + 1))-$((2 * position + 128))" "$lanewise sum --no-names --seek $position -l 64 large"
        same "--seek $position gives the same keyed output" "b3sum --no-names -l 1000 --keyed a <$work/key | cut -c$((2 * position + 1))-$((2 * position + 64))" "$lanewise sum --no-names --seek $position --keyed a <$work/key"
        same "--seek $position gives the same derived output" "b3sum --no-names -l 1000 --derive-key c a | cut -c$((2 * position + 1))-$((2 * position + 64))" "$lanewise sum --no-names --seek $position --derive-key c a"
    done
else
    skip "b3sum is not installed"
fi
expect "--keyed rejects another key" 2 "$lanewise sum --keyed --key-file $work/key a" 'cannot be combined with'
expect "--keyed rejects - as a file" 2 "$lanewise sum --keyed - <$work/key" 'standard input cannot hold the key'
expect "--keyed rejects a key of 33 bytes" 2 "(cat $work/key; echo) | $lanewise sum --keyed a" 'has 33 bytes; BLAKE3 takes 32 raw bytes'
expect "--seek reaches the end of the output" 0 "$lanewise sum --seek 18446744073709551583 a" '^[0-9a-f]{64}  a$'
expect "--seek rejects a position beyond the end" 2 "$lanewise sum --seek 18446744073709551584 a" 'invalid --seek'
expect "--seek rejects a hash without extendable output" 2 "$lanewise sum -a sha256 --seek 1 a" 'only blake3 supports output from an offset'
expect "--seek rejects a journal" 2 "$lanewise sum --seek 1 --journal j a" 'cannot be combined with --seek'
expect "--num-threads rejects -1" 2 "$lanewise sum --num-threads -1 a" 'invalid --num-threads'

# ---- a second hashdeep header with an unknown column ----
{
    printf '%%%%%%%% HASHDEEP-1.0\n%%%%%%%% size,md5,filename\n%s,%s,a\n' "$(stat -c %s a)" "$(md5sum a | cut -d' ' -f1)"
    printf '%%%%%%%% HASHDEEP-1.0\n%%%%%%%% size,tiger,filename\n%s,%048d,one\n' "$(stat -c %s one)" 0
} >list
expect "a second header with an unknown column is reported" 1 "$lanewise check list" "list: 5: the column 'tiger' is not known here"
expect "the files before the second header are checked" 1 "$lanewise check list" '^a: OK$'

# ---- a digest on the command line ----
sha=$(sha256sum a | cut -d ' ' -f 1)
for given in "sha256:$sha" "$(md5sum a | cut -d ' ' -f 1)"; do
    expect "the command for one digest is suggested" 1 "$lanewise check $given a" '^lanewise: check reads lists; to verify a file against one digest:$' 'No such file'
done
expect "the suggested command works" 0 "PATH=$(dirname $lanewise):\$PATH bash -c \"\$($lanewise check sha256:$sha a 2>&1 | tail -n 1)\"" '^a: OK$'
expect "a word is not a digest" 1 "$lanewise check missing a" 'missing: No such file'

# ---- two spaces precede a name, so the text after them is neither more digits nor base64 ----
printf x >deadbeef; printf x >with
for name in deadbeef with; do
    b2sum -l 32 $name >disk.blake2b
    expect "the name $name is not a second digest" 0 "$lanewise check -a blake2b -l 32 disk.blake2b" "^$name: OK\$"
done

finish
