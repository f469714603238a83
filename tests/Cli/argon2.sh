#!/usr/bin/env bash
# Compares lanewise argon2 with the reference program, PHP and argon2-cffi, in both directions.
#
# Usage: tests/Cli/argon2.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
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
# No command's output may contain the password.
kept=$work/kept
last_checks() { if grep -q 'correct horse' "$kept"; then fail "an output contains the password"; else pass; fi; }

# Tests the format of encoded hashes. Each hash must have a different salt.
expect "hash prints an encoded hash" 0 "$lanewise argon2 hash $low --password-file password" \
    '^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$'
expect "hash uses the default costs" 0 "$lanewise argon2 hash <password" '^\$argon2id\$v=19\$m=19456,t=2,p=1\$'
expect "two hashes of one password differ" 0 "test \$($lanewise argon2 hash $low <password) != \$($lanewise argon2 hash $low <password) && echo differ" differ
hash=$("$lanewise" argon2 hash -m 64KiB -t 1 -p 2 --password-file password)
printf '%s\n' "$hash" >hash

# The password can come from several sources.
expect "verify reads the password from a file" 0 "$lanewise argon2 verify '$hash' --password-file password" '^OK$'
expect "verify reads the password from standard input" 0 "$lanewise argon2 verify '$hash' <password" '^OK$'
expect "verify reads the password from a pipe" 0 "cat password | $lanewise argon2 verify '$hash' --password-file -" '^OK$'
expect "verify reads the password from a descriptor" 0 "$lanewise argon2 verify '$hash' --password-file /dev/fd/7 7<password" '^OK$'
expect "a line feed after the password is ignored" 0 "$lanewise argon2 verify '$hash' --password-file line" '^OK$'
expect "a Windows line end after the password is ignored" 0 "$lanewise argon2 verify '$hash' --password-file crlf" '^OK$'
expect "--raw makes the line end part of the password" 1 "$lanewise argon2 verify '$hash' --raw --password-file line" '^FAILED$'
expect "an empty password can be hashed and verified" 0 "$lanewise argon2 verify \"\$($lanewise argon2 hash $low --password-file empty)\" <empty" '^OK$'
expect "verify reads the hash from a file" 0 "$lanewise argon2 verify --hash-file hash <password" '^OK$'
expect "verify rejects a wrong password" 1 "$lanewise argon2 verify '$hash' <wrong" '^FAILED$'
expect "hash rejects a password on the command line" 2 "$lanewise argon2 hash 'correct horse'" 'use --password-file or a pipe' 'correct'
expect "verify rejects a password after the hash" 2 "$lanewise argon2 verify '$hash' 'correct horse'" 'use --password-file or a pipe' 'correct'
expect "verify rejects a password in place of the hash" 2 "$lanewise argon2 verify 'correct horse' <password" 'not an encoded Argon2 hash' 'correct'
expect "a missing password file is reported" 2 "$lanewise argon2 verify '$hash' --password-file none" 'none: No such file'
expect "a folder is rejected as a password file" 2 "$lanewise argon2 verify '$hash' --password-file ." 'Is a directory'
expect "a password file that is too long is rejected" 2 "$lanewise argon2 hash $low --password-file long" 'more than 4096 bytes'

# These hashes use a secret in addition to the password.
peppered=$("$lanewise" argon2 hash -m 64KiB -t 1 --secret-file pepper <password)
expect "verify accepts the right secret" 0 "$lanewise argon2 verify '$peppered' --secret-file pepper <password" '^OK$'
expect "verify fails without the secret" 1 "$lanewise argon2 verify '$peppered' <password" '^FAILED$'
expect "a missing secret file is reported" 2 "$lanewise argon2 verify '$peppered' --secret-file none <password" 'none: No such file'
expect "password and secret cannot both come from standard input" 2 "$lanewise argon2 hash --secret-file - <password" 'cannot hold the password and the secret'

# Tests invalid costs, hashes and limits.
expect "too little memory is rejected" 2 "$lanewise argon2 hash -m 4KiB <password" 'invalid --memory'
expect "memory that is not a whole number of KiB is rejected" 2 "$lanewise argon2 hash -m 100000 <password" 'whole number of KiB'
expect "too little memory for the lanes is rejected" 2 "$lanewise argon2 hash -m 8KiB -p 2 <password" '2 lanes need at least 16 KiB'
expect "zero iterations are rejected" 2 "$lanewise argon2 hash -t 0 <password" 'invalid --iterations'
expect "verify requires a hash" 2 "$lanewise argon2 verify <password" 'give the hash once'
expect "verify accepts only one hash" 2 "$lanewise argon2 verify '$hash' --hash-file hash <password" 'give the hash once'
expect "text that is not a hash is rejected" 2 "$lanewise argon2 verify 'x' <password" 'not an encoded Argon2 hash'
expect "a truncated hash is rejected" 2 "$lanewise argon2 verify '${hash%????????????????????????????????????????????????}' <password" \
    'not an encoded Argon2 hash'
greedy='$argon2id$v=19$m=16000000,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
expect "a hash that requires 16 GB is rejected" 2 "$lanewise argon2 verify '$greedy' <password" 'requires 16000000 KiB of memory; the limit is 262144'
expect "--max-memory lowers the limit" 2 "$lanewise argon2 verify '$hash' --max-memory 32KiB <password" 'requires 64 KiB of memory'
expect "--max-parallelism limits the lanes" 2 "$lanewise argon2 verify '$hash' --max-parallelism 1 <password" 'requires 2 lanes'
slow='$argon2id$v=19$m=64,t=17,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
wide='$argon2id$v=19$m=256,t=1,p=17$c2FsdHNhbHRzYWx0c2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
expect "a hash that requires 17 iterations is rejected" 2 "$lanewise argon2 verify '$slow' <password" 'requires 17 iterations; the limit is 16'
expect "--max-iterations raises the limit" 1 "$lanewise argon2 verify '$slow' --max-iterations 17 <password" '^FAILED$'
expect "a hash that requires 17 lanes is rejected" 2 "$lanewise argon2 verify '$wide' <password" 'requires 17 lanes; the limit is 16'

# Other programs verify hashes from lanewise, and lanewise verifies hashes from other programs.
if command -v argon2 >/dev/null; then
    for variant in id i d; do
        encoded=$(printf 'correct horse' | argon2 somesalt -$variant -e -k 256 -t 2 -p 2)
        expect "a hash from argon2 -$variant is verified" 0 "$lanewise argon2 verify '$encoded' <password" '^OK$'
        expect "a wrong password fails for a hash from argon2 -$variant" 1 "$lanewise argon2 verify '$encoded' <wrong" '^FAILED$'
        encoded=$(printf 'correct horse' | argon2 somesalt -$variant -v 10 -e -k 256 -t 2 -p 1)
        expect "a version 1.0 hash from argon2 -$variant is verified" 0 "$lanewise argon2 verify '$encoded' <password" '^OK$'
    done
else
    skip "the reference program is not installed (argon2)"
fi
if command -v php >/dev/null && php -r 'exit(defined("PASSWORD_ARGON2ID") ? 0 : 1);'; then
    encoded=$(php -r 'echo password_hash("correct horse", PASSWORD_ARGON2ID, ["memory_cost" => 256, "time_cost" => 2]);')
    expect "a hash from PHP is verified" 0 "$lanewise argon2 verify '$encoded' <password" '^OK$'
    expect "PHP verifies a hash from lanewise" 0 "php -r 'exit(password_verify(\"correct horse\", \$argv[1]) ? 0 : 1);' '$hash'; echo \$?" '^0$'
    expect "PHP rejects a wrong password" 0 "php -r 'exit(password_verify(\"wrong horse\", \$argv[1]) ? 0 : 1);' '$hash'; echo \$?" '^1$'
else
    skip "PHP with Argon2 is not installed (php-cli)"
fi
if /usr/bin/python3 -c 'import argon2' 2>/dev/null; then
    encoded=$(/usr/bin/python3 -c 'import argon2; print(argon2.PasswordHasher(time_cost=2, memory_cost=256).hash("correct horse"))')
    expect "a hash from argon2-cffi is verified" 0 "$lanewise argon2 verify '$encoded' <password" '^OK$'
    expect "argon2-cffi verifies a hash from lanewise" 0 \
        "/usr/bin/python3 -c 'import argon2, sys; print(argon2.PasswordHasher().verify(sys.argv[1], \"correct horse\"))' '$hash'" True
else
    skip "argon2-cffi is not installed (python3-argon2)"
fi

# tune must suggest cost parameters within the limits and print a command that works. Filling one gigabyte always takes longer
# than a millisecond.
expect "tune suggests costs" 0 "$lanewise tune --argon2 50 --memory 1MiB" '^Argon2id with m=[0-9]+,t=[0-9]+,p=1: '
expect "tune stays within its memory limit" 0 "$lanewise tune --argon2 1000 --memory 256KiB | grep -o 'm=[0-9]*' | head -n 1" '^m=256$'
expect "tune uses less memory to save time" 0 \
    "test \$($lanewise tune --argon2 1 --memory 64MiB | sed -n 's/.* m=\([0-9]*\),.*/\1/p') -lt 65536 && echo less" less
expect "the command that tune prints works" 0 "\$($lanewise tune --argon2 5 --memory 256KiB | tail -n 1 | sed 's#^lanewise#$lanewise#') <password" '^\$argon2id'
expect "tune warns about weak costs" 0 "$lanewise tune --argon2 1 --memory 64KiB" "weaker than OWASP's minimum"
expect "tune requires a time" 2 "$lanewise tune --argon2 0" 'invalid --argon2'
expect "--memory alone is rejected" 2 "$lanewise tune --memory 1MiB" '--memory needs --argon2'
finish
