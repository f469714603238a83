# One script of tests/*, as a process of its own, whose output comes in one piece: script.sh TOOL SUFFIX SCRIPT. Its part is
# that of its folder, or $LANEWISE_PART.
set -uo pipefail
. tests/Run/results.sh.inc
. tests/Run/steps.sh.inc
. tests/Run/parts.sh.inc
said=$(run_script "${LANEWISE_PART:-$(part_of "$3")}" "$1" "$2" "$3")
echo "$said"
