using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Xunit;

namespace Lanewise.Tests;

/// <summary> Searches the memory of this process for keys that a method left behind. All keys contain the same mark, so one
/// search finds the keys of all methods. A remaining key may be anywhere: on a stack, in a pool, or in an array that the GC has
/// not reused.
/// </summary>
/// <remarks> The first 16 bytes of a key identify it: a mark of this process, and a unique number. This class stores only the
/// complement of the mark, so that the search does not find its own data. The search does not find a key whose words are
/// distributed over SIMD lanes.
/// </remarks>
internal sealed class KeysInMemory
{
    /// <summary>The minimum length of a key that can be identified.</summary>
    public const int LeastBytes = 16;

    private const int MarkBytes = 8;
    private const int WindowBytes = 1 << 20;
    private const int UnusedBytes = 1 << 16;
    private const string Maps = "/proc/self/maps", Memory = "/proc/self/mem";

    private static readonly ulong NotTheMark = BinaryPrimitives.ReadUInt64LittleEndian(RandomNumberGenerator.GetBytes(MarkBytes));

    // Maps the complement of a key's number to the method's name.
    private readonly Dictionary<ulong, string> methods = [];

    public static bool IsPossible => OperatingSystem.IsLinux() && File.Exists(Memory);

    /// <summary>
    /// Runs every method with a separate key and returns the names of the methods whose keys remain in memory. A garbage
    /// collection may move an array and leave its old bytes behind, so only keys that are found in every run are reported.
    /// </summary>
    public static IReadOnlyList<string> LeftBy(IReadOnlyCollection<(string Name, int KeyBytes, Action<byte[]> Use)> methods,
        int rounds = 3)
    {
        Assert.SkipUnless(IsPossible, "The memory of the process can be read on Linux only.");
        List<string>? left = null;
        for (int round = 0; round < rounds && left is not { Count: 0 }; round++)
        {
            KeysInMemory keys = new();
            foreach ((string name, int bytes, Action<byte[]> use) in methods) keys.Use(name, bytes, use);
            List<string> found = [.. keys.Left()];
            left = left is null ? found : [.. left.Intersect(found)];
        }

        return left ?? [];
    }

    /// <summary>Calls a method with a marked key. The key is wiped afterwards, even if the method throws.</summary>
    public void Use(string method, int keyBytes, Action<byte[]> use)
    {
        byte[] key = GC.AllocateUninitializedArray<byte>(Math.Max(LeastBytes, keyBytes), pinned: true);
        try
        {
            Mark(method, key);
            use(key);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(key);
        }
    }

    /// <summary>Returns the methods whose keys remain in writable memory.</summary>
    public IEnumerable<string> Left()
    {
        HashSet<string> found = [];
        byte[] complement = new byte[MarkBytes];
        BinaryPrimitives.WriteUInt64LittleEndian(complement, NotTheMark);
        Search(complement, bytes =>
        {
            if (bytes.Length >= LeastBytes
                && methods.TryGetValue(~BinaryPrimitives.ReadUInt64LittleEndian(bytes.Slice(MarkBytes)), out string? method))
            {
                found.Add(method);
            }
        });
        return found;
    }

    /// <summary>
    /// Returns whether 16 bytes of a method's result, starting at an offset, also exist elsewhere in memory. During the search,
    /// the thread of the method waits, so its stack still exists.
    /// </summary>
    public static bool Keeps(int bytes, int at, Action<Memory<byte>> make)
    {
        Assert.SkipUnless(IsPossible, "The memory of the process can be read on Linux only.");
        byte[] made = GC.AllocateUninitializedArray<byte>(bytes, pinned: true), complement = new byte[LeastBytes];
        using ManualResetEventSlim isMade = new(), isSearched = new();
        Thread thread = new(() =>
        {
            RunDeep(make, made);
            for (int i = 0; i < LeastBytes; i++) complement[i] = (byte)~made[at + i];
            CryptographicOperations.ZeroMemory(made);
            isMade.Set();
            isSearched.Wait();
        });
        thread.Start();
        isMade.Wait();
        bool isKept = false;
        Search(complement, _ => isKept = true);
        isSearched.Set();
        thread.Join();
        return isKept;
    }

    // Calls the method with an unused area of the stack between the two frames. The code that waits afterwards uses this area, so
    // it does not overwrite what the method left on the stack.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void RunDeep(Action<Memory<byte>> make, byte[] made)
    {
        Span<byte> unused = stackalloc byte[UnusedBytes];
        make(made);
        unused[0] = 0;
    }

    // The caller passes the complement of the pattern. For each match, <c>found</c> receives the rest of the memory window,
    // starting at the match.
    private static void Search(ReadOnlySpan<byte> complement, Action<ReadOnlySpan<byte>> found)
    {
        byte[] window = GC.AllocateUninitializedArray<byte>(WindowBytes + LeastBytes, pinned: true);
        byte[] mark = GC.AllocateUninitializedArray<byte>(complement.Length, pinned: true);
        (long windowFrom, long markFrom) = (Address(window), Address(mark));
        for (int i = 0; i < mark.Length; i++) mark[i] = (byte)~complement[i];
        using FileStream memory = new(Memory, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
        foreach ((long from, long to) in Regions())
        {
            // Windows overlap by the combined length of a mark and a number, so that a key that straddles a boundary is found.
            for (long at = from; at < to; at += WindowBytes)
            {
                Span<byte> bytes = window.AsSpan(0, (int)Math.Min(window.Length, to - at));
                if (!TryRead(memory, at, ref bytes)) continue;

                for (int i = 0, next; (next = bytes.Slice(i).IndexOf(mark)) >= 0; i++)
                {
                    i += next;
                    long address = at + i;
                    bool isOwn = (address >= windowFrom && address < windowFrom + window.Length) || address == markFrom;
                    if (!isOwn) found(bytes.Slice(i));
                }
            }
        }

        Array.Clear(window);
        Array.Clear(mark);
    }

    private void Mark(string method, Span<byte> key)
    {
        RandomNumberGenerator.Fill(key);
        BinaryPrimitives.WriteUInt64LittleEndian(key, ~NotTheMark);
        methods.Add(~BinaryPrimitives.ReadUInt64LittleEndian(key.Slice(MarkBytes)), method);
    }

    private static bool TryRead(FileStream memory, long address, ref Span<byte> bytes)
    {
        try
        {
            int read = RandomAccess.Read(memory.SafeFileHandle, bytes, address);
            bytes = bytes.Slice(0, read);
            return read > 0;
        }
        catch (IOException)
        {
            // The memory was unmapped during the search, or it is not readable.
            return false;
        }
    }

    private static IEnumerable<(long From, long To)> Regions()
    {
        foreach (string line in File.ReadAllLines(Maps))
        {
            string[] parts = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (parts.Length < 2 || !parts[1].StartsWith("rw", StringComparison.Ordinal)) continue;

            string[] ends = parts[0].Split('-');
            yield return (long.Parse(ends[0], NumberStyles.HexNumber, CultureInfo.InvariantCulture),
                long.Parse(ends[1], NumberStyles.HexNumber, CultureInfo.InvariantCulture));
        }
    }

    private static long Address(byte[] pinned)
    {
        GCHandle handle = GCHandle.Alloc(pinned, GCHandleType.Pinned);
        long address = handle.AddrOfPinnedObject();
        handle.Free();
        return address;
    }
}
