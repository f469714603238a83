namespace Lanewise.Proof;

/// <summary>
/// A job that not every algorithm has, such as a hash tree or a long output: benches time it, and know none by name.
/// </summary>
/// <param name="Name">What comes after the algorithm's title: <c>tree, 1 MiB</c>.</param>
/// <param name="Bytes">The bytes that count for its throughput.</param>
/// <param name="Result">What each call overwrites with what it computes.</param>
/// <param name="Run">Does it on one core.</param>
/// <param name="RunOverCores">Does it on two cores, with the same result; null where it cannot be divided.</param>
/// <param name="ByTheBaseLibrary">Does it with .NET's code, one after the other; null where that has none.</param>
internal sealed record RowJob(
    string Name, int Bytes, byte[] Result, Action Run, Action? RunOverCores = null, Action? ByTheBaseLibrary = null)
{
    /// <summary>Two cores, as far as there are.</summary>
    public static ParallelOptions TwoCores { get; } = new() { MaxDegreeOfParallelism = 2 };

    /// <summary>Bytes that are the same in every run.</summary>
    public static byte[] Data(int length)
    {
        byte[] data = new byte[length];
        new Random(length).NextBytes(data);
        return data;
    }
}
