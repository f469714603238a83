using System.Globalization;
using Lanewise.Hashing;

namespace Lanewise.Proof;

/// <summary>A case of a known-answer file; <c>tree</c> parameters are named <c>tree.fanout</c> and so on.</summary>
internal sealed record KnownAnswerCase(IReadOnlyDictionary<string, string> Parameters, byte[] Input, byte[] Output)
{
    public byte[] Key => Bytes("key_hex");

    public byte[] Bytes(string name) => Parameters.TryGetValue(name, out string? hex) ? Convert.FromHexString(hex) : [];

    /// <summary>False where the case does not name it.</summary>
    public bool Flag(string name) => Parameters.TryGetValue(name, out string? text) && text is "true" or "1";

    public long Number(string name, long otherwise) =>
        Parameters.TryGetValue(name, out string? text) ? long.Parse(text, CultureInfo.InvariantCulture) : otherwise;
}

internal delegate void HashOne(ReadOnlySpan<byte> source, Span<byte> destination);

/// <summary>Known answers of one name, and how a case of theirs is computed.</summary>
/// <param name="Name">The <c>algorithm</c> of the files: <c>BLAKE2b</c>, <c>HMAC-MD5</c>.</param>
/// <param name="Check">Computes a case in all its forms; the names of the forms that gave another answer.</param>
internal sealed record KnownAnswers(string Name, Func<KnownAnswerCase, IReadOnlyList<string>> Check)
{
    /// <summary>All there are: those of every hash, then of every cipher.</summary>
    public static IEnumerable<KnownAnswers> All =>
        Catalog.Hashes.SelectMany(row => row.KnownAnswers).Concat(CipherRow.All.SelectMany(row => row.KnownAnswers));

    /// <summary>What a row itself can answer: messages, with a key or not.</summary>
    public static KnownAnswers Of(HashRow row) => new(row.Title, c => CheckHash(
        c,
        (source, destination) => row.Hash(c.Key, source, destination),
        () => row.Create(c.Key, c.Output.Length),
        (messages, digests) => row.HashMany(messages, Keys.One(c.Key), digests, c.Output.Length)));

    /// <summary>The forms of a hash: one-shot, incremental with several splits, twice on one object, and among many.</summary>
    public static IReadOnlyList<string> CheckHash(
        KnownAnswerCase c, HashOne one, Func<LanewiseHash> create, Action<ReadOnlyMemory<byte>[], byte[]>? many)
    {
        List<string> wrong = [];
        byte[] output = new byte[c.Output.Length];
        Try("one-shot", () => one(c.Input, output));

        using LanewiseHash hash = create();
        foreach (int split in (ReadOnlySpan<int>)[int.MaxValue, 1, 7, 64, 65, 128, 1024])
        {
            if (split == 1 && c.Input.Length > 4096) continue;

            Try($"incremental by {(split == int.MaxValue ? "one piece" : split)}", () =>
            {
                foreach (byte[] piece in c.Input.Chunk(split)) hash.AppendData(piece);
                hash.GetHashAndReset(output);
            });
        }

        if (many is null) return wrong;

        // Among neighbours of other lengths, so that it does not sit in a lane by itself.
        ReadOnlyMemory<byte>[] messages =
            [.. Enumerable.Range(0, 19)
                .Select(i => (ReadOnlyMemory<byte>)(i % 3 == 1 ? c.Input : new byte[(i * 53) + (i % 2 * 700)]))];
        byte[] digests = new byte[messages.Length * output.Length];
        many(messages, digests);
        for (int i = 1; i < messages.Length; i += 3)
        {
            Try($"many, message {i}", () => digests.AsSpan(i * output.Length, output.Length).CopyTo(output));
        }
        return wrong;

        void Try(string form, Action compute)
        {
            output.AsSpan().Clear();
            compute();
            if (!output.AsSpan().SequenceEqual(c.Output)) wrong.Add(form);
        }
    }
}
