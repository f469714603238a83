using System.Security.Cryptography;

namespace Lanewise.Benchmarks.Compare;

/// <summary>A cipher with one key, called through the public API.</summary>
internal sealed class CipherMethods(CipherRow row, byte[] key) : IDisposable
{
    private readonly LanewiseCipher cipher = row.Create(key);

    public void Encrypt(ReadOnlySpan<byte> source, Span<byte> destination) =>
        cipher.EncryptEcb(source, destination, PaddingMode.None);

    public void Decrypt(ReadOnlySpan<byte> source, Span<byte> destination) =>
        cipher.DecryptEcb(source, destination, PaddingMode.None);

    public void Count(ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination) =>
        cipher.TransformCtr(source, counter, destination);

    public void OverCores(ReadOnlyMemory<byte> source, Memory<byte> destination, ParallelOptions options) =>
        cipher.EncryptEcb(source, destination, options);

    public void Packets(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination) =>
        cipher.EncryptMany(Messages.Packed(source, lengths), destination);

    public void Dispose() => cipher.Dispose();
}
