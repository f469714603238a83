"""Runs kernels as host C++ under the sanitizers, or on an OpenCL device. The table in README.md defines their arguments."""
import ctypes
import mmap
import re
import struct
import subprocess
import sys
from pathlib import Path

KERNELS = Path(__file__).resolve().parents[2] / "src" / "Lanewise.Gpu" / "Kernels"
# The value of MAP_NORESERVE on Linux for most CPUs. Some versions of Python do not define this constant.
MAP_NORESERVE = 0x4000

FAMILIES = ("xtea", "threefish", "md5", "blake2", "blake3", "skein", "search")


def read_table(text):
    """Returns a map from kernels to (family, [(type, name)]), and a map from structures to sizes in bytes."""
    structures = {m[1]: int(m[2]) for m in re.finditer(r"^\| `(\w+)` \| (\d+) \|", text, re.M)}
    kernels, family, before = {}, None, None
    for line in text.splitlines():
        if line.startswith("## "):
            family = line[3:].split()[0]
        row = re.match(r"\| `(lw_\w+)` \| (.*?) \| .* \|$", line)
        if not row or family not in FAMILIES:
            continue
        if row[2] != "the same":
            before = [tuple(argument.rsplit(" ", 1)) for argument in row[2].strip("`").split(", ")]
        for size in ("256", "512", "1024") if "N" in row[1] else ("",):
            kernels[row[1].replace("N", size)] = (family, [(kind.replace("N", size), name) for kind, name in before])
    return kernels, structures


TABLE, STRUCTURES = read_table((KERNELS / "README.md").read_text())


class Buffer:
    """Device memory with exactly these bytes, which a pattern extends to whole 64-bit words."""

    def __init__(self, data):
        self.length = len(data)
        self.bytes = bytearray(data) + b"\xa5" * (-len(data) % 8) if data else bytearray(b"\xa5" * 8)

    def __len__(self):
        return self.length


class Far(Buffer):
    """More than 4 GiB of zeros. Only the used pages need memory. This works only on the host. The zeros are not copied."""

    def __init__(self, length):
        self.length = length
        self.bytes = mmap.mmap(-1, length, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_NORESERVE)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.bytes))


def argument_value(kind, value):
    if kind.startswith("["):
        assert isinstance(value, Buffer), kind
        return value
    if kind in ("u32", "u64"):
        return struct.pack("<I" if kind == "u32" else "<Q", value)
    assert len(value) == STRUCTURES[kind], f"{kind} has {STRUCTURES[kind]} bytes, not {len(value)}"
    return bytes(value)


class Device:
    def launch(self, kernel, items, launches=1, group=32, **values):
        """Runs work items 0 to items - 1 in the given number of launches. Groups are whole, so the
        last launch is rounded up. Then reads the buffers."""
        arguments = TABLE[kernel][1]
        begin, each = values.pop("first", 0), -(-items // (launches * group)) * group
        assert {name for _, name in arguments} - {"first"} == set(values), f"{kernel}: {sorted(values)}"
        given = {name: argument_value(kind, values[name]) for kind, name in arguments if name != "first"}
        parts = [(begin + at, min(each, items - at)) for at in range(0, items, each)] if items else []
        if parts:
            self.run(kernel, arguments, given, [(first, -(-count // group) * group) for first, count in parts], group)


class Host(Device):
    name = "host"

    def __init__(self, library):
        self.library = ctypes.CDLL(library)
        self.libc = ctypes.CDLL(None)
        # The sanitizer aligns allocations to 16 bytes.
        self.libc.malloc.restype = ctypes.c_void_p
        self.libc.malloc.argtypes = [ctypes.c_size_t]
        self.libc.free.argtypes = [ctypes.c_void_p]

    def run(self, kernel, arguments, given, parts, group):
        function, set_gid = getattr(self.library, kernel), self.library.lw_set_gid
        function.restype = None
        # A buffer that is passed twice must have the same address both times.
        copies, passed = {}, []
        try:
            for kind, name in arguments:
                value = given.get(name)
                if name == "first":
                    passed.append(None)
                elif isinstance(value, Far):
                    passed.append(ctypes.c_void_p(value.address))
                elif isinstance(value, Buffer):
                    if id(value) not in copies:
                        copy = self.libc.malloc(len(value.bytes))
                        ctypes.memmove(copy, bytes(value.bytes), len(value.bytes))
                        copies[id(value)] = (value, copy)
                    passed.append(ctypes.c_void_p(copies[id(value)][1]))
                elif kind == "u32":
                    passed.append(ctypes.c_uint32(*struct.unpack("<I", value)))
                elif kind == "u64":
                    passed.append(ctypes.c_uint64(*struct.unpack("<Q", value)))
                else:
                    passed.append(self.structure(kind).from_buffer_copy(value))
            slot = [name for _, name in arguments].index("first")
            for first, count in parts:
                passed[slot] = ctypes.c_uint64(first)
                for gid in range(count):
                    set_gid(ctypes.c_uint64(gid))
                    function(*passed)
            for buffer, copy in copies.values():
                buffer.bytes[:] = ctypes.string_at(copy, len(buffer.bytes))
        finally:
            for _, copy in copies.values():
                self.libc.free(copy)

    def structure(self, kind):
        word = ctypes.c_uint64 if kind.startswith(("threefish", "blake2b", "skein")) else ctypes.c_uint32
        fields = [("w", word * (STRUCTURES[kind] // ctypes.sizeof(word)))]
        return type(kind, (ctypes.Structure,), {"_fields_": fields})


def build_host(folder, compiler="g++"):
    source = folder / "host.cpp"
    source.write_text(
        f'#define LW_HOST\n#include "{KERNELS / "lanewise.cl"}"\nthread_local lw_u64 lw_host_gid;\n'
        'extern "C" void lw_set_gid(lw_u64 gid) { lw_host_gid = gid; }\n'
    )
    library = folder / "host.so"
    subprocess.run(
        [compiler, "-std=c++17", "-O1", "-g", "-shared", "-fPIC", "-fno-strict-aliasing", "-Wall", "-Wextra", "-Werror",
         "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-o", str(library), str(source)], check=True)
    return library


class OpenCl(Device):
    """The first device of the first platform of an OpenCL library. Every call is checked."""

    def __init__(self, library):
        self.cl = ctypes.CDLL(library)
        for name in ("clCreateContext", "clCreateCommandQueue", "clCreateProgramWithSource", "clCreateKernel", "clCreateBuffer"):
            getattr(self.cl, name).restype = ctypes.c_void_p
        self.programs, self.kernels = {}, {}
        platform, device, count, error = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_uint32(), ctypes.c_int32()
        self.check("clGetPlatformIDs", self.cl.clGetPlatformIDs(1, ctypes.byref(platform), ctypes.byref(count)))
        self.check("clGetDeviceIDs", self.cl.clGetDeviceIDs(
            platform, ctypes.c_uint64(0xFFFFFFFF), 1, ctypes.byref(device), ctypes.byref(count)))
        self.device = device
        text = ctypes.create_string_buffer(256)
        self.check("clGetDeviceInfo", self.cl.clGetDeviceInfo(device, 0x102B, ctypes.c_size_t(256), text, None))
        self.name = text.value.decode()
        self.context = ctypes.c_void_p(self.cl.clCreateContext(None, 1, ctypes.byref(device), None, None, ctypes.byref(error)))
        self.check("clCreateContext", error.value)
        self.queue = ctypes.c_void_p(self.cl.clCreateCommandQueue(self.context, device, ctypes.c_uint64(0), ctypes.byref(error)))
        self.check("clCreateCommandQueue", error.value)

    @staticmethod
    def check(call, code):
        if code != 0:
            raise RuntimeError(f"{call}: {code}")

    def program(self, family):
        if family not in self.programs:
            text = (KERNELS / "lanewise.cl").read_bytes()
            if family != "all":
                text = f"#define LW_ONLY\n#define LW_{family.upper()}\n".encode() + text
            error, pointer, length = ctypes.c_int32(), ctypes.c_char_p(text), ctypes.c_size_t(len(text))
            program = ctypes.c_void_p(self.cl.clCreateProgramWithSource(
                self.context, 1, ctypes.byref(pointer), ctypes.byref(length), ctypes.byref(error)))
            self.check("clCreateProgramWithSource", error.value)
            code = self.cl.clBuildProgram(program, 1, ctypes.byref(self.device), b"-cl-std=CL1.2", None, None)
            if code != 0:
                log = ctypes.create_string_buffer(1 << 16)
                self.cl.clGetProgramBuildInfo(program, self.device, 0x1183, ctypes.c_size_t(len(log)), log, None)
                raise RuntimeError(f"clBuildProgram of {family}: {code}\n{log.value.decode(errors='replace')}")
            self.programs[family] = program
        return self.programs[family]

    def kernel(self, name, family):
        if name not in self.kernels:
            error = ctypes.c_int32()
            self.kernels[name] = ctypes.c_void_p(self.cl.clCreateKernel(self.program(family), name.encode(), ctypes.byref(error)))
            self.check(f"clCreateKernel {name}", error.value)
        return self.kernels[name]

    def run(self, kernel, arguments, given, parts, group):
        handle, error, memory = self.kernel(kernel, TABLE[kernel][0]), ctypes.c_int32(), {}
        try:
            for _, value in given.items():
                if isinstance(value, Buffer) and id(value) not in memory:
                    copy = ctypes.c_void_p(self.cl.clCreateBuffer(
                        self.context, ctypes.c_uint64(0x21), ctypes.c_size_t(len(value.bytes)),
                        (ctypes.c_char * len(value.bytes)).from_buffer(value.bytes), ctypes.byref(error)))
                    self.check("clCreateBuffer", error.value)
                    memory[id(value)] = (value, copy)
            for first, count in parts:
                for index, (_, name) in enumerate(arguments):
                    value = struct.pack("<Q", first) if name == "first" else given[name]
                    if isinstance(value, Buffer):
                        value = struct.pack("<Q", memory[id(value)][1].value)
                    code = self.cl.clSetKernelArg(handle, index, ctypes.c_size_t(len(value)), value)
                    self.check(f"clSetKernelArg {kernel} {name}", code)
                whole, local = ctypes.c_size_t(count), ctypes.c_size_t(group)
                self.check(f"clEnqueueNDRangeKernel {kernel}", self.cl.clEnqueueNDRangeKernel(
                    self.queue, handle, 1, None, ctypes.byref(whole), ctypes.byref(local), 0, None, None))
            for buffer, copy in memory.values():
                self.check("clEnqueueReadBuffer", self.cl.clEnqueueReadBuffer(
                    self.queue, copy, 1, ctypes.c_size_t(0), ctypes.c_size_t(len(buffer.bytes)),
                    (ctypes.c_char * len(buffer.bytes)).from_buffer(buffer.bytes), 0, None, None))
        finally:
            for _, copy in memory.values():
                self.cl.clReleaseMemObject(copy)


if __name__ == "__main__":
    build_host(Path(sys.argv[1]))
