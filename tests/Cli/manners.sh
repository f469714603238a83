#!/usr/bin/env bash
# Tests how the published executable behaves with short digests, closed descriptors, signals, terminals of every width, and usage
# errors.
#
# Usage: tests/Cli/manners.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
mkdir "$work/files" "$work/temporary"
cd "$work/files" || exit 2
printf 'plain' >f

# ---- short digests prove nothing ----
expect "a one-byte digest is rejected" 1 "b2sum -l 8 f | $lanewise check -a blake2b" "fewer than 8 bytes proves nothing; to accept it, use -l" "f: OK"
expect "a one-byte digest without an algorithm is malformed" 1 "$lanewise sum -l 1 f | $lanewise check" "no properly formatted"
expect "a tagged seven-byte digest is rejected" 1 "b2sum -l 56 --tag f | $lanewise check" "fewer than 8 bytes"
expect "one short digest among other lines is malformed" 0 "{ b2sum f; b2sum -l 8 f; } | $lanewise check -a blake2b" "1 line is improperly formatted"
expect "--strict fails after a short digest" 1 "{ b2sum f; b2sum -l 8 f; } | $lanewise check -a blake2b --strict" "f: OK"
expect "a one-byte digest is accepted with -l" 0 "b2sum -l 8 f | $lanewise check -a blake2b -l 8" "f: OK"
expect "a one-byte digest is accepted if the algorithm's name contains the length" 0 "b2sum -l 8 f | $lanewise check -a blake2b-8" "f: OK"
expect "an eight-byte digest is accepted" 0 "b2sum -l 64 f | $lanewise check -a blake2b" "f: OK"

# ---- closed and full descriptors ----
expect "sum reports closed standard input" 1 "timeout 180 $lanewise sum - <&-" "^lanewise: -: Bad file descriptor"
expect "check reports closed standard input" 1 "timeout 180 $lanewise check <&-" "Bad file descriptor"
expect "a key from closed standard input is reported" 1 "timeout 180 $lanewise sum --key-file - f <&-" "Bad file descriptor"
expect "a missing file fails if standard error is closed" 1 "timeout 180 $lanewise sum nofile 2>&-"
expect "sum works if standard error is closed" 0 "timeout 180 $lanewise sum f 2>&-" "  f$"
expect "sum reports closed standard output" 1 "timeout 180 $lanewise sum f >&-" "^lanewise: write error: Bad file descriptor"
expect "sum fails if all standard streams are closed" 1 "timeout 180 $lanewise sum - <&- >&- 2>&-"
expect "--help reports closed standard output" 1 "timeout 180 $lanewise --help >&-" "write error: Bad file descriptor"
if [ -c /dev/full ]; then
    expect "--help reports a full disk" 1 "$lanewise --help >/dev/full" "^lanewise: write error: No space left on device"
    expect "--version reports a full disk" 1 "$lanewise --version >/dev/full" "^lanewise: write error: No space left on device"
fi

# ---- signals ---- sends SIGNAL CODE: SIGNAL must end a waiting command with the exit code CODE. No file may remain in the
# temporary directory.
sends() {
    mkfifo "$work/fifo"
    # Programs that a shell starts in the background ignore SIGINT, and programs under nohup ignore SIGHUP. Python restores
    # the default handling.
    TMPDIR="$work/temporary" "${python[@]}" "$lanewise" sum "$work/fifo" >/dev/null 2>&1 &
    local run=$! code
    # A command that ignores the signal must not block the other tests. This shell starts the command directly, because a
    # subshell that is killed just after the fork would run this shell's trap and delete the directory.
    (sleep 180; kill -9 $run) 2>/dev/null &
    local guard=$!
    # Opening the pipe blocks until the tested command also opens the pipe.
    exec 9>"$work/fifo"
    kill -s "$1" $run
    wait $run 2>/dev/null
    code=$?
    kill $guard 2>/dev/null
    exec 9>&-
    rm "$work/fifo"
    if [ $code -ne "$2" ]; then fail "$1: exit code $code, expected $2"; else pass; fi
    if [ -n "$(ls -A "$work/temporary")" ]; then fail "$1 leaves $(ls "$work/temporary")"; rm -f "$work/temporary/"*; else pass; fi
}
# interrupts SIGNAL: SIGNAL must end the command, and the command must delete the incomplete outboard.
interrupts() {
    "${python[@]}" "$lanewise" sum --outboard "$work/outboard" "$work/large" >/dev/null 2>&1 &
    local run=$! tries=0
    until compgen -G "$work/outboard.part-*" >/dev/null || [ $((tries += 1)) -gt 500 ] || [ -f "$work/outboard" ]; do sleep 0.01; done
    kill -s "$1" $run 2>/dev/null
    wait $run 2>/dev/null
    if compgen -G "$work/outboard.part-*" >/dev/null; then fail "$1 leaves $(ls "$work"/outboard.part-*)"; rm "$work"/outboard.part-*; else pass; fi
    rm -f "$work/outboard"
}
if command -v python3 >/dev/null; then
    python=(python3 -c 'import os, signal, sys; [signal.signal(n, signal.SIG_DFL) for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]; os.execv(sys.argv[1], sys.argv[1:])')
    head -c 400000000 /dev/zero >"$work/large"
    sends INT 130
    sends TERM 143
    sends HUP 129
    interrupts INT
    interrupts TERM
    interrupts HUP
    rm "$work/large"
else
    skip "python3 is not installed: signals"
fi

# ---- terminals ---- on_terminal COLUMNS COMMAND: prints everything that a terminal of that width receives, including escape
# sequences.
on_terminal() { timeout 300 script -qfec "stty cols $1; $2" /dev/null </dev/null; }
if command -v script >/dev/null; then
    # This loop writes data until the command shows progress, for at most three minutes.
    slow="for i in {1..500}; do printf '%100000d' 0; sleep 0.35; ! grep -q 'kB/s' $work/seen || break; done"
    for columns in 20 40 80; do
        rm -f fifo && mkfifo fifo
        (bash -c "$slow" >fifo) &
        on_terminal $columns "$lanewise sum fifo nofile" >"$work/seen"
        wait
        if grep -q $'\e' "$work/seen"; then fail "$columns columns: an escape sequence"; cat -v "$work/seen" | head -3; else pass; fi
        if grep -q 'kB/s' "$work/seen"; then pass; else fail "$columns columns: no progress"; fi
        # Progress lines must fit the terminal, because they are overwritten. Digests and messages may have any length.
        widest=$(tr '\r' '\n' <"$work/seen" | grep 'B/s' | awk '{ if (length > m) m = length } END { print m + 0 }')
        if [ "$widest" -lt $columns ]; then pass; else fail "$columns columns: a line has $widest columns"; fi
    done
    rm fifo
    # Progress must not overwrite typed input. The program reads this input to its end, even if the user typed the end of input
    # before the program started.
    for pause in 0 1; do
        rm -f digest
        (for i in 1 2 3; do printf 'typed \377\n'; [ $pause = 1 ] || sleep 0.35; done; printf '\4'
            for tries in {1..3000}; do [ ! -e digest ] || break; sleep 0.05; done) \
            | timeout 180 script -qec "sleep $pause; $lanewise sum >unfinished; mv unfinished digest" /dev/null >"$work/seen" 2>&1
        [ -e digest ] || touch digest
        if grep -q 'B/s' "$work/seen"; then fail "progress overwrites typed text"; else pass; fi
        if printf 'typed \377\ntyped \377\ntyped \377\n' | "$lanewise" sum | cmp -s - digest; then pass
        else fail "typed text, after $pause seconds"; cat digest; fi
    done
else
    skip "script is not installed, so terminals are not tested"
fi
# Without a file, a command must print a message saying that it is reading from the terminal, and must end after the first end
# of input.
# at_keyboard COMMAND: prints what the command writes to a terminal on which only Ctrl-D is typed.
at_keyboard() { python3 -c 'import os, pty, select, sys, time
pid, terminal = pty.fork()
if pid == 0: os.execvp("sh", ["sh", "-c", sys.argv[1]])
os.write(terminal, b"\x04")
end = time.monotonic() + 60
try:
    while select.select([terminal], [], [], max(0, end - time.monotonic()))[0] and (part := os.read(terminal, 65536)):
        sys.stdout.buffer.write(part.replace(b"\r\n", b"\n"))
except OSError: sys.exit(0)
os.kill(pid, 9)
print("the command does not end")' "$1"; }
if python3 -c 'import pty' 2>/dev/null; then
    expect "check without a list says that it reads the terminal" 0 'at_keyboard "$lanewise check"' '^lanewise: no LIST is named: reading the terminal until Ctrl-D$' 'does not end'
    expect "sum without a file says that it reads the terminal" 0 'at_keyboard "$lanewise sum"' '^lanewise: no FILE is named: reading the terminal until Ctrl-D$' 'does not end'
    expect "etag without a file says that it reads the terminal" 0 'at_keyboard "$lanewise etag"' '^lanewise: no FILE is named: reading the terminal until Ctrl-D$' 'does not end'
    expect "check --quiet does not say so" 0 'at_keyboard "$lanewise check --quiet"' 'no properly formatted' 'reading the terminal|does not end'
    expect "check --status does not say so" 0 'at_keyboard "$lanewise check --status"' 'no properly formatted' 'reading the terminal|does not end'
    expect "sum --quiet does not say so" 0 'at_keyboard "$lanewise sum --quiet"' '  -$' 'reading the terminal|does not end'
    expect "check - does not say so" 0 'at_keyboard "$lanewise check -"' 'no properly formatted' 'reading the terminal|does not end'
else
    skip "Python with pty is not installed"
fi
expect "check does not say so in a pipe" 1 "true | $lanewise check" 'no properly formatted' 'reading the terminal'
widest=$("$lanewise" icc list | awk '{ if (length > m) m = length } END { print m }')
if [ "$widest" -le 80 ]; then pass; else fail "icc list has $widest columns"; fi

# ---- usage ----
same "the last of repeated options applies" "sha256sum f" "$lanewise sum -a sha256 -j 1 --jobs 2 -j 3 f"
same "the last of repeated lengths applies" "b2sum -l 128 f" "$lanewise sum -a blake2b -l 256 -l 128 f"
expect "a flag may be repeated" 0 "$lanewise sum -z -z --zero f" "f"
same "-t -b gives the same line" "md5sum -t -b f" "$lanewise sum -a md5 -t -b f"
same "-b -t gives the same line" "md5sum -b -t f" "$lanewise sum -a md5 -b -t f"
same "-btb gives the same line" "md5sum -btb f" "$lanewise sum -a md5 -btb f"
expect "--tag rejects --text" 2 "$lanewise sum --tag --text f" "--tag does not support --text mode"
expect "the help of sum lists the algorithms" 0 "$lanewise sum --help" "skein-1024"
expect "the help of check lists the algorithms" 0 "$lanewise check --help" "sha512"
expect "the help begins with what the tool does" 0 "$lanewise --help | head -n 2" '^  Computes and verifies checksums of files'
for group in "sum Digests --algorithm" "sum Files --recursive" "sum Output --output" "sum Help --help" "check Files --directory" "check Output --quiet"; do
    read -r command title option <<<"$group"
    expect "the help of $command has $option in the group $title" 0 "$lanewise $command --help | awk '/^[A-Z]/ { title = \$0 } / $option( |\$)/ && /^  -/ { print title }'" "^$title:\$" 'Options:'
done
expect "no line of the help ends in spaces" 0 "! { $lanewise --help; $lanewise check --help; } | grep -E ' $'"
expect "the help fits 80 columns" 0 "! $lanewise sum --help | grep -E '.{81}'"
if command -v script >/dev/null; then
    on_terminal 40 "$lanewise sum --help" | tr -d '\r' >"$work/seen"
    if [ -s "$work/seen" ] && ! grep -qE '.{41}' "$work/seen"; then pass; else fail "help on 40 columns"; grep -E '.{41}' "$work/seen" | head -3; fi
    # No word may be split, even if it is wider than its column.
    words() { tr -s '[:space:]' '\n' | grep . | sort; }
    for help in "" sum check bench tune "fleet plan" "fleet work" "fleet serve"; do
        # shellcheck disable=SC2086
        "$lanewise" $help --help | words >wanted
        on_terminal 40 "$lanewise $help --help" | tr -d '\r' | words >"$work/seen"
        if [ -s wanted ] && cmp -s wanted "$work/seen"; then pass; else fail "$help --help on 40 columns: $(diff wanted "$work/seen" | head -3)"; fi
    done
    for line in "check --audit -a md5 --beside list" "check -a md5 list nofile"; do
        on_terminal 40 "cd $work && $lanewise $line" | tr -d '\r' >"$work/seen"
        if [ -s "$work/seen" ] && ! grep -v '^/' "$work/seen" | grep -qE '.{41}'; then pass; else
            fail "$line on 40 columns"; grep -E '.{41}' "$work/seen" | head -3
        fi
    done
fi
expect "sum -c suggests check" 2 "$lanewise sum -c list" "lists are checked by 'lanewise check'"
printf '<p>page</p>' >page.html
expect "check of a file that is no list shows how to verify a file" 1 "$lanewise check page.html" "^  echo 'DIGEST  page.html' \| lanewise check\$"
expect "the shown command verifies the file" 0 "$lanewise check page.html 2>&1 | sed -n \"s/^  //; s/DIGEST/$("$lanewise" sum --no-names page.html)/; s,lanewise,$lanewise,; /^echo/p\" | sh" '^page.html: OK$'
expect "an empty list gets no such hint" 1 ": >blank; $lanewise check blank" 'no properly formatted' 'DIGEST'
expect "check --status gives no such hint" 1 "$lanewise check --status page.html" 'no properly formatted' 'DIGEST'
for help in "" sum check "icc make" "fleet plan"; do
    expect "help $help equals $help --help" 0 "$lanewise help $help >helped; [ -s helped ] && $lanewise $help --help | cmp - helped"
done
expect "icc help make equals icc make --help" 0 "$lanewise icc help make >helped; $lanewise icc make --help | cmp - helped"
expect "help with a misspelled command gets a suggestion" 2 "$lanewise help summ" "did you mean 'sum'"
expect "a misspelled command with an option gets a suggestion" 2 "$lanewise summ --tag f" "did you mean 'sum'" "--tag"
expect "a misspelled subcommand with an option gets a suggestion" 2 "$lanewise fleet serv --catalogue f.db" "did you mean 'serve'" "catalogue'"
expect "a file may be named help" 0 ": >help; $lanewise sum help" "  help"
expect "the command version suggests --version" 2 "$lanewise version" "'lanewise --version'"
expect "-V suggests --version" 2 "$lanewise -V" "'lanewise --version'"
expect "the command md5sum suggests sum -a md5" 2 "$lanewise md5sum f" "'lanewise sum -a md5'"
expect "the command md5 suggests sum -a md5" 2 "$lanewise md5 f" "'lanewise sum -a md5'"
expect "the command verify suggests check" 2 "$lanewise verify f" "it is 'lanewise check'"
expect "a misspelled command gets a suggestion" 2 "$lanewise chekc f" "did you mean 'check'"
expect "check -c says that -c is unnecessary" 2 "$lanewise check -c list" "'lanewise check LIST' needs none"
expect "a misspelled option gets a suggestion" 2 "$lanewise check --quite list" "did you mean '--quiet'"
expect "an unknown option gets no suggestion if no option is similar" 2 "$lanewise check --frobnicate list" "unrecognized option '--frobnicate'$"
for slip in md5f:md5 sha2-56:sha256 SHA256SUM:sha256 b3sum:blake3 b2:blake2b blake-3:blake3 crc:crc32 skein512:skein-512 sha3_256:sha3-256 sha265:sha256 sha257:sha256; do
    expect "-a ${slip%:*} gets a suggestion" 2 "$lanewise sum -a ${slip%:*} f" "did you mean '${slip#*:}'"
done
several="did you mean 'blake3', 'blake2b', 'blake2s' or 'blake2bp'\? 'lanewise sum --help' lists the hashes"
expect "-a blake gets several suggestions" 2 "$lanewise sum -a blake f" "$several"
expect "-a sha gets several suggestions" 2 "$lanewise check -a sha f" "did you mean 'sha224', 'sha256', 'sha384' or 'sha512'" "'sha1'"
expect "sum says how to name several algorithms" 2 "$lanewise sum -a sha256,md5 f" "-a names one algorithm, not 'sha256,md5'; repeat -a: -a sha256 -a md5$"
expect "check does not need several algorithms" 2 "$lanewise check -a sha256,md5 f" "not 'sha256,md5'; without -a, check finds the algorithm of each line$"
expect "bench says how to name several algorithms" 2 "$lanewise bench -a blake3,blake2b" "repeat -a: -a blake3 -a blake2b$"
expect "a wrong digit gets a suggestion" 2 "$lanewise sum -a md6 f" "did you mean 'md5' \(not secure\)\?"
for help in sum check; do
    expect "$help --help has examples and the exit codes" 0 "$lanewise $help --help | grep -A 99 '^Examples:' | paste -sd '|'" "^Examples:\|  lanewise $help .*\|  lanewise $help .*Exit codes:\|  0: .*\|  1: .*\|  2: .*Algorithms:"
    expect "the manual has the examples of $help" 0 "$lanewise man" "^Example: .fBlanewise $help "
done
expect "a fixed length is reported before the multiple of 8" 2 "$lanewise sum -a sha256 -l 100 f" "the digest of SHA256 has 256 bits"
expect "a length that is no multiple of 8 is rejected" 2 "$lanewise sum -a blake2b -l 100 f" "not a multiple of 8"
expect "-a sha2 requires a length" 2 "$lanewise sum -a sha2 f" "needs --length: 224, 256, 384 or 512 bits"
expect "an unknown algorithm is reported" 2 "$lanewise check -a xxh64 f" "unknown algorithm 'xxh64'; 'lanewise sum --help' lists the hashes\$"
expect "the help is named once" 0 "$lanewise sum -a xxh64 f 2>&1 | grep -c -e --help" '^1$'
expect "sum names -r for a folder" 1 "mkdir -p folder && $lanewise sum folder" '^lanewise: folder: Is a directory; -r hashes all files in it$'
expect "bench measures all named algorithms" 0 "$lanewise bench --kernels -a xtea -a md5 -a XTEA | grep -c MB/s" '^3$'
expect "bench suggests an algorithm" 2 "$lanewise bench -a xtae" "did you mean 'xtea'"
expect "a file without a command suggests sum" 2 "$lanewise f" "^lanewise: unknown command 'f'; did you mean: lanewise sum f\$"
expect "a folder without a command suggests sum -r" 2 "$lanewise folder" "did you mean: lanewise sum -r folder\$"
expect "a list without a command suggests check" 2 "$lanewise sum f >'a list.blake3'; $lanewise 'a list.blake3'" "did you mean: lanewise check 'a list.blake3'\$"
expect "a word that is no file suggests no file" 2 "$lanewise nofile" "unknown command 'nofile'" 'did you mean'
expect "without a command, the usage is printed" 2 "$lanewise" "^lanewise check LIST  "
expect "the usage fits 40 columns" 0 "! { $lanewise 2>&1; } | grep -E '.{41}'"
# On a terminal, check ends with a summary. Without a terminal, the output is the same as that of md5sum.
mkdir -p total/d && (cd total && echo 1 >d/1 && echo 2 >d/2 && echo 3 >d/3 && "$lanewise" sum -r d >list && cp list d/named && cd d && "$lanewise" sum 1 2 >SUMS)
if command -v script >/dev/null; then
    # On a slow machine, a progress line can precede the text of a line.
    total() { on_terminal 80 "cd total && NO_COLOR=1 $lanewise check $*" | sed 's,\r*$,,; s,.*\r,,'; }
    expect "check ends with the number of good files" 0 'total list | tail -n 1' '^lanewise: 3 files OK$'
    expect "--quiet prints nothing if all files are good" 0 '[ -z "$(total --quiet list)" ]'
    (cat total/list; echo junk) >total/strict
    expect "a failed check never says OK" 0 '! total --strict strict | grep "files OK" && ! total list none | grep "files OK"'
    echo x >total/d/1; rm total/d/2
    expect "check ends with the number of bad files" 0 'total list | tail -n 1' '^lanewise: 2 of 3 files failed: 1 differs, 1 is missing$'
    expect "--quiet also prints this number" 0 'total --quiet list | tail -n 1' '^lanewise: 2 of 3 files failed: 1 differs, 1 is missing$'
    expect "a missing file is reported once" 0 'total list | grep -e d/2 -e "No such file"' '^d/2: MISSING$' '^lanewise: (d/2|WARNING)'
    expect "standard error alone has the reason and the warnings" 0 'total "list >/dev/null" | paste -sd "|"' '^lanewise: d/2: No such file or directory\|lanewise: WARNING: 1 listed file could not be read\|lanewise: WARNING: 1 computed checksum did NOT match\|'
    expect "an audit prints no OK lines" 0 'total --audit list d' '^d/1: CHANGED$' '^d/3: OK'
    expect "an audit prints OK lines into a pipe" 0 'total "--audit list d | cat"' '^d/3: OK$'
    expect "an audit prints all JSON objects" 0 'total --audit --json list d' '"name":"d/3".*"result":"OK"'
    expect "several lists have one summary" 0 'total list list | grep "files failed"' '^lanewise: 4 of 6 files failed: 2 differ, 2 are missing$'
    expect "--status prints no summary" 0 '! total --status list | grep files'
    expect "--json prints no summary" 0 'total --json list' '"failed":1,"missing":1' 'files failed'
fi
expect "check prints no summary without a terminal" 1 "cd total && $lanewise check list" '^d/3: OK$' 'files failed|files OK'
expect "check names --beside if the files are beside the list" 1 "cd total; echo 2 >d/2; $lanewise check d/SUMS" '^lanewise: d/SUMS: the listed files are in the folder of the list: use --beside$'
expect "check names -C and --beside if no file exists" 1 "mkdir total/other && cp total/list total/other && cd total/d && $lanewise check ../other/list" '^lanewise: ../other/list: no listed file exists in this folder; -C DIR looks in another folder, and --beside in the list.s folder$'
expect "check does not name --beside for a list in this folder" 1 "cd total/d && $lanewise check named" 'named: no listed file exists in this folder; -C DIR looks in another folder$'
expect "check also says so with --ignore-missing" 1 "cd total/d && $lanewise check --ignore-missing - <../list" "'standard input': no listed file exists .* another folder\$" 'beside'
printf '%064d  /mnt/none/f1\n' 0 >total/absolute
expect "check does not name -C for absolute names" 1 "cd total && $lanewise check absolute" 'could not be read' 'another folder'
expect "check with -C does not name it" 1 "$lanewise check -C total/d total/list" 'could not be read' 'folder'
expect "check does not name -C if a file exists" 1 "cd total && $lanewise check list" 'did NOT match' 'folder'

# Text that the user typed must not control the terminal, so the output must contain no control characters except line feeds.
for typed in "sum -a X" "sum --jobs X f" "sum --X f" "X" "sum f -o X/f" "sum f --outboard X/f" "sum f --journal X/f" "sum --files-from X" \
    "sum -l X f" "sum --key-file X f" "check X" "check -C X list" "check -a X list" "bench -a X" \
    "bench --from X" "bench --html X/f" "etag --part-size X f" "argon2 X" "icc show X" "prove --vectors X" "fleet plan X" \
    "fleet plan --job X nothing" "fleet status --job X" "fleet status --run X" "fleet serve --listen X" \
    "fleet status --catalogue X" "fleet plan --broker X f" "fleet X" "man X" "completion X"; do
    typed=${typed//X/$'\e[31mX\r\u202e'}
    # shellcheck disable=SC2086
    "$lanewise" $typed >"$work/seen" 2>&1 </dev/null
    code=$?
    if [ $code -ne 0 ] && [ -s "$work/seen" ] && ! LC_ALL=C grep -q $'[\x01-\x08\x0b-\x1f\x7f]\|\xe2\x80\xae' "$work/seen"; then pass; else
        fail "exit code $code, and a control character comes back: $(head -n 2 "$work/seen" | cat -v)"
    fi
done
printf '%s  f\e[31m\n' 74b87337454200d4d33f80c4663dc5e5 >list
if command -v script >/dev/null; then
    on_terminal 80 "NO_COLOR=1 $lanewise check -a md5 list" >"$work/seen"
    if grep -q $'\e' "$work/seen"; then fail "a name of a list controls the terminal: $(cat -v "$work/seen")"; else pass; fi
fi
# As in coreutils, the last of the options --quiet, --status and --warn takes precedence.
{ md5sum f; echo nonsense; printf '%032d  f\n' 0; } >list
for manners in "--quiet --status" "--status --quiet" "--warn --quiet" "--quiet --warn" "--status --warn" "--warn --status" "-w -w" "--strict --strict" "-w --quiet --status -w" "--quiet --quiet"; do
    same "check $manners gives the same output" "md5sum -c $manners list 2>&1 | sed s/^md5sum:/lanewise:/" "$lanewise check -a md5 $manners list 2>&1 | cat"
    same "check $manners gives the same exit code" "md5sum -c $manners list >/dev/null" "$lanewise check -a md5 $manners list >/dev/null"
done
expect "a flag with a value is rejected" 2 "$lanewise sum --tag=foo f" "option '--tag' takes no value"
expect "a short flag with a value is rejected" 2 "$lanewise sum -z=f f" "option '-z' takes no value"
expect "a flag with a value after a colon is rejected" 2 "$lanewise sum --tag:foo f" "option '--tag' takes no value"
# Every letter in a bundle of short options must be an option. Otherwise, the rest of the bundle would be treated as a file
# name.
mkdir -p sub; printf 1 >1; printf abc >=abc
for bundle in -rf -rzf -r1 -rf=1; do
    expect "$bundle is rejected because of its unknown letter" 2 "$lanewise sum $bundle sub" "^lanewise: unrecognized option '$bundle'$"
done
for bundle in -r=1 -r: -zr=1; do
    expect "$bundle is rejected because its flag has a value" 2 "$lanewise sum $bundle sub" "^lanewise: option '-r' takes no value$"
done
same "the last option of a bundle may have a value" "md5sum f" "$lanewise sum -ramd5 f"
same "the value in a bundle may follow an equals sign" "md5sum f" "$lanewise sum -ra=md5 f"
expect "an empty value in a bundle is rejected" 2 "$lanewise sum -ra= f" "^lanewise: the value of option '-a' is empty$"
expect "check rejects an unknown letter in a bundle" 2 "$lanewise check -wf f" "^lanewise: unrecognized option '-wf'$"
expect "a file name after -- may look like a bundle" 1 "$lanewise sum -- -rf" '^lanewise: -rf: No such file or directory$'
expect "a file name after -- may look like an option" 1 "$lanewise sum -- --tag=foo" "No such file"
expect "a file instead of a folder is reported" 1 "$lanewise sum f/x" "^lanewise: f/x: Not a directory"
expect "a file instead of a folder does not count as missing" 1 "echo '74b87337454200d4d33f80c4663dc5e5  f/x' | $lanewise check --ignore-missing" "f/x: FAILED open or read"
printf '{"algorithm":"MD5\xc5","cases":[]}' >answers
expect "answers that are not UTF-8 are rejected" 2 "$lanewise prove --vectors answers" "not JSON" "unexpected"
printf '{"algorithm":"MD5","cases":[{"input_pattern":{"kind":"zeros","len":200000000},"output_hex":""},{"input_pattern":{"kind":"zeros","len":200000000},"output_hex":""}]}' >answers
expect "answers that need too much memory are rejected" 2 "$lanewise prove --vectors answers" "in all cases together"

# ---- a typing error must not overwrite a file ----
printf 'precious\n' >precious; printf 'f\n' >from; printf 'k%.0s' {1..32} >key
expect "--output must not replace an input" 2 "$lanewise sum -o precious precious" "^lanewise: --output: 'precious' is also a FILE to read" && [ "$(cat precious)" = precious ] || fail "it was written over"
expect "--output must not replace an input under another name" 2 "$lanewise sum f precious -o ./precious" "is also a FILE to read"
expect "--outboard must not replace an input" 2 "$lanewise sum precious --outboard precious" "must not replace the file"
expect "--journal must not replace an input" 2 "$lanewise sum precious --journal precious" "is also a FILE to read"
expect "--output and --journal must be different files" 2 "$lanewise sum f -o both --journal both" "^lanewise: --journal: 'both' is also --output"
expect "--output must not replace the list of names" 2 "$lanewise sum --files-from from -o from" "^lanewise: --output: 'from' is also --files-from"
expect "--output must not replace the key file" 2 "$lanewise sum --key-file key f -o key" "^lanewise: --output: 'key' is also --key-file"
expect "no file was overwritten" 0 "grep -c . precious from key" '^precious:1$'
# An empty variable in a script must not turn the next argument into the value of an option.
for empty in --output= -o= --output: -o: --journal= --update= --outboard= --derive-key= --key-file= --files-from= --algorithm= -a=; do
    expect "an empty value is rejected: $empty" 2 "$lanewise sum $empty precious" "^lanewise: the value of option '${empty%?}' is empty$"
done
expect "an empty value at the end is rejected" 2 "$lanewise sum precious -o=" "^lanewise: the value of option '-o' is empty$"
expect "an empty value of check is rejected" 2 "$lanewise check --journal= precious" "^lanewise: the value of option '--journal' is empty$"
expect "an empty value of argon2 is rejected" 2 "$lanewise argon2 hash --password-file= precious" "^lanewise: the value of option '--password-file' is empty$"
expect "a file name after -- may look like an empty value" 1 "$lanewise sum -- --output= f" '  f$'
expect "no file was overwritten after an empty value" 0 "cat precious" '^precious$'
expect "an updated list may be one of the listed files" 0 "$lanewise sum --update kept f && $lanewise sum --update kept f kept precious && ! grep -F '(kept)' kept" 'kept'
expect "a missing folder is reported once" 1 "md5sum f f >twice; $lanewise check -C nowhere twice 2>&1 | grep -c nowhere | grep -x 1 && exit 1" '^1$'
expect "-C rejects a file instead of a folder" 1 "$lanewise check -C f twice" '^lanewise: f: Not a directory$' 'FAILED'
expect "an audit reports a missing folder" 1 "$lanewise check --audit twice nowhere" '^lanewise: nowhere: No such file or directory$' 'NEW|listed'
expect "an audit reports a missing list" 1 "$lanewise check --audit nolist ." '^lanewise: nolist: No such file or directory$' 'NEW|listed'
expect "a part size that no store accepts is rejected" 2 "head -c 20000 /dev/zero >zeros; $lanewise etag --part-size 1 zeros" "would have 20000 parts of 1 bytes, but S3 allows at most 10000"
finish
