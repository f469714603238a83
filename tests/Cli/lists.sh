#!/usr/bin/env bash
# Tests lists in the formats of other tools: base64 digests, FreeBSD and OpenSSL tags, lists from hashdeep, rhash and cksfv, and
# bare digests. Also tests lists whose name specifies the algorithm, and lists that do not specify it at all.
#
# Usage: tests/Cli/lists.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
cd "$work" || exit 2
printf one >one; printf two >'t wo'; : >empty
base64_of() { "$1" "$2" | cut -d' ' -f1 | tr a-f A-F | basenc -d --base16 | base64 -w0; }

for pair in MD5:md5sum SHA1:sha1sum SHA224:sha224sum SHA256:sha256sum SHA384:sha384sum SHA512:sha512sum; do
    tag=${pair%%:*} tool=${pair##*:}
    for f in one 't wo' empty; do printf '%s (%s) = %s\n' "$tag" "$f" "$(base64_of "$tool" "$f")"; done >list
    expect "base64 digests of $tag are accepted" 0 "$lanewise check list" '^t wo: OK$' 'WARNING'
    sed -i 's/= \(.\)\(.\)/= \2\1/' list
    expect "a changed base64 digest of $tag fails" 1 "$lanewise check list" '^one: FAILED$'
    "$tool" one 't wo' empty >"${tag}SUMS"
    expect "check reads ${tag}SUMS" 0 "$lanewise check ${tag}SUMS" '^t wo: OK$' 'WARNING|FAILED'
    cp "${tag}SUMS" "disk.${tag,,}"
    expect "check reads disk.${tag,,}" 0 "$lanewise check disk.${tag,,}" '^t wo: OK$' 'WARNING|FAILED'
    cp "${tag}SUMS" "${tool}s.txt"
    expect "check reads ${tool}s.txt" 0 "$lanewise check ${tool}s.txt" '^t wo: OK$' 'WARNING|FAILED'
done
# Newer versions of coreutils write these lines (cksum --base64).
for pair in md5:md5sum sha256:sha256sum sha384:sha384sum blake2b:b2sum; do
    algorithm=${pair%%:*} tool=${pair##*:}
    same "sum --base64 of $algorithm gives the same lines" "for f in one 't wo'; do printf '%s  %s\n' \"\$(base64_of $tool \"\$f\")\" \"\$f\"; done" "$lanewise sum -a $algorithm --base64 one 't wo'"
    expect "tagged base64 digests of $algorithm are accepted" 0 "$lanewise sum -a $algorithm --base64 --tag one 't wo' | $lanewise check" '^t wo: OK$' 'WARNING|FAILED'
done
expect "--base64 rejects --json" 2 "$lanewise sum --base64 --json one" '--json cannot be combined with'
b2sum one >B2SUMS; expect "check reads base64 digests in B2SUMS" 0 "$lanewise check B2SUMS" '^one: OK$'
for algorithm in $($lanewise sum --help | sed '1,/^Algorithms:/d; /:$/d; s/,//g'); do
    [ $algorithm = crc32 ] && continue
    named=$((${named:-0} + 1))
    $lanewise sum -a $algorithm one 't wo' >"${algorithm^^}SUMS"
    expect "the name ${algorithm^^}SUMS determines the algorithm" 0 "$lanewise check ${algorithm^^}SUMS" '^t wo: OK$' 'WARNING|FAILED|without a tag'
done
expect "the help lists ${named:-0} algorithms" 0 "echo ${named:-0} of them" '^[2-9][0-9] of them$'
for name in skein-512.tar.md5 keccak-256.bin.md5 blake3-1.5.md5; do
    md5sum one >$name; expect "$name is a list of MD5" 0 "$lanewise check $name" '^one: OK$' 'without a tag'
done
$lanewise sum -a sha256 one >b3sums
expect "a list with a wrong name is rejected" 1 "$lanewise check b3sums" '-a names another algorithm'
expect "-a overrides the algorithm in the list's name" 0 "$lanewise check -a sha256 b3sums" '^one: OK$'
$lanewise sum -a blake3 one >SHA256SUMS
expect "the name of a list cannot select a weaker hash" 1 "$lanewise check SHA256SUMS" '^one: FAILED$'
cp SHA1SUMS notsha256sumsatall
sha256sum one >xsha256; expect "a name that only contains an algorithm's name does not select it" 0 "$lanewise check xsha256" '^one: OK$' 'without a tag'
printf 'nonsense\n' >>SHA256SUMS
expect "malformed lines are reported with the algorithm of the list's name" 1 "$lanewise check -w SHA256SUMS" 'SHA256SUMS: 2: improperly formatted SHA256 checksum line'
for n in 256 512 1024; do
    printf 'Skein%s (one) = %s\n' $n "$($lanewise sum -a skein-$n one | cut -d' ' -f1)" >list
    expect "check reads Skein$n lines of FreeBSD" 0 "$lanewise check list" '^one: OK$'
done
printf 'BLAKE2b512(one)= %s\n' "$(b2sum one | cut -d' ' -f1)" >list
expect "check reads BLAKE2b512 lines from OpenSSL" 0 "$lanewise check list" '^one: OK$'
sed 's/^../zz/' SHA256SUMS | grep -v nonsense >list; expect "a wrong digit does not turn a digest into base64" 1 "$lanewise check list" 'no properly formatted'
printf 'SHA256 (one) = %s\n' 'AAAA' >list; expect "base64 that is not a digest is malformed" 1 "$lanewise check list" 'no properly formatted'
printf 'SHA256 (one) = %s\n' "$(head -c 100000 /dev/zero | base64 -w0)" >list; expect "long base64 text is malformed" 1 "$lanewise check list" 'no properly formatted'

# ---- hashdeep: several digests and the size ----
printf x >'a,b'; : >'-dash'
if command -v hashdeep >/dev/null; then
    for columns in md5 sha1 sha256 md5,sha256 md5,sha1,sha256; do
        hashdeep -c $columns -l one 't wo' empty 'a,b' >list
        expect "check reads hashdeep -c $columns" 0 "$lanewise check list" '^a,b: OK$' 'WARNING|FAILED'
        sed -i 's/^3,\(.\)\(.\)\(.*,one\)$/3,\2\1\3/' list
        expect "a change of the first digest of hashdeep -c $columns is detected" 1 "$lanewise check list" '^one: FAILED$' '^t wo: FAILED'
    done
    hashdeep -l one 't wo' >list
    sed 's/\(..\),one$/00,one/' list >changed; expect "a change in the last digest of a hashdeep line is detected" 1 "$lanewise check changed" '^one: FAILED$' '^t wo: FAILED'
    sed 's/^3,\(.*\),one$/4,\1,one/' list >changed; expect "a wrong size in a hashdeep list is detected" 1 "$lanewise check changed" '^one: FAILED$' '^t wo: FAILED'
    sed 's/$/\r/' list >changed; expect "a hashdeep list may have CR LF" 0 "$lanewise check changed" '^one: OK$' 'WARNING|FAILED'
    sed 's/^3,.*,one$/3,abc,one/' list >changed; expect "a malformed line of a hashdeep list is reported" 0 "$lanewise check -w changed" 'changed: [0-9]+: improperly'
    hashdeep -c md5,tiger -l one >changed
    expect "an unknown hashdeep column is reported" 1 "$lanewise check changed" "changed: 2: the column 'tiger' is not known here" 'one: OK'
    sed 1,2d list >changed; expect "a hashdeep list without its header is malformed" 1 "$lanewise check changed" 'no properly formatted'
    { md5sum one; cat list; } >changed; expect "a hashdeep header may follow other lines" 0 "$lanewise check changed" 'WARNING: 4 lines are improperly'
    expect "-a selects an algorithm from a hashdeep list" 0 "$lanewise check -a sha256 list" '^one: OK$' 'WARNING'
    expect "-a rejects an algorithm that a hashdeep list lacks" 1 "$lanewise check -a sha512 list" 'no properly formatted'
    head -c 32 /dev/urandom >key; expect "a hashdeep list does not bypass a key" 1 "$lanewise check -a blake3 --key-file key list" 'no properly formatted'
    expect "a hashdeep list works with a journal" 0 "killed_check journal 1 list && cp journal copy && $lanewise check --journal journal list && $lanewise check copy" '^one: OK$' WARNING
else
    skip "hashdeep is not installed"
fi

# ---- CRC-32 and SFV ----
printf '; made by hand\none cbf43926\n' >list; printf 123456789 >one
expect "the check value of CRC-32 is accepted" 0 "$lanewise check list" '^one: OK$'
expect "sum prints CRC-32" 0 "$lanewise sum -a crc32 one" '^cbf43926  one$'
printf 'one CBF43926\r\nt wo  11CA8A66 \r\n' >list.sfv
expect "a list named .sfv is accepted with CR LF and capital digits" 0 "$lanewise check list.sfv" '^t wo: OK$' 'WARNING'
cp list.sfv list; expect "a list without an SFV name or comment is not read as an SFV list" 1 "$lanewise check list" 'no properly formatted'
expect "-a crc32 reads SFV lists" 0 "$lanewise check -a crc32 list" '^t wo: OK$' 'WARNING'
sed -i s/CBF/CBE/ list.sfv; expect "a changed file in an SFV list fails" 1 "$lanewise check list.sfv" '^one: FAILED$' 't wo: FAILED'
mkdir -p dir; cp one dir/f; printf 'dir\\f cbf43926\n' >list.sfv; expect "an SFV list from Windows is accepted" 0 "$lanewise check list.sfv" ': OK$'
printf '; c\n#1 song.mp3 00000000\n# a remark\none cbf43926\n' >list
expect "a name in an SFV list may begin with #" 1 "$lanewise check list" '^#1 song.mp3: FAILED open or read$' 'WARNING: 1 line is improperly'
printf 123456789 >'#1 song.mp3'; sed -i 's/ 00000000/ cbf43926/' list
expect "a file in an SFV list whose name begins with # is verified" 0 "$lanewise check --strict list" '^#1 song.mp3: OK$'
tail -n 3 list >hash.sfv; expect "a name in a list named .sfv may begin with #" 0 "$lanewise check --strict hash.sfv" '^#1 song.mp3: OK$'
expect "a name in a list for -a crc32 may begin with #" 0 "tail -n 3 list | $lanewise check --strict -a crc32" '^#1 song.mp3: OK$'
rm updated.sfv 2>/dev/null; $lanewise sum -a crc32 --update updated.sfv one >/dev/null
expect "the comments of an updated list named .sfv are not names" 0 "$lanewise check --strict updated.sfv" '^one: OK$' 'WARNING'
printf deadbeef >deadbeef; printf x >'back\slash'; printf y >' crc32'; mkdir deadbeefs; printf z >deadbeefs/12345678
for form in '' --base64 --tag -z; do
    check="$lanewise check --strict -a crc32 $([ "$form" != -z ] || echo -z)"
    $lanewise sum -a crc32 $form one 't wo' empty 'back\slash' ' crc32' deadbeef deadbeefs/12345678 >list
    expect "-a crc32 reads what 'sum -a crc32 $form' writes" 0 "$check list" '^deadbeef: OK$' 'FAILED|WARNING'
    expect "-a crc32 verifies every file of 'sum -a crc32 $form'" 0 "$check list | grep -c ': OK$'" '^7$'
done
sed 's/  / */' list | tr '\0' '\n' >starred; expect "-a crc32 reads lines with an asterisk" 0 "grep -v slash starred | $lanewise check --strict -a crc32" '^deadbeef: OK$' 'FAILED|WARNING'
{ echo '# a remark'; $lanewise sum -a crc32 deadbeef; printf 'one cbf43926\n; a remark\n'; } >list
expect "-a crc32 reads lines of coreutils and SFV in one list" 0 "$lanewise check --strict -a crc32 list" '^one: OK$' 'FAILED|WARNING'
printf '; aligned\none      cbf43926\ndeadbeef  %s\n' "$($lanewise sum -a crc32 deadbeef | cut -c1-8)" >aligned
expect "-a crc32 does not change the format of an SFV list" 0 "$lanewise check --strict -a crc32 aligned" '^deadbeef: OK$' 'FAILED|WARNING'
printf changed >deadbeef; expect "-a crc32 reports a changed file" 1 "$lanewise check -a crc32 list" '^deadbeef: FAILED$' 'one: FAILED'
expect "-a crc32 counts other lines as malformed" 1 "printf 'ordinary words\\n12345678\\n1234567  one\\n' | $lanewise check -a crc32" 'no properly formatted'
expect "an SFV list is malformed with another algorithm" 1 "$lanewise check -a md5 list.sfv" 'no properly formatted'
if command -v cksfv >/dev/null; then
    cksfv one 't wo' empty >list; expect "a list from cksfv is accepted" 0 "$lanewise check list" '^t wo: OK$' 'WARNING|FAILED'
else
    skip "cksfv is not installed"
fi
if command -v rhash >/dev/null; then
    rhash -C one 't wo' empty >list; expect "an SFV list from rhash is accepted" 0 "$lanewise check list" '^t wo: OK$' 'WARNING|FAILED'
    for kind in crc32 md5 sha1 sha224 sha256 sha384 sha512 sha3-256 blake2s blake2b; do
        if ! rhash --$kind one >/dev/null 2>&1; then skip "this version of rhash does not support $kind"; continue; fi
        rhash --$kind --bsd one 't wo' empty >list; expect "rhash --$kind --bsd is accepted" 0 "$lanewise check list" '^t wo: OK$' 'WARNING|FAILED'
        rhash --$kind --bsd --uppercase one 't wo' >list; expect "rhash --$kind --uppercase is accepted" 0 "$lanewise check list" '^t wo: OK$' 'WARNING|FAILED'
        [ $kind = crc32 ] && continue
        rhash --$kind --simple one 't wo' empty >list; expect "rhash --$kind --simple is accepted" 0 "$lanewise check list" '^t wo: OK$' 'WARNING|FAILED'
        $lanewise sum -a $kind --tag one 't wo' >list; expect "rhash accepts a list of $kind" 0 "rhash -c list"
    done
    $lanewise sum -a crc32 --tag one 't wo' >list; expect "rhash accepts a CRC-32 list" 0 "rhash -c list"
else
    skip "rhash is not installed"
fi

# ---- bare digests ----
mkdir -p get; printf disk >get/disk.iso
for pair in md5:md5 sha1:sha1 sha256:sha256 sha512:sha512 b2:b2; do
    extension=${pair%%:*} tool=${pair##*:}sum
    "$tool" get/disk.iso | cut -d' ' -f1 >get/disk.iso.$extension
    expect "a bare digest in .$extension is accepted" 0 "$lanewise check get/disk.iso.$extension" '^get/disk.iso: OK$' 'WARNING|FAILED'
    expect "a bare digest in .$extension is accepted with -C" 0 "$lanewise check -C /tmp get/disk.iso.$extension" '^get/disk.iso: OK$' 'WARNING|FAILED'
    expect "a bare digest in .$extension is accepted with --beside" 0 "cd get; $lanewise check --beside disk.iso.$extension" '^disk.iso: OK$' 'WARNING|FAILED'
    printf '%s' "$(tr a-f A-F <get/disk.iso.$extension)" >get/disk.iso.$extension
    expect "a bare digest in .$extension needs no line end, and may have capital digits" 0 "$lanewise check get/disk.iso.$extension" '^get/disk.iso: OK$' 'WARNING|FAILED'
    { printf '\xef\xbb\xbf'; sed 's/..../& /g; s/$/\r/' get/disk.iso.$extension; } >get/t && mv get/t get/disk.iso.$extension
    expect "a bare digest in .$extension may have groups, a BOM and CR LF" 0 "$lanewise check get/disk.iso.$extension" '^get/disk.iso: OK$' 'WARNING|FAILED'
    sed -i 's/[0-9A-F]\(.\)$/0\1/; s/\(....\) .... /\1 0000 /' get/disk.iso.$extension
    expect "a changed file with a bare digest in .$extension fails" 1 "$lanewise check get/disk.iso.$extension" '^get/disk.iso: FAILED$'
done
digest=$(sha256sum get/disk.iso | cut -d' ' -f1)
for text in "sha256:$digest" "SHA256: $digest" "$(sed 's/../&:/g; s/:$//' <<<"$digest")" "sha256:$(sed 's/......../& /g; s/ $//' <<<"$digest")"; do
    printf '%s\n' "$text" >get/disk.iso.md5
    expect "a bare digest may be written as ${text:0:16}" 0 "$lanewise check -a sha256 get/disk.iso.md5" '^get/disk.iso: OK$' 'WARNING|FAILED'
done
printf 'sha256:%s\n' "$digest" >get/disk.iso.md5
expect "the algorithm before a bare digest precedes the name of the list" 0 "$lanewise check get/disk.iso.md5" '^get/disk.iso: OK$' 'WARNING|FAILED'
for text in "sha512:$digest" "unknown:$digest" "${digest:0:8}::${digest:8}"; do
    printf '%s\n' "$text" >get/disk.iso.md5
    expect "${text:0:16} is not a bare digest" 1 "$lanewise check get/disk.iso.md5" 'no properly formatted'
done
md5sum get/disk.iso | cut -d' ' -f1 >bare; expect "a bare digest without a known algorithm is malformed" 1 "$lanewise check bare" 'no properly formatted'
cp bare nothing.md5; expect "a bare digest of a missing file fails" 1 "$lanewise check nothing.md5" 'nothing: FAILED open or read'
printf abcd >abcd; md5sum abcd >other.md5; expect "a name of digits is not part of the digest" 0 "$lanewise check other.md5" '^abcd: OK$'

# ---- detecting the algorithm of a list without tags ----
for algorithm in sha256 blake3 blake2s blake2b-256 blake2bp-256 blake2sp blake2xb-256 skein-256 skein-512-256 sha3-256 sha512 blake2b skein-512 skein-1024-512 blake2b-160 blake2b-384 skein-1024; do
    $lanewise sum -a $algorithm one 't wo' empty >list
    expect "check detects $algorithm" 0 "$lanewise check --json list" "\"algorithm\":\"$algorithm\",\"result\":\"OK\"" 'FAILED|WARNING'
    expect "check --quiet detects $algorithm without a message" 0 "test -z \"\$($lanewise check --quiet list 2>&1)\""
done
head -c 3000000 /dev/urandom >large
for algorithm in sha256 blake3 blake2b sha3-256 skein-512-256; do
    $lanewise sum -a $algorithm large one >list
    expect "check detects $algorithm with a large file" 0 "$lanewise check --json list" "\"algorithm\":\"$algorithm\",\"result\":\"OK\"" 'FAILED|WARNING'
done
sed -i 's/large/gone/' list; expect "the second file determines the algorithm" 1 "$lanewise check list" '^one: OK$'
for algorithm in md5 sha1 sha224 sha384; do
    $lanewise sum -a $algorithm one 't wo' >list
    expect "the usual algorithm $algorithm is used without a message" 0 "$lanewise check list" '^one: OK$' 'without a tag'
done
$lanewise sum -a blake3 one 't wo' empty >list
sed -i '1s/^./x/' list; expect "the algorithm is detected if the first line is malformed" 0 "$lanewise check --json list" '"algorithm":"blake3","result":"OK"' 'FAILED'
{ echo "$(printf %064d 0)  nothing"; echo "$(printf %064d 0)  t wo"; $lanewise sum -a blake3 one empty; } >list
expect "the algorithm is detected although the first file is missing and the second has changed" 1 "$lanewise check list" '^one: OK$' '(one|empty): FAILED'
expect "the changed files are reported" 1 "$lanewise check list" '^t wo: FAILED$'
for i in $(seq 30); do printf '%064d  one\n' $i; done >list
expect "a message says that no algorithm gives the digests" 1 "$lanewise check list" 'no algorithm gives the digests of lines without a tag \(tried: sha256, blake3 and [0-9]+ others\)$'
expect "all files fail if no algorithm gives the digests" 0 "$lanewise check list 2>/dev/null | grep -c 'one: FAILED'" '^30$'
$lanewise sum -a sha3-256 one >list; expect "-a prevents the detection" 1 "$lanewise check -a sha256 list" '^one: FAILED$' 'without a tag'
sha256sum one >list; cp list sums.sha256
expect "-a with another digest length is explained" 1 "$lanewise check -a md5 list" '^lanewise: list: its digests have 64 digits, but those of md5 have 32; use -a sha256 or -a blake3$'
expect "-l with another length is explained" 1 "$lanewise check -l 16 list" 'those of blake3-128 have 32; omit -l, or give it this length$'
expect "the list's name decides between algorithms of the same length" 1 "$lanewise check -a sha1 sums.sha256" 'have 64 digits, but those of sha1 have 40; use -a sha256$'
expect "--status gives no explanation" 1 "$lanewise check --status -a md5 list" 'no properly formatted' 'digits'
expect "another tag is explained" 1 "sha256sum --tag one | $lanewise check -a md5" "^lanewise: 'standard input': its lines are tagged SHA256, not MD5; use -a sha256\$"
md5sum one >list; expect "a broken hash is not recommended" 1 "$lanewise check -a sha256 list" 'those of sha256 have 64; they may be md5 digests$'
expect "the tag of a broken hash is not recommended" 1 "md5sum --tag one | $lanewise check -a sha256" 'its lines are tagged MD5, not SHA256$'
expect "the lengths of a family are explained" 1 "$lanewise check -a sha2 list" 'those of sha2 have 224, 256, 384 or 512 bits'
$lanewise sum -a skein-512-256 - <one >list; expect "standard input is read only once" 1 "$lanewise check list <one" 'FAILED'
sha256sum - <one >list; expect "the algorithm is detected for standard input" 0 "(cat one | $lanewise check list)" '^-: OK$'
sha256sum one 't wo' >list
killed_check tried 2 list; cp tried killed
expect "detection works with a journal" 0 "$lanewise check --journal tried list && $lanewise check --journal tried list" '^one: OK$' FAILED
expect "the journal contains each file once" 0 "grep -c '^#:' killed" '^2$'
expect "the journal contains the detected algorithm" 0 "grep -c '^SHA256 ' killed" '^2$'

# ---- JSON ----
md5sum one 't wo' empty >list; printf '%032d  one\n%032d  none\nnonsense\n' 0 0 >>list
if command -v python3 >/dev/null; then
    expect "the JSON output has an object for each file" 0 "$lanewise check --json list 2>/dev/null | python3 -c '
import json, sys
lines = [json.loads(line) for line in sys.stdin]
assert [l.get(\"result\") for l in lines] == [\"OK\", \"OK\", \"OK\", \"FAILED\", \"MISSING\", \"FAILED\"], lines
assert lines[3][\"expected\"] == 32 * \"0\" and lines[3][\"actual\"] == lines[0][\"actual\"] and lines[3][\"algorithm\"] == \"md5\"
assert lines[5] == dict(list=\"list\", result=\"FAILED\", ok=3, failed=1, missing=1, unreadable=0, malformed=1), lines[5]'"
fi
expect "--json does not repeat the reason on standard error" 1 "$lanewise check --json list 2>&1 >/dev/null" "1 listed file could not be read" "none:"
expect "--json --quiet prints only failures" 0 "$lanewise check --json --quiet list 2>/dev/null | wc -l" '^3$'
expect "--json sets the exit code" 1 "$lanewise check --json list"
expect "--json --status prints nothing" 0 "$lanewise check --json --status list 2>/dev/null | wc -c" '^0$'

finish
