namespace Lanewise.Gpu.Devices;

/// <summary>Bytes of one piece: what goes to the device, what goes beside it, room to work in, and what comes back.</summary>
internal readonly record struct PieceSize(int Input, int Beside, long Scratch, int Output);

/// <summary>The device's memory for one piece.</summary>
internal readonly record struct PieceMemory(DeviceMemory Input, DeviceMemory Beside, DeviceMemory Scratch, DeviceMemory Output);

/// <summary>Work on the host's data, cut into pieces.</summary>
internal interface IPieces
{
    int Count { get; }

    PieceSize Size(int piece);

    /// <summary>Copies a piece's input out of the caller's memory; all of both spans is written.</summary>
    void Fill(int piece, Span<byte> input, Span<byte> beside);

    void Launch(int piece, int queue, PieceMemory memory, CancellationToken cancellationToken);

    /// <summary>Copies a piece's output into the caller's memory.</summary>
    void Take(int piece, ReadOnlySpan<byte> output);
}

/// <summary>
/// Takes pieces through the device by way of two staging slots, each with a queue of its own: while one piece is worked on, the
/// next is copied in and the one before is copied out.
/// </summary>
/// <remarks>Not for two threads at once: <see cref="Enter"/> waits for the other.</remarks>
internal sealed class Pipeline : IDisposable
{
    private readonly Accelerator accelerator;
    private readonly Slot[] slots;
    private readonly Lock gate = new();

    public Pipeline(Accelerator accelerator)
    {
        this.accelerator = accelerator;
        slots = [new Slot(Device.FirstPipelineQueue), new Slot(Device.FirstPipelineQueue + 1)];
    }

    public void Enter() => gate.Enter();

    public void Leave() => gate.Exit();

    /// <summary>Runs all pieces in order.</summary>
    /// <param name="pieces">The work.</param>
    /// <param name="overlapped">With both slots; else every piece is waited for.</param>
    /// <param name="cancellationToken">Looked at before each piece; what was taken by then stays taken.</param>
    public void Run<TPieces>(scoped in TPieces pieces, bool overlapped, CancellationToken cancellationToken)
        where TPieces : IPieces, allows ref struct
    {
        Device device = accelerator.Device;
        try
        {
            for (int piece = 0; piece < pieces.Count; piece++)
            {
                cancellationToken.ThrowIfCancellationRequested();
                Slot slot = slots[overlapped ? piece & 1 : 0];
                Collect(device, slot, pieces);

                PieceSize size = pieces.Size(piece);
                slot.Ensure(accelerator, size);
                pieces.Fill(piece, slot.HostInput!.Array.AsSpan(0, size.Input), slot.HostBeside!.Array.AsSpan(0, size.Beside));
                device.BeginWrite(slot.Queue, slot.Input!, 0, slot.HostInput, size.Input);
                device.BeginWrite(slot.Queue, slot.Beside!, 0, slot.HostBeside, size.Beside);
                slot.Piece = piece;
                pieces.Launch(piece, slot.Queue, new PieceMemory(slot.Input!, slot.Beside!, slot.Scratch!, slot.Output!), cancellationToken);
                device.BeginRead(slot.Queue, slot.Output!, 0, slot.HostOutput!, size.Output);
                if (!overlapped) Collect(device, slot, pieces);
            }

            // In order: the older of the two first.
            Slot older = slots[0].Piece < slots[1].Piece ? slots[0] : slots[1], newer = older == slots[0] ? slots[1] : slots[0];
            Collect(device, older, pieces);
            Collect(device, newer, pieces);
        }
        catch
        {
            Abandon(device);
            throw;
        }
    }

    /// <summary>Wipes and releases the slots.</summary>
    public void Dispose()
    {
        lock (gate)
        {
            foreach (Slot slot in slots) slot.Dispose();
        }
    }

    private static void Collect<TPieces>(Device device, Slot slot, in TPieces pieces)
        where TPieces : IPieces, allows ref struct
    {
        if (slot.Piece < 0) return;

        device.Finish(slot.Queue);
        pieces.Take(slot.Piece, slot.HostOutput!.Array.AsSpan(0, pieces.Size(slot.Piece).Output));
        slot.Piece = -1;
    }

    // The device may still read and write the staging arrays: nobody else may before it has ended.
    private void Abandon(Device device)
    {
        foreach (Slot slot in slots)
        {
            try
            {
                device.Finish(slot.Queue);
            }
            catch (AcceleratorException)
            {
                // The first error is on its way to the caller.
            }

            slot.Piece = -1;
        }
    }

    private sealed class Slot(int queue) : IDisposable
    {
        public int Queue => queue;

        /// <summary>The piece under way, or -1.</summary>
        public int Piece { get; set; } = -1;

        public PinnedBytes? HostInput { get; private set; }

        public PinnedBytes? HostBeside { get; private set; }

        public PinnedBytes? HostOutput { get; private set; }

        public DeviceMemory? Input { get; private set; }

        public DeviceMemory? Beside { get; private set; }

        public DeviceMemory? Scratch { get; private set; }

        public DeviceMemory? Output { get; private set; }

        public void Ensure(Accelerator accelerator, PieceSize size)
        {
            (HostInput, Input) = Grow(accelerator, size.Input, HostInput, Input);
            (HostBeside, Beside) = Grow(accelerator, size.Beside, HostBeside, Beside);
            (HostOutput, Output) = Grow(accelerator, size.Output, HostOutput, Output);
            if (Scratch is null || Scratch.Length < size.Scratch)
            {
                Scratch?.Dispose();
                Scratch = null;
                Scratch = accelerator.AllocateMemory(Math.Max(1, size.Scratch));
            }
        }

        public void Dispose()
        {
            HostInput?.Dispose();
            HostBeside?.Dispose();
            HostOutput?.Dispose();
            Input?.Dispose();
            Beside?.Dispose();
            Scratch?.Dispose();
            Output?.Dispose();
        }

        private static (PinnedBytes Host, DeviceMemory Device) Grow(Accelerator accelerator, int needed, PinnedBytes? host, DeviceMemory? device)
        {
            needed = Math.Max(1, needed);
            if (host is null || host.Array.Length < needed)
            {
                host?.Dispose();
                host = accelerator.Device.Pin(needed);
            }

            if (device is null || device.Length < needed)
            {
                device?.Dispose();
                device = accelerator.AllocateMemory(needed);
            }

            return (host, device);
        }
    }
}
