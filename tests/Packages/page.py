"""Makes a program from the code on a page: page.py PAGE PROGRAM EXPECTED.

C# blocks become one program, and console blocks become a script. EXPECTED receives the output that the page shows.
"""
import re
import sys

page, program, expected = sys.argv[1:]
text = open(page, encoding="utf-8").read()
code = "".join(re.findall(r"^```csharp\n(.*?)^```$", text, re.S | re.M))
if code:
    usings = re.findall(r"^using [\w.]+;$", code, re.M)
    body = re.sub(r"^using [\w.]+;\n", "", code, flags=re.M)
    prints = re.findall(r"// prints (.*)$", code, re.M)
    source = "\n".join(dict.fromkeys(usings)) + "\n" + body
else:
    lines = "".join(re.findall(r"^```console\n(.*?)^```$", text, re.S | re.M)).splitlines()
    source = "".join(line[2:] + "\n" for line in lines if line.startswith("$ "))
    prints = [line for line in lines if not line.startswith("$ ")]
assert source.strip() and prints, f"{page} has no code that prints"
open(program, "w", encoding="utf-8").write(source)
open(expected, "w", encoding="utf-8").write("".join(line + "\n" for line in prints))
