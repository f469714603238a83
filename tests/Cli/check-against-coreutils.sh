#!/usr/bin/env bash
# Compares the published executable with coreutils, byte by byte: standard output, exit code, and standard error (if the
# messages are the same except for the program's name).
#
# Usage: tests/Cli/check-against-coreutils.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"

# same_all NAME OTHER LANEWISE: like same, but also compares standard error. Before the comparison, the program's name is
# replaced, and three hints that only Lanewise prints are removed: how to hash the files in a folder, how to verify a file that
# is not a list, and where the listed files may be if none of them exists.
same_all() {
    local before=$failed
    same "$1" "$2" "$3"
    [ "$failed" -ne "$before" ] && return
    if diff <(sed -E 's/^(md5sum|b2sum|sha[0-9]*sum): /lanewise: /' "$work/err.other") \
        <(sed -e 's/: Is a directory; -r hashes all files in it$/: Is a directory/' \
            -e '/^lanewise: to verify this file against one digest:$/,+1d' \
            -e '/: no listed file exists in this folder;/d' -e '/: the listed files are in the folder of the list:/d' "$work/err.lanewise") >"$work/diff"; then
        pass
    else
        fail "$1: standard error differs"
        head -5 "$work/diff"
    fi
}

mkdir "$work/files"
cd "$work/files" || exit 2
printf 'plain' >plain
: >empty
head -c 1000 /dev/urandom >'with space'
head -c 127 /dev/urandom >$'new\nline'
head -c 128 /dev/urandom >'back\slash'
head -c 129 /dev/urandom >$'carriage\rreturn'
head -c 64 /dev/urandom >-dash
head -c 65 /dev/urandom >$'tab\there'
head -c 63 /dev/urandom >'quote"'"'"
head -c 55 /dev/urandom >'näme✓𝄞'
head -c 56 /dev/urandom >'*star'
head -c 57 /dev/urandom >' leading'
head -c 58 /dev/urandom >'trailing '
head -c 59 /dev/urandom >'@at'
head -c 60 /dev/urandom >'a) = 0'
head -c 3000000 /dev/urandom >large
head -c 262144 /dev/urandom >quarter
mkdir folder folder/sub folder/a
printf 1 >folder/a.txt
printf 2 >folder/a/b
printf 3 >folder/sub/z
printf 4 >folder/B
ln -s .. folder/sub/loop
ln -s ../B folder/sub/link

# ---- sum ----
for pair in md5sum:md5 sha1sum:sha1 sha224sum:sha224 sha256sum:sha256 sha384sum:sha384 sha512sum:sha512 b2sum:blake2b; do
    other=${pair%%:*} algorithm=${pair##*:}
    if ! command -v "$other" >/dev/null; then skip "$other is not installed"; continue; fi
    files='plain empty "with space" large quarter ./*'
    same "$algorithm gives the same lines" "$other $files" "$lanewise sum -a $algorithm $files"
    same "$algorithm gives the same lines after --" "$other -- *" "$lanewise sum -a $algorithm -- * "
    same "$algorithm gives the same lines with --tag" "$other --tag -- *" "$lanewise sum -a $algorithm --tag -- *"
    same "$algorithm gives the same lines with -z" "$other -z -- *" "$lanewise sum -a $algorithm -z -- *"
    same "$algorithm gives the same lines with -b" "$other -b -- *" "$lanewise sum -a $algorithm -b -- *"
    same "$algorithm gives the same lines with -t" "$other -t -- *" "$lanewise sum -a $algorithm -t -- *"
    same "$algorithm gives the same lines with --tag -z" "$other --tag -z -- *" "$lanewise sum -a $algorithm --tag -z -- *"
    same "$algorithm gives the same line for standard input" "$other <large" "$lanewise sum -a $algorithm <large"
    same "$algorithm gives the same lines if - names standard input" "cat plain | $other - large" "cat plain | $lanewise sum -a $algorithm - large"
    same "$algorithm --tag gives the same line for standard input" "$other --tag <plain" "$lanewise sum -a $algorithm --tag <plain"
    for jobs in 1 2 7; do
        same "$algorithm gives the same lines with -j $jobs" "$other plain large empty quarter large plain" "$lanewise sum -a $algorithm -j $jobs plain large empty quarter large plain"
    done
    same_all "$algorithm gives the same messages about missing files and folders" "$other plain missing 'miss ing' folder '' empty" "$lanewise sum -a $algorithm plain missing 'miss ing' folder '' empty"
done
for bits in 8 16 128 160 256 384 504 512; do
    same "b2sum -l $bits gives the same lines" "b2sum -l $bits -- *" "$lanewise sum -a blake2b -l $bits -- *"
    same "b2sum -l $bits --tag gives the same lines" "b2sum -l $bits --tag -- *" "$lanewise sum -a blake2b-$bits --tag -- *"
done
same "-r hashes the files that find finds" "find folder -type f -o -xtype f | LC_ALL=C sort | xargs md5sum" "$lanewise sum -a md5 -r folder"
same "-r accepts a folder with a slash" "find folder/ -type f -o -xtype f | LC_ALL=C sort | xargs md5sum" "$lanewise sum -a md5 -r folder/"
same "a file that grows while it is read gives the same line" "md5sum /proc/version /proc/cpuinfo | sed 1q" "$lanewise sum -a md5 /proc/version /proc/cpuinfo | sed 1q"

same "pipes with names give the same digests" "md5sum <(cat large) <(cat plain) | cut -c1-32" "$lanewise sum -a md5 <(cat large) <(cat plain) | cut -c1-32"
same "/dev/stdin gives the same line" "cat large | md5sum /dev/stdin" "cat large | $lanewise sum -a md5 /dev/stdin"

# Many small files test batches, lanes and the order of the output.
mkdir many
for i in $(seq 1 3000); do printf '%*s' $((i * 37 % 5000)) "$i" >"many/$i"; done
same "3000 small files give the same lines" "md5sum many/*" "$lanewise sum -a md5 many/*"
same "3000 small files give the same lines with BLAKE2b" "b2sum many/*" "$lanewise sum -a blake2b many/*"
same "3000 small files give the same lines with one thread" "b2sum many/*" "$lanewise sum -a blake2b -j 1 many/*"
rm -r many
mkdir middle
for i in $(seq 1 40); do head -c $((i * 30011)) /dev/zero | tr '\0' "$(printf '\\%03o' $((i + 40)))" >"middle/$i"; done
same "files of medium size give the same lines" "b2sum middle/* large" "$lanewise sum -a blake2b middle/* large"
rm -r middle

# ---- check ----
for pair in md5sum:md5 sha1sum:sha1 sha256sum:sha256 sha512sum:sha512 b2sum:blake2b; do
    other=${pair%%:*} algorithm=${pair##*:}
    command -v "$other" >/dev/null || { skip "$other is not installed"; continue; }
    $other -- * 2>/dev/null >"$work/list"
    same_all "check gives the same results for $algorithm" "$other -c $work/list" "$lanewise check -a $algorithm $work/list"
    $other -b -- * 2>/dev/null >"$work/list"
    same_all "check gives the same results for binary lines of $algorithm" "$other -c $work/list" "$lanewise check -a $algorithm $work/list"
    $other --tag -- * 2>/dev/null >"$work/list"
    same_all "check gives the same results for tagged lines of $algorithm" "$other -c $work/list" "$lanewise check -a $algorithm $work/list"
    same_all "check without -a gives the same results for tagged lines of $algorithm" "$other -c $work/list" "$lanewise check $work/list"
    same_all "check --quiet gives the same output for $algorithm" "$other -c --quiet $work/list" "$lanewise check --quiet $work/list"
    same_all "check --status gives the same output for $algorithm" "$other -c --status $work/list" "$lanewise check --status $work/list"
    same_all "check gives the same results for $algorithm on standard input" "$other -c <$work/list" "$lanewise check <$work/list"
    sed 's/$/\r/' "$work/list" >"$work/crlf"
    same_all "check gives the same results for $algorithm with CR LF" "$other -c $work/crlf" "$lanewise check $work/crlf"
done
for bits in 64 128 256 384; do
    b2sum -l $bits -- * 2>/dev/null >"$work/list"
    same_all "check gives the same results for b2sum -l $bits" "b2sum -c $work/list" "$lanewise check -a blake2b $work/list"
    b2sum -l $bits --tag -- * 2>/dev/null >"$work/list"
    same_all "check gives the same results for tagged lines of b2sum -l $bits" "b2sum -c $work/list" "$lanewise check $work/list"
done

good=$(md5sum plain | cut -c1-32) bad=${good%?}$([ "${good: -1}" = 0 ] && echo 1 || echo 0)
{
    printf '# comment\n\nnot a line\n%s  plain\r\n%s  plain\nMD5(plain)= %s\n' "$good" "$bad" "$good"
    printf '%s  missing\n%s  miss ing\n \t%s *plain\n%s  folder\n%s plain\n' "$good" "$good" "${good^^}" "$good" "$good"
    printf 'SHA1 (plain) = %s\n\\%s  new\\qline\n%s0%s  plain\nMD5 (plain) = %s00\n' "$good" "$good" "$good" "$good" "$good"
} >"$work/list"
for flags in "" --warn --quiet --status --strict --ignore-missing "--ignore-missing --quiet" "--ignore-missing --warn --strict"; do
    same_all "a malformed list gives the same messages with $flags" "md5sum -c $flags $work/list" "$lanewise check -a md5 $flags $work/list"
done
printf '%s  missing\n' "$good" >"$work/list"
same_all "a list without an existing file gives the same message" "md5sum -c --ignore-missing $work/list" "$lanewise check -a md5 --ignore-missing $work/list"
same_all "--status gives the same output if no file was verified" "md5sum -c --ignore-missing --status $work/list" "$lanewise check -a md5 --ignore-missing --status $work/list"
printf 'nonsense\n' >"$work/list"
same_all "a list without a valid line gives the same message" "md5sum -c $work/list" "$lanewise check -a md5 $work/list"
same_all "standard input without a valid line gives the same message" "echo hi | md5sum -c" "echo hi | $lanewise check -a md5"
same_all "a missing list gives the same message" "md5sum -c nolist" "$lanewise check -a md5 nolist"
printf '%s plain\n%s  plain\n' "$good" "$good" >"$work/list"
same_all "reversed lines before usual lines give the same results" "md5sum -c $work/list" "$lanewise check -a md5 $work/list"
printf '%.8s plain\n%s *plain\n' "$good" "$good" >"$work/list"
same_all "a short digest does not determine the format of the next line" "md5sum -c $work/list" "$lanewise check -a md5 $work/list"
printf '%s  plain\n%s plain\n' "$good" "$good" >"$work/list"
same_all "usual lines before reversed lines give the same results" "md5sum -c $work/list" "$lanewise check -a md5 $work/list"
printf '%s  plain\r\r\n' "$good" >"$work/list"
same_all "two carriage returns give the same results" "md5sum -c $work/list" "$lanewise check -a md5 $work/list"

# ---- features that coreutils lacks ----
md5sum plain >"$work/list"
printf '\xef\xbb\xbf' | cat - "$work/list" >"$work/bom"
expect "a UTF-8 BOM is accepted" 0 "$lanewise check -a md5 $work/bom" '^plain: OK$'
md5sum 'näme✓𝄞' | iconv -f UTF-8 -t UTF-16LE >"$work/16" && printf '\xff\xfe' | cat - "$work/16" >"$work/16le"
expect "UTF-16 in little-endian order is accepted" 0 "$lanewise check -a md5 $work/16le" '𝄞: OK$'
md5sum plain | sed 's/$/\r/' | iconv -f UTF-8 -t UTF-16BE >"$work/16" && printf '\xfe\xff' | cat - "$work/16" >"$work/16be"
expect "UTF-16 in big-endian order with CR LF is accepted" 0 "$lanewise check -a md5 $work/16be" '^plain: OK$'
printf '%s *folder\\sub\\z\n' "$(md5sum folder/sub/z | cut -c1-32)" >"$work/list"
expect "backslashes from Windows separate folders" 0 "$lanewise check -a md5 $work/list" ': OK$'
# Each of these lines names exactly one file. If this file is missing, another file with the same content must not be accepted
# instead.
printf z >'folder\sub\z'; cp folder/sub/z "$work/z"; printf z >folder/sub/z
md5sum 'folder\sub\z' >"$work/list"; md5sum --tag 'folder\sub\z' >"$work/tagged"; md5sum -z 'folder\sub\z' >"$work/ended"; rm 'folder\sub\z'
same "a missing file with an escaped name is reported" "md5sum -c $work/list" "$lanewise check -a md5 $work/list"
same "a missing file with an escaped name and a tag is reported" "md5sum -c $work/tagged" "$lanewise check -a md5 $work/tagged"
expect "a missing file in a list whose lines end with NUL is reported" 1 "$lanewise check -z -a md5 $work/ended" ': FAILED open or read$' ': OK'
cp "$work/z" folder/sub/z
md5sum 'back\slash' | sed 's/^\\//; s/\\\\/\\/' >"$work/list"
expect "a name may contain a backslash" 0 "$lanewise check -a md5 $work/list" 'back.slash: OK$'
$lanewise sum -z -- * 2>/dev/null >"$work/list"
expect "NUL can end the lines of a list" 0 "$lanewise check -z $work/list" 'plain: OK$'
$lanewise sum -a blake2s --tag plain >"$work/list"
expect "check reads BLAKE2s digests" 0 "$lanewise check $work/list" '^plain: OK$'
printf 'BLAKE2b-256 (plain) = %s\nBLAKE2b-1024 (plain) = %0256d\nBLAKE2b (plain) = %s\n' "$(b2sum -l 256 plain | cut -c1-64)" 0 "$good" >"$work/list"
expect "tags that contradict their digests are malformed" 0 "$lanewise check $work/list" 'WARNING: 2 lines are improperly formatted'
printf '%s  plain\n' "$(head -c 200000 /dev/zero | tr '\0' a)" >"$work/list"
expect "a digest of 100,000 bytes is malformed" 1 "$lanewise check $work/list" 'no properly formatted'
printf 'MD5 (plain) = %s\n' "$good" >"$work/list"
expect "a tag of another algorithm is malformed" 1 "$lanewise check -a sha256 $work/list" 'no properly formatted'
for other in md5sum sha1sum sha224sum sha384sum; do
    $other plain >"$work/list"
    same_all "the length of the digest determines $other" "$other -c $work/list" "$lanewise check $work/list"
done
for other in sha256sum sha512sum b2sum; do
    $other plain >"$work/list"
    same "check detects the algorithm of $other" "$other -c $work/list" "$lanewise check $work/list"
done
expect "--json prints an object for each file" 0 "$lanewise sum -a md5 --json plain" '^\{"algorithm":"md5","name":"plain","digest":"'"$good"'","bytes":5\}$'
expect "a pipe in a folder is skipped and reported" 1 "mkfifo folder/pipe; timeout 180 $lanewise sum -r folder" 'not a regular file'
expect "skipped files are counted" 1 "$lanewise sum -r folder" '1 file was skipped'
expect "--skip-special allows skipped files" 0 "$lanewise sum -r --skip-special folder; code=\$?; rm folder/pipe; exit \$code" '1 file was skipped'

# File names are bytes. Most .NET programs decode these two names to the same text.
mkdir bytes
printf 'one' >$'bytes/bad\xff'
printf 'two' >$'bytes/bad\xef\xbf\xbd'
printf 'three' >$'bytes/\xed\xa0\x80 \xf0\x9f\x92\xa9\xe2'
same_all "names that are not UTF-8 give the same lines" "md5sum bytes/*" "$lanewise sum -a md5 bytes/*"
same_all "names that are not UTF-8 give the same lines with NUL" "md5sum -z bytes/*" "$lanewise sum -a md5 -z bytes/*"
same_all "names that are not UTF-8 in a folder give the same lines" "find bytes -type f | LC_ALL=C sort | xargs -d '\n' md5sum" "$lanewise sum -a md5 -r bytes"
md5sum bytes/* >"$work/bytes.md5"
same_all "names that are not UTF-8 in a list give the same results" "md5sum -c $work/bytes.md5" "$lanewise check $work/bytes.md5"
same "a list whose name is not UTF-8 gives the same results" "md5sum -c <$work/bytes.md5" "cp $work/bytes.md5 \$'list\xff'; $lanewise check \$'list\xff'; code=\$?; rm list*; exit \$code"
expect "a missing file whose name is not UTF-8 is reported" 1 "$lanewise sum \$'none\xff'" "'none'.'.377'.*No such file"
expect "JSON escapes a name that is not UTF-8" 0 "$lanewise sum -a md5 --json \$'bytes/bad\xff'" 'bytes/bad.udcff"'
rm -r bytes
expect "an unknown option is rejected" 2 "$lanewise sum --bogus" "unrecognized option '--bogus'"
expect "an unknown command is rejected" 2 "$lanewise bogus" "unknown command 'bogus'"
expect "a missing command is reported" 2 "$lanewise" "lists all commands"
expect "an unknown algorithm is rejected" 2 "$lanewise sum -a md6 plain" "unknown algorithm 'md6'"
expect "a wrong length in an algorithm's name is rejected" 2 "$lanewise sum -a blake2b-520 plain" "invalid length in 'blake2b-520': the digest of BLAKE2b has 8 to 512 bits"
expect "an option without its value is rejected" 2 "$lanewise sum -a" "option '-a' needs a value"
expect "a length that is not a whole number of bytes is rejected" 2 "$lanewise sum -a blake2b -l 7 plain" 'not a multiple of 8'
expect "a length that is too long is rejected" 2 "$lanewise sum -a blake2b -l 1024 plain" 'BLAKE2b'
expect "zero jobs are rejected" 2 "$lanewise sum -j 0 plain" 'jobs'
expect "--tag rejects --text" 2 "$lanewise sum --tag -t plain" 'does not support'
expect "--json rejects --tag" 2 "$lanewise sum --json --tag plain" 'json'
expect "--help prints the usage" 0 "$lanewise sum --help" 'Usage'
expect "--version prints the version" 0 "$lanewise --version" '^[0-9]+\.[0-9]+\.[0-9]+'
expect "a file that contains no answers is rejected" 2 "echo '{' >$work/bad.json; $lanewise prove --vectors $work/bad.json" 'not JSON'
expect "a missing file of answers is reported" 2 "$lanewise prove --vectors nofile" 'No such file'
echo '{"algorithm":"MD5","cases":[{"params":{},"input_hex":"616263","output_hex":"900150983cd24fb0d6963f7d28e17f72"}]}' >"$work/ok.json"
expect "prove checks a file of answers" 0 "$lanewise prove --vectors $work/ok.json" '^1 passed, 0 failed, 0 skipped$'
sed 's/900150/900151/' "$work/ok.json" >"$work/wrong.json"
expect "prove detects a wrong answer" 1 "$lanewise prove --vectors $work/wrong.json" '^0 passed, 1 failed, 0 skipped$'
sed 's/MD5/Nothing/' "$work/ok.json" >"$work/other.json"
expect "prove reports an unknown algorithm" 1 "$lanewise prove --vectors $work/other.json" 'the algorithm Nothing is unknown'
for command in "" sum check prove bench; do
    if $lanewise $command --help | awk 'length > 80 { wide = 1 } END { exit wide }'; then pass; else fail "help of '$command' is wider than 80 columns"; fi
done

# If the reader closes the output early, the command must end without a message.
{ timeout 180 "$lanewise" sum $(yes large | head -3000); echo $? >"$work/code"; } 2>"$work/error" | head -1 >/dev/null
if [ ! -s "$work/error" ] && [ "$(cat "$work/code")" = 1 ]; then pass; else fail "closed pipe: exit code $(cat "$work/code"), $(head -1 "$work/error")"; fi
# Each result must be written before the next file is read. The next file is slow.
mkfifo slow
# The slow file, a pipe, ends only after the test has read the first result.
{ wait_until '[ -e "$work/read" ]'; echo; } >slow &
first=$(timeout 180 "$lanewise" sum -j 1 large slow | { read -r line && echo "${line##* }"; : >"$work/read"; cat >/dev/null; })
: >"$work/read"
wait $!
rm slow
if [ "$first" = large ]; then pass; else fail "a result waits for the next file"; fi
if [ -w /dev/full ]; then
    expect "a full disk is reported" 1 "$lanewise sum plain >/dev/full" 'write error: No space left on device'
else
    skip "there is no /dev/full"
fi
# If two programs write to the same file, the second one must continue where the output of the first one ends.
same "two programs can write to one file" "(md5sum plain; md5sum large) >$work/both; cat $work/both" "($lanewise sum -a md5 plain; $lanewise sum -a md5 large) >$work/both; cat $work/both"
# Root can read every file, so the test runs the command as another user.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    chmod 755 "$work" "$work/files"; cp plain secret; chmod 000 secret
    if setpriv --reuid 65534 --clear-groups "$lanewise" --version >/dev/null 2>&1; then
        same_all "an unreadable file gives the same message" "setpriv --reuid 65534 --clear-groups md5sum secret plain" "setpriv --reuid 65534 --clear-groups $lanewise sum -a md5 secret plain"
    else
        skip "another user cannot start the executable"
    fi
    rm -f secret
elif [ "$(id -u)" -ne 0 ]; then
    cp plain secret; chmod 000 secret
    same_all "an unreadable file gives the same message" "md5sum secret plain" "$lanewise sum -a md5 secret plain"
    rm -f secret
else
    skip "the script cannot become a user who cannot read a file"
fi

finish
