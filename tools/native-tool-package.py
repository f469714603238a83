#!/usr/bin/env python3
"""Puts the executables of an archive into packages of .NET tools: native-tool-package.py ARCHIVE PACKAGE...

The SDK has made each package for one system, with a program that needs .NET. This script replaces that program with the files of the
same command in the archive's bin and lib, and changes the settings. The same input gives the same bytes.
"""

import pathlib
import re
import sys
import zipfile

TIME = (2000, 1, 1, 0, 0, 0)


def convert(archive, path):
    with zipfile.ZipFile(path) as package:
        files = {entry.filename: package.read(entry) for entry in package.infolist()}
    settings = next(name for name in files if name.endswith("/DotnetToolSettings.xml"))
    text = files[settings].decode("utf-8-sig")
    command = re.search(r'<Command Name="([^"]*)"', text)[1]
    files[settings] = re.sub(r'EntryPoint="[^"]*"', f'EntryPoint="bin/{command}"', text).encode()
    folder = settings.rsplit("/", 1)[0]
    files = {name: data for name, data in files.items() if not name.startswith("tools/") or name == settings}

    programs = [archive / "bin" / command]
    for build in sorted((archive / "lib/lanewise").glob("v*")):
        programs.append(build / command)
        if command == "lanewise-fleet":
            programs.append(build / "libe_sqlite3.so")
    for program in programs:
        files[f"{folder}/{program.relative_to(archive)}"] = program.read_bytes()

    # A NuGet package must list the content type of every file. Files without an extension are listed by name.
    types = files["[Content_Types].xml"].decode("utf-8-sig")
    types = re.sub(r'<Override PartName="/tools/[^>]*/>|<Default Extension="so"[^>]*/>', "", types)
    added = '<Default Extension="so" ContentType="application/octet" />' + "".join(
        f'<Override PartName="/{name}" ContentType="application/octet" />'
        for name in files if name.startswith("tools/") and "." not in name.rsplit("/", 1)[1])
    files["[Content_Types].xml"] = types.replace("</Types>", added + "</Types>").encode()

    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as package:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, TIME)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            package.writestr(entry, data)


for package in sys.argv[2:]:
    convert(pathlib.Path(sys.argv[1]), pathlib.Path(package))
