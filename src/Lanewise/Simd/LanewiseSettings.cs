namespace Lanewise;

/// <summary>Settings that apply to the whole process.</summary>
public static class LanewiseSettings
{
    /// <summary>The environment variable that caps the vector width: <c>LANEWISE_MAX_VECTOR_BITS</c>.</summary>
    public const string MaxVectorBitsEnvironmentVariable = "LANEWISE_MAX_VECTOR_BITS";

    /// <summary>The <see cref="AppContext"/> setting that caps the vector width: <c>Lanewise.MaxVectorBits</c>.</summary>
    public const string MaxVectorBitsSwitch = "Lanewise.MaxVectorBits";

    /// <summary>
    /// The environment variable that overrides the choices for a CPU microarchitecture: <c>LANEWISE_TUNING</c>.
    /// </summary>
    /// <remarks>
    /// The variable contains entries such as <c>Md5Streams=2,2,4,2;Blake3=Scalar,Rows128</c>. <c>lanewise tune</c> prints the
    /// entries for the current machine. The variable is read once, when the library is first used. No entry changes a digest.
    /// Invalid entries have no effect.
    /// </remarks>
    public const string TuningEnvironmentVariable = "LANEWISE_TUNING";

    /// <summary>The <see cref="AppContext"/> setting that overrides the same choices: <c>Lanewise.Tuning</c>.</summary>
    public const string TuningSwitch = "Lanewise.Tuning";

    private static volatile int maxVectorBits = ReadInitial();

    /// <summary>
    /// The width in bits of the widest vectors that the library uses: 512 (the default), 256, 128, or 0 for scalar code only.
    /// </summary>
    /// <remarks>
    /// Wide vectors can lower the clock speed of a CPU or slow down other programs. Therefore, you may want a smaller width than
    /// the machine supports. A cap never changes a result. The initial value is read from the environment variable
    /// <see cref="MaxVectorBitsEnvironmentVariable"/> or, if that variable is not set, from the <see cref="AppContext"/> setting
    /// <see cref="MaxVectorBitsSwitch"/>. Invalid values in these settings are ignored.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is not 0, 128, 256 or 512.</exception>
    public static int MaxVectorBits
    {
        get => maxVectorBits;
        set
        {
            if (!IsWidth(value))
            {
                throw new ArgumentOutOfRangeException(nameof(value), value, $"The vector width must be {Widths} bits.");
            }

            maxVectorBits = value;
        }
    }

    /// <summary>The valid values of the cap, as text.</summary>
    internal static string Widths => $"{string.Join(", ", LaneDispatch.Widths.SkipLast(1))} or {LaneDispatch.Widths[^1]}";

    private static bool IsWidth(int bits) => Array.IndexOf(LaneDispatch.Widths, bits) >= 0;

    /// <summary>Returns the text of the tuning setting, or null if there is no such setting.</summary>
    internal static string? Tuning() => Read(TuningEnvironmentVariable, TuningSwitch);

    private static string? Read(string variable, string name) =>
        Environment.GetEnvironmentVariable(variable)
        ?? string.Create(CultureInfo.InvariantCulture, $"{AppContext.GetData(name)}") switch
        {
            { Length: > 0 } text => text,
            _ => null,
        };

    private static int ReadInitial()
    {
        string? text = Read(MaxVectorBitsEnvironmentVariable, MaxVectorBitsSwitch);
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int bits) && IsWidth(bits)
            ? bits : LaneDispatch.Widths[^1];
    }
}
