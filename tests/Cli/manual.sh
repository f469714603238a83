#!/usr/bin/env bash
# The manual page and what shells complete: every option that a command's help names is in them, and the programs that read them
# find nothing wrong.
#
#   tests/Cli/manual.sh PATH/TO/lanewise
#
# The last line is "N passed, N failed, N skipped"; the exit code is 1 if anything failed.
# ./test: core
. "$(dirname "$0")/common.sh.inc"

"$lanewise" man >"$work/lanewise.1" || fail "man: exit code $?"
for shell in bash zsh fish; do "$lanewise" completion $shell >"$work/$shell" || fail "completion $shell: exit code $?"; done
expect "an unknown shell" 2 "$lanewise completion tcsh" "unknown shell 'tcsh'; there are bash, zsh, fish"
expect "no shell" 2 "$lanewise completion" "lanewise completion --help"
expect "its help" 0 "$lanewise completion --help" "bash, zsh or fish"
expect "help of man" 0 "$lanewise man --help" "Write the manual page"

for command in sum check prove bench tune "icc make" "icc embed" "gpu verify"; do
    # shellcheck disable=SC2086
    for option in $("$lanewise" $command --help | sed -nE 's/^ +(-[a-z], )?(--[a-z0-9-]+).*/\2/p'); do
        expect "$command $option in the manual" 0 "sed 's/\\\\-/-/g' $work/lanewise.1 | grep -F -- '$option'"
        expect "$command $option in bash" 0 "grep -E -- \"'$command'\\).*$option\" $work/bash"
        expect "$command $option in zsh" 0 "sed -n \"/^    '$command') _arg/,/;;/p\" $work/zsh | grep -F -- \"*$option[\""
        expect "$command $option in fish" 0 "grep -E -- \"${command##* }'.* -l ${option#--}( |\$)\" $work/fish"
    done
done

words() { # WORD... and what is to be completed: what bash offers
    bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lanewise; printf "%s\n" "${COMPREPLY[@]}"' - "$work/bash" "$@"
}
expect "algorithms" 0 "words lanewise sum -a blake2b" '^blake2b$' '^md5$'
expect "commands" 0 "words lanewise c" '^check$' '^sum$'
expect "commands of a command" 0 "words lanewise icc e" '^embed$' '^strip$'
expect "options" 0 "words lanewise check --qu" '^--quiet$'
touch "$work/file-of-mine"
expect "files" 0 "cd $work; words lanewise sum file-" '^file-of-mine$'

if command -v fish >/dev/null; then
    offers() { HOME=$work fish -c "source $work/fish; complete -C '$1'"; }
    expect "fish: options of a command in a command" 0 "offers 'lanewise gpu bench --'" '^--device' '^--kernels'
    expect "fish: options of the command of the same name" 0 "offers 'lanewise bench --'" '^--kernels' '^--device'
    expect "fish: commands of a command" 0 "offers 'lanewise gpu '" '^crossover' '^plan'
    expect "fish: algorithms" 0 "offers 'lanewise sum -a blake2'" '^blake2b'
fi
for shell in zsh fish; do
    if command -v $shell >/dev/null; then expect "$shell reads it" 0 "$shell -n $work/$shell"; else skip "no $shell is installed"; fi
done
if command -v groff >/dev/null; then
    expect "groff finds nothing wrong" 0 "groff -man -Tutf8 -ww $work/lanewise.1 2>&1 >/dev/null | grep . && exit 1 || exit 0"
else
    skip "no groff is installed"
fi

finish
