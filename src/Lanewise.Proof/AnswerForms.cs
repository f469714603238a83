namespace Lanewise.Proof;

/// <summary>
/// Records the API forms (one call, pieces, batches) in which a known answer was computed, and those that returned a wrong
/// result.
/// </summary>
internal sealed class AnswerForms
{
    // An error in one form usually also occurs in many other forms, so not all of them are named.
    private const int MostNamed = 3;

    private readonly List<string> wrong = [];
    private int count;

    /// <summary>
    /// The names of the forms that returned a wrong result, for error messages. Empty if all forms are correct.
    /// </summary>
    public IReadOnlyList<string> Wrong
    {
        get
        {
            if (wrong.Count > 0 && wrong.Count == count) return ["all forms"];
            if (wrong.Count <= MostNamed) return wrong;

            return [.. wrong.Take(MostNamed), Invariant($"and {wrong.Count - MostNamed} more of {count} forms")];
        }
    }

    /// <summary>Records a form and whether its result is correct.</summary>
    /// <returns>True if the form's result is correct.</returns>
    public bool Add(string form, bool isRight)
    {
        count++;
        if (!isRight) wrong.Add(form);
        return isRight;
    }
}
