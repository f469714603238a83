using System.Text;

namespace Lanewise.Native.Exports;

/// <summary>
/// Converts pointers to spans. Every pointer is checked in this class, and no other code uses an unchecked pointer.
/// </summary>
internal static unsafe class PointerChecks
{
    /// <summary>The maximum number of bytes per call to the core. Longer data is divided into pieces of this length.</summary>
    public const int MaxPiece = 1 << 30;

    /// <summary>Returns the status for an exception.</summary>
    public static int StatusOf(Exception e) => (int)(e switch
    {
        StatusException own => own.Status,
        OutOfMemoryException => Status.OutOfMemory,
        AggregateException { InnerException: StatusException inner } => inner.Status,
        _ => Status.Internal,
    });

    /// <summary>Returns the input bytes. A null pointer means no bytes.</summary>
    public static ReadOnlySpan<byte> In(byte* pointer, nuint length) => Out(pointer, length);

    /// <summary>Returns the output bytes. A null pointer means no bytes.</summary>
    public static Span<byte> Out(byte* pointer, nuint length)
    {
        Check(pointer, length);
        if (length > int.MaxValue) throw new StatusException(Status.LengthTooLarge);

        return new Span<byte>(pointer, (int)length);
    }

    // On x86-64, no process has a larger address space.
    private const ulong AddressSpace = 1UL << 47;

    /// <summary>Rejects a null pointer with a nonzero length, and memory that exceeds the address space.</summary>
    public static void Check(void* pointer, nuint length)
    {
        if (length == 0) return;

        if (pointer == null) throw new StatusException(Status.NullPointer);
        if (length > AddressSpace || (nuint)pointer > AddressSpace - length) throw new StatusException(Status.LengthTooLarge);
    }

    /// <summary>Rejects a null pointer for data that the library must read or write.</summary>
    public static void NotNull(void* pointer)
    {
        if (pointer == null) throw new StatusException(Status.NullPointer);
    }

    /// <summary>Returns the product of two lengths.</summary>
    public static nuint Times(nuint left, nuint right)
    {
        UInt128 product = (UInt128)left * right;
        return product <= AddressSpace ? (nuint)product : throw new StatusException(Status.LengthTooLarge);
    }

    /// <summary>Returns the algorithm for a NUL-terminated name.</summary>
    public static Algorithm Find(byte* name)
    {
        NotNull(name);
        int length = 0;
        while (length <= Algorithm.MaxNameBytes && name[length] != 0) length++;
        return Algorithm.Find(new ReadOnlySpan<byte>(name, length));
    }

    /// <summary>Returns the algorithm after checking the digest and the key.</summary>
    public static Algorithm Find(byte* name, byte* key, nuint keyLength, byte* digest, nuint digestLength)
    {
        Algorithm algorithm = Find(name);
        CheckDigest(algorithm, digestLength);
        NotNull(digest);
        Check(digest, digestLength);
        CheckKey(algorithm, key, keyLength);
        return algorithm;
    }

    /// <summary>Returns the digest length if the algorithm supports it.</summary>
    public static int CheckDigest(Algorithm algorithm, nuint digestLength)
    {
        int bytes = digestLength <= int.MaxValue ? (int)digestLength : throw new StatusException(Status.DigestLength);
        algorithm.CheckDigest(bytes);
        return bytes;
    }

    /// <summary>Rejects an invalid key. A null pointer means unkeyed hashing.</summary>
    public static void CheckKey(Algorithm algorithm, byte* key, nuint keyLength)
    {
        Check(key, keyLength);
        algorithm.CheckKey(key != null, keyLength <= int.MaxValue ? (int)keyLength : throw new StatusException(Status.KeyLength));
    }

    /// <summary>Returns a context string, which must be UTF-8.</summary>
    public static string Text(byte* pointer, nuint length)
    {
        try
        {
            return new UTF8Encoding(false, throwOnInvalidBytes: true).GetString(In(pointer, length));
        }
        catch (ArgumentException)
        {
            throw new StatusException(Status.BadContext);
        }
    }

    /// <summary>Appends data of any length.</summary>
    public static void Append(LanewiseHash hash, byte* data, nuint length)
    {
        while (length > 0)
        {
            int piece = (int)nuint.Min(length, MaxPiece);
            hash.AppendData(new ReadOnlySpan<byte>(data, piece));
            data += piece;
            length -= (nuint)piece;
        }
    }

    /// <summary>Hashes one message of any length.</summary>
    public static void Hash(HashRow row, ReadOnlySpan<byte> key, byte* data, nuint length, Span<byte> digest)
    {
        if (length <= MaxPiece)
        {
            row.Hash(key, new ReadOnlySpan<byte>(data, (int)length), digest);
            return;
        }

        using LanewiseHash hash = row.Create(key, digest.Length);
        Append(hash, data, length);
        hash.GetCurrentHash(digest);
    }
}
