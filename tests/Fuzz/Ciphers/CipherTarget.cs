using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using Lanewise.Libraries;
using Lanewise.Proof.Libraries;
using Lanewise.Simd;
using Lanewise.Tests;

namespace Lanewise.Fuzz;

/// <summary>
/// Tests a block cipher. Single blocks are compared with every library that supports the cipher. Modes are compared with an
/// implementation that processes one block after another.
/// </summary>
internal sealed class CipherTarget(CipherRow row) : Target
{
    private static readonly PaddingMode[] Paddings = [PaddingMode.None, PaddingMode.PKCS7, PaddingMode.Zeros,
        PaddingMode.ANSIX923];

    private readonly (ComparedLibrary Library, LibraryCipher Cipher)[] others =
        [.. ComparedLibraries.Ciphers.Select(library => (library, library.FindCipher(row.Title)!))
            .Where(pair => pair.Item2 is not null)];

    private readonly int block = row.BlockBytes;

    public override string Name => row.Name;

    public override void Run(Random random, Tally tally)
    {
        byte[] key = random.Bytes(row.KeyBytes), source = random.Bytes(block * HowMany(random));
        using LanewiseCipher cipher = row.Create(key);
        byte[] tweak = cipher is ThreefishCipher && random.OneIn(2) ? random.Bytes(ThreefishCipher.TweakSizeInBytes) : [];
        byte[] encrypted = cipher.EncryptEcb(source, PaddingMode.None, tweak), counter = random.Bytes(block);
        if (random.OneIn(3)) counter.AsSpan(random.Next(block)).Fill(0xFF);
        Canary.Sing(encrypted);
        CipherCase c = new(cipher, key, tweak, counter, source, encrypted);
        foreach ((ComparedLibrary library, LibraryCipher other) in others) Ask(library, other, c, random, tally);
        AskPlain(c, tally);
        AtShape(c, random);
        Blocks(c, random);
        Chain(c, random);
        Count(c, random);
        Packets(c, random);
        if (cipher is ThreefishCipher threefish) Sectors(threefish, c, random);
        tally.Count(Name, ReferenceImplementation.Itself, 12);
    }

    private static int HowMany(Random random) =>
        random.Next(4) switch { 0 => random.Next(1, 20), 1 => random.Next(1, 300), 2 => 1 << random.Next(9),
            _ => random.Next(1, 60) };

    private void Ask(ComparedLibrary library, LibraryCipher other, CipherCase c, Random random, Tally tally)
    {
        if (c.Tweak.Length > 0 && !library.TakesTweaks) return;

        byte[] answer = new byte[c.Source.Length];
        other.SetKey(c.Key, c.Tweak, encrypting: true);
        other.Run(c.Source, answer, 0, answer.Length);
        Equal(answer, c.Encrypted, $"encryption against {library.Name}, {c}");
        tally.Count(Name, library.Name);
        if (other.CanCount)
        {
            int length = c.Source.Length - random.Next(block);
            byte[] actual = new byte[length];
            c.Cipher.TransformCtr(c.Source.AsSpan(0, length), c.Counter, actual, c.Tweak);
            other.Count(c.Counter, c.Source, answer, 0, length);
            Equal(answer.AsSpan(0, length), actual, $"counter mode of {length} bytes against {library.Name}, {c}");
            tally.Count(Name, library.Name);
        }

        if (!other.CanDecrypt) return;

        other.SetKey(c.Key, c.Tweak, encrypting: false);
        other.Run(c.Source, answer, 0, answer.Length);
        Equal(answer, c.Cipher.DecryptEcb(c.Source, PaddingMode.None, c.Tweak), $"decryption against {library.Name}, {c}");
        tally.Count(Name, library.Name);
    }

    private void AskPlain(CipherCase c, Tally tally)
    {
        int length = Math.Min(c.Source.Length, 4 * block);
        byte[] answer = new byte[length];
        if (c.Cipher is Xtea) PlainXtea.Encrypt(c.Key, 64, bigEndian: true, c.Source.AsSpan(0, length), answer);
        else answer = PlainThreefish.OfBits(8 * block).EncryptBlocks(c.Key, c.TweakOrZeros, c.Source.AsSpan(0, length));
        Equal(answer, c.Encrypted.AsSpan(0, length), $"encryption against the plain reference, {c}");
        tally.Count(Name, ReferenceImplementation.Plain);
        if (c.Cipher is not Xtea) return;

        // No other library supports every byte order and number of rounds.
        int cycles = 1 + (c.Source[0] % 64);
        bool isBigEndian = c.Source[1] % 2 == 0;
        using Xtea xtea = new(c.Key, isBigEndian ? XteaByteOrder.BigEndian : XteaByteOrder.LittleEndian, cycles);
        PlainXtea.Encrypt(c.Key, 2 * cycles, isBigEndian, c.Source.AsSpan(0, length), answer);
        Equal(answer, xtea.EncryptEcb(c.Source, PaddingMode.None).AsSpan(0, length), $"{cycles} cycles, {xtea.ByteOrder}, {c}");
        Equal(c.Source, xtea.DecryptEcb(xtea.EncryptEcb(c.Source, PaddingMode.None), PaddingMode.None),
            $"{cycles} cycles, back, {c}");
        tally.Count(Name, ReferenceImplementation.Plain);
    }

    // Uses no tweak. Forces a vector width and a number of streams that Lanewise might never choose on this machine.
    private void AtShape(CipherCase c, Random random)
    {
        LaneShape shape = random.Of([.. row.Shapes.Where(s => s.Bits <= LaneDispatch.Widest())]);
        byte[] expected = c.Cipher.EncryptEcb(c.Source, PaddingMode.None), actual = new byte[c.Source.Length];
        row.Encrypt(c.Key, c.Source, actual, shape);
        Equal(expected, actual, $"encryption at {shape}, {c}");
        row.Decrypt(c.Key, actual, actual, shape);
        Equal(c.Source, actual, $"decryption in place at {shape}, {c}");
        row.Count(c.Key, c.Counter, c.Source, actual, shape);
        Equal(c.Cipher.TransformCtr(c.Source, c.Counter), actual, $"counter mode at {shape}, {c}");
    }

    private void Blocks(CipherCase c, Random random)
    {
        // The source and the destination are in the same buffer and may overlap.
        byte[] buffer = new byte[(2 * c.Source.Length) + 3];
        int from = random.Next(buffer.Length - c.Source.Length + 1);
        int to = random.OneIn(2) ? from : random.Next(buffer.Length - c.Source.Length + 1);
        c.Source.CopyTo(buffer, from);
        c.Cipher.EncryptEcb(buffer.AsSpan(from, c.Source.Length), buffer.AsSpan(to, c.Source.Length), PaddingMode.None, c.Tweak);
        Equal(c.Encrypted, buffer.AsSpan(to, c.Source.Length), $"encryption from {from} to {to} of a buffer, {c}");
        c.Cipher.DecryptEcb(buffer.AsMemory(to, c.Source.Length), buffer.AsMemory(to, c.Source.Length), random.Cores(), c.Tweak);
        Equal(c.Source, buffer.AsSpan(to, c.Source.Length), $"decryption in place on several cores, {c}");

        PaddingMode padding = random.Of(Paddings[1..]);
        ReadOnlySpan<byte> plain = c.Source.AsSpan(0, c.Source.Length - random.Next(block));
        byte[] padded = Padded(plain, padding), text = c.Cipher.EncryptEcb(plain, padding, c.Tweak);
        Equal(c.Cipher.EncryptEcb(padded, PaddingMode.None, c.Tweak), text, $"{plain.Length} bytes with {padding}, {c}");
        byte[] back = c.Cipher.DecryptEcb(text, padding, c.Tweak);
        Equal(padding == PaddingMode.Zeros ? padded : plain, back, $"{plain.Length} bytes with {padding}, back, {c}");
    }

    // The following methods implement the modes block by block, as in a textbook.
    private void Chain(CipherCase c, Random random)
    {
        byte[] expected = new byte[c.Source.Length], previous = c.Counter;
        for (int o = 0; o < expected.Length; o += block)
        {
            byte[] mixed = Xor(previous, c.Source.AsSpan(o, block));
            previous = c.Cipher.EncryptEcb(mixed, PaddingMode.None, c.Tweak);
            previous.CopyTo(expected, o);
        }

        Equal(expected, c.Cipher.EncryptCbc(c.Source, c.Counter, PaddingMode.None, c.Tweak), $"CBC, {c}");
        int shift = random.OneIn(2) ? 0 : random.Next(block + 1);
        byte[] buffer = [.. expected, .. new byte[shift]];
        c.Cipher.DecryptCbc(buffer.AsSpan(0, expected.Length), c.Counter, buffer.AsSpan(shift), PaddingMode.None, c.Tweak);
        Equal(c.Source, buffer.AsSpan(shift), $"CBC, decrypted to a position {shift} bytes later, {c}");
    }

    private void Count(CipherCase c, Random random)
    {
        byte[] stream = new byte[c.Source.Length], counter = [.. c.Counter];
        for (int o = 0; o < stream.Length; o += block)
        {
            c.Cipher.EncryptEcb(counter, stream.AsSpan(o, block), PaddingMode.None, c.Tweak);
            for (int i = block - 1; i >= 0 && ++counter[i] == 0; i--)
            {
            }
        }

        byte[] expected = Xor(stream, c.Source);
        int from = random.Next(stream.Length), length = random.Next(stream.Length - from + 1), shift = random.Next(3);
        byte[] buffer = [.. c.Source, 0, 0];
        c.Cipher.TransformCtr(buffer.AsSpan(from, length), c.Counter, buffer.AsSpan(from + shift, length), c.Tweak, (ulong)from);
        Equal(expected.AsSpan(from, length), buffer.AsSpan(from + shift, length),
            $"counter mode from {from}, shifted by {shift}, {c}");
    }

    private void Packets(CipherCase c, Random random)
    {
        PaddingMode padding = random.Of(Paddings);
        int count = random.Next(200);
        int[] lengths = [.. Enumerable.Range(0, count)
            .Select(_ => random.OneIn(30) ? random.Next(60 * block) : random.Next(5 * block))];
        if (padding == PaddingMode.None) lengths = [.. lengths.Select(length => length / block * block)];
        bool hasKeys = random.OneIn(2), hasTweaks = c.Cipher is ThreefishCipher && random.OneIn(2);
        byte[] keys = random.Bytes(count * row.KeyBytes), tweaks = random.Bytes(hasTweaks ? 16 * count : 0),
            packed = random.Bytes(lengths.Sum());
        ReadOnlyMemory<byte>[] apart = new ReadOnlyMemory<byte>[count];
        List<byte> expected = [];
        for (int i = 0, o = 0; i < count; o += lengths[i++])
        {
            apart[i] = packed.AsSpan(o, lengths[i]).ToArray();
            byte[] tweak = hasTweaks ? tweaks[(16 * i)..(16 * (i + 1))] : [];
            using LanewiseCipher own = row.Create(keys.AsSpan(i * row.KeyBytes, row.KeyBytes));
            expected.AddRange((hasKeys ? own : c.Cipher).EncryptEcb(apart[i].Span, padding, tweak));
        }

        byte[] text = new byte[expected.Count], back = new byte[expected.Count];
        int[] plain = new int[count];
        int[] textLengths = [.. lengths.Select(length => c.Cipher.GetCiphertextLengthEcb(length, padding))];
        CipherKeys each = row.KeyPerPacket(keys);
        bool isScattered = random.OneIn(2), overCores = random.OneIn(3);
        ParallelOptions cores = random.Cores();
        if (overCores)
        {
            MemoryMessages packets = isScattered ? apart : MemoryMessages.Packed(packed, lengths),
                texts = MemoryMessages.Packed(text, textLengths);
            if (hasKeys) LanewiseCipher.EncryptMany(each, packets, text, cores, padding, tweaks);
            else c.Cipher.EncryptMany(packets, text, cores, padding, tweaks);
            if (hasKeys) LanewiseCipher.DecryptMany(each, texts, back, cores, plain, padding, tweaks);
            else c.Cipher.DecryptMany(texts, back, cores, plain, padding, tweaks);
        }
        else
        {
            Messages packets = isScattered ? apart : Messages.Packed(packed, lengths), texts = Messages.Packed(text, textLengths);
            if (hasKeys) LanewiseCipher.EncryptMany(each, packets, text, padding, tweaks);
            else c.Cipher.EncryptMany(packets, text, padding, tweaks);
            if (hasKeys) LanewiseCipher.DecryptMany(each, texts, back, plain, padding, tweaks);
            else c.Cipher.DecryptMany(texts, back, plain, padding, tweaks);
        }

        string what = string.Create(
            CultureInfo.InvariantCulture,
            $"{count} packets of {string.Join(' ', lengths.Take(10))} bytes, {padding}, keys {hasKeys}, tweaks {hasTweaks}, scattered {isScattered}, cores {overCores}");
        Equal(expected.ToArray(), text, $"{what}, {c}");
        for (int i = 0, o = 0; i < count; o += textLengths[i++])
        {
            int length = padding == PaddingMode.Zeros ? textLengths[i] : lengths[i];
            True(plain[i] == length, $"{what}: plaintext {i} has {plain[i]} bytes, not {length}, {c}");
            Equal(apart[i].Span, back.AsSpan(o, lengths[i]), $"{what}: plaintext {i}, {c}");
        }
    }

    // According to the documentation, the tweak of a block consists of its index within the sector and the sector number.
    private void Sectors(ThreefishCipher cipher, CipherCase c, Random random)
    {
        int blocks = c.Source.Length / block, each = 1 + random.Next(Math.Min(blocks, 8)), sectors = blocks / each;
        ReadOnlySpan<byte> source = c.Source.AsSpan(0, sectors * each * block);
        ulong first = random.OneIn(4) ? ulong.MaxValue - (ulong)sectors : (ulong)random.NextInt64();
        byte[] expected = new byte[source.Length], tweak = new byte[16], actual = new byte[source.Length];
        for (int i = 0; i < sectors * each; i++)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(tweak, (ulong)(i % each));
            BinaryPrimitives.WriteUInt64LittleEndian(tweak.AsSpan(8), first + (ulong)(i / each));
            cipher.EncryptEcb(source.Slice(i * block, block), expected.AsSpan(i * block, block), PaddingMode.None, tweak);
        }

        cipher.EncryptSectors(source, actual, each * block, first);
        Equal(expected, actual, $"{sectors} sectors of {each} blocks from {first} on, {c}");
        cipher.DecryptSectors(actual, actual, each * block, first);
        Equal(source, actual, $"{sectors} sectors of {each} blocks from {first} on, back, {c}");
    }

    private byte[] Padded(ReadOnlySpan<byte> plain, PaddingMode padding)
    {
        int added = block - (plain.Length % block);
        if (padding == PaddingMode.Zeros) return [.. plain, .. new byte[added % block]];

        byte[] bytes = new byte[added];
        if (padding == PaddingMode.PKCS7) bytes.AsSpan().Fill((byte)added);
        bytes[^1] = (byte)added;
        return [.. plain, .. bytes];
    }

    private static byte[] Xor(ReadOnlySpan<byte> a, ReadOnlySpan<byte> b)
    {
        byte[] result = new byte[a.Length];
        for (int i = 0; i < result.Length; i++) result[i] = (byte)(a[i] ^ b[i]);
        return result;
    }

    private sealed record CipherCase(LanewiseCipher Cipher, byte[] Key, byte[] Tweak, byte[] Counter, byte[] Source,
        byte[] Encrypted)
    {
        public byte[] TweakOrZeros => Tweak.Length > 0 ? Tweak : new byte[ThreefishCipher.TweakSizeInBytes];

        public override string ToString() =>
            string.Create(CultureInfo.InvariantCulture, $"{Source.Length} bytes, {(Tweak.Length > 0 ? "a tweak" : "no tweak")}");
    }
}
