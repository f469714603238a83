#!/usr/bin/env bash
# Tests outboards and verified slices. check --slice must accept outboards from sum --outboard and reject all incorrect
# outboards. No incomplete file may remain.
#
# Usage: tests/Cli/outboard.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"

# flip FILE OFFSET: flips one bit.
flip() {
    local byte
    byte=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
    printf "\\x$(printf '%02x' $((byte ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

mkdir "$work/files"
cd "$work/files" || exit 2
head -c 10000 /dev/urandom >object
head -c 3000000 /dev/urandom >large
head -c 1024 /dev/urandom >chunk
: >empty

# ---- an outboard consists of 8 bytes, plus 64 bytes for each chunk after the first ----
for row in object:584 large:187464 chunk:8 empty:8; do
    name=${row%%:*}
    expect "--outboard writes an outboard of $name" 0 "$lanewise sum --outboard $name.bao $name" "^[0-9a-f]{64}  $name\$"
    [ "$(stat -c %s $name.bao)" = "${row##*:}" ] && pass || fail "outboard of $name: $(stat -c %s $name.bao) bytes"
    [ "$(od -An -tu8 -N 8 $name.bao | tr -d ' ')" = "$(stat -c %s $name)" ] && pass || fail "outboard of $name: its length"
    [ "$(cat "$work/out.lanewise")" = "$($lanewise sum $name)" ] && pass || fail "the outboard of $name has another digest than sum"
done
root=$($lanewise sum object | cut -c1-64)
rootLarge=$($lanewise sum large | cut -c1-64)
rootEmpty=$($lanewise sum empty | cut -c1-64)
expect "--json prints the line of the object" 0 "$lanewise sum --json --outboard x.bao object" '"bytes":10000}$'
expect "--outboard replaces an older outboard" 0 "$lanewise sum --tag --outboard x.bao object" "^BLAKE3 \(object\) = $root\$"
cmp -s x.bao object.bao && pass || fail "an older outboard was not replaced"
rm x.bao

# ---- slices ----
slice() { echo "$lanewise check --slice $1 --outboard ${2:-object.bao} --root ${3:-$root} ${4:-object}"; }
for s in 0:1 0:0 0:10000 1023:2 5000:5000 9999:1 10000:0 4096:1024; do expect "slice $s is verified" 0 "$(slice $s)" '^object: OK$'; done
for s in 0:3000000 1500000:70000 2999999:1; do expect "slice $s is verified" 0 "$(slice $s large.bao $rootLarge large)" '^large: OK$'; done
expect "an empty slice of an empty file is verified" 0 "$(slice 0:0 empty.bao $rootEmpty empty)" '^empty: OK$'
expect "the root hash may have uppercase digits" 0 "$(slice 0:10 object.bao ${root^^})" '^object: OK$'
expect "the root hash may name its algorithm" 0 "$(slice 0:10 object.bao blake3:$root)" '^object: OK$'
expect "the root hash of another algorithm is rejected" 2 "$(slice 0:10 object.bao sha256:$root)" 'must have 64 hexadecimal digits'
expect "--quiet prints nothing" 0 "$(slice 0:10) --quiet | wc -c" '^0$'
expect "--status sets the exit code" 1 "$(slice 0:10 object.bao $rootLarge) --status 2>/dev/null; code=\$?; exit \$code"
[ -s "$work/out.lanewise" ] && fail "--status printed text" || pass

# ---- a received slice, without the content outside it ----
head -c 6144 object >part
expect "the beginning of a download is verified" 0 "$(slice 0:6000 object.bao $root part)" '^part: OK$'
expect "a slice after the received part fails" 1 "$(slice 6000:1000 object.bao $root part)" '^part: FAILED$'

# ---- outside the file ----
expect "a slice after the end is rejected" 1 "$(slice 10000:1)" 'The object has 10000 bytes, so a range of 1 bytes at offset 10000 is outside the object'
expect "a slice that crosses the end is rejected" 1 "$(slice 5000:5001)" 'The object has 10000 bytes'
expect "a slice far beyond the end is rejected" 1 "$(slice 9223372036854775806:1)" 'The object has 10000 bytes'
expect "a slice of an empty file is rejected" 1 "$(slice 0:1 empty.bao $rootEmpty empty)" 'The object has 0 bytes'

# ---- changed, truncated and swapped bytes of the length, of every node and of the object ---- (The tests of the library
# cover every single byte.)
missed=0
for i in {0..7} {8..583..17}; do
    cp object.bao changed.bao
    flip changed.bao $i
    $(slice 0:10000 changed.bao) >"$work/out.lanewise" 2>"$work/err.lanewise" </dev/null
    [ $? -eq 1 ] && grep -q '^object: FAILED$' "$work/out.lanewise" && grep -q '^lanewise: object: .' "$work/err.lanewise" || { missed=$((missed + 1)); echo "byte $i"; }
done
[ $missed -eq 0 ] && pass || fail "$missed changed bytes of the outboard were not rejected"
for n in 0 1 7 8 71 72 583; do
    head -c $n object.bao >cut.bao
    expect "an outboard of $n bytes is rejected" 1 "$(slice 0:10 cut.bao)" '^object: FAILED$'
done
cat object.bao chunk >longer.bao
expect "an outboard with additional bytes is rejected" 1 "$(slice 0:10 longer.bao)" 'it has 1608'
for i in 0 1023 5000 9999; do
    cp object changed
    flip changed $i
    expect "a change of byte $i of the object is detected" 1 "$(slice 0:10000 object.bao $root changed)" '^changed: FAILED$'
done
expect "a changed byte outside the slice is not detected" 0 "$(slice 0:1000 object.bao $root changed)" '^changed: OK$'
cat object chunk >changed
expect "an object with additional bytes is rejected" 1 "$(slice 0:10 object.bao $root changed)" '^changed: FAILED$'
expect "the root of another object is rejected" 1 "$(slice 0:10 object.bao $rootLarge)" '^object: FAILED$'
expect "the outboard of another object is rejected" 1 "$(slice 0:10 large.bao)" '^object: FAILED$'

# ---- usage errors ----
expect "a root hash that is too short is rejected" 2 "$(slice 0:10 object.bao ${root:1})" 'must have 64 hexadecimal digits; it has 63 characters'
expect "a root hash that is too long is rejected" 2 "$(slice 0:10 object.bao 0$root)" 'must have 64 hexadecimal digits; it has 65 characters'
expect "a root that is not a number is rejected" 2 "$(slice 0:10 object.bao ${root:1}g)" 'not all of them digits'
for s in 5 : 5: :5 -1:5 5:-1 0x1:2 1:2:3 9223372036854775807:1 9223372036854775808:0 1.5:2; do
    expect "slice '$s' is rejected" 2 "$(slice $s)" 'START:LENGTH|unrecognized option|needs a value'
done
expect "--slice requires --root and --outboard" 2 "$lanewise check --slice 0:1 object" 'go together'
expect "--root requires --slice and --outboard" 2 "$lanewise check --root $root object" 'go together'
expect "--slice rejects --algorithm" 2 "$(slice 0:1) -a md5" '--algorithm cannot be combined with --slice'
expect "--slice accepts only one file" 2 "$(slice 0:1) large" 'one file'
expect "--slice rejects standard input" 2 "$(slice 0:1 object.bao $root -)" 'one file'
expect "--outboard accepts only one file" 2 "$lanewise sum --outboard y.bao object large" 'one file'
expect "--outboard rejects standard input" 2 "$lanewise sum --outboard y.bao" 'one file'
expect "--outboard rejects a folder" 2 "$lanewise sum -r --outboard y.bao ." 'one file'
expect "--outboard rejects another hash" 2 "$lanewise sum -a blake2b --outboard y.bao object" 'only plain blake3'
expect "--outboard rejects a longer digest" 2 "$lanewise sum -l 64 --outboard y.bao object" 'only plain blake3'
expect "--outboard rejects a context" 2 "$lanewise sum --derive-key c --outboard y.bao object" 'only plain blake3'
for option in '--journal j' "--include '*'" '--exclude x' --stats --no-hidden --follow --one-file-system --skip-special '-o list'; do
    expect "--outboard rejects $option" 2 "$lanewise sum --outboard y.bao $option object" "^lanewise: --[a-z-]* cannot be combined with --outboard$"
done
expect "--outboard must not replace the object" 2 "$lanewise sum --outboard object object" 'must not replace the file'
expect "--outboard must not replace the object by another path" 2 "$lanewise sum --outboard ../files/object object" 'must not replace the file'
ln -s . here
expect "--outboard must not replace the object through a linked folder" 2 "$lanewise sum --outboard here/object object" 'must not replace the file'
rm here
[ "$($lanewise sum object | cut -c1-64)" = "$root" ] && pass || fail "the object was changed"

# ---- unreadable and unwritable files ----
expect "a missing object is reported" 1 "$lanewise sum --outboard y.bao none" '^lanewise: none: No such file'
expect "a folder instead of an object is reported" 1 "$lanewise sum --outboard y.bao ." '^lanewise: .: Is a directory'
expect "a pipe instead of an object is rejected" 1 "$lanewise sum --outboard y.bao <(cat object)" 'not a regular file'
expect "an outboard in a missing folder is reported" 1 "$lanewise sum --outboard none/y.bao object" '^lanewise: none/y.bao: No such file'
expect "a folder instead of an outboard is reported" 1 "$lanewise sum --outboard ../files object" '^lanewise: ../files: Is a directory'
ln -s object away; expect "--outboard must not replace the target of a link" 2 "$lanewise sum --outboard away object" 'must not replace the file'; rm away
expect "a device instead of an outboard is rejected" 1 "$lanewise sum --outboard /dev/full object" '^lanewise: /dev/full: the outboard needs a regular file: its parts are not written in order$'
expect "the device stays a device" 0 "[ -c /dev/full ]"
expect "a missing outboard is reported" 1 "$(slice 0:1 none.bao)" '^lanewise: none.bao: No such file'
expect "a slice of a missing object is reported" 1 "$(slice 0:1 object.bao $root none)" '^lanewise: none: No such file'
[ -e y.bao ] && fail "an outboard was left" || pass
[ -z "$(find "$work" -name '*.part-*')" ] && pass || fail "a part of an outboard was left: $(find "$work" -name '*.part-*')"

finish
