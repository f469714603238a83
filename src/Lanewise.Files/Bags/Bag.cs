using System.Security.Cryptography;
using Lanewise.Files.Bags;

namespace Lanewise.Files;

/// <summary>
/// Validates and creates BagIt bags (RFC 8493). A bag is a directory that contains the payload in the subdirectory <c>data</c>,
/// and manifests with the payload's digests. <see cref="Validate"/> accepts versions 0.93 to 0.97 and 1.0. <see cref="Create"/>
/// creates bags of version 1.0.
/// </summary>
public static class Bag
{
    /// <summary>
    /// Checks whether a bag meets all rules of its BagIt version. The bag must be complete, all payload and tag files must match
    /// the digests in the manifests, and <c>Payload-Oxum</c> must be correct. A path that leads out of the bag is an error.
    /// </summary>
    /// <param name="folder">The directory of the bag, in the format of <see cref="PathText"/>.</param>
    /// <param name="options">The options for hashing, or null for the defaults.</param>
    /// <returns>The problems that were found, and the number and total size of the compared files.</returns>
    /// <exception cref="ArgumentException"><paramref name="folder"/> is null or empty.</exception>
    /// <exception cref="OperationCanceledException">
    /// The cancellation token in <paramref name="options"/> was cancelled.
    /// </exception>
    /// <remarks>
    /// The method downloads nothing. If a file that is listed in <c>fetch.txt</c> does not exist, it is reported as missing.
    /// Several limits protect against malicious bags. Tag files of more than 64 MiB are rejected. For each tag file, at most
    /// 1,000 errors and 1,000 warnings are returned. The method never reads a file outside the directory, regardless of the
    /// paths and links in the bag. If the bag contains a pipe or a device in place of a file, it is rejected without being read.
    /// </remarks>
    public static BagReport Validate(string folder, FileHashOptions? options = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        return BagCheck.Run(folder, options ?? new());
    }

    /// <summary>Converts a directory to a bag in place. The contents of the directory are moved into <c>data</c>.</summary>
    /// <param name="folder">
    /// The directory, in the format of <see cref="PathText"/>. If <c>data</c> is the only entry of the directory, its contents
    /// become the payload.
    /// </param>
    /// <param name="algorithms">
    /// The hash algorithms for the manifests; at least one is required. RFC 8493 recommends SHA-512.
    /// </param>
    /// <param name="info">
    /// The labels and values to write to <c>bag-info.txt</c>, in addition to the size, the date and the name of this software.
    /// </param>
    /// <param name="options">The options for hashing, or null for the defaults.</param>
    /// <returns>The number of payload files, and their total number of bytes.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="folder"/> or <paramref name="algorithms"/> is null or empty, or a label or a value cannot be stored.
    /// </exception>
    /// <exception cref="CryptographicException">An algorithm does not exist, or has no name in BagIt.</exception>
    /// <exception cref="InvalidDataException">
    /// The directory is already a bag, or contains an entry that is not allowed in a bag, such as a link to a directory or a
    /// link that leads out of the payload. The exception is also thrown if a manifest would exceed 64 MiB.
    /// </exception>
    /// <exception cref="IOException">A file could not be read or written. The directory has been left unchanged.</exception>
    /// <exception cref="OperationCanceledException">
    /// The cancellation token in <paramref name="options"/> was cancelled. The directory has been left unchanged.
    /// </exception>
    public static (long Files, long Bytes) Create(
        string folder, IReadOnlyList<HashAlgorithmName> algorithms, IEnumerable<KeyValuePair<string, string>>? info = null,
        FileHashOptions? options = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        ArgumentNullException.ThrowIfNull(algorithms);
        if (algorithms.Count == 0)
        {
            throw new ArgumentException("A bag needs a manifest of at least one algorithm.", nameof(algorithms));
        }

        return new BagMaker(folder, algorithms, info ?? [], options ?? new()).Run();
    }
}

/// <summary>The result of a validation.</summary>
/// <param name="Problems">The errors and warnings, in the order in which they were found.</param>
/// <param name="Version">The version of the bag format, or an empty string if it is unknown.</param>
/// <param name="Files">The number of payload files and tag files whose digests were compared.</param>
/// <param name="Bytes">The total number of bytes in the compared files.</param>
public sealed record BagReport(IReadOnlyList<BagProblem> Problems, string Version, long Files, long Bytes)
{
    /// <summary>Indicates whether the bag is complete and valid. Warnings do not affect this property.</summary>
    public bool IsValid => Problems.All(problem => problem.IsWarning);
}

/// <summary>A problem in a bag, which is either an error or a warning.</summary>
/// <param name="Path">The path of the file within the bag, or an empty string if the problem concerns the whole bag.</param>
/// <param name="Message">A description of the problem and of the format rule that the bag violates.</param>
/// <param name="IsWarning">True for a warning, which does not make the bag invalid; false for an error.</param>
public sealed record BagProblem(string Path, string Message, bool IsWarning);
