using System.Globalization;

namespace Lanewise.Fuzz;

/// <summary>Counts the compared answers by target and reference implementation.</summary>
internal sealed class Tally
{
    private readonly Dictionary<(string Target, string Witness), long> counts = [];

    public long Total => counts.Values.Sum();

    public void Count(string target, string witness, long answers = 1) =>
        counts[(target, witness)] = counts.GetValueOrDefault((target, witness)) + answers;

    public void Add(Tally other)
    {
        foreach (((string target, string witness), long answers) in other.counts) Count(target, witness, answers);
    }

    /// <summary>Returns a line for each target with the counts of each reference implementation.</summary>
    public IEnumerable<string> Lines()
    {
        foreach (IGrouping<string, KeyValuePair<(string Target, string Witness), long>> target in counts.GroupBy(c =>
            c.Key.Target))
        {
            IEnumerable<string> parts = target.Select(c =>
                string.Create(CultureInfo.InvariantCulture, $"{c.Key.Witness} {c.Value:N0}"));
            yield return $"  {target.Key,-16} {string.Join(", ", parts)}";
        }
    }
}
