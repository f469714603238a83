using System.Buffers.Binary;
using System.Text;

namespace Lanewise.Icc;

/// <summary>Defines the binary format of the header and of the element types that matrix and gray profiles use.</summary>
internal static class IccFormat
{
    public const int HeaderLength = 128;
    public const int TableStart = HeaderLength + 4;
    public const int TableEntryLength = 12;
    public const int IdOffset = 84;
    public const int IdLength = 16;

    /// <summary>The length of the Macintosh script text, which is always present at the end of a description element.</summary>
    public const int MacintoshLength = 67;

    /// <summary>The maximum length of a copyright text that fits in the script code field of a description element.</summary>
    public const int MaxCopyrightInside = 2;

    private const int FlagsOffset = 44;
    private const int IntentOffset = 64;

    public static void WriteHeader(Span<byte> data, IccProfile profile)
    {
        BinaryPrimitives.WriteInt32BigEndian(data, data.Length);
        data[8] = (byte)profile.Version;
        data[9] = profile.Version == 4 ? (byte)0x20 : (byte)0x10;
        Encoding.ASCII.GetBytes("mntr", data.Slice(12));
        Encoding.ASCII.GetBytes(profile.IsGray ? "GRAY" : "RGB ", data.Slice(16));
        Encoding.ASCII.GetBytes("XYZ ", data.Slice(20));
        DateTime date = profile.Created;
        ReadOnlySpan<int> fields = [date.Year, date.Month, date.Day, date.Hour, date.Minute, date.Second];
        for (int i = 0; i < fields.Length; i++)
            BinaryPrimitives.WriteUInt16BigEndian(data.Slice(24 + (2 * i)), (ushort)fields[i]);
        Encoding.ASCII.GetBytes("acsp", data.Slice(36));
        Encoding.ASCII.GetBytes("MSFT", data.Slice(40));
        WriteXyz(data.Slice(68), IccXyz.D50);
    }

    /// <summary>
    /// Computes the profile ID: the MD5 digest of the profile, with the flags, the rendering intent and the ID set to zero.
    /// </summary>
    public static void ComputeId(ReadOnlySpan<byte> data, Span<byte> destination)
    {
        Span<byte> header = stackalloc byte[HeaderLength];
        data.Slice(0, HeaderLength).CopyTo(header);
        header.Slice(FlagsOffset, 4).Clear();
        header.Slice(IntentOffset, 4).Clear();
        header.Slice(IdOffset, IdLength).Clear();
        using Md5 hash = new();
        hash.AppendData(header);
        hash.AppendData(data.Slice(HeaderLength));
        hash.GetCurrentHash(destination);
    }

    public static byte[] Xyz(IccXyz value)
    {
        byte[] bytes = Start("XYZ ", 20);
        WriteXyz(bytes.AsSpan(8), value);
        return bytes;
    }

    public static byte[] Matrix(ReadOnlySpan<S15Fixed16> byRows)
    {
        byte[] bytes = Start("sf32", 8 + (4 * byRows.Length));
        for (int i = 0; i < byRows.Length; i++) BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(8 + (4 * i)), byRows[i].Raw);
        return bytes;
    }

    public static byte[] Curve(IccCurve curve)
    {
        bool parametric = curve.Kind == IccCurveKind.Parametric;
        byte[] bytes = Start(parametric ? "para" : "curv", curve.Length);
        if (parametric)
        {
            BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(8), (ushort)curve.FunctionType);
            for (int i = 0; i < curve.Parameters.Length; i++)
                BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(12 + (4 * i)), curve.Parameters[i].Raw);
        }
        else
        {
            BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(8), curve.Samples.Length);
            for (int i = 0; i < curve.Samples.Length; i++)
                BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(12 + (2 * i)), curve.Samples[i]);
        }

        return bytes;
    }

    /// <summary>Creates a textType element, which consists of the characters and a terminator.</summary>
    public static byte[] Text(string text)
    {
        byte[] bytes = Start("text", 8 + text.Length + 1);
        Encoding.ASCII.GetBytes(text, bytes.AsSpan(8));
        return bytes;
    }

    /// <summary>
    /// Creates a textDescriptionType element that contains only an ASCII text. <paramref name="count"/> includes the terminators.
    /// </summary>
    public static byte[] Description(string text, int count)
    {
        byte[] bytes = Start("desc", 12 + count + 4 + 4 + 2 + 1 + MacintoshLength);
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(8), count);
        Encoding.ASCII.GetBytes(text, bytes.AsSpan(12));
        return bytes;
    }

    /// <summary>
    /// Creates a multiLocalizedUnicodeType element with one text in American English, as in nearly all profiles.
    /// </summary>
    public static byte[] Localized(string text)
    {
        const int TextStart = 28;
        byte[] bytes = Start("mluc", TextStart + (2 * text.Length));
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(8), 1);
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(12), 12);
        Encoding.ASCII.GetBytes("enUS", bytes.AsSpan(16));
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(20), 2 * text.Length);
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(24), TextStart);
        Encoding.BigEndianUnicode.GetBytes(text, bytes.AsSpan(TextStart));
        return bytes;
    }

    private static byte[] Start(string type, int length)
    {
        byte[] bytes = new byte[length];
        Encoding.ASCII.GetBytes(type, bytes);
        return bytes;
    }

    private static void WriteXyz(Span<byte> destination, IccXyz value)
    {
        BinaryPrimitives.WriteInt32BigEndian(destination, value.X.Raw);
        BinaryPrimitives.WriteInt32BigEndian(destination.Slice(4), value.Y.Raw);
        BinaryPrimitives.WriteInt32BigEndian(destination.Slice(8), value.Z.Raw);
    }
}
