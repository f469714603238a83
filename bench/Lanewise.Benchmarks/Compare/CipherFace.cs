using System.Reflection;
using System.Security.Cryptography;
using Lanewise.Ciphers;

namespace Lanewise.Benchmarks.Compare;

/// <summary>
/// A cipher under one key as a user calls it. What not every cipher has in public, found by its shape, is else done by the
/// catalogue's row.
/// </summary>
internal sealed class CipherFace : IDisposable
{
    private readonly LanewiseCipher cipher;

    public CipherFace(CipherRow row, byte[] key)
    {
        cipher = row.Create(key);
        Packets = Bind<PublicPackets>("EncryptMany") is { } packets
            ? (source, lengths, destination) => packets(source, lengths, destination, PaddingMode.None)
            // In ECB the blocks of all packets under one key are one run.
            : (source, _, destination) => Encrypt(source, destination);
        OverCores = Bind<PublicOverCores>("EncryptEcb") is { } overCores
            ? (source, destination, options) => overCores(source, destination, options)
            : (source, destination, options) => BlocksOverCores.Run(source, destination, row.BlockBytes, options, Encrypt);
    }

    internal delegate void ManyPackets(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination);

    internal delegate void ManyCores(ReadOnlyMemory<byte> source, Memory<byte> destination, ParallelOptions options);

    private delegate int PublicPackets(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, PaddingMode paddingMode);

    private delegate int PublicOverCores(ReadOnlyMemory<byte> source, Memory<byte> destination, ParallelOptions options);

    public ManyPackets Packets { get; }

    public ManyCores OverCores { get; }

    public void Encrypt(ReadOnlySpan<byte> source, Span<byte> destination) => cipher.EncryptEcb(source, destination, PaddingMode.None);

    public void Decrypt(ReadOnlySpan<byte> source, Span<byte> destination) => cipher.DecryptEcb(source, destination, PaddingMode.None);

    public void Count(ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination) => cipher.TransformCtr(source, counter, destination);

    public void Dispose() => cipher.Dispose();

    private TDelegate? Bind<TDelegate>(string method)
        where TDelegate : Delegate
    {
        MethodInfo shape = typeof(TDelegate).GetMethod("Invoke")!;
        MethodInfo? found = cipher.GetType().GetMethod(method, BindingFlags.Public | BindingFlags.Instance, [.. shape.GetParameters().Select(p => p.ParameterType)]);
        return found is null || found.ReturnType != shape.ReturnType ? null : found.CreateDelegate<TDelegate>(cipher);
    }
}
