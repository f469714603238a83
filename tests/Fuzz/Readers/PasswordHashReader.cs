using System.Security.Cryptography;
using System.Text;
using Lanewise.Argon2Family;
using Lanewise.Proof.Libraries;

namespace Lanewise.Fuzz;

/// <summary>
/// Reads encoded password hashes (PHC string format). Lanewise may accept a mutated text only if libargon2 also accepts it. No
/// text may make a call use more memory than the limits allow.
/// </summary>
internal sealed class PasswordHashReader() : Reader("read-argon2")
{
    private const int MostMemoryKiB = 1024;

    private static readonly byte[] Password = "password"u8.ToArray();
    private static readonly Argon2Limits Limits = new(MostMemoryKiB, 4, 4);

    protected override byte[] Valid(Random random)
    {
        int lanes = random.Next(1, 4);
        Argon2Plan plan = new(
            (Argon2Variant)random.Next(3), random.OneIn(4) ? Argon2Version.V10 : Argon2Version.V13,
            random.Next(8 * lanes, 100), random.Next(1, 4), lanes);
        byte[] salt = random.Bytes(random.Size(8, 32)), hash = new byte[random.Size(4, 64)];
        Argon2Engine.Derive(new Argon2Input(Password, salt, default, default), plan, hash, null);
        string variant = plan.Variant switch { Argon2Variant.Id => "id", Argon2Variant.I => "i", _ => "d" };
        bool isSilent = plan.Version == Argon2Version.V10 && random.OneIn(2);
        string version = isSilent ? "" : FormattableString.Invariant($"v={plan.Version}$");
        return Encoding.ASCII.GetBytes(FormattableString.Invariant(
            $"$argon2{variant}${version}m={plan.Memory},t={plan.Iterations},p={plan.Lanes}${Text(salt)}${Text(hash)}"));

        static string Text(byte[] bytes) => Convert.ToBase64String(bytes).TrimEnd('=');
    }

    protected override bool Read(Random random, byte[] bytes)
    {
        string encoded = Encoding.Latin1.GetString(bytes);
        bool isRight;
        try
        {
            isRight = Argon2id.Verify(encoded, Password, Limits);
        }
        catch (Exception e) when (e is FormatException or CryptographicException)
        {
            return false;
        }

        foreach (Argon2Variant variant in Enum.GetValues<Argon2Variant>())
        {
            string prefix = variant switch { Argon2Variant.Id => "$argon2id$", Argon2Variant.I => "$argon2i$", _ => "$argon2d$" };
            // libargon2 cannot read encoded hashes with associated data.
            if (!encoded.StartsWith(prefix, StringComparison.Ordinal)) continue;
            if (encoded.Contains("data=", StringComparison.Ordinal)) continue;

            if (Argon2Libraries.VerifyWithReference(variant, encoded, Password) is bool reference)
            {
                True(reference == isRight, $"Verify gives {isRight}, libargon2 {reference}: '{encoded}'");
            }
        }

        return true;
    }

    protected override long MostMemory(int length) => (MostMemoryKiB * 1024L) + (64L * length) + (1 << 20);
}
