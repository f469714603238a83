using System.Security.Cryptography;
using Lanewise.Api;
using Lanewise.Files;

namespace Lanewise.Fuzz;

/// <summary>
/// Hashes files and streams of all sizes in one run, and compares each digest with that of the same file hashed alone. Also
/// hashes the parts of single files.
/// </summary>
internal static class FileCases
{
    // Most cases should take only milliseconds, but a few larger ones are useful.
    private const int MostBytes = 6_000_000;

    private static readonly HashAlgorithmName[] OfPlatform = [HashAlgorithmName.SHA1, HashAlgorithmName.SHA256,
        HashAlgorithmName.SHA512];

    public static void Run(string name, Random random, Tally tally)
    {
        (FileHash Hash, Func<byte[], byte[]> Expected)[] hashes =
            [.. Enumerable.Range(0, random.OneIn(2) ? 1 : random.Next(1, 4)).Select(_ => Draw(random))];
        DirectoryInfo folder = Directory.CreateTempSubdirectory("lanewise-fuzz-");
        try
        {
            List<ExpectedFile> files = [];
            int left = MostBytes;
            for (int i = random.Next(4) switch { 0 => 1, 1 => random.Next(1, 300), _ => random.Next(1, 40) }; i > 0; i--)
            {
                byte[] content = random.Bytes(Math.Min(left, Length(random)));
                left -= content.Length;
                (FileHash hash, Func<byte[], byte[]> expected) = random.Of(hashes);
                files.Add(Of(Path.Combine(folder.FullName, FormattableString.Invariant($"{i}")), content, hash,
                    expected(content), random));
            }

            List<ExpectedFile> done = [];
            FileHashOptions options = new()
            {
                Parallel = random.Cores(),
                AsTheyFinish = random.OneIn(3),
                // A large expected number of files forces the use of SIMD lanes even if there are few bytes.
                ExpectedFiles = random.OneIn(2) ? long.MaxValue / 2 : random.OneIn(2) ? files.Count : null,
            };
            FileHasher.Run(files, done.Add, options);
            string run = FormattableString.Invariant(
                $"{files.Count} files, {options.Parallel!.MaxDegreeOfParallelism} cores, expected {options.ExpectedFiles}");
            Target.True(options.AsTheyFinish ? done.ToHashSet()
                .SetEquals(files) && done.Count == files.Count : done.SequenceEqual(files), $"wrong order or repetition: {run}");
            foreach (ExpectedFile file in files) file.Compare(run);
            tally.Count(name, ReferenceImplementation.Itself, files.Count);
            Parts(name, files, random, tally);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    // The ETag of a multipart upload is the digest of its parts' digests.
    private static void Parts(string name, List<ExpectedFile> files, Random random, Tally tally)
    {
        ExpectedFile file = random.Of(files);
        if (file.Content is not { Length: > 0 } content || !File.Exists(file.Path)) return;

        int part = random.Next(3) switch { 0 => 1 + random.Next(content.Length), 1 => content.Length + random.Next(100),
            _ => 1 + (content.Length / (1 + random.Next(20))) };
        byte[] digests = [.. content.Chunk(part).SelectMany(MD5.HashData)];
        string expected = FormattableString.Invariant($"{Convert.ToHexStringLower(MD5.HashData(digests))}-{digests.Length / 16}");
        string etag = MultipartETag.Compute(file.Path, part);
        Target.True(etag == expected, $"{etag} for {expected}: {content.Length} bytes in parts of {part}");
        tally.Count(name, ".NET");
    }

    private static (FileHash Hash, Func<byte[], byte[]> Expected) Draw(Random random)
    {
        if (random.OneIn(4))
        {
            HashAlgorithmName platform = random.Of(OfPlatform);
            return (FileHash.Of(platform), content => CryptographicOperations.HashData(platform, content));
        }

        HashRow row = random.Of(Catalog.Hashes);
        byte[] key = row.MaxKeyBytes == 0 || random.OneIn(2)
            ? []
            : random.Bytes(row.MinKeyBytes > 0 ? row.MinKeyBytes : random.Next(1, row.MaxKeyBytes % 100 + 1));
        return (FileHash.Of(new HashAlgorithmName(row.Title), key), content =>
        {
            byte[] digest = new byte[row.DefaultHashBytes];
            row.Hash(key, content, digest);
            return digest;
        });
    }

    private static int Length(Random random) => random.Next(60) switch
    {
        0 => random.Next(2_500_000),
        1 => (512 * 1024) + random.Next(-2, 3),
        2 => (2 << 20) + random.Next(-2, 3),
        < 6 => random.Next(100_000),
        _ => random.Length(random.Of([64, 128, 1024])),
    };

    private static ExpectedFile Of(string path, byte[] content, FileHash hash, byte[] digest, Random random)
    {
        switch (random.Next(10))
        {
            case 0: return new ExpectedFile(path, hash, null, []);
            case 1: return new ExpectedFile(new MemoryStream(content), hash, content, digest) { IsAlone = random.OneIn(2) };
            case 2: return new ExpectedFile(new Trickle(content, random.Next()), hash, content, digest);
            default:
                File.WriteAllBytes(path, content);
                return new ExpectedFile(path, hash, content, digest);
        }
    }

    /// <summary>A file and its expected content. The content is null if the file does not exist.</summary>
    private sealed class ExpectedFile : HashedFile
    {
        private readonly byte[] digest;

        public ExpectedFile(string path, FileHash hash, byte[]? content, byte[] digest)
            : base(path, hash) => (Content, this.digest) = (content, digest);

        public ExpectedFile(Stream stream, FileHash hash, byte[] content, byte[] digest)
            : base(stream, hash) => (Content, this.digest) = (content, digest);

        public byte[]? Content { get; }

        public void Compare(string run)
        {
            Target.True(Content is null ? Error is FileNotFoundException : Error is null,
                $"{Hash.AlgorithmName}: {Error?.Message ?? "no error"}; {run}");
            if (Content is null) return;

            byte[] actual = [.. Digest];
            Canary.Sing(actual);
            Target.Equal(digest, actual,
                $"{Hash.AlgorithmName} of {Content.Length} bytes{(Stream is null ? "" : " of a stream")}; {run}");
            Target.True(Bytes == Content.Length, $"{Bytes} bytes for {Content.Length}; {run}");
        }
    }

    /// <summary>A stream of unknown length that returns a random number of bytes per read.</summary>
    private sealed class Trickle(byte[] content, int seed) : MemoryStream(content)
    {
        private readonly Random random = new(seed);

        public override bool CanSeek => false;

        public override int Read(byte[] buffer, int offset, int count) =>
            base.Read(buffer, offset, count == 0 ? 0 : random.Next(1, count + 1));

        public override int Read(Span<byte> buffer) =>
            base.Read(buffer.IsEmpty ? buffer : buffer.Slice(0, random.Next(1, buffer.Length + 1)));
    }
}
