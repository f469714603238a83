using System.CommandLine;
using System.Globalization;
using System.Text;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Proof;
using Lanewise.Cli.Terminal;
using Lanewise.Files.Opening;
using Lanewise.Icc;
using Lanewise.Icc.Charts;
using Lanewise.Icc.Images;

namespace Lanewise.Cli.Icc;

/// <summary>Implements <c>lanewise icc</c>, which makes compact ICC profiles, shows them, and embeds them in images.</summary>
internal static class IccCommand
{
    private const int Good = 0;
    private const int Failed = 1;

    // The width of the list of color spaces.
    private const int ListColumns = 79;

    public static Command Create() => new("icc", "Make, show, embed and strip compact ICC profiles.")
    {
        List(), Make(), All(), Fit(), Show(), Embed(), Strip(),
    };

    private static Command List()
    {
        Command command = new("list", "List the named color spaces with their variants, bytes and errors.");
        command.SetAction(result => Guard(command, () =>
        {
            WriteList(isNarrow: StandardStreams.TextColumns < ListColumns);
            return Good;
        }));
        return command;
    }

    // A narrow table has the variant in place of the file, and the name in the line above the variants.
    private static void WriteList(bool isNarrow)
    {
        Console.Out.WriteLine("Errors in 8-bit codes");
        Console.Out.WriteLine(isNarrow
            ? $"  {"variant",-8} {"bytes",5} {"points",6} {"maximum",7} {"RMSE",6}"
            : $"{"name",-16} {"file",-28} {"bytes",5} {"points",6} {"maximum error",13} {"RMSE",6}");
        NamedSpace? before = null;
        foreach ((NamedSpace space, IccVariant variant) in Variants())
        {
            // The text is on a separate line, because most terminals are too narrow to show it next to the figures.
            if (space != before)
            {
                foreach (string line in MeasuredTableText.Wrapped(isNarrow ? $"{space.Name}: {space.Title}" : space.Title, 2))
                    Console.Out.WriteLine(line);
            }

            before = space;
            IccProfile profile = space.MakeProfile(variant);
            CurveError error = CurveError.Of(profile.Curve, space.TransferOf(variant));
            string points = profile.Curve.Kind == IccCurveKind.Sampled
                ? profile.Curve.Samples.Length.ToString(CultureInfo.InvariantCulture) : "-";
            string file = space.FileName(variant);
            string start = isNarrow ? $"  {Path.GetFileNameWithoutExtension(file).Substring(space.Name.Length + 1),-8}"
                : $"{space.Name,-16} {file,-28}";
            string largest = error.Largest.ToString("0.0000", CultureInfo.InvariantCulture).PadLeft(isNarrow ? 7 : 13);
            Console.Out.WriteLine(Invariant(
                $"{start} {space.GetBytes(variant).Length,5} {points,6} {largest} {error.RootMeanSquare,6:0.0000}"));
        }
    }

    private static Command Make()
    {
        Argument<string> name = new("NAME")
        {
            Description = "A named space (lanewise icc list), or 'custom' for a space from your own numbers.",
        };
        Option<string?> version = new("--version")
        {
            HelpName = "N", Description = "Version of the profile: 2 or 4 [default: 2].",
        };
        Option<string?> size = new("--size")
        {
            HelpName = "SIZE", Description = "Size of a version 2 profile: nano, micro or magic [default: micro].",
        };
        Option<string?> points = new("--points")
        {
            HelpName = "N", Description = "Samples of a version 2 curve, 2 to 4096, in place of --size.",
        };
        Option<string?> objective = Objective();
        Option<string?> packing = Packing();
        Option<string?> description = new("--description") { HelpName = "TEXT", Description = "The name inside the profile." };
        Option<string?> copyright = new("--copyright")
        {
            HelpName = "TEXT", Description = "The copyright inside the profile [default: PD, for public domain].",
        };
        CustomSpace custom = new();
        Option<string> output = Output("The output file, - for standard output.");
        Command command = new("make", "Make one profile.")
        {
            name, version, size, points, objective, packing, description, copyright, output,
        };
        custom.AddTo(command);
        name.Validators.Add(CustomSpace.Validate);
        command.SetAction((result, cancellation) => Task.FromResult(Guard(command, () =>
        {
            int major = result.GetValue(version) switch
            {
                null or "2" => 2,
                "4" => 4,
                string other => throw new UsageException($"--version must be 2 or 4, not '{other}'"),
            };
            int? count = Count(result.GetValue(points));
            if (major == 4 && (count is not null || result.GetValue(size) is not null))
                throw new UsageException("a version 4 profile has a formula in place of samples: leave --points and --size out");
            if (count is not null && result.GetValue(size) is not null)
                throw new UsageException("--points and --size contradict each other");

            NamedSpace space = custom.Choose(result, result.GetRequiredValue(name));
            using FitProgress progress = new("fitting");
            IccProfile profile = major == 4
                ? IccSpaces.MakeV4(
                    space.Space, result.GetValue(description) ?? space.Name, space.TransferOf(IccVariant.V4),
                    result.GetValue(copyright))
                : IccSpaces.MakeV2(
                    space.Space,
                    result.GetValue(description) ?? space.Label,
                    CurveOf(
                        space, result.GetValue(size), count, ObjectiveOf(result.GetValue(objective)), progress,
                        cancellation),
                    result.GetValue(copyright));
            byte[] bytes = profile.ToArray(PackingOf(result.GetValue(packing)));
            string target = result.GetRequiredValue(output);
            IccOutput.Save(target, bytes);
            CurveError error = CurveError.Of(profile.Curve, space.TransferOf(major == 4 ? IccVariant.V4 : IccVariant.V2));
            progress.Dispose();
            Wrap(
                $"{target}: {bytes.Length} bytes, {profile.Curve}, maximum error "
                    + Invariant($"{error.Largest:0.0000}, RMSE {error.RootMeanSquare:0.0000} (8-bit codes)"),
                IccOutput.Words(target));
            return Good;
        })));
        return command;
    }

    private static Command All()
    {
        Option<string> output = Output("The folder for the profiles; created if it does not exist.");
        Option<string?> packing = Packing();
        Command command = new("all", "Make every variant of every named space.") { output, packing };
        command.SetAction((result, cancellation) => Task.FromResult(Guard(command, () =>
        {
            string folder = result.GetRequiredValue(output);
            IccPacking how = PackingOf(result.GetValue(packing));
            if (folder == "-") throw new UsageException("--output must be a folder: standard output cannot hold many profiles");
            IccOutput.MakeFolder(folder);
            int count = 0;
            int bytes = 0;
            using FitProgress progress = new("making");
            (NamedSpace Space, IccVariant Variant)[] all = [.. Variants()];
            foreach ((NamedSpace space, IccVariant variant) in all)
            {
                byte[] profile = space.MakeProfile(variant, null, cancellation).ToArray(how);
                IccOutput.Save(Path.Combine(folder, space.FileName(variant)), profile);
                bytes += profile.Length;
                progress.Report(++count / (double)all.Length);
            }

            progress.Dispose();
            Console.Out.WriteLine($"{folder}: {count} profiles, {bytes} bytes");
            return Good;
        })));
        return command;
    }

    private static Command Fit()
    {
        Argument<string> name = new("NAME") { Description = "A named space, or 'custom'." };
        Option<string?> points = new("--points")
        {
            HelpName = "RANGE", Description = "The range of points, such as 16-64 [default: 2-256].",
        };
        Option<string?> below = new("--below")
        {
            HelpName = "CODES", Description = "Only print how many points keep the maximum error at or below this.",
        };
        Option<string?> svg = new("--svg")
        {
            HelpName = "FILE", Description = "Draw the errors to this file, - for standard output.",
        };
        Option<string?> objective = Objective();
        CustomSpace custom = new();
        Command command = new("fit", "Show the error of the best curve against points and bytes.")
        {
            name, points, below, svg, objective,
        };
        custom.AddTo(command);
        name.Validators.Add(CustomSpace.Validate);
        command.SetAction((result, cancellation) => Task.FromResult(Guard(command, () =>
        {
            NamedSpace space = custom.Choose(result, result.GetRequiredValue(name));
            using FitProgress progress = new("fitting");
            if (Bound(result.GetValue(below)) is double bound)
            {
                int fewest = CurveFitter.FewestPoints(space.Space.Transfer, bound, progress, cancellation);
                progress.Dispose();
                Console.Out.WriteLine(
                    fewest == 0 ? $"not even {CurveFitter.MaxFittedPoints} points are enough" : $"{fewest} points");
                return fewest == 0 ? Failed : Good;
            }

            (int from, int to) = Range(result.GetValue(points) ?? "2-256");
            FitObjective wanted = ObjectiveOf(result.GetValue(objective));
            IReadOnlyList<FitRow> rows = FitReport.Fit(space.Space.Transfer, from, to, wanted, progress, cancellation);
            progress.Dispose();
            string? picture = result.GetValue(svg);
            WriteRows(rows, IccOutput.Words(picture));
            if (picture is not null)
            {
                IccOutput.Save(picture, Encoding.UTF8.GetBytes(FitReport.Draw(
                    $"{space.Title}: error of the best curve", rows, ChartTheme.Both, space.SampledProfiles)));
            }

            return Good;
        })));
        return command;
    }

    private static void WriteRows(IReadOnlyList<FitRow> rows, TextWriter words)
    {
        words.WriteLine("Errors in 8-bit codes");
        words.WriteLine("points bytes maximum error    RMSE");
        double best = double.PositiveInfinity;
        foreach (FitRow row in rows)
        {
            // A star marks a point count if its maximum error is smaller than the maximum errors of all smaller point counts. Any
            // other point count makes the profile larger, but not more accurate.
            string mark = row.Error.Largest < best ? " *" : "";
            best = Math.Min(best, row.Error.Largest);
            words.WriteLine(Invariant(
                $"{row.Points,6} {row.Bytes,5} {row.Error.Largest,13:0.00000} {row.Error.RootMeanSquare,8:0.00000}{mark}"));
        }
    }

    private static Command Show()
    {
        Argument<string> file = new("FILE") { Description = "An ICC profile, or a PNG or JPEG that carries one." };
        Command command = new("show", "Show header, tags, shared elements, curve errors and problems of a profile.") { file };
        command.SetAction(result => Guard(command, () =>
        {
            IccFile profile = IccFile.Read(IccOutput.ReadProfile(result.GetRequiredValue(file), orImage: true));
            using StringWriter text = new();
            ProfileText.Write(profile, text);
            foreach (string line in text.ToString().TrimEnd().Split(Environment.NewLine)) Wrap(line, Console.Out);
            return profile.IsValid ? Good : Failed;
        }));
        return command;
    }

    private static Command Embed()
    {
        Argument<string> profile = new("PROFILE") { Description = "The ICC profile." };
        Argument<string> image = new("IMAGE") { Description = "The PNG or JPEG." };
        Option<string?> output = new("--output", "-o")
        {
            HelpName = "FILE", Description = "The new image, - for standard output [default: in place].",
        };
        Command command = new("embed", "Embed a profile in a PNG or JPEG; replaces another one.") { profile, image, output };
        command.SetAction(result => Guard(command, () =>
        {
            string from = result.GetRequiredValue(profile), path = result.GetRequiredValue(image);
            string? destination = result.GetValue(output);
            bool isStandardOutput = IccOutput.IsStandardOutput(destination);
            FileId target = isStandardOutput || destination is null ? default : FileId.Of(destination);
            if (target.IsKnown && target == FileId.Of(from))
                throw new UsageException($"the new image would replace the profile {from}; give --output another name");
            byte[] bytes = IccOutput.ReadProfile(from, orImage: false);
            // A damaged profile is an error in the profile; all other errors are in the image, or in the combination.
            IccOutput.Name(IccFile.Read(bytes).IsValid ? path : from, () =>
            {
                if (isStandardOutput) new StandardOutput().WriteBytes(stream => ProfiledImage.EmbedTo(stream, path, bytes));
                else ProfiledImage.EmbedFile(path, bytes, destination);
            });
            return Good;
        }));
        return command;
    }

    private static Command Strip()
    {
        Argument<string> image = new("IMAGE") { Description = "The PNG or JPEG." };
        Option<string?> output = new("--output", "-o")
        {
            HelpName = "FILE", Description = "The new image, - for standard output [default: in place].",
        };
        Command command = new("strip", "Remove the profile from a PNG or JPEG.") { image, output };
        command.SetAction(result => Guard(command, () =>
        {
            string path = result.GetRequiredValue(image);
            string? destination = result.GetValue(output);
            bool had = false;
            IccOutput.Name(path, () =>
            {
                if (IccOutput.IsStandardOutput(destination))
                    new StandardOutput().WriteBytes(stream => had = ProfiledImage.StripTo(stream, path));
                else
                    had = ProfiledImage.StripFile(path, destination);
            });
            if (!had) Diagnostics.Say($"{path} carries no profile");
            return Good;
        }));
        return command;
    }

    // ---- shared by the commands ----

    private static void Wrap(string line, TextWriter output)
    {
        foreach (string part in MeasuredTableText.Wrapped(line, ProfileText.Indent)) output.WriteLine(part);
    }

    private static IEnumerable<(NamedSpace Space, IccVariant Variant)> Variants() =>
        IccSpaces.All.SelectMany(space => space.Variants.Select(variant => (space, variant)));

    private static IccCurve CurveOf(
        NamedSpace space, string? size, int? points, FitObjective objective, IProgress<double> progress,
        CancellationToken cancellation)
    {
        int? count = points;
        if (size is not null)
        {
            IccVariant variant = size switch
            {
                "nano" => IccVariant.V2Nano,
                "micro" => IccVariant.V2Micro,
                "magic" => IccVariant.V2Magic,
                _ => throw new UsageException($"--size must be nano, micro or magic, not '{size}'"),
            };
            count = space.Points.TryGetValue(variant, out int known)
                ? known
                : throw new UsageException($"{space.Name} has no size {size}; give the number of points with --points");
        }

        if (count is null && space.PlainGamma is ushort gamma) return gamma == 256 ? IccCurve.Linear : IccCurve.FromGamma(gamma);
        return CurveFitter.Fit(
            space.Space.Transfer, count ?? space.Points[IccVariant.V2Micro], objective, progress, cancellation);
    }

    private static Option<string> Output(string text) =>
        new("--output", "-o") { HelpName = "PATH", Description = text, Required = true };

    private static Option<string?> Objective() =>
        new("--objective")
        {
            HelpName = "WHAT", Description = "What the fit minimizes: largest or rms [default: largest].",
        };

    private static FitObjective ObjectiveOf(string? text) => text switch
    {
        null or "largest" or "max" => FitObjective.Largest,
        "rms" => FitObjective.RootMeanSquare,
        _ => throw new UsageException($"--objective must be largest or rms, not '{text}'"),
    };

    private static Option<string?> Packing() =>
        new("--packing")
        {
            HelpName = "HOW", Description = "How elements share bytes: tight, overlap or plain [default: tight].",
        };

    private static IccPacking PackingOf(string? text) => text switch
    {
        null or "tight" => IccPacking.Tight,
        "overlap" => IccPacking.Overlap,
        "plain" => IccPacking.Plain,
        _ => throw new UsageException($"--packing must be tight, overlap or plain, not '{text}'"),
    };

    private static (int From, int To) Range(string text)
    {
        string[] ends = text.Split('-');
        if (ends.Length is 1 or 2
            && int.TryParse(ends[0], NumberStyles.None, CultureInfo.InvariantCulture, out int from)
            && int.TryParse(ends[^1], NumberStyles.None, CultureInfo.InvariantCulture, out int to))
        {
            return (from, to);
        }

        throw new UsageException($"--points must be a number or a range such as 16-64, not '{text}'");
    }

    private static int? Count(string? text)
    {
        if (text is null) return null;
        if (!int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int count))
            throw new UsageException($"--points must be a whole number, not '{text}'");
        return count;
    }

    private static double? Bound(string? text)
    {
        if (text is null) return null;
        if (!double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double bound) || !(bound > 0))
            throw new UsageException($"--below must be a number above 0, not '{text}'");
        return bound;
    }

    /// <summary>Runs an action and returns the exit code. Errors are reported in one line.</summary>
    private static int Guard(Command command, Func<int> action)
    {
        try
        {
            return action();
        }
        catch (UsageException e)
        {
            return command.Report(e);
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException)
        {
            return command.Report(new(ProfileText.Printable(Plain(e))));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or IccFormatException)
        {
            Diagnostics.Say(ProfileText.Printable(e.Message));
            return Failed;
        }
        catch (OperationCanceledException)
        {
            Diagnostics.Say("stopped; nothing was written");
            return Failed;
        }
    }

    /// <summary>Returns the message without the parameter name, which has no meaning on a command line.</summary>
    private static string Plain(Exception e)
    {
        string message = e.Message;
        int name = message.IndexOf(" (Parameter '", StringComparison.Ordinal);
        return name < 0 ? message : message.Substring(0, name);
    }
}
