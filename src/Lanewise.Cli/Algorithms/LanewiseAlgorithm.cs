using Lanewise.Api;
using Lanewise.Files;

namespace Lanewise.Cli.Algorithms;

/// <summary>An algorithm from the catalogue with a digest length and an optional key.</summary>
internal sealed class LanewiseAlgorithm(HashRow row, int hashBytes, FileKey? key = null, ulong position = 0) : FileAlgorithm
{
    public override string Name => row.Name + Suffix;

    // With extendable output, a shorter output is a prefix of a longer one. The length of a digest is evident from the digest
    // itself, so no tool includes it in the tag.
    public override string Tag => HasLengthInTag ? row.Tag + Suffix : row.Tag;

    public override bool HasLengthInTag => row.Lengths != HashLengths.Stream;

    public override int HashBytes => hashBytes;

    // b2sum and the tags of all BLAKE2 hashes with a fixed output length specify the length in bits. For algorithms with
    // extendable output, tools specify the length in bytes.
    public override bool CountsBytes => row.Lengths is HashLengths.Any or HashLengths.Stream;

    public override string Lengths => (CountsBytes, row.MinHashBytes == row.MaxHashBytes) switch
    {
        (true, true) => Invariant($"{row.MaxHashBytes} bytes"),
        (true, false) => Invariant($"{row.MinHashBytes} to {row.MaxHashBytes} bytes"),
        (false, true) => Invariant($"{8 * row.MaxHashBytes} bits"),
        (false, false) => Invariant($"{8 * row.MinHashBytes} to {8 * row.MaxHashBytes} bits, whole bytes"),
    };

    public override int MinKeyBytes => row.MinKeyBytes;

    // Some algorithms accept keys of any length, but a key need not be longer than the digest.
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
