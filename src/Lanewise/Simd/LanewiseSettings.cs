namespace Lanewise;

/// <summary>Settings that apply to the whole process.</summary>
public static class LanewiseSettings
{
    /// <summary>The name of the environment variable that limits the vector width: <c>LANEWISE_MAX_VECTOR_BITS</c>.</summary>
    public const string MaxVectorBitsEnvironmentVariable = "LANEWISE_MAX_VECTOR_BITS";

    /// <summary>
    /// The name of the <see cref="AppContext"/> setting that limits the vector width: <c>Lanewise.MaxVectorBits</c>.
    /// </summary>
    public const string MaxVectorBitsSwitch = "Lanewise.MaxVectorBits";

    /// <summary>
    /// The name of the environment variable that overrides the tuning parameters for the current CPU: <c>LANEWISE_TUNING</c>.
    /// </summary>
    /// <remarks>
    /// The value of the variable is a list of entries, for example <c>Md5Streams=2,2,4,2;Blake3=Scalar,Rows128</c>. The command
    /// <c>lanewise tune</c> prints the entries for the current machine. The library reads the variable once, on first use. The
    /// entries never change a digest. Invalid entries have no effect.
    /// </remarks>
    public const string TuningEnvironmentVariable = "LANEWISE_TUNING";

    /// <summary>
    /// The name of the <see cref="AppContext"/> setting that overrides the tuning parameters for the current CPU:
    /// <c>Lanewise.Tuning</c>.
    /// </summary>
    public const string TuningSwitch = "Lanewise.Tuning";

    private static volatile int maxVectorBits = ReadInitial();

    /// <summary>
    /// The maximum vector width, in bits, that the library uses: 512 (the default), 256, 128, or 0 for scalar code only.
    /// </summary>
    /// <remarks>
    /// On some CPUs, wide vectors lower the clock speed or slow down other programs, so it can be useful to set a width below
    /// the machine's maximum. The vector width never changes a result. The initial value is read from the environment variable
    /// <see cref="MaxVectorBitsEnvironmentVariable"/> or, if that variable is not set, from the <see cref="AppContext"/>
    /// setting <see cref="MaxVectorBitsSwitch"/>. Invalid values of the variable or the setting are ignored.
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

    /// <summary>The valid vector widths, as text.</summary>
    internal static string Widths => $"{string.Join(", ", LaneDispatch.Widths.SkipLast(1))} or {LaneDispatch.Widths[^1]}";

    private static bool IsWidth(int bits) => Array.IndexOf(LaneDispatch.Widths, bits) >= 0;

    /// <summary>Returns the value of the tuning setting, or null if it is not set.</summary>
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
