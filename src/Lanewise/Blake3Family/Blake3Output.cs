using Lanewise.Blake3Family;

namespace Lanewise;

/// <summary>
/// The extended output of BLAKE3. The output is 2^64 - 1 bytes long and can be read from any position. The first 32 bytes are
/// the digest.
/// </summary>
/// <remarks>Instances are not thread-safe. Reading does not allocate memory.</remarks>
/// <example>
/// <code>
/// using Blake3Output output = hash.GetOutput();
/// output.Position = 1UL &lt;&lt; 40;
/// output.Read(buffer);
/// </code>
/// </example>
public sealed class Blake3Output : LanewiseOutput
{
    private readonly uint[] state = new uint[Blake3State.Words];
    private readonly byte[] block = new byte[Blake3Spec.BlockBytes];

    // With at most 2^64 - 1 bytes, the block counter cannot wrap around.
    internal Blake3Output(Blake3Incremental incremental)
        : base(ulong.MaxValue, incremental.IsKeyed) => incremental.Root(state, block);

    /// <summary>Returns the extended output of a <see cref="Blake3"/> or <see cref="Blake3Mac"/> instance.</summary>
    internal static Blake3Output Of(LanewiseHash hash) => hash is Blake3Mac mac ? mac.GetOutput() : ((Blake3)hash).GetOutput();

    /// <summary>
    /// Reads from many positions at once, with one position per SIMD lane. The method does not change
    /// <see cref="LanewiseOutput.Position"/>.
    /// </summary>
    /// <param name="positions">The offset of the first byte for each read.</param>
    /// <param name="destination">Receives the bytes in the order of the positions.</param>
    /// <param name="outputLength">The number of bytes per position, at least 1.</param>
    /// <exception cref="ArgumentException">
    /// The length of <paramref name="destination"/> is not the number of positions times <paramref name="outputLength"/>.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="outputLength"/> is less than 1, or a read extends beyond the end of the output. The destination is
    /// unchanged.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void ReadMany(ReadOnlySpan<ulong> positions, Span<byte> destination, int outputLength)
    {
        ObjectDisposedException.ThrowIf(IsDisposed, this);
        ReadMany(new OutputReads(this, default, positions), positions, destination, outputLength);
    }

    /// <summary>
    /// Reads from many outputs at once, at one position in each output. Each SIMD lane reads one output.
    /// The <see cref="LanewiseOutput.Position"/> of each output remains unchanged.
    /// </summary>
    /// <param name="outputs">The outputs. The same output may occur several times.</param>
    /// <param name="positions">The offset of the first byte in each output.</param>
    /// <param name="destination">Receives the bytes in the order of the outputs.</param>
    /// <param name="outputLength">The number of bytes per output, at least 1.</param>
    /// <exception cref="ArgumentNullException">An output is null.</exception>
    /// <exception cref="ArgumentException">
    /// The number of positions differs from the number of outputs, or the length of <paramref name="destination"/> is not the
    /// number of outputs times <paramref name="outputLength"/>.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="outputLength"/> is less than 1, or a read extends beyond the end of an output. The destination is
    /// unchanged.
    /// </exception>
    /// <exception cref="ObjectDisposedException">An output was disposed.</exception>
    public static void ReadMany(
        ReadOnlySpan<Blake3Output> outputs, ReadOnlySpan<ulong> positions, Span<byte> destination, int outputLength)
    {
        if (outputs.Length != positions.Length)
        {
            throw new ArgumentException(
                Invariant($"{outputs.Length} outputs require {outputs.Length} positions, but {positions.Length} were given."),
                nameof(positions));
        }

        foreach (Blake3Output output in outputs)
        {
            ArgumentNullException.ThrowIfNull(output, nameof(outputs));
            ObjectDisposedException.ThrowIf(output.IsDisposed, output);
        }

        ReadMany(new OutputReads(null, outputs, positions), positions, destination, outputLength);
    }

    private static void ReadMany(OutputReads reads, ReadOnlySpan<ulong> positions, Span<byte> destination, int outputLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(outputLength);
        BatchChecks.Destination(destination.Length, positions.Length, outputLength, "pieces");
        for (int i = 0; i < positions.Length; i++) reads.Output(i).CheckRange(positions[i], outputLength, nameof(positions));
        using DigestTarget target = new(destination, MemoryMarshal.AsBytes(positions).Overlaps(destination));
        OutputBlocks.Read<uint, Blake3Roots<OutputReads>>(new Blake3Roots<OutputReads>(reads), target.Digests, outputLength);
        target.Complete();
        for (int i = 0; i < positions.Length; i++) reads.Output(i).Leave(destination);
    }

    /// <summary>Reads from several positions in one output, or from one position in each of several outputs.</summary>
    private readonly ref struct OutputReads(
        Blake3Output? single, ReadOnlySpan<Blake3Output> outputs, ReadOnlySpan<ulong> positions) : IBlake3Roots
    {
        private readonly ReadOnlySpan<Blake3Output> outputs = outputs;
        private readonly ReadOnlySpan<ulong> positions = positions;

        public int Count => positions.Length;

        public ulong Position(int root) => positions[root];

        public int ValueIndex(int root) => root;

        public Blake3Output Output(int root) => single ?? outputs[root];

        public void Node(int root, scoped Span<uint> state, scoped Span<byte> block)
        {
            Blake3Output output = Output(root);
            output.state.CopyTo(state);
            output.block.CopyTo(block);
        }
    }

    private protected override void ReadBlocks(ulong position, Span<byte> destination) =>
        new Blake3Root(state, block, position).Read(destination);

    private protected override void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(state.AsSpan()));
        CryptographicOperations.ZeroMemory(block);
    }
}
