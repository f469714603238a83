using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Md5Family;

/// <summary>MD5 under its public face.</summary>
internal readonly struct Md5Engine : IHashEngine
{
    public static string Name => "MD5";
    public static int BlockBytes => Md5Spec.BlockBytes;
    public static int WordBits => 32;
    public static int DefaultHashBytes => Md5Spec.HashBytes;
    public static int MaxHashBytes => Md5Spec.HashBytes;
    public static HashLengths HashLengths => HashLengths.Fixed;
    public static int MaxKeyBytes => 0;
    public static int MinKeyBytes => 0;
    public static LaneTable Table => Md5Many.Table;
    public static int LanesPerMessage => 1;

    public static void CheckKey(int keySizeInBytes)
    {
        // There are no keys: none is ever given.
    }

    [System.Runtime.CompilerServices.MethodImpl(CompileOptions.AtOnce)]
    public static void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<uint> state = stackalloc uint[Md5Spec.StateWords];
        Md5Spec.Iv.CopyTo(state);
        Md5One.Hash(state, 0, source, destination);
    }

    public static IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes) => new Md5Running(Md5Spec.Iv, 0);

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        secret = default;
        Md5Running running = new(Md5Spec.Iv, 0);
        running.ReadState(ref reader);
        return running;
    }

    public static void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        Batch.Run(messages, keys, destination, new LaneBatch<uint, Md5Many>(Md5Many.Plain, shape));
}
