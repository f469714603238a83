namespace Lanewise.Proof;

/// <summary>
/// Records the forms (one call, pieces, batches) in which a known answer was computed, and the forms that gave a wrong result.
/// </summary>
internal sealed class AnswerForms
{
    // An error in one form usually also occurs in many other forms.
    private const int MostNamed = 3;

    private readonly List<string> wrong = [];
    private int count;

    /// <summary>
    /// The error messages for a case, which contain the names of the wrong forms. The list is empty if all forms are correct.
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

    /// <summary>Counts a form and checks its result.</summary>
    /// <returns>True if the result of the form is correct.</returns>
    public bool Add(string form, bool isRight)
    {
        count++;
        if (!isRight) wrong.Add(form);
        return isRight;
    }
}
