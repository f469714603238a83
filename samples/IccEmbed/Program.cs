using Lanewise.Icc;

// Creates a 404-byte sRGB profile.
ReadOnlyMemory<byte> profile = IccSpaces.Find("sRGB")
    .GetBytes(IccVariant.V2Nano);
Console.WriteLine(profile.Length);
// prints 404

// Embeds the profile. The pixels do not change.
byte[] png = Convert.FromBase64String(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAA"
    + "AADElEQVR42mP438AAAAQBAYD718vxAAAAAElFTkSuQmCC");
byte[] image = ProfiledImage.Embed(png, profile.Span);
ReadOnlySpan<byte> embedded = ProfiledImage.Extract(image);
Console.WriteLine(embedded.SequenceEqual(profile.Span));
// prints True

// Reads the content of any profile, and checks it.
IccFile file = IccFile.Read(embedded);
string verdict = file.IsValid ? "valid" : "not valid";
Console.WriteLine($"{file.Tags.Count} tags, {verdict}");
// prints 9 tags, valid

// Removes the embedded profile from a file, and then embeds the profile again.
string copy = Path.GetTempFileName();
File.WriteAllBytes(copy, image);
Console.WriteLine(ProfiledImage.StripFile(copy));
// prints True
ProfiledImage.EmbedFile(copy, profile.Span);
Console.WriteLine(ProfiledImage.ExtractFile(copy)!.Length);
// prints 404
File.Delete(copy);

// Embeds the profile in each image that is named on the command line.
foreach (string path in args) ProfiledImage.EmbedFile(path, profile.Span);
