#!/usr/bin/env bash
# Compares lanewise argon2 with the reference program, PHP and argon2-cffi, in both directions. The argument is the published
# executable.
. "$(dirname "$0")/common.sh.inc"
cd "$work"
printf 'correct horse' >password
printf 'correct horse\n' >line
printf 'correct horse\r\n' >crlf
printf 'wrong horse' >wrong
printf 'pepper' >pepper
printf '' >empty
head -c 4097 /dev/zero >long
low="-m 64KiB -t 1"
# No output of any command here may contain the password.
kept=$work/kept
last_checks() { if grep -q 'correct horse' "$kept"; then fail "an output contains the password"; else pass; fi; }

# Tests the format of a hash; each hash has its own salt.
expect "a hash" 0 "$lanewise argon2 hash $low --password-file password" \
    '^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$'
expect "the usual costs" 0 "$lanewise argon2 hash <password" '^\$argon2id\$v=19\$m=19456,t=2,p=1\$'
expect "two hashes of one password differ" 0 "test \$($lanewise argon2 hash $low <password) != \$($lanewise argon2 hash $low <password) && echo differ" differ
hash=$("$lanewise" argon2 hash -m 64KiB -t 1 -p 2 --password-file password)
printf '%s\n' "$hash" >hash

# The sources of the password.
expect "a file" 0 "$lanewise argon2 verify '$hash' --password-file password" '^OK$'
expect "standard input" 0 "$lanewise argon2 verify '$hash' <password" '^OK$'
expect "a pipe" 0 "cat password | $lanewise argon2 verify '$hash' --password-file -" '^OK$'
expect "a descriptor" 0 "$lanewise argon2 verify '$hash' --password-file /dev/fd/7 7<password" '^OK$'
expect "a line" 0 "$lanewise argon2 verify '$hash' --password-file line" '^OK$'
expect "a line of Windows" 0 "$lanewise argon2 verify '$hash' --password-file crlf" '^OK$'
expect "a line whose end counts" 1 "$lanewise argon2 verify '$hash' --raw --password-file line" '^FAILED$'
expect "an empty password" 0 "$lanewise argon2 verify \"\$($lanewise argon2 hash $low --password-file empty)\" <empty" '^OK$'
expect "a hash in a file" 0 "$lanewise argon2 verify --hash-file hash <password" '^OK$'
expect "another password" 1 "$lanewise argon2 verify '$hash' <wrong" '^FAILED$'
expect "a password on the command line" 2 "$lanewise argon2 hash 'correct horse'" 'use --password-file or a pipe' 'correct'
expect "a password after the hash" 2 "$lanewise argon2 verify '$hash' 'correct horse'" 'use --password-file or a pipe' 'correct'
expect "a password for the hash" 2 "$lanewise argon2 verify 'correct horse' <password" 'not an encoded hash' 'correct'
expect "no password file" 2 "$lanewise argon2 verify '$hash' --password-file none" 'none: No such file'
expect "a folder" 2 "$lanewise argon2 verify '$hash' --password-file ." 'Is a directory'
expect "a file that is too long" 2 "$lanewise argon2 hash $low --password-file long" 'more than 4096 bytes'

# The hashes have a secret in addition to the password.
peppered=$("$lanewise" argon2 hash -m 64KiB -t 1 --secret-file pepper <password)
expect "a secret" 0 "$lanewise argon2 verify '$peppered' --secret-file pepper <password" '^OK$'
expect "no secret" 1 "$lanewise argon2 verify '$peppered' <password" '^FAILED$'
expect "a missing file with the secret" 2 "$lanewise argon2 verify '$peppered' --secret-file none <password" 'none: No such file'
expect "password and secret from standard input" 2 "$lanewise argon2 hash --secret-file - <password" 'cannot hold the password and the secret'

# Invalid costs, hashes and limits.
expect "too little memory" 2 "$lanewise argon2 hash -m 4KiB <password" 'invalid --memory'
expect "no whole KiB" 2 "$lanewise argon2 hash -m 100000 <password" 'whole number of KiB'
expect "too few files for its lanes" 2 "$lanewise argon2 hash -m 8KiB -p 2 <password" '2 lanes need at least 16 KiB'
expect "no iterations" 2 "$lanewise argon2 hash -t 0 <password" 'invalid --iterations'
expect "no hash" 2 "$lanewise argon2 verify <password" 'give the hash once'
expect "two hashes for one verification" 2 "$lanewise argon2 verify '$hash' --hash-file hash <password" 'give the hash once'
expect "a text that is not a hash" 2 "$lanewise argon2 verify 'x' <password" 'not an encoded hash of Argon2'
expect "a hash that was cut" 2 "$lanewise argon2 verify '${hash%????????????????????????????????????????????????}' <password" \
    'not an encoded hash of Argon2'
greedy='$argon2id$v=19$m=16000000,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
expect "a hash that requires 16 GB" 2 "$lanewise argon2 verify '$greedy' <password" 'asks for 16000000 KiB of memory; the limit is 262144'
expect "a limit that is lower" 2 "$lanewise argon2 verify '$hash' --max-memory 32KiB <password" 'asks for 64 KiB of memory'
expect "lanes beyond the limit" 2 "$lanewise argon2 verify '$hash' --max-parallelism 1 <password" 'asks for 2 lanes'

# Other programs read these hashes, and these commands read hashes from other programs.
if command -v argon2 >/dev/null; then
    for variant in id i d; do
        theirs=$(printf 'correct horse' | argon2 somesalt -$variant -e -k 256 -t 2 -p 2)
        expect "argon2 -$variant" 0 "$lanewise argon2 verify '$theirs' <password" '^OK$'
        expect "argon2 -$variant, another password" 1 "$lanewise argon2 verify '$theirs' <wrong" '^FAILED$'
        theirs=$(printf 'correct horse' | argon2 somesalt -$variant -v 10 -e -k 256 -t 2 -p 1)
        expect "argon2 -$variant, version 1.0" 0 "$lanewise argon2 verify '$theirs' <password" '^OK$'
    done
else
    skip "the reference program is not installed (argon2)"
fi
if command -v php >/dev/null && php -r 'exit(defined("PASSWORD_ARGON2ID") ? 0 : 1);'; then
    theirs=$(php -r 'echo password_hash("correct horse", PASSWORD_ARGON2ID, ["memory_cost" => 256, "time_cost" => 2]);')
    expect "a hash of PHP" 0 "$lanewise argon2 verify '$theirs' <password" '^OK$'
    expect "PHP reads it" 0 "php -r 'exit(password_verify(\"correct horse\", \$argv[1]) ? 0 : 1);' '$hash'; echo \$?" '^0$'
    expect "PHP refuses another password" 0 "php -r 'exit(password_verify(\"wrong horse\", \$argv[1]) ? 0 : 1);' '$hash'; echo \$?" '^1$'
else
    skip "PHP with Argon2 is not installed (php-cli)"
fi
if /usr/bin/python3 -c 'import argon2' 2>/dev/null; then
    theirs=$(/usr/bin/python3 -c 'import argon2; print(argon2.PasswordHasher(time_cost=2, memory_cost=256).hash("correct horse"))')
    expect "a hash of argon2-cffi" 0 "$lanewise argon2 verify '$theirs' <password" '^OK$'
    expect "argon2-cffi reads it" 0 \
        "/usr/bin/python3 -c 'import argon2, sys; print(argon2.PasswordHasher().verify(sys.argv[1], \"correct horse\"))' '$hash'" True
else
    skip "argon2-cffi is not installed (python3-argon2)"
fi

# tune suggests costs within the limits, and prints a command that runs. A gigabyte always takes longer than a millisecond.
expect "tune" 0 "$lanewise tune --argon2 50 --memory 1MiB" '^Argon2id with m=[0-9]+,t=[0-9]+,p=1: '
expect "tune stays within its memory limit" 0 "$lanewise tune --argon2 1000 --memory 256KiB | grep -o 'm=[0-9]*' | head -n 1" '^m=256$'
expect "tune uses less memory to save time" 0 \
    "test \$($lanewise tune --argon2 1 --memory 64MiB | sed -n 's/.* m=\([0-9]*\),.*/\1/p') -lt 65536 && echo less" less
expect "tune's own command" 0 "\$($lanewise tune --argon2 5 --memory 256KiB | tail -n 1 | sed 's#^lanewise#$lanewise#') <password" '^\$argon2id'
expect "weak costs" 0 "$lanewise tune --argon2 1 --memory 64KiB" "weaker than OWASP's minimum"
expect "tune, no time" 2 "$lanewise tune --argon2 0" 'invalid --argon2'
expect "tune, memory alone" 2 "$lanewise tune --memory 1MiB" '--memory needs --argon2'
finish
