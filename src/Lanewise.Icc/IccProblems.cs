using System.Runtime.CompilerServices;

namespace Lanewise.Icc;

/// <summary>The problems that were found in a profile, and the number of bytes that the reader may still allocate.</summary>
internal sealed class IccProblems(int length)
{
    private readonly List<IccProblem> all = [];
    private int left = IccLimits.For(length);

    public IReadOnlyList<IccProblem> All => all;

    public int Limit { get; } = IccLimits.For(length);

    /// <summary>
    /// Returns whether the given number of bytes may still be allocated. If so, subtracts them from the remaining number.
    /// </summary>
    public bool Spend(int bytes)
    {
        if (bytes > left) return false;
        left -= bytes;
        return true;
    }

    public void Error(
        long offset, string? tag, [InterpolatedStringHandlerArgument("")] ref Text message) =>
            Add(true, offset, tag, ref message);

    public void Warn(
        long offset, string? tag, [InterpolatedStringHandlerArgument("")] ref Text message) =>
            Add(false, offset, tag, ref message);

    private void Add(bool isError, long offset, string? tag, ref Text message)
    {
        if (all.Count < IccFile.MaxProblems - 1) all.Add(new(isError, offset, tag, message.ToStringAndClear()));

        // The last entry of the list is reserved for an error. Therefore, an invalid profile is always reported as invalid.
        else if (all.Count < IccFile.MaxProblems && isError)
            all.Add(new(isError, offset, tag, "this is also wrong; there are too many problems, so the rest is not listed"));
    }

    /// <summary>
    /// A message that is formatted only if the problem is listed, because a malicious tag table can contain thousands of errors.
    /// </summary>
    [InterpolatedStringHandler]
    internal ref struct Text
    {
        private DefaultInterpolatedStringHandler text;

        public Text(int literalLength, int formattedCount, IccProblems problems, out bool isListed)
        {
            isListed = problems.all.Count < IccFile.MaxProblems - 1;
            text = isListed ? new(literalLength, formattedCount) : default;
        }

        public void AppendLiteral(string value) => text.AppendLiteral(value);

        public void AppendFormatted<T>(T value) => text.AppendFormatted(value);

        public string ToStringAndClear() => text.ToStringAndClear();
    }
}
