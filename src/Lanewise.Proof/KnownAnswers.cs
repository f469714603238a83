using System.Globalization;
using System.Numerics;

namespace Lanewise.Proof;

/// <summary>
/// A case of a known-answer file. The parameters of a <c>tree</c> object have names such as <c>tree.fanout</c>. The case records
/// which parameters were read, because an unknown parameter must not be ignored.
/// </summary>
internal sealed record KnownAnswerCase(IReadOnlyDictionary<string, string> Parameters, byte[] Input, byte[] Output)
{
    private readonly HashSet<string> asked = [];

    public byte[] Key => Bytes("key_hex");

    /// <summary>The names of the parameters that were not read.</summary>
    public IEnumerable<string> NotUnderstood => Parameters.Keys.Where(name => !asked.Contains(name));

    /// <summary>Returns a text parameter, or null if the case does not contain it.</summary>
    public string? Text(string name)
    {
        asked.Add(name);
        return Parameters.GetValueOrDefault(name);
    }

    public byte[] Bytes(string name) => Text(name) is not { } hex ? []
        : hex.Length % 2 == 0 && hex.All(char.IsAsciiHexDigit) ? Convert.FromHexString(hex)
        : throw Bad(name, hex, "an even number of hex digits");

    /// <summary>Returns a Boolean parameter, or false if the case does not contain it.</summary>
    public bool Flag(string name) => Text(name) switch
    {
        null or "false" or "0" => false,
        "true" or "1" => true,
        string text => throw Bad(name, text, "true or false"),
    };

    /// <summary>
    /// Returns a numeric parameter, or <paramref name="otherwise"/> if the case does not contain the parameter. Throws if the
    /// number does not fit the type.
    /// </summary>
    public T Number<T>(string name, T otherwise)
        where T : IBinaryInteger<T>, IMinMaxValue<T> =>
        Text(name) is not { } text ? otherwise
            : T.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out T? number) ? number
            : throw Bad(name, text, Invariant($"a whole number of {T.MinValue} to {T.MaxValue}"));

    public static FormatException Bad(string name, string text, string wanted) =>
        new($"parameter \"{name}\" is \"{text}\" and must be {wanted}");
}

internal delegate void HashOne(ReadOnlySpan<byte> source, Span<byte> destination);

/// <summary>The known answers of one algorithm, with the method that computes the result of a case.</summary>
/// <param name="Name">The value of <c>algorithm</c> in known-answer files, for example <c>BLAKE2b</c> or <c>HMAC-MD5</c>.</param>
/// <param name="Compute">
/// Computes the result of a case in all API forms. Returns the names of the forms whose result was wrong.
/// </param>
internal sealed record KnownAnswers(string Name, Func<KnownAnswerCase, IReadOnlyList<string>> Compute)
{
    /// <summary>The known answers of the algorithms that have no row in the catalogue, such as password hashes.</summary>
    public static IReadOnlyList<KnownAnswers> WithoutRow => Argon2Proof.Answers;

    /// <summary>The known answers of all algorithms.</summary>
    public static IEnumerable<KnownAnswers> All =>
        Catalog.Hashes.Concat(Catalog.Macs).SelectMany(row => row.KnownAnswers)
            .Concat(CipherRow.All.SelectMany(row => row.KnownAnswers)).Concat(WithoutRow);

    /// <summary>
    /// Computes the result of a case in all API forms, and returns descriptions of all errors. Malformed and unknown parameters
    /// are also errors.
    /// </summary>
    public IReadOnlyList<string> Check(KnownAnswerCase c)
    {
        List<string> wrong = [];
        try
        {
            wrong.AddRange(Compute(c));
        }
        catch (FormatException e)
        {
            return [e.Message];
        }
#pragma warning disable CA1031 // If a case throws any exception, it is reported as failed, but the other cases still run.
        catch (Exception e)
#pragma warning restore CA1031
        {
            wrong.Add($"threw {e.GetType().Name}: {e.Message.ReplaceLineEndings(" ")}");
        }

        wrong.AddRange(c.NotUnderstood.Select(name => $"parameter \"{name}\" is not known for {Name}"));
        return wrong;
    }

    /// <summary>
    /// Returns the known answers for messages with or without a key. The methods of <paramref name="row"/> compute the results.
    /// </summary>
    public static KnownAnswers Of(HashRow row) => new(row.Title, c => CheckHash(
        c,
        (source, destination) => row.Hash(c.Key, source, destination),
        () => row.Create(c.Key, c.Output.Length),
        (messages, digests) => row.HashMany(messages, HashKeys.One(c.Key.AsSpan()), digests, c.Output.Length)));

    /// <summary>
    /// Checks all API forms of a hash: one-shot, incremental with several splits, reuse of one object, and batch.
    /// </summary>
    public static IReadOnlyList<string> CheckHash(
        KnownAnswerCase c, HashOne one, Func<LanewiseHash> create, Action<ReadOnlyMemory<byte>[], byte[]>? many)
    {
        AnswerForms forms = new();
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

        if (many is null) return forms.Wrong;

        // The message is placed among messages of other lengths, so that they share vectors.
        ReadOnlyMemory<byte>[] messages =
            [.. Enumerable.Range(0, 19)
                .Select(i => (ReadOnlyMemory<byte>)(i % 3 == 1 ? c.Input : new byte[(i * 53) + (i % 2 * 700)]))];
        byte[] digests = new byte[messages.Length * output.Length];
        many(messages, digests);
        for (int i = 1; i < messages.Length; i += 3)
        {
            Try($"many, message {i}", () => digests.AsSpan(i * output.Length, output.Length).CopyTo(output));
        }
        return forms.Wrong;

        void Try(string form, Action compute)
        {
            output.AsSpan().Clear();
            compute();
            forms.Add(form, output.AsSpan().SequenceEqual(c.Output));
        }
    }
}
