using System.Runtime.InteropServices;

namespace Lanewise.Benchmarks.Compare;

/// <summary>The builds of libargon2 from tools/build-native-libraries.sh: one for AVX2, and one for the instruction sets of this
/// machine.</summary>
/// <param name="Name">The name of the build in tables.</param>
/// <param name="Derive">Derives a key. Returns false if the library reports an error.</param>
internal sealed record Argon2Build(string Name, Func<Argon2Parameters, byte[], byte[], byte[], bool> Derive);

/// <summary>The libargon2 builds that are installed on this machine.</summary>
internal static class Argon2Builds
{
    private const string Avx2 = "libargon2_avx2.so", Native = "libargon2_native.so";

    public static IReadOnlyList<Argon2Build> Installed { get; } =
    [
        .. Has(Avx2) ? [new Argon2Build("libargon2, gcc -O3 -march=x86-64-v3", (p, password, salt, key) => WithAvx2(
            (uint)p.Iterations, (uint)p.MemoryKiB, (uint)p.Parallelism, password, (nuint)password.Length,
            salt, (nuint)salt.Length, key, (nuint)key.Length) == 0)] : Array.Empty<Argon2Build>(),
        .. Has(Native) ? [new Argon2Build("libargon2, gcc -O3 -march=native", (p, password, salt, key) => WithAll(
            (uint)p.Iterations, (uint)p.MemoryKiB, (uint)p.Parallelism, password, (nuint)password.Length,
            salt, (nuint)salt.Length, key, (nuint)key.Length) == 0)] : Array.Empty<Argon2Build>(),
    ];

    private static bool Has(string library) => NativeLibrary.TryLoad(library, typeof(Argon2Builds).Assembly, null, out _);

    [DllImport(Avx2, EntryPoint = "argon2id_hash_raw")]
    private static extern int WithAvx2(
        uint iterations, uint memory, uint parallelism, byte[] password, nuint passwordLength, byte[] salt, nuint saltLength,
        byte[] hash, nuint hashLength);

    [DllImport(Native, EntryPoint = "argon2id_hash_raw")]
    private static extern int WithAll(
        uint iterations, uint memory, uint parallelism, byte[] password, nuint passwordLength, byte[] salt, nuint saltLength,
        byte[] hash, nuint hashLength);
}
