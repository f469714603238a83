using Lanewise.Blake3Family;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Running;

/// <summary>Manages the large files of a run that are hashed as trees. All idle threads work on these files.</summary>
internal sealed class TreesOverCores(Crew crew, Action<long> progress)
{
    private readonly List<TreeFile> trees = [];

    /// <summary>Allocates a buffer for a piece.</summary>
    public static byte[] NewBuffer() => InputFile.Buffer(TreeFile.PieceBytes);

    /// <summary>Hashes a file up to the end of its last whole piece.</summary>
    /// <param name="input">The file.</param>
    /// <param name="length">The length of the file in bytes.</param>
    /// <param name="tree">Receives the pieces.</param>
    /// <param name="buffer">A buffer for a piece.</param>
    /// <param name="position">The offset at which the hashed part ends.</param>
    /// <returns>False if the file became shorter.</returns>
    public bool TryHash(InputFile input, long length, Blake3Incremental tree, byte[] buffer, out long position)
    {
        TreeFile pieces = new(input, tree, length, progress);
        lock (crew.Gate) trees.Add(pieces);
        for (long most = pieces.Pieces; --most > 0 && crew.TryStart(() => Help(NewBuffer));)
        {
            // Each call to TryStart starts one more worker.
        }

        pieces.Work(buffer);
        lock (crew.Gate) trees.Remove(pieces);
        position = pieces.Pieces * TreeFile.PieceBytes;
        return pieces.Finish();
    }

    /// <summary>Hashes pieces of other threads' trees until no work is left.</summary>
    /// <param name="buffer">A function that returns a buffer for a piece, and that is called only if there is work.</param>
    public void Help(Func<byte[]> buffer)
    {
        byte[]? own = null;
        while (true)
        {
            TreeFile? tree;
            lock (crew.Gate)
            {
                tree = trees.Find(static f => f.HasWork);
                if (tree is null)
                {
                    crew.Leave();
                    return;
                }
            }

            own ??= buffer();
            tree.Work(own);
        }
    }
}
