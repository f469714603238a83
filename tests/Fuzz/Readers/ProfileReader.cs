using Lanewise.Icc;

namespace Lanewise.Fuzz;

/// <summary>
/// Reads ICC profiles. Reading must never throw, every model must stay within its documented limits, and any model that can be
/// written must be unchanged when it is read back.
/// </summary>
internal sealed class ProfileReader() : Reader("read-profiles")
{
    private static readonly byte[][] Originals =
        [.. IccSpaces.All.SelectMany(space => space.Variants.Select(variant => space.GetBytes(variant).ToArray()))];

    protected override byte[] Valid(Random random) => random.Of(Originals);

    protected override bool Read(Random random, byte[] bytes)
    {
        IccFile file = IccFile.Read(bytes);
        True(file.IsValid == !file.Problems.Any(problem => problem.IsError), $"the verdict does not fit the problems");
        True(file.Problems.Count <= IccFile.MaxProblems && file.Tags.Count <= IccFile.MaxTags,
            $"{file.Problems.Count} problems, {file.Tags.Count} tags");
        IccProfile profile;
        try
        {
            profile = file.ToProfile();
        }
        catch (IccFormatException)
        {
            return false;
        }

        byte[] written;
        try
        {
            written = profile.ToArray();
        }
        catch (InvalidOperationException)
        {
            return true;
        }

        IccProfile again = IccProfile.Read(written);
        True(again.Equals(profile), $"a profile of {bytes.Length} bytes changes when it is written and read again");
        Equal(written, again.ToArray(), $"a profile changes when it is written twice");
        return true;
    }

    // The documentation allows ten times the length of the file. In addition, this test keeps the model, writes it, and reads it
    // again.
    protected override long MostMemory(int length) => (60L * length) + (2 << 20);
}
