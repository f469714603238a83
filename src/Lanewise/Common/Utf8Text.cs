using System.Text;

namespace Lanewise.Common;

/// <summary>
/// Converts a string to UTF-8 bytes for use as hash input. Throws an exception if the string cannot be encoded, because
/// replacement characters would encode different strings to the same bytes.
/// </summary>
internal static class Utf8Text
{
    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    public static byte[] Bytes(string text, [CallerArgumentExpression(nameof(text))] string parameter = "")
    {
        try
        {
            return Strict.GetBytes(text);
        }
        catch (EncoderFallbackException e)
        {
            throw new ArgumentException(
                Invariant($"The {parameter} is not valid text: it has an unpaired surrogate at index {e.Index}."),
                parameter, e);
        }
    }
}
