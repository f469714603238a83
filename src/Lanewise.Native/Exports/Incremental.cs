using System.Runtime.InteropServices;

namespace Lanewise.Native.Exports;

/// <summary>Exports incremental hashes, which callers use through handles. Every function is documented in lanewise.h.</summary>
internal static unsafe class Incremental
{
    [UnmanagedCallersOnly(EntryPoint = "lanewise_create")]
    public static int Create(byte* algorithm, byte* key, nuint keyLength, nuint digestLength, ulong* handle)
    {
        try
        {
            PointerChecks.NotNull(handle);
            *handle = 0;
            Algorithm found = PointerChecks.Find(algorithm);
            int bytes = digestLength == 0 ? found.DefaultDigestBytes : PointerChecks.CheckDigest(found, digestLength);
            PointerChecks.CheckKey(found, key, keyLength);
            *handle = Handles.Add(found.Row.Create(PointerChecks.In(key, keyLength), bytes));
            return (int)Status.Ok;
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_update")]
    public static int Update(ulong handle, byte* data, nuint length)
    {
        try
        {
            PointerChecks.Check(data, length);
            return Handles.Use(handle, (Data: (nint)data, length), static (hash, piece) =>
            {
                PointerChecks.Append(hash, (byte*)piece.Data, piece.length);
                return (int)Status.Ok;
            });
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_current")]
    public static int Current(ulong handle, byte* digest, nuint digestLength)
    {
        try
        {
            return Handles.Use(handle, PointerChecks.Out(digest, digestLength), static (hash, destination) =>
            {
                if (destination.Length != hash.HashLengthInBytes) throw new StatusException(Status.DigestLength);

                hash.GetCurrentHash(destination);
                return (int)Status.Ok;
            });
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_digest_length")]
    public static int DigestLength(ulong handle, nuint* digestLength)
    {
        try
        {
            PointerChecks.NotNull(digestLength);
            *digestLength = (nuint)Handles.Use(handle, 0, static (hash, _) => hash.HashLengthInBytes);
            return (int)Status.Ok;
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_reset")]
    public static int Reset(ulong handle)
    {
        try
        {
            return Handles.Use(handle, 0, static (hash, _) =>
            {
                hash.Reset();
                return (int)Status.Ok;
            });
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_copy")]
    public static int Copy(ulong handle, ulong* copy)
    {
        try
        {
            PointerChecks.NotNull(copy);
            *copy = 0;
            *copy = Handles.Add(Handles.Use(handle, 0, static (hash, _) => hash.Clone()));
            return (int)Status.Ok;
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_free")]
    public static int Free(ulong handle)
    {
        try
        {
            Handles.Free(handle);
            return (int)Status.Ok;
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }
}
