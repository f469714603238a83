using System.Buffers.Binary;
using System.IO.Compression;

namespace Lanewise.Icc.Images;

/// <summary>A PNG file as a sequence of chunks.</summary>
/// <remarks>
/// The profile is stored in the <c>iCCP</c> chunk, which precedes the palette and the pixels. The chunks <c>sRGB</c> and
/// <c>cICP</c> also specify a color space and would contradict or override the profile. Therefore, embedding a profile removes
/// these chunks together with the old profile.
/// </remarks>
internal sealed class PngFile : ImageFile
{
    private const int HeaderDataLength = 13;

    /// <summary>
    /// The maximum number of color space chunks that are removed. A valid PNG has at most one chunk of each kind. Additional
    /// chunks are also removed, but the list of these chunks must not grow with the file.
    /// </summary>
    private const int MaxColorChunks = 64;

    private static readonly uint[] CrcTable = MakeCrcTable();

    private readonly List<Chunk> colors = [];
    private readonly byte[] buffer = new byte[1 << 16];
    private readonly Chunk header;
    private readonly int colorType;

    public PngFile(Stream image)
        : base(image)
    {
        bool hasPixels = false;
        Chunk chunk = ReadChunk(Mark.Length);
        header = chunk;
        while (chunk.Type != "IEND")
        {
            chunk = ReadChunk(chunk.End);
            hasPixels |= chunk.Type == "IDAT";
            if (chunk.Type is not ("iCCP" or "sRGB" or "cICP")) continue;

            if (colors.Count == MaxColorChunks)
            {
                throw new IccFormatException(
                    chunk.Offset, chunk.Type,
                    $"more than {MaxColorChunks} chunks name a color space; a PNG has one of each kind");
            }

            colors.Add(chunk);
        }

        if (header.Type != "IHDR" || header.Length != HeaderDataLength)
            throw new IccFormatException(header.Offset, header.Type, "the first chunk must be IHDR with 13 bytes");
        if (!hasPixels) throw new IccFormatException(header.End, "IDAT", "the image has no pixels: the chunk is missing");
        ReadAt(header.Data + 9, buffer.AsSpan(0, 1));
        colorType = buffer[0];
    }

    public static ReadOnlySpan<byte> Mark => [0x89, (byte)'P', (byte)'N', (byte)'G', 13, 10, 26, 10];

    /// <summary>A PNG chunk, which consists of a length, a type, data and a CRC.</summary>
    private readonly record struct Chunk(long Offset, string Type, int Length)
    {
        public long Data => Offset + 8;

        public long End => Offset + 12 + Length;
    }

    public override byte[]? Extract()
    {
        Chunk chunk = colors.Find(x => x.Type == "iCCP");
        if (chunk.Type is null) return null;

        Span<byte> start = buffer.AsSpan(0, Math.Min(chunk.Length, 81));
        ReadAt(chunk.Data, start);
        int name = start.IndexOf((byte)0);
        if (name is < 1 or > 79 || name + 2 > chunk.Length)
            throw new IccFormatException(chunk.Data, "iCCP", "the profile's name must have 1 to 79 bytes and a terminator");
        if (start[name + 1] != 0)
            throw new IccFormatException(chunk.Data + name + 1, "iCCP", $"the compression must be 0, not {start[name + 1]}");

        // A few compressed bytes can expand to gigabytes. Therefore, the decompressed size is determined first, and then
        // exactly that many bytes are allocated.
        byte[] packed = new byte[chunk.Length - name - 2];
        ReadAt(chunk.Data + name + 2, packed);
        try
        {
            byte[] profile = new byte[Unpacked(packed, chunk)];
            using ZLibStream unpack = new(new MemoryStream(packed), CompressionMode.Decompress);
            unpack.ReadExactly(profile);
            return profile;
        }
        catch (InvalidDataException e)
        {
            throw new IccFormatException(
                $"offset {chunk.Data + name + 2}, 'iCCP': the profile cannot be unpacked: {e.Message}", e);
        }
    }

    public override ImageEdit Embed(ReadOnlySpan<byte> profile, IccFile file)
    {
        // The PNG specification requires gray profiles for gray images, and RGB profiles for all other images, including palette
        // images.
        string wanted = colorType is 0 or 4 ? "GRAY" : "RGB ";
        if (file.Header!.DataSpace != wanted)
        {
            throw new IccFormatException(
                16, null,
                $"the profile describes '{file.Header.DataSpace.Trim()}'; "
                + $"a PNG of color type {colorType} needs '{wanted.Trim()}'");
        }

        byte[] packed = Pack(profile, CompressionLevel.SmallestSize);
        ImageEdit edit = Rebuild(_ => true, packed);

        // A profile that compresses extremely well would look like a decompression bomb, so it is stored without compression.
        return IccLimits.For(edit.Length) >= profile.Length
            ? edit
            : Rebuild(_ => true, Pack(profile, CompressionLevel.NoCompression));
    }

    public override ImageEdit Strip() => Rebuild(x => x == "iCCP", []);

    private int Unpacked(byte[] packed, in Chunk chunk)
    {
        int limit = IccLimits.For(Length);
        using ZLibStream unpack = new(new MemoryStream(packed), CompressionMode.Decompress);
        int length = 0;
        int read;
        while ((read = unpack.Read(buffer)) > 0)
        {
            length += read;
            if (length > limit)
            {
                throw new IccFormatException(
                    chunk.Data, "iCCP",
                    $"the profile decompresses to more than {limit} bytes, the limit for a file of {Length} bytes");
            }
        }

        return length;
    }

    private static byte[] Pack(ReadOnlySpan<byte> profile, CompressionLevel level)
    {
        using MemoryStream packed = new();
        packed.Write("\0\0\0\0iCCPicc\0\0"u8);
        using (ZLibStream pack = new(packed, level, leaveOpen: true)) pack.Write(profile);

        int length = (int)packed.Length;
        byte[] chunk = new byte[length + 4];
        packed.GetBuffer().AsSpan(0, length).CopyTo(chunk);
        BinaryPrimitives.WriteInt32BigEndian(chunk, length - 8);
        BinaryPrimitives.WriteUInt32BigEndian(chunk.AsSpan(length), ~Crc(uint.MaxValue, chunk.AsSpan(4, length - 4)));
        return chunk;
    }

    private ImageEdit Rebuild(Predicate<string> remove, byte[] insert)
    {
        ImageEdit edit = new(Image);
        Chunk first = colors.Find(x => x.Offset == header.End && remove(x.Type));
        edit.Replace(header.End, first.Type is null ? 0 : first.End - first.Offset, insert);
        foreach (Chunk chunk in colors)
        {
            if (chunk != first && remove(chunk.Type)) edit.Replace(chunk.Offset, chunk.End - chunk.Offset, []);
        }

        return edit;
    }

    private Chunk ReadChunk(long offset)
    {
        long left = Length - offset;
        if (left < 12)
            throw new IccFormatException(offset, null, $"the PNG is truncated: a chunk needs at least 12 bytes, {left} are left");

        Span<byte> start = stackalloc byte[8];
        ReadAt(offset, start);
        uint length = BinaryPrimitives.ReadUInt32BigEndian(start);
        string type = IccFile.Signature(start.Slice(4));
        if (length > left - 12)
            throw new IccFormatException(offset, type, $"the PNG is truncated: the chunk has {length} bytes, {left - 12} remain");

        uint real = Crc(uint.MaxValue, start.Slice(4));
        for (long at = 0; at < length; at += buffer.Length)
        {
            Span<byte> part = buffer.AsSpan(0, (int)Math.Min(buffer.Length, length - at));
            Image.ReadExactly(part);
            real = Crc(real, part);
        }

        Image.ReadExactly(start.Slice(0, 4));
        uint crc = BinaryPrimitives.ReadUInt32BigEndian(start);
        if (crc != ~real)
            throw new IccFormatException(
                offset + 8 + length, type, $"the check of the chunk is {crc:x8}; its bytes give {~real:x8}");
        return new(offset, type, (int)length);
    }

    private static uint Crc(uint crc, ReadOnlySpan<byte> data)
    {
        foreach (byte b in data) crc = CrcTable[(byte)(crc ^ b)] ^ (crc >> 8);
        return crc;
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
