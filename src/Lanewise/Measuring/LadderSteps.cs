namespace Lanewise.Measuring;

/// <summary>
/// Steps that a ladder gets from outside the library, such as that of an accelerator. Whoever has both registers the step;
/// the library never learns what is behind it.
/// </summary>
internal static class LadderSteps
{
    private static readonly Lock Gate = new();
    private static readonly List<LadderStep> Added = [];

    /// <summary>Adds a step to the ladder of a cipher; it comes after the library's own.</summary>
    public static void Add(LadderStep step)
    {
        lock (Gate) Added.Add(step);
    }

    /// <summary>The steps for a cipher of the catalogue, in the order in which they were added.</summary>
    public static IReadOnlyList<LadderStep> For(string cipher)
    {
        lock (Gate) return [.. Added.Where(step => step.Cipher == cipher)];
    }
}

/// <summary>A step of a ladder from outside: encrypts whole blocks in ECB mode with the cipher's usual parameters.</summary>
/// <param name="Cipher">The row's name: <c>xtea</c>.</param>
/// <param name="Name">What the table calls it.</param>
/// <param name="Encrypt">Takes key, plaintext and a destination of the same length.</param>
internal sealed record LadderStep(string Cipher, string Name, Action<byte[], byte[], byte[]> Encrypt);
