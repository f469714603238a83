using Lanewise.Api;
using Lanewise.Libraries;
using Lanewise.Proof.Libraries;
using Lanewise.Tests;

namespace Lanewise.Fuzz;

/// <summary>Another implementation of a hash, or a plain reference implementation from this repository's tests.</summary>
/// <param name="Name">The name of the implementation.</param>
/// <param name="Digest">Hashes a message with or without a key. Returns false if the implementation does not support the
/// arguments.</param>
/// <param name="Budget">The maximum number of message bytes per case. Slow implementations have a smaller budget.</param>
internal sealed record ReferenceImplementation(string Name, LibraryDigest Digest, int Budget)
{
    /// <summary>The name that stands for the tests' plain references.</summary>
    public const string Plain = "plain";

    /// <summary>The name that stands for comparisons between methods of Lanewise.</summary>
    public const string Itself = "itself";

    /// <summary>
    /// All supported implementations of hashes and ciphers with their versions. The version is null if an implementation is not
    /// installed.
    /// </summary>
    public static IReadOnlyList<(string Name, string? Version)> Installed { get; } =
    [
        .. ComparedLibraries.Hashes.Select(library => (library.Name, library.Version)),
        .. ComparedLibraries.Ciphers.Where(library => library.Name != "BouncyCastle")
            .Select(library => (library.Name, library.Version)),
        ("b3sum", HashProgram.B3sum.Version),
    ];

    /// <summary>The implementations that support an algorithm.</summary>
    public static IReadOnlyList<ReferenceImplementation> Of(HashRow row)
    {
        List<ReferenceImplementation> all = [];
        foreach (ComparedLibrary library in ComparedLibraries.Hashes.Append(new Botan()))
        {
            if (library.IsInstalled && library.FindDigest(row) is { } digest) all.Add(new(library.Name, digest, Budget(library)));
        }

        PlainReference plain = PlainReferences.For(row);
        all.Add(new(Plain, (key, source, digest) => plain(key, source, digest.Length).AsSpan().TryCopyTo(digest), 2048));
        return all;

        static int Budget(ComparedLibrary library) =>
            library switch { BouncyCastleHashes => 64 * 1024, Botan => 256 * 1024, _ => 1 << 20 };
    }
}
