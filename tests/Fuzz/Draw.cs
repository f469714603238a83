namespace Lanewise.Fuzz;

/// <summary>Generates random numbers that are edge cases more often than in a uniform distribution.</summary>
internal static class Draw
{
    extension(Random random)
    {
        public bool OneIn(int n) => random.Next(n) == 0;

        public ParallelOptions Cores() =>
            new() { MaxDegreeOfParallelism = random.Next(4) switch { 0 => -1, 1 => 1, 2 => 2, _ => 7 } };

        public byte[] Bytes(int length)
        {
            byte[] bytes = new byte[length];
            random.NextBytes(bytes);
            return bytes;
        }

        public T Of<T>(IReadOnlyList<T> list) => list[random.Next(list.Count)];

        /// <summary>Returns a number between the minimum and the maximum, often one of these two values.</summary>
        public int Size(int least, int most) => random.Next(6) switch
        {
            0 => least,
            1 => most,
            2 => Math.Min(most, least + 1),
            _ => random.Next(least, most + 1),
        };

        /// <summary>Returns message lengths that are close to whole blocks and groups of blocks.</summary>
        public int[] Lengths(int count, int block)
        {
            int each = random.Length(block);
            int kind = random.Next(5);
            return [.. Enumerable.Range(0, count).Select(i => kind switch
            {
                0 => each,
                1 => i == count / 2 ? random.Next(60 * block) : random.Next(block),
                2 => random.Next(2 * block),
                _ => random.Length(block),
            })];
        }

        public int Length(int block) => random.Next(9) switch
        {
            0 => 0,
            1 => block * random.Next(1, 5),
            2 => Math.Max(0, (block * random.Next(1, 40)) + random.Next(-9, 10)),
            3 => random.Next(30 * block),
            4 => Math.Max(0, (1024 * random.Next(1, 20)) + random.Next(-1, 2)),
            5 => random.OneIn(4) ? random.Next(100_000) : random.Next(block),
            _ => random.Next(2 * block),
        };

        /// <summary>Splits a number into random parts.</summary>
        public IEnumerable<int> Split(int length)
        {
            int piece = random.Next(4) switch { 0 => length, 1 => 200, 2 => 5000, _ => 1 + random.Next(Math.Max(1, length)) };
            while (length > 0)
            {
                int n = Math.Min(length, random.Next(Math.Max(1, piece) + 1));
                yield return n;
                length -= n;
            }
        }
    }
}
