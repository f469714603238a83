using System.Security.Cryptography;
using Microsoft.AspNetCore.Identity;

namespace Lanewise.Samples;

/// <summary>
/// Hashes the passwords of ASP.NET Core Identity with Argon2id. Identity's older PBKDF2 hashes remain valid until the next login.
/// Then Identity stores a new hash, because of the result <see cref="PasswordVerificationResult.SuccessRehashNeeded"/>.
/// </summary>
/// <param name="parameters">The costs of new hashes. A hash with other costs is replaced at the next login.</param>
/// <param name="limits">The maximum costs that a stored hash may have.</param>
internal sealed class Argon2PasswordHasher<TUser>(Argon2Parameters parameters, Argon2Limits limits) : IPasswordHasher<TUser>
    where TUser : class
{
    private readonly PasswordHasher<TUser> old = new();

    public string HashPassword(TUser user, string password) => Argon2id.Hash(password, parameters);

    public PasswordVerificationResult VerifyHashedPassword(TUser user, string hashedPassword, string providedPassword)
    {
        // Identity's own hashes are Base64, which has no '$'.
        if (!hashedPassword.StartsWith('$')) return VerifyOld(user, hashedPassword, providedPassword);

        try
        {
            if (!Argon2id.Verify(hashedPassword, providedPassword, limits)) return PasswordVerificationResult.Failed;
        }
        catch (Exception e) when (e is FormatException or CryptographicException or ArgumentException)
        {
            // The text is not an Argon2 hash, the hash exceeds the limits, or the password is not valid Unicode. A service should
            // log it.
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
