// A fake CUDA driver for tests on machines without a device. It implements the functions that the binding calls. Device memory is
// host memory, and the kernels of lanewise.cl are compiled as host C++. Only the names of the entry points are read from the PTX.
//
// It checks:
//   - the current context of each thread;
//   - that copies and launches stay within allocations, and that the guard bytes around an allocation are not written;
//   - that callers wait: work in a stream runs only when a caller waits for it, so early readers of a staging array get old bytes;
//   - that memory and staging arrays contain only zeros when they are freed.
//
// Settings, from lw_stand_in_set or, at load, from the variable LANEWISE_STAND_IN; words are separated by spaces:
//   devices=N  driver=N  major=N  minor=N  memory=N    the reported values; allocations beyond memory=N fail
//   model=N  long=N         a number after the device's name, and a number of additional letters
//   fail=NAME:CODE[:NTH]    the NTH call of a function fails (without NTH, all calls); "kernel" fails in a queued launch, and the
//                           waiting call and all later calls report the error
//   lose=N                  after N launches the device is lost: every call fails
//   wrong=KERNEL            this kernel does nothing
//   junk=KERNEL             this kernel fills the memory of its first argument with ones
//   fresh                   forgets earlier allocations that were not freed, as after the loss of a device
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#define LW_HOST
#include "lanewise.cl"
thread_local lw_u64 lw_host_gid;

namespace {

constexpr int Invalid = 1, NoRoom = 2, NoDevice = 101, NoContext = 201, BadPtx = 218, NoName = 500, Lost = 719;
constexpr std::size_t Guard = 256;
constexpr unsigned char GuardByte = 0xA5;

struct Rule { std::string name; int code; long nth; };
struct Stream { std::deque<std::function<int()>> work; };
struct Allocation { std::vector<unsigned char> bytes; std::size_t length; };

std::recursive_mutex gate;
std::map<std::string, long> numbers;
std::vector<Rule> rules;
std::string wrong, junk;
std::map<std::string, long> calls;
std::map<std::uintptr_t, Allocation> memory;
std::map<void*, std::size_t> registered;
std::map<Stream*, bool> streams;
Stream main_stream;
std::map<void*, std::string> modules;
long launches, dirty, overruns, misuses, contexts;
int sticky;
thread_local char* current;
char context_marks[8];

long number(const char* name, long otherwise)
{
    auto found = numbers.find(name);
    return found == numbers.end() ? otherwise : found->second;
}

void set(const char* settings)
{
    std::lock_guard<std::recursive_mutex> lock(gate);
    numbers.clear();
    rules.clear();
    wrong.clear();
    junk.clear();
    calls.clear();
    launches = dirty = overruns = misuses = 0;
    sticky = 0;
    main_stream.work.clear();
    std::istringstream words(settings ? settings : "");
    for (std::string word; words >> word;)
    {
        const std::string name = word.substr(0, word.find('=')), value = word.substr(std::min(word.size(), name.size() + 1));
        if (name == "wrong") wrong = value;
        else if (name == "junk") junk = value;
        else if (name == "fresh")
        {
            memory.clear();
            registered.clear();
            streams.clear();
            modules.clear();
            contexts = 0;
        }
        else if (name == "fail")
        {
            std::istringstream parts(value);
            std::string function, code, nth;
            std::getline(parts, function, ':');
            std::getline(parts, code, ':');
            std::getline(parts, nth, ':');
            rules.push_back({function, std::atoi(code.c_str()), nth.empty() ? 0 : std::atol(nth.c_str())});
        }
        else numbers[name] = std::atol(value.c_str());
    }
}

const bool is_set = (set(std::getenv("LANEWISE_STAND_IN")), true);

int rule(const std::string& name)
{
    const long count = ++calls[name];
    for (const Rule& r : rules)
    {
        if (r.name == name && (r.nth == 0 || r.nth == count)) return r.code;
    }
    return 0;
}

int enter(const char* name, bool needs_context = true)
{
    const int code = rule(name);
    if (code) return code;
    if (sticky) return sticky;
    if (needs_context && !current)
    {
        misuses++;
        return NoContext;
    }
    return 0;
}

#define CALL(name) std::lock_guard<std::recursive_mutex> lock(gate); if (const int code = enter(name)) return code
#define CALL_ANYWHERE(name) std::lock_guard<std::recursive_mutex> lock(gate); if (const int code = enter(name, false)) return code

// The allocation that contains all of these bytes.
bool holds(std::uint64_t pointer, std::size_t count)
{
    auto next = memory.upper_bound(pointer);
    if (next != memory.begin() && pointer + count <= std::prev(next)->first + std::prev(next)->second.length) return true;
    misuses++;
    return false;
}

int drain(Stream& stream)
{
    while (!stream.work.empty())
    {
        const std::function<int()> next = std::move(stream.work.front());
        stream.work.pop_front();
        if (const int code = sticky ? sticky : next()) sticky = code;
    }
    return sticky;
}

int drain_all()
{
    drain(main_stream);
    for (auto& stream : streams) drain(*stream.first);
    return sticky;
}

Stream& stream_of(void* stream) { return stream ? *static_cast<Stream*>(stream) : main_stream; }

bool is_known(void* stream)
{
    if (!stream || streams.count(static_cast<Stream*>(stream))) return true;
    misuses++;
    return false;
}

// A queued kernel with copies of its arguments, because the caller's memory may be released before the kernel runs.
using Prepared = std::function<void(std::uint64_t items)>;
using Prepare = Prepared (*)(void** parameters);

template <class Function> struct Kernel;
template <class... A> struct Kernel<void (*)(A...)>
{
    template <void (*F)(A...), std::size_t... I> static Prepared take(void** parameters, std::index_sequence<I...>)
    {
        std::tuple<A...> values(*static_cast<A*>(parameters[I])...);
        return [values](std::uint64_t items)
        {
            for (lw_host_gid = 0; lw_host_gid < items; lw_host_gid++) std::apply(F, values);
        };
    }

    // A pointer argument must be the start of an allocation, because the library passes only such pointers.
    template <class T> static bool is_good(const T&) { return true; }
    template <class T> static bool is_good(T* const& pointer) { return holds(reinterpret_cast<std::uintptr_t>(pointer), 1); }
    template <std::size_t... I> static bool are_good(void** parameters, std::index_sequence<I...>)
    {
        return (is_good(*static_cast<A*>(parameters[I])) && ...);
    }

    template <void (*F)(A...)> static Prepared prepare(void** parameters)
    {
        return are_good(parameters, std::index_sequence_for<A...>()) ? take<F>(parameters, std::index_sequence_for<A...>()) : Prepared();
    }
};

#define K(name) {#name, &Kernel<decltype(&name)>::prepare<&name>}
#define K3(before, after) K(before##256##after), K(before##512##after), K(before##1024##after)
const std::map<std::string, Prepare> kernels = {
    K(lw_xtea_encrypt), K(lw_xtea_decrypt), K(lw_xtea_ctr), K(lw_xtea_packets_encrypt), K(lw_xtea_packets_decrypt),
    K3(lw_threefish, _encrypt), K3(lw_threefish, _decrypt), K3(lw_threefish, _ctr),
    K(lw_md5_many), K(lw_md5_ragged), K(lw_blake2b_many), K(lw_blake2b_ragged), K(lw_blake2s_many), K(lw_blake2s_ragged),
    K(lw_blake3_many), K(lw_blake3_ragged), K(lw_blake3_chunks), K(lw_blake3_parents), K(lw_blake3_output),
    K(lw_skein512_many), K(lw_skein512_ragged), K(lw_md5_search), K(lw_blake2s_search), K(lw_blake3_search),
};

} // namespace

extern "C" {

void lw_stand_in_set(const char* settings) { set(settings); }

// Returns a counter: dirty, overruns, misuses, live (allocations), registered, streams, modules, contexts, or the calls
// of a function.
long lw_stand_in_count(const char* what)
{
    std::lock_guard<std::recursive_mutex> lock(gate);
    const std::string name = what;
    return name == "dirty" ? dirty : name == "overruns" ? overruns : name == "misuses" ? misuses
        : name == "live" ? static_cast<long>(memory.size()) : name == "registered" ? static_cast<long>(registered.size())
        : name == "streams" ? static_cast<long>(streams.size()) : name == "modules" ? static_cast<long>(modules.size())
        : name == "contexts" ? contexts : calls[name];
}

int cuInit(unsigned flags)
{
    CALL_ANYWHERE("cuInit");
    return flags ? Invalid : 0;
}

int cuDriverGetVersion(int* version)
{
    CALL_ANYWHERE("cuDriverGetVersion");
    *version = static_cast<int>(number("driver", 12040));
    return 0;
}

int cuDeviceGetCount(int* count)
{
    CALL_ANYWHERE("cuDeviceGetCount");
    *count = static_cast<int>(number("devices", 1));
    return 0;
}

int cuDeviceGet(int* device, int ordinal)
{
    CALL_ANYWHERE("cuDeviceGet");
    if (ordinal < 0 || ordinal >= number("devices", 1)) return NoDevice;
    *device = ordinal;
    return 0;
}

int cuDeviceGetName(char* name, int length, int)
{
    CALL_ANYWHERE("cuDeviceGetName");
    if (length < 1) return Invalid;
    const long model = number("model", 0);
    const std::string full = "Stand-in, no GPU" + (model ? " " + std::to_string(model) : "")
        + std::string(static_cast<std::size_t>(number("long", 0)), 'x');
    std::strncpy(name, full.c_str(), static_cast<std::size_t>(length - 1));
    name[length - 1] = 0;
    return 0;
}

int cuDeviceGetAttribute(int* value, int attribute, int)
{
    CALL_ANYWHERE("cuDeviceGetAttribute");
    switch (attribute)
    {
    case 16: *value = 2; return 0;
    case 75: *value = static_cast<int>(number("major", 9)); return 0;
    case 76: *value = static_cast<int>(number("minor", 0)); return 0;
    default: return Invalid;
    }
}

int cuDeviceTotalMem_v2(std::size_t* bytes, int)
{
    CALL_ANYWHERE("cuDeviceTotalMem_v2");
    *bytes = static_cast<std::size_t>(number("memory", 1L << 30));
    return 0;
}

int cuDevicePrimaryCtxRetain(void** context, int device)
{
    CALL_ANYWHERE("cuDevicePrimaryCtxRetain");
    if (device < 0 || device >= 8) return NoDevice;
    contexts++;
    *context = context_marks + device;
    return 0;
}

int cuDevicePrimaryCtxRelease_v2(int)
{
    CALL_ANYWHERE("cuDevicePrimaryCtxRelease_v2");
    contexts--;
    return 0;
}

int cuCtxSetCurrent(void* context)
{
    CALL_ANYWHERE("cuCtxSetCurrent");
    if (context && (context < context_marks || context >= context_marks + 8)) return NoContext;
    current = static_cast<char*>(context);
    return 0;
}

int cuCtxGetCurrent(void** context)
{
    CALL_ANYWHERE("cuCtxGetCurrent");
    *context = current;
    return 0;
}

int cuGetErrorName(int code, const char** text)
{
    *text = code == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : code == 802 ? "CUDA_ERROR_SYSTEM_NOT_READY" : nullptr;
    return *text ? 0 : Invalid;
}

int cuGetErrorString(int code, const char** text)
{
    *text = code == 2 ? "out of memory" : code == 802 ? "system not yet initialized" : code == 712 ? "part or all of the requested "
        "memory range is already mapped" : nullptr;
    return *text ? 0 : Invalid;
}

int cuCtxSynchronize(void)
{
    CALL("cuCtxSynchronize");
    return drain_all();
}

int cuModuleLoadData(void** module, const void* image)
{
    CALL("cuModuleLoadData");
    const char* text = static_cast<const char*>(image);
    if (!std::strstr(text, ".version") || !std::strstr(text, ".visible .entry lw_")) return BadPtx;
    *module = new char;
    modules[*module] = text;
    return 0;
}

int cuModuleUnload(void* module)
{
    CALL("cuModuleUnload");
    if (!modules.erase(module)) return Invalid;
    delete static_cast<char*>(module);
    return 0;
}

int cuModuleGetFunction(void** function, void* module, const char* name)
{
    CALL("cuModuleGetFunction");
    auto found = modules.find(module);
    if (found == modules.end()) return Invalid;
    auto kernel = kernels.find(name);
    if (kernel == kernels.end() || found->second.find(std::string(".visible .entry ") + name + "(") == std::string::npos) return NoName;
    *function = const_cast<std::pair<const std::string, Prepare>*>(&*kernel);
    return 0;
}

int cuMemAlloc_v2(std::uint64_t* pointer, std::size_t size)
{
    CALL("cuMemAlloc_v2");
    if (!size) return Invalid;
    std::size_t used = size;
    for (auto& a : memory) used += a.second.length;
    if (used > static_cast<std::size_t>(number("memory", 1L << 30))) return NoRoom;
    Allocation allocation{std::vector<unsigned char>(size + 3 * Guard, GuardByte), size};
    const std::uintptr_t start = (reinterpret_cast<std::uintptr_t>(allocation.bytes.data()) + 2 * Guard - 1) / Guard * Guard;
    memory.emplace(start, std::move(allocation));
    *pointer = start;
    return 0;
}

int cuMemFree_v2(std::uint64_t pointer)
{
    CALL("cuMemFree_v2");
    auto found = memory.find(pointer);
    if (found == memory.end())
    {
        misuses++;
        return Invalid;
    }
    drain_all();
    Allocation& a = found->second;
    const unsigned char *data = reinterpret_cast<unsigned char*>(found->first), *begin = a.bytes.data(), *end = begin + a.bytes.size();
    const auto is_guard = [](unsigned char byte) { return byte == GuardByte; };
    if (!std::all_of(begin, data, is_guard) || !std::all_of(data + a.length, end, is_guard)) overruns++;
    if (!std::all_of(data, data + a.length, [](unsigned char byte) { return byte == 0; })) dirty++;
    memory.erase(found);
    return 0;
}

int cuMemcpyHtoD_v2(std::uint64_t destination, const void* source, std::size_t size)
{
    CALL("cuMemcpyHtoD_v2");
    if (!holds(destination, size)) return Invalid;
    if (const int error = drain(main_stream)) return error;
    std::memcpy(reinterpret_cast<void*>(destination), source, size);
    return 0;
}

int cuMemcpyDtoH_v2(void* destination, std::uint64_t source, std::size_t size)
{
    CALL("cuMemcpyDtoH_v2");
    if (!holds(source, size)) return Invalid;
    if (const int error = drain(main_stream)) return error;
    std::memcpy(destination, reinterpret_cast<void*>(source), size);
    return 0;
}

int cuMemcpyDtoD_v2(std::uint64_t destination, std::uint64_t source, std::size_t size)
{
    CALL("cuMemcpyDtoD_v2");
    if (!holds(source, size) || !holds(destination, size)) return Invalid;
    main_stream.work.push_back([=]
    {
        std::memmove(reinterpret_cast<void*>(destination), reinterpret_cast<void*>(source), size);
        return 0;
    });
    return 0;
}

int cuMemsetD8_v2(std::uint64_t destination, unsigned char value, std::size_t size)
{
    CALL("cuMemsetD8_v2");
    if (!holds(destination, size)) return Invalid;
    main_stream.work.push_back([=]
    {
        std::memset(reinterpret_cast<void*>(destination), value, size);
        return 0;
    });
    return 0;
}

int cuMemcpyHtoDAsync_v2(std::uint64_t destination, const void* source, std::size_t size, void* stream)
{
    CALL("cuMemcpyHtoDAsync_v2");
    if (!holds(destination, size) || !is_known(stream)) return Invalid;
    stream_of(stream).work.push_back([=]
    {
        std::memcpy(reinterpret_cast<void*>(destination), source, size);
        return 0;
    });
    return 0;
}

int cuMemcpyDtoHAsync_v2(void* destination, std::uint64_t source, std::size_t size, void* stream)
{
    CALL("cuMemcpyDtoHAsync_v2");
    if (!holds(source, size) || !is_known(stream)) return Invalid;
    stream_of(stream).work.push_back([=]
    {
        std::memcpy(destination, reinterpret_cast<void*>(source), size);
        return 0;
    });
    return 0;
}

int cuMemHostRegister_v2(void* pointer, std::size_t size, unsigned)
{
    CALL("cuMemHostRegister_v2");
    if (!pointer || !size || !registered.emplace(pointer, size).second) return Invalid;
    return 0;
}

int cuMemHostUnregister(void* pointer)
{
    CALL("cuMemHostUnregister");
    auto found = registered.find(pointer);
    if (found == registered.end()) return Invalid;
    const unsigned char* bytes = static_cast<unsigned char*>(pointer);
    if (!std::all_of(bytes, bytes + found->second, [](unsigned char byte) { return byte == 0; })) dirty++;
    registered.erase(found);
    return 0;
}

int cuStreamCreate(void** stream, unsigned)
{
    CALL("cuStreamCreate");
    Stream* made = new Stream;
    streams[made] = true;
    *stream = made;
    return 0;
}

int cuStreamDestroy_v2(void* stream)
{
    CALL("cuStreamDestroy_v2");
    if (!stream || !is_known(stream)) return Invalid;
    drain(*static_cast<Stream*>(stream));
    streams.erase(static_cast<Stream*>(stream));
    delete static_cast<Stream*>(stream);
    return 0;
}

int cuStreamSynchronize(void* stream)
{
    CALL("cuStreamSynchronize");
    return is_known(stream) ? drain(stream_of(stream)) : Invalid;
}

int cuLaunchKernel(void* function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ,
    unsigned shared, void* stream, void** parameters, void** extra)
{
    CALL("cuLaunchKernel");
    if (gridY != 1 || gridZ != 1 || blockY != 1 || blockZ != 1 || shared || extra || !gridX || !blockX || blockX > 256) return Invalid;
    if (!is_known(stream) || !function) return Invalid;
    const auto& kernel = *static_cast<std::pair<const std::string, Prepare>*>(function);
    Prepared run = kernel.second(parameters);
    if (!run) return Invalid;
    if (number("lose", -1) == launches++) return sticky = Lost;
    const bool does_nothing = wrong == kernel.first, does_junk = junk == kernel.first;
    const std::uint64_t first = *static_cast<std::uint64_t*>(parameters[0]);
    const std::uint64_t items = static_cast<std::uint64_t>(gridX) * blockX;
    stream_of(stream).work.push_back([=]
    {
        const int code = rule("kernel");
        if (!code && does_junk) std::memset(reinterpret_cast<void*>(first), 0xFF, memory.at(first).length);
        else if (!code && !does_nothing) run(items);
        return code;
    });
    return 0;
}

} // extern "C"

// Checks the signatures against the driver's header, if it is installed (Debian: libffmpeg-nvenc-dev).
#if __has_include(<ffnvcodec/dynlink_cuda.h>)
#include <ffnvcodec/dynlink_cuda.h>
namespace {
template <class A, class B>
constexpr bool like = sizeof(A) == sizeof(B) && std::is_integral<A>::value == (std::is_integral<B>::value || std::is_enum<B>::value);
template <class F, class G> struct Same : std::false_type {};
template <class R, class... A, class S, class... B> struct Same<R(A...), S(B...)>
{
    static constexpr bool all()
    {
        if constexpr (sizeof...(A) != sizeof...(B)) return false;
        else return like<R, S> && (like<A, B> && ...);
    }
    static constexpr bool value = all();
};
#define SAME(name, type) static_assert(Same<decltype(name), type>::value, #name)
SAME(cuInit, tcuInit); SAME(cuDeviceGetCount, tcuDeviceGetCount); SAME(cuDeviceGet, tcuDeviceGet);
SAME(cuDeviceGetName, tcuDeviceGetName); SAME(cuDeviceGetAttribute, tcuDeviceGetAttribute);
SAME(cuDevicePrimaryCtxRetain, tcuDevicePrimaryCtxRetain); SAME(cuDevicePrimaryCtxRelease_v2, tcuDevicePrimaryCtxRelease);
SAME(cuModuleLoadData, tcuModuleLoadData); SAME(cuModuleUnload, tcuModuleUnload); SAME(cuModuleGetFunction, tcuModuleGetFunction);
SAME(cuMemAlloc_v2, tcuMemAlloc_v2); SAME(cuMemFree_v2, tcuMemFree_v2); SAME(cuMemcpyHtoD_v2, tcuMemcpyHtoD_v2);
SAME(cuMemcpyDtoH_v2, tcuMemcpyDtoH_v2); SAME(cuMemcpyDtoD_v2, tcuMemcpyDtoD_v2);
SAME(cuMemcpyHtoDAsync_v2, tcuMemcpyHtoDAsync_v2); SAME(cuMemcpyDtoHAsync_v2, tcuMemcpyDtoHAsync_v2);
SAME(cuStreamCreate, tcuStreamCreate); SAME(cuStreamDestroy_v2, tcuStreamDestroy_v2); SAME(cuStreamSynchronize, tcuStreamSynchronize);
SAME(cuLaunchKernel, tcuLaunchKernel);
} // namespace
#endif
