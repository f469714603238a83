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
            Algorithm found = Border.Find(algorithm, key, keyLength, digest, digestLength);
            Border.Check(data, length);
            Border.Hash(found.Row, Border.In(key, keyLength), data, length, Border.Out(digest, digestLength));
            return (int)Status.Ok;
        }
        catch (Exception e)
        {
            return Border.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_verify")]
    public static int Verify(
        byte* algorithm, byte* key, nuint keyLength, byte* data, nuint length, byte* expected, nuint expectedLength)
    {
        try
        {
            Algorithm found = Border.Find(algorithm, key, keyLength, expected, expectedLength);
            Border.Check(data, length);
            if (key != null) found.CheckExpected((int)expectedLength);
            byte[] digest = new byte[expectedLength];
            Border.Hash(found.Row, Border.In(key, keyLength), data, length, digest);
            bool isEqual = CryptographicOperations.FixedTimeEquals(digest, Border.In(expected, expectedLength));
            CryptographicOperations.ZeroMemory(digest);
            return (int)(isEqual ? Status.Ok : Status.Mismatch);
        }
        catch (Exception e)
        {
            return Border.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_equal")]
    public static int Equal(byte* left, byte* right, nuint length)
    {
        try
        {
            bool isEqual = CryptographicOperations.FixedTimeEquals(Border.In(left, length), Border.In(right, length));
            return (int)(isEqual ? Status.Ok : Status.Mismatch);
        }
        catch (Exception e)
        {
            return Border.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_derive_key")]
    public static int DeriveKey(
        byte* context, nuint contextLength, byte* material, nuint length, byte* output, nuint outputLength)
    {
        try
        {
            Border.NotNull(output);
            if (outputLength == 0) throw new StatusException(Status.DigestLength);

            Border.Check(material, length);
            HashRow row = Catalog.Hashes.First(hash => hash.WithContext is not null);
            Border.Hash(row.WithContext!(Border.Text(context, contextLength)), default, material, length,
                Border.Out(output, outputLength));
            return (int)Status.Ok;
        }
        catch (Exception e)
        {
            return Border.StatusOf(e);
        }
    }
}
