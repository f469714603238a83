namespace Lanewise.MerkleDamgard;

internal static partial class Md<TWord, TSpec>
{
    /// <summary>
    /// The state of an incremental hash. HMAC starts from the state after the key block. If .NET is faster for one message, it
    /// computes the hash, unless the first data is appended by AppendMany.
    /// </summary>
    internal sealed class MdIncremental : IncrementalBlocks<TWord, MdBatch>, IIncrementalHash
    {
        private readonly TWord[] start = new TWord[TSpec.Iv.Length];
        private readonly uint before;
        private Func<IncrementalHash>? startPlatform;
        private IncrementalHash? platform;

        /// <summary>Creates an incremental hash of an empty message.</summary>
        /// <param name="start">The initial state.</param>
        /// <param name="before">The number of bytes that the initial state already covers.</param>
        /// <param name="startPlatform">
        /// A function that creates the same hash with .NET, or null if .NET's implementation must not be used.
        /// </param>
        public MdIncremental(ReadOnlySpan<TWord> start, uint before, Func<IncrementalHash>? startPlatform)
        {
            start.CopyTo(this.start);
            this.before = before;
            this.startPlatform = startPlatform;
            Restart();
        }

        public int HashBytes => TSpec.HashBytes;
        public bool IsKeyed => false;

        /// <summary>Indicates whether .NET received the data and therefore computes the digest.</summary>
        public bool IsOnPlatform { get; private set; }

        // Any length fits: the kernels do not count bytes, and only the padding contains the message length.
        public override bool Fits(int length) => !IsOnPlatform;

        public override bool IsManaged => startPlatform is null || (!IsOnPlatform && End.Low != before);

        [MethodImpl(CompileOptions.AtOnce)]
        public override void Append(ReadOnlySpan<byte> data)
        {
            if (IsOnPlatform || (startPlatform is not null && End.Low == before && !data.IsEmpty))
            {
                (platform ??= startPlatform!()).AppendData(data);
                IsOnPlatform = true;
                End += (uint)data.Length;
                return;
            }

            base.Append(data);
        }

        public void StayManaged() => startPlatform = null;

        public void Finish(Span<byte> destination)
        {
            if (IsOnPlatform)
            {
                platform!.GetCurrentHash(destination);
                return;
            }

            Span<TWord> last = stackalloc TWord[start.Length];
            State.CopyTo(last);
            MdOneShot.Finish(last, Waiting, End.Low, destination);
            last.Clear();
        }

        public void Restart()
        {
            if (IsOnPlatform)
            {
                Span<byte> last = stackalloc byte[TSpec.HashBytes];
                platform!.GetHashAndReset(last);
                IsOnPlatform = false;
            }

            Start(start, default, new(0, before));
        }

        /// <summary>
        /// Returns a copy of this hash. The copy calls <paramref name="startPlatform"/> if it must start a hash with .NET.
        /// </summary>
        public MdIncremental Clone(Func<IncrementalHash>? startPlatform)
        {
            MdIncremental copy = new(start, before, startPlatform)
            {
                IsOnPlatform = IsOnPlatform, platform = IsOnPlatform ? platform!.Clone() : null,
            };
            copy.CopyFrom(this);
            return copy;
        }

        IIncrementalHash IIncrementalHash.Clone() => Clone(startPlatform);

        public override void Wipe()
        {
            base.Wipe();
            platform?.Dispose();
            Array.Clear(start);
        }

        public void WriteState(StateWriter writer)
        {
            if (IsOnPlatform)
            {
                throw new NotSupportedException(
                    $".NET's implementation computes this {TSpec.Name} hash, so its state cannot be exported. To export the "
                    + "state, construct the hash with canExportState.");
            }

            writer.Number(End.Low);
            writer.Words<TWord>(State);
            writer.Bytes(Waiting);
        }

        public void ReadState(ref StateReader reader)
        {
            ulong total = reader.Number();
            reader.Words(State);
            Start(State, reader.Bytes((int)(total % (uint)MdOneShot.BlockBytes)), new(0, total));
            if (total < before)
            {
                throw SavedState.Bad($"The saved state is not valid: it has {total} bytes, less than the key block.");
            }
        }
    }
}
