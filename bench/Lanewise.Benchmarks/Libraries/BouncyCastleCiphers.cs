using Lanewise.Proof.Libraries;
using Org.BouncyCastle.Crypto;
using Org.BouncyCastle.Crypto.Engines;
using Org.BouncyCastle.Crypto.Modes;
using Org.BouncyCastle.Crypto.Parameters;

namespace Lanewise.Libraries;

/// <summary>The ciphers of BouncyCastle.Cryptography: managed code that processes one block after another.</summary>
internal sealed class BouncyCastleCiphers : ComparedLibrary
{
    public override string Name => "BouncyCastle";

    public override string? Version => typeof(IBlockCipher).Assembly.GetName().Version?.ToString(3) ?? "unknown version";

    public override LibraryCipher? FindCipher(string title) => title switch
    {
        "XTEA" => new Cipher(new XteaEngine()),
        "Threefish-256" => new Cipher(new ThreefishEngine(ThreefishEngine.BLOCKSIZE_256)),
        "Threefish-512" => new Cipher(new ThreefishEngine(ThreefishEngine.BLOCKSIZE_512)),
        "Threefish-1024" => new Cipher(new ThreefishEngine(ThreefishEngine.BLOCKSIZE_1024)),
        _ => null,
    };

    private sealed class Cipher(IBlockCipher engine) : LibraryCipher
    {
        private ICipherParameters parameters = new KeyParameter([]);

        private static readonly byte[] NoTweak = new byte[16];

        public override void SetKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> tweak, bool encrypting)
        {
            KeyParameter k = new(key.ToArray());
            // Without an explicit tweak, the Threefish engine would reuse the previous one.
            parameters = engine is ThreefishEngine
                ? new TweakableBlockCipherParameters(k, tweak.IsEmpty ? NoTweak : tweak.ToArray())
                : k;
            engine.Init(encrypting, parameters);
        }

        public override void Run(byte[] source, byte[] destination, int offset, int length)
        {
            int size = engine.GetBlockSize();
            for (int end = offset + length; offset < end; offset += size)
            {
                engine.ProcessBlock(source, offset, destination, offset);
            }
        }

        public override void Count(byte[] counter, byte[] source, byte[] destination, int offset, int length)
        {
            BufferedBlockCipher mode = new(new SicBlockCipher(engine));
            mode.Init(true, new ParametersWithIV(parameters, counter));
            int written = mode.ProcessBytes(source, offset, length, destination, offset);
            mode.DoFinal(destination, offset + written);
        }
    }
}
