using Lanewise.Argon2Family;
using Lanewise.Libraries;
using Lanewise.Proof.Libraries;

namespace Lanewise.Fuzz;

/// <summary>Compares Argon2 with other libraries, using random parameters, at every vector width and on several cores.</summary>
internal static class Argon2Cases
{
    public static void Derive(string name, Random random, Tally tally)
    {
        int lanes = random.Size(1, 6);
        Argon2Plan plan = new(
            (Argon2Variant)random.Next(3), random.OneIn(4) ? Argon2Version.V10 : Argon2Version.V13,
            random.Next(8 * lanes, (8 * lanes) + (random.OneIn(20) ? 2000 : 100)), random.Next(1, 4), lanes);
        // The functions of native libraries support neither a secret nor associated data. libsodium supports only one salt
        // length.
        bool isPlain = random.OneIn(2);
        byte[] password = random.Bytes(random.Length(64)), salt = random.Bytes(random.OneIn(2) ? 16 : random.Size(8, 200));
        byte[] secret = isPlain ? [] : random.Bytes(random.Size(0, 64)), data = isPlain ? [] : random.Bytes(random.Size(0, 200));
        byte[] expected = new byte[random.Size(4, 200)], tag = new byte[expected.Length];
        BouncyCastleArgon2.Derive(plan, password, salt, secret, data, expected);
        foreach (int bits in Argon2Proof.Widths)
        {
            Argon2Engine.Derive(new Argon2Input(password, salt, secret, data), plan, tag, null, bits);
            Target.Equal(expected, tag, $"{plan} at {bits} bits");
            tally.Count(name, "BouncyCastle");
        }

        Array.Clear(tag);
        Argon2Engine.Derive(new Argon2Input(password, salt, secret, data), plan, tag, random.Cores());
        Target.Equal(expected, tag, $"{plan} over cores");
        tally.Count(name, ReferenceImplementation.Itself);
        if (!isPlain) return;

        foreach (Argon2Library library in Argon2Libraries.Installed)
        {
            if (!library.CanDerive(plan, salt.Length, tag.Length)) continue;

            Array.Clear(tag);
            Target.True(library.Derive(plan, password, salt, tag), $"{library.Name} failed at {plan}");
            Target.Equal(expected, tag, $"{plan} by {library.Name}");
            tally.Count(name, library.Name);
        }
    }
}
