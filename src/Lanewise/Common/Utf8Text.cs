using System.Text;

namespace Lanewise.Common;

/// <summary>A string as input of a hash: its UTF-8 bytes. A string without a UTF-8 form causes an exception, because two strings
/// could otherwise become one.</summary>
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
