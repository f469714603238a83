#!/usr/bin/env bash
# The package Lanewise.Gpu as a program gets it: kernels and page inside, and "no accelerator" where there is no driver.
. "$(dirname "$0")/common.sh.inc"
root=$here/../..
need "dotnet" "command -v dotnet"
need "python3" "command -v python3"
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
for project in Lanewise Lanewise.Gpu; do
    # What the suite has built is packed as it is.
    if ! dotnet pack "$root/src/$project" -c Release --no-build -o "$work/packages" -v q --nologo >"$work/pack.log" 2>&1 \
        && ! dotnet pack "$root/src/$project" -c Release -o "$work/packages" -v q --nologo >"$work/pack.log" 2>&1; then
        cat "$work/pack.log"
        fail "$project does not pack"
        finish
    fi
done
if python3 - "$work"/packages/Lanewise.Gpu.*.nupkg <<'PYTHON'
import sys, zipfile
package = zipfile.ZipFile(sys.argv[1])
names = package.namelist()
for name in ("README.md", "lib/net10.0/Lanewise.Gpu.dll", "lib/net10.0/Lanewise.Gpu.xml", "Lanewise.Gpu.nuspec"):
    assert name in names, (name, names)
assert '<dependency id="Lanewise"' in package.read("Lanewise.Gpu.nuspec").decode()
assert "<readme>README.md</readme>" in package.read("Lanewise.Gpu.nuspec").decode()
PYTHON
then pass; else fail "the package lacks a part"; fi

mkdir "$work/app"
version=$(basename "$work"/packages/Lanewise.Gpu.*.nupkg | sed 's/^Lanewise\.Gpu\.\(.*\)\.nupkg$/\1/')
cat >"$work/app/app.csproj" <<PROJECT
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
    <NuGetAudit>false</NuGetAudit>
    <RestoreSources>$work/packages</RestoreSources>
    <RestorePackagesPath>$work/restored</RestorePackagesPath>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Lanewise.Gpu" Version="$version" />
  </ItemGroup>
</Project>
PROJECT
# The page's own lines, and what is in the assembly.
python3 - "$root/src/Lanewise.Gpu/README.md" "$work/app/Program.cs" <<'PYTHON'
import re, sys
text = re.search(r"```csharp\n(.*?)```", open(sys.argv[1]).read(), re.S)[1]
open(sys.argv[2], "w").write("using Lanewise;\n" + text + r'''
Console.WriteLine(gpu is null ? "no accelerator" : gpu.Info.Name);
Console.WriteLine(string.Join(' ', typeof(Accelerator).Assembly.GetManifestResourceNames().Order()));
byte[] wanted = new byte[digests.Length];
Md5.HashMany(messages, 1024, wanted);
Console.WriteLine(digests.AsSpan().SequenceEqual(wanted) ? "right" : "wrong");
''')
PYTHON
if dotnet build "$work/app" -c Release -o "$work/out" -v q --nologo >"$work/build.log" 2>&1; then pass
else cat "$work/build.log"; fail "a program with the package does not build"; finish; fi
LANEWISE_CUDA_LIBRARY=none LANEWISE_OPENCL_LIBRARY=none dotnet "$work/out/app.dll" >"$work/said" 2>"$work/err"; code=$?
if [ $code -eq 0 ] && [ ! -s "$work/err" ] && [ "$(head -n 1 "$work/said")" = "no accelerator" ] && [ "$(tail -n 1 "$work/said")" = right ]; then pass
else fail "without a loader: exit code $code: $(cat "$work/said" "$work/err")"; fi
for kernels in lanewise.cl lanewise-{xtea,threefish,md5,blake2,blake3,skein,search}.ptx.gz; do
    if grep -qw -- "$kernels" "$work/said"; then pass; else fail "the package has no $kernels"; fi
done
finish
