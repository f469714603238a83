# Runs a script of tests/* as a separate process, so that its output is not mixed with that of other scripts.
#
# Usage: script.sh TOOL SUFFIX SCRIPT
set -uo pipefail
. tests/Run/results.sh.inc
. tests/Run/steps.sh.inc
. tests/Run/parts.sh.inc
part=$(part_of "$3")
[ -z "$2" ] || part=archive
output=$(run_script "$part" "$1" "$2" "$3")
echo "$output"
