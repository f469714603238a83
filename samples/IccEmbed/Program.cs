using Lanewise.Icc;

// Puts a 404-byte sRGB profile into the PNG or JPEG that is named, in place.
if (args is not [string path])
{
    Console.Error.WriteLine("usage: IccEmbed IMAGE");
    return 2;
}

ReadOnlyMemory<byte> profile = IccSpaces.Find("sRGB").GetBytes(IccVariant.V2Nano);
ProfiledImage.EmbedFile(path, profile.Span);
Console.WriteLine($"{path}: a profile of {profile.Length} bytes");
return 0;
