using System.Security.Cryptography;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;

namespace Lanewise.Cli.Checking;

/// <summary>
/// Determines the algorithm of each line of a list from its tag, the options, or the name of the list. If none of these
/// specifies an algorithm, all algorithms with the line's digest length are tried on the first file. The algorithm that matches
/// is then used for all lines with this digest length.
/// </summary>
internal sealed class ListAlgorithms(string list, CheckSettings settings)
{
    // The maximum number of listed files on which all algorithms are tried. If no algorithm matches by then, no more files are
    // tried.
    private const int MostTries = 8;

    private const int SmallBytes = 1 << 20;

    // Files with the same algorithm object share lanes, so there is one object per algorithm and length. The number of objects
    // is limited so that a malicious list cannot exhaust memory.
    private const int MostKnown = 100;

    private readonly Dictionary<string, FileAlgorithm?> byTag = [];
    private readonly Dictionary<int, FileAlgorithm?> byLength = [];
    private readonly Dictionary<(string Tag, int HashBytes), FileAlgorithm?> byLengthOfTag = [];
    private readonly Dictionary<int, int> tries = [];

    /// <summary>Indicates whether any lines were rejected because their digests are too short.</summary>
    public bool HasShortDigests { get; private set; }

    /// <summary>The algorithm that the list's name specifies for untagged lines, or null.</summary>
    public FileAlgorithm? OfName { get; } =
        settings.IsNamed || settings.HasLength ? null : AlgorithmNames.FromListName(list);

    /// <summary>
    /// The algorithms that were tried without a match. Empty if an algorithm matched or if no algorithm was tried.
    /// </summary>
    public IReadOnlyList<FileAlgorithm> InVain { get; private set; } = [];

    /// <summary>
    /// The first digest that does not fit the algorithm from the options: its length in bytes, and the algorithm of its tag. Null
    /// if there is no such digest.
    /// </summary>
    public (int Bytes, FileAlgorithm? Tagged)? Unfit { get; private set; }

    /// <summary>
    /// Returns the job for a listed file, including its algorithm. Returns null if the tag and the digest contradict each other,
    /// or if no algorithm has digests of this length.
    /// </summary>
    public FileJob? Job(ListedFile file, string path)
    {
        FileAlgorithm? algorithm;
        if (file.Tag is not null)
        {
            algorithm = OfTag(file.Tag, file.Digest.Length);
            if (algorithm is null || IsShort(file.Digest.Length, algorithm)) return null;
            if (settings.HasLength && settings.Untagged.HashBytes != algorithm.HashBytes) return null;

            if (settings.IsNamed && algorithm is SeveralAlgorithms joined)
            {
                if (settings.HasKey || !joined.Parts.Any(part => OfLength(part.HashBytes)?.Tag == part.Tag))
                    return Reject(algorithm.HashBytes, algorithm);
            }
            else if (settings.IsNamed)
            {
                // The key, if any, applies only to the named algorithm.
                FileAlgorithm? named = OfLength(algorithm.HashBytes);
                if (named is null || named.Tag != algorithm.Tag) return Reject(algorithm.HashBytes, algorithm);

                algorithm = named;
            }
        }
        else
        {
            if (file.IsBase64 && !DigestBounds.IsBase64(file.Digest.Length, Specified)) return null;
            if (IsShort(file.Digest.Length, null)) return null;
            if (!byLength.TryGetValue(file.Digest.Length, out algorithm) && !IsSpecified(file.Digest.Length))
                return Try(file, path);

            algorithm = OfLength(file.Digest.Length);
            if (algorithm is null) return Reject(file.Digest.Length, null);
        }

        return FileJob.Of(
            file.Name, path, algorithm, settings.Journal, file.Digest, isUntagged: file.Tag is null, file.Bytes);
    }

    private FileJob? Reject(int bytes, FileAlgorithm? tagged)
    {
        Unfit ??= (bytes, tagged);
        return null;
    }

    private bool IsShort(int length, FileAlgorithm? tagged)
    {
        bool isShort = DigestBounds.IsShort(length, tagged, settings.Untagged);
        // If the algorithm has only one digest length, -l cannot be used to select a shorter one.
        HasShortDigests |= isShort && settings.Untagged.WithLength(length) is not null;
        return isShort;
    }

    private FileAlgorithm? OfTag(string tag, int hashBytes)
    {
        if (!byTag.TryGetValue(tag, out FileAlgorithm? algorithm))
        {
            algorithm = AlgorithmNames.FromTag(tag);
            if (byTag.Count < MostKnown) byTag.Add(tag, algorithm);
        }

        if (algorithm is { HasLengthInTag: false } && algorithm.HashBytes != hashBytes)
        {
            (string, int) key = (algorithm.Tag, hashBytes);
            if (!byLengthOfTag.TryGetValue(key, out FileAlgorithm? other))
            {
                other = algorithm.WithLength(hashBytes);
                if (byLengthOfTag.Count < MostKnown) byLengthOfTag.Add(key, other);
            }

            algorithm = other;
        }

        return algorithm?.HashBytes == hashBytes ? algorithm : null;
    }

    // ---- lines without a tag ----

    /// <summary>The algorithm that the options or the name of the list specify, or null.</summary>
    private FileAlgorithm? Specified => settings.IsNamed || settings.HasLength ? settings.Untagged : OfName;

    /// <summary>Returns whether the options or the name of the list determine the algorithm for a digest length.</summary>
    private bool IsSpecified(int hashBytes) =>
        settings.IsNamed || settings.HasLength || OfName?.WithLength(hashBytes) is not null;

    /// <summary>Returns the algorithm that the user specified or that an earlier trial found.</summary>
    private FileAlgorithm? OfLength(int hashBytes)
    {
        if (byLength.TryGetValue(hashBytes, out FileAlgorithm? algorithm)) return algorithm;

        if (settings.HasLength && hashBytes != settings.Untagged.HashBytes) algorithm = null;
        else if (settings.IsNamed || settings.HasLength) algorithm = settings.Untagged.WithLength(hashBytes);
        else algorithm = OfName?.WithLength(hashBytes);

        return Decide(hashBytes, algorithm);
    }

    private FileAlgorithm? Decide(int hashBytes, FileAlgorithm? algorithm)
    {
        if (byLength.Count < MostKnown) byLength[hashBytes] = algorithm;
        return algorithm;
    }

    /// <summary>
    /// Hashes the file with all algorithms that have the line's digest length. The first pass over the file tries the usual
    /// algorithms. If no usual algorithm matches, a second pass tries the others.
    /// </summary>
    private FileJob? Try(ListedFile file, string path)
    {
        int length = file.Digest.Length;
        IReadOnlyList<FileAlgorithm> usual = AlgorithmNames.Usual(length);
        if (usual.Count == 0) return null;

        foreach (FileAlgorithm candidate in usual)
        {
            FileJob job = Job(candidate);
            if (job.Digest.AsSpan().SequenceEqual(file.Digest)) return Found(job);
        }

        FileVersion? stamp = path == FileJob.StandardInput ? null : FileVersion.Of(path);
        FileJob? first = null;
        List<FileAlgorithm> tried = [];
        foreach (IReadOnlyList<FileAlgorithm> candidates in Rounds(usual, stamp))
        {
            FileJob job = Hash(candidates, out int at);
            if (job.Error is not null) return job;
            if (at >= 0) return Found(job);

            first ??= job;
            tried.AddRange(candidates);
        }

        InVain = tried;
        tries[length] = tries.GetValueOrDefault(length) + 1;
        if (tries[length] == MostTries) Decide(length, usual[0]);
        return first;

        FileJob Job(FileAlgorithm algorithm) =>
            FileJob.Of(file.Name, path, algorithm, settings.Journal, file.Digest, isUntagged: true);

        FileJob Hash(IReadOnlyList<FileAlgorithm> candidates, out int at)
        {
            at = -1;
            FileJob all = FileJob.Of(file.Name, path, SeveralAlgorithms.Of(candidates));
            FileHasher.Run([all], _ => { });
            if (all.Error is not null) return all.As(candidates[0], [], file.Digest, null, null);

            int start = 0;
            for (int i = 0; i < candidates.Count; i++, start += length)
            {
                if (!CryptographicOperations.FixedTimeEquals(all.Digest.AsSpan(start, length), file.Digest)) continue;

                at = i;
                return all.As(candidates[i], file.Digest, file.Digest, settings.Journal, stamp);
            }

            return all.As(candidates[0], all.Digest[..length], file.Digest, settings.Journal, stamp);
        }
    }

    // Small files are read once per algorithm, because reading takes less time than compiling an algorithm that might be
    // unnecessary. An input that is not a regular file can be read only once.
    private static IEnumerable<IReadOnlyList<FileAlgorithm>> Rounds(IReadOnlyList<FileAlgorithm> usual, FileVersion? stamp)
    {
        if (stamp?.Bytes > SmallBytes || stamp is null) yield return usual;
        else foreach (FileAlgorithm algorithm in usual) yield return [algorithm];

        if (stamp is null) yield break;

        IReadOnlyList<FileAlgorithm> unusual = AlgorithmNames.Unusual(usual[0].HashBytes);
        if (unusual.Count > 0) yield return unusual;
    }

    private FileJob Found(FileJob job)
    {
        InVain = [];
        Decide(job.Algorithm.HashBytes, job.Algorithm);
        return job;
    }
}
