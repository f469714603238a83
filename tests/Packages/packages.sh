#!/usr/bin/env bash
# Tests the packages in the form in which users install them. A build in any folder must produce the same bytes, and the package
# pages must be complete. Several kinds of programs use the packages: the code on each page as a console program, other
# languages, a web service, a library, a trimmed single file, and the tool.
#
# Usage: tests/Packages/packages.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
# ./test: long
. "$(dirname "$0")/../Cli/common.sh.inc"
. "$(dirname "$0")/../one-build.sh.inc"
root=$(realpath "$(dirname "$0")/../..")
here=$root/tests/Packages
packages=$work/packages
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 PYTHONDONTWRITEBYTECODE=1
if ! command -v python3 >/dev/null; then skip "python3 is missing; see tools/install-test-deps.sh"; finish; fi

# quietly NAME COMMAND...: shows the output of the command only if it fails.
quietly() {
    local name=$1
    shift
    if "$@" >"$work/command.log" 2>&1; then return 0; fi
    tail -n 20 "$work/command.log"
    fail "$name"
    return 1
}

# pack TREE OPTIONS...: makes all packages of a tree. lanewise-fleet comes first, because its build includes the other projects.
pack() {
    local tree=$1 name
    shift
    # The packages for all systems must not contain files that were published earlier for one
    # system.
    rm -rf "$tree"/artifacts/{obj,publish}/Lanewise.Cli{,.Fleet}/release
    dotnet pack "$tree/src/Lanewise.Cli.Fleet" -c Release -o "$tree/artifacts/test-packages" -v q --nologo -p:RunAnalyzers=false "$@" || return
    for name in Lanewise.Cli Lanewise Lanewise.Files Lanewise.Fleet Lanewise.Icc Lanewise.Gpu; do
        dotnet pack "$tree/src/$name" -c Release --no-build -o "$tree/artifacts/test-packages" -v q --nologo || return
    done
}

# Makes the packages of this tree, and copies them before another build can change them.
pack_here() {
    rm -rf "$root/artifacts/test-packages"
    pack "$root" && cp -r "$root/artifacts/test-packages" "$packages"
}
quietly "the packages" one_build pack_here || finish
pass

# Builds the same sources, including uncommitted changes, in another folder.
if git -C "$root" rev-parse HEAD >/dev/null 2>&1; then
    other=$work/a-folder-of-another-name
    git clone -q --no-checkout "$root" "$other" && git -C "$root" ls-files -co --exclude-standard -z \
        | (cd "$root" && while IFS= read -rd '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done) \
        | tar -C "$root" --null -T - -c | tar -C "$other" -x
    if quietly "the packages of another folder" pack "$other"; then
        for package in "$packages"/*; do
            if cmp -s "$package" "$other/artifacts/test-packages/$(basename "$package")"; then pass
            else fail "$(basename "$package") has other bytes if it is built in another folder"; fi
        done
    fi
    rm -rf "$other"
else
    skip "the folder is not a Git clone, so there is no commit to build twice"
fi

if python3 "$here/contents.py" "$root" "$packages"; then pass; else fail "a package lacks a required file"; fi

# If the repository has a public address, the links on a package's page must lead to the files of the commit.
if quietly "a package with an address" one_build dotnet pack "$root/src/Lanewise.Icc" -c Release --no-build -v q --nologo -o "$work/linked" \
    -p:RepositoryUrl=https://github.com/someone/something.git; then
    expect "the page links to a file of the commit" 0 "python3 -m zipfile -e $work/linked/Lanewise.Icc.*.nupkg $work/linked/icc && \
        grep -qE '\]\(https://github\.com/someone/something/blob/([0-9a-f]{40}|HEAD)/docs/icc\.md\)' $work/linked/icc/README.md"
fi

# project NAME PACKAGE...: creates a project in a separate folder, in C# or in the language $LANGUAGE. The project uses only
# these Lanewise packages.
project() {
    local folder=$work/$1 package sdk=${SDK:-Microsoft.NET.Sdk}
    shift
    mkdir -p "$folder"
    {
        echo "<Project Sdk=\"$sdk\"><PropertyGroup><OutputType>${OUTPUT:-Exe}</OutputType><TargetFramework>net10.0</TargetFramework>"
        echo "<ImplicitUsings>enable</ImplicitUsings><Nullable>enable</Nullable><NuGetAudit>false</NuGetAudit>"
        echo "<TreatWarningsAsErrors>true</TreatWarningsAsErrors><TrimmerSingleWarn>false</TrimmerSingleWarn>"
        echo "<RestoreAdditionalProjectSources>\$(RestoreAdditionalProjectSources);$packages</RestoreAdditionalProjectSources>"
        # A Lanewise package of this version must not come from a cache. Other packages may come
        # from a cache.
        echo "<RestorePackagesPath>$work/restored</RestorePackagesPath>"
        # A project without other dependencies is restored only from the folder with the packages.
        [[ " $* " == *" Lanewise.Fleet "* ]] || echo "<RestoreSources Condition=\"'\$(RuntimeIdentifier)' == ''\">$packages</RestoreSources>"
        echo "</PropertyGroup><ItemGroup>"
        for package in "$@"; do echo "<PackageReference Include=\"$package\" Version=\"[$version]\" />"; done
        echo "${MORE:-}</ItemGroup></Project>"
    } >"$folder/$(basename "$folder").${LANGUAGE:-cs}proj"
}
version=$(basename "$packages"/Lanewise.Icc.*.nupkg | sed 's/^Lanewise\.Icc\.\(.*\)\.nupkg$/\1/')

# Builds the first examples of a page as a separate program.
export LANEWISE_CUDA_LIBRARY=none LANEWISE_OPENCL_LIBRARY=none
pages=(src/{Lanewise,Lanewise.Files,Lanewise.Fleet,Lanewise.Icc,Lanewise.Gpu}/README.md docs/tutorials/first-hashes.md)
program_of() { # PAGE
    if [[ $1 == src/* ]]; then echo "Console.$(basename "$(dirname "$1")")"; else echo "Console.$(basename "$1" .md)"; fi
}
for page in "${pages[@]}"; do
    name=$(program_of "$page")
    if [[ $page == src/* ]]; then project "$name" "${name#Console.}"; else project "$name" Lanewise; fi
    python3 "$here/page.py" "$root/$page" "$work/$name/Program.cs" "$work/$name/expected"
done

# Tests F# and Visual Basic, because their type inference and overload resolution differ from those of C#.
key='sixteen byte key'
printf one >"$work/one"
tag=$(openssl dgst -sha256 -hmac "$key" <"$work/one" | sed 's/.* //')
{ for _ in 1 2 3 4 5; do sha256sum <"$work/one" | cut -c1-64; done; echo "$tag"; echo "$tag"; } >"$work/expected"
rm "$work/one"
for language in fs vb; do
    MORE=$([ $language = vb ] || echo '<Compile Include="Consumer.fs" />') LANGUAGE=$language project "Consumer.$language" Lanewise
    cp "$here/Consumer.$language" "$work/Consumer.$language"
done

# A web service that hashes uploads.
service=
if ! dotnet --list-runtimes | grep -q '^Microsoft.AspNetCore.App 10\.'; then
    skip "ASP.NET is not installed"
elif ! command -v curl >/dev/null; then
    skip "curl is missing"
else
    service=Service
    SDK=Microsoft.NET.Sdk.Web project Service Lanewise
    cp "$root/samples/UploadService/Program.cs" "$work/Service"
fi

# Builds all programs at once. If a program does not compile, the compiler's message names it.
{
    echo "<Solution>"
    for project in "$work"/{Console.*,Consumer.*,Service}/*.{cs,fs,vb}proj; do
        [ ! -f "$project" ] || echo "<Project Path=\"$project\" />"
    done
    echo "</Solution>"
} >"$work/programs.slnx"
quietly "the programs" dotnet build "$work/programs.slnx" -c Release -v q --nologo
# built NAME: prints the output folder of a project.
built() { echo "$work/$1/bin/Release/net10.0"; }

# A page hashes the files of the current folder.
mkdir "$work/files" && printf abc >"$work/files/abc.txt"
for page in "${pages[@]}"; do
    name=$(program_of "$page")
    if (cd "$work/files" && dotnet "$(built "$name")/$name.dll") >"$work/command.log" && diff "$work/$name/expected" "$work/command.log"; then pass
    else fail "the code of $page does not print the expected output"; fi
done
for language in fs vb; do
    if dotnet "$(built "Consumer.$language")/Consumer.$language.dll" >"$work/command.log" && diff "$work/expected" "$work/command.log"; then pass
    else fail "the program in $language prints other digests"; fi
done
if [ -n "$service" ]; then
    head -c 3000000 /dev/zero >"$work/upload"
    : >"$work/Service/log"
    (cd "$(built Service)" && exec dotnet Service.dll --urls http://127.0.0.1:0) >"$work/Service/log" 2>&1 &
    web=$!
    for _ in $(seq 900); do
        address=$(sed -n 's/.*Now listening on: \(http.*\)/\1/p' "$work/Service/log")
        [ -z "$address" ] || break
        sleep 0.2
    done
    answer=$(curl -sS --max-time 60 --data-binary "@$work/upload" "$address/uploads" 2>&1)
    if [[ $answer == *"$("$lanewise" sum -a blake3 "$work/upload" | cut -c1-64)"* ]]; then pass; else fail "the web service returned: $answer"; fi
    kill "$web"
    wait "$web" 2>/dev/null
fi

# Publishes a library with a program that uses it and the other packages: as one trimmed file, as machine code, and
# precompiled (ReadyToRun). There must be no warning, and the digests must be correct.
OUTPUT=Library project Shared Lanewise
cp "$here/Shared.cs" "$work/Shared"
MORE='<ProjectReference Include="../Shared/Shared.csproj" />' project Single Lanewise.Files Lanewise.Icc Lanewise.Gpu
cp "$here/Single.cs" "$work/Single"
printf abc >"$work/abc"
expected="$("$lanewise" sum -a sha256 "$work/abc" | cut -c1-64) 404 no accelerator"
# published NAME OPTION...
published() {
    local name=$1
    shift
    if dotnet publish "$work/Single" -c Release -r linux-x64 "$@" -o "$work/Single/out" -v q --nologo >"$work/command.log" 2>&1; then
        if [ "$("$work/Single/out/Single" "$work/abc" 2>&1)" = "$expected" ]; then pass
        else fail "$name printed: $("$work/Single/out/Single" "$work/abc" 2>&1)"; fi
    elif grep -qE 'NU110|Platform linker' "$work/command.log"; then
        skip "$name: the packages of the runtime or the compiler, or a linker, are not available"
    else
        tail -n 20 "$work/command.log"
        fail "$name does not publish"
    fi
    rm -rf "$work/Single/out" "$work/Single/obj" "$work/Single/bin"
}
if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
    skip "trimmed, ahead-of-time and ReadyToRun builds are published for Linux on x64"
else
    published "a trimmed single file" --self-contained -p:PublishSingleFile=true -p:PublishTrimmed=true
    published "a program of machine code" -p:PublishAot=true
    published "a program for ReadyToRun" --self-contained false -p:PublishReadyToRun=true
fi

# Builds the tool as one trimmed file. 'prove' must still run all checks.
if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
    skip "the single-file tool is built for Linux on x64"
elif one_build dotnet publish "$root/src/Lanewise.Cli" -c Release -r linux-x64 --self-contained -p:PackAsTool=false -p:PublishSingleFile=true \
    -p:PublishTrimmed=true -p:PublishReadyToRun=false -p:SuppressTrimAnalysisWarnings=true -p:RunAnalyzers=false \
    -o "$work/one" -v q --nologo >"$work/command.log" 2>&1; then
    if [ "$("$work/one/lanewise" sum "$work/abc")" = "$("$lanewise" sum "$work/abc")" ] && [ ! -e "$work/one/Lanewise.dll" ]; then pass
    else fail "the single-file tool does not work, or is not a single file"; fi
    one=$("$work/one/lanewise" prove -a skein-512 --seed 1 | sed -n '$s/ (.*//p')
    published=$("$lanewise" prove -a skein-512 --seed 1 | sed -n '$s/ (.*//p')
    if [ "$one" = "$published" ]; then pass; else fail "prove of the single-file tool prints '$one' instead of '$published'"; fi
elif grep -q NU110 "$work/command.log"; then
    skip "the runtime packages for a single file are not available"
else
    tail -n 20 "$work/command.log"
    fail "the tool does not publish as a single file"
fi

# Tests the .NET tools, and the examples on their package pages.
for tool in Lanewise.Tool:Lanewise.Cli Lanewise.Fleet.Tool:Lanewise.Cli.Fleet; do
    name=${tool%:*} project=${tool#*:}
    quietly "$name" dotnet tool install "$name" --version "$version" --tool-path "$work/tool" --add-source "$packages" --no-cache \
        --configfile "$here/nowhere.config" || continue
    mkdir "$work/console.$name"
    python3 "$here/page.py" "$root/src/$project/README.md" "$work/commands" "$work/expected"
    # The pages show what a terminal prints.
    (cd "$work/console.$name" && PATH=$work/tool:$PATH NO_COLOR=1 script -qec "stty cols 80; bash '$work/commands'" /dev/null </dev/null \
        | sed 's/\r$//; s/.*\r//') >"$work/command.log" 2>&1
    if diff "$work/expected" "$work/command.log"; then pass; else fail "the page of $name does not print the expected output"; fi
done
finish
