#!/usr/bin/env bash
# Tests the output and exit codes of the icc commands, and that a failed run leaves files unchanged.
#
# Usage: tests/Icc/cli.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
cd "$work" || exit 1
# expect CODE TEXT COMMAND...: checks the exit code, and that the output contains a text.
expect() {
    local code=$1 text=$2 out got
    shift 2
    out=$("$lanewise" icc "$@" 2>&1)
    got=$?
    if [ $got -ne "$code" ]; then fail "icc $*: exit code $got, should be $code: $(head -n 1 <<<"$out")"
    elif ! grep -qF -- "$text" <<<"$out"; then fail "icc $*: '$text' is not in: $(head -n 3 <<<"$out")"
    else pass; fi
}
same() { if cmp -s "$1" "$2"; then pass; else fail "$3"; fi; }
primaries="--red 0.64,0.33 --green 0.30,0.60 --blue 0.15,0.06"

expect 0 "sRGB             sRGB-v2-nano.icc               404     20        0.4464 0.1183" list
expect 0 "maximum error   RMSE" list
if command -v script >/dev/null; then
    for columns in 40 80; do
        for line in list "make sRGB -o wide.icc" "show wide.icc"; do
            script -qfec "stty cols $columns; $lanewise icc $line" /dev/null </dev/null | tr -d '\r' >seen
            [ -s seen ] && ! grep -qE ".{$((columns + 1))}" seen && pass || fail "icc $line on $columns columns: $(grep -E ".{$((columns + 1))}" seen | head -n 1)"
        done
    done
    rm wide.icc
else skip "script is missing"; fi
expect 0 "46 profiles" all -o set
[ "$(find set -name '*.icc' | wc -l)" -eq 46 ] && pass || fail "icc all wrote a wrong number of files"
"$lanewise" icc all -o again >/dev/null
diff -r set again >/dev/null && pass || fail "two runs wrote different bytes"
for file in set/*.icc; do expect 0 "right" show "$file"; done
expect 0 "404 bytes" make sRGB --size nano -o n.icc
same n.icc set/sRGB-v2-nano.icc "make and all differ"
expect 0 "410 bytes, 23 points" make srgb --points 23 -o p.icc
expect 0 "452 bytes" make sRGB --version 4 -o v4.icc
expect 0 "shares the element of desc" show v4.icc
expect 0 "(inside desc)" show n.icc
expect 0 "gamma 2.19921875" make custom $primaries --gamma 2.2 -o c.icc
expect 0 "D50 exactly" show c.icc
expect 0 "points" make custom --grey --curve rec709 --points 33 -o g.icc
expect 0 "182 points" fit sRGB --below 0.0128
expect 0 "404" fit sRGB --points 18-22 --svg f.svg
grep -q '</svg>' f.svg && pass || fail "fit --svg writes no picture"

expect 0 "bytes" make custom --red=0.7,0.28 --green 0.1,0.9 --blue=-0.05,-0.02 -o negative.icc
expect 0 "bytes" make custom --red 0.7,0.28 --green 0.1,0.9 --blue -0.05,-0.02 -o apart.icc
same negative.icc apart.icc "a negative number joined and apart differ"
expect 2 "lanewise: unknown color space 'nowhere'; the color spaces are sRGB, scRGB" make nowhere -o x.icc
expect 2 "lanewise: unknown color space 'sRBG'; did you mean 'sRGB'?" make sRBG -o x.icc
expect 2 "lanewise: unknown color space 'sRBG'; did you mean 'sRGB'?" make sRBG
expect 2 "lanewise: option '--output' is missing" make sRGB
expect 2 "Try 'lanewise icc make --help' for more information." make nowhere -o x.icc
expect 2 "Try 'lanewise icc fit --help' for more information." fit sRGB --below x
expect 2 "one line" make custom --red 0.64,0.33 --green 0.3,0.6 --blue 0.47,0.465 -o x.icc
for gamma in 0 NaN Infinity 101 x; do expect 2 "--gamma must be a number" make custom $primaries --gamma=$gamma -o x.icc; done
expect 2 "not inside the triangle" make custom $primaries --white 0.1,0.8 -o x.icc
expect 2 "between 2 and 4096" make sRGB --points 1 -o x.icc
expect 2 "contradict" make sRGB --points 9 --size nano -o x.icc
expect 2 "must be 2 or 4" make sRGB --version 3 -o x.icc
expect 2 "--below must be a number" fit sRGB --below x
expect 2 "unknown command 'nothing'" nothing
expect 1 "Is a directory" show .
expect 1 "none/x.icc: No such file or directory" make sRGB -o none/x.icc
[ ! -e x.icc ] && pass || fail "icc make wrote a file although it failed"

# For truncated and changed profiles, the command must exit with 0 or 1, without a stack trace.
size=$(stat -c %s n.icc)
for ((i = 0; i < size; i += 53)); do
    head -c $i n.icc >cut.icc
    expect 1 "offset" show cut.icc
    cp n.icc bent.icc
    printf '\xff\xff' | dd of=bent.icc bs=1 seek=$i conv=notrunc status=none
    out=$("$lanewise" icc show bent.icc 2>&1)
    [ $? -le 1 ] && ! grep -q 'at Lanewise\|Unhandled' <<<"$out" && pass || fail "show with a change at $i: $out"
done
expect 1 "not an ICC profile" show "$here/cli.sh"
expect 1 "none.icc" show none.icc

for image in patch.png patch.jpg; do
    cp "$here/$image" .
    "$lanewise" icc strip $image 2>/dev/null
    cp $image bare
    expect 0 "" embed n.icc $image
    expect 0 "sRGB-v2" show $image
    expect 0 "" embed v4.icc $image
    expect 0 "sRGB PD" show $image
    expect 0 "" strip $image
    same bare $image "strip did not give back the bare $image"
    expect 0 "carries no profile" strip $image
    expect 1 "carries no profile" show $image
    head -c 60 bare >$image
    cp $image before
    expect 1 "truncated" embed n.icc $image
    expect 1 "describes 'GRAY'" embed g.icc bare
    expect 1 "cut.icc: offset" embed cut.icc bare
    expect 1 "the profile is damaged" embed cut.icc bare
    expect 1 "$image: offset" embed n.icc $image
    expect 1 "n.icc: offset 0: the file is neither PNG nor JPEG" embed n.icc n.icc
    cp n.icc profile.icc
    expect 2 "would replace the profile profile.icc" embed profile.icc bare -o ./profile.icc
    same n.icc profile.icc "embed replaced its profile"
    same before $image "a failed embed changed $image"
done
# Tests output to standard output, devices and pipes. Devices and pipes must never be replaced.
"$lanewise" icc make sRGB --size nano -o - >o.icc 2>o.err
same o.icc n.icc "-o - is not standard output"
grep -q '404 bytes' o.err && pass || fail "-o -: standard error does not name the result: $(cat o.err)"
[ ! -e ./- ] && pass || fail "-o - created a file named -"
"$lanewise" icc make sRGB --size nano -o /dev/stdout 2>o.err | cmp -s - n.icc && pass || fail "-o /dev/stdout into a pipe: $(cat o.err)"
{ echo before; "$lanewise" icc make sRGB --size nano -o /dev/stdout 2>o.err; echo after; } >o.both
{ echo before; cat n.icc; echo after; } | cmp -s - o.both && pass || fail "-o /dev/stdout into a file does not append to the output"
expect 0 "404 bytes" make sRGB --size nano -o /dev/null
[ -c /dev/null ] && pass || fail "/dev/null is no longer a device"
expect 1 "No space left" make sRGB --size nano -o /dev/full
expect 2 "cannot hold many profiles" all -o -
mkfifo pipe
cat pipe >o.pipe &
expect 0 "404 bytes" make sRGB --size nano -o pipe
wait $!
same o.pipe n.icc "a pipe did not get the profile"
[ -p pipe ] && pass || fail "the pipe was replaced"
for image in patch.png patch.jpg; do
    "$lanewise" icc embed n.icc "$here/$image" -o in-file
    "$lanewise" icc embed n.icc "$here/$image" -o - | cmp -s - in-file && pass || fail "embed -o - of $image differs"
    "$lanewise" icc strip in-file -o bare-file
    "$lanewise" icc strip in-file -o /dev/stdout | cmp -s - bare-file && pass || fail "strip -o /dev/stdout of $image differs"
    "$lanewise" icc embed n.icc "$here/$image" -o /dev/full 2>/dev/null && fail "embed into a full device of $image" || pass
done
"$lanewise" icc fit sRGB --points 18-22 --svg - 2>/dev/null | cmp -s - f.svg && pass || fail "fit --svg - does not print the picture"
"$lanewise" icc show <(cat n.icc) | grep -q '^valid' && pass || fail "show does not read a pipe"

# A read-only file must remain unchanged, even if the permissions of its directory allow it to be replaced.
if [ "$(id -u)" -ne 0 ]; then as_user=()
elif command -v setpriv >/dev/null; then as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
else as_user=(false); fi
mkdir other && chmod 777 other && chmod 711 "$work" && cp in-file other/image && cp n.icc other/n.icc && chmod 444 other/image other/n.icc
if ! "${as_user[@]}" "$lanewise" --version >/dev/null 2>&1; then skip "no other user can run lanewise here"
else
    "${as_user[@]}" "$lanewise" icc strip other/image 2>o.err
    code=$?
    [ $code -eq 1 ] && grep -q 'other/image: Permission denied' o.err && pass || fail "strip of a read-only file: $code, $(cat o.err)"
    same other/image in-file "a read-only image was replaced"
fi

# icc show must read the output of icc embed. An image may be larger than the size limit for profiles.
cp "$here/patch.jpg" large.jpg && truncate -s 300M large.jpg
expect 0 "" embed n.icc large.jpg
expect 0 "sRGB-v2" show large.jpg
rm large.jpg
find . -name '*.part-*' | grep -q . && fail "temporary files were left" || pass
finish
