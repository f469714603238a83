namespace Lanewise.Files.Reading;

/// <summary>By what a folder is known again under another path.</summary>
/// <param name="Device">The file system; 0 where that is not known.</param>
/// <param name="Inode">Its number there.</param>
/// <param name="Path">Where the path leads, in place of both.</param>
internal readonly record struct FolderId(ulong Device, ulong Inode, string? Path)
{
    public static FolderId Of(string folder)
    {
        if (LibC.IsKnown)
            return LinuxFile.TryGetId(folder, out ulong device, out ulong inode) ? new(device, inode, null) : default;

        try
        {
            DirectoryInfo info = new(folder);
            return new(0, 0, info.ResolveLinkTarget(returnFinalTarget: true)?.FullName ?? info.FullName);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            // It cannot be read either, which says why.
            return default;
        }
    }
}
