"""Checks that the search index of a site lists the pages of each folder in order: search-order.py DIST.

The index lists the pages in the order in which they were read. If this order is accidental, two builds differ.
"""

import glob
import os
import re
import sys

(index,) = glob.glob(os.path.join(sys.argv[1], "assets/chunks/@localSearchIndex*"))
with open(index, encoding="utf-8") as file:
    documents = re.search(r"documentIds.{0,3}:\{(.*?)\}", file.read()).group(1).replace('\\"', '"')
folders = {}
for page in dict.fromkeys(re.findall(r'"\d+":"([^"#]*)', documents)):
    folders.setdefault(os.path.dirname(page), []).append(os.path.basename(page))
if sum(map(len, folders.values())) < 100:
    sys.exit("the search index lists fewer than 100 pages")
for folder, pages in folders.items():
    if pages != sorted(pages):
        sys.exit(f"the search index lists the pages of {folder} in an accidental order")
