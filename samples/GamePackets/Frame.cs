using System.Buffers.Binary;
using System.Security.Cryptography;
using Lanewise;

namespace GamePackets;

/// <summary>
/// Implements the frame format <c>length | Adler-32 | encrypted body</c>. The body is <c>length | payload | zeros</c>.
/// </summary>
internal static class Frame
{
    public const int LengthBytes = 2;
    public const int ChecksumBytes = 4;
    public const int HeaderBytes = LengthBytes + ChecksumBytes;
    public const int MaxBodyBytes = ushort.MaxValue - ChecksumBytes - 7;

    /// <summary>Returns the length of a body that contains a payload of the given length.</summary>
    public static int BodyBytes(int payloadBytes) =>
        (LengthBytes + payloadBytes + Xtea.BlockSizeInBytes - 1) / Xtea.BlockSizeInBytes * Xtea.BlockSizeInBytes;

    /// <summary>Writes an unencrypted body: length, payload, zeros.</summary>
    public static void WriteBody(Span<byte> body, ReadOnlySpan<byte> payload)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(body, (ushort)payload.Length);
        payload.CopyTo(body.Slice(LengthBytes));
        body.Slice(LengthBytes + payload.Length).Clear();
    }

    /// <summary>Returns the payload of an unencrypted body. Throws if the payload length is invalid.</summary>
    public static ReadOnlySpan<byte> Payload(ReadOnlySpan<byte> body)
    {
        int length = BinaryPrimitives.ReadUInt16LittleEndian(body);
        return BodyBytes(length) == body.Length
            ? body.Slice(LengthBytes, length)
            : throw new InvalidDataException($"A body of {body.Length} bytes says that its payload has {length}.");
    }

    /// <summary>Writes the header, which consists of a length and a checksum, in front of an encrypted body.</summary>
    public static void WriteHeader(Span<byte> frame)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(frame, (ushort)(frame.Length - LengthBytes));
        BinaryPrimitives.WriteUInt32LittleEndian(frame.Slice(LengthBytes), Adler32(frame.Slice(HeaderBytes)));
    }

    /// <summary>
    /// Returns the length of the first frame in the received data, or 0 if the frame is incomplete. Throws if the frame is
    /// invalid.
    /// </summary>
    public static int Complete(ReadOnlySpan<byte> received)
    {
        if (received.Length < LengthBytes) return 0;

        int length = LengthBytes + BinaryPrimitives.ReadUInt16LittleEndian(received);
        int body = length - HeaderBytes;
        if (body <= 0 || body % Xtea.BlockSizeInBytes != 0)
        {
            throw new InvalidDataException(
                $"A frame announces a body of {body} bytes, which is not a positive multiple of {Xtea.BlockSizeInBytes} bytes.");
        }


        if (received.Length < length) return 0;

        uint expected = BinaryPrimitives.ReadUInt32LittleEndian(received.Slice(LengthBytes)),
            actual = Adler32(received.Slice(HeaderBytes, body));
        return expected == actual ? length
            : throw new InvalidDataException($"A frame's checksum is {expected:x8}, that of its body {actual:x8}.");
    }

    /// <summary>Encrypts a payload into a new frame, as a client does.</summary>
    public static byte[] Make(Xtea xtea, ReadOnlySpan<byte> payload)
    {
        byte[] frame = new byte[HeaderBytes + BodyBytes(payload.Length)];
        Span<byte> body = frame.AsSpan(HeaderBytes);
        WriteBody(body, payload);
        xtea.EncryptEcb(body, body, PaddingMode.None);
        WriteHeader(frame);
        return frame;
    }

    private static uint Adler32(ReadOnlySpan<byte> data)
    {
        uint a = 1, b = 0;
        while (!data.IsEmpty)
        {
            // Adler-32's sums over 5,552 bytes fit in 32 bits, so the modulo operation is needed only once per 5,552 bytes.
            foreach (byte d in data.Slice(0, Math.Min(5552, data.Length)))
            {
                a += d;
                b += a;
            }

            a %= 65521;
            b %= 65521;
            data = data.Slice(Math.Min(5552, data.Length));
        }

        return (b << 16) | a;
    }
}
