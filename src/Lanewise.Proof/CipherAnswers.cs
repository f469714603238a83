using System.Security.Cryptography;

namespace Lanewise.Proof;

internal delegate void BlockForm(ReadOnlySpan<byte> source, Span<byte> destination);

internal delegate void PacketForm(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination);

/// <summary>
/// Tests a known answer of a block cipher in every API form that can compute it. Each form is tested in both directions, with
/// separate buffers and in place.
/// </summary>
internal sealed class CipherAnswers
{
    /// <summary>
    /// The number of copies of the known answer in a batch. The number of copies exceeds the number of SIMD lanes and is not a
    /// multiple of it.
    /// </summary>
    public const int Copies = 67;

    /// <summary>
    /// The maximum number of iterations in a case. Without a limit, a malicious file could request years of computation.
    /// </summary>
    public const int MostIterations = 10_000_000;

    private readonly KnownAnswerCase c;
    private readonly LanewiseCipher cipher;
    private readonly byte[] tweak;
    private readonly AnswerForms forms = new();
    private readonly byte[] source;
    private readonly int[] lengths;

    /// <summary>
    /// Initializes the check for a case and a cipher with its key. An empty tweak means that the cipher has no tweak. If the case
    /// contains <c>iterations</c>, the constructor runs all iterations except the last one, in both directions. The forms then
    /// check the last iteration.
    /// </summary>
    public CipherAnswers(KnownAnswerCase given, LanewiseCipher cipher, byte[] tweak)
    {
        (this.cipher, this.tweak) = (cipher, tweak);
        int blockBytes = cipher.BlockLengthInBytes;
        int iterations = given.Number("iterations", 1);
        if (iterations is < 1 or > MostIterations)
        {
            throw KnownAnswerCase.Bad(
                "iterations", given.Text("iterations")!, Invariant($"1 to {MostIterations}"));
        }

        if (given.Input.Length != given.Output.Length || given.Input.Length == 0 || given.Input.Length % blockBytes != 0)
        {
            throw new FormatException(Invariant(
                $"input and output must have the same length, a positive multiple of {blockBytes} bytes, but have "
                + $"{given.Input.Length} and {given.Output.Length} bytes"));
        }

        byte[] last = [.. given.Input];
        for (int i = 1; i < iterations; i++) Encrypt(last, last);
        byte[] first = [.. last];
        for (int i = 1; i < iterations; i++) Decrypt(first, first);
        // The reverse direction is not part of the known answer, so its result is recorded only if it is wrong.
        if (!first.AsSpan().SequenceEqual(given.Input)) forms.Add("iterations, decrypt", isRight: false);

        c = given with { Input = last };
        lengths = [.. Enumerable.Repeat(c.Input.Length, Copies)];
        source = [.. Enumerable.Range(0, Copies).SelectMany(i => IsOther(i) ? new byte[c.Input.Length] : c.Input)];
        Blocks();
        Packets();
    }

    /// <summary>The names of the forms that returned a wrong result.</summary>
    public IReadOnlyList<string> Wrong => forms.Wrong;

    /// <summary>
    /// Indicates whether the case has a single block. Several blocks are always processed in ECB mode, even if the case names
    /// another mode.
    /// </summary>
    public bool IsOneBlock => c.Input.Length == cipher.BlockLengthInBytes;

    private void Encrypt(ReadOnlySpan<byte> from, Span<byte> to) => cipher.EncryptEcb(from, to, PaddingMode.None, tweak);

    private void Decrypt(ReadOnlySpan<byte> from, Span<byte> to) => cipher.DecryptEcb(from, to, PaddingMode.None, tweak);

    // Tests ECB mode with the case alone, and with the case among other blocks. For a single block, other modes can also
    // reproduce the known answer, so they are tested as well.
    private void Blocks()
    {
        Compare("ECB", Encrypt, Decrypt);
        Many("run", (from, _, to) => Encrypt(from, to), (from, _, to) => Decrypt(from, to));
        if (!IsOneBlock) return;

        // With a zero IV, the first CBC block equals the ECB block. With the plaintext as the counter, the first CTR keystream
        // block also equals the ECB block.
        byte[] zeros = new byte[c.Input.Length], block = new byte[c.Input.Length];
        Compare(
            "CBC",
            (from, to) => cipher.EncryptCbc(from, zeros, to, PaddingMode.None, tweak),
            (from, to) => cipher.DecryptCbc(from, zeros, to, PaddingMode.None, tweak));
        cipher.TransformCtr(zeros, c.Input, block, tweak);
        Compare("CTR", c.Output, block);
    }

    // Tests packets in batches: first one key with a separate tweak for each packet, and then a separate key for each packet.
    private void Packets()
    {
        byte[] tweaks = [.. Enumerable.Repeat(tweak, Copies).SelectMany(t => t)];
        byte[] keys = [.. Enumerable.Repeat(c.Key, Copies).SelectMany(k => k)];
        for (int i = 0; i < Copies; i++) keys[i * c.Key.Length] ^= (byte)(IsOther(i) ? i : 0);
        CipherKeys each = new(cipher.Packets, keys);
        Many(
            "many",
            (from, lengths, to) => cipher.EncryptMany(Messages.Packed(from, lengths), to, tweaks: tweaks),
            (from, lengths, to) => cipher.DecryptMany(Messages.Packed(from, lengths), to, tweaks: tweaks));
        Many(
            "many keys",
            (from, lengths, to) => LanewiseCipher.EncryptMany(each, Messages.Packed(from, lengths), to, tweaks: tweaks),
            (from, lengths, to) => LanewiseCipher.DecryptMany(each, Messages.Packed(from, lengths), to, tweaks: tweaks));
    }

    // Tests the known answer at every position within a group of SIMD lanes.
    private void Many(string form, PacketForm encrypt, PacketForm decrypt)
    {
        byte[] destination = new byte[source.Length];
        encrypt(source, lengths, destination);
        // If encryption is wrong, decryption is not tested, because it would only repeat the error.
        if (!CompareAll(form, c.Output)) return;

        decrypt(destination, lengths, destination);
        CompareAll(form + ", decrypt in place", c.Input);

        bool CompareAll(string what, byte[] expected)
        {
            bool isRight = true;
            for (int i = 0; i < Copies; i++)
            {
                if (IsOther(i)) continue;

                isRight &= Compare($"{what}, {i}", expected, destination.AsSpan(i * expected.Length, expected.Length));
            }

            return isRight;
        }
    }

    /// <summary>
    /// Checks the packet among other packets, at the only position where this form reproduces the known answer.
    /// </summary>
    public void AmongOthers(string form, int position, BlockForm encrypt, BlockForm decrypt)
    {
        byte[] destination = [.. source];
        Span<byte> there = destination.AsSpan(position * c.Input.Length, c.Input.Length);
        c.Input.CopyTo(there);
        encrypt(destination, destination);
        if (!Compare(form, c.Output, there)) return;

        decrypt(destination, destination);
        Compare(form + ", decrypt", c.Input, there);
    }

    private static bool IsOther(int copy) => copy % 3 == 2;

    private void Compare(string form, BlockForm encrypt, BlockForm decrypt)
    {
        byte[] apart = new byte[c.Input.Length], back = new byte[c.Input.Length], both = [.. c.Input];
        encrypt(c.Input, apart);
        Compare(form, c.Output, apart);
        decrypt(c.Output, back);
        Compare(form + ", decrypt", c.Input, back);
        encrypt(both, both);
        if (!Compare(form + " in place", c.Output, both)) return;

        decrypt(both, both);
        Compare(form + " in place, decrypt", c.Input, both);
    }

    private bool Compare(string form, ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual) =>
        forms.Add(form, expected.SequenceEqual(actual));
}
