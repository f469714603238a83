#!/usr/bin/env bash
# Runs the command lines in the console blocks of README, of the site's landing page, of the tool's package page and of each
# documentation page, in order and in an empty folder. Each command must print the output that the page shows, except for times,
# dates, colors and line breaks. All commands run in a terminal, because readers use one. Output of another kind, such as the mail
# of a cron job, does not belong in a console block.
#
# Usage: tests/Cli/examples.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
# ./test: core
. "$(dirname "$0")/common.sh.inc"
root=$(realpath "$(dirname "$0")/../..")
mkdir "$work/bin" && ln -s "$(realpath "$lanewise")" "$work/bin/lanewise"

if ! command -v script >/dev/null; then skip "script is not installed"; finish; fi
if ! command -v stty >/dev/null; then skip "stty is not installed"; finish; fi

# A run of a second or more also has a rate, and a summary of the files.
timeless() { sed -E '/^lanewise: [0-9,]+ files?, [0-9.]+ [kMG]?B in [0-9.]+ s/d' | undated | tr -s ' \n' ' '; }
undated() { sed -E 's,in [0-9]+\.[0-9]+ s(\, [0-9.]+ [kMG]?B/s)?,in TIME,; s/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}(:[0-9]{2})?/DATE/'; }

run() { # run COMMAND SHOWN: runs a command in the folder of the page
    local printed
    printf '%s\n' "$1" >"$work/command"
    # A progress line ends with a carriage return.
    printed=$(cd "$folder" && PATH="$work/bin:$PATH" NO_COLOR=1 script -qec "stty cols 80; bash '$work/command'" /dev/null </dev/null \
        | sed 's/\r$//; s/.*\r//')
    if [ "$(timeless <<<"$printed")" = "$(timeless <<<"$2")" ]; then pass; else fail "$(basename "$page"): '$1' prints:"$'\n'"$printed"$'\n'"and the page shows:"$'\n'"$2"; fi
}

while IFS= read -r page; do
    folder=$work/pages/${page#"$root"/}
    mkdir -p "$folder"
    inside='' command='' shown=''
    while IFS= read -r line; do
        if [[ $line == '```'* ]]; then
            if [ -n "$command" ]; then run "$command" "$shown"; fi
            command='' shown=''
            if [[ $line == '```console' ]]; then inside=1; else inside=''; fi
        elif [ -n "$inside" ]; then
            if [[ $line == '$ '* ]]; then
                if [ -n "$command" ]; then run "$command" "$shown"; fi
                command=${line#'$ '} shown=''
            else
                shown+=${shown:+$'\n'}$line
            fi
        fi
    done <"$page"
done < <(printf '%s\n' "$root"/README.md "$root"/site/home.md "$root"/src/Lanewise.Cli/README.md; grep -rl --include='*.md' '^```console' "$root/docs")

[ $passed -gt 40 ] || fail "only $passed examples were found in the pages"
finish
