using System.Diagnostics.CodeAnalysis;

namespace Lanewise.MerkleDamgard;

/// <summary>
/// Whether single messages of SHA-1, SHA-2 and HMAC are hashed by <c>System.Security.Cryptography</c>. The runtime switch
/// <c>Lanewise.PlatformHashes=false</c> keeps them here, for a process that must not load OpenSSL.
/// </summary>
internal static class PlatformHashes
{
    [FeatureSwitchDefinition("Lanewise.PlatformHashes")]
    public static bool AreUsed { get; } = !AppContext.TryGetSwitch("Lanewise.PlatformHashes", out bool areUsed) || areUsed;
}
