"""Loads the package's C library, and defines its functions, its errors, and buffers that are not copied."""

import ctypes
import os
import pathlib

# LZCNT (abm) is not checked, because some Linux kernels do not list this flag. Every CPU with AVX2 and BMI supports LZCNT.
_V3 = {"avx2", "bmi1", "bmi2", "fma", "movbe", "f16c"}
_V4 = {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}

OK, DIGEST_LENGTH, KEY_LENGTH, UNKNOWN_ALGORITHM, MISMATCH, OUT_OF_MEMORY = 0, 4, 5, 1, 9, 10
_ABI_VERSION = 1

_size = ctypes.c_size_t
_pointer = ctypes.c_void_p
_text = ctypes.c_char_p
_handle = ctypes.c_uint64
_number = ctypes.c_int32

_FUNCTIONS = {
    "digest": (_text, _pointer, _size, _pointer, _size, _pointer, _size),
    "verify": (_text, _pointer, _size, _pointer, _size, _pointer, _size),
    "derive_key": (_pointer, _size, _pointer, _size, _pointer, _size),
    "create": (_text, _pointer, _size, _size, ctypes.POINTER(_handle)),
    "update": (_handle, _pointer, _size),
    "current": (_handle, _pointer, _size),
    "copy": (_handle, ctypes.POINTER(_handle)),
    "free": (_handle,),
    "algorithm_sizes": (_text, ctypes.POINTER(_size), ctypes.POINTER(_size), ctypes.POINTER(_size)),
    "many": (_text, _pointer, _size, _pointer, _size, _size, _pointer, _size, _number),
    "many_lengths": (_text, _pointer, _size, _pointer, _size, _pointer, _size, _pointer, _size, _number),
    "many_pointers": (_text, _pointer, _size, _pointer, _pointer, _size, _pointer, _size, _number),
    "merkle_root": (_number, _pointer, _size, ctypes.c_uint64, _pointer, _number),
}


def _level():
    """Returns the x86-64 microarchitecture level of this CPU: 4 (with AVX-512), 3 (with AVX2), or 2 (the minimum)."""
    flags = set()
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as lines:
        for line in lines:
            if line.startswith("flags"):
                flags = set(line.split(":", 1)[1].split())
                break
    return 2 if not _V3 <= flags else 3 if not _V4 <= flags else 4


def _path():
    """Returns the path of the package's build for this CPU, or the path in the environment variable LANEWISE_LIBRARY."""
    given = os.environ.get("LANEWISE_LIBRARY")
    if given:
        return given
    folder = pathlib.Path(__file__).parent / "lib"
    for level in range(_level(), 2, -1):
        path = folder / "glibc-hwcaps" / f"x86-64-v{level}" / "liblanewise.so.0"
        if path.exists():
            return str(path)
    return str(folder / "liblanewise.so.0")


def _load():
    library = ctypes.CDLL(_path())
    for name, arguments in _FUNCTIONS.items():
        function = getattr(library, "lanewise_" + name)
        function.argtypes, function.restype = arguments, _number
    library.lanewise_abi_version.restype = _number
    library.lanewise_version.restype = _text
    library.lanewise_status_text.argtypes, library.lanewise_status_text.restype = (_number,), _text
    library.lanewise_algorithm_name.argtypes, library.lanewise_algorithm_name.restype = (_number,), _text
    if library.lanewise_abi_version() < _ABI_VERSION:
        raise ImportError(f"{_path()} has version {library.lanewise_abi_version()} of the interface; {_ABI_VERSION} is needed")
    return library


library = _load()


def check(status, subject=""):
    """Raises the matching exception if a status of the C library is an error."""
    if status == OK:
        return
    text = library.lanewise_status_text(status).decode("ascii")
    message = f"{subject}: {text}" if subject else text
    if status == OUT_OF_MEMORY:
        raise MemoryError(message)
    raise ValueError(message)


def names():
    """Returns the names of all algorithms."""
    found, index = [], 0
    while (name := library.lanewise_algorithm_name(index)) is not None:
        found.append(name.decode("ascii"))
        index += 1
    return found


def sizes(algorithm):
    """Returns the default digest length, the block length and the maximum key length of an algorithm."""
    values = _size(), _size(), _size()
    check(library.lanewise_algorithm_sizes(algorithm.encode(), *values), algorithm)
    return tuple(value.value for value in values)


class _PyBuffer(ctypes.Structure):
    _fields_ = [
        ("buf", ctypes.c_void_p), ("obj", ctypes.py_object), ("len", ctypes.c_ssize_t), ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int), ("ndim", ctypes.c_int), ("format", ctypes.c_char_p), ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p), ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p),
    ]


_get = ctypes.pythonapi.PyObject_GetBuffer
_get.argtypes = (ctypes.py_object, ctypes.POINTER(_PyBuffer), ctypes.c_int)
_release = ctypes.pythonapi.PyBuffer_Release
_release.argtypes = (ctypes.POINTER(_PyBuffer),)

_SIMPLE, _WRITABLE = 0, 1


class Buffer:
    """The contiguous bytes of an object with the buffer protocol, not copied. The address is valid only within a with block."""

    def __init__(self, source, writable=False):
        if isinstance(source, str):
            raise TypeError("strings must be encoded before they are hashed")
        self._flags = _WRITABLE if writable else _SIMPLE
        self._source = source
        self._view = _PyBuffer()

    def __enter__(self):
        _get(self._source, ctypes.byref(self._view), self._flags)
        self.address, self.length = self._view.buf, self._view.len
        return self

    def __exit__(self, *_):
        _release(ctypes.byref(self._view))
