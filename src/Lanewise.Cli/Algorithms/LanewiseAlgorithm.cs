using System.Globalization;
using Lanewise.Hashing;

namespace Lanewise.Cli.Algorithms;

/// <summary>A row of the catalogue with a length of digest.</summary>
internal sealed class LanewiseAlgorithm(HashRow row, int hashBytes) : FileAlgorithm
{
    public override string Name => row.Name + Suffix;

    public override string Tag => row.Title + Suffix;

    public override int HashBytes => hashBytes;

    public override string Lengths => row.MinHashBytes == row.MaxHashBytes
        ? string.Create(CultureInfo.InvariantCulture, $"{8 * row.MaxHashBytes} bits")
        : string.Create(CultureInfo.InvariantCulture, $"{8 * row.MinHashBytes} to {8 * row.MaxHashBytes} bits, whole bytes");

    private string Suffix => hashBytes == row.DefaultHashBytes ? "" : string.Create(CultureInfo.InvariantCulture, $"-{8 * hashBytes}");

    public override FileAlgorithm? WithLength(int length) =>
        length >= row.MinHashBytes && length <= row.MaxHashBytes ? new LanewiseAlgorithm(row, length) : null;

    public override void Hash(ReadOnlySpan<byte> source, Span<byte> destination) => row.Hash(default, source, destination);

    public override void HashMany(ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination) =>
        row.HashScattered(default, sources, destination, hashBytes);

    public override RunningHash Start() => new Running(row.Create(default, hashBytes));

    private sealed class Running(LanewiseHash hash) : RunningHash
    {
        public override void Append(ReadOnlySpan<byte> data) => hash.AppendData(data);

        public override void Finish(Span<byte> destination) => hash.GetHashAndReset(destination);

        public override void Dispose() => hash.Dispose();
    }
}
