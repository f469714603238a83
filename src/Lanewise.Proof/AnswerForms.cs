namespace Lanewise.Proof;

/// <summary>The forms in which a known answer was computed, and those that gave another answer.</summary>
internal sealed class AnswerForms
{
    // What is wrong in one form is wrong in a hundred.
    private const int MostNamed = 3;

    private readonly List<string> wrong = [];
    private int count;

    /// <summary>What is said of a case: nothing if all forms are right, else the forms that are not.</summary>
    public IReadOnlyList<string> Wrong
    {
        get
        {
            if (wrong.Count > 0 && wrong.Count == count) return ["all forms"];
            if (wrong.Count <= MostNamed) return wrong;

            return [.. wrong.Take(MostNamed), Invariant($"and {wrong.Count - MostNamed} more of {count} forms")];
        }
    }

    /// <summary>Counts a form.</summary>
    /// <returns>Whether it is right.</returns>
    public bool Add(string form, bool isRight)
    {
        count++;
        if (!isRight) wrong.Add(form);
        return isRight;
    }
}
