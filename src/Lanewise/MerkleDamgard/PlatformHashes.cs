using System.Diagnostics.CodeAnalysis;

namespace Lanewise.MerkleDamgard;

/// <summary>
/// Decides whether <c>System.Security.Cryptography</c> hashes single messages with SHA-1, SHA-2 and HMAC. The runtime switch
/// <c>Lanewise.PlatformHashes=false</c> selects managed code instead, for processes that must not load OpenSSL.
/// </summary>
internal static class PlatformHashes
{
    [FeatureSwitchDefinition("Lanewise.PlatformHashes")]
    public static bool AreUsed { get; } = (!AppContext.TryGetSwitch("Lanewise.PlatformHashes", out bool areUsed) || areUsed)
        && PlatformProbe.IsAvailable;
}

/// <summary>Checks whether .NET's hash implementations can be used on this machine.</summary>
internal static class PlatformProbe
{
    /// <summary>
    /// A check, or null if none is needed. The check is for programs that also run on machines without OpenSSL, where a call
    /// to .NET's hashes would terminate the process.
    /// </summary>
    public static Func<bool>? AreThere { get; set; }

    /// <summary>Indicates whether .NET's hash implementations can be used.</summary>
    public static bool IsAvailable => AreThere?.Invoke() != false;
}
