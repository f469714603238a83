using System.Globalization;

namespace Lanewise.Proof;

internal delegate void BlockForm(ReadOnlySpan<byte> source, Span<byte> destination);

internal delegate void ChainForm(ReadOnlySpan<byte> source, ReadOnlySpan<byte> iv, Span<byte> destination);

internal delegate void PacketForm(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination);

/// <summary>A known answer of a block cipher in every form that can give it, both ways, apart and in place.</summary>
internal sealed class CipherAnswers
{
    /// <summary>More than fill the lanes, and no multiple of them.</summary>
    public const int Copies = 67;

    /// <summary>A file must not ask for years.</summary>
    public const int MostIterations = 10_000_000;

    private readonly KnownAnswerCase c;
    private readonly List<string> wrong = [];
    private readonly byte[] source;
    private readonly int[] lengths;
    private readonly int blockBytes;
    private readonly BlockForm encryptEcb, decryptEcb;

    /// <summary>
    /// Takes a case; of one with <c>iterations</c> it is the last of them that all forms are asked for, and the others are run
    /// before it, and back.
    /// </summary>
    public CipherAnswers(KnownAnswerCase given, int blockBytes, int keyBytes, BlockForm encryptEcb, BlockForm decryptEcb)
    {
        (this.blockBytes, this.encryptEcb, this.decryptEcb) = (blockBytes, encryptEcb, decryptEcb);
        int iterations = given.Number("iterations", 1);
        if (iterations is < 1 or > MostIterations)
        {
            throw KnownAnswerCase.Bad(
                "iterations", given.Text("iterations")!, string.Create(CultureInfo.InvariantCulture, $"1 to {MostIterations}"));
        }

        if (given.Input.Length != given.Output.Length || given.Input.Length == 0 || given.Input.Length % blockBytes != 0)
        {
            throw new FormatException(string.Create(
                CultureInfo.InvariantCulture,
                $"input and output must be whole blocks of {blockBytes} bytes and equally long, and are {given.Input.Length} and "
                + $"{given.Output.Length} bytes"));
        }

        byte[] last = [.. given.Input];
        for (int i = 1; i < iterations; i++) encryptEcb(last, last);
        byte[] first = [.. last];
        for (int i = 1; i < iterations; i++) decryptEcb(first, first);
        if (!first.AsSpan().SequenceEqual(given.Input)) wrong.Add("iterations, decrypt");

        c = given with { Input = last };
        lengths = [.. Enumerable.Repeat(c.Input.Length, Copies)];
        source = [.. Enumerable.Range(0, Copies).SelectMany(i => IsOther(i) ? new byte[c.Input.Length] : c.Input)];
        Keys = [.. Enumerable.Repeat(c.Key, Copies).SelectMany(k => k)];
        for (int i = 0; i < Copies; i++) Keys[i * keyBytes] ^= (byte)(IsOther(i) ? i : 0);
    }

    /// <summary>The forms that gave another answer.</summary>
    public IReadOnlyList<string> Wrong => wrong;

    /// <summary>A key for each copy: the case's, and in between others.</summary>
    public byte[] Keys { get; }

    /// <summary>Of several blocks each is alone: ECB, whatever they are called.</summary>
    public bool IsOneBlock => c.Input.Length == blockBytes;

    /// <summary>
    /// ECB, alone and in a run of blocks; and where the case is one block, the modes in which its answer comes again.
    /// </summary>
    public void Modes(ChainForm encryptCbc, ChainForm decryptCbc, ChainForm transformCtr)
    {
        Compare("ECB", encryptEcb, decryptEcb);
        Many("run", (from, _, to) => encryptEcb(from, to), (from, _, to) => decryptEcb(from, to));
        if (!IsOneBlock) return;

        // A first CBC block after a vector of zeros is the same block, and a counter that is the block gives it as key stream.
        byte[] zeros = new byte[blockBytes], block = new byte[blockBytes];
        Compare("CBC", (from, to) => encryptCbc(from, zeros, to), (from, to) => decryptCbc(from, zeros, to));
        transformCtr(zeros, c.Input, block);
        Compare("CTR", c.Output, block);
    }

    /// <summary>Among neighbours, at every place of a group of lanes.</summary>
    public void Many(string form, PacketForm encrypt, PacketForm decrypt)
    {
        byte[] destination = new byte[source.Length];
        encrypt(source, lengths, destination);
        CompareAll(form, c.Output);
        decrypt(destination, lengths, destination);
        CompareAll(form + ", decrypt in place", c.Input);

        void CompareAll(string what, byte[] expected)
        {
            for (int i = 0; i < Copies; i++)
            {
                if (!IsOther(i)) Compare($"{what}, {i}", expected, destination.AsSpan(i * expected.Length, expected.Length));
            }
        }
    }

    /// <summary>Among neighbours, at the one place where the form gives the answer.</summary>
    public void Place(string form, int place, BlockForm encrypt, BlockForm decrypt)
    {
        byte[] destination = [.. source];
        Span<byte> there = destination.AsSpan(place * c.Input.Length, c.Input.Length);
        c.Input.CopyTo(there);
        encrypt(destination, destination);
        Compare(form, c.Output, there);
        decrypt(destination, destination);
        Compare(form + ", decrypt", c.Input, there);
    }

    private static bool IsOther(int copy) => copy % 3 == 2;

    private void Compare(string form, BlockForm encrypt, BlockForm decrypt)
    {
        byte[] apart = new byte[c.Input.Length], back = new byte[c.Input.Length], place = [.. c.Input];
        encrypt(c.Input, apart);
        Compare(form, c.Output, apart);
        decrypt(c.Output, back);
        Compare(form + ", decrypt", c.Input, back);
        encrypt(place, place);
        Compare(form + " in place", c.Output, place);
        decrypt(place, place);
        Compare(form + " in place, decrypt", c.Input, place);
    }

    private void Compare(string form, ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
    {
        if (!expected.SequenceEqual(actual)) wrong.Add(form);
    }
}
