#!/usr/bin/env bash
# Lists as others write them: digests in base64, tags of FreeBSD and OpenSSL, lists that are named after their algorithm.
#
#   tests/Cli/lists.sh PATH/TO/lanewise
#
# The last line is "N passed, N failed, N skipped"; the exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
cd "$work" || exit 2
printf one >one; printf two >'t wo'; : >empty
base64_of() { "$1" "$2" | cut -d' ' -f1 | tr a-f A-F | basenc -d --base16 | base64 -w0; }

for pair in MD5:md5sum SHA1:sha1sum SHA224:sha224sum SHA256:sha256sum SHA384:sha384sum SHA512:sha512sum; do
    tag=${pair%%:*} tool=${pair##*:}
    for f in one 't wo' empty; do printf '%s (%s) = %s\n' "$tag" "$f" "$(base64_of "$tool" "$f")"; done >list
    expect "$tag in base64" 0 "$lanewise check list" '^t wo: OK$' 'WARNING'
    sed -i 's/= \(.\)\(.\)/= \2\1/' list
    expect "$tag in base64, changed" 1 "$lanewise check list" '^one: FAILED$'
    "$tool" one 't wo' empty >"${tag}SUMS"
    expect "${tag}SUMS" 0 "$lanewise check ${tag}SUMS" '^t wo: OK$' 'WARNING|FAILED'
    cp "${tag}SUMS" "disk.${tag,,}"
    expect "disk.${tag,,}" 0 "$lanewise check disk.${tag,,}" '^t wo: OK$' 'WARNING|FAILED'
    cp "${tag}SUMS" "${tool}s.txt"
    expect "${tool}s.txt" 0 "$lanewise check ${tool}s.txt" '^t wo: OK$' 'WARNING|FAILED'
done
b2sum one >B2SUMS; expect "B2SUMS" 0 "$lanewise check B2SUMS" '^one: OK$'
$lanewise sum -a sha256 one >b3sums
expect "a list with a wrong name" 1 "$lanewise check b3sums" '-a names another algorithm'
expect "whose algorithm is said" 0 "$lanewise check -a sha256 b3sums" '^one: OK$'
$lanewise sum -a blake3 one >SHA256SUMS
expect "a name does not help a weaker hash" 1 "$lanewise check SHA256SUMS" '^one: FAILED$'
cp SHA1SUMS notsha256sumsatall
sha256sum one >xsha256; expect "a name that only holds one" 1 "$lanewise check xsha256" 'taken for blake3'
printf 'nonsense\n' >>SHA256SUMS
expect "lines that are none, by the list's name" 1 "$lanewise check -w SHA256SUMS" 'SHA256SUMS: 2: improperly formatted SHA256 checksum line'
for n in 256 512 1024; do
    printf 'Skein%s (one) = %s\n' $n "$($lanewise sum -a skein-$n one | cut -d' ' -f1)" >list
    expect "Skein$n as FreeBSD writes it" 0 "$lanewise check list" '^one: OK$'
done
printf 'BLAKE2b512(one)= %s\n' "$(b2sum one | cut -d' ' -f1)" >list
expect "BLAKE2b512 as OpenSSL writes it" 0 "$lanewise check list" '^one: OK$'
sed 's/^../zz/' SHA256SUMS | grep -v nonsense >list; expect "a digit that is none is no base64" 1 "$lanewise check list" 'no properly formatted'
printf 'SHA256 (one) = %s\n' 'AAAA' >list; expect "base64 of no digest" 1 "$lanewise check list" 'no properly formatted'
printf 'SHA256 (one) = %s\n' "$(head -c 100000 /dev/zero | base64 -w0)" >list; expect "much base64" 1 "$lanewise check list" 'no properly formatted'

finish
