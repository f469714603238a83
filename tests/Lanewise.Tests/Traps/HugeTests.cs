using System.Globalization;
using System.Security.Cryptography;
using Xunit;

namespace Lanewise.Tests;

/// <summary> Tests messages longer than 2^29, 2^31 and 2^32 bytes, and compares their hashes with those of other programs. The
/// tests need minutes and some GiB of memory, so they run only with LANEWISE_HUGE=1. </summary>
public sealed class HugeTests
{
    [Theory]
    [InlineData((1L << 29) + 1)]
    [InlineData((1L << 31) + 17)]
    [InlineData((1L << 32) + 5)]
    public void StreamsOfManyGigabytesEqualTheOtherPrograms(long length)
    {
        RequireHuge();
        Tool.Require("md5sum");
        Tool.Require("b2sum");
        Tool.Require("openssl");
        string text = length.ToString(CultureInfo.InvariantCulture);
        Assert.Equal(FromTool("md5sum", []), Hex(Md5.HashData(new GeneratedStream(length))));
        Assert.Equal(FromTool("b2sum", []), Hex(Blake2b.HashData(new GeneratedStream(length))));
        Assert.Equal(FromTool("openssl", ["dgst", "-r", "-blake2s256"]), Hex(Blake2s.HashData(new GeneratedStream(length))));

        string FromTool(string program, string[] arguments)
        {
            string output = Tool.Run(program, arguments, input => new GeneratedStream(length).CopyTo(input, 1 << 20))
                .Split(' ')[0];
            Assert.True(output.Length >= 32, $"{program} printed nothing for {text} bytes.");
            return output;
        }
    }

    [Fact]
    public void ASourceOfTheMaximumArrayLengthIsHashedCorrectly()
    {
        RequireHuge();
        Tool.Require("md5sum");
        // First, a single message fills the array. Then the array contains many messages whose offsets reach nearly 2^31.
        byte[] source = GC.AllocateUninitializedArray<byte>(Array.MaxLength);
        new GeneratedStream(source.Length).ReadExactly(source);
        Assert.Equal(Tool.Run("md5sum", [], input => input.Write(source)).Split(' ')[0], Hex(Md5.HashData(source)));
        Assert.Equal(Tool.Run("b2sum", [], input => input.Write(source)).Split(' ')[0], Hex(Blake2b.HashData(source)));

        foreach (int count in new[] { 5, 33, 131 })
        {
            int length = source.Length / count, used = length * count;
            ReadOnlyMemory<byte> packed = source.AsMemory(source.Length - used);
            int[] lengths = [.. Enumerable.Repeat(length, count)];
            lengths[0]--;
            lengths[1]++;
            byte[] equal = new byte[16 * count], ragged = new byte[16 * count];
            Md5.HashMany(packed.Span, length, equal);
            Md5.HashMany(packed.Span, lengths, ragged);
            foreach (int i in new[] { 0, 1, 2, count - 1 })
            {
                Digests.Equal(Md5.HashData(packed.Span.Slice(i * length, length)), equal.AsSpan(16 * i, 16), () =>
                    $"equal, {count} messages, message {i}");
                int offset = i switch { 0 => 0, 1 => length - 1, _ => i * length };
                Digests.Equal(Md5.HashData(packed.Span.Slice(offset, lengths[i])), ragged.AsSpan(16 * i, 16), () =>
                    $"ragged, {count} messages, message {i}");
            }
        }
    }

    /// <summary>The last windows of the batch end close to 2^31, so the offset of one more window would overflow.</summary>
    [Fact]
    public void AnArrayOfTheMaximumLengthIsDecryptedInPlace()
    {
        RequireHuge();
        byte[] data = GC.AllocateUninitializedArray<byte>(Array.MaxLength / 64 * 64), key = Pattern.Bytes(64);
        new GeneratedStream(data.Length).ReadExactly(data);
        string before = Hex(Md5.HashData(data));
        using Threefish512 cipher = new(key);
        byte[] iv = Pattern.Bytes(64);
        cipher.EncryptCbc(data, iv, data, PaddingMode.None);
        cipher.DecryptCbc(data, iv, data, PaddingMode.None);
        Assert.Equal(before, Hex(Md5.HashData(data)));

        using SkeinOutput output = Skein512.CreateKeystream(key, iv), again = Skein512.CreateKeystream(key, iv);
        output.Transform(data, data);
        Assert.NotEqual(before, Hex(Md5.HashData(data)));
        again.Transform(data, data);
        Assert.Equal(before, Hex(Md5.HashData(data)));
    }

    private static void RequireHuge()
    {
        if (Environment.GetEnvironmentVariable("LANEWISE_HUGE") != "1")
        {
            Assert.Skip("Messages of several GiB are tested only with LANEWISE_HUGE=1.");
        }
    }

    private static string Hex(byte[] digest) => Convert.ToHexStringLower(digest);

    /// <summary>
    /// A stream whose bytes are cheap to generate. The period of the bytes is not a multiple of any block length.
    /// </summary>
    private sealed class GeneratedStream(long length) : Stream
    {
        private static readonly byte[] Period = Pattern.Bytes(251 * 4096);
        private long position;

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => length;

        public override long Position { get => position; set => throw new NotSupportedException(); }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override int Read(Span<byte> buffer)
        {
            int at = (int)(position % Period.Length),
                n = (int)Math.Min(Math.Min(buffer.Length, Period.Length - at), length - position);
            Period.AsSpan(at, n).CopyTo(buffer);
            position += n;
            return n;
        }

        public override void Flush()
        {
            // The stream is read-only.
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
