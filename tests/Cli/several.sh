#!/usr/bin/env bash
# Tests several algorithms in one run, which must read each file only once. Every digest must equal that of the algorithm's own
# tool.
#
# Usage: tests/Cli/several.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
# ./test: core
. "$(dirname "$0")/common.sh.inc"
cd "$work" || exit 2

mkdir -p files/sub
for i in $(seq 300); do head -c $((i * 37 % 9000)) /dev/urandom >"files/f$i"; done
for i in 1 2 3 4 5; do head -c $((i * 900000)) /dev/urandom >"files/sub/large$i"; done
printf x >$'files/new\nline'; printf y >'files/back\slash'; printf z >$'files/caf\351'; : >files/empty
tools=(md5sum:md5 sha1sum:sha1 sha224sum:sha224 sha256sum:sha256 sha512sum:sha512 b2sum:blake2b)

# Prints the tagged lines of md5sum and similar tools for each file, in the order of the algorithms.
other_tools() {
    local -a lists=()
    for tool in "$@"; do "${tool%%:*}" --tag files/* 2>/dev/null >"other.${tool%%:*}"; lists+=("other.${tool%%:*}"); done
    paste -d '\n' "${lists[@]}"
}
named() { for tool in "$@"; do printf -- '-a %s ' "${tool##*:}"; done; }
rm -f list; mv files/sub sub
same "six algorithms give the same lines as their tools" "other_tools ${tools[*]}" "$lanewise sum $(named "${tools[@]}") files/*"
same "six algorithms give the same lines with one thread" "other_tools ${tools[*]}" "$lanewise sum -j 1 $(named "${tools[@]}") files/*"
same "the lines follow the order of the options" "other_tools sha256sum:sha256 md5sum:md5" "$lanewise sum -a sha256 -a md5 files/*"
same "a repeated algorithm counts once" "md5sum files/*" "$lanewise sum -a md5 -a md5 files/*"
same "two names of one algorithm count once" "b2sum files/*" "$lanewise sum -a blake2b -a blake2b-512 files/*"
same "one algorithm can have two lengths" "b2sum --tag -l 256 sub/large1; b2sum --tag sub/large1" "$lanewise sum -a blake2b-256 -a blake2b sub/large1"
mv sub files/sub
same "large files in folders give the same lines" "(cd files/sub; md5sum --tag *) | sort; (cd files/sub; sha256sum --tag *) | sort" \
    "(cd files/sub; $lanewise sum -r . -a md5 -a sha256) | sed 's:(\./:(:' | sort"
same "standard input gives the same lines" "md5sum --tag <files/f7; sha1sum --tag <files/f7" "$lanewise sum -a md5 -a sha1 <files/f7"
same "NUL ends the lines with -z" "md5sum --tag -z files/f7; sha1sum --tag -z files/f7" "$lanewise sum -z -a md5 -a sha1 files/f7"
if command -v b3sum >/dev/null; then
    same "BLAKE3 and MD5 give the same lines as their tools" "for f in files/sub/*; do md5sum --tag \$f; printf 'BLAKE3 (%s) = %s\n' \$f \$(b3sum --no-names \$f); done" \
        "$lanewise sum -a md5 -a blake3 files/sub/*"
else
    skip "b3sum is not installed"
fi
if command -v hashdeep >/dev/null; then
    same "hashdeep gives the same digests" "cd files; hashdeep -s -l -c md5,sha256 f1?? | grep -v '^[%#]' | sort" \
        "cd files; $lanewise sum --json -a md5 -a sha256 f1?? | python3 -c '
import json, sys
rows = {}
for line in sys.stdin:
    o = json.loads(line)
    rows.setdefault((o[\"name\"], o[\"bytes\"]), []).append(o[\"digest\"])
for (name, size), digests in rows.items(): print(size, *digests, name, sep=\",\")' | sort"
else
    skip "hashdeep is not installed"
fi

# ---- commands that read the list, and combinations of options ----
"$lanewise" sum -r files -a md5 -a blake3 -a sha256 >list
expect "check accepts the list" 0 "[ -z \"\$($lanewise check --quiet list 2>&1)\" ]"
expect "md5sum accepts the list" 0 "grep -a '^.\?MD5' list | md5sum -c --quiet -"
same "a journal works with several algorithms" "cat list" "$lanewise sum -r files -a md5 -a blake3 -a sha256 --journal journal"
same "a second run reads no file again" "cat list" "$lanewise sum -r files -a md5 -a blake3 -a sha256 --journal journal"
same "a run with one of the algorithms reads no file again" "$lanewise sum -r files -a sha256" "$lanewise sum -r files -a sha256 --journal journal"
expect "each file is listed once" 0 "grep -c -a '^#:' journal" "^$((3 * $(find files -type f -printf x | wc -c)))$"
sed -i '/^BLAKE3 (files\/f7)/s/= ......../= 00000000/' journal
expect "files with known digests are not read" 0 "$lanewise sum -r files -a md5 -a blake3 --journal journal" '^BLAKE3 .files/f7. = 00000000' '^MD5 .files/f7. = 00000000'
same "another algorithm reads the files again" "$lanewise sum files/f7 -a blake3 -a sha1" "$lanewise sum files/f7 -a blake3 -a sha1 --journal journal"
head -c 32 /dev/urandom >key
same "several algorithms can use one key" "$lanewise sum --tag --key-file key -a blake3 files/f7; $lanewise sum --tag --key-file key -a blake2b files/f7" \
    "$lanewise sum --key-file key -a blake3 -a blake2b files/f7"
expect "an algorithm without a keyed mode rejects the key" 2 "$lanewise sum --key-file key -a blake3 -a sha256 files/f7" '^lanewise: --key-file: SHA256 has no keyed mode$'
expect "an algorithm without key derivation rejects the context" 2 "$lanewise sum --derive-key c -a blake3 -a md5 files/f7" 'MD5 has no key derivation'
expect "text mode is rejected" 2 "$lanewise sum -t -a md5 -a sha1 files/f7" '--text: lines of several algorithms are tagged'
expect "an unknown algorithm among several is rejected" 2 "$lanewise sum -a md5 -a mdd files/f7" "unknown algorithm 'mdd'"
expect "a missing file is reported" 1 "$lanewise sum -a md5 -a sha1 none files/f7" '^lanewise: none: No such file' '\(none\)'
expect "--outboard rejects several algorithms" 2 "$lanewise sum --outboard o -a blake3 -a md5 files/f7" 'only plain blake3'
finish
