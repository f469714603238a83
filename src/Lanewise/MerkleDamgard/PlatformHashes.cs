using System.Diagnostics.CodeAnalysis;

namespace Lanewise.MerkleDamgard;

/// <summary>
/// Whether <c>System.Security.Cryptography</c> hashes single messages of SHA-1, SHA-2 and HMAC. The runtime switch
/// <c>Lanewise.PlatformHashes=false</c> uses managed code instead, for processes that must not load OpenSSL.
/// </summary>
internal static class PlatformHashes
{
    [FeatureSwitchDefinition("Lanewise.PlatformHashes")]
    public static bool AreUsed { get; } = (!AppContext.TryGetSwitch("Lanewise.PlatformHashes", out bool areUsed) || areUsed)
        && PlatformProbe.AreThere?.Invoke() != false;
}

/// <summary>Asks before the first use whether .NET can hash here at all.</summary>
internal static class PlatformProbe
{
    /// <summary>
    /// The question, of a program that also runs where OpenSSL is not installed, which would end the process; null if it need not
    /// be asked.
    /// </summary>
    public static Func<bool>? AreThere { get; set; }
}
