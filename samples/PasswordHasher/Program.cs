using Lanewise;
using Lanewise.Samples;
using Microsoft.AspNetCore.Identity;
using Microsoft.Extensions.DependencyInjection;

// Identity keeps an existing registration, so the hasher must be registered before Identity.
ServiceCollection services = new();
services.AddLogging();
services.AddSingleton<IPasswordHasher<User>>(
    new Argon2PasswordHasher<User>(Argon2Parameters.Owasp19MiB, Argon2Limits.Default));
services.AddSingleton<IUserStore<User>, OneUser>();
services.AddIdentityCore<User>();
using ServiceProvider provider = services.BuildServiceProvider();
UserManager<User> users = provider.GetRequiredService<UserManager<User>>();

const string password = "Correct horse, battery staple 1";
User ada = new();
await users.CreateAsync(ada, password);
Console.WriteLine(ada.PasswordHash[..31]);
// prints $argon2id$v=19$m=19456,t=2,p=1$
Console.WriteLine(await users.CheckPasswordAsync(ada, password));
// prints True
Console.WriteLine(await users.CheckPasswordAsync(ada, "wrong"));
// prints False

// Simulates a hash that Identity created earlier: PBKDF2 with HMAC-SHA-512 (format 3).
ada.PasswordHash = new PasswordHasher<User>().HashPassword(ada, password);
Console.WriteLine(Convert.FromBase64String(ada.PasswordHash)[0]);
// prints 1
Console.WriteLine(await users.CheckPasswordAsync(ada, "wrong"));
// prints False
Console.WriteLine(ada.PasswordHash[0]);      // prints A

// A login with the right password replaces the PBKDF2 hash with an Argon2id hash.
Console.WriteLine(await users.CheckPasswordAsync(ada, password));
// prints True
Console.WriteLine(ada.PasswordHash[..31]);
// prints $argon2id$v=19$m=19456,t=2,p=1$

// A login also replaces a hash whose cost parameters differ from the configured ones.
ada.PasswordHash = Argon2id.Hash(password, Argon2Parameters.Owasp7MiB);
Console.WriteLine(await users.CheckPasswordAsync(ada, password));
// prints True
Console.WriteLine(ada.PasswordHash[..31]);
// prints $argon2id$v=19$m=19456,t=2,p=1$

// A hash with the configured cost parameters stays unchanged.
string stored = ada.PasswordHash;
Console.WriteLine(await users.CheckPasswordAsync(ada, password) && ada.PasswordHash == stored);
// prints True

// An attacker may write any string into the table: a hash that requires 2 TiB of memory, a truncated hash, or a string that is
// not a hash. Such strings are rejected before memory is allocated.
int logins = 0;
string[] table = ["$argon2id$v=19$m=2147483647,t=1,p=1$c2l4dGVlbmJ5dGVzbHQ$AAAAAAAAAAA", stored[..60], "$2a$10$", "?"];
foreach (string bad in table)
{
    ada.PasswordHash = bad;
    if (await users.CheckPasswordAsync(ada, password)) logins++;
}

Console.WriteLine($"{logins} logins");      // prints 0 logins

internal sealed class User
{
    public string Name { get; set; } = "Ada";

    public string PasswordHash { get; set; } = "";
}

/// <summary>A user store that keeps one user in memory instead of a database.</summary>
internal sealed class OneUser : IUserPasswordStore<User>
{
    private User? kept;

    public Task<string?> GetPasswordHashAsync(User user, CancellationToken cancellationToken) =>
        Task.FromResult<string?>(user.PasswordHash);

    public Task<bool> HasPasswordAsync(User user, CancellationToken cancellationToken) =>
        Task.FromResult(user.PasswordHash.Length > 0);

    public Task SetPasswordHashAsync(User user, string? passwordHash, CancellationToken cancellationToken)
    {
        user.PasswordHash = passwordHash ?? "";
        return Task.CompletedTask;
    }

    public Task<IdentityResult> CreateAsync(User user, CancellationToken cancellationToken) => Keep(user);

    public Task<IdentityResult> UpdateAsync(User user, CancellationToken cancellationToken) => Keep(user);

    public Task<IdentityResult> DeleteAsync(User user, CancellationToken cancellationToken) => Keep(null);

    public Task<User?> FindByIdAsync(string userId, CancellationToken cancellationToken) =>
        FindByNameAsync(userId, cancellationToken);

    public Task<User?> FindByNameAsync(string normalizedUserName, CancellationToken cancellationToken) =>
        Task.FromResult(string.Equals(kept?.Name, normalizedUserName, StringComparison.OrdinalIgnoreCase) ? kept : null);

    public Task<string?> GetNormalizedUserNameAsync(User user, CancellationToken cancellationToken) =>
        Task.FromResult<string?>(user.Name.ToUpperInvariant());

    public Task<string> GetUserIdAsync(User user, CancellationToken cancellationToken) => Task.FromResult(user.Name);

    public Task<string?> GetUserNameAsync(User user, CancellationToken cancellationToken) => Task.FromResult<string?>(user.Name);

    public Task SetNormalizedUserNameAsync(User user, string? normalizedName, CancellationToken cancellationToken) =>
        Task.CompletedTask;

    public Task SetUserNameAsync(User user, string? userName, CancellationToken cancellationToken)
    {
        user.Name = userName ?? "";
        return Task.CompletedTask;
    }

    public void Dispose()
    {
    }

    private Task<IdentityResult> Keep(User? user)
    {
        kept = user;
        return Task.FromResult(IdentityResult.Success);
    }
}
