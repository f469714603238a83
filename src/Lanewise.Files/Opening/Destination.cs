using Lanewise.Files.Reading;

namespace Lanewise.Files.Opening;

/// <summary>The destination of a write operation: an unused name, an existing file, a device, a pipe or a descriptor.</summary>
internal abstract class Destination : IDisposable
{
    /// <summary>
    /// Indicates whether the destination is a device, a pipe or an open descriptor, to which bytes are written directly.
    /// </summary>
    public bool IsSpecial { get; protected init; }

    /// <summary>Indicates whether a regular file exists at the destination.</summary>
    public bool IsThere { get; protected init; }

    /// <summary>The file name after all links are resolved.</summary>
    public string Name { get; protected init; } = "";

    /// <summary>The identity of the existing file or of the unused name.</summary>
    public FileId Id { get; protected init; }

    /// <summary>Resolves a path.</summary>
    /// <exception cref="IOException">The path is a directory, or its directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The user does not have the required permission.</exception>
    public static Destination Find(string path) =>
        LibC.IsKnown ? LinuxDestination.Find(path) : PortableDestination.Find(path);

    /// <summary>Opens the existing file for writing.</summary>
    /// <param name="truncates">True to delete the existing content of the file.</param>
    /// <param name="bufferBytes">The buffer size of the stream in bytes.</param>
    public abstract FileStream OpenExisting(bool truncates, int bufferBytes);

    /// <summary>Creates a file in the same directory. Returns null if the name is already in use.</summary>
    /// <param name="name">The name of the new file.</param>
    /// <param name="like">A file whose permissions the new file must not exceed, or null for no limit.</param>
    /// <param name="bufferBytes">The buffer size of the stream in bytes.</param>
    public abstract FileStream? TryCreateBeside(string name, string? like, int bufferBytes);

    /// <summary>
    /// Gives the new file the owner, the group and the mode of the existing file before the first byte is written. Returns false
    /// if a rename would not be equivalent, because the existing file has other hard links or an owner that this user cannot set.
    /// </summary>
    public abstract bool TryBecome(FileStream beside);

    /// <summary>Returns the identity of the new file, as <see cref="FileId.Of(string)"/> does.</summary>
    public abstract FileId IdOf(FileStream beside, string name);

    /// <summary>Renames the new file to the destination.</summary>
    public abstract void Replace(string beside);

    /// <summary>Deletes the new file if it exists.</summary>
    public abstract void Delete(string beside);

    public abstract void Dispose();
}
