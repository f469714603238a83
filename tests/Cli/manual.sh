#!/usr/bin/env bash
# Tests the manual page and the shell completions. Both must contain every option that is listed in the help of a command. man
# and the shells must report no errors.
#
# Usage: tests/Cli/manual.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"

"$lanewise" man >"$work/lanewise.1" || fail "man: exit code $?"
for shell in bash zsh fish; do "$lanewise" completion $shell >"$work/$shell" || fail "completion $shell: exit code $?"; done
# The program lanewise-fleet supplies the completions for the arguments of 'lanewise fleet'.
"$lanewise" fleet man >"$work/lanewise-fleet.1" || fail "fleet man: exit code $?"
for shell in bash zsh fish; do "$lanewise" fleet completion $shell >"$work/fleet.$shell" || fail "fleet completion $shell: exit code $?"; done
expect "an unknown shell is rejected" 2 "$lanewise completion tcsh" "unknown shell 'tcsh'; the shells are bash, zsh and fish"
expect "a missing shell is reported" 2 "$lanewise completion" "lanewise completion --help"
expect "the help of completion names the shells" 0 "$lanewise completion --help" "bash, zsh or fish"
expect "the help of lanewise lists man and completion" 0 "$lanewise --help | grep -cE '^  (man|completion <SHELL>) +Write'" '^2$'
expect "the manual describes completion" 0 "cat $work/lanewise.1" '^\.B lanewise completion$'
expect "the manual of fleet describes only fleet" 0 "cat $work/lanewise-fleet.1" '' 'lanewise (man|completion)'
expect "the help of man describes the command" 0 "$lanewise man --help" "Write the manual page"

for command in sum check prove bench tune "icc make" "icc embed" "gpu verify" "fleet plan" "fleet work"; do
    page=lanewise.1 pre=
    [[ $command != fleet* ]] || page=lanewise-fleet.1 pre=fleet.
    # shellcheck disable=SC2086
    for option in $("$lanewise" $command --help | sed -nE 's/^ +(-[a-z], )?(--[a-z0-9-]+).*/\2/p'); do
        expect "the manual contains $command $option" 0 "sed 's/\\\\-/-/g' $work/$page | grep -F -- '$option'"
        expect "bash completes $command $option" 0 "grep -E -- \"'$command'\\).*$option\" $work/${pre}bash"
        expect "zsh completes $command $option" 0 "sed -n \"/^    '$command') _arg/,/;;/p\" $work/${pre}zsh | grep -F -- \"*$option[\""
        expect "fish completes $command $option" 0 "grep -E -- \"${command##* }'.* -l ${option#--}( |\$)\" $work/${pre}fish"
    done
done

words() { # words WORD...: prints the completions that bash offers for the last word
    bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lanewise; printf "%s\n" "${COMPREPLY[@]}"' - "$work/bash" "$@"
}
expect "bash completes algorithms" 0 "words lanewise sum -a blake2b" '^blake2b$' '^md5$'
expect "bash completes commands" 0 "words lanewise c" '^check$' '^sum$'
expect "bash completes subcommands" 0 "words lanewise icc e" '^embed$' '^strip$'
expect "bash completes options" 0 "words lanewise check --qu" '^--quiet$'
fleet_words() { # the same with both programs installed
    bash -c 'source "$1"; source "$2"; shift 2; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); $(complete -p "$1" | sed "s/.*-F \([^ ]*\).*/\1/")
        printf "%s\n" "${COMPREPLY[@]}"' - "$work/bash" "$work/fleet.bash" "$@"
}
expect "bash completes commands of lanewise fleet" 0 "fleet_words lanewise fleet ''" '^plan$' '^sum$'
expect "bash completes options of lanewise fleet" 0 "fleet_words lanewise fleet work --pat" '^--patience$'
expect "bash completes commands of lanewise-fleet" 0 "fleet_words lanewise-fleet ''" '^report$' '^sum$'
expect "bash completes options of lanewise-fleet" 0 "fleet_words lanewise-fleet plan --ag" '^--against$'
expect "bash completes no fleet commands without lanewise-fleet" 0 "words lanewise fleet ''" '' 'plan'
touch "$work/file-of-mine"
expect "bash completes files" 0 "cd $work; words lanewise sum file-" '^file-of-mine$'

if command -v fish >/dev/null; then
    offers() { HOME=$work fish -c "source $work/fish; complete -C '$1'"; }
    expect "fish completes options of a subcommand" 0 "offers 'lanewise gpu bench --'" '^--device' '^--kernels'
    expect "fish completes options of the command with the same name" 0 "offers 'lanewise bench --'" '^--kernels' '^--device'
    expect "fish completes subcommands" 0 "offers 'lanewise gpu '" '^crossover' '^plan'
    mkdir "$work/both" && cp "$work/fish" "$work/both/lanewise.fish" && cp "$work/fleet.fish" "$work/both/lanewise-fleet.fish"
    both() { HOME=$work fish -c "set -g fish_complete_path $work/both; source $work/both/lanewise.fish; complete -C '$1'"; }
    expect "fish completes commands of lanewise fleet" 0 "both 'lanewise fleet '" '^serve' '^sum'
    expect "fish completes options of lanewise fleet" 0 "both 'lanewise fleet work --pat'" '^--patience'
    expect "fish completes algorithms" 0 "offers 'lanewise sum -a blake2'" '^blake2b'
fi
for shell in zsh fish; do
    if command -v $shell >/dev/null; then expect "$shell parses the completions" 0 "$shell -n $work/$shell && $shell -n $work/fleet.$shell"; else skip "no $shell is installed"; fi
done
if command -v groff >/dev/null; then
    for page in lanewise lanewise-fleet; do
        expect "groff reports no errors in $page" 0 "groff -man -Tutf8 -ww $work/$page.1 2>&1 >/dev/null | grep . && exit 1 || exit 0"
    done
else
    skip "no groff is installed"
fi

finish
