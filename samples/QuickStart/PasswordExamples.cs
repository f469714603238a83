namespace Lanewise.Samples;

/// <summary>Contains the code that docs/passwords.md quotes.</summary>
internal static class PasswordExamples
{
    public static void Run()
    {
        const string password = "correct horse battery staple";

        // On registration, store the encoded hash.
        string encoded = Argon2id.Hash(password, Argon2Parameters.Owasp19MiB);
        Console.WriteLine(encoded[..31]);
        // prints $argon2id$v=19$m=19456,t=2,p=1$

        // On login, verify the password.
        bool isRight = Argon2id.Verify(encoded, password, Argon2Limits.Default);
        Console.WriteLine(isRight);      // prints True

        // If the costs have been raised since then, hash the password again while it is known.
        if (isRight && Argon2id.NeedsRehash(encoded, Argon2Parameters.Rfc9106Second))
        {
            encoded = Argon2id.Hash(password, Argon2Parameters.Rfc9106Second);
        }

        // Derives a key from a password. A salt is at least 8 bytes long; 16 random bytes are usual.
        byte[] salt = "sixteen byte slt"u8.ToArray(), key = new byte[32];
        Argon2id.DeriveKey("password"u8, salt, Argon2Parameters.Owasp19MiB, key);
        Console.WriteLine(Convert.ToHexStringLower(key));
        // prints 8ddd7aca591cb29e5233f56e36809522b4e2305e78174087a23eb5e38de24002

        // Computes the four lanes of one key on up to four cores. The call can be cancelled four times in each iteration.
        using CancellationTokenSource stop = new();
        ParallelOptions options = new() { MaxDegreeOfParallelism = 4, CancellationToken = stop.Token };
        Argon2id.DeriveKey("password"u8, salt, Argon2Parameters.Rfc9106Second, key, options);
        Console.WriteLine(Convert.ToHexStringLower(key));
        // prints b8c47902e6911465e9a3f99f610c5b1de2f8c6e05fb4e2d97e8b5d987745b55a

        // Derives many keys on all cores, with at most 64 MiB of memory at a time.
        ReadOnlyMemory<byte>[] passwords = ["one"u8.ToArray(), "two"u8.ToArray(), "three"u8.ToArray()];
        ReadOnlyMemory<byte>[] salts = ["salt one"u8.ToArray(), "salt two"u8.ToArray(), "salt three"u8.ToArray()];
        byte[] keys = new byte[3 * 32];
        Argon2id.DeriveMany(passwords, salts, Argon2Parameters.Owasp7MiB, keys, 32, maxMemoryKiB: 64 * 1024, options);
        Console.WriteLine(Convert.ToHexStringLower(keys.AsSpan(64)));
        // prints 40438c0ed4a41b540f0e53f49262a3d25e3e1159476df99c3308491b11ea4b6b
    }
}
