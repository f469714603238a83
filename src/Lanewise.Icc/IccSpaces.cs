namespace Lanewise.Icc;

/// <summary>Specifies a variant of a named color space's profile. The variants differ in version, size and accuracy.</summary>
public enum IccVariant
{
    /// <summary>
    /// Version 2 with a plain gamma curve or the identity, for color spaces whose exact tone curve has this form.
    /// </summary>
    V2,

    /// <summary>
    /// Version 2, with the smallest number of samples for which every 8-bit code still converts back to itself.
    /// </summary>
    V2Nano,

    /// <summary>Version 2, with enough samples for 8-bit images.</summary>
    V2Micro,

    /// <summary>Version 2, with so many samples that only the rounding to 16 bits limits the accuracy.</summary>
    V2Magic,

    /// <summary>Version 4 with a parametric curve.</summary>
    V4,
}

/// <summary>A named color space with its variants.</summary>
/// <param name="Name">The name that is used in commands and file names.</param>
/// <param name="Title">A description of the color space.</param>
/// <param name="Space">The exact definition of the color space.</param>
/// <param name="Label">
/// The description text of version 2 profiles. If this text is 3 or 7 characters long, no padding is needed.
/// </param>
/// <param name="Points">The number of samples of each sampled variant.</param>
public sealed record NamedSpace(
    string Name, string Title, ColorSpace Space, string Label, IReadOnlyDictionary<IccVariant, int> Points)
{
    /// <summary>
    /// The 8.8 fixed-point exponent for version 2 if the tone curve is a plain gamma curve or linear (256); otherwise, null.
    /// </summary>
    public ushort? PlainGamma { get; init; }

    /// <summary>The tone curve for version 4, or null if version 4 uses the tone curve of the color space.</summary>
    internal TransferFunction? TransferV4 { get; init; }

    /// <summary>The name and the number of samples of each sampled variant, from the smallest to the largest.</summary>
    internal IReadOnlyList<(string Name, int Points)> SampledProfiles =>
        [.. Points.OrderBy(one => one.Key).Select(one => (one.Key.ToString().Substring(2).ToLowerInvariant(), one.Value))];

    /// <summary>The variants that exist for this color space.</summary>
    public IReadOnlyList<IccVariant> Variants =>
        [.. PlainGamma is null ? Points.Keys.Order() : Enumerable.Empty<IccVariant>().Append(IccVariant.V2), IccVariant.V4];

    /// <summary>Returns the exact tone curve that a variant approximates.</summary>
    /// <param name="variant">The variant.</param>
    /// <returns>The curve.</returns>
    public TransferFunction TransferOf(IccVariant variant) =>
        variant == IccVariant.V4 && TransferV4 is not null ? TransferV4 : Space.Transfer;

    /// <summary>Returns the file name of a variant, such as <c>sRGB-v2-nano.icc</c>.</summary>
    /// <param name="variant">The variant.</param>
    /// <returns>The file name.</returns>
    public string FileName(IccVariant variant) => variant switch
    {
        IccVariant.V2 => $"{Name}-v2.icc",
        IccVariant.V4 => $"{Name}-v4.icc",
        _ => $"{Name}-v2-{variant.ToString().Substring(2).ToLowerInvariant()}.icc",
    };

    /// <summary>
    /// Returns a variant of the profile. The profile is created by the first call, and later calls return the same object.
    /// </summary>
    /// <param name="variant">The variant, which must be one of <see cref="Variants"/>.</param>
    /// <param name="progress">Receives the completed fraction of the curve fit.</param>
    /// <param name="cancellationToken">Cancels the fit.</param>
    /// <returns>The profile.</returns>
    /// <exception cref="ArgumentException">The color space does not have this variant.</exception>
    /// <exception cref="OperationCanceledException">The fit was cancelled.</exception>
    public IccProfile MakeProfile(
        IccVariant variant, IProgress<double>? progress = null, CancellationToken cancellationToken = default)
    {
        Check(variant);
        return KeptProfiles.Of(this, variant, progress, cancellationToken).Profile;
    }

    /// <summary>
    /// Returns the tightly packed bytes of a variant with the default texts. For the built-in color spaces, these bytes are
    /// stored in the assembly.
    /// </summary>
    /// <param name="variant">The variant, which must be one of <see cref="Variants"/>.</param>
    /// <returns>A complete profile. All calls for the same variant return the same memory.</returns>
    /// <exception cref="ArgumentException">The color space does not have this variant.</exception>
    public ReadOnlyMemory<byte> GetBytes(IccVariant variant)
    {
        Check(variant);
        return KeptProfiles.Of(this, variant, null, default).Bytes;
    }

    /// <summary>Creates a variant of the profile without using the stored profile.</summary>
    internal IccProfile Fit(IccVariant variant, IProgress<double>? progress, CancellationToken cancellationToken) =>
        variant switch
    {
        IccVariant.V4 => IccSpaces.MakeV4(Space, Name, TransferOf(variant)),
        IccVariant.V2 =>
            IccSpaces.MakeV2(Space, Label, PlainGamma is 256 ? IccCurve.Linear : IccCurve.FromGamma(PlainGamma!.Value)),
        _ => IccSpaces.MakeV2(
            Space, Label, CurveFitter.Fit(
                Space.Transfer, Points[variant], progress: progress, cancellationToken: cancellationToken)),
    };

    private void Check(IccVariant variant)
    {
        if (!Variants.Contains(variant))
            throw new ArgumentException(
                $"{Name} has no variant {variant}; it has {string.Join(", ", Variants)}.", nameof(variant));
    }
}

/// <summary>Contains the named color spaces and methods that create profiles for a color space.</summary>
public static class IccSpaces
{
    /// <summary>The default copyright text of profiles: public domain, because the values are facts from the standards.</summary>
    public const string DefaultCopyright = "PD";

    // The numbers of points per variant. The variant nano has the smallest number of points for which the error is clearly below
    // half an 8-bit code value. Beyond micro, more points decrease the error only slowly. Beyond magic, the rounding to 16 bits
    // near black limits the error. The command `lanewise icc fit` shows the error for every number of points.
    private static readonly Dictionary<IccVariant, int> SrgbPoints = Sampled(45, 182);
    private static readonly Dictionary<IccVariant, int> SrgbPointsNano = new(SrgbPoints) { [IccVariant.V2Nano] = 20 };
    private static readonly Dictionary<IccVariant, int> Rec709Points = Sampled(44, 183);
    private static readonly Dictionary<IccVariant, int> Rec2020Points = Sampled(44, 161);
    private static readonly Dictionary<IccVariant, int> RommPoints = Sampled(62, 187);

    private static readonly Chromaticity Srgb709Blue = new(0.15m, 0.06m);

    /// <summary>
    /// The four-decimal matrix of IEC 61966-2-1 defines sRGB. The rounded inverse in the standard is not used. The white point is
    /// the sum of the matrix columns (0.9505, 1, 1.0890), not the white point that follows from the chromaticities.
    /// </summary>
    private static readonly decimal[] SrgbMatrix =
    [
        0.4124m, 0.3576m, 0.1805m,
        0.2126m, 0.7152m, 0.0722m,
        0.0193m, 0.1192m, 0.9505m,
    ];

    /// <summary>All named color spaces in display order.</summary>
    public static IReadOnlyList<NamedSpace> All { get; } =
    [
        new("sRGB", "sRGB (IEC 61966-2-1)", ColorSpace.FromMatrix(TransferFunction.Srgb, SrgbMatrix), "sRGB-v2", SrgbPointsNano),
        new("scRGB", "linear sRGB (scRGB)", ColorSpace.FromMatrix(TransferFunction.Linear, SrgbMatrix), "sRGBlin",
            Sampled()) { PlainGamma = 256 },
        new("sGrey", "gray with the white and curve of sRGB", SrgbGray(), "sRGBgry", SrgbPointsNano),
        new("DisplayP3", "Display P3 (P3 primaries, D65, sRGB curve)", P3(Chromaticity.D65, TransferFunction.Srgb), "Disp-P3",
            SrgbPoints),
        new("DisplayP3Compat", "Display P3 without negative colorants",
            P3(Chromaticity.D65, TransferFunction.Srgb, positive: true), "P3 comp", SrgbPoints),
        new("DCI-P3", "DCI-P3 (theatre white, gamma 2.6)", P3(new(0.314m, 0.351m), TransferFunction.Power(2.6)), "DCI",
            Sampled()) { PlainGamma = 666 },
        new("AdobeCompat", "compatible with Adobe RGB (1998)", Rgb(0.64m, 0.33m, 0.21m, 0.71m, 0.15m, 0.06m, Chromaticity.D65,
            TransferFunction.Power(563 / 256.0)), "A98", Sampled())
        {
            PlainGamma = 563, TransferV4 = TransferFunction.SlopeLimited(2.2, 1 / 32.0),
        },
        new("AppleCompat", "compatible with Apple RGB",
            Rgb(0.625m, 0.34m, 0.28m, 0.595m, 0.155m, 0.07m, Chromaticity.D65, TransferFunction.Power(1.8)), "APL", Sampled())
        {
            PlainGamma = 461, TransferV4 = TransferFunction.SlopeLimited(1.8, 1 / 32.0),
        },
        new("ColorMatchCompat", "compatible with ColorMatch RGB",
            Rgb(0.63m, 0.34m, 0.295m, 0.605m, 0.15m, 0.075m, Chromaticity.D50, TransferFunction.Power(1.8)), "ACM", Sampled())
        {
            PlainGamma = 461, TransferV4 = TransferFunction.SlopeLimited(1.8, 1 / 32.0),
        },
        new("WideGamutCompat", "compatible with Wide Gamut RGB", Rgb(0.7347m, 0.2653m, 0.1152m, 0.8264m, 0.1566m, 0.0177m,
            Chromaticity.D50, TransferFunction.Power(563 / 256.0)), "AWG", Sampled())
        {
            PlainGamma = 563, TransferV4 = TransferFunction.SlopeLimited(2.2, 1 / 32.0),
        },
        new("ProPhoto", "ProPhoto RGB (ROMM RGB)", Rgb(0.7347m, 0.2653m, 0.1596m, 0.8404m, 0.0366m, 0.0001m, Chromaticity.D50,
            TransferFunction.Romm), "ROMMRGB", RommPoints),
        new("Rec601NTSC", "Rec. 601, 525 lines",
            Rgb(0.63m, 0.34m, 0.31m, 0.595m, 0.155m, 0.07m, Chromaticity.D65, TransferFunction.Rec709), "601-525", Rec709Points),
        new("Rec601PAL", "Rec. 601, 625 lines",
            Rgb(0.64m, 0.33m, 0.29m, 0.6m, 0.15m, 0.06m, Chromaticity.D65, TransferFunction.Rec709), "601-625", Rec709Points),
        new("Rec709", "Rec. 709", Rgb(0.64m, 0.33m, 0.3m, 0.6m, 0.15m, 0.06m, Chromaticity.D65, TransferFunction.Rec709),
            "Rec.709", Rec709Points),
        new("Rec2020", "Rec. 2020 with its own curve", Rec2020(TransferFunction.Rec2020), "Rec2020", Rec2020Points),
        new("Rec2020Compat", "Rec. 2020 without negative colorants", Rec2020(TransferFunction.Rec2020, positive: true), "2020cmp",
            Rec2020Points),
        new("Rec2020-g24", "Rec. 2020 with gamma 2.4", Rec2020(TransferFunction.Power(2.4)), "2020g24",
            Sampled()) { PlainGamma = 614 },
    ];

    /// <summary>Finds a named color space by its name. The comparison is case-insensitive.</summary>
    /// <param name="name">The name of the color space.</param>
    /// <returns>The color space.</returns>
    /// <exception cref="ArgumentException">No color space has this name. The message lists all names.</exception>
    public static NamedSpace Find(string name) =>
        All.FirstOrDefault(x => x.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
        ?? throw new ArgumentException(
            $"There is no color space '{name}'; there are {string.Join(", ", All.Select(x => x.Name))}.", nameof(name));

    /// <summary>Creates a version 2 profile for a color space.</summary>
    /// <param name="space">The color space.</param>
    /// <param name="description">The name that the profile contains.</param>
    /// <param name="curve">The tone curve, which must be linear, gamma or sampled.</param>
    /// <param name="copyright">The copyright text, or null for <see cref="DefaultCopyright"/>.</param>
    /// <returns>The profile.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static IccProfile MakeV2(ColorSpace space, string description, IccCurve curve, string? copyright = null)
    {
        ArgumentNullException.ThrowIfNull(space);
        return new()
        {
            Version = 2,
            Description = description,
            Copyright = copyright ?? DefaultCopyright,
            MediaWhite = space.White,
            IsGray = space.IsGray,
            Red = space.Red,
            Green = space.Green,
            Blue = space.Blue,
            Curve = curve,
        };
    }

    /// <summary>Creates a version 4 profile for a color space.</summary>
    /// <param name="space">The color space.</param>
    /// <param name="name">The name that the profile contains.</param>
    /// <param name="transfer">The tone curve, or null to use the tone curve of the color space.</param>
    /// <param name="copyright">
    /// The copyright text. If null, the description and the copyright share one text, which consists of the name and "PD" (public
    /// domain). Sharing the text saves at least 28 bytes.
    /// </param>
    /// <returns>The profile.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static IccProfile MakeV4(ColorSpace space, string name, TransferFunction? transfer = null, string? copyright = null)
    {
        ArgumentNullException.ThrowIfNull(space);
        string shared = $"{name} {DefaultCopyright}";
        return new()
        {
            Version = 4,
            Description = copyright is null ? shared : name,
            Copyright = copyright ?? shared,
            MediaWhite = IccXyz.D50,
            IsGray = space.IsGray,
            Red = space.Red,
            Green = space.Green,
            Blue = space.Blue,
            Curve = ParametricFitter.Fit(transfer ?? space.Transfer),
            Adaptation = [.. space.Adaptation],
        };
    }

    private static Dictionary<IccVariant, int> Sampled(int micro, int magic) =>
        new() { [IccVariant.V2Micro] = micro, [IccVariant.V2Magic] = magic };

    private static Dictionary<IccVariant, int> Sampled() => [];

    private static ColorSpace Rgb(
        decimal redX, decimal redY, decimal greenX, decimal greenY, decimal blueX, decimal blueY, Chromaticity white,
        TransferFunction transfer) =>
        ColorSpace.FromPrimaries(new(redX, redY), new(greenX, greenY), new(blueX, blueY), white, transfer);

    private static ColorSpace P3(Chromaticity white, TransferFunction transfer, bool positive = false) =>
        ColorSpace.FromPrimaries(new(0.68m, 0.32m), new(0.265m, 0.69m), Srgb709Blue, white, transfer, positive);

    private static ColorSpace Rec2020(TransferFunction transfer, bool positive = false) =>
        ColorSpace.FromPrimaries(
            new(0.708m, 0.292m), new(0.17m, 0.797m), new(0.131m, 0.046m), Chromaticity.D65, transfer, positive);

    private static ColorSpace SrgbGray() => ColorSpace.Gray(
        new Vector3Exact(Rational.From(0.9505m), Rational.One, Rational.From(1.0890m)), TransferFunction.Srgb);
}
