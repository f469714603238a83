#!/usr/bin/env python3
"""Makes the Python wheel from bindings/python and the library that tools/make-native.sh made, in artifacts/wheels.

The wheel works with any supported Python version. The newest symbol that the library uses determines the required glibc version.
The same input gives the same bytes.
"""

import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NATIVE = ROOT / "artifacts/native/lib"
PACKAGE = ROOT / "bindings/python/lanewise"
TIME = (2000, 1, 1, 0, 0, 0)


def version():
    return subprocess.run([ROOT / "tools/version"], capture_output=True, text=True, check=True).stdout.strip()


def glibc(libraries):
    """Returns the oldest glibc version that has every symbol."""
    newest = (2, 17)
    for library in libraries:
        symbols = subprocess.run(["objdump", "-T", library], capture_output=True, text=True, check=True).stdout
        newest = max([newest, *((int(a), int(b)) for a, b in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols))])
    return newest


def main():
    libraries = sorted(path for path in NATIVE.rglob("liblanewise.so.0"))
    if not libraries:
        sys.exit("artifacts/native holds no library; run tools/make-native.sh first.")

    tag = "py3-none-manylinux_{}_{}_x86_64".format(*glibc(libraries))
    name = f"lanewise-{version()}"
    info = f"{name}.dist-info"
    files = {f"lanewise/{path.name}": path.read_bytes() for path in sorted(PACKAGE.iterdir()) if path.is_file()}
    files |= {f"lanewise/lib/{path.relative_to(NATIVE)}": path.read_bytes() for path in libraries}
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: lanewise\nVersion: {version()}\nLicense: MIT\nRequires-Python: >=3.9\n"
        "Summary: Hashes of one message, or of many messages at once in SIMD lanes\n"
        "Description-Content-Type: text/markdown\n\n").encode() + (ROOT / "docs/python.md").read_bytes()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: tools/make-wheel.py\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[f"{info}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = "".join(
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
        for path, data in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()

    folder = ROOT / "artifacts/wheels"
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"{name}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, TIME)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, data)
    print(wheel.relative_to(ROOT))


main()
