namespace Lanewise.Argon2Family;

/// <summary>Creates and verifies password hashes in the PHC string format.</summary>
internal static class Argon2Encoded
{
    public const int SaltBytes = 16, HashBytes = 32;

    private const int BytesOnStack = 256;

    public static string Hash(ReadOnlySpan<byte> password, Argon2Parameters parameters, ReadOnlySpan<byte> secret)
    {
        Span<byte> salt = stackalloc byte[SaltBytes], hash = stackalloc byte[HashBytes];
        ArgumentNullException.ThrowIfNull(parameters);
        RandomNumberGenerator.Fill(salt);
        Argon2Methods.DeriveKey(Argon2Variant.Id, new Argon2Input(password, salt, secret, default), parameters, hash, null);
        string encoded = $"$argon2id$v=19${parameters}${Text(salt)}${Text(hash)}";
        CryptographicOperations.ZeroMemory(hash);
        return encoded;

        static string Text(ReadOnlySpan<byte> bytes) => Convert.ToBase64String(bytes).TrimEnd('=');
    }

    public static bool Verify(
        ReadOnlySpan<char> encoded, ReadOnlySpan<byte> password, Argon2Limits limits, ReadOnlySpan<byte> secret,
        ParallelOptions? options)
    {
        ArgumentNullException.ThrowIfNull(limits);
        if (!Argon2String.TryParse(encoded, out Argon2String read))
        {
            throw new FormatException("The text is not an encoded Argon2 hash ($argon2id$v=19$m=65536,t=3,p=4$salt$hash).");
        }

        Limit(read.Memory, limits.MaxMemoryKiB, "KiB of memory");
        Limit(read.Iterations, limits.MaxIterations, "iterations");
        Limit(read.Parallelism, limits.MaxParallelism, "lanes");
        int saltBytes = Argon2Base64.Length(read.Salt), dataBytes = Argon2Base64.Length(read.Data),
            hashBytes = Argon2Base64.Length(read.Hash), bytes = saltBytes + dataBytes + (2 * hashBytes);
        using Rented<byte> rented = new(bytes > BytesOnStack ? bytes : 0);
        Span<byte> space = bytes > BytesOnStack ? rented.Span : stackalloc byte[BytesOnStack];
        Span<byte> salt = space.Slice(0, saltBytes), data = space.Slice(saltBytes, dataBytes);
        Span<byte> expected = space.Slice(saltBytes + dataBytes, hashBytes), hash = space.Slice(bytes - hashBytes, hashBytes);
        Argon2Base64.Read(read.Salt, salt);
        Argon2Base64.Read(read.Data, data);
        Argon2Base64.Read(read.Hash, expected);
        Argon2Engine.Derive(
            new Argon2Input(password, salt, secret, data),
            new Argon2Plan(read.Variant, read.Version, read.Memory, read.Iterations, read.Parallelism), hash, options);
        bool isRight = CryptographicOperations.FixedTimeEquals(hash, expected);
        CryptographicOperations.ZeroMemory(space);
        return isRight;

        static void Limit(int number, int most, string what)
        {
            if (number > most)
            {
                throw new CryptographicException(Invariant($"The encoded hash requires {number} {what}; the limit is {most}."));
            }
        }
    }

    public static bool NeedsRehash(ReadOnlySpan<char> encoded, Argon2Parameters parameters)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        return !Argon2String.TryParse(encoded, out Argon2String read)
            || read.Variant != Argon2Variant.Id
            || read.Version != Argon2Version.V13
            || read.Memory != parameters.MemoryKiB
            || read.Iterations != parameters.Iterations
            || read.Parallelism != parameters.Parallelism
            || Argon2Base64.Length(read.Salt) < SaltBytes
            || Argon2Base64.Length(read.Hash) < HashBytes;
    }
}
