using Lanewise.Gpu.Offloading;

namespace Lanewise.Gpu.Tests;

public sealed class CalibrationStoreTests : IDisposable
{
    private const string Key = "a device | a driver";

    private static readonly BusRates Bus = new(1e-5, 1e9, 2e9, 3e9, 4e9, 5e9, 6e6);
    private static readonly WorkRates Rates = new(1e-5, 0.5, 1024, [2e-5, 3e-5, 4.5e-5]);

    private readonly string folder = Path.Combine(Path.GetTempPath(), $"lanewise-{Guid.NewGuid():N}");

    private static CalibrationFigures Figures =>
        new(Bus, new Dictionary<string, (WorkRates, WorkRates)> { ["md5"] = (Rates, Rates with { CallSeconds = 3 }) });

    public void Dispose()
    {
        if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public void WrittenFiguresAreReadAndNoOtherFileRemains()
    {
        CalibrationStore store = new(folder);
        Assert.Null(store.Read(Key).Bus);
        store.Write(Key, Figures);
        store.Write(Key, Figures);
        CalibrationFigures read = store.Read(Key);
        Assert.Equal(Bus, read.Bus);
        (WorkRates device, WorkRates processor) = Assert.Single(read.Work).Value;
        Assert.Equal(
            (Rates.CallSeconds, Rates.LengthSeconds, Rates.ItemBytes),
            (device.CallSeconds, device.LengthSeconds, device.ItemBytes));
        Assert.Equal(Rates.Seconds, device.Seconds);
        Assert.Equal(3, processor.CallSeconds);
        Assert.Equal([store.FileOf(Key)!], Directory.GetFiles(folder));
        Assert.Null(store.Read("another device | a driver").Bus);
    }

    public static TheoryData<string, string> Damages => new()
    {
        { "1E-05", "-1E-05" },
        { "1000000000", "0" },
        { "1000000000", "1e999" },
        { "1000000000", "\"fast\"" },
        { "\"format\": 1", "\"format\": 2" },
        { "a device", "a thief" },
        { "\"bus\"", "\"car\"" },
        { "]", "" },
        { "6000000", "6000000, 1" },
        { "4.5E-05", "1E-06" },
        { "0.5", "1.5" },
        { "1024", "0" },
        { "{", "" },
    };

    [Theory]
    [MemberData(nameof(Damages))]
    public void ADamagedOrForeignFileIsIgnoredAndReplaced(string what, string with)
    {
        CalibrationStore store = new(folder);
        store.Write(Key, Figures);
        string file = store.FileOf(Key)!, text = File.ReadAllText(file);
        Assert.Contains(what, text, StringComparison.Ordinal);
        File.WriteAllText(file, text.Replace(what, with, StringComparison.Ordinal));
        Assert.Null(store.Read(Key).Bus);
        Assert.Empty(store.Read(Key).Work);
        store.Write(Key, Figures);
        Assert.Equal(text, File.ReadAllText(file));
    }

    [Fact]
    public void EveryTruncatedFileIsIgnored()
    {
        CalibrationStore store = new(folder);
        store.Write(Key, Figures);
        byte[] whole = File.ReadAllBytes(store.FileOf(Key)!);
        for (int length = 0; length < whole.Length; length++)
        {
            File.WriteAllBytes(store.FileOf(Key)!, whole[..length]);
            Assert.Null(store.Read(Key).Bus);
        }

        File.WriteAllBytes(store.FileOf(Key)!, new byte[100_000]);
        Assert.Null(store.Read(Key).Bus);
    }

    [Fact]
    public void AnUnwritableFolderStoresNothing()
    {
        File.WriteAllText(folder, "a file");
        try
        {
            CalibrationStore store = new(Path.Combine(folder, "below"));
            store.Write(Key, Figures);
            Assert.Null(store.Read(Key).Bus);
        }
        finally
        {
            File.Delete(folder);
        }

        CalibrationStore none = new("");
        none.Write(Key, Figures);
        Assert.Null(none.FileOf(Key));
        Assert.Null(none.Read(Key).Bus);
    }

    [Fact]
    public void ConcurrentReadersSeeOnlyWholeFiles()
    {
        CalibrationStore store = new(folder);
        store.Write(Key, Figures);
        Parallel.For(0, 200, i =>
        {
            if (i % 2 == 0) store.Write(Key, Figures);
            else Assert.Equal(Bus, store.Read(Key).Bus);
        });
        Assert.Single(Directory.GetFiles(folder));
    }
}
