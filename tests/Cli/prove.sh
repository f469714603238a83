#!/usr/bin/env bash
# Tests prove. The verdict must follow the details, a seed must repeat a run, a soak must end, other implementations must be
# compared, and --json must print JSON. tests/Lanewise.Tests verifies that prove detects an incorrect code path; this script
# tests how it fails if a file contains incorrect answers.
#
# Usage: tests/Cli/prove.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"

expect "a run without measurements succeeds" 0 "$lanewise prove -a blake2s --seed 5" '^RIGHT: [0-9]+ checks, none failed \([0-9]+ s\)$' 'WRONG|FAILED'
cp "$work/out.lanewise" "$work/first"
expect "the last line is the only verdict" 0 "grep -cE '^RIGHT|passed' $work/first; tail -n 1 $work/first" '^RIGHT: [0-9]+ checks' '^[02-9]$'
expect "no line has more than 80 columns" 1 "grep -E '.{81}' $work/first"
same "a seed repeats a run" "grep -A1 'paths' $work/first" "$lanewise prove -a blake2s --seed 5 | grep -A1 'paths'"
expect "prove tests MACs" 0 "$lanewise prove -a hmac-sha-256" '^Known answers, through every kind of call: HMAC-SHA-256 [0-9]+$' '  -$|lanes'
expect "a soak uses several seeds" 0 "$lanewise prove -a md5 --seconds 2 --seed 7" 'none failed \([0-9]+ s, seeds 7 to [0-9]+\)$' 'lanes'
expect "--seconds requires a number" 2 "$lanewise prove --seconds soon" 'seconds'
expect "--vectors allows no other options" 2 "$lanewise prove --vectors f --seed 1" 'seed cannot be combined with --vectors'
expect "--tables rejects a seed" 2 "$lanewise prove --tables --seed 1" 'seed cannot be combined with --tables'

if command -v b2sum >/dev/null; then
    expect "b2sum is a reference implementation" 0 "$lanewise prove -a blake2b --seconds 1" '^ +.*b2sum'
else
    skip "b2sum is not installed"
fi

expect "tune prints the setting" 0 "LANEWISE_TUNING='Md5Streams=1;Md5Flows=2' $lanewise tune -a md5" '^(LANEWISE_TUNING="Md5Streams=|Every choice is within)'
expect "tune says without a terminal what it measures" 0 "$lanewise tune -a md5 2>&1 >/dev/null" '^lanewise: measuring md5 on this CPU, which takes about 5 s$'
expect "tune names unknown entries" 0 "LANEWISE_TUNING='Md5Flows=2' $lanewise tune -a md5 --verbose" "'Md5Flows=2' is unknown"
same "tuning does not change the digest" "$lanewise sum -a md5 $lanewise" "LANEWISE_TUNING='Md5Streams=1;Blake2b=Rows256' $lanewise sum -a md5 $lanewise"

read_json='import json,sys; o=json.load(sys.stdin)'
if command -v python3 >/dev/null; then
    expect "the JSON output of a whole run is complete" 0 "$lanewise prove -a threefish-256 --json --seed 9 | python3 -c '$read_json
assert o[\"verdict\"] == \"right\" and o[\"failed\"] == 0 and o[\"seed\"] == 9 and o[\"passed\"] > 100
assert [a[\"name\"] for a in o[\"algorithms\"]] == [\"threefish-256\"]
assert sum(p[\"chosen\"] for p in o[\"paths\"]) == 1 and all(p[\"nanoseconds\"][\"median\"] > 0 and 0 < p[\"busy\"] for p in o[\"paths\"])
assert o[\"knownAnswers\"] == {\"Threefish-256\": 2}'"
    expect "the JSON output of a soak contains no measurements" 0 "$lanewise prove -a md5 --json --seconds 1 | python3 -c '$read_json
assert o[\"lastSeed\"] >= o[\"seed\"] and o[\"paths\"] == [] and o[\"seconds\"] >= 1'"
else
    skip "python3 is not installed"
fi

# answers NAME EXIT-CODE PATTERN JSON: runs known-answer tests with parameters.
answers() {
    printf '%s' "$4" >"$work/answers.json"
    expect "$1" "$2" "$lanewise prove --vectors $work/answers.json" "$3"
}
answers "an unknown parameter is reported" 1 'case 1: .*parameter "salt" is not known for MD5' \
    '{"algorithm":"MD5","cases":[{"params":{"salt":"00"},"input_hex":"","output_hex":"d41d8cd98f00b204e9800998ecf8427e"}]}'
answers "a parameter out of range is reported" 1 'parameter "tree.node_offset" is "18446744073709551616" and must be a whole number' \
    '{"algorithm":"BLAKE2b","cases":[{"params":{"tree":{"node_offset":18446744073709551616}},"input_hex":"","output_hex":"00"}]}'


# If a case fails for every overload, prove must report "all forms".
answers "a hash that fails in every form is reported as all forms" 1 'answers.json: case 1: all forms$' \
    '{"algorithm":"MD5","cases":[{"input_hex":"","output_hex":"d41d8cd98f00b204e9800998ecf8427f"}]}'
answers "a MAC that fails in every form is reported as all forms" 1 'answers.json: case 1: all forms$' \
    '{"algorithm":"HMAC-MD5","cases":[{"params":{"key_hex":"00"},"input_hex":"","output_hex":"d41d8cd98f00b204e9800998ecf8427f"}]}'
answers "a cipher that fails in every form is reported as all forms" 1 'answers.json: case 1: all forms$' \
    '{"algorithm":"XTEA","cases":[{"params":{"key_hex":"000102030405060708090a0b0c0d0e0f"},"input_hex":"4142434445464748","output_hex":"497df3d072612cb4"}]}'
for algorithm in BLAKE2b BLAKE2Xb BLAKE3 SHA-256 SHA3-256 Skein-512 KMAC128 Threefish-256 Threefish-1024; do
    file=$(grep -l "\"algorithm\": *\"$algorithm\"" "$(dirname "$0")"/../../src/Lanewise.Cli/Answers/*.json | head -1)
    [ -n "$file" ] || { fail "no answers of $algorithm"; continue; }
    sed -E 's/("output_hex": *"[0-9a-f]*)([0-9a-f])"/\1@\2"/; s/@[0-7]"/8"/; s/@[8-9a-f]"/0"/' "$file" >"$work/answers.json"
    expect "a wrong answer of $algorithm is reported as all forms" 1 "$lanewise prove --vectors $work/answers.json" 'case 1: all forms$'
    expect "no wrong answer of $algorithm lists single forms" 0 "! $lanewise prove --vectors $work/answers.json | grep FAILED | grep -v 'case [0-9]*: all forms$'"
done

finish
