"""Plain references for algorithms without another implementation here, and the structures that kernels read. Known answers of
tests/vectors verify each reference before it is used (kernels.py, check_references)."""
import struct

MASK32, MASK64 = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF


# ---- XTEA ----
def xtea_words(key, big):
    return struct.unpack(">4I" if big else "<4I", key)


def xtea_schedule(key, rounds, big):
    k, words, total = xtea_words(key, big), [], 0
    for _ in range(rounds // 2):
        words.append((total + k[total & 3]) & MASK32)
        total = (total + 0x9E3779B9) & MASK32
        words.append((total + k[total >> 11 & 3]) & MASK32)
    return words


def xtea_structures(key, rounds, big):
    words = xtea_schedule(key, rounds, big)
    words += [0xDEADBEEF] * (128 - len(words))
    return struct.pack("<64I", *words[:64]), struct.pack("<64I", *words[64:])


def xtea_encrypt(key, rounds, big, data):
    words, form, out = xtea_schedule(key, rounds, big), ">2I" if big else "<2I", b""
    for o in range(0, len(data), 8):
        y, z = struct.unpack_from(form, data, o)
        for i, word in enumerate(words):
            if i % 2 == 0:
                y = (y + (((z << 4 ^ z >> 5) + z & MASK32) ^ word)) & MASK32
            else:
                z = (z + (((y << 4 ^ y >> 5) + y & MASK32) ^ word)) & MASK32
        out += struct.pack(form, y, z)
    return out


def xor(a, b):
    return bytes(x ^ y for x, y in zip(a, b))


def counter_mode(encrypt, block_bytes, counter, data):
    """`counter` is the number of the first counter block. It is stored in big-endian order."""
    blocks = (len(data) + block_bytes - 1) // block_bytes
    size = 1 << 8 * block_bytes
    stream = b"".join(encrypt(((counter + i) % size).to_bytes(block_bytes, "big")) for i in range(blocks))
    return xor(data, stream)


# ---- Threefish and Skein ----
ROTATIONS = {
    4: [(14, 16), (52, 57), (23, 40), (5, 37), (25, 33), (46, 12), (58, 22), (32, 32)],
    8: [(46, 36, 19, 37), (33, 27, 14, 42), (17, 49, 36, 39), (44, 9, 54, 56),
        (39, 30, 34, 24), (13, 50, 10, 17), (25, 29, 39, 43), (8, 35, 56, 22)],
    16: [(24, 13, 8, 47, 8, 17, 22, 37), (38, 19, 10, 55, 49, 18, 23, 52),
         (33, 4, 51, 13, 34, 41, 59, 17), (5, 20, 48, 41, 47, 28, 16, 25),
         (41, 9, 37, 31, 12, 47, 44, 30), (16, 34, 56, 51, 4, 53, 42, 41),
         (31, 44, 47, 46, 19, 42, 44, 25), (9, 48, 35, 52, 23, 31, 37, 20)],
}
PERMUTATION = {
    4: (0, 3, 2, 1),
    8: (2, 1, 4, 7, 6, 5, 0, 3),
    16: (0, 9, 2, 13, 6, 11, 4, 15, 10, 7, 12, 3, 14, 5, 8, 1),
}


def threefish_extended(key, tweak):
    words = len(key) // 8
    k = list(struct.unpack(f"<{words}Q", key))
    parity = 0x1BD11BDAA9FC1A22
    for word in k:
        parity ^= word
    t = list(struct.unpack("<2Q", tweak))
    return k + [parity], t + [t[0] ^ t[1]]


def threefish_structure(key, tweak):
    k, t = threefish_extended(key, tweak)
    return struct.pack(f"<{len(k) + 3}Q", *k, *t)


def threefish_encrypt(key, tweak, data):
    words = len(key) // 8
    k, t = threefish_extended(key, tweak)
    rounds, out = 80 if words == 16 else 72, b""
    for o in range(0, len(data), 8 * words):
        v = list(struct.unpack_from(f"<{words}Q", data, o))
        for d in range(rounds + 1):
            if d % 4 == 0:
                s = d // 4
                subkey = [k[(s + i) % (words + 1)] for i in range(words)]
                subkey[-3] += t[s % 3]
                subkey[-2] += t[(s + 1) % 3]
                subkey[-1] += s
                v = [(a + b) & MASK64 for a, b in zip(v, subkey)]
            if d == rounds:
                break
            mixed = []
            for j in range(words // 2):
                a, b, r = v[2 * j], v[2 * j + 1], ROTATIONS[words][d % 8][j]
                a = (a + b) & MASK64
                mixed += [a, (b << r | b >> 64 - r) & MASK64 ^ a]
            v = [mixed[p] for p in PERMUTATION[words]]
        out += struct.pack(f"<{words}Q", *v)
    return out


def skein_ubi(chaining, kind, text):
    """UBI (Skein 1.3, section 3.4) of one string of whole bytes."""
    size, position, first = len(chaining), 0, 1 << 62
    while True:
        block = text[position:position + size]
        position += len(block)
        final = 1 << 63 if position == len(text) else 0
        block = block.ljust(size, b"\0")
        tweak = struct.pack("<2Q", position, kind << 56 | first | final)
        chaining = xor(threefish_encrypt(chaining, tweak, block), block)
        first = 0
        if final:
            return chaining


def skein512_initial(hash_bits, key=b""):
    chaining = bytes(64)
    if key:
        chaining = skein_ubi(chaining, 0, key)
    return skein_ubi(chaining, 4, struct.pack("<4sHHQ16x", b"SHA3", 1, 0, hash_bits))


def skein512_finish(initial, message, hash_bytes):
    chaining = skein_ubi(initial, 48, message)
    out = b"".join(skein_ubi(chaining, 63, struct.pack("<Q", i)) for i in range((hash_bytes + 63) // 64))
    return out[:hash_bytes]


# ---- BLAKE2 and BLAKE3 ----
SIGMA = [
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4), (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13), (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11), (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5), (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
]
IV64 = (0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
        0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179)
IV32 = tuple(word >> 32 for word in IV64)


ROTATIONS32, ROTATIONS64 = (16, 12, 8, 7), (32, 24, 16, 63)


def blake_round(v, m, bits, rotations):
    """Processes columns, then diagonals, with the message words in this order."""
    mask = (1 << bits) - 1
    for i in range(8):
        shift = i // 4
        a, b, c, d = i % 4, 4 + (i + shift) % 4, 8 + (i + 2 * shift) % 4, 12 + (i + 3 * shift) % 4
        for half in (0, 1):
            v[a] = v[a] + v[b] + m[2 * i + half] & mask
            x = v[d] ^ v[a]
            v[d] = (x >> rotations[2 * half] | x << bits - rotations[2 * half]) & mask
            v[c] = v[c] + v[d] & mask
            x = v[b] ^ v[c]
            v[b] = (x >> rotations[2 * half + 1] | x << bits - rotations[2 * half + 1]) & mask


def blake2_state(variant, hash_bytes, key=b"", salt=b"", personal=b""):
    """Returns the initial chaining value of messages, and the bytes that determine it: the parameters and the key block."""
    bits, iv, rounds, rotations = (64, IV64, 12, ROTATIONS64) if variant == "b" else (32, IV32, 10, ROTATIONS32)
    form, field = ("<8Q", 16) if variant == "b" else ("<8I", 8)
    block = bytes([hash_bytes, len(key), 1, 1]).ljust(field * 2, b"\0") + salt.ljust(field, b"\0") + personal.ljust(field, b"\0")
    h = [a ^ b for a, b in zip(iv, struct.unpack(form, block))]
    if not key:
        return h, 0
    size = bits * 2
    m = struct.unpack(form.replace("8", "16"), key.ljust(size, b"\0"))
    v = h + list(iv)
    v[12] ^= size
    for r in range(rounds):
        blake_round(v, [m[s] for s in SIGMA[r % 10]], bits, rotations)
    return [a ^ b ^ c for a, b, c in zip(h, v, v[8:])], size


def blake2_structures(variant, hash_bytes, empty, **parameters):
    """Returns the initial state and the digest of the empty message, in the format of the kernels."""
    h, t = blake2_state(variant, hash_bytes, **parameters)
    word, size = ("Q", 64) if variant == "b" else ("I", 32)
    return struct.pack(f"<9{word}", *h, t), empty.ljust(size, b"\0")


PERMUTATION3 = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)


def blake3_compress(cv, block, counter, flags):
    """Returns 16 words of output. The first eight are the next chaining value."""
    m = list(struct.unpack("<16I", block.ljust(64, b"\0")))
    v = [*cv, *IV32[:4], counter & MASK32, counter >> 32, len(block), flags]
    for _ in range(7):
        blake_round(v, m, 32, ROTATIONS32)
        m = [m[p] for p in PERMUTATION3]
    return [v[i] ^ v[i + 8] for i in range(8)] + [v[i + 8] ^ cv[i] for i in range(8)]


def blake3_node(key, flags, text, chunk):
    """Returns the inputs of a subtree's last compression, for an inner node or the root: chaining value, block, flags, counter."""
    if len(text) > 1024:
        left = 1024 << ((len(text) - 1) // 1024).bit_length() - 1
        halves = (blake3_node(key, flags, text[:left], chunk), blake3_node(key, flags, text[left:], chunk + left // 1024))
        words = [word for cv, block, flag, counter in halves for word in blake3_compress(cv, block, counter, flag)[:8]]
        return key, struct.pack("<16I", *words), flags | 4, 0
    cv, start = key, 1
    for at in range(0, max(len(text) - 1, 0) // 64 * 64, 64):
        cv, start = blake3_compress(cv, text[at:at + 64], chunk, flags | start)[:8], 0
    return cv, text[max(len(text) - 1, 0) // 64 * 64:], flags | start | 2, chunk


def blake3(text, count, seek=0, key=IV32, flags=0):
    cv, block, flag, _ = blake3_node(list(key), flags, text, 0)
    first, stop = seek // 64, (seek + count + 63) // 64
    out = b"".join(struct.pack("<16I", *blake3_compress(cv, block, i, flag | 8)) for i in range(first, stop))
    return out[seek % 64:seek % 64 + count]
