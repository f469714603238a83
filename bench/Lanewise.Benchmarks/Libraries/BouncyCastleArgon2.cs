using Lanewise.Argon2Family;
using Org.BouncyCastle.Crypto.Generators;

namespace Lanewise.Libraries;

/// <summary>Argon2 from BouncyCastle.Cryptography, which supports every parameter.</summary>
internal static class BouncyCastleArgon2
{
    public static void Derive(Argon2Plan plan, byte[] password, byte[] salt, byte[] secret, byte[] data, byte[] tag)
    {
        Argon2BytesGenerator generator = new();
        generator.Init(new Org.BouncyCastle.Crypto.Parameters.Argon2Parameters.Builder((int)plan.Variant)
            .WithVersion(plan.Version).WithMemoryAsKB(plan.Memory).WithIterations(plan.Iterations)
            .WithParallelism(plan.Lanes).WithSalt(salt).WithSecret(secret).WithAdditional(data).Build());
        generator.GenerateBytes(password, tag);
    }
}
