using System.Globalization;

namespace Lanewise.Fuzz;

/// <summary>Counts the results that were compared, by target and reference implementation.</summary>
internal sealed class Tally
{
    private readonly Dictionary<(string Target, string Reference), long> counts = [];

    public long Total => counts.Values.Sum();

    public void Count(string target, string reference, long answers = 1) =>
        counts[(target, reference)] = counts.GetValueOrDefault((target, reference)) + answers;

    public void Add(Tally other)
    {
        foreach (((string target, string reference), long answers) in other.counts) Count(target, reference, answers);
    }

    /// <summary>Returns one line per target with the count for each reference implementation.</summary>
    public IEnumerable<string> Lines()
    {
        foreach (IGrouping<string, KeyValuePair<(string Target, string Reference), long>> target in counts.GroupBy(c =>
            c.Key.Target))
        {
            IEnumerable<string> parts = target.Select(c =>
                string.Create(CultureInfo.InvariantCulture, $"{c.Key.Reference} {c.Value:N0}"));
            yield return $"  {target.Key,-16} {string.Join(", ", parts)}";
        }
    }
}
