using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Bags;
using Lanewise.Files.Reading;
using Lanewise.Fleet;

namespace Lanewise.Cli.Fleet;

/// <summary>Imports a list, or the manifest of a bag, as the baseline of an audit.</summary>
internal static class KnownList
{
    // The algorithms of a bag's manifests, from the strongest to the weakest.
    private static readonly string[] Manifests = ["sha512", "sha256", "blake3", "blake2b", "sha1", "md5"];

    /// <summary>Imports a list into the catalogue.</summary>
    /// <param name="catalogue">The catalogue.</param>
    /// <param name="job">The name of the job that uses the list.</param>
    /// <param name="path">The path of a list, or of the directory of a bag.</param>
    /// <param name="algorithm">The algorithm that the user named, or null if the list determines the algorithm.</param>
    /// <param name="isBeside">Whether the names in the list are relative to the list's directory.</param>
    /// <exception cref="FleetException">The list cannot be read, or its lines use different algorithms.</exception>
    public static FleetJob Import(FleetCatalogue catalogue, string job, string path, FileAlgorithm? algorithm, bool isBeside)
    {
        bool isBag = FileTree.IsFolder(path);
        string list = isBag ? Manifest(path, algorithm) : path;
        try
        {
            using Reader reader = new(list, algorithm, isBag || isBeside ? Path.GetDirectoryName(list) ?? "" : "", isBag);
            return FleetAudit.Import(catalogue, job, reader.Algorithm.Hash.AlgorithmName.Name!, reader.Files());
        }
        catch (FleetException e) when (e.InnerException is null && !e.Message.StartsWith(list, StringComparison.Ordinal))
        {
            throw new FleetException($"{list}: {e.Message}");
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            throw new FleetException($"{list}: {ReadErrors.Reason(e, list)}");
        }
    }

    private static string Manifest(string folder, FileAlgorithm? algorithm)
    {
        string[] wanted = algorithm is null
            ? Manifests : [BagNames.OfAlgorithm(algorithm.Hash.AlgorithmName) ?? algorithm.Name];
        foreach (string name in wanted)
        {
            string path = $"{folder.TrimEnd('/')}/manifest-{name}.txt";
            if (FileTree.IsFile(path)) return path;
        }

        throw new FleetException($"{folder}: the folder has no bag manifest for {string.Join(", ", wanted)}");
    }

    /// <summary>Reads the lines of a list, with the same limits as <c>check</c>.</summary>
    internal sealed class Reader : IDisposable
    {
        private readonly string list, folder;
        private readonly bool isBag;
        private readonly InputStream stream;
        private readonly IEnumerator<(long Number, string Line)> lines;
        private readonly ListParser parser = new(hasEscapes: true);
        private readonly FileAlgorithm? asked;
        private ListedFile? first;

        // The first line determines the algorithm of the whole list.
        public Reader(string list, FileAlgorithm? algorithm, string folder, bool isBag)
        {
            (this.list, this.folder, this.isBag, asked) = (list, folder, isBag, algorithm);
            stream = InputStream.OpenGiven(list);
            lines = ListLines.Read(stream, '\n').GetEnumerator();
            try
            {
                first = Next() ?? throw new FleetException($"{list}: no properly formatted checksum lines found");
                Algorithm = algorithm ?? Of(first)
                    ?? throw new FleetException($"{list}: its lines do not name their algorithm; use -a");
            }
            catch
            {
                Dispose();
                throw;
            }
        }

        public FileAlgorithm Algorithm { get; }

        public IEnumerable<FleetKnownFile> Files()
        {
            for (ListedFile? file = first; file is not null; file = Next())
            {
                string name = isBag ? BagNames.Decode(file.Name) : file.Name;
                if (name.StartsWith("./", StringComparison.Ordinal) && folder.Length > 0) name = name.Substring(2);
                if (folder.Length > 0) name = $"{folder}/{name}";
                yield return new(name, Digest(file), file.Bytes);
            }
        }

        public void Dispose()
        {
            lines.Dispose();
            stream.Dispose();
        }

        private ListedFile? Next()
        {
            while (lines.MoveNext())
            {
                (long number, string line) = lines.Current;
                if (parser.IsComment(line))
                {
                    if (parser.Refusal is string refusal) throw new FleetException(Invariant($"{list}: {number}: {refusal}"));
                    continue;
                }

                if (parser.Parse(line) is not { } file || !IsInBounds(file))
                    throw new FleetException(Invariant($"{list}: {number}: improperly formatted checksum line"));

                parser.Accept(file);
                return file;
            }

            return null;
        }

        // As in 'check', a digest of a few bytes proves nothing, and an ordinary word must not be interpreted as a digest.
        private bool IsInBounds(ListedFile file)
        {
            FileAlgorithm? tagged = file.Tag is null ? null : AlgorithmNames.FromTag(file.Tag);
            if (DigestBounds.IsShort(file.Digest.Length, tagged, asked)) return false;
            if (tagged is { HasLengthInTag: true } && tagged.HashBytes != file.Digest.Length) return false;

            return tagged is not null || !file.IsBase64
                || DigestBounds.IsBase64(file.Digest.Length, asked ?? AlgorithmNames.FromListName(list));
        }

        private FileAlgorithm? Of(ListedFile file)
        {
            FileAlgorithm? tagged = file.Tag is null ? AlgorithmNames.FromListName(list) : AlgorithmNames.FromTag(file.Tag);
            if (tagged is null) return null;

            tagged = tagged.Parts[0];
            return tagged.HashBytes == file.Digest.Length ? tagged : tagged.WithLength(file.Digest.Length) ?? tagged;
        }

        // Returns the digest for the list's algorithm, because a line may contain several digests.
        private byte[] Digest(ListedFile file)
        {
            if (file.Tag is not null && AlgorithmNames.FromTag(file.Tag) is { Parts.Count: > 1 } several)
            {
                int start = 0;
                foreach (FileAlgorithm part in several.Parts)
                {
                    if (part.Name == Algorithm.Name) return file.Digest.AsSpan(start, part.HashBytes).ToArray();

                    start += part.HashBytes;
                }
            }
            else if (file.Digest.Length == Algorithm.HashBytes
                && (file.Tag is null || AlgorithmNames.FromTag(file.Tag)?.WithLength(file.Digest.Length)?.Tag == Algorithm.Tag))
            {
                return file.Digest;
            }

            throw new FleetException(
                $"{list}: the digest of '{file.Name}' is not a digest of {Algorithm.Tag}; an audit uses one algorithm");
        }
    }
}
