using Lanewise.Api;

namespace Lanewise.Fuzz;

/// <summary>
/// Appends slices to many incremental hashes of several algorithms at once, and compares the results with one-shot digests.
/// </summary>
internal static class AppendManyCases
{
    public static void Run(string name, Random random, Tally tally)
    {
        HashRow[] rows = [.. Enumerable.Range(0, random.OneIn(2) ? 1 : random.Next(1, 5))
            .Select(_ => random.Of([.. Catalog.Hashes, .. Catalog.Macs]))];
        int count = random.Next(3) switch { 0 => 1 + random.Next(4), 1 => 1 + random.Next(40), _ => random.Of([8, 16, 17, 33]) };
        Message[] messages = [.. Enumerable.Range(0, count).Select(_ => new Message(random.Of(rows), random))];
        try
        {
            for (int round = random.Next(1, 12); round > 0; round--) Append(messages, random);
            foreach (Message message in messages) message.Compare();
        }
        finally
        {
            foreach (Message message in messages) message.Dispose();
        }

        tally.Count(name, ReferenceImplementation.Itself, count);
    }

    private static void Append(Message[] messages, Random random)
    {
        // The hashes are in random order. If a hash occurs twice in the list, its slices are processed one after another.
        Message[] some = random.OneIn(3) ? messages : [.. messages.Where(_ => !random.OneIn(3))];
        if (random.OneIn(2)) random.Shuffle(some);
        if (random.OneIn(5) && some.Length > 0) some = [.. some, random.Of(some)];
        if (some.Length == 0) return;

        int[] lengths = random.Lengths(some.Length, some[0].BlockBytes);
        if (random.OneIn(3)) lengths.AsSpan().Fill(random.Length(some[0].BlockBytes));
        for (int i = 0, sum = 0; i < lengths.Length; i++)
        {
            // The total length is limited so that a case takes only a few milliseconds.
            if ((sum += lengths[i]) > 300_000) lengths[i] = 0;
        }

        byte[] source = random.Bytes(lengths.Sum());
        ReadOnlyMemory<byte>[] slices = new ReadOnlyMemory<byte>[some.Length];
        for (int i = 0, start = 0; i < some.Length; start += lengths[i++])
        {
            slices[i] = source.AsSpan(start, lengths[i]).ToArray();
            some[i].Bytes.AddRange(slices[i].Span);
        }

        LanewiseHash[] hashes = [.. some.Select(message => message.Hash)];
        bool areEqual = !lengths.AsSpan().ContainsAnyExcept(lengths[0]);
        if (random.OneIn(2)) LanewiseHash.AppendMany(hashes, slices);
        else if (areEqual && random.OneIn(2) && lengths[0] > 0)
        {
            LanewiseHash.AppendMany(hashes, Messages.Packed(source, lengths[0]));
        }
        else LanewiseHash.AppendMany(hashes, Messages.Packed(source, lengths));

        if (random.OneIn(4)) random.Of(messages).Disturb(random);
    }

    /// <summary>An incremental hash and all data that was appended to it.</summary>
    private sealed class Message : IDisposable
    {
        private readonly HashRow row;
        private readonly byte[] key;
        private readonly int hashBytes;
        private readonly bool stays;

        public Message(HashRow row, Random random)
        {
            this.row = row;
            bool isMac = Catalog.Macs.Contains(row);
            key = row.MaxKeyBytes == 0 || (!isMac && random.OneIn(2))
                ? [] : random.Bytes(random.Size(Math.Max(isMac ? 0 : 1, row.MinKeyBytes), Math.Min(row.MaxKeyBytes, 130)));
            hashBytes = row.Lengths == HashLengths.Fixed || !random.OneIn(3)
                ? row.DefaultHashBytes : random.Size(row.MinHashBytes, Math.Min(row.MaxHashBytes, 200));
            Hash = row.Create(key, hashBytes);
            // The state of a hash that is computed by .NET cannot be exported.
            stays = random.OneIn(2);
            if (stays) Hash.Incremental.StayManaged();
        }

        public LanewiseHash Hash { get; private set; }

        public List<byte> Bytes { get; } = [];

        public int BlockBytes => row.BlockBytes;

        /// <summary>
        /// Performs another operation on the hash between two calls. This operation must not change the digest.
        /// </summary>
        public void Disturb(Random random)
        {
            LanewiseHash before = Hash;
            switch (random.Next(4))
            {
                case 0:
                    Hash = before.Clone();
                    before.AppendData([1, 2, 3]);
                    before.Dispose();
                    break;
                case 1 when row.HasStates && (stays || row.Table.Gains.Length == 0):
                    Hash = LanewiseHash.FromState(before.ExportState(), key.AsSpan());
                    before.Dispose();
                    break;
                case 2:
                    Compare();
                    break;
                default:
                    byte[] more = random.Bytes(random.Next(300));
                    Hash.AppendData(more);
                    Bytes.AddRange(more);
                    break;
            }
        }

        public void Compare()
        {
            byte[] expected = new byte[hashBytes];
            row.Hash(key, Bytes.ToArray(), expected);
            Canary.Sing(expected);
            Target.Equal(expected, Hash.GetCurrentHash(),
                $"{row.Title}, {Bytes.Count} bytes in slices, {key.Length}-byte key, {hashBytes}-byte digest");
        }

        public void Dispose() => Hash.Dispose();
    }
}
