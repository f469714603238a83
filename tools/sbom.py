#!/usr/bin/env python3
"""Writes the bill of materials of the packages and programs: sbom.py TREE, as CycloneDX 1.5 (JSON), to standard output.

It reads the restored packages (project.assets.json under artifacts/obj and artifacts/ahead-*/obj of the tree), so the tree must
be built. The output contains no time and no random number, so the same input gives the same bytes. "Browser" is the npm package.
"""

import base64
import json
import pathlib
import subprocess
import sys
import uuid
import xml.etree.ElementTree as xml

PROJECTS = ["Lanewise", "Lanewise.Files", "Lanewise.Fleet", "Lanewise.Icc", "Lanewise.Gpu", "Lanewise.Cli", "Lanewise.Cli.Fleet",
            "Lanewise.Native", "Browser"]
tree = pathlib.Path(sys.argv[1])
version = subprocess.run([tree / "tools/version"], capture_output=True, text=True, check=True).stdout.strip()
commit = subprocess.run(["git", "-C", tree, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()


def reference(name, number):
    return f"pkg:nuget/{name}@{number}"


def licence(folder):
    """Returns the SPDX expression from the package's own metadata."""
    nuspec = next(folder.glob("*.nuspec"), None)
    if nuspec is None:
        return []
    for element in xml.parse(nuspec).getroot().iter():
        if element.tag.endswith("}license") and element.get("type") == "expression":
            return [{"expression": element.text}]
    return []


components, edges = {}, {}


def add(name, number, folder, sha512):
    component = {"type": "library", "bom-ref": reference(name, number), "name": name, "version": number, "purl": reference(name, number)}
    if sha512:
        component["hashes"] = [{"alg": "SHA-512", "content": base64.b64decode(sha512).hex()}]
    if licences := licence(folder):
        component["licenses"] = licences
    components[component["bom-ref"]] = component
    edges.setdefault(component["bom-ref"], set())
    return component["bom-ref"]


for project in PROJECTS:
    own = edges.setdefault(f"lanewise:{project}", set())
    found = sorted([*tree.glob(f"artifacts/obj/{project}/project.assets.json"),
                    *tree.glob(f"artifacts/ahead-*/obj/{project}/project.assets.json")])
    if not found:
        sys.exit(f"{project} is not restored; build it first.")
    for path in found:
        assets = json.loads(path.read_text())
        cache = pathlib.Path(next(iter(assets["packageFolders"])))
        for libraries in assets["targets"].values():
            resolved = {key.split("/")[0]: key.split("/")[1] for key in libraries}
            for key, library in libraries.items():
                # An analyzer adds no code to the output, and has no dependencies.
                if library["type"] != "package" or not {"runtime", "native", "runtimeTargets", "dependencies"} & library.keys():
                    continue
                name, number = key.split("/")
                stored = assets["libraries"][key]
                one = add(name, number, cache / stored["path"], stored.get("sha512"))
                own.add(one)
                edges[one] |= {reference(other, resolved[other]) for other in library.get("dependencies", {}) if other in resolved}
        for framework in assets["project"]["frameworks"].values():
            # The runtime that is linked to native code, and the native compiler.
            for pack in framework.get("downloadDependencies") or []:
                number = pack["version"].strip("[]").split(",")[0]
                folder = cache / pack["name"].lower() / number
                digest = next(folder.glob("*.nupkg.sha512"), None)
                own.add(add(pack["name"], number, folder, digest and digest.read_text()))

document = {
    "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
    "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, commit)}",
    "metadata": {"component": {
        "type": "application", "bom-ref": "lanewise", "name": "lanewise", "version": version, "licenses": [{"expression": "MIT"}],
        "components": [{"type": "library", "bom-ref": f"lanewise:{name}", "name": name, "version": version} for name in PROJECTS]}},
    "components": [components[key] for key in sorted(components)],
    "dependencies": [{"ref": key, "dependsOn": sorted(value & components.keys())} for key, value in sorted(edges.items())],
}
json.dump(document, sys.stdout, indent=2)
print()
