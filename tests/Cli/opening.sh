#!/usr/bin/env bash
# Tests the code that opens all files. It rejects a named pipe before the pipe can block, passes names to the system as bytes,
# and lets the system resolve '..'. Next to each file is another file that a program would open if it treated paths as text.
#
# Usage: tests/Cli/opening.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/common.sh.inc"
cd "$work" || exit 2
bound="timeout 60 $lanewise"

mkdir files; echo 1 >files/a; echo 2 >files/b
"$lanewise" sum -r files >list
echo files/a >names
printf '{"algorithm":"MD5","cases":[{"input_hex":"","output_hex":"d41d8cd98f00b204e9800998ecf8427e"}]}' >right.json
sed 's/427e/427f/' right.json >wrong.json
"$lanewise" icc make sRGB --size nano -o profile.icc >made
cp "$here/../Icc/patch.png" image.png

# ---- a named pipe without a writer ----
mkfifo pipe
refused() { expect "a pipe is rejected as $1" "$2" "$bound $3" 'pipe: not a regular file'; }
refused "a list" 1 "check pipe"
refused "the list of an audit" 1 "check --audit pipe files"
refused "names to read" 1 "sum --files-from pipe"
refused "the list for a fleet plan" 1 "fleet plan --catalogue fleet.db --against pipe files"
refused "known answers" 2 "prove --vectors pipe"
refused "an earlier report" 1 "bench --quick -a md5 --against pipe"
refused "a profile" 1 "icc show pipe"
refused "a profile to embed" 1 "icc embed pipe image.png"
refused "an image" 1 "icc embed profile.icc pipe"
refused "an image for standard output" 1 "icc embed profile.icc pipe -o -"
refused "an image to strip" 1 "icc strip pipe"
refused "a slice" 1 "check --slice 0:1 --outboard list --root $(printf '%064d' 0) pipe"
if [ -p pipe ]; then pass; else fail "the pipe is no longer a pipe"; fi

# ---- an inherited pipe ----
expect "check reads a list from a pipe" 0 "$bound check <(cat list)" '^files/b: OK$'
expect "check reads a list from standard input" 0 "cat list | $bound check /dev/stdin" '^files/b: OK$'
expect "an audit reads its list from a pipe" 0 "$bound check --audit <(cat list) files" '^Nothing differs: 2 listed'
expect "sum reads names from a pipe" 0 "$bound sum --files-from <(cat names)" 'files/a$'
expect "prove reads known answers from a pipe" 0 "$bound prove --vectors <(cat right.json)"
expect "prove detects wrong answers in a pipe" 1 "$bound prove --vectors <(cat wrong.json)" 'all forms$'
expect "icc show reads a profile from a pipe" 0 "$bound icc show <(cat profile.icc)" '^valid'

# ---- a name that is not UTF-8, and the text to which .NET converts it ----
raw=$'caf\351' text=$'caf\357\277\275'
cp right.json "$raw.json"; cp wrong.json "$text.json"
expect "prove opens a name that is not UTF-8" 0 "$bound prove --vectors \"\$raw.json\""
cp profile.icc "$raw.icc"; echo no >"$text.icc"
expect "icc show opens a profile whose name is not UTF-8" 0 "$bound icc show \"\$raw.icc\"" '^valid'
cp image.png "$raw.png"; cp image.png "$text.png"
expect "icc embed opens an image whose name is not UTF-8" 0 "$bound icc embed profile.icc \"\$raw.png\" && $bound icc show \"\$raw.png\"" '^valid'
same "the other image is unchanged" "cat image.png" "cat \"\$text.png\""
expect "icc strip opens an image whose name is not UTF-8" 0 "$bound icc strip \"\$raw.png\" && ! $bound icc show \"\$raw.png\"" 'carries no profile'
expect "icc all creates a folder whose name is not UTF-8" 0 "$bound icc all -o \"\$raw.set/inside\" && [ ! -e \"\$text.set\" ] && ls \"\$raw.set/inside\" | wc -l" '^46$'
expect "icc all accepts a folder that exists" 0 "$bound icc all -o \"\$raw.set/inside/\""
expect "icc all rejects a file instead of a folder" 1 "$bound icc all -o list" 'list: Not a directory'
expect "icc all rejects a folder in a file" 1 "$bound icc all -o list/set" 'list/set: Not a directory'
expect "a catalogue whose name is not UTF-8 is rejected" 1 "$bound fleet plan --catalogue \"\$raw.db\" files" 'the name of an SQLite catalogue must be UTF-8'
expect "no catalogue was created" 1 "ls | grep -a '^caf.*db'"

# ---- '..' after a link ----
mkdir -p tree away/deep; ln -s ../away/deep tree/link
echo listed >away/f; echo new >tree/f
"$lanewise" sum tree/link tree/link/../f 2>/dev/null >linked
expect "a file that is in no list is new" 1 "$bound check --audit linked tree" '^tree/f: NEW$'
"$lanewise" sum tree/../tree/f tree/link/../f >both
expect "an audit ignores how a listed name is spelled" 0 "$bound check --audit both ./tree" '^Nothing differs: 2 listed'
ln tree/f tree/hard; ln -s f tree/soft
expect "other names of a listed file are new" 1 "$bound check --audit both tree" '0 missing, 2 new$'
cp right.json away/answers; cp wrong.json tree/answers
expect "prove resolves .. after a link" 0 "$bound prove --vectors tree/link/../answers"
mkdir only; ln -s ../away/deep only/link
expect "bench resolves .. after a link" 2 "mkdir away/page && $bound bench --quick --html only/link/../page" 'only/link/../page: Is a directory'

finish
