using System.Buffers.Binary;
using System.Text;

namespace Lanewise.Icc;

/// <summary>Writes the parts of a profile: the header, the tag table, the elements and the profile ID.</summary>
internal static class IccWriter
{
    private const int Alignment = 4;

    public static byte[] Write(IccProfile profile, IccPacking packing)
    {
        Check(profile);
        bool v4 = profile.Version == 4;
        List<(string Tag, Piece Piece)> tags = v4 ? Version4(profile, packing) : Version2(profile, packing);

        // The first element directly follows the tag table, and every element starts at a multiple of four bytes, as both
        // versions require.
        int end = IccFormat.TableStart + (IccFormat.TableEntryLength * tags.Count);
        int length = end;
        foreach (Piece piece in tags.Select(x => x.Piece).Distinct())
        {
            if (piece.Inside is not null) continue;

            end = Align(end);
            piece.Offset = end;
            end += piece.Own;
            length = Math.Max(length, piece.Offset + piece.Bytes.Length);
        }

        // In version 4, the last element is also padded. A version 2 profile ends directly after its last element.
        byte[] data = new byte[v4 ? Align(length) : length];
        IccFormat.WriteHeader(data, profile);
        BinaryPrimitives.WriteInt32BigEndian(data.AsSpan(IccFormat.HeaderLength), tags.Count);
        int entry = IccFormat.TableStart;
        foreach ((string tag, Piece piece) in tags)
        {
            int offset = piece.Inside is null ? piece.Offset : piece.Inside.Offset + piece.Offset;
            Encoding.ASCII.GetBytes(tag, data.AsSpan(entry));
            BinaryPrimitives.WriteInt32BigEndian(data.AsSpan(entry + 4), offset);
            BinaryPrimitives.WriteInt32BigEndian(data.AsSpan(entry + 8), piece.Bytes.Length);
            piece.Bytes.AsSpan(0, piece.Own).CopyTo(data.AsSpan(offset));
            entry += IccFormat.TableEntryLength;
        }

        IccFormat.ComputeId(data, data.AsSpan(IccFormat.IdOffset, IccFormat.IdLength));
        return data;
    }

    private static List<(string Tag, Piece Piece)> Version2(IccProfile profile, IccPacking packing)
    {
        List<(string, Piece)> tags = [];
        if (packing == IccPacking.Tight && profile.Copyright.Length <= IccFormat.MaxCopyrightInside)
        {
            // Additional terminators pad the ASCII text until the language code starts at a multiple of four. The copyright
            // element is stored at this offset, inside the description element. The copyright's signature serves as the language
            // code, the reserved field as the Unicode count of 0, and the characters as the script code.
            int count = Align(profile.Description.Length + 1);
            byte[] bytes = IccFormat.Description(profile.Description, count);
            Encoding.ASCII.GetBytes("text", bytes.AsSpan(12 + count));
            Encoding.ASCII.GetBytes(profile.Copyright, bytes.AsSpan(12 + count + 8));
            Piece description = new(bytes, bytes.Length - IccFormat.MacintoshLength);
            Piece copyright = new(IccFormat.Text(profile.Copyright), 0) { Inside = description, Offset = 12 + count };
            tags.Add(("desc", description));
            tags.Add(("cprt", copyright));
        }
        else
        {
            byte[] bytes = IccFormat.Description(profile.Description, profile.Description.Length + 1);
            tags.Add(("desc", new(bytes, bytes.Length - (packing == IccPacking.Plain ? 0 : IccFormat.MacintoshLength))));
            tags.Add(("cprt", new(IccFormat.Text(profile.Copyright))));
        }

        tags.Add(("wtpt", new(IccFormat.Xyz(profile.MediaWhite))));
        AddColor(tags, profile);
        return tags;
    }

    private static List<(string Tag, Piece Piece)> Version4(IccProfile profile, IccPacking packing)
    {
        Piece description = new(IccFormat.Localized(profile.Description));
        Piece copyright = packing != IccPacking.Plain && profile.Copyright == profile.Description
            ? description
            : new(IccFormat.Localized(profile.Copyright));
        List<(string, Piece)> tags =
        [
            ("desc", description),
            ("cprt", copyright),
            ("wtpt", new(IccFormat.Xyz(profile.MediaWhite))),
        ];
        if (!profile.Adaptation.IsEmpty) tags.Add(("chad", new(IccFormat.Matrix(profile.Adaptation.AsSpan()))));
        AddColor(tags, profile);
        return tags;
    }

    private static void AddColor(List<(string Tag, Piece Piece)> tags, IccProfile profile)
    {
        Piece curve = new(IccFormat.Curve(profile.Curve));
        if (profile.IsGray)
        {
            tags.Add(("kTRC", curve));
            return;
        }

        tags.Add(("rXYZ", new(IccFormat.Xyz(profile.Red))));
        tags.Add(("gXYZ", new(IccFormat.Xyz(profile.Green))));
        tags.Add(("bXYZ", new(IccFormat.Xyz(profile.Blue))));
        tags.Add(("rTRC", curve));
        tags.Add(("gTRC", curve));
        tags.Add(("bTRC", curve));
    }

    private static void Check(IccProfile profile)
    {
        if (profile.Version is not (2 or 4))
            throw new InvalidOperationException($"Profiles are written as version 2 or 4, not {profile.Version}.");
        if (profile.Version == 2 && profile.Curve.Kind == IccCurveKind.Parametric)
            throw new InvalidOperationException("Version 2 does not support parametric curves; use a gamma or sampled curve.");
        if (profile.Version == 2 && !profile.Adaptation.IsEmpty)
            throw new InvalidOperationException("An adaptation matrix requires version 4.");
        if (profile.Adaptation.Length is not (0 or 9))
            throw new InvalidOperationException($"The adaptation matrix has 9 numbers, not {profile.Adaptation.Length}.");
        CheckText(profile.Description, "description", profile.Version);
        CheckText(profile.Copyright, "copyright", profile.Version);
    }

    private static void CheckText(string text, string what, int version)
    {
        if (text.Length > IccProfile.MaxTextLength)
            throw new InvalidOperationException(
                $"The {what} has {text.Length} characters; at most {IccProfile.MaxTextLength} are allowed.");

        foreach (char c in text)
        {
            if (c == 0 || (version == 2 && !char.IsAscii(c)))
            {
                string allowed = version == 2 ? "ASCII without NUL" : "text without NUL";
                throw new InvalidOperationException(
                    $"The {what} contains U+{(int)c:X4}; version {version} allows only {allowed}.");
            }
        }
    }

    private static int Align(int length) => (length + Alignment - 1) / Alignment * Alignment;

    /// <summary>
    /// An element, and the number of bytes that only this element uses. The other bytes of the element overlap the following
    /// elements.
    /// </summary>
    private sealed class Piece(byte[] bytes, int own)
    {
        public Piece(byte[] bytes)
            : this(bytes, bytes.Length)
        {
        }

        public byte[] Bytes { get; } = bytes;

        public int Own { get; } = own;

        /// <summary>
        /// The element that contains this element, or null if there is none. The offset of a contained element is relative to
        /// the containing element.
        /// </summary>
        public Piece? Inside { get; init; }

        public int Offset { get; set; }
    }
}
