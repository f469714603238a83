using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Md5Family;

/// <summary>HMAC-MD5 (RFC 2104) under its public face; an empty key is a key, too.</summary>
internal readonly struct HmacMd5Engine : IHashEngine
{
    // The states after the inner key block, and after the outer one.
    private const int States = 2 * Md5Spec.StateWords;

    public static string Name => "HMAC-MD5";
    public static int BlockBytes => Md5Spec.BlockBytes;
    public static int WordBits => 32;
    public static int DefaultHashBytes => Md5Spec.HashBytes;
    public static int MaxHashBytes => Md5Spec.HashBytes;
    public static HashLengths HashLengths => HashLengths.Fixed;
    public static int MaxKeyBytes => int.MaxValue;
    public static int MinKeyBytes => 0;
    public static LaneTable Table => Md5Many.Table;
    public static int LanesPerMessage => 1;

    public static void CheckKey(int keySizeInBytes)
    {
        // A key has any length.
    }

    public static void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<uint> states = stackalloc uint[States];
        Span<byte> hash = stackalloc byte[Md5Spec.HashBytes];
        KeyStates(key, states, States / 2);
        Md5One.Hash(states.Slice(0, Md5Spec.StateWords), Md5Spec.BlockBytes, source, hash);
        Md5One.Hash(states.Slice(Md5Spec.StateWords), Md5Spec.BlockBytes, hash, destination);
        states.Clear();
    }

    public static IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes) => new Running(key);

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        Running running = new(key);
        running.ReadState(ref reader, out secret);
        return running;
    }

    public static void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        if (!keys.AreGiven) throw new ArgumentException("HMAC needs a key: one for all messages, or one for each.", nameof(keys));

        Batch.Run(messages, keys, destination, new Many(shape));
    }

    // RFC 2104, section 2: K xor ipad and K xor opad, each a block; a key longer than a block is hashed first.
    private static void KeyStates(ReadOnlySpan<byte> key, Span<uint> inner, int toOuter)
    {
        Span<byte> block = stackalloc byte[Md5Spec.BlockBytes];
        if (key.Length > Md5Spec.BlockBytes) Md5Engine.Hash(default, key, block);
        else key.CopyTo(block);

        for (int i = 0; i < block.Length; i++) block[i] ^= 0x36;
        Md5Spec.Iv.CopyTo(inner);
        Md5One.Run(inner.Slice(0, Md5Spec.StateWords), block, 0, 1);

        for (int i = 0; i < block.Length; i++) block[i] ^= 0x36 ^ 0x5c;
        Span<uint> outer = inner.Slice(toOuter, Md5Spec.StateWords);
        Md5Spec.Iv.CopyTo(outer);
        Md5One.Run(outer, block, 0, 1);
        CryptographicOperations.ZeroMemory(block);
    }

    private readonly struct Many(LaneShape? shape) : IBatch
    {
        public int HashBytes => Md5Spec.HashBytes;

        public void Run<TMessages>(in TMessages messages, in Keys keys, Span<byte> digests)
            where TMessages : struct, IMessages<TMessages>, allows ref struct
        {
            // All inner states, then all outer ones.
            int count = keys.ArePerMessage ? messages.Count : 1, half = count * Md5Spec.StateWords;
            using Rented<uint> rented = new(2 * half);
            Span<uint> states = rented.Span;
            for (int k = 0; k < count; k++) KeyStates(keys.Of(k), states.Slice(k * Md5Spec.StateWords), half);
            Run(messages, states.Slice(0, half), digests);
            // The scheduler is done with a group's inner digests before it writes that group's outer ones.
            Run(new EqualMessages(digests, Md5Spec.HashBytes, messages.Count), states.Slice(half), digests);
        }

        private void Run<TMessages>(in TMessages messages, ReadOnlySpan<uint> starts, Span<byte> digests)
            where TMessages : struct, IMessages<TMessages>, allows ref struct =>
            new LaneBatch<uint, Md5Many>(new Md5Many(starts, Md5Spec.BlockBytes), shape).Run(messages, default, digests);
    }

    private sealed class Running : IRunningHash
    {
        private readonly uint[] states = new uint[States];
        private readonly Md5Running inner;

        public Running(ReadOnlySpan<byte> key)
        {
            KeyStates(key, states, Md5Spec.StateWords);
            inner = new Md5Running(states.AsSpan(0, Md5Spec.StateWords), Md5Spec.BlockBytes);
        }

        private Running(Running other)
        {
            other.states.CopyTo(states, 0);
            inner = other.inner.Clone();
        }

        public int HashBytes => Md5Spec.HashBytes;

        public bool IsKeyed => true;

        // An empty key is a key, too; this is not empty.
        private ReadOnlySpan<byte> CheckedBy => MemoryMarshal.AsBytes(states.AsSpan());

        public IRunningHash Inner => inner;

        public void Append(ReadOnlySpan<byte> data) => inner.Append(data);

        public void Finish(Span<byte> destination)
        {
            Span<uint> outer = stackalloc uint[Md5Spec.StateWords];
            states.AsSpan(Md5Spec.StateWords).CopyTo(outer);
            Span<byte> hash = stackalloc byte[Md5Spec.HashBytes];
            inner.Finish(hash);
            Md5One.Hash(outer, Md5Spec.BlockBytes, hash, destination);
        }

        public void Restart() => inner.Restart();

        public IRunningHash Clone() => new Running(this);

        public void Wipe()
        {
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(states.AsSpan()));
            inner.Wipe();
        }

        public ReadOnlySpan<byte> WriteState(StateWriter writer)
        {
            inner.WriteState(writer);
            return CheckedBy;
        }

        public void ReadState(ref StateReader reader, out ReadOnlySpan<byte> secret)
        {
            inner.ReadState(ref reader);
            secret = CheckedBy;
        }
    }
}
