using System.Globalization;
using Lanewise.Hashing;
using Lanewise.Kernels;

namespace Lanewise.Cli.Algorithms;

/// <summary>A row of the catalogue with a length of digest, and with a key or a context where one was given.</summary>
internal sealed class LanewiseAlgorithm(HashRow row, int hashBytes, FileKey? key = null, string? context = null) : FileAlgorithm
{
    public override string Name => row.Name + Suffix;

    // Output of another length is the same output cut or gone on with, and the digest says how long it is: no tool writes it.
    public override string Tag => IsBlake3 ? row.Title : row.Title + Suffix;

    public override bool HasLengthInTag => !IsBlake3;

    public override int HashBytes => hashBytes;

    public override bool CountsBytes => CountsBytesOf(row);

    public override string Lengths => (CountsBytes, row.MinHashBytes == row.MaxHashBytes) switch
    {
        (true, true) => string.Create(CultureInfo.InvariantCulture, $"{row.MaxHashBytes} bytes"),
        (true, false) => string.Create(CultureInfo.InvariantCulture, $"{row.MinHashBytes} to {row.MaxHashBytes} bytes"),
        (false, true) => string.Create(CultureInfo.InvariantCulture, $"{8 * row.MaxHashBytes} bits"),
        (false, false) => string.Create(CultureInfo.InvariantCulture, $"{8 * row.MinHashBytes} to {8 * row.MaxHashBytes} bits, whole bytes"),
    };

    public override int MinKeyBytes => row.MinKeyBytes;

    public override int MaxKeyBytes => row.MaxKeyBytes;

    private ReadOnlySpan<byte> Key => key is null ? default : key.Bytes;

    private string Suffix => hashBytes == row.DefaultHashBytes ? "" : string.Create(CultureInfo.InvariantCulture, $"-{8 * hashBytes}");

    public override FileAlgorithm? WithLength(int length) =>
        length >= row.MinHashBytes && length <= row.MaxHashBytes ? new LanewiseAlgorithm(row, length, key, context) : null;

    public override FileAlgorithm WithKey(FileKey fileKey) => new LanewiseAlgorithm(row, hashBytes, fileKey);

    public override FileAlgorithm? WithContext(string text) => IsBlake3 ? new LanewiseAlgorithm(row, hashBytes, context: text) : null;

    public override void Hash(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (context is null) row.Hash(Key, source, destination);
        else Blake3.DeriveKey(context, source, destination);
    }

    public override void HashMany(ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination)
    {
        if (context is null) row.HashScattered(Key, sources, destination, hashBytes);
        else Blake3.DeriveKeyMany(context, sources, destination, hashBytes);
    }

    public override RunningHash Start() =>
        new Running(context is null ? row.Create(Key, hashBytes) : Blake3.CreateDeriveKey(context, hashBytes));

    private bool IsBlake3 => row.Name == "blake3";

    // b2sum counts bits, and so does everything of BLAKE2 that has no end of its own; what has extended output counts bytes.
    private static bool CountsBytesOf(HashRow row) =>
        row.Name == "blake3"
        || row.Name.StartsWith("blake2x", StringComparison.Ordinal)
        || row.Name.StartsWith("skein", StringComparison.Ordinal);

    private sealed class Running(LanewiseHash hash) : RunningHash
    {
        public override Blake3Running? Tree => (hash as Blake3)?.Running;

        public override void Append(ReadOnlySpan<byte> data) => hash.AppendData(data);

        public override void Finish(Span<byte> destination) => hash.GetHashAndReset(destination);

        public override void Dispose() => hash.Dispose();
    }
}
