using Lanewise.Files;
using System.Security.Cryptography;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests hashing many files at once. Every result must be the same as if the file had been hashed alone. The results must be
/// complete and in order.
/// </summary>
public sealed class FileHasherTests
{
    // The file sizes are small, near a threshold, or large enough for SIMD lanes, trees and several rounds.
    private static readonly int[] Sizes =
        [0, 1, 55, 56, 63, 64, 65, 127, 128, 129, 511, 512, 1023, 1024, 1025, 4096, 4097, 10_000, 65_535, 262_144, 524_287,
            524_288, 524_289, 700_000, 1_500_001, 3_000_000];

    public static TheoryData<string> All => [.. Catalog.Hashes.Select(row => row.Name), "SHA256"];

    [Theory]
    [MemberData(nameof(All))]
    public void DigestsAreInTheOrderOfTheFiles(string name)
    {
        using TemporaryFolder folder = new();
        FileHash hash = FileHash.Of(new HashAlgorithmName(name));
        string[] paths = Make(folder, 32);
        byte[][] contents = [.. paths.Select(File.ReadAllBytes)];
        byte[][] digests = [.. contents.Select(content => LanewiseOperations.HashData(new HashAlgorithmName(name), content))];
        foreach (int cores in new[] { 1, 5 })
        {
            // With a million expected files, SIMD lanes are always faster. With a single file, they never are.
            foreach (long expected in new[] { 1, 1_000_000 })
            {
                FileHashOptions options = new() { Parallel = new() { MaxDegreeOfParallelism = cores }, ExpectedFiles = expected };
                IReadOnlyList<HashedFile> results = FileHasher.Run(paths, hash, options);
                Assert.Equal(paths, results.Select(file => file.Path));
                Assert.All(results, (file, i) =>
                {
                    Assert.Null(file.Error);
                    Assert.Equal(contents[i].Length, file.Bytes);
                    Digests.Equal(digests[i], file.Digest, () => $"{name}, {contents[i].Length} bytes, {cores} cores");
                });
            }
        }
    }

    /// <summary>An I/O error is reported as an error of the file. Any other exception is a bug and must not be hidden.</summary>
    [Fact]
    public void AnUnexpectedExceptionIsNotAFileError()
    {
        HashedFile refused = new(new Throwing(new IOException("refused")), FileHash.Of(HashAlgorithmName.SHA256));
        FileHasher.Run([refused], _ => { });
        Assert.Equal("refused", Assert.IsType<IOException>(refused.Error).Message);
        HashedFile bug = new(new Throwing(new ArgumentOutOfRangeException("count")), FileHash.Of(HashAlgorithmName.SHA256));
        Assert.Throws<ArgumentOutOfRangeException>(() => FileHasher.Run([bug], _ => { }));
    }

    [Fact]
    public void FilesAreHashedWithSeveralHashesAndKeys()
    {
        using TemporaryFolder folder = new();
        string[] paths = Make(folder, 40);
        byte[] key = Pattern.Bytes(32);
        FileHash[] hashes = [FileHash.Of(HashAlgorithmName.MD5), FileHash.Of(new("BLAKE3"), key),
            FileHash.Of(new("BLAKE2B-256"), key), FileHash.Of(HashAlgorithmName.SHA1), FileHash.Of(new("Skein-512"))];
        List<HashedFile> results = [];
        FileHasher.Run(
            paths.SelectMany(path => hashes.Select(hash => new HashedFile(path, hash))), results.Add,
            new() { AsTheyFinish = true, ExpectedFiles = 1_000_000 });
        Assert.Equal(paths.Length * hashes.Length, results.Count);
        Assert.All(results, file =>
        {
            byte[] content = File.ReadAllBytes(file.Path);
            HashAlgorithmName name = file.Hash.AlgorithmName;
            byte[] expected = name == HashAlgorithmName.SHA1 ? SHA1.HashData(content)
                : name.Name is "MD5" or "Skein-512" ? LanewiseOperations.HashData(name, content) : new byte[32];
            if (name.Name!.StartsWith("BLAKE", StringComparison.Ordinal))
            {
                LanewiseOperations.MacData(new(name.Name!), key, content, expected);
            }
            Assert.Equal(expected, file.Digest);
        });
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void SeveralHashesOfAFileReadItOnce(int cores)
    {
        using TemporaryFolder folder = new();
        string[] paths = [.. Make(folder, 60), System.IO.Path.Combine(folder.Path, "none")];
        byte[] key = Pattern.Bytes(32);
        FileHash[] parts =
        [
            FileHash.Of(HashAlgorithmName.MD5), FileHash.Of(new("BLAKE3"), key), FileHash.Of(HashAlgorithmName.SHA256),
            FileHash.Of(new("Skein-512")), FileHash.Of(new("SHA224")),
        ];
        FileHash several = FileHash.Several(parts[0], FileHash.Several(parts[1], parts[2]), parts[3], parts[4]);
        Assert.Equal(parts, several.Parts);
        // Only some of these hashes have a SIMD implementation. If few files are expected, SIMD lanes are not used.
        foreach (FileHash[] some in new[] { parts, [parts[1], parts[2]], [parts[2], parts[0]], [parts[1]] })
        foreach (long expected in new[] { 1, 1_000_000 })
        {
            several = FileHash.Several(some);
            FileHashOptions options = new() { Parallel = new() { MaxDegreeOfParallelism = cores }, ExpectedFiles = expected };
            IReadOnlyList<HashedFile> results = FileHasher.Run(paths, several, options);
            Assert.Equal(paths, results.Select(file => file.Path));
            Assert.All(some, part => Assert.Empty(results[^1].DigestOf(part).ToArray()));
            foreach (HashedFile file in results.SkipLast(1))
            {
                byte[] content = File.ReadAllBytes(file.Path);
                Assert.Equal(content.Length, file.Bytes);
                Assert.Equal(some.Sum(part => part.HashSizeInBytes), file.Digest.Length);
                foreach (FileHash part in some)
                {
                    byte[] alone = new byte[part.HashSizeInBytes];
                    part.Hash(content, alone);
                    Digests.Equal(alone, file.DigestOf(part).ToArray(), () => $"{part.AlgorithmName}, {content.Length} bytes");
                }
            }
        }

        Assert.Throws<ArgumentException>(() => new HashedFile("f", several).DigestOf(parts[0]));
        Assert.Throws<ArgumentException>(() => FileHash.Several());
    }

    [Fact]
    public void AnUnreadableFileHasItsError()
    {
        using TemporaryFolder folder = new();
        string[] paths = [.. Make(folder, 20), folder.Path, System.IO.Path.Combine(folder.Path, "none"), ""];
        IReadOnlyList<HashedFile> results = FileHasher.Run(paths, FileHash.Of(HashAlgorithmName.MD5),
            new() { ExpectedFiles = 1_000_000 });
        Assert.Equal(paths, results.Select(file => file.Path));
        Assert.All(results.Take(20), file => Assert.Null(file.Error));
        Assert.All(results.Skip(20), file => Assert.NotNull(file.Error));
        Assert.All(results.Skip(20), file => Assert.Empty(file.Digest));
        Assert.IsType<FileNotFoundException>(results[21].Error);
    }

    [Fact]
    public void StreamsAreReadToTheirEnd()
    {
        byte[] content = Pattern.Bytes(3_000_000);
        FileHash hash = FileHash.Of(HashAlgorithmName.MD5);
        HashedFile[] files = [.. Enumerable.Range(0, 30)
            .Select(i => new HashedFile(new MemoryStream(content, 0, 100_000 * i), hash) { IsAlone = i % 7 == 0 })];
        List<HashedFile> results = [];
        FileHasher.Run(files, results.Add, new() { ExpectedFiles = 1_000_000 });
        Assert.Equal(files, results);
        for (int i = 0; i < files.Length; i++) Assert.Equal(MD5.HashData(content.AsSpan(0, 100_000 * i)), files[i].Digest);
    }

    [Fact]
    public void AFailingStreamHasItsErrorAndTheOthersContinue()
    {
        FileHash hash = FileHash.Of(HashAlgorithmName.MD5);
        byte[] content = Pattern.Bytes(600_000);
        HashedFile[] files = [.. Enumerable.Range(0, 20)
            .Select(i => new HashedFile(i == 7 ? new Failing(content) : new MemoryStream(content), hash))];
        FileHasher.Run(files, _ => { }, new() { ExpectedFiles = 1_000_000 });
        Assert.IsType<IOException>(files[7].Error);
        Assert.All(files.Where((_, i) => i != 7), file => Assert.Equal(MD5.HashData(content), file.Digest));
    }

    [Fact]
    public void ACancelledTokenEndsTheRun()
    {
        using CancellationTokenSource stop = new();
        FileHash hash = FileHash.Of(HashAlgorithmName.MD5);
        int done = 0;
        IEnumerable<HashedFile> files = Enumerable.Range(0, int.MaxValue)
            .Select(i => new HashedFile(new MemoryStream([1, 2, 3]), hash) { IsAlone = true });
        Assert.ThrowsAny<OperationCanceledException>(() => FileHasher.Run(files, _ =>
        {
            if (++done == 100) stop.Cancel();
        }, new() { Parallel = new() { CancellationToken = stop.Token } }));
        Assert.True(done >= 100);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    [InlineData(3_000_000)]
    [InlineData(-1)]
    public void ExceptionsOfTheCallerAreNotFileErrors(int bytes)
    {
        using TemporaryFolder folder = new();
        string path = folder.File("f");
        if (bytes >= 0) File.WriteAllBytes(path, new byte[bytes]);
        FileHash hash = FileHash.Of(new HashAlgorithmName("BLAKE3"));
        foreach (bool asTheyFinish in new[] { false, true })
        {
            int handed = 0;
            FileHashOptions options = new() { AsTheyFinish = asTheyFinish };
            Assert.Equal("mine", Assert.Throws<IOException>(() => FileHasher.Run([new HashedFile(path, hash)], _ =>
            {
                handed++;
                throw new IOException("mine");
            }, options)).Message);
            Assert.Equal(1, handed);
        }
    }

    [Fact]
    public void ExceptionsOfTheCallerPassThrough()
    {
        FileHash hash = FileHash.Of(HashAlgorithmName.MD5);
        IEnumerable<HashedFile> files = Enumerable.Range(0, 1000)
            .Select(i => i < 500 ? new HashedFile(new MemoryStream([1]), hash) : throw new InvalidOperationException("mine"));
        Assert.Equal("mine", Assert.Throws<InvalidOperationException>(() => FileHasher.Run(files, _ => { })).Message);
        Assert.Equal("yours", Assert.Throws<InvalidOperationException>(() => FileHasher.Run(
            Enumerable.Range(0, 1000).Select(i => new HashedFile(new MemoryStream([1]), hash)),
            _ => throw new InvalidOperationException("yours"))).Message);
    }

    [Fact]
    public void ProgressReachesTheTotalNumberOfBytes()
    {
        using TemporaryFolder folder = new();
        string[] paths = Make(folder, 52);
        Most most = new();
        FileHasher.Run(paths, FileHash.Of(new("BLAKE3")), new() { Progress = most });
        Assert.Equal(paths.Sum(path => new FileInfo(path).Length), most.Bytes);
    }

    [Theory]
    [InlineData("MD5", 1, 1)]
    [InlineData("MD5", 2, 1_000_000)]
    [InlineData("SHA256", 2, 1_000_000)]
    public void ARunReportsCoresAndLanes(string name, int cores, long expected)
    {
        using TemporaryFolder folder = new();
        string[] paths = Make(folder, 120);
        FileHash hash = FileHash.Of(new(name));
        FileHashSummary sum = FileHasher.Run(
            paths.Select(path => new HashedFile(path, hash)), _ => { },
            new() { Parallel = new() { MaxDegreeOfParallelism = cores }, ExpectedFiles = expected });
        Assert.Equal(paths.Length, sum.Files);
        Assert.Equal(paths.Sum(path => new FileInfo(path).Length), sum.Bytes);
        Assert.Equal(cores, sum.Cores);
        if (expected > 1) Assert.Equal(hash.Lanes < 3 ? 1 : hash.Lanes, sum.Lanes);
    }

    [Fact]
    public void AFolderIsListedInByteOrder()
    {
        Assert.SkipWhen(!OperatingSystem.IsLinux(), "Names with arbitrary bytes require the C library of Linux.");
        using TemporaryFolder folder = new();
        foreach (string name in new[] { "a/b", "a.txt", "z", "a/c/d", "\u00e9", "empty" })
        {
            string path = System.IO.Path.Combine(folder.Path, name);
            Directory.CreateDirectory(System.IO.Path.GetDirectoryName(path)!);
            File.WriteAllText(path, name == "empty" ? "" : name);
        }

        File.CreateSymbolicLink(System.IO.Path.Combine(folder.Path, "link"), "a/b");
        File.CreateSymbolicLink(System.IO.Path.Combine(folder.Path, "loop"), ".");
        File.CreateSymbolicLink(System.IO.Path.Combine(folder.Path, "nowhere"), "none");
        FoundFile[] found = [.. FileTree.Enumerate(folder.Path)];
        Assert.Equal(
            ["a.txt", "a/b", "a/c/d", "empty", "link", "nowhere", "z", "\u00e9"],
            found.Select(file => System.IO.Path.GetRelativePath(folder.Path, file.Path)));
        Assert.All(found, file => Assert.Equal(FoundKind.File, file.Kind));
        Assert.True(FileTree.IsFolder(folder.Path));
        Assert.False(FileTree.IsFile(folder.Path));
        Assert.Equal(FoundKind.UnreadableFolder, Assert.Single(FileTree.Enumerate(folder.Path + "/none")).Kind);
    }

    private static string[] Make(TemporaryFolder folder, int count)
    {
        string[] paths = new string[count];
        for (int i = 0; i < count; i++)
        {
            paths[i] = System.IO.Path.Combine(folder.Path, $"f{i}");
            File.WriteAllBytes(paths[i], Pattern.Bytes(Sizes[i * 7 % Sizes.Length], i));
        }

        return paths;
    }

    private sealed class Most : IProgress<FileHashProgress>
    {
        private long bytes;

        public long Bytes => bytes;

        public void Report(FileHashProgress value)
        {
            lock (this) bytes = Math.Max(bytes, value.Bytes);
        }
    }

    private sealed class Failing(byte[] content) : MemoryStream(content)
    {
        public override int Read(byte[] buffer, int offset, int count) =>
            Position > 300_000 ? throw new IOException("It broke.") : base.Read(buffer, offset, count);
    }

    private sealed class Throwing(Exception error) : MemoryStream([1, 2, 3])
    {
        public override int Read(byte[] buffer, int offset, int count) => throw error;

        public override int Read(Span<byte> buffer) => throw error;
    }
}
