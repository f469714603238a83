using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace Lanewise.Native.Exports;

/// <summary>Exports functions that hash one message in one call. Every function is documented in lanewise.h.</summary>
internal static unsafe class OneShot
{
    [UnmanagedCallersOnly(EntryPoint = "lanewise_digest")]
    public static int Digest(
        byte* algorithm, byte* key, nuint keyLength, byte* data, nuint length, byte* digest, nuint digestLength)
    {
        try
        {
            Algorithm found = PointerChecks.Find(algorithm, key, keyLength, digest, digestLength);
            PointerChecks.Check(data, length);
            PointerChecks.Hash(
                found.Row, PointerChecks.In(key, keyLength), data, length, PointerChecks.Out(digest, digestLength));
            return (int)Status.Ok;
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_verify")]
    public static int Verify(
        byte* algorithm, byte* key, nuint keyLength, byte* data, nuint length, byte* expected, nuint expectedLength)
    {
        try
        {
            Algorithm found = PointerChecks.Find(algorithm, key, keyLength, expected, expectedLength);
            PointerChecks.Check(data, length);
            if (key != null) found.CheckExpected((int)expectedLength);
            byte[] digest = new byte[expectedLength];
            PointerChecks.Hash(found.Row, PointerChecks.In(key, keyLength), data, length, digest);
            bool isEqual = CryptographicOperations.FixedTimeEquals(digest, PointerChecks.In(expected, expectedLength));
            CryptographicOperations.ZeroMemory(digest);
            return (int)(isEqual ? Status.Ok : Status.Mismatch);
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_equal")]
    public static int Equal(byte* left, byte* right, nuint length)
    {
        try
        {
            bool isEqual = CryptographicOperations.FixedTimeEquals(
                PointerChecks.In(left, length), PointerChecks.In(right, length));
            return (int)(isEqual ? Status.Ok : Status.Mismatch);
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_derive_key")]
    public static int DeriveKey(
        byte* context, nuint contextLength, byte* material, nuint length, byte* output, nuint outputLength)
    {
        try
        {
            PointerChecks.NotNull(output);
            if (outputLength == 0) throw new StatusException(Status.DigestLength);

            PointerChecks.Check(material, length);
            HashRow row = Catalog.Hashes.First(hash => hash.WithContext is not null);
            PointerChecks.Hash(row.WithContext!(PointerChecks.Text(context, contextLength)), default, material, length,
                PointerChecks.Out(output, outputLength));
            return (int)Status.Ok;
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }
}
