namespace Lanewise.Proof;

/// <summary>
/// A job that only some algorithms support, such as a hash tree or a long output. Benchmarks measure these jobs with generic
/// code.
/// </summary>
/// <param name="Name">The text that follows the algorithm's title, for example <c>tree, 1 MiB</c>.</param>
/// <param name="Bytes">The number of bytes that is used to calculate the throughput.</param>
/// <param name="Result">The array that receives the result. Each run overwrites it.</param>
/// <param name="Run">Runs the job on one core.</param>
/// <param name="RunOverCores">Runs the job on two cores, with the same result; null if the job cannot be divided.</param>
/// <param name="ByDotNet">
/// Runs the job with .NET's implementation, one message after another; null if .NET does not implement the algorithm.
/// </param>
internal sealed record RowJob(
    string Name, int Bytes, byte[] Result, Action Run, Action? RunOverCores = null, Action? ByDotNet = null)
{
    /// <summary>The options for two cores, or for one core if the machine has only one core.</summary>
    public static ParallelOptions TwoCores { get; } = new() { MaxDegreeOfParallelism = 2 };

    /// <summary>Returns pseudorandom bytes that are the same in every process.</summary>
    public static byte[] Data(int length)
    {
        byte[] data = new byte[length];
        new Random(length).NextBytes(data);
        return data;
    }
}
