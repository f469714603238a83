using System.Security.Cryptography;
using Lanewise.Files.Bags;

namespace Lanewise.Files;

/// <summary>
/// Bags of the BagIt format (RFC 8493): a folder whose payload is in <c>data</c>, with lists of its digests beside it. Bags of
/// the versions 0.93 to 0.97 and 1.0 are checked; those that are made are of version 1.0.
/// </summary>
public static class Bag
{
    /// <summary>
    /// Checks a bag by every rule of its version: that it is complete, that payload and tag files have the digests of all
    /// manifests,
    /// <c>Payload-Oxum</c>, and that no path leads out of it.
    /// </summary>
    /// <param name="folder">The bag, a path of <see cref="PathText"/>.</param>
    /// <param name="options">How files are hashed; the defaults where it is null.</param>
    /// <returns>What is wrong, and what was seen.</returns>
    /// <exception cref="ArgumentException"><paramref name="folder"/> is null or empty.</exception>
    /// <exception cref="OperationCanceledException">The token of the options asked for it.</exception>
    /// <remarks>
    /// Nothing is fetched: a file that <c>fetch.txt</c> names and that is not there is missing. What the bag says is not believed
    /// before it is bounded: tag files of more than 64 MiB are refused, and nothing outside the folder is read, by path or by
    /// link. What is no regular file is refused before it is read.
    /// </remarks>
    public static BagReport Validate(string folder, FileHashOptions? options = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        return BagCheck.Run(folder, options ?? new());
    }

    /// <summary>Makes a folder a bag where it is: what it holds moves into <c>data</c>.</summary>
    /// <param name="folder">
    /// The folder, a path of <see cref="PathText"/>. If it holds a folder <c>data</c> and nothing else, that is the payload.
    /// </param>
    /// <param name="algorithms">The hashes of the manifests, one or more; SHA512 is what the format recommends.</param>
    /// <param name="info">
    /// What is written into <c>bag-info.txt</c> beside size, date and the name of this software; labels and values.
    /// </param>
    /// <param name="options">How files are hashed; the defaults where it is null.</param>
    /// <returns>The number of payload files and their bytes.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="folder"/> or <paramref name="algorithms"/> is null or empty, or a label or value cannot be written.
    /// </exception>
    /// <exception cref="CryptographicException">There is no such algorithm, or manifests have no name for it.</exception>
    /// <exception cref="InvalidDataException">The folder is a bag already, or holds something that a bag cannot.</exception>
    /// <exception cref="IOException">A file could not be read or written; the folder is as it was.</exception>
    /// <exception cref="OperationCanceledException">The token of the options asked for it; the folder is as it was.</exception>
    public static (long Files, long Bytes) Create(
        string folder, IReadOnlyList<HashAlgorithmName> algorithms, IEnumerable<KeyValuePair<string, string>>? info = null,
        FileHashOptions? options = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        ArgumentNullException.ThrowIfNull(algorithms);
        if (algorithms.Count == 0)
        {
            throw new ArgumentException("A bag has a manifest of one algorithm at least.", nameof(algorithms));
        }

        return new BagMaker(folder, algorithms, info ?? [], options ?? new()).Run();
    }
}

/// <summary>What came of a bag.</summary>
/// <param name="Problems">Everything that was found, errors and warnings, in the order of its finding.</param>
/// <param name="Version">The version of the format; empty where it is not known.</param>
/// <param name="Files">The files whose digests were compared, payload and tag files.</param>
/// <param name="Bytes">Their bytes.</param>
public sealed record BagReport(IReadOnlyList<BagProblem> Problems, string Version, long Files, long Bytes)
{
    /// <summary>Whether the bag is complete and valid; warnings do not count.</summary>
    public bool IsValid => Problems.All(problem => problem.IsWarning);
}

/// <summary>Something that is wrong with a bag, or that a reader should know.</summary>
/// <param name="Path">The file in the bag that it is about; empty for the bag.</param>
/// <param name="Message">What is wrong and what was needed.</param>
/// <param name="IsWarning">The bag is valid all the same.</param>
public sealed record BagProblem(string Path, string Message, bool IsWarning);
