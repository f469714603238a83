using System.Runtime.InteropServices;
using Lanewise.Proof.Libraries;

namespace Lanewise.Libraries;

/// <summary>Calls the loops of bench/libraries/xtea, which tools/build-native-libraries.sh compiles for this machine. The loops
/// support only encryption.</summary>
/// <param name="inFlight">If true, the outer loop runs over the rounds and the inner loop over the blocks, and the compiler
/// vectorises the inner loop. If false, the code processes one block after another.</param>
internal sealed class LoopInC(bool inFlight) : ComparedLibrary
{
    private const string Library = "libxtea_loop.so";

    public override string Name => inFlight ? "C loop, interleaved" : "C loop, reference";

    public override string? Version { get; } = NativeLibrary.TryLoad(Library, typeof(LoopInC).Assembly, null, out _)
        ? "gcc -O3 -march=native"
        : null;

    public override bool TakesTweaks => false;

    public override LibraryCipher? FindCipher(string title) => IsInstalled && title == "XTEA" ? new Cipher(inFlight) : null;

    [DllImport(Library)]
    private static extern void xtea_reference(ref byte key, ref byte source, ref byte destination, nuint blocks);

    [DllImport(Library)]
    private static extern void xtea_interleaved(ref byte key, ref byte source, ref byte destination, nuint blocks);

    private sealed class Cipher(bool inFlight) : LibraryCipher
    {
        private const int BlockBytes = 8;

        // The loops expand the key in every call.
        private readonly byte[] key = new byte[16];

        public override bool CanDecrypt => false;

        public override bool CanCount => false;

        public override void SetKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> tweak, bool encrypting)
        {
            if (!tweak.IsEmpty || !encrypting) throw new NotSupportedException("The C loop has no tweak and can only encrypt.");

            key.CopyTo(this.key);
        }

        public override void Run(byte[] source, byte[] destination, int offset, int length)
        {
            ref byte from = ref MemoryMarshal.GetReference(source.AsSpan(offset, length)),
                to = ref MemoryMarshal.GetReference(destination.AsSpan(offset, length));
            if (inFlight) xtea_interleaved(ref key[0], ref from, ref to, (nuint)(length / BlockBytes));
            else xtea_reference(ref key[0], ref from, ref to, (nuint)(length / BlockBytes));
        }

        public override void Count(byte[] counter, byte[] source, byte[] destination, int offset, int length) =>
            throw new NotSupportedException("The C loop has no counter mode.");
    }
}
