#!/usr/bin/env bash
# Compares the ETags from lanewise etag with ETags that are computed from the parts of a file with split and md5sum. The
# argument is the published executable.
. "$(dirname "$0")/common.sh.inc"
cd "$work"
head -c 31000001 /dev/urandom >object
head -c 100 /dev/urandom >small
: >empty

# plain FILE BYTES: the ETag, computed with coreutils.
plain() {
    rm -rf parts
    mkdir parts
    if [ -s "$1" ]; then split -a 4 -b "$2" "$1" parts/p; else : >parts/p; fi
    printf '%s-%s\n' "$(for p in parts/*; do printf '%b' "$(md5sum <"$p" | cut -c1-32 | sed 's/../\\x&/g')"; done | md5sum | cut -c1-32)" "$(ls parts | wc -l)"
}

for size in 1048576 5242880 8388608 99999 31000001 40000000; do
    etag=$(plain object $size)
    expect "parts of $size bytes give the ETag" 0 "$lanewise etag --part-size $size object" "^$etag  object\$"
    expect "parts of $size bytes give the ETag on one core" 0 "$lanewise etag -j 1 --part-size=$size object" "^$etag  object\$"
    expect "parts of $size bytes give the ETag of a pipe" 0 "cat object | $lanewise etag --part-size $size" "^$etag  -\$"
    expect "--verify accepts the ETag with parts of $size bytes" 0 "$lanewise etag --verify $etag --part-size $size object" '^object: OK'
done
expect "--part-size accepts units" 0 "$lanewise etag --part-size 5MiB object" "^$(plain object 5242880)  object\$"
expect "--part-size accepts units of 1000" 0 "$lanewise etag --part-size 5MB object" "^$(plain object 5000000)  object\$"
expect "several files can be hashed" 0 "$lanewise etag small object" "^$(plain object 8388608)  object\$"
expect "an empty file has an ETag" 0 "$lanewise etag empty" "^$(plain empty 8388608)  empty\$"
expect "--verify finds the part size" 0 "$lanewise etag --verify '\"$(plain object 5242880)\"' object" '^object: OK \(parts of 5 MiB\)$'
expect "--verify finds a part size in whole MiB" 0 "$lanewise etag --verify $(plain object 9437184) object" '^object: OK \(parts of 9 MiB\)$'
expect "--verify accepts the ETag of an upload without parts" 0 "$lanewise etag --verify $(md5sum <object | cut -c1-32) object" '^object: OK$'
expect "--verify rejects another file" 1 "$lanewise etag --verify $(plain small 5242880) object" '^object: FAILED$'
expect "--verify rejects another part size" 1 "$lanewise etag --part-size 8M --verify $(plain object 5242880) object" '^object: FAILED$'
expect "a missing file is reported" 1 "$lanewise etag none small" 'none: No such file or directory'
expect "a folder is rejected" 1 "$lanewise etag parts" 'Is a directory'
expect "text that is not an ETag is rejected" 2 "$lanewise etag --verify xyz object" 'invalid --verify'
expect "a part size of 0 is rejected" 2 "$lanewise etag --part-size 0 object" 'invalid --part-size'
expect "a part size with an unknown unit is rejected" 2 "$lanewise etag --part-size 5x object" 'invalid --part-size'
expect "--verify accepts only one file" 2 "$lanewise etag --verify $(plain object 5242880) object small" 'exactly one file'
expect "--verify requires a part size for a pipe" 2 "cat object | $lanewise etag --verify $(plain object 5242880)" 'needs --part-size'
finish
