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
    /// A function that checks whether .NET's hash implementations can be used, or null if no check is needed. Programs that also
    /// run on machines without OpenSSL need the check, because a call to .NET's hashes would terminate the process there.
    /// </summary>
    public static Func<bool>? AreThere { get; set; }

    /// <summary>Indicates whether .NET's hash implementations can be used.</summary>
    public static bool IsAvailable => AreThere?.Invoke() != false;
}
