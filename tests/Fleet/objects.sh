#!/usr/bin/env bash
# Tests audits of an object store (Swift with its S3 interface). The script compares the results with the output of md5sum and
# sum -r and with the uploaded content.
#
# Usage: tests/Fleet/objects.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/servers.sh.inc"
. "$(dirname "$0")/scenario.sh.inc"
need_program python3 Python
start_objects
cd "$work" || exit 1
export LANEWISE_FLEET_CATALOGUE=$work/catalogue.db AWS_ENDPOINT_URL_S3=http://$objects_host:$objects_port AWS_REGION=test
export AWS_ACCESS_KEY_ID=test:lanewise AWS_SECRET_ACCESS_KEY AWS_EC2_METADATA_DISABLED=true
AWS_SECRET_ACCESS_KEY=$(<"$objects_secret_file")

# The bucket contains names that need encoding, nested and adjacent prefixes, and multipart objects with usual and unusual
# part sizes. The store lists 20 keys per page.
for i in $(seq 1 45); do mkdir -p "store/places/p$i"; echo "$i" >"store/places/p$i/x"; echo "$i" >"store/places/p$i.txt"; done
mkdir -p store/a/deep/er 'store/b c' store/parts store/many
for i in $(seq 1 60); do head -c $((i * 997)) /dev/urandom >"store/a/f$i"; done
for i in $(seq 1 40); do echo "$i" >"store/a/deep/er/g$i"; done
for i in $(seq 1 30); do echo "$i" >"store/many/$i"; done
echo 1 >'store/b c/x+y=z&w%20 <>"?#'; echo 2 >'store/b c/ü日本'; echo 3 >"$(printf 'store/b c/line\nend')"; echo 4 >store/a-b; echo 5 >store/a.txt
: >store/empty
head -c 3200001 /dev/urandom >store/parts/mebibyte
head -c 5300000 /dev/urandom >store/parts/large
objects make bucket && objects put bucket store 1048576 || fail "the objects cannot be uploaded"
mkdir other && head -c 2500000 /dev/urandom >other/odd && objects put bucket other 700001 || fail "the object cannot be uploaded"
cp other/odd store/odd

# Prints the output of sum -r with the names of the objects.
as_objects() { sed -E "s,^(\\\\?[0-9a-f]+  )store/$1,\\1s3://bucket/$1,"; }
expect "a bucket with 229 objects can be planned" 0 'fleet plan --job all s3://bucket/ --range-files 25' '229 found'
expect "all objects can be hashed" 0 'fleet work --job all --quiet'
fleet report --job all --manifest | sort -k 2 >objects.list
"$lanewise" sum -r store | as_objects '' | sort -k 2 >files.list
if cmp -s objects.list files.list && [ "$(wc -l <files.list)" -eq 229 ]; then pass; else fail "objects: differs from sum -r"; diff objects.list files.list | head -n 5; fi
expect "every ETag matches its object" 0 'fleet report --job all' '; 229 of 229 files: 229 recorded$'
expect "the part size is derived from an ETag" 0 'fleet report --job all --csv --all' 'parts/large,RECORDED,.*parts of 1048576 bytes'
expect "an ETag with an unknown part size is not verified" 0 'fleet report --job all --csv --all' 'bucket/odd,RECORDED,.*ETag is not verified'

# Tests the MD5 digests of a prefix, which must equal those of md5sum. Also tests filters and a comparison with a list.
expect "the MD5 of a prefix can be computed" 0 'fleet plan --job md5 s3://bucket/a/ -a md5 && fleet work --job md5 --quiet'
fleet report --job md5 --manifest | sort -k 2 >objects.list
(cd store && md5sum $(find a -type f)) | sed 's,  ,  s3://bucket/,' | sort -k 2 >files.list
if cmp -s objects.list files.list; then pass; else fail "md5 of objects: differs from md5sum"; fi
expect "filters apply to object names" 0 "fleet plan --job some s3://bucket --include 'g*' --exclude g7 -a sha256 && fleet work --job some --quiet"
if [ "$(fleet report --job some --manifest | wc -l)" -eq 39 ]; then pass; else fail "filters select other objects than expected"; fi
(cd store && "$lanewise" sum -r -a blake2b many) | sed 's,  ,  s3://bucket/,' >known.list
expect "objects can be compared with a list" 0 'fleet plan --job list s3://bucket/many/ --against known.list -a blake2b && fleet work --job list --quiet &&
    fleet report --job list' 'Nothing differs; 30 of 30'

# After the first run, the test overwrites one object, deletes one, and adds one. It also changes the bytes of a fourth object
# on the store's disk, which the store does not detect.
echo changed >store/many/7; rm -rf again; mkdir -p again/many; cp store/many/7 again/many/7; echo new >again/many/new
objects put bucket again; objects delete bucket many/8
expect "the next run can be completed" 0 'fleet plan --job list && fleet work --job list --quiet'
expect "a changed object is reported" 1 'fleet report --job list' '^s3://bucket/many/7: CHANGED \(the size was [0-9,]+ B, and is 8 B\)$'
expect "a missing object is reported" 1 'fleet report --job list' '^s3://bucket/many/8: MISSING$'
expect "a new object is reported" 1 'fleet report --job list' '^s3://bucket/many/new: NEW$'
md5_of_60=$(md5sum <store/a/f60 | cut -c1-32)
rotten=$(grep -rl --include='*.data' -F -f <(echo "$md5_of_60") "$servers/objects/disk" 2>/dev/null | head -n 1)
[ -n "$rotten" ] || rotten=$(find "$servers/objects/disk" -name '*.data' -size "$(stat -c %s store/a/f60)c" | head -n 1)
if [ -f "$rotten" ]; then
    printf X | dd of="$rotten" bs=1 seek=5000 conv=notrunc status=none
    expect "a damaged object can be hashed" 0 'fleet plan --job rot s3://bucket/a/ && fleet work --job rot --quiet'
    expect "an ETag that contradicts the content is reported" 1 'fleet report --job rot' '^s3://bucket/a/f60: CHANGED'
    expect "the report contains the expected MD5" 1 'fleet report --job rot --csv' "f60,CHANGED,.*MD5 is $md5_of_60"
else
    fail "the store's file for an object is not found"
fi

# Tests objects that are deleted between planning and work, and requests that the store rejects.
expect "objects that will be deleted can be planned" 0 'fleet plan --job gone s3://bucket/many/'
objects delete bucket many/9
expect "a worker ends although an object was deleted" 0 'fleet work --job gone --quiet'
expect "a deleted object is reported" 1 'fleet report --job gone' '^s3://bucket/many/9: UNREADABLE \(NoSuchKey'
expect "a job with a missing bucket ends" 0 'fleet plan --job nowhere s3://nowhere/x && fleet work --job nowhere --quiet'
expect "the missing bucket is reported" 1 'fleet report --job nowhere' '^s3://nowhere/x: UNREADABLE \(NoSuchBucket'
AWS_SECRET_ACCESS_KEY=wrong expect "a job with a wrong secret ends" 0 'fleet plan --job refused s3://bucket/ && fleet work --job refused --quiet'
expect "the report mentions the wrong secret without showing it" 1 'fleet report --job refused' '^s3://bucket/: UNREADABLE \(SignatureDoesNotMatch' 'wrong'
printf '[default]\naws_access_key_id = test:lanewise\naws_secret_access_key = %s\n' "$(<"$objects_secret_file")" >"$servers/credentials"
expect "credentials can come from a file" 0 'env -u AWS_ACCESS_KEY_ID -u AWS_SECRET_ACCESS_KEY AWS_SHARED_CREDENTIALS_FILE=$servers/credentials \
    "$lanewise" fleet plan --job file s3://bucket/parts/' '2 found'
expect "missing credentials are reported" 1 'env -u AWS_ACCESS_KEY_ID -u AWS_SECRET_ACCESS_KEY HOME=$work AWS_SHARED_CREDENTIALS_FILE=$work/none \
    "$lanewise" fleet plan --job nobody s3://bucket/' '[Cc]redential'
expect "a URI without a bucket is rejected" 1 'fleet plan --job none s3://' 's3://BUCKET'

# Tests keys that are not valid paths: with dots, leading and repeated slashes, double encoding and control characters. Each
# key is a separate object whose content is its key.
cat >names <<'END'
../up
up
a/../b
b
/lead
lead
//two
two
./here
here
x/.
x/..
..
.
../../bucket/up
a//b
a/b
a/./b
%2e%2e/up
trailing/
c:\here
tab	here
END
objects make names && while IFS= read -r name; do printf %s "$name" >content; objects object names "$name" content; done <names
expect "keys that are not valid paths can be hashed" 0 'fleet plan --job names s3://names/ -a md5 && fleet work --job names --quiet' '22 found'
fleet report --job names --csv --all | sed -n 's/^s3:..names.\(.*\),RECORDED,\([0-9a-f]*\),.*/\2  \1/p' | sort >found.list
while IFS= read -r name; do printf '%s  %s\n' "$(printf %s "$name" | md5sum | cut -c 1-32)" "$name"; done <names | sort >put.list
if cmp -s found.list put.list; then pass; else fail "keys that are not valid paths refer to wrong objects"; diff found.list put.list | head -n 5; fi
for source in s3:///x s3://../names s3://./names; do
    expect "$source is rejected because it has no bucket" 1 "fleet plan --job nobucket $source" 's3://BUCKET/PREFIX'
done
expect "no job was created" 1 'fleet status --job nobucket' "there is no job"

# Swift rejects keys with NUL and keys that are not UTF-8. The store odd-store.py lists such keys, URL-encoded.
# odd_store [endless]: replaces Swift with odd-store.py, until close_odd_store.
odd_store() {
    mkfifo odd.hold
    python3 "$root/tests/Fleet/odd-store.py" "$@" <odd.hold >odd.port &
    exec 8>odd.hold
    wait_for 180 '[ -s odd.port ]' || fail "the store with unusual keys does not start"
    AWS_ENDPOINT_URL_S3=http://127.0.0.1:$(<odd.port)
}
close_odd_store() { exec 8>&-; rm -f odd.hold odd.port; }
swift=$AWS_ENDPOINT_URL_S3
odd_store
expect "a store with unusual keys can be hashed" 0 'fleet plan --job odd s3://odd/ -a md5 && fleet work --job odd --quiet' '16 found'
expect "the report has a row for each unusual key" 1 'fleet report --job odd' ' 14 recorded, 2 unreadable'
expect "a key that is not UTF-8 is reported as unreadable" 1 'fleet report --job odd' '^s3://odd/raw%FFbyte: UNREADABLE .NoSuchKey'
fleet report --job odd --json --all | grep '"result":"RECORDED"' >odd.rows
for key in 'nul\0key' '\0' 'nul\0' 'two\0\0' 'a\1b' 'line\nend' 'cr\rend' 'percent%%00' 'plus+ '; do
    # shellcheck disable=SC2059 # The key is the format string.
    if grep -qF "\"$(printf "$key" | md5sum | cut -c 1-32)\"" odd.rows; then pass; else fail "the key '$key' is another object"; fi
done
close_odd_store
odd_store endless
expect "planning ends although the listing has no end" 0 'timeout -k 5 60 "$lanewise" fleet plan --job endless s3://odd/' '16 found'
close_odd_store
odd_store lying
expect "objects with false lengths and ETags can be planned" 0 'fleet plan --job lies s3://odd/ && fleet work --job lies --quiet' '7 found'
expect "the report has a row for an object with an impossible length" 1 'fleet report --job lies' ' 4 recorded, 3 unreadable'
expect "the report contains the impossible length" 1 'fleet report --job lies' '^s3://odd/most: UNREADABLE .*9223372036854775807 bytes'
expect "an ETag with two billion parts is not verified" 0 'fleet report --job lies --json --all | grep odd/parts' 'ETag is not verified'
close_odd_store
odd_store vast
expect "lengths whose sum overflows are rejected" 1 'fleet plan --job vast s3://odd/' 'add up to more than 1 EiB'
expect "status works for the rejected job" 0 'fleet status --job vast' '^Run 1 of job'
close_odd_store

# The tool must retry each failed request, however many have failed. By default, Amazon's client retries fewer requests after many
# failures.
odd_store busy
expect "a busy store can be hashed" 0 'fleet plan --job busy s3://odd/ -a md5 && fleet work --job busy --quiet' '40 found'
expect "no object is missing from the busy store" 0 'fleet report --job busy' 'Baseline recorded; 40 of 40'
close_odd_store
AWS_ENDPOINT_URL_S3=$swift

# TLS is tested with a known and an unknown certificate authority.
start_secure_objects
plain=$AWS_ENDPOINT_URL_S3
export AWS_ENDPOINT_URL_S3=https://localhost:$secure_port
SSL_CERT_FILE=$servers/authority.pem expect "a store with TLS and a known authority can be hashed" 0 'fleet plan --job tls s3://bucket/parts/ && fleet work --job tls --quiet &&
    fleet report --job tls' 'Baseline recorded; 2 of 2'
expect "a certificate from an unknown authority is rejected" 1 'timeout 180 "$lanewise" fleet plan --job unknown s3://bucket/parts/' 'certificate'
AWS_ENDPOINT_URL_S3=$plain expect "a job can be planned without TLS" 0 'fleet plan --job untrusted s3://bucket/parts/'
expect "a worker ends although the authority is unknown" 0 'timeout 180 "$lanewise" fleet work --job untrusted --quiet'
expect "the report gives the reason" 1 'fleet report --job untrusted' '^s3://bucket/parts/large: UNREADABLE .*certificate'
export AWS_ENDPOINT_URL_S3=$plain
stop_server secure

# This test kills the object store during the run and restarts it.
expect "a job whose store is killed can be planned" 0 'fleet plan --job killed s3://bucket/ --range-files 10'
worker --job killed --rate 4M
victim=$!
wait_for 180 '[ "$(number killed doneRanges)" -gt 1 ]' || fail "the worker does nothing"
kill_objects
sleep 1
start_objects
wait $victim || fail "the worker did not survive the failure of the store: $(tail -n 2 "$work/workers")"
rm store/many/8 store/many/9; echo new >store/many/new
fleet report --job killed --manifest | sort -k 2 >objects.list
"$lanewise" sum -r store | as_objects '' | sort -k 2 >files.list
# The comparison omits the object with changed bytes.
if cmp -s <(grep -v 'bucket/a/f60$' objects.list) <(grep -v 'bucket/a/f60$' files.list); then pass; else
    fail "after kill -9 of the store: differs from sum -r"; diff objects.list files.list | head -n 5; fi

finish
