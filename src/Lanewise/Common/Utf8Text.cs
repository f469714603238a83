using System.Text;

namespace Lanewise.Common;

/// <summary>
/// Converts a string to UTF-8 bytes, which are the input to a hash. Throws if the string has no valid UTF-8 form. Otherwise, two
/// different strings could give the same bytes.
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
