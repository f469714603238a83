using Lanewise.Files.Reading;

namespace Lanewise.Files.Opening;

/// <summary>The destination of a write: a free name, an existing file, or a device, pipe or descriptor.</summary>
internal abstract class Destination : IDisposable
{
    /// <summary>Whether it is a device, a pipe or an open descriptor, into which bytes are written as they come.</summary>
    public bool IsSpecial { get; protected init; }

    /// <summary>Whether a regular file is there.</summary>
    public bool IsThere { get; protected init; }

    /// <summary>The name in its folder, after all links.</summary>
    public string Name { get; protected init; } = "";

    /// <summary>The file that is there, or the free name.</summary>
    public FileId Id { get; protected init; }

    /// <summary>Where a path leads to.</summary>
    /// <exception cref="IOException">It is a folder, or its folder does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not go there.</exception>
    public static Destination Find(string path) =>
        LibC.IsKnown ? LinuxDestination.Find(path) : PortableDestination.Find(path);

    /// <summary>Opens what is there for writing.</summary>
    /// <param name="truncates">Whether what it holds is dropped.</param>
    /// <param name="bufferBytes">The buffer of the stream.</param>
    public abstract FileStream OpenExisting(bool truncates, int bufferBytes);

    /// <summary>Makes a file in the same folder; null where the name is taken.</summary>
    /// <param name="name">The name.</param>
    /// <param name="like">The file whose permissions a new file has at most; null where that does not matter.</param>
    /// <param name="bufferBytes">The buffer of the stream.</param>
    public abstract FileStream? TryCreateBeside(string name, string? like, int bufferBytes);

    /// <summary>
    /// Gives the file beside it owner, group and mode of the file that is there, before its first byte. False where it then
    /// still is another file to other programs: the old one has other names, or an owner that this user cannot give a file to.
    /// </summary>
    public abstract bool TryBecome(FileStream beside);

    /// <summary>The file beside it, as <see cref="FileId.Of(string)"/> gives it.</summary>
    public abstract FileId IdOf(FileStream beside, string name);

    /// <summary>Puts the file beside it in its place.</summary>
    public abstract void Replace(string beside);

    /// <summary>Deletes the file beside it, if it is there.</summary>
    public abstract void Delete(string beside);

    public abstract void Dispose();
}
