using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using Lanewise.Api;
using Lanewise.Libraries;
using Lanewise.Proof.Libraries;

namespace Lanewise.Benchmarks;

/// <summary>
/// The base class of the two benchmark classes: an algorithm from the catalogue, a length, and delegates for the other
/// libraries.
/// </summary>
[MemoryDiagnoser(displayGenColumns: false)]
[GroupBenchmarksBy(BenchmarkLogicalGroupRule.ByParams)]
[CategoriesColumn]
public abstract class CatalogBenchmarks
{
    private LibraryHash? bouncyCastle, openSsl;

    /// <summary>The names of all algorithms in the catalogue.</summary>
    public static IEnumerable<string> Algorithms => Catalog.Hashes.Select(r => r.Name);

    [ParamsSource(nameof(Algorithms), Priority = 0)]
    public string Algorithm { get; set; } = "";

    internal HashRow Row { get; private set; } = null!;

    internal PublicMethods Methods { get; private set; } = null!;

    private protected byte[] Source { get; private set; } = [];

    private protected byte[] Digests { get; private set; } = [];

    private protected LibraryHash BouncyCastle => bouncyCastle ?? throw NoLibrary("BouncyCastle");

    private protected LibraryHash OpenSsl => openSsl ?? throw NoLibrary("OpenSSL");

    private protected void Prepare(int length, int messages)
    {
        Row = Catalog.Hashes.Single(r => r.Name == Algorithm);
        Methods = new PublicMethods(Row);
        Source = new byte[length * messages];
        new Random(length).NextBytes(Source);
        Digests = new byte[messages * Math.Max(16, Row.DefaultHashBytes)];
        bouncyCastle = ComparedLibraries.Hashes.OfType<BouncyCastleHashes>().Single().Find(Row);
        openSsl = ComparedLibraries.Hashes.OfType<OpenSsl>().Single().Find(Row);
    }

    private NotSupportedException NoLibrary(string library) => new($"{library} is not installed or has no {Row.Title}.");
}

/// <summary>
/// Measures the time to hash one message. Published benchmark articles use the lengths 3 B, 3.19 KiB and 10 MiB. The lengths
/// used here are close to the published ones.
/// </summary>
public class OneMessage : CatalogBenchmarks
{
    [Params(3, 64, 1024, 3268, 64 * 1024, 10 * 1024 * 1024, Priority = 1)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup() => Prepare(Length, 1);

    [Benchmark(Description = "1 Lanewise"), BenchmarkCategory("lanewise")]
    public void Lanewise() => Methods.Hash(Source, Digests);

    [Benchmark(Description = "2 .NET MD5", Baseline = true), BenchmarkCategory(".NET")]
    public void DotNetMd5() => DotNet.Md5(Source, 0, Length, Digests, 0);

    [Benchmark(Description = "3 BouncyCastle"), BenchmarkCategory("library")]
    public void BouncyCastleSame() => BouncyCastle(Source, 0, Length, Digests, 0);

    [Benchmark(Description = "4 OpenSSL"), BenchmarkCategory("library", "native")]
    public void OpenSslSame() => OpenSsl(Source, 0, Length, Digests, 0);
}

/// <summary>
/// Measures the time to hash 64 messages of equal length. The other libraries hash the messages one after another.
/// </summary>
public class ManyMessages64 : CatalogBenchmarks
{
    private const int Messages = 64;

    [Params(3, 64, 1024, 3268, 64 * 1024, Priority = 1)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup() => Prepare(Length, Messages);

    [Benchmark(Description = "1 Lanewise HashMany", OperationsPerInvoke = Messages), BenchmarkCategory("lanewise")]
    public void Lanewise() => Methods.Equal(Source, Length, Digests.AsSpan(0, Messages * Row.DefaultHashBytes));

    [Benchmark(Description = "2 .NET MD5", Baseline = true, OperationsPerInvoke = Messages),
        BenchmarkCategory(".NET")]
    public void DotNetMd5()
    {
        for (int i = 0; i < Messages; i++) DotNet.Md5(Source, i * Length, Length, Digests, i * 16);
    }

    [Benchmark(Description = "3 BouncyCastle", OperationsPerInvoke = Messages), BenchmarkCategory("library")]
    public void BouncyCastleSame()
    {
        for (int i = 0; i < Messages; i++) BouncyCastle(Source, i * Length, Length, Digests, i * Row.DefaultHashBytes);
    }
}
