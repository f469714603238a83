namespace Lanewise.Blake2Family;

/// <summary>BLAKE2Xb or BLAKE2Xs under its public face.</summary>
internal readonly struct Blake2OutputEngine<TWord, TSpec> : IHashEngine
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    public static string Name => Blake2Output<TWord, TSpec>.Name;
    public static int MaxHashBytes => (int)Math.Min(int.MaxValue, Blake2Output<TWord, TSpec>.MaxLength);
    public static HashSizes Sizes =>
        new(HashLengths.Any, TSpec.MaxHashBytes, TSpec.BlockBytes, 8 * Word<TWord>.Bytes, 1, TSpec.MaxHashBytes);
    public static LaneTable Table => Blake2Many<TWord, TSpec>.Table;

    public static void CheckKey(int keySizeInBytes) => Blake2One<TWord, TSpec>.CheckKeySize(keySizeInBytes);

    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2Output<TWord, TSpec>.Hash(key, source, destination);

    public IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes) => new Running(key, (uint)hashBytes);

    /// <summary>An empty message whose output ends nowhere.</summary>
    public static IRunningHash StartUnknown(ReadOnlySpan<byte> key)
    {
        CheckKey(key.Length);
        return new Running(key, Blake2Output<TWord, TSpec>.UnknownLength);
    }

    /// <summary>The output of the data so far.</summary>
    public static Blake2xOutput Output(IRunningHash running) => ((Running)running).Output();

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        ulong length = reader.Number();
        bool isKnown = length != Blake2Output<TWord, TSpec>.UnknownLength;
        if (length < 1 || (isKnown && length > (uint)Math.Min(MaxHashBytes, SavedState.MostHashBytes)))
        {
            throw SavedState.Bad($"The saved state is not valid: the length of the output is {length}.");
        }

        return new Running(Blake2Running<TWord, TSpec>.ReadState(ref reader, key, out secret), (uint)length);
    }

    public void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        Batch.Run(messages, keys, destination, new Blake2OutputMany<TWord, TSpec>(hashBytes, shape));

    private sealed class Running(Blake2Running<TWord, TSpec> root, uint length) : IRunningHash
    {
        public Running(ReadOnlySpan<byte> key, uint length)
            : this(new Blake2Running<TWord, TSpec>(Blake2Output<TWord, TSpec>.RootParameters(length), key, TSpec.MaxHashBytes),
                length)
        {
        }

        // Of output that ends nowhere, a digest is the first block.
        public int HashBytes => length == Blake2Output<TWord, TSpec>.UnknownLength ? TSpec.MaxHashBytes : (int)length;

        public bool IsKeyed => root.IsKeyed;

        public void Append(ReadOnlySpan<byte> data) => root.Append(data);

        public void Finish(Span<byte> destination)
        {
            Span<byte> digest = stackalloc byte[TSpec.MaxHashBytes];
            root.Finish(digest);
            Blake2Output<TWord, TSpec>.Read(digest, length, 0, destination, destination.Length);
            CryptographicOperations.ZeroMemory(digest);
        }

        public Blake2xOutput Output()
        {
            byte[] digest = new byte[TSpec.MaxHashBytes];
            root.Finish(digest);
            return new Blake2xOutput(digest, length, Blake2Output<TWord, TSpec>.Most(length), IsKeyed);
        }

        public void Restart() => root.Restart();

        public IRunningHash Clone() => new Running(root.Clone(), length);

        public void Wipe() => root.Wipe();

        public ReadOnlySpan<byte> WriteState(StateWriter writer)
        {
            writer.Number(length);
            return root.WriteState(writer);
        }
    }
}
