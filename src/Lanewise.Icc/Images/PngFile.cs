using System.Buffers.Binary;
using System.IO.Compression;

namespace Lanewise.Icc;

/// <summary>A PNG as a row of chunks.</summary>
/// <remarks>
/// The profile lives in <c>iCCP</c>, before the palette and the pixels. <c>sRGB</c> and <c>cICP</c> name a colour space too and
/// would contradict it or be obeyed instead, so embedding removes them with the old profile.
/// </remarks>
internal sealed class PngFile
{
    private const int HeaderDataLength = 13;
    private const int MaxProfileLength = 1 << 28;

    private static readonly uint[] CrcTable = MakeCrcTable();

    private readonly byte[] image;
    private readonly List<Chunk> chunks = [];
    private readonly int colourType;

    private PngFile(byte[] image)
    {
        this.image = image;
        int offset = Mark.Length;
        while (chunks.Count == 0 || chunks[^1].Type != "IEND")
        {
            Chunk chunk = ReadChunk(offset);
            chunks.Add(chunk);
            offset = chunk.End;
        }

        TailOffset = offset;
        Chunk header = chunks[0];
        if (header.Type != "IHDR" || header.Length != HeaderDataLength)
            throw new IccFormatException(header.Offset, header.Type, "the first chunk must be IHDR with 13 bytes");
        if (!chunks.Exists(x => x.Type == "IDAT")) throw new IccFormatException(header.End, "IDAT", "the image has no pixels: the chunk is missing");
        colourType = image[header.Data + 9];
    }

    public static ReadOnlySpan<byte> Mark => [0x89, (byte)'P', (byte)'N', (byte)'G', 13, 10, 26, 10];

    /// <summary>Where whatever follows the last chunk begins; it is kept.</summary>
    private int TailOffset { get; }

    /// <summary>A chunk: length, type, data, check.</summary>
    private readonly record struct Chunk(int Offset, string Type, int Length)
    {
        public int Data => Offset + 8;

        public int End => Offset + 12 + Length;
    }

    public static PngFile Read(ReadOnlySpan<byte> image) => new(image.ToArray());

    public byte[]? Extract()
    {
        Chunk chunk = chunks.Find(x => x.Type == "iCCP");
        if (chunk.Type is null) return null;

        ReadOnlySpan<byte> data = image.AsSpan(chunk.Data, chunk.Length);
        int name = data.IndexOf((byte)0);
        if (name is < 1 or > 79 || name + 2 > data.Length)
            throw new IccFormatException(chunk.Data, "iCCP", "the profile's name must have 1 to 79 bytes and a terminator");
        if (data[name + 1] != 0) throw new IccFormatException(chunk.Data + name + 1, "iCCP", $"the compression must be 0, not {data[name + 1]}");

        try
        {
            using MemoryStream packed = new(data.Slice(name + 2).ToArray());
            using ZLibStream unpack = new(packed, CompressionMode.Decompress);
            using MemoryStream profile = new();
            byte[] buffer = new byte[1 << 16];
            int read;
            while ((read = unpack.Read(buffer)) > 0)
            {
                // A few bytes can unpack to gigabytes; no profile is that large.
                if (profile.Length + read > MaxProfileLength)
                    throw new IccFormatException(chunk.Data, "iCCP", $"the profile unpacks to more than {MaxProfileLength} bytes");
                profile.Write(buffer, 0, read);
            }

            return profile.ToArray();
        }
        catch (InvalidDataException e)
        {
            throw new IccFormatException($"offset {chunk.Data + name + 2}, 'iCCP': the profile cannot be unpacked: {e.Message}", e);
        }
    }

    public byte[] Embed(ReadOnlySpan<byte> profile, IccFile file)
    {
        // The specification ties grey profiles to grey images and RGB profiles to all others, palettes included.
        string wanted = colourType is 0 or 4 ? "GRAY" : "RGB ";
        if (file.Header!.DataSpace != wanted)
            throw new IccFormatException(16, null, $"the profile describes '{file.Header.DataSpace.Trim()}'; a PNG of colour type {colourType} needs '{wanted.Trim()}'");

        return Rebuild(x => x is "iCCP" or "sRGB" or "cICP", Pack(profile));
    }

    public byte[] Strip() => Rebuild(x => x == "iCCP", []);

    private static byte[] Pack(ReadOnlySpan<byte> profile)
    {
        using MemoryStream packed = new();
        packed.Write("icc\0\0"u8);
        using (ZLibStream pack = new(packed, CompressionLevel.SmallestSize, leaveOpen: true)) pack.Write(profile);

        int length = (int)packed.Length;
        byte[] chunk = new byte[length + 12];
        BinaryPrimitives.WriteInt32BigEndian(chunk, length);
        "iCCP"u8.CopyTo(chunk.AsSpan(4));
        packed.GetBuffer().AsSpan(0, length).CopyTo(chunk.AsSpan(8));
        BinaryPrimitives.WriteUInt32BigEndian(chunk.AsSpan(8 + length), Crc(chunk.AsSpan(4, 4 + length)));
        return chunk;
    }

    private byte[] Rebuild(Predicate<string> remove, byte[] insert)
    {
        using MemoryStream result = new(image.Length + insert.Length);
        result.Write(Mark);
        foreach (Chunk chunk in chunks)
        {
            if (remove(chunk.Type)) continue;
            result.Write(image, chunk.Offset, chunk.End - chunk.Offset);
            if (chunk.Type == "IHDR") result.Write(insert);
        }

        result.Write(image, TailOffset, image.Length - TailOffset);
        return result.ToArray();
    }

    private Chunk ReadChunk(int offset)
    {
        int left = image.Length - offset;
        if (left < 12) throw new IccFormatException(offset, null, $"the PNG is cut off: a chunk needs at least 12 bytes, {left} are left");

        uint length = BinaryPrimitives.ReadUInt32BigEndian(image.AsSpan(offset));
        string type = IccFile.Signature(image.AsSpan(offset + 4));
        if (length > left - 12)
            throw new IccFormatException(offset, type, $"the PNG is cut off: the chunk has {length} bytes, {left - 12} are left");

        uint crc = BinaryPrimitives.ReadUInt32BigEndian(image.AsSpan(offset + 8 + (int)length));
        uint real = Crc(image.AsSpan(offset + 4, 4 + (int)length));
        if (crc != real) throw new IccFormatException(offset + 8 + length, type, $"the check of the chunk is {crc:x8}; its bytes give {real:x8}");
        return new(offset, type, (int)length);
    }

    private static uint Crc(ReadOnlySpan<byte> data)
    {
        uint crc = uint.MaxValue;
        foreach (byte b in data) crc = CrcTable[(byte)(crc ^ b)] ^ (crc >> 8);
        return ~crc;
    }

    private static uint[] MakeCrcTable()
    {
        uint[] table = new uint[256];
        for (uint n = 0; n < 256; n++)
        {
            uint c = n;
            for (int bit = 0; bit < 8; bit++) c = (c & 1) != 0 ? 0xEDB88320 ^ (c >> 1) : c >> 1;
            table[n] = c;
        }

        return table;
    }
}
