using System.Runtime.InteropServices;
using System.Text;
using Lanewise.Argon2Family;

namespace Lanewise.Proof.Libraries;

/// <summary>Describes another library's implementation of Argon2.</summary>
/// <param name="Name">The name of the library.</param>
/// <param name="CanDerive">Returns whether the library supports the given costs, salt length and tag length.</param>
/// <param name="Derive">Derives a key from a password and a salt. Returns false if the library failed.</param>
internal sealed record Argon2Library(
    string Name, Func<Argon2Plan, int, int, bool> CanDerive, Func<Argon2Plan, byte[], byte[], byte[], bool> Derive);

/// <summary>The installed native libraries that implement Argon2.</summary>
internal static class Argon2Libraries
{
    private const string Sodium = "libsodium.so.23", Reference = "libargon2.so.1";
    private const int SodiumSaltBytes = 16, EncodedBytes = 512, SodiumEncodedBytes = 128;

    private static readonly bool HasSodium = NativeLibrary.TryLoad(Sodium, out _) && sodium_init() >= 0;
    private static readonly bool HasReference = NativeLibrary.TryLoad(Reference, out _);

    public static IReadOnlyList<Argon2Library> Installed { get; } =
    [
        .. HasSodium ? [new Argon2Library("libsodium", SodiumCan, SodiumDerive)] : Array.Empty<Argon2Library>(),
        .. HasReference ? [new Argon2Library("libargon2", (_, saltBytes, _) => saltBytes >= 8, ReferenceDerive)]
            : Array.Empty<Argon2Library>(),
    ];

    /// <summary>
    /// Derives a key with libargon2 from inputs that include a secret and associated data. The simple functions of libargon2
    /// support neither a secret nor associated data. Returns null if libargon2 is not installed.
    /// </summary>
    public static bool? DeriveWithReference(
        Argon2Plan plan, byte[] password, byte[] salt, byte[] secret, byte[] data, byte[] tag)
    {
        if (!HasReference) return null;

        GCHandle[] pins = [.. new[] { tag, password, salt, secret, data }.Select(b => GCHandle.Alloc(b, GCHandleType.Pinned))];
        try
        {
            Context context = new()
            {
                Tag = pins[0].AddrOfPinnedObject(), TagLength = (uint)tag.Length,
                Password = pins[1].AddrOfPinnedObject(), PasswordLength = (uint)password.Length,
                Salt = pins[2].AddrOfPinnedObject(), SaltLength = (uint)salt.Length,
                Secret = pins[3].AddrOfPinnedObject(), SecretLength = (uint)secret.Length,
                Data = pins[4].AddrOfPinnedObject(), DataLength = (uint)data.Length,
                Iterations = (uint)plan.Iterations, Memory = (uint)plan.Memory, Lanes = (uint)plan.Lanes,
                Threads = (uint)plan.Lanes, Version = (uint)plan.Version,
            };
            return argon2_ctx(ref context, (int)plan.Variant) == 0;
        }
        finally
        {
            foreach (GCHandle pin in pins) pin.Free();
        }
    }

    /// <summary>Returns the encoded hash that libargon2 writes, or null if libargon2 is not installed.</summary>
    public static string? EncodeWithReference(Argon2Plan plan, byte[] password, byte[] salt, int hashBytes)
    {
        if (!HasReference) return null;

        byte[] hash = new byte[hashBytes], encoded = new byte[EncodedBytes];
        int code = argon2_hash(
            (uint)plan.Iterations, (uint)plan.Memory, (uint)plan.Lanes, password, (nuint)password.Length,
            salt, (nuint)salt.Length, hash, (nuint)hash.Length, encoded, (nuint)encoded.Length, (int)plan.Variant,
            (uint)plan.Version);
        return code == 0 ? Text(encoded) : throw new InvalidOperationException(Invariant($"argon2_hash returned {code}."));
    }

    /// <summary>
    /// Returns whether libargon2 accepts the password for an encoded hash, or null if libargon2 is not installed.
    /// </summary>
    public static bool? VerifyWithReference(Argon2Variant variant, string encoded, byte[] password) => !HasReference
        ? null
        : argon2_verify(Bytes(encoded), password, (nuint)password.Length, (int)variant) == 0;

    /// <summary>Returns the encoded hash that libsodium writes, or null if libsodium is not installed.</summary>
    public static string? EncodeWithSodium(byte[] password, int memoryKiB, int iterations)
    {
        if (!HasSodium) return null;

        byte[] encoded = new byte[SodiumEncodedBytes];
        int code = crypto_pwhash_str(
            encoded, password, (ulong)password.Length, (ulong)iterations, (nuint)memoryKiB * Argon2Block.Bytes);
        return code == 0
            ? Text(encoded) : throw new InvalidOperationException(Invariant($"crypto_pwhash_str returned {code}."));
    }

    /// <summary>
    /// Returns whether libsodium accepts the password for an encoded hash, or null if libsodium is not installed.
    /// </summary>
    public static bool? VerifyWithSodium(string encoded, byte[] password)
    {
        if (!HasSodium) return null;

        byte[] padded = new byte[SodiumEncodedBytes];
        Encoding.ASCII.GetBytes(encoded, padded);
        return crypto_pwhash_str_verify(padded, password, (ulong)password.Length) == 0;
    }

    private static bool SodiumCan(Argon2Plan plan, int saltBytes, int tagBytes) =>
        plan is { Lanes: 1, Version: Argon2Version.V13 } && saltBytes == SodiumSaltBytes && tagBytes >= 16
        && (plan.Variant == Argon2Variant.Id || (plan.Variant == Argon2Variant.I && plan.Iterations >= 3));

    private static bool SodiumDerive(Argon2Plan plan, byte[] password, byte[] salt, byte[] tag) => crypto_pwhash(
        tag, (ulong)tag.Length, password, (ulong)password.Length, salt, (ulong)plan.Iterations,
        (nuint)plan.Memory * Argon2Block.Bytes, plan.Variant == Argon2Variant.Id ? 2 : 1) == 0;

    private static bool ReferenceDerive(Argon2Plan plan, byte[] password, byte[] salt, byte[] tag) => argon2_hash(
        (uint)plan.Iterations, (uint)plan.Memory, (uint)plan.Lanes, password, (nuint)password.Length, salt, (nuint)salt.Length,
        tag, (nuint)tag.Length, null, 0, (int)plan.Variant, (uint)plan.Version) == 0;

    private static byte[] Bytes(string text) => Encoding.ASCII.GetBytes(text + "\0");

    private static string Text(byte[] bytes) => Encoding.ASCII.GetString(bytes, 0, Array.IndexOf(bytes, (byte)0));

    [DllImport(Sodium)]
    private static extern int sodium_init();

    [DllImport(Sodium)]
    private static extern int crypto_pwhash(
        byte[] tag, ulong tagLength, byte[] password, ulong passwordLength, byte[] salt, ulong iterations, nuint memory,
        int algorithm);

    [DllImport(Sodium)]
    private static extern int crypto_pwhash_str(
        [Out] byte[] encoded, byte[] password, ulong passwordLength, ulong iterations, nuint memory);

    [DllImport(Sodium)]
    private static extern int crypto_pwhash_str_verify(byte[] encoded, byte[] password, ulong passwordLength);

    [DllImport(Reference)]
    private static extern int argon2_hash(
        uint iterations, uint memory, uint parallelism, byte[] password, nuint passwordLength, byte[] salt, nuint saltLength,
        byte[] hash, nuint hashLength, byte[]? encoded, nuint encodedLength, int type, uint version);

    [DllImport(Reference)]
    private static extern int argon2_ctx(ref Context context, int type);

    [DllImport(Reference)]
    private static extern int argon2_verify(byte[] encoded, byte[] password, nuint passwordLength, int type);

    /// <summary>The structure argon2_context of libargon2's C interface.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Context
    {
        public nint Tag;
        public uint TagLength;
        public nint Password;
        public uint PasswordLength;
        public nint Salt;
        public uint SaltLength;
        public nint Secret;
        public uint SecretLength;
        public nint Data;
        public uint DataLength;
        public uint Iterations;
        public uint Memory;
        public uint Lanes;
        public uint Threads;
        public uint Version;
        public nint Allocate;
        public nint Free;
        public uint Flags;
    }
}
