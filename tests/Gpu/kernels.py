"""Compares every kernel with known answers, other programs and plain references, on one device.

    kernels.py host LIBRARY | opencl LIBRARY [small]

Each failure has a line with the kernel and the case. The last line is "N passed, N failed, N skipped".
"""
import hashlib
import json
import random
import shutil
import struct
import subprocess
import sys
from pathlib import Path

from devices import Buffer, Far, Host, OpenCl, TABLE
import references as plain

VECTORS = Path(__file__).resolve().parents[1] / "vectors"
rng = random.Random(20261121)
passed = failed = skipped = 0
seen = set()


def check(what, got, expected):
    global passed, failed
    if bytes(got) == bytes(expected):
        passed += 1
        return
    failed += 1
    position = next((i for i, (a, b) in enumerate(zip(got, expected)) if a != b), min(len(got), len(expected)))
    print(f"FAILED: {what}: byte {position}: {bytes(got[position:position + 8]).hex()}, expected {bytes(expected[position:position + 8]).hex()}")


def skip(why):
    global skipped
    skipped += 1
    print(f"skipped: {why}")


def cases(path, wanted=None):
    for case in json.loads((VECTORS / path).read_text())["cases"]:
        if "input_pattern" in case:
            pattern = case["input_pattern"]
            data = bytes((pattern.get("start", 0) + i) % pattern["modulus"] for i in range(pattern["len"]))
        else:
            data = bytes.fromhex(case["input_hex"])
        if wanted is None or wanted(case["params"], data):
            yield {**case["params"], **{k: v for k, v in case.items() if k == "kind"}}, data, bytes.fromhex(case["output_hex"])


def launch(kernel, items, **values):
    seen.add(kernel)
    device.launch(kernel, items, **values)


def expect(what, buffer, expected):
    """Checks the data, and that the bytes after it, which fill the last word, are unchanged."""
    check(what, buffer.bytes, expected + b"\xa5" * (len(buffer.bytes) - len(expected)))


def bytes_of(length):
    return rng.randbytes(length)


def is_plain_skein(parameters):
    return "tree" not in parameters and "input_bits" not in parameters


# ---- ciphers ----
def check_references():
    for path in ("xtea/bouncycastle.json", "xtea/cryptopp-rounds.json", "xtea/little-endian.json"):
        for p, text, out in cases(path):
            key, big = bytes.fromhex(p["key_hex"]), p["byte_order"] == "big"
            check(f"plain XTEA, {p}", plain.xtea_encrypt(key, p["feistel_rounds"], big, text), out)
    for size in (256, 512, 1024):
        for p, text, out in cases(f"threefish/threefish{size}-internals.json"):
            key, tweak = bytes.fromhex(p["key_hex"]), bytes.fromhex(p["tweak_hex"])
            check(f"plain Threefish-{size}", plain.threefish_encrypt(key, tweak, text), out)
    for p, text, out in cases("skein/golden-kat-skein-512.json", lambda p, d: is_plain_skein(p) and len(d) < 200):
        initial = plain.skein512_initial(p["output_bits"], bytes.fromhex(p.get("key_hex", "")))
        check(f"plain Skein-512, {p}", plain.skein512_finish(initial, text, len(out)), out)
    for p, text, out in cases("blake3/blake3-kat.json", lambda p, d: "context" not in p and len(d) < 9000):
        key, flags = (struct.unpack("<8I", bytes.fromhex(p["key_hex"])), 16) if p else (plain.IV32, 0)
        check(f"plain BLAKE3, {len(text)} bytes", plain.blake3(text, len(out), 0, key, flags), out)
        check(f"plain BLAKE3, {len(text)} bytes, seek", plain.blake3(text, 30, 97, key, flags), out[97:127])


def xtea():
    def block_run(key, rounds, big, data, launches):
        low, high = plain.xtea_structures(key, rounds, big)
        encrypted = plain.xtea_encrypt(key, rounds, big, data)
        same = dict(low=low, high=high, rounds=rounds, bigEndian=int(big), end=len(data) // 8, launches=launches)
        what = f"{rounds} rounds, big {big}, {len(data)} bytes, {launches} launches"
        source, destination = Buffer(data), Buffer(bytes(len(data)))
        launch("lw_xtea_encrypt", len(data) // 8, source=source, destination=destination, **same)
        expect(f"lw_xtea_encrypt, {what}", destination, encrypted if data else b"")
        expect(f"lw_xtea_encrypt, source, {what}", source, data)
        # Decrypts the result in place.
        launch("lw_xtea_decrypt", len(data) // 8, source=destination, destination=destination, **same)
        expect(f"lw_xtea_decrypt, {what}", destination, data)

    for path in ("xtea/bouncycastle.json", "xtea/cryptopp-rounds.json", "xtea/little-endian.json"):
        for number, (p, text, _) in enumerate(cases(path)):
            if small and "cryptopp" in path and number % 9 not in (0, 5):
                continue
            block_run(bytes.fromhex(p["key_hex"]), p["feistel_rounds"], p["byte_order"] == "big", text, 1)
    for blocks, launches in ((0, 1), (1, 1), (3, 1), *(((33, 1), (100, 2)) if small else ((257, 1), (1000, 3)))):
        for rounds in (64, 66, 126, 128, 2, 16, 30):
            block_run(bytes_of(16), rounds, bool(blocks + rounds // 2 & 1), bytes_of(8 * blocks), launches)

    for length in (1, 7, 8, 9, 24, 261) + (() if small else (4001,)):
        for big in (False, True):
            key, rounds, data = bytes_of(16), rng.choice((64, 128, 32)), bytes_of(length)
            counter = rng.choice((0, 2**64 - 3, 0xFFFFFFFE, rng.getrandbits(64)))
            low, high = plain.xtea_structures(key, rounds, big)
            expected = plain.counter_mode(lambda block: plain.xtea_encrypt(key, rounds, big, block), 8, counter, data)
            same = dict(low=low, high=high, rounds=rounds, bigEndian=int(big), counter=counter, length=length)
            for launches in (1, 2):
                source, destination = Buffer(data), Buffer(bytes(length))
                launch("lw_xtea_ctr", -(-length // 8), source=source, destination=destination, launches=launches, **same)
                expect(f"lw_xtea_ctr, {length} bytes from {counter:x}, big {big}, {launches} launches", destination, expected)

    for lengths in ([8], [0, 8, 0, 0, 16, 8, 0], [8 * rng.randrange(0, 9) for _ in range(9 if small else 200)], [8 * 40, 8 * 30]):
        for rounds, big in ((64, True), (128, False), (18, False), (90, True)):
            keys, starts, data, expected = bytes_of(16 * len(lengths)), [0], b"", b""
            for i, length in enumerate(lengths):
                packet = bytes_of(length)
                data += packet
                expected += plain.xtea_encrypt(keys[16 * i:16 * i + 16], rounds, big, packet)
                starts.append(starts[-1] + length // 8)
            buffer, what = Buffer(data), f"{len(lengths)} packets, {rounds} rounds, big {big}"
            same = dict(keys=Buffer(keys), starts=Buffer(struct.pack(f"<{len(starts)}Q", *starts)), packets=len(lengths),
                        rounds=rounds, bigEndian=int(big), end=starts[-1], launches=2)
            launch("lw_xtea_packets_encrypt", starts[-1], source=buffer, destination=buffer, **same)
            expect(f"lw_xtea_packets_encrypt, {what}", buffer, expected)
            launch("lw_xtea_packets_decrypt", starts[-1], source=buffer, destination=buffer, **same)
            expect(f"lw_xtea_packets_decrypt, {what}", buffer, data)


def threefish():
    for size in (256, 512, 1024):
        block, name = size // 8, f"lw_threefish{size}"

        def run(key, tweak, data, encrypted, launches):
            blocks = len(data) // block
            same = dict(key=plain.threefish_structure(key, tweak), end=blocks, launches=launches)
            source, destination, what = Buffer(data), Buffer(bytes(len(data))), f"{blocks} blocks, {launches} launches"
            launch(f"{name}_encrypt", blocks, source=source, destination=destination, **same)
            expect(f"{name}_encrypt, {what}", destination, encrypted)
            launch(f"{name}_decrypt", blocks, source=destination, destination=destination, **same)
            expect(f"{name}_decrypt, {what}", destination, data)

        for p, text, out in cases(f"threefish/threefish{size}-internals.json"):
            run(bytes.fromhex(p["key_hex"]), bytes.fromhex(p["tweak_hex"]), text, out, 1)
        for blocks, launches in ((0, 1), (1, 1), (3, 1), (33, 2)) if small else ((0, 1), (1, 1), (3, 1), (33, 2), (129, 3)):
            key, tweak, data = bytes_of(block), bytes_of(16), bytes_of(blocks * block)
            run(key, tweak, data, plain.threefish_encrypt(key, tweak, data), launches)
        for length in (1, 8, 9, block - 1, block, block + 1, 3 * block + 13, 34 * block - 3):
            key, tweak, data = bytes_of(block), bytes_of(16), bytes_of(length)
            # The first counter causes a carry into every word, and another causes a single carry.
            counter = rng.choice((2**size - 2, 2**128 - 1, rng.getrandbits(size)))
            buffer = Buffer(data)
            expected = plain.counter_mode(lambda b: plain.threefish_encrypt(key, tweak, b), block, counter, data)
            words = struct.pack(f"<{block // 8}Q", *struct.unpack(f">{block // 8}Q", counter.to_bytes(block, "big")))
            launch(f"{name}_ctr", -(-length // block), source=buffer, destination=buffer,
                   key=plain.threefish_structure(key, tweak), counter=words, length=length, launches=2)
            expect(f"{name}_ctr, {length} bytes from {counter:x}", buffer, expected)


# ---- hashes of many messages ----
def lay_out(lengths, gap):
    """Places messages `gap` bytes apart. The order of the offsets differs from that of the digests."""
    data, offsets = bytearray(bytes_of(gap)), []
    for length in lengths:
        offsets.append(len(data))
        data += bytes_of(length) + bytes_of(gap)
    if gap:
        del data[-gap:]
    order = sorted(range(len(lengths)), key=lambda i: -lengths[i])
    table = b"".join(struct.pack("<QII", offsets[i], lengths[i], i) for i in order)
    return bytes(data), offsets, table


def hash_many(name, reference, hash_sizes, block, extra, big=0):
    """Hashes messages of equal and of different lengths with NAME_many and NAME_ragged.

    `extra(hash_bytes, longest, items)` gives other arguments."""
    boundary = [0, 1, 2, 3, 7, 8, block - 9, block - 8, block - 1, block, block + 1, 2 * block - 1, 2 * block, 3 * block + 5]
    sizes = iter(hash_sizes * 100)
    for length in boundary + ([] if small else [1000, 4096]):
        whole = -(-length // 16) * 16
        for count, stride, start, launches in ((1, length, 0, 1), (5, length, 0, 1), (35, whole, 16, 2), (3, length + 3, 5, 1)):
            if small and count == 35 and length not in (1, block):
                continue
            hash_bytes = next(sizes)
            data = bytes_of(start + (count - 1) * stride + length)
            messages = [data[start + i * stride:start + i * stride + length] for i in range(count)]
            digests = Buffer(bytes(count * hash_bytes))
            launch(f"{name}_many", count, source=Buffer(data), digests=digests, start=start, stride=stride, length=length,
                   end=count, launches=launches, **extra(hash_bytes, length, count))
            expect(f"{name}_many, {count} of {length} bytes every {stride} from {start}, digests of {hash_bytes}", digests,
                   b"".join(reference(m, hash_bytes) for m in messages))
    batches = ((boundary, 0, 1), (boundary, 1, 1), (boundary * 3, 16, 2), ([0], 0, 1), ([0, 0], 0, 1), ([big or block * 5], 3, 1))
    for lengths, gap, launches in batches:
        hash_bytes = next(sizes)
        data, offsets, table = lay_out(lengths, gap)
        digests = Buffer(bytes(len(lengths) * hash_bytes))
        launch(f"{name}_ragged", len(lengths), source=Buffer(data), places=Buffer(table), digests=digests, end=len(lengths),
               launches=launches, **extra(hash_bytes, max(lengths), len(lengths)))
        expect(f"{name}_ragged, {len(lengths)} messages, {gap} bytes apart, digests of {hash_bytes}", digests,
               b"".join(reference(data[o:o + n], hash_bytes) for o, n in zip(offsets, lengths)))


def md5():
    for path in ("md5/rfc1321.json", "md5/rustcrypto.json"):
        for p, text, out in cases(path):
            digests = Buffer(bytes(16))
            launch("lw_md5_many", 1, source=Buffer(text), digests=digests, start=0, stride=0, length=len(text), end=1)
            expect(f"lw_md5_many, {path}, {len(text)} bytes", digests, out)
    hash_many("lw_md5", lambda m, n: hashlib.md5(m).digest(), [16], 64, lambda *_: {}, 100_000)


def blake2():
    for variant, function, longest, block in (("b", hashlib.blake2b, 64, 128), ("s", hashlib.blake2s, 32, 64)):
        name = f"lw_blake2{variant}"

        def structures(hash_bytes, **parameters):
            names = {"person" if k == "personal" else k: v for k, v in parameters.items()}
            return plain.blake2_structures(variant, hash_bytes, function(digest_size=hash_bytes, **names).digest(), **parameters)

        vectors = [*cases(f"blake2/blake2{variant}-kat.json", lambda p, d: len(d) % (37 if small else 3) == 0),
                   *cases(f"blake2/rustcrypto-blake2{variant}.json"), *cases(f"blake2/rfc7693-blake2{variant}.json")]
        for p, text, out in vectors:
            unknown = set(p) - {"key_hex", "salt_hex", "personal_hex"}
            if unknown:
                skip(f"BLAKE2{variant} with {unknown}")
                continue
            parameters = {k.removesuffix("_hex"): bytes.fromhex(v) for k, v in p.items()}
            initial, empty = structures(len(out), **parameters)
            if not text:
                empty = out.ljust(len(empty), b"\0")
            digests = Buffer(bytes(len(out)))
            launch(f"{name}_many", 1, source=Buffer(text), digests=digests, initial=initial, empty=empty, start=0, stride=0,
                   length=len(text), hashBytes=len(out), end=1)
            expect(f"{name}_many, known answer of {len(text)} bytes, {p}", digests, out)
        for key in (b"", bytes_of(longest // 2)):
            hash_many(name, lambda m, n: function(m, digest_size=n, key=key).digest(),
                      [longest, 20, 1, longest // 2, longest - 1], block,
                      lambda n, *_: dict(zip(("initial", "empty"), structures(n, key=key)), hashBytes=n), 0 if small else 100_000)


def skein():
    for path in ("skein/golden-kat-skein-512.json", "skein/rustcrypto-skein-512.json"):
        for number, (p, text, out) in enumerate(cases(path, lambda p, d: is_plain_skein(p))):
            if small and number % 7:
                continue
            digests = Buffer(bytes(len(out)))
            initial = plain.skein512_initial(p["output_bits"], bytes.fromhex(p.get("key_hex", "")))
            launch("lw_skein512_many", 1, source=Buffer(text), digests=digests, initial=initial, start=0, stride=0,
                   length=len(text), hashBytes=len(out), end=1)
            expect(f"lw_skein512_many, known answer of {len(text)} bytes, {p}", digests, out)
    known = {n: plain.skein512_initial(8 * n) for n in (64, 20, 63, 65, 200)}
    hash_many("lw_skein512", lambda m, n: plain.skein512_finish(known[n], m, n), list(known), 64,
              lambda n, *_: dict(initial=known[n], hashBytes=n))


# ---- BLAKE3 ----
IV32 = struct.pack("<8I", *plain.IV32)


def levels_of(length):
    return (max(length - 1, 0) >> 10).bit_length()


def blake3_message(key, flags, text, hash_bytes):
    digests, levels = Buffer(bytes(hash_bytes)), levels_of(len(text))
    launch("lw_blake3_many", 1, source=Buffer(text), digests=digests, stack=Buffer(bytes(32 * levels)), key=key, flags=flags,
           levels=levels, start=0, stride=0, length=len(text), hashBytes=hash_bytes, end=1)
    return digests


def blake3_tree(key, flags, source, start, length, offset, count, launches=1):
    """Hashes the whole tree on the device, as README.md describes."""
    chunks = max(1, -(-length // 1024))
    values = Buffer(bytes(32 * chunks))
    launch("lw_blake3_chunks", chunks, source=source, values=values, key=key, flags=flags, start=start, length=length,
           leaveLast=int(chunks == 1), end=chunks, launches=launches)
    output = Buffer(bytes(count))
    if chunks == 1:
        last = max(length - 1, 0) // 64 * 64
        root = dict(chaining=values, block=source, blockStart=start + last, blockLength=length - last,
                    flags=flags | 2 | (1 if last == 0 else 0))
    else:
        while chunks > 2:
            parents = Buffer(bytes(32 * -(-chunks // 2)))
            launch("lw_blake3_parents", -(-chunks // 2), values=values, parents=parents, key=key, flags=flags, count=chunks,
                   launches=launches)
            values, chunks = parents, -(-chunks // 2)
        root = dict(chaining=Buffer(key), block=values, blockStart=0, blockLength=64, flags=flags | 4)
    launch("lw_blake3_output", (offset % 64 + count + 63) // 64, output=output, offset=offset, length=count,
           launches=launches, **root)
    return output


def blake3():
    contexts = {}
    chosen = cases("blake3/blake3-kat.json", lambda p, d: not small or len(d) <= 1025 and len(d) % 2 == 1 or len(d) == 4097)
    for p, text, out in chosen:
        if "context" in p:
            if p["context"] not in contexts:
                contexts[p["context"]] = bytes(blake3_message(IV32, 32, p["context"].encode(), 32).bytes)
            key, flags = contexts[p["context"]], 64
        elif "key_hex" in p:
            key, flags = bytes.fromhex(p["key_hex"]), 16
        else:
            key, flags = IV32, 0
        what = f"known answer of {len(text)} bytes, flags {flags}"
        expect(f"lw_blake3_many, {what}", blake3_message(key, flags, text, len(out)), out)
        for offset, end in ((0, 131), (0, 32), (1, 131), (63, 66), (64, 131), (67, 100), (128, 129)):
            if small and flags and offset not in (0, 67):
                continue
            start = rng.choice((0, 16, 5))
            source = Buffer(bytes_of(start) + text)
            got = blake3_tree(key, flags, source, start, len(text), offset, end - offset, 1 + (len(text) > 33_000))
            expect(f"lw_blake3_output, {what}, bytes {offset} to {end}", got, out[offset:end])

    hash_many("lw_blake3", plain.blake3, [32, 20, 64, 65, 131, 1], 64,
              lambda n, longest, items: dict(stack=Buffer(bytes(32 * levels_of(longest) * items)), key=IV32, flags=0,
                                             levels=levels_of(longest), hashBytes=n))
    # Messages with many chunks and various lengths produce every state of BLAKE3's stack of chaining values.
    lengths = [1024 * n + d for n in (range(1, 6) if small else range(1, 20)) for d in (0, 1, 700)]
    data, offsets, table = lay_out(lengths, 0)
    digests, levels = Buffer(bytes(32 * len(lengths))), levels_of(max(lengths))
    launch("lw_blake3_ragged", len(lengths), source=Buffer(data), places=Buffer(table), digests=digests,
           stack=Buffer(bytes(32 * levels * len(lengths))), key=IV32, flags=0, levels=levels, hashBytes=32, end=len(lengths))
    expect("lw_blake3_ragged, many chunks", digests, b"".join(plain.blake3(data[o:o + n], 32) for o, n in zip(offsets, lengths)))
    # The kernel must not hash a message that needs a deeper stack.
    digests = Buffer(b"\x11" * 32)
    launch("lw_blake3_many", 1, source=Buffer(bytes(2049)), digests=digests, stack=Buffer(b""), key=IV32, flags=0, levels=1,
           start=0, stride=0, length=2049, hashBytes=32, end=1)
    expect("lw_blake3_many, stack too small", digests, b"\x11" * 32)
    for length in (5000,) if small else (5000, 262_145):
        data = bytes_of(length)
        if shutil.which("b3sum"):
            other = subprocess.run(["b3sum", "--no-names"], input=data, capture_output=True, check=True).stdout.decode()
            check(f"plain BLAKE3, {length} bytes, b3sum", plain.blake3(data, 32), bytes.fromhex(other))
        else:
            skip(f"b3sum is missing: BLAKE3 of {length} bytes")
        for offset, count in ((0, 32), (2**40 + 3, 200), (640, 64 * 33)):
            got = blake3_tree(IV32, 0, Buffer(data), 0, length, offset, count, 2)
            expect(f"lw_blake3_output, {length} bytes, {count} from {offset}", got, plain.blake3(data, count, offset))


# ---- search ----
def search():
    text = b"lanewise proof of work"

    def leading_zeros(digest):
        return 8 * len(digest) - int.from_bytes(digest, "big").bit_length()

    def run(name, block, reference, **extra):
        for first, count, bits in ((0, 1, 0), (2**32 - 40, 100, 4), (12345, 600 if small else 5000, 6), (2**63, 200, 5)):
            expected = [n for n in range(first, first + count) if leading_zeros(reference(struct.pack("<Q", n) + text)) >= bits]
            for capacity in (count, 1):
                found, nonces = Buffer(bytes(8)), Buffer(bytes(8 * capacity))
                launch(name, count, found=found, nonces=nonces, block=block, zeroBits=bits, capacity=capacity,
                       end=first + count, first=first, launches=1 + (count > 150), **extra)
                what = f"{name}, {count} from {first}, {bits} bits"
                check(f"{what}: count", found.bytes[:4], struct.pack("<I", len(expected)))
                got = sorted(struct.unpack(f"<{capacity}Q", nonces.bytes))[capacity - min(capacity, len(expected)):]
                if capacity == count:
                    check(what, struct.pack(f"<{len(got)}Q", *got), struct.pack(f"<{len(expected)}Q", *expected))
                else:
                    check(f"{what}: one of them", [n in expected for n in got], [True] * len(got))

    length = 8 + len(text)
    tail = (bytes(8) + text + b"\x80").ljust(56, b"\0") + struct.pack("<Q", 8 * length)
    run("lw_md5_search", tail, lambda m: hashlib.md5(m).digest())
    block = (bytes(8) + text).ljust(64, b"\0")
    initial, _ = plain.blake2_structures("s", 32, b"")
    run("lw_blake2s_search", block, lambda m: hashlib.blake2s(m).digest(), initial=initial, blockLength=length)
    known = {}

    def blake3_digest(message):
        if message not in known:
            known[message] = plain.blake3(message, 32)
        return known[message]

    run("lw_blake3_search", block, blake3_digest, key=IV32, blockLength=length, flags=0)


# ---- beyond 4 GiB ----
def far():
    if not isinstance(device, Host):
        return
    memory, base = Far(2**32 + 2**20), 2**32

    def put(at, data):
        memory.bytes[at:at + len(data)] = data
        return data

    def got(what, at, expected):
        check(f"{what}, beyond 4 GiB", memory.bytes[at:at + len(expected)], expected)

    key, low_high = bytes_of(16), {}
    low_high["low"], low_high["high"] = plain.xtea_structures(key, 64, True)
    data = put(base + 8, bytes_of(24))
    launch("lw_xtea_encrypt", 3, source=memory, destination=memory, rounds=64, bigEndian=1, first=2**29 + 1, end=2**29 + 4,
           **low_high)
    got("lw_xtea_encrypt", base + 8, plain.xtea_encrypt(key, 64, True, data))
    data = put(base + 64, bytes_of(20))
    launch("lw_xtea_ctr", 3, source=memory, destination=memory, rounds=64, bigEndian=1, counter=5, first=2**29 + 8,
           length=base + 84, **low_high)
    stream = plain.counter_mode(lambda block: plain.xtea_encrypt(key, 64, True, block), 8, 5 + 2**29 + 8, data)
    got("lw_xtea_ctr", base + 64, stream + bytes(4))

    key, tweak, data = bytes_of(64), bytes_of(16), put(base + 128, bytes_of(100))
    launch("lw_threefish512_ctr", 2, source=memory, destination=memory, key=plain.threefish_structure(key, tweak),
           counter=bytes(64), first=2**26 + 2, length=base + 228)
    encrypt = lambda block: plain.threefish_encrypt(key, tweak, block)
    got("lw_threefish512_ctr", base + 128, plain.counter_mode(encrypt, 64, 2**26 + 2, data) + bytes(28))

    for name, index, offset in (("lw_md5_ragged", 2**28 + 64, 1003), ("lw_md5_ragged", 2**28 + 65, 1024)):
        message, table = put(base + offset, bytes_of(200)), Buffer(struct.pack("<QII", base + offset, 200, index))
        launch(name, 1, source=memory, places=table, digests=memory, end=1)
        got(name, 16 * index, hashlib.md5(message).digest())
    digests, message = Buffer(bytes(32)), put(base + 2000, bytes_of(70))
    launch("lw_md5_many", 2, source=memory, digests=digests, start=0, stride=base + 2000, length=70, end=2)
    expect("lw_md5_many, beyond 4 GiB", digests, hashlib.md5(bytes(memory.bytes[:70])).digest() + hashlib.md5(message).digest())
    initial, message = plain.skein512_initial(512), put(base + 3001, bytes_of(130))
    places = Buffer(struct.pack("<QII", base + 3001, 130, 2**26 + 80))
    launch("lw_skein512_ragged", 1, source=memory, places=places, digests=memory, initial=initial, hashBytes=64, end=1)
    got("lw_skein512_ragged", base + 80 * 64, plain.skein512_finish(initial, message, 64))

    # The byte offset of chunk 2^22 exceeds 32 bits.
    message, values = put(base + 8192, bytes_of(1024)), Far(32 * (2**22 + 9))
    launch("lw_blake3_chunks", 1, source=memory, values=values, key=IV32, flags=0, start=0, length=base + 9216, leaveLast=0,
           first=2**22 + 8, end=2**22 + 9)
    cv, block, flag, counter = plain.blake3_node(plain.IV32, 0, message, 2**22 + 8)
    expected = struct.pack("<8I", *plain.blake3_compress(cv, block, counter, flag)[:8])
    check("lw_blake3_chunks, beyond 4 GiB", values.bytes[32 * (2**22 + 8):32 * (2**22 + 9)], expected)


def main():
    global device, small, failed
    if len(sys.argv) < 3 or sys.argv[1] not in ("host", "opencl"):
        sys.exit(__doc__)
    small = "small" in sys.argv[3:]
    device = (Host if sys.argv[1] == "host" else OpenCl)(sys.argv[2])
    print(f"Device: {device.name}")
    if "overrun" in sys.argv[3:]:
        # The launch reads one block beyond the buffer, which the memory checker must report.
        device.launch("lw_xtea_encrypt", 2, source=Buffer(bytes(8)), destination=Buffer(bytes(16)), low=bytes(256),
                      high=bytes(256), rounds=64, bigEndian=0, end=2)
        return
    check_references()
    families = (xtea, threefish, md5, blake2, blake3, skein, search, far)
    only = [family for family in families if family.__name__ in sys.argv[3:]]
    for family in families:
        if not only or family in only:
            before = passed
            family()
            print(f"{family.__name__}: {passed - before} passed")
    if not only:
        missing = sorted(set(TABLE) - seen)
        if missing:
            failed += 1
            print(f"FAILED: no case launches {missing}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed or not passed else 0)


main()
