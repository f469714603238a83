using System.Security.Cryptography;
using Lanewise.Lanes;
using Lanewise.Measuring;

namespace Lanewise.Hashing;

/// <summary>A hash in the <see cref="Catalog"/>: what a tool or a test needs in order to use it without knowing it.</summary>
internal abstract class HashRow
{
    /// <summary>The name on the command line and of the documentation page: <c>blake2b</c>.</summary>
    public abstract string Name { get; }

    /// <summary>The name in texts and in <c>--tag</c> lines: <c>BLAKE2b</c>.</summary>
    public abstract string Title { get; }

    /// <summary>One sentence: what it is for, or why not.</summary>
    public abstract string Security { get; }

    public abstract int DefaultHashBytes { get; }

    public virtual int MinHashBytes => DefaultHashBytes;

    public virtual int MaxHashBytes => DefaultHashBytes;

    /// <summary>0 where there is no keyed mode.</summary>
    public virtual int MaxKeyBytes => 0;

    /// <summary>The shortest key that is not empty.</summary>
    public virtual int MinKeyBytes => Math.Min(1, MaxKeyBytes);

    public abstract int BlockBytes { get; }

    public abstract int WordBits { get; }

    /// <summary>The shapes for many messages that are worth a comparison, of those that this machine supports.</summary>
    public IReadOnlyList<LaneShape> Shapes => [.. LaneDispatch.Supported.Where(s => s.Bits == 0 ? s.Streams <= MaxScalarStreams : s.Streams <= MaxStreams)];

    /// <summary>The shape that <c>HashMany</c> takes on this machine.</summary>
    public abstract LaneShape ChosenShape { get; }

    /// <summary>More streams than this do not compile to good code, or never pay.</summary>
    public abstract int MaxStreams { get; }

    public abstract int MaxScalarStreams { get; }

    /// <summary>The kernels for one message; exactly one is chosen.</summary>
    public abstract IReadOnlyList<SingleKernel> SingleKernels { get; }

    /// <summary>The known-answer files that this row can check.</summary>
    public abstract IReadOnlyList<KnownAnswers> KnownAnswers { get; }

    /// <summary>Tables beyond those that every row gets, such as the comparison that a row's algorithm is known for.</summary>
    public virtual IReadOnlyList<Measurement> Measurements => [];

    /// <summary>Jobs beyond those that every row gets; made anew, with their data, by each call.</summary>
    public virtual IReadOnlyList<RowJob> Jobs() => [];

    /// <summary>A running hash; the key may be empty.</summary>
    public abstract LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes);

    /// <summary>One message; digest as long as the destination.</summary>
    public abstract void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Many messages of one length, at a given shape or at the chosen one.</summary>
    public abstract void HashEqual(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape = null);

    /// <summary>Many messages of any lengths, packed, at a given shape or at the chosen one.</summary>
    public abstract void HashRagged(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashBytes, LaneShape? shape = null);

    /// <summary>Many messages of any lengths, anywhere, at a given shape or at the chosen one.</summary>
    public abstract void HashScattered(
        ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape = null);

    /// <summary>A key that would be ignored is refused.</summary>
    protected void CheckNoKey(ReadOnlySpan<byte> key)
    {
        if (!key.IsEmpty) throw new CryptographicException($"{Title} has no keyed mode.");
    }
}

/// <summary>A kernel for one message: how a whole unkeyed message is hashed with it, digest of the default length.</summary>
internal sealed record SingleKernel(string Name, bool IsChosen, HashOne Hash);

internal delegate void HashOne(ReadOnlySpan<byte> source, Span<byte> destination);

/// <summary>A case of a known-answer file; <c>tree</c> parameters are named <c>tree.fanout</c> and so on.</summary>
internal sealed record KnownAnswerCase(IReadOnlyDictionary<string, string> Parameters, byte[] Input, byte[] Output)
{
    public byte[] Bytes(string name) => Parameters.TryGetValue(name, out string? hex) ? Convert.FromHexString(hex) : [];

    /// <summary>False where the case does not name it.</summary>
    public bool Flag(string name) => Parameters.TryGetValue(name, out string? text) && text is "true" or "1";

    public long Number(string name, long otherwise) =>
        Parameters.TryGetValue(name, out string? text) ? long.Parse(text, System.Globalization.CultureInfo.InvariantCulture) : otherwise;
}

/// <summary>Known answers of one name, and how a case of theirs is computed through the public interface.</summary>
/// <param name="Name">The <c>algorithm</c> of the files: <c>BLAKE2b</c>, <c>HMAC-MD5</c>.</param>
/// <param name="Check">Computes a case in all its forms; the names of the forms that gave another answer.</param>
internal sealed record KnownAnswers(string Name, Func<KnownAnswerCase, IReadOnlyList<string>> Check)
{
    /// <summary>The forms of a hash: one-shot, incremental with several splits, twice on one object, and among many.</summary>
    public static IReadOnlyList<string> CheckHash(KnownAnswerCase c, HashOne one, Func<LanewiseHash> create, Action<ReadOnlyMemory<byte>[], byte[]>? many)
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
                for (int i = 0; i < c.Input.Length; i += Math.Min(split, c.Input.Length - i))
                {
                    hash.AppendData(c.Input.AsSpan(i, Math.Min(split, c.Input.Length - i)));
                }

                hash.GetHashAndReset(output);
            });
        }

        if (many is not null)
        {
            // Among neighbours of other lengths, so that it does not sit in a lane by itself.
            ReadOnlyMemory<byte>[] messages = new ReadOnlyMemory<byte>[19];
            for (int i = 0; i < messages.Length; i++) messages[i] = i % 3 == 1 ? c.Input : new byte[(i * 53) + (i % 2 * 700)];
            byte[] digests = new byte[messages.Length * output.Length];
            for (int i = 1; i < messages.Length; i += 3)
            {
                int at = i * output.Length;
                if (i == 1) Try("many", () => Fill(at));
                else if (!digests.AsSpan(at, output.Length).SequenceEqual(c.Output)) wrong.Add($"many, message {i}");
            }

            void Fill(int at)
            {
                many(messages, digests);
                digests.AsSpan(at, output.Length).CopyTo(output);
            }
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
