using System.Diagnostics;
using Lanewise.Benchmarks.Peers;
using Lanewise.Hashing;
using Lanewise.Peers;
using Lanewise.Tests;

namespace Lanewise.Fuzz;

/// <summary>Somebody else's implementation of a hash, or a plain one of this repository's tests.</summary>
/// <param name="Name">Whose it is.</param>
/// <param name="Digest">A message with or without a key; false where it has no such.</param>
/// <param name="Budget">Bytes of messages that it is asked about in a case: slow ones are asked less.</param>
internal sealed record Witness(string Name, PeerDigest Digest, int Budget)
{
    /// <summary>The plain references of the tests.</summary>
    public const string Plain = "plain";

    /// <summary>Forms of ours against each other.</summary>
    public const string Itself = "itself";

    /// <summary>All that are looked for, of hashes and of ciphers, with their versions; null where one is not here.</summary>
    public static IReadOnlyList<(string Name, string? Version)> Installed { get; } =
    [
        .. Peer.All.Select(peer => (peer.Name, peer.Version)),
        .. CipherPeer.All.Where(peer => peer.Name != "BouncyCastle").Select(peer => (peer.Name, peer.Version)),
        ("b3sum", B3sum.Version),
    ];

    /// <summary>Those that know an algorithm.</summary>
    public static IReadOnlyList<Witness> Of(HashRow row)
    {
        List<Witness> all = [];
        foreach (Peer peer in Peer.All)
        {
            if (peer.IsInstalled && peer.FindDigest(row) is { } digest) all.Add(new(peer.Name, digest, peer is BouncyCastlePeer ? 64 * 1024 : 1 << 20));
        }

        if (OfBotan(row) is { } botan) all.Add(new(nameof(Botan), botan, 256 * 1024));
        PlainReference plain = Catalog.Macs.Contains(row) ? (key, message, _) => PlainMd5.Hmac(key, message) : PlainReferences.For(row.Name);
        all.Add(new(Plain, (key, source, digest) => plain(key, source, digest.Length).AsSpan().TryCopyTo(digest), 2048));
        return all;
    }

    // Botan's longest output is a block.
    private static PeerDigest? OfBotan(HashRow row)
    {
        if (!CipherPeer.All.OfType<Botan>().Single().IsInstalled) return null;

        Func<int, string>? name = row.Name switch
        {
            "md5" => _ => "MD5",
            "blake2b" => bytes => FormattableString.Invariant($"Blake2b({8 * bytes})"),
            "skein-512" => bytes => FormattableString.Invariant($"Skein-512({8 * bytes})"),
            _ => null,
        };
        return name is null ? null : (key, source, digest) =>
            key.IsEmpty && digest.Length <= 64 && Botan.Hash(name(digest.Length), source).AsSpan().TryCopyTo(digest);
    }
}

/// <summary>The program <c>b3sum</c>: many files at a time, because starting it takes longer than hashing them.</summary>
internal static class B3sum
{
    public static string? Version { get; } = Find();

    /// <summary>Digests of messages; <paramref name="options"/> may say what the key on standard input or the context is.</summary>
    public static byte[][] Run(IReadOnlyList<string> options, byte[] input, IReadOnlyList<byte[]> messages)
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("lanewise-fuzz-");
        try
        {
            string[] files = [.. messages.Select((_, i) => Path.Combine(folder.FullName, FormattableString.Invariant($"{i}")))];
            for (int i = 0; i < files.Length; i++) File.WriteAllBytes(files[i], messages[i]);
            return [.. Start([.. options, "--no-names", .. files], input).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Convert.FromHexString)];
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static string? Find()
    {
        try
        {
            return Start(["--version"], []).Trim().Split(' ')[^1];
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return null;
        }
    }

    private static string Start(IReadOnlyList<string> arguments, byte[] input)
    {
        ProcessStartInfo info = new("b3sum", arguments) { RedirectStandardInput = true, RedirectStandardOutput = true };
        using Process process = Process.Start(info)!;
        process.StandardInput.BaseStream.Write(input);
        process.StandardInput.Close();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return output;
    }
}
