#!/usr/bin/env bash
# Checks that every command line on the documentation pages uses an existing command and valid options. Also checks that every
# test that docs/security.md names exists.
#
# Usage: tests/Cli/docs.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
# ./test: core
. "$(dirname "$0")/common.sh.inc"
root=$(realpath "$(dirname "$0")/../..")

# Finds "lanewise ..." at the start of a line in a code block (after a prompt), and command lines in backquotes.
shown() {
    awk '/^ *```/ { inside = !inside; next } inside { sub(/^ *(\$ )?/, ""); if (/^lanewise /) print }' "$1"
    grep -oE '`lanewise [^`]*`' "$1" | tr -d '`'
}

declare -A help
while IFS= read -r line; do
    read -ra words <<<"${line%%#*}"
    command=${words[1]:-}
    [[ $command =~ ^[a-z]+$ ]] || continue
    [[ $command =~ ^(icc|gpu|fleet)$ && ${words[2]:-} =~ ^[a-z]+$ ]] && command="$command ${words[2]}"
    if [ -z "${help[$command]+known}" ]; then
        # shellcheck disable=SC2086
        help[$command]=$("$lanewise" $command --help 2>/dev/null) || help[$command]=
    fi
    if [ -z "${help[$command]}" ]; then fail "'$line': there is no command '$command'"; continue; fi
    good=1
    for word in "${words[@]:2}"; do
        # On a page, three spaces separate a command from its explanation, and a pipe ends a command.
        if [[ $word == '|' ]]; then break; fi
        if [[ $word =~ ^(--[a-z0-9-]+|-[a-zA-Z])(=.*)?$ ]] && ! grep -qE -- "(^|[ ,])${BASH_REMATCH[1]}([ ,=]|$)" <<<"${help[$command]}"; then
            fail "'$line': $command has no option ${BASH_REMATCH[1]}"
            good=0
        fi
    done
    if [ $good = 1 ]; then pass; fi
done < <(for page in "$root"/README.md "$root"/docs/*.md "$root"/docs/*/*.md "$root"/src/*/README.md; do shown "$page"; done | sed 's, && ,\n,g' | sort -u)

[ $passed -gt 40 ] || fail "only $passed command lines were found in the pages"

# The page about environment variables must list every variable of Lanewise, and no others.
read_by_code=$(grep -rhoE --include='*.cs' --include='*.py' '"LANEWISE_[A-Z_]+"' "$root/src" "$root/bindings" | tr -d '"' | sort -u)
on_the_page=$(grep -oE 'LANEWISE_[A-Z_]+' "$root/docs/environment.md" | sort -u)
if [ "$(grep -vE 'PASSWORD' <<<"$on_the_page")" = "$(grep -vE 'PASSWORD|_ABI_|_BUILD' <<<"$read_by_code")" ]; then pass
else fail "docs/environment.md:"; diff <(echo "$read_by_code") <(echo "$on_the_page"); fi

# Every guarantee in docs/security.md needs a test.
named=0
while IFS= read -r name; do
    named=$((named + 1))
    if [[ $name == *.sh || $name == *.inc ]]; then [ -f "$root/$name" ]; else grep -rqw --include='*.cs' "class $name" "$root/tests"; fi \
        && pass || fail "docs/security.md names the test $name, which does not exist"
done < <(grep -oE '`([A-Za-z0-9]+Tests|tests/[A-Za-z/]+\.sh(\.inc)?)`' "$root/docs/security.md" | tr -d '`' | sort -u)
[ $named -gt 25 ] || fail "only $named tests were found in docs/security.md"
# The last column of each row must name a test, or state that there is no test.
rows=$(sed -n '/^| promise/,/^$/p' "$root/docs/security.md" | tail -n +3 | grep -cE '^\|')
with=$(sed -n '/^| promise/,/^$/p' "$root/docs/security.md" | tail -n +3 | grep -cE '\|[^|]*(Tests`|\.sh|\.inc`|code review)[^|]*\|$')
if [ "$rows" = "$with" ]; then pass; else fail "docs/security.md: $rows promises, $with with a test"; fi
finish
