using System.Security.Cryptography;
using Microsoft.AspNetCore.Identity;

namespace Lanewise.Samples;

/// <summary>
/// Hashes the passwords of ASP.NET Core Identity with Argon2id. Existing PBKDF2 hashes remain valid. At the next login, the
/// result <see cref="PasswordVerificationResult.SuccessRehashNeeded"/> causes Identity to store an Argon2id hash instead.
/// </summary>
/// <param name="parameters">
/// The cost parameters of new hashes. A stored hash with different parameters is replaced at the next login.
/// </param>
/// <param name="limits">The maximum cost parameters that a stored hash may have.</param>
internal sealed class Argon2PasswordHasher<TUser>(Argon2Parameters parameters, Argon2Limits limits) : IPasswordHasher<TUser>
    where TUser : class
{
    private readonly PasswordHasher<TUser> old = new();

    public string HashPassword(TUser user, string password) => Argon2id.Hash(password, parameters);

    public PasswordVerificationResult VerifyHashedPassword(TUser user, string hashedPassword, string providedPassword)
    {
        // Identity's PBKDF2 hashes are Base64 strings, which never contain '$'.
        if (!hashedPassword.StartsWith('$')) return VerifyOld(user, hashedPassword, providedPassword);

        try
        {
            if (!Argon2id.Verify(hashedPassword, providedPassword, limits)) return PasswordVerificationResult.Failed;
        }
        catch (Exception e) when (e is FormatException or CryptographicException or ArgumentException)
        {
            // The stored string is not an Argon2 hash, it exceeds the limits, or the password is not valid Unicode. A
            // production service should log this exception.
            return PasswordVerificationResult.Failed;
        }

        return Argon2id.NeedsRehash(hashedPassword, parameters)
            ? PasswordVerificationResult.SuccessRehashNeeded
            : PasswordVerificationResult.Success;
    }

    private PasswordVerificationResult VerifyOld(TUser user, string hashedPassword, string providedPassword)
    {
        try
        {
            return old.VerifyHashedPassword(user, hashedPassword, providedPassword) == PasswordVerificationResult.Failed
                ? PasswordVerificationResult.Failed
                : PasswordVerificationResult.SuccessRehashNeeded;
        }
        catch (FormatException)
        {
            return PasswordVerificationResult.Failed;
        }
    }
}
