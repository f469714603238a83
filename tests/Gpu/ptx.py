"""Checks the text of the committed PTX. No device is needed or used.

    ptx.py check          checks entry points and arguments against README.md, that local memory is unused, and that rotations are shf
    ptx.py operations     prints a table of integer operations per byte
"""
import gzip
import re
import sys

from devices import FAMILIES, KERNELS, STRUCTURES, TABLE

# Maps each kernel to the funnel shifts of its algorithm: one per 32-bit rotation, two per 64-bit rotation, and none if the halves
# are only swapped.
XTEA, BLAKE2B, BLAKE2S, BLAKE3 = 0, 12 * 8 * 3 * 2, 10 * 8 * 4, 7 * 8 * 4
TF256, TF512, TF1024 = (72 * 2 - 18) * 2, 72 * 4 * 2, 80 * 8 * 2
ROTATIONS = {
    **{name: XTEA for name in TABLE if "xtea" in name},
    **{name: TF256 for name in TABLE if "threefish256" in name},
    **{name: TF512 for name in TABLE if "threefish512" in name},
    **{name: TF1024 for name in TABLE if "threefish1024" in name},
    **{name: 64 for name in TABLE if "md5" in name},
    **{name: BLAKE2B for name in TABLE if "blake2b" in name},
    **{name: BLAKE2S for name in TABLE if "blake2s" in name},
    **{name: BLAKE3 for name in TABLE if "blake3" in name},
    **{name: TF512 for name in TABLE if "skein" in name},
    # The chunks and parent nodes of a message share one copy of the rounds. The output blocks have a separate copy.
    "lw_blake3_many": 2 * BLAKE3,
    "lw_blake3_ragged": 2 * BLAKE3,
}

# Maps each kernel to the input bytes per run of its rounds, the number of basic blocks in such a run, and a readable name.
OPERATIONS = {
    "lw_xtea_encrypt": (8, 4, "XTEA, 64 rounds"),
    "lw_xtea_decrypt": (8, 4, "XTEA back"),
    "lw_xtea_packets_encrypt": (8, 4, "XTEA, own keys"),
    "lw_threefish256_encrypt": (32, 1, "Threefish-256"),
    "lw_threefish256_ctr": (32, 1, "Threefish-256 CTR"),
    "lw_threefish512_encrypt": (64, 1, "Threefish-512"),
    "lw_threefish512_ctr": (64, 1, "Threefish-512 CTR"),
    "lw_threefish1024_encrypt": (128, 1, "Threefish-1024"),
    "lw_threefish1024_ctr": (128, 1, "Threefish-1024 CTR"),
    "lw_md5_many": (64, 1, "MD5"),
    "lw_blake2b_many": (128, 1, "BLAKE2b"),
    "lw_blake2s_many": (64, 1, "BLAKE2s"),
    "lw_blake3_chunks": (64, 1, "BLAKE3 chunks"),
    "lw_skein512_many": (64, 1, "Skein-512"),
    "lw_md5_search": (None, 1, "MD5 search"),
    "lw_blake2s_search": (None, 1, "BLAKE2s search"),
    "lw_blake3_search": (None, 1, "BLAKE3 search"),
}


def modules():
    """Returns a map from kernels to (family, parameters, instructions)."""
    found = {}
    for family in FAMILIES:
        text = gzip.decompress((KERNELS / f"lanewise-{family}.ptx.gz").read_bytes()).decode("ascii")
        assert re.match(r"\.version 6\.3\n\.target sm_75\n\.address_size 64\n", text), f"{family}: unexpected target"
        for part in text.split(".visible .entry ")[1:]:
            name, rest = part.split("(", 1)
            parameters, body = rest.split(")\n", 1)
            form = r"\.param (?:\.align \d+ )?\.(\w+) \w+?(?:\[(\d+)\])?(?:,|\n|$)"
            found[name] = (family, re.findall(form, parameters), body)
    return found


def expected(kind):
    if kind.startswith("["):
        return "u64", ""
    return (kind, "") if kind in ("u32", "u64") else ("b8", str(STRUCTURES[kind]))


def check():
    failures, passed, kernels = [], 0, modules()

    def that(condition, what):
        nonlocal passed
        if condition:
            passed += 1
        else:
            failures.append(what)
            print(f"FAILED: {what}")

    that(set(kernels) == set(TABLE), f"entry points that are not in both: {sorted(set(kernels) ^ set(TABLE))}")
    for name, (family, parameters, body) in sorted(kernels.items()):
        if name not in TABLE:
            continue
        that(family == TABLE[name][0], f"{name} is in the module {family}")
        has, wanted = list(parameters), [expected(kind) for kind, _ in TABLE[name][1]]
        that(has == wanted, f"{name} takes {has}, the table says {wanted}")
        that(".local" not in body and "__local_depot" not in body, f"{name} uses local memory")
        that("call" not in re.findall(r"^\s*(?:@!?%p\d+ )?(\w+)", body, re.M), f"{name} calls a function")
        that(".maxntid 256, 1, 1" in body, f"{name} does not say how large a work group may be")
        shifts = len(re.findall(r"\bshf\.l\.wrap\.b32", body))
        # The compiler eliminates a few shifts in the first and last rounds, because half of a word is known or because the
        # result is unused.
        wanted_shifts = ROTATIONS[name]
        that(0.97 * wanted_shifts <= shifts <= wanted_shifts, f"{name} has {shifts} funnel shifts, its algorithm {wanted_shifts}")
        total = sum(int(size or 8) for _, size in wanted)
        that(total <= 1024, f"{name} takes {total} bytes of arguments")
    for name, (size, blocks, _) in OPERATIONS.items():
        count = counted(kernels[name][2], blocks)
        row = re.search(rf"^\| .*`{name}`.* \| (\d+) \| ([\d.]*) ?\|$", (KERNELS / "README.md").read_text(), re.M)
        wanted = (str(count), f"{count / size:.1f}" if size else "")
        that(row is not None and row.groups() == wanted, f"{name} has {wanted} operations, the table says otherwise")
    print(f"{passed} passed, {len(failures)} failed, 0 skipped")
    sys.exit(1 if failures else 0)


def counted(body, blocks):
    """Counts the integer operations of the largest basic blocks. A 64-bit operation counts as two operations. Moves,
    loads and conversions do not count."""
    costs, form = [], r"^\s*(?:@!?%p\d+ )?(?:add|sub|xor|and|or|not|sh[lrf]|prmt|selp|setp|mad|mul)\.([\w.]+)"
    for part in re.split(r"^\w+:\n|bra(?:\.uni)? [^\n]*\n", body, flags=re.M):
        cost = 0
        for kind in re.findall(form, part, re.M):
            cost += 2 if kind.endswith("64") else 1
        costs.append(cost)
    return sum(sorted(costs)[-blocks:])


def operations():
    kernels = modules()
    print("| kernel | | operations | per byte |\n|---|---|---:|---:|")
    for name, (size, blocks, title) in OPERATIONS.items():
        count = counted(kernels[name][2], blocks)
        print(f"| `{name}` | {title} | {count} | {f'{count / size:.1f}' if size else 'per candidate'} |")


{"check": check, "operations": operations}[sys.argv[1] if len(sys.argv) == 2 else "check"]()
