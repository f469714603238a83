using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace Lanewise.Icc;

/// <summary>
/// Caches the profiles of named color spaces. Each profile is created once per process. The profiles of the built-in color
/// spaces are embedded resources (directory Profiles), because a curve fit takes a thousand times longer than reading the stored
/// result.
/// </summary>
internal static class KeptProfiles
{
    private static readonly ConditionalWeakTable<NamedSpace, ConcurrentDictionary<IccVariant, Kept>> Spaces = [];

    /// <summary>A profile and its bytes with the default packing.</summary>
    internal sealed record Kept(IccProfile Profile, byte[] Bytes);

    public static Kept Of(NamedSpace space, IccVariant variant, IProgress<double>? progress, CancellationToken cancellationToken)
    {
        ConcurrentDictionary<IccVariant, Kept> kept = Spaces.GetOrCreateValue(space);
        if (!kept.TryGetValue(variant, out Kept? found))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (ReadyMade(space, variant) is byte[] bytes)
            {
                found = new(IccProfile.Read(bytes), bytes);
            }
            else
            {
                IccProfile profile = space.Fit(variant, progress, cancellationToken);
                found = new(profile, profile.ToArray());
            }

            found = kept.GetOrAdd(variant, found);
        }

        progress?.Report(1);
        return found;
    }

    private static byte[]? ReadyMade(NamedSpace space, IccVariant variant)
    {
        if (!IccSpaces.All.Any(x => ReferenceEquals(x, space))) return null;

        using Stream? stream = typeof(KeptProfiles).Assembly.GetManifestResourceStream(space.FileName(variant));
        if (stream is null) return null;

        byte[] bytes = new byte[stream.Length];
        stream.ReadExactly(bytes);
        return bytes;
    }
}
