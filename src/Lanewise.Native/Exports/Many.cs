using System.Runtime.InteropServices;

namespace Lanewise.Native.Exports;

/// <summary>Exports functions that hash many messages in one call. Every function is documented in lanewise.h.</summary>
internal static unsafe class Many
{
    [UnmanagedCallersOnly(EntryPoint = "lanewise_many")]
    public static int Equal(
        byte* algorithm, byte* key, nuint keyLength, byte* data, nuint messageLength, nuint count, byte* digests,
        nuint digestLength, int threads)
    {
        try
        {
            if (count == 0) return (int)Status.Ok;

            Algorithm found = PointerChecks.Find(algorithm, key, keyLength, digests, digestLength);
            nuint bytes = PointerChecks.Times(messageLength, count);
            PointerChecks.Check(data, bytes);
            new BatchCall(found, key, (int)keyLength, digests, (int)digestLength, count, threads)
                .Apart(data, bytes).Equal(data, messageLength);
            return (int)Status.Ok;
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_many_lengths")]
    public static int Lengths(
        byte* algorithm, byte* key, nuint keyLength, byte* data, nuint dataLength, nuint* lengths, nuint count, byte* digests,
        nuint digestLength, int threads)
    {
        try
        {
            PointerChecks.Check(data, dataLength);
            PointerChecks.Check(lengths, PointerChecks.Times(count, (nuint)sizeof(nuint)));
            UInt128 sum = 0;
            for (nuint i = 0; i < count; i++) sum += lengths[i];
            if (sum != dataLength) throw new StatusException(Status.LengthsDoNotFit);
            if (count == 0) return (int)Status.Ok;

            Algorithm found = PointerChecks.Find(algorithm, key, keyLength, digests, digestLength);
            new BatchCall(found, key, (int)keyLength, digests, (int)digestLength, count, threads)
                .Apart(data, dataLength).Apart((byte*)lengths, count * (nuint)sizeof(nuint)).Packed(data, lengths);
            return (int)Status.Ok;
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_many_pointers")]
    public static int Pointers(
        byte* algorithm, byte* key, nuint keyLength, byte** messages, nuint* lengths, nuint count, byte* digests,
        nuint digestLength, int threads)
    {
        try
        {
            if (count == 0) return (int)Status.Ok;

            PointerChecks.Check(messages, PointerChecks.Times(count, (nuint)sizeof(byte*)));
            PointerChecks.Check(lengths, PointerChecks.Times(count, (nuint)sizeof(nuint)));
            Algorithm found = PointerChecks.Find(algorithm, key, keyLength, digests, digestLength);
            BatchCall call = new BatchCall(found, key, (int)keyLength, digests, (int)digestLength, count, threads)
                .Apart((byte*)messages, count * (nuint)sizeof(byte*)).Apart((byte*)lengths, count * (nuint)sizeof(nuint));
            for (nuint i = 0; i < count; i++)
            {
                PointerChecks.Check(messages[i], lengths[i]);
                call.Apart(messages[i], lengths[i]);
            }

            call.Scattered(messages, lengths);
            return (int)Status.Ok;
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_merkle_root")]
    public static int MerkleRoot(int rule, byte* leaves, nuint count, ulong limit, byte* root, int threads)
    {
        try
        {
            if ((uint)rule > (uint)MerkleTreeRule.Ssz || limit > long.MaxValue) throw new StatusException(Status.BadRule);

            PointerChecks.NotNull(root);
            nuint bytes = PointerChecks.Times(count, MerkleTree.NodeSizeInBytes);
            Memory<byte> nodes = new ForeignMemory().At(leaves, PointerChecks.In(leaves, bytes).Length);
            Memory<byte> destination = new ForeignMemory().At(root, MerkleTree.NodeSizeInBytes);
            MerkleTree.ComputeRoot((MerkleTreeRule)rule, nodes, destination, BatchCall.Options(threads), (long)limit);
            return (int)Status.Ok;
        }
        catch (ArgumentException)
        {
            return (int)Status.BadRule;
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }
}
