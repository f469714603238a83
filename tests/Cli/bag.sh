#!/usr/bin/env bash
# Tests bags (BagIt, RFC 8493): valid bags of each version, an invalid bag for each rule, and bags made by the tool. The script
# makes all other bags with coreutils.
#
# Usage: tests/Cli/bag.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
cd "$work" || exit 2

# bag VERSION: makes a bag with three files, named "bag" by default. `list` writes the manifests of the bag.
bag() { # VERSION
    rm -rf bag
    mkdir -p bag/data/sub
    printf 'BagIt-Version: %s\nTag-File-Character-Encoding: UTF-8\n' "$1" >bag/bagit.txt
    printf one >bag/data/one
    printf two >"bag/data/with space"
    printf three >bag/data/sub/three
    printf 'Source-Organization: Us,\n  of two lines\nPayload-Oxum: 11.3\n' >bag/bag-info.txt
    list "${2:-md5}"
}
list() { # list ALGORITHM: writes the manifests for the current content
    (cd bag && find data -type f -print0 | LC_ALL=C sort -z | xargs -0 "${1}sum" >"manifest-$1.txt")
    (cd bag && find . -maxdepth 1 -type f ! -name 'tagmanifest*' -printf '%P\n' | LC_ALL=C sort | xargs "${1}sum" >"../tag" && mv ../tag "tagmanifest-$1.txt")
}
good() { expect "check accepts $1" 0 "$lanewise check --bag ${2:-bag}" ': OK$' 'WARNING|FAILED'; }
warned() { expect "check warns about $1" 0 "$lanewise check --bag bag" "WARNING: .*$2"; }
bad() { expect "check rejects $1" 1 "$lanewise check --bag bag" "$2" ': OK$'; }

for version in 0.93 0.94 0.95 0.96 0.97 1.0; do
    bag $version
    good "version $version"
    printf x >>bag/data/one
    bad "version $version with a changed file" 'data/one: has a digest that differs from manifest-md5.txt'
done
for algorithm in md5 sha1 sha224 sha256 sha384 sha512; do bag 1.0 $algorithm; good "manifests of $algorithm"; done
bag 1.0; list sha256; good "two algorithms"
bag 1.0; sed -i 's/$/\r/' bag/*.txt; list md5; sed -i 's/$/\r/' bag/manifest-md5.txt; rm bag/tagmanifest*; good "lines that end in CR LF"
bag 1.0; sed -i 's/^\([0-9a-f]*\)/\U\1/' bag/manifest-md5.txt; rm bag/tagmanifest*; good "capital digits"
bag 0.97; sed -i 's/UTF-8/UTF-16/' bag/bagit.txt; rm bag/tagmanifest*
for f in manifest-md5 bag-info; do iconv -t UTF-16 bag/$f.txt >text && mv text bag/$f.txt; done; good "tag files in UTF-16"
bag 0.97; sed -i 's/UTF-8/ISO-8859-1/' bag/bagit.txt; printf x >bag/data/n$'\303\272'n; sed -i 's/11.3/12.4/' bag/bag-info.txt; list md5
iconv -f UTF-8 -t ISO-8859-1 bag/manifest-md5.txt >text && mv text bag/manifest-md5.txt; rm bag/tagmanifest*; good "tag files in ISO-8859-1"
bag 1.0; printf x >$'bag/data/new\nline'; printf y >bag/data/per%cent; rm bag/bag-info.txt; list md5
(cd bag && for f in data/*; do [ -f "$f" ] && printf '%s  %s\n' "$(md5sum <"$f" | cut -c1-32)" "$(sed -z 's/%/%25/g; s/\n/%0A/g' <<<"$f" | sed 's/%0A$//')"; done >manifest-md5.txt
    md5sum data/sub/three >>manifest-md5.txt); rm bag/tagmanifest*; good "encoded names"

# These bags are valid but cause a warning.
bag 0.97; sed -i 's:  data:  ./data:' bag/manifest-md5.txt; rm bag/tagmanifest*; warned "a dot and a slash" "begins with './'"
bag 0.97; sed -i 's:  data: *data:' bag/manifest-md5.txt; rm bag/tagmanifest*; warned "an asterisk" "md5sum's asterisk"
bag 0.97; tail -n 1 bag/manifest-md5.txt >>bag/manifest-md5.txt; rm bag/tagmanifest*; warned "listed twice" 'is listed twice'
bag 0.97; cp bag/data/one bag/data/ONE; sed -i /Payload-Oxum/d bag/bag-info.txt; list md5; warned "names that differ only in case" 'differ only in case'
bag 0.97; : >bag/data/Thumbs.db; sed -i 's/11.3/11.4/' bag/bag-info.txt; list md5; warned "a system's file" 'operating systems create'
bag 0.97; printf x >bag/data/n$'u\314\201'n; sed -i 's/11.3/12.4/' bag/bag-info.txt; list md5; sed -i $'s/u\314\201/\303\272/' bag/manifest-md5.txt
rm bag/tagmanifest*; warned "letters composed in another way" 'in the composition of letters'

# Each of these bags violates a single rule. There is one bag for every rule.
bag 1.0; rm bag/bagit.txt; bad "no bagit.txt" 'bagit.txt: missing'
bag 1.0; sed -i '1s/^/\xEF\xBB\xBF/' bag/bagit.txt; bad "a byte-order mark" 'byte-order mark'
bag 1.0; sed -i 1s/1.0/.97/ bag/bagit.txt; bad "a version that is none" "BagIt-Version: M.N"
bag 1.0; sed -i 1s/1.0/2.7/ bag/bagit.txt; bad "a version that is not known" "'2.7' is not known"
bag 1.0; sed -i 2d bag/bagit.txt; bad "no encoding" 'Tag-File-Character-Encoding: ENCODING'
bag 1.0; sed -i 2s/UTF-8/EBCDIC-17/ bag/bagit.txt; bad "an unknown encoding" "'EBCDIC-17' is not known"
bag 1.0; sed -i 's/:/ :/' bag/bagit.txt; bad "white space before colons" 'white space'
bag 1.0; echo more >>bag/bagit.txt; bad "a third line" 'more than two lines'
bag 1.0; rm -r bag/data; bad "no payload folder" 'data: missing'
bag 1.0; rm bag/manifest-md5.txt; bad "no manifest" 'no payload manifest'
bag 1.0; mv bag/manifest-md5.txt bag/manifest-md99.txt; bad "an unknown algorithm" "'md99' is not supported"
bag 1.0; printf x >bag/data/more; bad "a file in no manifest" 'data/more: in no manifest'
bag 1.0; rm bag/data/one; bad "a missing file" 'data/one: missing'
bag 1.0; list sha256; sed -i /one/d bag/manifest-sha256.txt; rm bag/tagmanifest*; bad "a file in one of two manifests" 'data/one: is not in manifest-sha256.txt'
bag 0.97; list sha256; sed -i /one/d bag/manifest-sha256.txt; rm bag/tagmanifest*; good "the same before 1.0"
bag 1.0; tail -n 1 bag/manifest-md5.txt >>bag/manifest-md5.txt; rm bag/tagmanifest*; bad "listed twice in 1.0" 'is listed twice'
bag 0.97; sed -n 's/^..../dead/p' bag/manifest-md5.txt >>bag/manifest-md5.txt; rm bag/tagmanifest*; bad "listed twice with other digests" 'with different digests'
bag 1.0; echo nonsense >>bag/manifest-md5.txt; rm bag/tagmanifest*; bad "a line that is none" 'line 4 is not a digest and a path'
bag 1.0; sed -i '1s/^/00/' bag/manifest-md5.txt; rm bag/tagmanifest*; bad "a digest that is too long" 'has 32 digits; it has 34'
for path in ../one data/../../one /etc/passwd '~/one' '~root/one'; do
    bag 1.0; printf '%s  %s\n' 00000000000000000000000000000000 "$path" >>bag/manifest-md5.txt; rm bag/tagmanifest*; bad "$path in a manifest" "leads out of the bag"
    bag 1.0; printf 'http://localhost/x - %s\n' "$path" >bag/fetch.txt; bad "$path in fetch.txt" "leads out of the bag"
done
bag 1.0; printf secret >outside; ln -s ../../outside bag/data/link; (cd bag && md5sum data/link >>manifest-md5.txt); rm bag/tagmanifest*; bad "a link that leads out" 'leads out of the bag through a link'
bag 1.0; ln -s circle bag/data/circle; (cd bag && sed -n '1s:data/.*:data/circle:p' manifest-md5.txt >>manifest-md5.txt); rm bag/tagmanifest*; bad "links in a circle" 'data/circle: leads out .* circular'
bag 1.0; mkdir bag/data/a bag/data/a/b; printf x >bag/data/a/b/c; ln -s a bag/data/z; ln -s a/b/c bag/data/l; sed -i 's/11.3/13.5/' bag/bag-info.txt; list md5
(cd bag && md5sum data/l data/z/b/c >>manifest-md5.txt); rm bag/tagmanifest*; bad "a folder that is a link inside" 'data/z/b/c' 'data/l: '
bag 1.0; mkdir elsewhere 2>/dev/null; mv bag/data/sub elsewhere/; ln -s ../../elsewhere/sub bag/data/sub; bad "a folder that is a link" 'data/sub/three'
bag 1.0; printf x >bag/more; (cd bag && md5sum more >>manifest-md5.txt); rm bag/tagmanifest*; bad "payload outside data" 'is not in data'
bag 1.0; (cd bag && md5sum data/one >>tagmanifest-md5.txt); bad "payload among tag files" 'is payload'
bag 1.0; echo x >>bag/bag-info.txt; bad "a changed tag file" 'bag-info.txt: has a digest that differs from tagmanifest-md5.txt'
bag 1.0; rm bag/bag-info.txt; bad "a missing tag file" 'bag-info.txt: missing'
bag 1.0; sed -i s/11.3/12.3/ bag/bag-info.txt; rm bag/tagmanifest*; bad "a wrong Payload-Oxum" 'Payload-Oxum is 12.3; the payload is 11.3'
bag 1.0; sed -i s/11.3/eleven/ bag/bag-info.txt; rm bag/tagmanifest*; bad "a Payload-Oxum that is none" "BYTES.FILES; it is 'eleven'"
bag 1.0; rm bag/data/one; printf 'http://localhost/one 3 data/one\n' >bag/fetch.txt; bad "a file to be fetched" 'must be fetched from http://localhost/one'
bag 1.0; printf 'http://localhost/one 3 data/one\n' >bag/fetch.txt; good "a file that was fetched"
bag 1.0; printf 'http://localhost/one 3 data/other\n' >bag/fetch.txt; bad "fetched and in no manifest" 'is in no manifest'
bag 1.0; printf 'http://localhost/one three data/one\n' >bag/fetch.txt; bad "a line of fetch.txt that is none" 'URL, LENGTH and PATH'
bag 1.0; mkfifo bag/data/pipe; bad "a pipe" 'neither a file nor a folder'
# ---- tag files of other types, and names that differ only in case or in the composition of letters ----
lanewise_before=$lanewise; lanewise="timeout 20 $lanewise"
for name in bagit.txt manifest-md5.txt tagmanifest-md5.txt bag-info.txt fetch.txt; do
    bag 1.0; rm -f bag/$name; mkfifo bag/$name; bad "a pipe as $name" "$name: cannot be read: not a regular file"
    bag 1.0; [ -e bag/$name ] || : >bag/$name; rm -f outside; mv bag/$name outside; ln -s ../outside bag/$name
    bad "a link out of the bag as $name" "$name: leads out of the bag through a link"
    bag 1.0; [ -e bag/$name ] || : >bag/$name; rm -f outside; mv bag/$name outside; ln -s "$PWD/outside" bag/$name
    bad "an absolute link as $name" "$name: leads out of the bag through a link"
done
rm bag/fetch.txt; ln -s /dev/zero bag/fetch.txt; bad "fetch.txt is a link to a device" 'fetch.txt: leads out of the bag through a link'
bag 1.0; sed -i /Payload-Oxum/d bag/bag-info.txt; mv bag/bag-info.txt bag/data/sub/about; ln -s data/sub/about bag/bag-info.txt; list md5; good "a tag file that is a link inside"
bag 1.0; mkdir -p elsewhere; rm -rf elsewhere/data; mv bag/data elsewhere/; ln -s ../elsewhere/data bag/data
bad "a data link that leads out of the bag" '^lanewise: bag/data: leads out of the bag through a link' 'has a digest that differs'
bag 1.0; rm bag/tagmanifest*; (cd bag && mkfifo data/pipe && echo "$(printf '%032d' 0)  data/pipe" >>manifest-md5.txt); bad "a pipe that is listed" 'data/pipe'
bag 1.0; rm bag/tagmanifest*; truncate -s 70M bag/bag-info.txt; bad "a tag file of 70 MiB" 'bag-info.txt: is longer than 64 MiB'
bag 1.0; rm bag/tagmanifest*; truncate -s 70M bag/manifest-md5.txt; bad "a manifest of 70 MiB" 'manifest-md5.txt: is longer than 64 MiB'
bag 1.0; rm bag/tagmanifest*; sed -i 's/$/\r/' bag/manifest-md5.txt; good "lines that end as on Windows"
bag 1.0; rm bag/tagmanifest*; tr '\n' '\r' <bag/manifest-md5.txt >t; mv t bag/manifest-md5.txt; good "lines that end as they did on the Macintosh"
bag 1.0; printf \\xff >>bag/manifest-md5.txt; rm bag/tagmanifest*; bad "a manifest that is no UTF-8 at its end" 'manifest-md5.txt: is not utf-8'
for pair in 'README readme' $'caf\xc3\xa9 cafe\xcc\x81'; do
    set -- $pair
    bag 1.0; rm bag/bag-info.txt; printf twin >"bag/data/$1"; printf twin >"bag/data/$2"; list md5
    expect "check accepts a bag with both files of '$pair'" 0 "$lanewise check --bag bag" ': OK$'
    rm "bag/data/$1"; bad "one of '$pair' is gone" "data/.*: missing"
    mv "bag/data/$2" "bag/data/$1"; bad "the other of '$pair' is gone" "data/.*: missing"
done
bag 1.0; rm bag/bag-info.txt; printf twin >bag/data/README; list md5; mv bag/data/README bag/data/readme
warned "a name that another system wrote in small letters" "'data/readme', which differs only in case"
lanewise=$lanewise_before

# ---- a kernel before 5.6, which does not have openat2 ---- A filter makes the system call fail as on such a kernel.
cat >old.py <<'END'
import ctypes, os, struct, sys
OPENAT2, NO_NEW_PRIVILEGES, SET_FILTER, FILTER, NO_SUCH_CALL = 437, 38, 22, 2, 38
code = b"".join(struct.pack("HBBI", *line) for line in (
    (0x20, 0, 0, 0), (0x15, 0, 1, OPENAT2), (0x06, 0, 0, 0x50000 | NO_SUCH_CALL), (0x06, 0, 0, 0x7FFF0000)))
buffer = ctypes.create_string_buffer(code, len(code))
program = ctypes.create_string_buffer(struct.pack("HP", len(code) // 8, ctypes.addressof(buffer)))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) or libc.prctl(SET_FILTER, FILTER, program, 0, 0):
    sys.exit(77)
number = libc.syscall(OPENAT2, -100, b".", ctypes.create_string_buffer(24), 24)
if number >= 0 or ctypes.get_errno() != NO_SUCH_CALL:
    sys.exit(77)
os.execvp(sys.argv[1], sys.argv[1:])
END
if ! command -v python3 >/dev/null; then skip "an older kernel: Python is not installed"
elif ! python3 old.py true; then skip "an older kernel: no filter of system calls can be set here"; else
    lanewise="timeout 20 python3 old.py $lanewise_before"
    bag 1.0; good "a bag on an older kernel"
    bag 1.0; mkdir bag/data/a; printf x >bag/data/a/c; ln -s a/c bag/data/l; sed -i 's/11.3/12.4/' bag/bag-info.txt; list md5
    (cd bag && md5sum data/l >>manifest-md5.txt); rm bag/tagmanifest*; bad "a link inside on an older kernel" 'data/l: leads out of the bag through a link'
    bag 1.0; ln -s ../../outside bag/data/link; (cd bag && md5sum data/link >>manifest-md5.txt); rm bag/tagmanifest*
    bad "a link that leads out on an older kernel" 'data/link: leads out of the bag through a link'
    bag 1.0; rm -rf elsewhere/data; mv bag/data elsewhere/; ln -s ../elsewhere/data bag/data
    bad "a data link on an older kernel" '^lanewise: bag/data: leads out of the bag through a link'
    bag 1.0; rm -rf elsewhere/sub; mv bag/data/sub elsewhere/; ln -s ../../elsewhere/sub bag/data/sub
    bad "a folder that is a link on an older kernel" 'data/sub/three'
    for name in bagit.txt manifest-md5.txt tagmanifest-md5.txt bag-info.txt; do
        bag 1.0; rm -f outside; mv bag/$name outside; ln -s ../outside bag/$name
        bad "a link as $name on an older kernel" "$name: leads out of the bag through a link"
        bag 1.0; rm -f bag/$name; mkfifo bag/$name; bad "a pipe as $name on an older kernel" "$name: cannot be read: not a regular file"
    done
    lanewise=$lanewise_before
fi

expect "a missing folder is reported" 1 "$lanewise check --bag nothing" 'No such file or directory'
expect "--bag requires a folder" 2 "$lanewise check --bag" 'name the folders'
expect "--bag rejects --algorithm" 2 "$lanewise check --bag -a md5 bag" 'cannot be combined with --bag'
bag 1.0; expect "--quiet prints nothing for a valid bag" 0 "test -z \"\$($lanewise check --bag --quiet bag 2>&1)\""
bag 1.0; rm bag/data/one; expect "--status prints nothing for an invalid bag" 0 "test -z \"\$($lanewise check --bag --status bag 2>&1)\""
expect "--status sets the exit code" 1 "$lanewise check --bag --status bag"

# Tests the bags that the tool creates.
mkdir -p made/data made/sub
printf 1 >made/one; printf 2 >made/data/two; printf 3 >$'made/sub/new\nline'; printf 4 >made/per%cent; printf 5 >made/bag-info.txt
expect "sum --bag makes a bag" 0 "$lanewise sum --bag made" 'a bag of 5 files, 5 B'
good "a bag that lanewise made" made
expect "the payload is unchanged" 0 "cat made/data/one made/data/data/two made/data/sub/* made/data/per%cent made/data/bag-info.txt" '^12345$'
expect "special characters in names are encoded" 0 "grep -c -e 'data/sub/new%0Aline$' -e 'data/per%25cent$' made/manifest-sha512.txt" '^2$'
expect "sha512sum accepts the manifests" 0 "cd made && grep -v % manifest-sha512.txt | sha512sum -c --quiet - && sha512sum -c --quiet tagmanifest-sha512.txt"
expect "the bag contains the size of its payload" 0 "cat made/bag-info.txt" '^Payload-Oxum: 5\.5$'
expect "the bag contains no other files" 0 "ls -A made | wc -l" '^5$'
expect "a bag is not made twice" 1 "$lanewise sum --bag made" 'is a bag already'
mkdir -p only/data; printf 1 >only/data/one
expect "a folder named data becomes the payload" 0 "$lanewise sum --bag -a md5 only && ls only/data" '^one$'
good "a bag whose payload was named data" only
mkdir bytes; printf 1 >bytes/$'caf\351'; printf 2 >bytes/two
mkdir -p several/sub; printf 1 >several/a; printf 2 >several/sub/b
expect "each algorithm has a manifest" 0 "$lanewise sum --bag -a md5 -a sha256 -a md5 several && cd several && md5sum -c --quiet manifest-md5.txt && sha256sum -c --quiet manifest-sha256.txt" 'a bag of 2 files, 2 B'
expect "the result is a valid bag" 0 "$lanewise check --bag several" '^several: OK$' 'WARNING'
expect "a name that is not UTF-8 is rejected" 1 "$lanewise sum --bag bytes" 'not UTF-8'
expect "no file was moved" 0 "ls -A bytes | wc -l" '^2$'
mkdir pipes; mkfifo pipes/p; expect "a pipe in the payload is rejected" 1 "$lanewise sum --bag pipes" 'neither a file nor a folder'
mkdir nowhere; printf 1 >nowhere/one; ln -s nothing nowhere/link
expect "a dangling link is reported" 1 "$lanewise sum --bag nowhere" 'cannot be read|No such'
expect "no bag was made" 0 "ls -A nowhere | xargs" '^link one$'
mkdir -p away/sub
out() { # out NAME TARGET LINK PATTERN: a folder with a link is rejected, and is unchanged.
    mkdir -p "$1/sub"; printf 1 >"$1/sub/one"; ln -s "$2" "$1/$3"; find "$1" | LC_ALL=C sort >before
    expect "a bag with $1 is rejected" 1 "$lanewise sum --bag $1" "$4" 'No such file or directory'
    expect "nothing of $1 was moved" 0 "find $1 | LC_ALL=C sort | cmp - before"
}
printf secret >outside
out relativeLink ../outside link "relativeLink/link' is a link that leads out of the folder"
out deepLink ../../outside sub/link "deepLink/sub/link' is a link that leads out of the folder"
out absoluteLink "$PWD/outside" link "absoluteLink/link' is a link that leads out of the folder"
out linkThroughName ../linkThroughName/sub/one link 'is a link that leads out of the folder'
out linkToFolder sub link "linkToFolder/link' is a link to a folder"
out linkToFolderOutside ../away link "linkToFolderOutside/link' is a link to a folder"
out deepLinkToFolder ../../away sub/link "deepLinkToFolder/sub/link' is a link to a folder"
mkdir dataLink; ln -s ../away dataLink/data
expect "a data link is rejected" 1 "$lanewise sum --bag dataLink" "dataLink/data' is a link to a folder"
expect "the link remains" 0 "ls -A dataLink" '^data$'
mkdir -p inside/sub; printf 1 >inside/sub/one; ln -s sub/one inside/link; ln -s ../sub/one inside/sub/link
if "$lanewise" sum --bag inside >/dev/null 2>&1; then good "a bag with links inside" inside; else skip "bags with links need openat2"; fi
expect "a missing folder is reported" 1 "$lanewise sum --bag nothing" '^lanewise: nothing: No such file or directory$'
expect "a file instead of a folder is reported" 1 "$lanewise sum --bag outside" "'outside' is not a folder"
# The names in this folder are so long that its manifest would exceed 64 MiB.
mkdir long; name=$(printf '%0250d' 0)
(cd long && for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do mkdir "$name" && cd "$name"; done && seq -f "%0200g" 19000 | xargs touch)
expect "a manifest of more than 64 MiB is rejected" 1 "$lanewise sum --bag long" 'manifest-sha512.txt would be longer than 64 MiB'
expect "no file was moved" 0 "ls -A long" "^$name\$"
bag 1.0; yes x | head -c 16000000 >>bag/manifest-md5.txt; rm bag/tagmanifest*
expect "at most 1,000 problems of a tag file are listed" 0 "! $lanewise check --bag bag 2>&1 | sort | uniq -c >problems; grep -c 'is not a digest and a path' problems" '^1000$'
expect "further problems are mentioned" 0 "cat problems" 'manifest-md5.txt: has more problems, which are not listed$'
bag 0.97; for i in $(seq 1200); do printf $i >bag/data/$i; done; rm bag/bag-info.txt; list md5; sed -i 's:  data:  ./data:' bag/manifest-md5.txt; rm bag/tagmanifest*
warned "1,200 names with a dot and a slash" 'has more problems, which are not listed'
bag 0.97; for i in $(seq 1200); do printf $i >bag/data/$i; done; rm bag/bag-info.txt; list md5; sed -i 's:  data:  ./data:' bag/manifest-md5.txt; rm bag/tagmanifest*; echo nonsense >>bag/manifest-md5.txt
bad "an error after 1,000 warnings" 'is not a digest and a path'
if [ "$(id -u)" -ne 0 ]; then
    mkdir closed; printf 1 >closed/one; chmod 0 closed/one
    expect "an unreadable file is reported" 1 "$lanewise sum --bag closed" 'cannot be read'
    expect "no other file was created" 0 "ls -A closed" '^one$'
fi

finish
