"""Checks the required and forbidden contents of every package: contents.py TREE PACKAGES."""
import pathlib
import re
import struct
import sys
import xml.etree.ElementTree as xml
import zipfile
import zlib

tree, packages = map(pathlib.Path, sys.argv[1:])
changes = tree.joinpath("CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1].split("\n##")[0]
# The release notes are plain text: each paragraph and each item is one line, without the marks of Markdown.
notes = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", changes).replace("[", "", 1).replace("]", "", 1)
notes = re.sub(r"^#+ |`|\*\*", "", notes, flags=re.M)
notes = [line.strip() for line in re.sub(r"\n +(?=\S)|(?<=[^\n])\n(?=[^\s-])", " ", notes).splitlines()]
missing = []


def need(name, what, holds):
    if not holds:
        missing.append(f"{name}: {what}")


def opacity(png):
    """Returns the opacity of the pixel in the middle of each row of a PNG picture with 8-bit RGBA pixels."""
    width, height, kind = struct.unpack(">II5s", png[16:29])
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and kind == b"\x08\x06\0\0\0"
    at, packed = 8, b""
    while at < len(png):
        length, chunk = struct.unpack(">I4s", png[at:at + 8])
        packed += png[at + 8:at + 8 + length] if chunk == b"IDAT" else b""
        at += length + 12
    rows, above, middles = zlib.decompress(packed), bytes(4 * width), []
    for y in range(height):
        method, *row = rows[y * (4 * width + 1):(y + 1) * (4 * width + 1)]
        for i in range(4 * width):
            left, up, corner = (row[i - 4] if i > 3 else 0), above[i], (above[i - 4] if i > 3 else 0)
            nearest = min((left, up, corner), key=lambda byte: abs(left + up - corner - byte))
            row[i] = (row[i] + (0, left, up, (left + up) // 2, nearest)[method]) % 256
        above = row
        middles.append(row[4 * (width // 2) + 3])
    return middles


found = sorted(packages.glob("*.nupkg"))
need(packages, "seven packages", len(found) == 7)
TOOLS = {"Lanewise.Tool": "Lanewise.Cli", "Lanewise.Fleet.Tool": "Lanewise.Cli.Fleet"}
for path in found:
    package, name = zipfile.ZipFile(path), path.name
    files = package.namelist()
    nuspec = xml.fromstring(package.read(next(file for file in files if file.endswith(".nuspec"))))
    data = {element.tag.split("}")[1]: element for element in nuspec[0]}
    identity = data["id"].text
    project = tree / "src" / TOOLS.get(identity, identity)
    # The package's page is README.md without HTML comments, without the two lines about the first release, which are false on
    # nuget.org, and with links that work everywhere.
    page = re.sub(r"^<!--.*-->\n", "", project.joinpath("README.md").read_text(encoding="utf-8"), flags=re.M)
    page, before_release = re.subn(
        r"^# Only after the first release.*\n|^Before the first release.*\n\n", "", page, flags=re.M)
    need(name, "a comment and a sentence about the first release in README.md", before_release == 2)
    address = (data["repository"].get("url") if data.get("repository") is not None else None) or ""

    def link_of(link):
        if address:
            return f"[{link[1]}]({address.removesuffix('.git')}/blob/{data['repository'].get('commit')}/{link[2]})"
        file = link[2].split("#")[0]
        return file if file == link[1] else f"{link[1]} ({file})"

    page = re.sub(r"\[([^\]]*)\]\(\.\./\.\./([^)]*)\)", link_of, page)
    need(name, "its page", data["readme"].text == "README.md" and package.read("README.md").decode() == page)
    need(name, "no relative link on its page", not re.search(r"\]\((?!https:)", page))
    need(name, "its icon", data["icon"].text == "icon.png" and opacity(package.read("icon.png")) == [255] * 128)
    need(name, "the licence", data["license"].text == "MIT")
    need(name, "five tags", len(data["tags"].text.split()) >= 5)
    told = data["releaseNotes"].text.replace("\r", "")
    need(name, "release notes", [line.strip() for line in told.splitlines()] == "\n".join(notes).strip().splitlines())
    need(name, "release notes without Markdown", not re.search(r"^#|\]\(|`|\*\*", told, re.M))
    need(name, "release notes that fit on a screen", 5 < len(told.splitlines()) < 12)
    need(name, "no address that is no public host", data.get("repository") is None or data["repository"].get("url", "https:").startswith("https:"))
    assembly = "lanewise-fleet" if identity == "Lanewise.Fleet.Tool" else project.name
    symbols = zipfile.ZipFile(path.with_suffix(".snupkg"))
    need(name, "symbols", any(file.endswith(f"/{assembly}.pdb") for file in symbols.namelist()))
    for part in (package, symbols):
        for file in part.namelist():
            # The source tree may be called "/src", which is also the path of a directory in which other packages were built.
            content = part.read(file)
            for folder in ("src", "artifacts"):
                need(name, f"no path of the tree in {file}", f"{tree}/{folder}/".encode() not in content)
    if identity in TOOLS:
        need(name, "no documentation of libraries", not any(file.endswith(".xml") and "Lanewise" in file for file in files))
        need(name, "no executable of one system", not any(file.endswith(("/lanewise", "/lanewise-fleet", ".exe")) for file in files))
        if identity == "Lanewise.Tool":
            # The program lanewise must not contain packages that only audits need.
            others = ("AWSSDK", "Npgsql", "RabbitMQ", "OpenTelemetry", "Sqlite", "SQLite", "Lanewise.Fleet")
            need(name, "nothing of lanewise-fleet", not any(file.split("/")[-1].startswith(others) for file in files))
        continue

    documentation = package.read(f"lib/net10.0/{identity}.xml").decode()
    need(name, "documentation", documentation.count("<member name=\"T:") > 5)
    need(name, "its assembly and nothing else to run", [file for file in files if file.endswith(".dll")] == [f"lib/net10.0/{identity}.dll"])
    if identity == "Lanewise.Gpu":
        assembly = package.read("lib/net10.0/Lanewise.Gpu.dll")
        for kernels in [project / "Kernels" / "lanewise.cl", *project.glob("Kernels/**/*.ptx.gz")]:
            need(name, kernels.name, kernels.name.encode() in assembly)
    wanted = {"Lanewise": [], "Lanewise.Icc": ["Lanewise", "Lanewise.Files"]}.get(identity, ["Lanewise"])
    dependencies = [element.get("id") for element in nuspec.iter() if element.tag.endswith("}dependency")]
    if identity == "Lanewise.Fleet":
        # Packages that connect to databases, brokers and object stores are not needed for hashing.
        project_file = project.joinpath("Lanewise.Fleet.csproj").read_text(encoding="utf-8")
        wanted = [*re.findall('PackageReference Include="([^"]*)"', project_file), "Lanewise", "Lanewise.Files"]
    wanted.sort()
    dependencies.sort()
    need(name, f"dependencies {wanted}", dependencies == wanted)
    exact = f"[{data['version'].text}]"
    for element in nuspec.iter():
        if element.tag.endswith("}dependency") and element.get("id").startswith("Lanewise"):
            need(name, f"{element.get('id')} {exact}, not {element.get('version')}", element.get("version") == exact)

print("\n".join(missing))
sys.exit(bool(missing))
