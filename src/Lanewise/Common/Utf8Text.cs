using System.Text;

namespace Lanewise.Common;

/// <summary>
/// Converts a string to UTF-8 bytes for use as hash input. Throws an exception if the string cannot be encoded, because
/// replacement characters would encode different strings to the same bytes.
/// </summary>
internal static class Utf8Text
{
    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>Encodes a string. If the buffer is certainly long enough, the bytes are written to the buffer.</summary>
    public static ReadOnlySpan<byte> Bytes(
        string text, Span<byte> buffer, [CallerArgumentExpression(nameof(text))] string parameter = "")
    {
        try
        {
            return Strict.GetMaxByteCount(text.Length) <= buffer.Length
                ? buffer.Slice(0, Strict.GetBytes(text, buffer)) : Strict.GetBytes(text);
        }
        catch (EncoderFallbackException e)
        {
            throw new ArgumentException(
                Invariant($"The {parameter} is not valid text: it has an unpaired surrogate at index {e.Index}."),
                parameter, e);
        }
    }
}
