using System.Diagnostics;
using System.Globalization;
using Lanewise;
using Lanewise.Fuzz;
using Lanewise.Simd;

FuzzOptions options;
try
{
    options = FuzzOptions.Parse(args);
}
catch (FormatException e)
{
    Console.Error.WriteLine($"{e.Message}; --help lists the options.");
    return 2;
}

if (options.IsHelp)
{
    Console.WriteLine(FuzzOptions.Help);
    return 0;
}

string[] names = [.. Target.All().Select(target => target.Name).Where(options.Takes)];
if (names.Length == 0)
{
    Console.Error.WriteLine("No target has this name; --list lists the targets.");
    return 2;
}

if (options.IsList)
{
    Console.WriteLine($"Targets: {string.Join(", ", names)}");
    foreach ((string name, string? version) in ReferenceImplementation.Installed)
    {
        Console.WriteLine($"Reference: {name}, {version ?? "not installed"}");
    }
    return 0;
}

Canary.IsOn = options.IsCanary;
string limit = LanewiseSettings.MaxVectorBits < LaneDispatch.Hardware ? $", capped at {LanewiseSettings.MaxVectorBits}" : "";
Console.WriteLine(string.Create(
    CultureInfo.InvariantCulture,
    $"Fuzz: seed {options.Seed}, {names.Length} targets, vectors of {LaneDispatch.Hardware} bits{limit}."));
Stopwatch watch = Stopwatch.StartNew();
Campaign campaign = new(options, names);
campaign.Run();

foreach (string line in campaign.Tally.Lines()) Console.WriteLine(line);
foreach (string method in campaign.NotCalled)
{
    Console.WriteLine($"A method was not called, because a parameter is unknown: {method}");
}

string[] missing =
[
    .. ReferenceImplementation.Installed.Where(reference => reference.Version is null).Select(reference => reference.Name),
];
if (missing.Length > 0)
{
    Console.WriteLine($"Not installed: {string.Join(", ", missing)} (tools/install-test-deps.sh, then build again).");
}
Console.WriteLine(string.Create(
    CultureInfo.InvariantCulture,
    $"{campaign.Cases:N0} cases, {campaign.Tally.Total:N0} comparisons in {watch.Elapsed.TotalSeconds:F0} s, seed {options.Seed}."));
int failed = campaign.Failed;
Console.WriteLine($"{names.Length - failed} passed, {failed} failed, {missing.Length} skipped");
return failed == 0 ? 0 : 1;
