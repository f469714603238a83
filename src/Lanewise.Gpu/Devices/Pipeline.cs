namespace Lanewise.Gpu.Devices;

/// <summary>
/// The sizes, in bytes, of the buffers for one piece of data: input, table of message or packet positions, packet keys, scratch
/// memory, and output.
/// </summary>
internal readonly record struct PieceSize(int Input, int Table, int Keys, long Scratch, int Output);

/// <summary>The device memory for one piece of data.</summary>
internal readonly record struct PieceMemory(
    DeviceMemory Input, DeviceMemory Table, DeviceMemory Keys, DeviceMemory Scratch, DeviceMemory Output);

/// <summary>A job that processes host data in pieces.</summary>
internal interface IPieces
{
    int Count { get; }

    PieceSize Size(int piece);

    /// <summary>
    /// Writes the data, the position table and the keys of a piece. The implementation must fill each span completely.
    /// </summary>
    void Fill(int piece, Span<byte> input, Span<byte> table, Span<byte> keys);

    void Launch(int piece, int queue, PieceMemory memory, CancellationToken cancellationToken);

    /// <summary>Copies a piece's result into the caller's memory.</summary>
    void Take(int piece, ReadOnlySpan<byte> output);
}

/// <summary>
/// Processes pieces of host data on the device, using two staging slots, each with a separate queue. While one piece is
/// processed, the next piece is copied to the device and the previous result is copied back.
/// </summary>
/// <remarks>Calls to <see cref="Run"/> run one after another.</remarks>
internal sealed class Pipeline(Accelerator accelerator) : IDisposable
{
    private readonly Slot[] slots = [new(Device.FirstPipelineQueue), new(Device.FirstPipelineQueue + 1)];
    private readonly Lock gate = new();

    /// <summary>Processes all pieces in order.</summary>
    /// <param name="pieces">The job, divided into pieces.</param>
    /// <param name="overlapped">
    /// True to use both staging slots; false to complete each piece before the next one begins.
    /// </param>
    /// <param name="cancellationToken">
    /// Cancels the operation. The token is checked before each piece. Results that were already copied to the destination are
    /// kept.
    /// </param>
    public void Run<TPieces>(scoped in TPieces pieces, bool overlapped, CancellationToken cancellationToken)
        where TPieces : IPieces, allows ref struct
    {
        lock (gate)
        {
            accelerator.ThrowIfDisposed();
            try
            {
                for (int piece = 0; piece < pieces.Count; piece++)
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    Slot slot = slots[overlapped ? piece & 1 : 0];
                    Collect(slot, pieces);
                    Begin(slot, pieces, piece, cancellationToken);
                    if (!overlapped) Collect(slot, pieces);
                }

                // Pieces are completed in order, so the slot with the older piece is completed first.
                int older = slots[0].Piece < slots[1].Piece ? 0 : 1;
                Collect(slots[older], pieces);
                Collect(slots[1 - older], pieces);
            }
            catch
            {
                Abandon();
                throw;
            }
        }
    }

    /// <summary>Waits for a running call, and then wipes and releases the staging slots.</summary>
    public void Dispose()
    {
        lock (gate)
        {
            foreach (Slot slot in slots) slot.Dispose();
        }
    }

    private void Begin<TPieces>(Slot slot, scoped in TPieces pieces, int piece, CancellationToken cancellationToken)
        where TPieces : IPieces, allows ref struct
    {
        PieceSize size = pieces.Size(piece);
        slot.Input.Ensure(accelerator, size.Input);
        slot.Table.Ensure(accelerator, size.Table);
        slot.Keys.Ensure(accelerator, size.Keys);
        slot.Output.Ensure(accelerator, size.Output);
        DeviceMemory scratch = slot.EnsureScratch(accelerator, size.Scratch);
        pieces.Fill(piece, slot.Input.Bytes(size.Input), slot.Table.Bytes(size.Table), slot.Keys.Bytes(size.Keys));

        // From now on, the device may be using the slot, even if a later step fails.
        slot.Piece = piece;
        Device device = accelerator.Device;
        device.BeginWrite(slot.Queue, slot.Input.Memory, 0, slot.Input.Host, size.Input);
        device.BeginWrite(slot.Queue, slot.Table.Memory, 0, slot.Table.Host, size.Table);
        device.BeginWrite(slot.Queue, slot.Keys.Memory, 0, slot.Keys.Host, size.Keys);
        PieceMemory memory = new(slot.Input.Memory, slot.Table.Memory, slot.Keys.Memory, scratch, slot.Output.Memory);
        pieces.Launch(piece, slot.Queue, memory, cancellationToken);
        device.BeginRead(slot.Queue, slot.Output.Memory, 0, slot.Output.Host, size.Output);
    }

    private void Collect<TPieces>(Slot slot, scoped in TPieces pieces)
        where TPieces : IPieces, allows ref struct
    {
        if (slot.Piece < 0) return;

        accelerator.Device.Finish(slot.Queue);
        pieces.Take(slot.Piece, slot.Output.Bytes(pieces.Size(slot.Piece).Output));
        slot.Piece = -1;
    }

    // The device may still be using the staging arrays, so they must not be reused before the device's work has ended.
    private void Abandon()
    {
        foreach (Slot slot in slots)
        {
            if (slot.Piece < 0) continue;

            try
            {
                accelerator.Device.Finish(slot.Queue);
            }
            catch (AcceleratorException)
            {
                // The caller receives the original error, so this error is ignored.
            }

            slot.Piece = -1;
        }
    }

    private sealed class Slot(int queue) : IDisposable
    {
        private DeviceMemory? scratch;

        public int Queue => queue;

        /// <summary>The index of the piece in progress, or -1 if the slot is free.</summary>
        public int Piece { get; set; } = -1;

        public Staged Input { get; } = new();

        public Staged Table { get; } = new();

        public Staged Keys { get; } = new();

        public Staged Output { get; } = new();

        public DeviceMemory EnsureScratch(Accelerator accelerator, long needed)
        {
            if (scratch is null || scratch.Length < needed)
            {
                scratch?.Dispose();
                scratch = null;
                scratch = accelerator.AllocateMemory(Math.Max(1, needed));
            }

            return scratch;
        }

        public void Dispose()
        {
            Input.Dispose();
            Table.Dispose();
            Keys.Dispose();
            Output.Dispose();
            scratch?.Dispose();
        }
    }

    /// <summary>A host array and device memory of the same size, which are large enough for the longest piece so far.</summary>
    private sealed class Staged : IDisposable
    {
        private PinnedBytes? host;
        private DeviceMemory? memory;

        public PinnedBytes Host => host!;

        public DeviceMemory Memory => memory!;

        public Span<byte> Bytes(int length) => Host.Array.AsSpan(0, length);

        public void Ensure(Accelerator accelerator, int needed)
        {
            needed = Math.Max(1, needed);
            if (host is null || host.Array.Length < needed)
            {
                host?.Dispose();
                host = null;
                host = accelerator.Device.Pin(needed);
            }

            if (memory is null || memory.Length < needed)
            {
                memory?.Dispose();
                memory = null;
                memory = accelerator.AllocateMemory(needed);
            }
        }

        public void Dispose()
        {
            host?.Dispose();
            memory?.Dispose();
        }
    }
}
