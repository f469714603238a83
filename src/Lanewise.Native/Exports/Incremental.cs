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
            Border.NotNull(handle);
            *handle = 0;
            Algorithm found = Border.Find(algorithm);
            int bytes = digestLength == 0 ? found.DefaultDigestBytes : Border.CheckDigest(found, digestLength);
            Border.CheckKey(found, key, keyLength);
            *handle = Handles.Add(found.Row.Create(Border.In(key, keyLength), bytes));
            return (int)Status.Ok;
        }
        catch (Exception e)
        {
            return Border.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_update")]
    public static int Update(ulong handle, byte* data, nuint length)
    {
        try
        {
            Border.Check(data, length);
            return Handles.Use(handle, (Data: (nint)data, length), static (hash, piece) =>
            {
                Border.Append(hash, (byte*)piece.Data, piece.length);
                return (int)Status.Ok;
            });
        }
        catch (Exception e)
        {
            return Border.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_current")]
    public static int Current(ulong handle, byte* digest, nuint digestLength)
    {
        try
        {
            return Handles.Use(handle, Border.Out(digest, digestLength), static (hash, destination) =>
            {
                if (destination.Length != hash.HashLengthInBytes) throw new StatusException(Status.DigestLength);

                hash.GetCurrentHash(destination);
                return (int)Status.Ok;
            });
        }
        catch (Exception e)
        {
            return Border.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_digest_length")]
    public static int DigestLength(ulong handle, nuint* digestLength)
    {
        try
        {
            Border.NotNull(digestLength);
            *digestLength = (nuint)Handles.Use(handle, 0, static (hash, _) => hash.HashLengthInBytes);
            return (int)Status.Ok;
        }
        catch (Exception e)
        {
            return Border.StatusOf(e);
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
            return Border.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_copy")]
    public static int Copy(ulong handle, ulong* copy)
    {
        try
        {
            Border.NotNull(copy);
            *copy = 0;
            *copy = Handles.Add(Handles.Use(handle, 0, static (hash, _) => hash.Clone()));
            return (int)Status.Ok;
        }
        catch (Exception e)
        {
            return Border.StatusOf(e);
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
            return Border.StatusOf(e);
        }
    }
}
