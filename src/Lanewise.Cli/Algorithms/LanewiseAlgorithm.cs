using Lanewise.Files;
using Lanewise.Hashing;

namespace Lanewise.Cli.Algorithms;

/// <summary>A row of the catalogue with a length of digest, and with a key where one was given.</summary>
internal sealed class LanewiseAlgorithm(HashRow row, int hashBytes, FileKey? key = null, ulong position = 0) : FileAlgorithm
{
    public override string Name => row.Name + Suffix;

    // Output of another length is the same output cut or gone on with, and the digest says how long it is: no tool writes it.
    public override string Tag => HasLengthInTag ? row.Tag + Suffix : row.Tag;

    public override bool HasLengthInTag => row.Lengths != HashLengths.Stream;

    public override int HashBytes => hashBytes;

    // b2sum counts bits, and so does everything of BLAKE2 that has no end of its own; what has extended output counts bytes.
    public override bool CountsBytes => row.Lengths is HashLengths.Any or HashLengths.Stream;

    public override string Lengths => (CountsBytes, row.MinHashBytes == row.MaxHashBytes) switch
    {
        (true, true) => Invariant($"{row.MaxHashBytes} bytes"),
        (true, false) => Invariant($"{row.MinHashBytes} to {row.MaxHashBytes} bytes"),
        (false, true) => Invariant($"{8 * row.MaxHashBytes} bits"),
        (false, false) => Invariant($"{8 * row.MinHashBytes} to {8 * row.MaxHashBytes} bits, whole bytes"),
    };

    public override int MinKeyBytes => row.MinKeyBytes;

    // Where keys have any length, no more than a digest has is ever needed.
    public override int MaxKeyBytes => Math.Min(row.MaxKeyBytes, row.DefaultHashBytes);

    private string Suffix =>
        hashBytes == row.DefaultHashBytes ? "" : Invariant($"-{8 * hashBytes}");

    public override FileAlgorithm? WithLength(int length) =>
        length >= row.MinHashBytes && length <= row.MaxHashBytes ? new LanewiseAlgorithm(row, length, key) : null;

    public override FileAlgorithm WithKey(FileKey fileKey) => new LanewiseAlgorithm(row, hashBytes, fileKey);

    public override FileAlgorithm? WithContext(string context) =>
        row.WithContext?.Invoke(context) is HashRow derived ? new LanewiseAlgorithm(derived, hashBytes) : null;

    public override FileAlgorithm? From(ulong first) =>
        row.Tag == "BLAKE3" ? new LanewiseAlgorithm(row, hashBytes, key, first) : null;

    public override FileHash Hash => field ??= position == 0
        ? new RowHash(row, hashBytes, key?.Memory ?? default) : new SeekHash(row, hashBytes, key?.Memory ?? default, position);
}
