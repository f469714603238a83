#!/usr/bin/env bash
# Compares the ETags from lanewise etag with ETags that are computed from the parts of a file with split and md5sum.
#
# Usage: tests/Cli/etag.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
cd "$work"
head -c 31000001 /dev/urandom >object
head -c 100 /dev/urandom >small
: >empty

# plain FILE BYTES: prints the ETag of FILE with parts of BYTES bytes, computed with coreutils.
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
mkfifo fifo
for i in 1 2 3; do
    cat object >fifo & writer=$!
    expect "a named pipe gives the ETag of all its data" 0 "timeout 60 $lanewise etag --part-size 5242880 fifo" "^$(plain object 5242880)  fifo\$"
    kill $writer 2>/dev/null; wait $writer
done 2>/dev/null
# The tool must open a pipe only once. If it opened the pipe again, it would block, because the writer might have ended in the
# meantime.
if strace -qq -o /dev/null true 2>/dev/null; then
    expect "a named pipe is opened once" 0 "cat object >fifo & timeout 120 strace -f -qq -e trace=open,openat -o opens $lanewise etag fifo; grep -c '\"fifo\"' opens" '^1$'
else
    skip "strace is not installed, or may not trace processes"
fi
head -c 20001 /dev/zero >many; head -c 20000 /dev/zero >most
expect "10,000 parts are accepted" 0 "$lanewise etag --part-size 2 most" '^[0-9a-f]{32}-10000  most$'
expect "10,000 parts of a pipe are accepted" 0 "cat most | $lanewise etag --part-size 2" '^[0-9a-f]{32}-10000  -$'
expect "10,001 parts are rejected" 2 "$lanewise etag --part-size 2 many" "'many' would have 10001 parts of 2 bytes, but S3 allows at most 10000"
expect "10,001 parts of a pipe are rejected" 1 "cat many | $lanewise etag --part-size 2" '^lanewise: -: has more than 10000 parts of 2 bytes$' '-10001'
expect "10,001 parts of standard input are rejected" 1 "$lanewise etag --part-size 2 <many" '^lanewise: -: has more than 10000 parts of 2 bytes$' '-10001'
expect "an endless input is rejected" 1 "timeout 60 $lanewise etag --part-size 1K /dev/zero" '^lanewise: /dev/zero: has more than 10000 parts of 1024 bytes$'
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
