using System.Runtime.CompilerServices;

namespace Lanewise.Icc;

/// <summary>What a reader found wrong, and how much memory it may still take.</summary>
internal sealed class IccProblems(int length)
{
    private readonly List<IccProblem> all = [];
    private int left = IccLimits.For(length);

    public IReadOnlyList<IccProblem> All => all;

    public int Limit { get; } = IccLimits.For(length);

    /// <summary>Whether that many bytes may still be taken; they are then.</summary>
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

        // The last place is kept for an error: whatever follows, such a profile is not called valid.
        else if (all.Count < IccFile.MaxProblems && isError)
            all.Add(new(isError, offset, tag, "this is wrong, too, and what follows is not listed: there are too many faults"));
    }

    /// <summary>A message that is only made where it is listed: a table of tags can be all faults.</summary>
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
