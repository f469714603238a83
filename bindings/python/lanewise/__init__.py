"""Hashes single messages, with an interface like hashlib, and many messages at once, one per SIMD lane.

    >>> import lanewise
    >>> lanewise.blake3(b"abc").hexdigest()[:16]
    '6437b3ac38465133'
    >>> [digest.hex()[:8] for digest in lanewise.hash_many("md5", [b"a", b"b", b"c"])]
    ['0cc175b9', '92eb5ffe', '4a8a08f0']
"""

import array
import ctypes
import itertools
import os
import struct

from ._library import Buffer, MISMATCH, check, library, names, sizes

__version__ = library.lanewise_version().decode("ascii")

algorithms_available = frozenset(names())

MERKLE_BITCOIN, MERKLE_RFC6962, MERKLE_SSZ = 0, 1, 2

# If the average message length exceeds this number of bytes, messages are hashed in place. Shorter messages are joined first,
# because joining takes less time than passing an address for each message.
_JOIN_BELOW = 2048

_is_forked_child = False


def _after_fork():
    global _is_forked_child
    _is_forked_child = True


os.register_at_fork(after_in_child=_after_fork)


def _named(name):
    """Converts a name in hashlib's spelling, such as sha3_256 or shake_128, to the name in the native library."""
    return name.lower().replace("shake_", "shake").replace("_", "-")


def _threads(threads):
    if threads < 0:
        raise ValueError("threads is the number of threads, or 0 for all processors")
    if threads != 1 and _is_forked_child:
        raise RuntimeError("a forked process cannot hash on several threads; use threads=1, or the 'spawn' start method")
    return threads


def _key(key):
    if key is None:
        return None, 0
    key = _bytes(key)
    return key, len(key)


def _bytes(data):
    """Copies a bytes-like object. Unlike the bytes constructor, rejects a number or a list of numbers."""
    return bytes(memoryview(data))


class Hash:
    """An incremental hash with the same interface as the hash objects of hashlib."""

    def __init__(self, name, data=b"", *, key=None, digest_size=None):
        handle = ctypes.c_uint64()
        name = _named(name)
        if digest_size is not None and digest_size <= 0:
            raise ValueError("digest_size must be positive")
        check(library.lanewise_create(name.encode(), *_key(key), digest_size or 0, ctypes.byref(handle)), name)
        self._handle, self._free = handle.value, library.lanewise_free
        self.name = name
        default, self.block_size, _ = sizes(name)
        self.digest_size = digest_size or default
        self.update(data)

    def update(self, data, /):
        """Appends the bytes of a bytes-like object to the message."""
        with Buffer(data) as piece:
            check(library.lanewise_update(self._handle, piece.address, piece.length), self.name)

    def digest(self):
        """Returns the digest of the data so far."""
        digest = ctypes.create_string_buffer(self.digest_size)
        check(library.lanewise_current(self._handle, digest, self.digest_size), self.name)
        return digest.raw

    def hexdigest(self):
        """Returns the digest of the data so far in hexadecimal."""
        return self.digest().hex()

    def copy(self):
        """Returns an independent copy of the hash with the same data."""
        handle = ctypes.c_uint64()
        check(library.lanewise_copy(self._handle, ctypes.byref(handle)), self.name)
        copy = Hash.__new__(Hash)
        copy._handle, copy._free = handle.value, self._free
        copy.name, copy.block_size, copy.digest_size = self.name, self.block_size, self.digest_size
        return copy

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        raise TypeError("a hash cannot be pickled")

    def __del__(self):
        handle = getattr(self, "_handle", 0)
        if handle:
            self._handle = 0
            self._free(handle)

    def __repr__(self):
        return f"<lanewise {self.name} hash>"


def new(name, data=b"", *, key=None, digest_size=None, usedforsecurity=True):
    """Creates an incremental hash for the named algorithm, like hashlib.new. The argument usedforsecurity has no effect."""
    return Hash(name, data, key=key, digest_size=digest_size)


def digest(name, data, *, key=None, digest_size=None):
    """Hashes one message and returns the digest."""
    name = _named(name)
    size = sizes(name)[0] if digest_size is None else digest_size
    result = ctypes.create_string_buffer(max(size, 1))
    with Buffer(data) as message:
        check(library.lanewise_digest(name.encode(), *_key(key), message.address, message.length, result, size), name)
    return result.raw


def verify(name, data, expected, *, key=None):
    """Returns whether a digest matches a message. The comparison takes constant time.

    A MAC shorter than 16 bytes raises ValueError, because an attacker could guess it. If both sides agreed on a shorter MAC,
    specify its length in bits in the algorithm name, for example "blake2b-64".
    """
    name, expected = _named(name), _bytes(expected)
    with Buffer(data) as message:
        status = library.lanewise_verify(
            name.encode(), *_key(key), message.address, message.length, expected, len(expected))
    if status != MISMATCH:
        check(status, name)
    return status == 0


def derive_key(context, material, length=32):
    """Derives a key from key material with BLAKE3's key derivation mode. The context describes the purpose of the key."""
    context = context.encode("utf-8")
    result = ctypes.create_string_buffer(max(length, 1))
    with Buffer(material) as data:
        check(library.lanewise_derive_key(context, len(context), data.address, data.length, result, length), "derive_key")
    return result.raw


def hash_many(name, messages, *, lengths=None, key=None, digest_size=None, threads=1, out=None):
    """Hashes many messages at once.

    The argument messages has one of these types:
      * A sequence of bytes-like objects. The result is a list of digests.
      * A C-contiguous two-dimensional buffer of bytes, for example a NumPy array of uint8, one message per row. The messages are
        not copied. The result has one digest per row. If messages is a NumPy array, so is the result; otherwise, it is a
        memoryview.
      * If lengths is given, one buffer that contains consecutive messages of these lengths. The result has the same type as for
        a two-dimensional buffer.

    If out is given, the digests are written to this writable, C-contiguous buffer, one after another, and the result is out. Its
    length must be the number of messages times the digest length. Calls that reuse the same buffer allocate no memory for digests.

    The argument threads is the maximum number of threads. A value of 0 means one thread for each CPU core. The call releases the
    global interpreter lock (GIL).
    """
    name = _named(name)
    size = sizes(name)[0] if digest_size is None else digest_size
    if size <= 0:
        raise ValueError("digest_size must be positive")
    threads = _threads(threads)
    if lengths is not None:
        lengths = array.array("Q", lengths)
        digests = _destination(out, len(lengths) * size)
        _lengths(name, messages, lengths, key, digests, size, threads)
        return _rows(messages, digests, len(lengths), size) if out is None else out
    if isinstance(messages, (list, tuple)) or not _is_buffer(messages):
        messages = [message if type(message) is bytes else _bytes(message) for message in messages]
        digests = _destination(out, len(messages) * size)
        _listed(name, messages, key, digests, size, threads)
        # This is several times as fast as slicing.
        return list(itertools.chain.from_iterable(struct.iter_unpack(f"{size}s", digests))) if out is None else out

    view = memoryview(messages)
    if view.ndim != 2 or not view.c_contiguous or view.itemsize != 1:
        raise ValueError("messages must be a sequence, or a C-contiguous two-dimensional buffer of bytes")
    count, length = view.shape
    digests = _destination(out, count * size)
    if count:
        with Buffer(messages) if view.nbytes else Buffer(b"") as data, Buffer(digests, writable=True) as destination:
            check(library.lanewise_many(
                name.encode(), *_key(key), data.address, length, count, destination.address, size, threads), name)
    return _rows(messages, digests, count, size) if out is None else out


def merkle_root(rule, leaves, *, limit=0, threads=1):
    """Returns the Merkle root of consecutive 32-byte leaves. The rule is MERKLE_BITCOIN, MERKLE_RFC6962 or MERKLE_SSZ."""
    if rule not in (MERKLE_BITCOIN, MERKLE_RFC6962, MERKLE_SSZ):
        raise ValueError(f"there is no Merkle tree rule {rule}")
    if not 0 <= limit < 1 << 63:
        raise ValueError(f"limit is a number of leaves from 0 to {(1 << 63) - 1}, not {limit}")
    root = ctypes.create_string_buffer(32)
    with Buffer(leaves) as nodes:
        if nodes.length % 32:
            raise ValueError(f"the length of the leaves must be a multiple of 32 bytes, not {nodes.length}")
        check(library.lanewise_merkle_root(
            rule, nodes.address, nodes.length // 32, limit, root, _threads(threads)), "merkle_root")
    return root.raw


def _is_buffer(value):
    try:
        memoryview(value).release()
        return True
    except TypeError:
        return False


def _destination(out, length):
    """Returns out, or a new buffer if out is None. Rejects a buffer that does not hold exactly the digests."""
    if out is None:
        return bytearray(length)
    view = memoryview(out)
    if view.readonly or not view.c_contiguous or view.nbytes != length:
        raise ValueError(
            f"out must be a writable, C-contiguous buffer of {length} bytes, one digest after another; it is "
            f"{'read-only' if view.readonly else 'not C-contiguous' if not view.c_contiguous else f'{view.nbytes} bytes long'}")
    return out


def _lengths(name, data, lengths, key, digests, size, threads):
    with Buffer(data) as source, Buffer(lengths) as sizes_, Buffer(digests, writable=True) as destination:
        check(library.lanewise_many_lengths(
            name.encode(), *_key(key), source.address, source.length, sizes_.address, len(lengths), destination.address, size,
            threads), name)


def _listed(name, messages, key, digests, size, threads):
    lengths = array.array("Q", map(len, messages))
    if sum(lengths) <= _JOIN_BELOW * len(messages):
        _lengths(name, b"".join(messages), lengths, key, digests, size, threads)
    else:
        addresses = (ctypes.c_char_p * len(messages))(*messages)
        with Buffer(lengths) as sizes_, Buffer(digests, writable=True) as destination:
            check(library.lanewise_many_pointers(
                name.encode(), *_key(key), addresses, sizes_.address, len(messages), destination.address, size, threads), name)


def _rows(messages, digests, count, size):
    if type(messages).__module__ == "numpy":
        import numpy

        return numpy.frombuffer(digests, numpy.uint8).reshape(count, size)
    view = memoryview(digests)
    return view.cast("B", (count, size)) if count else view


def _constructor(name):
    if name.startswith(("hmac", "kmac")):
        def start(key, data=b"", *, digest_size=None, usedforsecurity=True):
            return Hash(name, data, key=key, digest_size=digest_size)
    else:
        def start(data=b"", *, key=None, digest_size=None, usedforsecurity=True):
            return Hash(name, data, key=key, digest_size=digest_size)
    start.__name__ = start.__qualname__ = name.replace("-", "_")
    start.__doc__ = f"Creates an incremental {name} hash."
    return start


for _name in names():
    globals()[_name.replace("-", "_")] = _constructor(_name)

__all__ = [
    "Hash", "MERKLE_BITCOIN", "MERKLE_RFC6962", "MERKLE_SSZ", "algorithms_available", "derive_key", "digest", "hash_many",
    "merkle_root", "new", "verify", *(name.replace("-", "_") for name in sorted(algorithms_available)),
]
