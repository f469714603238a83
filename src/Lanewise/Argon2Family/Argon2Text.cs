using System.Text;

namespace Lanewise.Argon2Family;

/// <summary>A password, encoded as UTF-8, in memory that is wiped on disposal.</summary>
internal readonly ref struct Argon2Text
{
    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private readonly Rented<byte> rented;

    public Argon2Text(ReadOnlySpan<char> password)
    {
        rented = new Rented<byte>(Strict.GetMaxByteCount(password.Length));
        try
        {
            Bytes = rented.Span.Slice(0, Strict.GetBytes(password, rented.Span));
        }
        catch (EncoderFallbackException e)
        {
            rented.Dispose();
            // The original exception contains characters of the password, so it is not passed on as the inner exception.
            throw new ArgumentException(
                Invariant($"The password is not valid text: it has an unpaired surrogate at index {e.Index}."),
                nameof(password));
        }
    }

    public ReadOnlySpan<byte> Bytes { get; }

    public void Dispose() => rented.Dispose();
}
