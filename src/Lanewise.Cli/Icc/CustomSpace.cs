using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Lanewise.Cli.Terminal;
using Lanewise.Icc;

namespace Lanewise.Cli.Icc;

/// <summary>The options that define a color space by its numeric values.</summary>
internal sealed class CustomSpace
{
    private const string Custom = "custom";

    private readonly Option<string?> red = new("--red") { HelpName = "X,Y", Description = "custom: x,y of the red primary." };
    private readonly Option<string?> green = new("--green")
    {
        HelpName = "X,Y", Description = "custom: x,y of the green primary.",
    };
    private readonly Option<string?> blue = new("--blue") { HelpName = "X,Y", Description = "custom: x,y of the blue primary." };
    private readonly Option<string?> white = new("--white")
    {
        HelpName = "X,Y", Description = "custom: x,y of the white point, or D50 or D65 [default: D65].",
    };
    private readonly Option<string?> gamma = new("--gamma")
    {
        HelpName = "EXPONENT", Description = "custom: the exponent of the curve.",
    };
    private readonly Option<string?> curve = new("--curve")
    {
        HelpName = "CURVE", Description = "custom: srgb, rec709, rec2020, romm or linear, in place of --gamma [default: srgb].",
    };
    private readonly Option<bool> gray = new("--grey", "--gray") { Description = "custom: a gray axis, without primaries." };
    private readonly Option<bool> positive = new("--positive") { Description = "custom: raise colorants below zero to zero." };

    private Option[] Options => [red, green, blue, white, gamma, curve, gray, positive];

    public void AddTo(Command command)
    {
        foreach (Option option in Options) command.Add(option);
    }

    public NamedSpace Choose(ParseResult result, string name)
    {
        if (!name.Equals(Custom, StringComparison.OrdinalIgnoreCase))
        {
            Option? stray = Options.FirstOrDefault(x => result.GetResult(x) is { Implicit: false });
            if (stray is not null) throw new UsageException($"{stray.Name} belongs to 'custom'; {name} has its own numbers");
            return Named(name) ?? throw new UsageException(Unknown(name));
        }

        TransferFunction transfer = Transfer(result);
        Chromaticity adopted = result.GetValue(white) switch
        {
            null or "D65" => Chromaticity.D65,
            "D50" => Chromaticity.D50,
            string text => Point("--white", text),
        };
        bool isGray = result.GetValue(gray);
        if (isGray && Options.Take(3).Append(positive).Any(x => result.GetResult(x) is { Implicit: false }))
            throw new UsageException("a gray space has no primaries: leave --red, --green, --blue and --positive out");
        ColorSpace space = isGray
            ? ColorSpace.Gray(adopted, transfer)
            : ColorSpace.FromPrimaries(
                Need(result, red), Need(result, green), Need(result, blue), adopted, transfer, result.GetValue(positive));

        // A curve needs no samples if rounding the gamma value to 8.8 fixed point causes an error of at most a tenth of a code
        // value.
        ushort? plain = transfer == TransferFunction.Linear ? (ushort)256 : null;
        if (transfer.Slope == 0 && transfer.Gamma is >= 1 / 256.0 and < 255)
        {
            ushort raw = (ushort)Math.Round(transfer.Gamma * 256);
            if (raw > 0 && CurveError.Of(IccCurve.FromGamma(raw), transfer).Largest < 0.1) plain = raw;
        }

        Dictionary<IccVariant, int> points = new()
        {
            [IccVariant.V2Nano] = 20, [IccVariant.V2Micro] = 45, [IccVariant.V2Magic] = 182,
        };
        return new("custom", "a custom space", space, "customs", points) { PlainGamma = plain };
    }

    /// <summary>Rejects the name of an unknown space even if an option is missing, too.</summary>
    public static void Validate(ArgumentResult argument)
    {
        if (argument.Tokens.Count == 0) return;

        string name = argument.Tokens[0].Value;
        if (!name.Equals(Custom, StringComparison.OrdinalIgnoreCase) && Named(name) is null) argument.AddError(Unknown(name));
    }

    private static NamedSpace? Named(string name) =>
        IccSpaces.All.FirstOrDefault(space => space.Name.Equals(name, StringComparison.OrdinalIgnoreCase));

    private static string Unknown(string name)
    {
        string[] names = [.. IccSpaces.All.Select(space => space.Name), Custom];
        string hint = Hints.Nearest(name, names) is { } near ? $"did you mean '{near}'?"
            : $"the color spaces are {string.Join(", ", names)}";
        return $"unknown color space '{name}'; {hint}";
    }

    private TransferFunction Transfer(ParseResult result)
    {
        string? name = result.GetValue(curve);
        string? exponent = result.GetValue(gamma);
        if (exponent is not null)
        {
            if (name is not null) throw new UsageException("--gamma and --curve contradict each other");
            if (!double.TryParse(exponent, NumberStyles.Float, CultureInfo.InvariantCulture, out double value)
                || !(value > 0 && value <= 100))
                throw new UsageException($"--gamma must be a number above 0 and at most 100, not '{exponent}'");
            return TransferFunction.Power(value);
        }

        return name switch
        {
            null or "srgb" => TransferFunction.Srgb,
            "rec709" => TransferFunction.Rec709,
            "rec2020" => TransferFunction.Rec2020,
            "romm" => TransferFunction.Romm,
            "linear" => TransferFunction.Linear,
            _ => throw new UsageException($"--curve must be srgb, rec709, rec2020, romm or linear, not '{name}'"),
        };
    }

    private static Chromaticity Need(ParseResult result, Option<string?> option) =>
        Point(option.Name, result.GetValue(option) ?? throw new UsageException($"custom needs {option.Name} x,y"));

    private static Chromaticity Point(string option, string text)
    {
        string[] numbers = text.Split(',');
        const NumberStyles Style = NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint;
        return numbers.Length == 2
            && decimal.TryParse(numbers[0], Style, CultureInfo.InvariantCulture, out decimal x)
            && decimal.TryParse(numbers[1], Style, CultureInfo.InvariantCulture, out decimal y)
                ? new(x, y)
                : throw new UsageException($"{option} must be two decimals such as 0.64,0.33, not '{text}'");
    }
}
