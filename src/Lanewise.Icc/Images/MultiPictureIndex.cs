using System.Buffers.Binary;

namespace Lanewise.Icc.Images;

/// <summary>
/// The index of a multi-picture file (CIPA DC-007), which phones write for dual cameras and gain maps. The index contains the
/// length of the first picture, and the offsets of the other pictures relative to the index. Embedding a profile changes the
/// length and the offsets.
/// </summary>
/// <param name="table">The part of the index after the signature, which consists of a TIFF header and a directory.</param>
/// <param name="start">The offset of the table in the file.</param>
/// <param name="firstScan">The offset of the first picture's pixel data. The other pictures follow the first one.</param>
internal sealed class MultiPictureIndex(byte[] table, long start, long firstScan)
{
    private const int DirectoryEntryLength = 12;
    private const int PictureLength = 16;
    private const ushort PicturesTag = 0xB002;
    private const ushort UndefinedType = 7;

    private bool isLittleEndian;

    /// <summary>Corrects the lengths and offsets in the index for an edit. Call this method after all other changes.</summary>
    public void Correct(ImageEdit edit)
    {
        (int pictures, int count) = FindPictures();
        long moved = edit.Moved(start);
        long grown = edit.Moved(firstScan) - firstScan;
        List<(int At, uint Value)> corrections = [];
        for (int i = 0; i < count; i++)
        {
            int picture = pictures + (i * PictureLength);
            uint length = U32(picture + 4);
            uint offset = U32(picture + 8);
            if (offset == 0)
            {
                // The first picture contains the profile, and its offset is 0 by definition, so only the length changes.
                corrections.Add((picture + 4, Fitting(length + grown, picture + 4)));
                continue;
            }

            if (start + offset < firstScan)
                throw Fault(picture + 8, $"picture {i + 1} begins at {start + offset}, before the pixels of the first");
            corrections.Add((picture + 8, Fitting(edit.Moved(start + offset) - moved, picture + 8)));
        }

        foreach ((int at, uint value) in corrections)
        {
            if (value == U32(at)) continue;

            byte[] bytes = new byte[4];
            if (isLittleEndian) BinaryPrimitives.WriteUInt32LittleEndian(bytes, value);
            else BinaryPrimitives.WriteUInt32BigEndian(bytes, value);
            edit.Replace(start + at, 4, bytes);
        }
    }

    /// <summary>Returns the offset of the picture table and the number of its entries.</summary>
    private (int Offset, int Count) FindPictures()
    {
        Need(0, 8);
        isLittleEndian = table[0] == (byte)'I';
        if (table[0] != table[1] || table[0] is not ((byte)'I' or (byte)'M') || U16(2) != 42)
            throw Fault(0, "it must begin with the signature of TIFF, II or MM and 42");

        uint directory = U32(4);
        Need(directory, 2);
        int entries = U16((int)directory);
        Need(directory, 2 + ((long)entries * DirectoryEntryLength));
        for (int i = 0; i < entries; i++)
        {
            int entry = (int)directory + 2 + (i * DirectoryEntryLength);
            if (U16(entry) != PicturesTag) continue;

            uint length = U32(entry + 4);
            uint offset = U32(entry + 8);
            if (U16(entry + 2) != UndefinedType || length == 0 || length % PictureLength != 0)
                throw Fault(entry, $"its table of pictures must be bytes, {PictureLength} for each, not {length}");

            Need(offset, length);
            return ((int)offset, (int)length / PictureLength);
        }

        throw Fault(directory, $"its table of pictures (tag {PicturesTag:X4}) is missing");
    }

    private void Need(uint offset, long length)
    {
        if (offset + length > table.Length)
            throw Fault(0, $"its {table.Length} bytes end before the {length} bytes at {offset} that it names");
    }

    private uint Fitting(long value, int at) =>
        value is > 0 and <= uint.MaxValue ? (uint)value
            : throw Fault(at, $"with the changed profile the value would have to be {value}");

    /// <summary>
    /// Returns the exception for an invalid index. If the index is invalid, no file is written, because a wrongly corrected index
    /// would point other tools to the wrong pictures.
    /// </summary>
    private IccFormatException Fault(long at, string what) =>
        new(start + at, "MPF", $"the index of this multi-picture file cannot be corrected: {what}");

    private uint U32(int at) => isLittleEndian
        ? BinaryPrimitives.ReadUInt32LittleEndian(table.AsSpan(at))
        : BinaryPrimitives.ReadUInt32BigEndian(table.AsSpan(at));

    private ushort U16(int at) => isLittleEndian
        ? BinaryPrimitives.ReadUInt16LittleEndian(table.AsSpan(at))
        : BinaryPrimitives.ReadUInt16BigEndian(table.AsSpan(at));
}
