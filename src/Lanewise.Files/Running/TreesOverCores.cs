using Lanewise.Blake3Family;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Running;

/// <summary>The large trees of a run, on which all its threads work that have nothing else to do.</summary>
internal sealed class TreesOverCores(Crew crew, Action<long> progress)
{
    private readonly List<TreeFile> trees = [];

    /// <summary>For a piece.</summary>
    public static byte[] NewBuffer() => InputFile.Buffer(TreeFile.PieceBytes);

    /// <summary>Hashes all of a file but the bytes behind its last whole piece.</summary>
    /// <param name="input">The file.</param>
    /// <param name="length">Its bytes.</param>
    /// <param name="tree">Receives the pieces.</param>
    /// <param name="buffer">For a piece.</param>
    /// <param name="position">Up to where it is hashed.</param>
    /// <returns>False where it became shorter meanwhile.</returns>
    public bool TryHash(InputFile input, long length, Blake3Running tree, byte[] buffer, out long position)
    {
        TreeFile pieces = new(input, tree, length, progress);
        lock (crew.Gate) trees.Add(pieces);
        for (long most = pieces.Pieces; --most > 0 && crew.TryStart(() => Help(NewBuffer));)
        {
            // One more.
        }

        pieces.Work(buffer);
        lock (crew.Gate) trees.Remove(pieces);
        position = pieces.Pieces * TreeFile.PieceBytes;
        return pieces.Finish();
    }

    /// <summary>Works on the trees of others until there is nothing left to do.</summary>
    /// <param name="buffer">Gives a buffer for a piece, if there is work.</param>
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
