#!/usr/bin/env bash
# Tests the .NET tool for Linux on x64, which is native code. 'dotnet tool install' installs the tool from a folder. The tool
# contains the executables of the archive from './test archive', and must start as fast as the archive.
#
# Usage: tests/Packages/tool.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/../Cli/common.sh.inc"
. "$(dirname "$0")/../one-build.sh.inc"
root=$(realpath "$(dirname "$0")/../..")
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
archive=$root/artifacts/archives/lanewise/bin/lanewise
if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then skip "ahead-of-time builds are for Linux on x64 only"; finish; fi
if [ ! -x "$archive-fleet" ]; then skip "the ahead-of-time archive is missing; tools/make-archives.sh makes it"; finish; fi
if ! command -v python3 >/dev/null; then skip "python3 is missing; see tools/install-test-deps.sh"; finish; fi

if ! one_build "$root/tools/make-tool-packages.sh" Lanewise.Cli >"$work/command.log" 2>&1; then tail -n 20 "$work/command.log"; fail "the packages cannot be built"; finish; fi
packages=$root/artifacts/tool-packages
version=$("$archive" --version)
for name in Lanewise.Tool Lanewise.Tool.any Lanewise.Tool.linux-x64; do
    if [ -f "$packages/$name.$version.nupkg" ]; then pass; else fail "there is no package $name"; fi
done

# The test uses a separate tool path, package cache and home directory, so that no earlier installation is used.
mkdir "$work/home"
tool=$work/tool/lanewise
export HOME=$work/home NUGET_PACKAGES=$work/kept
nowhere=$root/tests/Packages/nowhere.config
# install PACKAGE PATH
install() {
    if dotnet tool install "$1" --version "$version" --tool-path "$2" --add-source "$packages" --configfile "$nowhere" \
        >"$work/command.log" 2>&1; then return; fi
    cat "$work/command.log"
    fail "$1 is not installed"
    finish
}
install Lanewise.Tool "$work/tool"
expect "each executable has at most 12 MB" 1 "find '$root/artifacts/archives/lanewise/lib/lanewise' -name lanewise -size +12000000c | grep ."
printf abc >"$work/abc"
same "the tool gives the same digest as the archive" "'$archive' sum '$work/abc'" "'$tool' sum '$work/abc'"
same "the tool prints the same help as the archive" "'$archive' check --help" "'$tool' check --help"
expect "the tool contains no .NET code" 1 "find '$work/tool' -name '*.dll' | grep ."
expect "the tool needs no .NET" 0 "env -i PATH=/usr/bin:/bin DOTNET_ROOT=/nowhere '$tool' sum -a md5 '$work/abc'" '^900150983cd24fb0d6963f7d28e17f72'

# Runs the tool without installation (dnx). Also runs the package for all other systems, because it works on this system, too.
expect "the tool runs without installation" 0 "dotnet tool exec 'Lanewise.Tool@$version' --source '$packages' --configfile '$nowhere' --yes -- sum -a md5 '$work/abc'" \
    '^900150983cd24fb0d6963f7d28e17f72'
install Lanewise.Tool.any "$work/any"
same "the .NET code has the same version" "'$tool' --version" "'$work/any/lanewise' --version"
same "the .NET code gives the same digest" "'$tool' sum '$work/abc'" "'$work/any/lanewise' sum '$work/abc'"
expect "the other package contains .NET code" 0 "find '$work/any' -name Lanewise.Cli.dll | grep ."

# Starts the executable of the archive and the tool alternately, and compares the minimum processor time of each. On an idle
# machine, the tool takes 1.1 times the processor time of the archive, whereas .NET code takes at least four times as much.
python3 - "$archive" "$tool" "$work/abc" >"$work/command.log" <<'END'
import os, sys
archive, tool, file = sys.argv[1:]
null = os.open(os.devnull, os.O_WRONLY)

def seconds(program):
    child = os.posix_spawn(program, [program, "sum", file], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, null, 1)])
    _, status, usage = os.wait4(child, 0)
    assert status == 0
    return usage.ru_utime + usage.ru_stime

pairs = [(seconds(archive), seconds(tool)) for _ in range(101)]
archive_time, tool_time = (min(column) for column in zip(*pairs))
print(f"{tool_time * 1e3:.2f} ms, the archive {archive_time * 1e3:.2f} ms, ratio {tool_time / archive_time:.2f}")
sys.exit(tool_time > 1.5 * archive_time)
END
code=$?
cat "$work/command.log"
if [ $code -eq 0 ]; then pass; else fail "the tool starts more slowly than the archive"; fi
finish
