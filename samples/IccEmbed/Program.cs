using Lanewise.Icc;

// Makes an sRGB profile of 404 bytes.
ReadOnlyMemory<byte> profile = IccSpaces.Find("sRGB").GetBytes(IccVariant.V2Nano);
Console.WriteLine(profile.Length);      // prints 404

// Embeds it in a PNG or JPEG, whose pixels stay unchanged. ProfiledImage.EmbedFile does the same with a file.
string pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP438AAAAQBAYD718vxAAAAAElFTkSuQmCC";
byte[] image = ProfiledImage.Embed(Convert.FromBase64String(pixel), profile.Span);
Console.WriteLine(ProfiledImage.Extract(image).AsSpan().SequenceEqual(profile.Span));
// prints True

// Reads the content of any profile, and whether it is valid.
IccFile file = IccFile.Read(ProfiledImage.Extract(image));
Console.WriteLine($"version {file.Header!.Major}, {file.Tags.Count} tags: {(file.IsValid ? "valid" : "not valid")}");
// prints version 2, 9 tags: valid

// Embeds it in a file, in place.
string copy = Path.GetTempFileName();
File.WriteAllBytes(copy, image);
Console.WriteLine(ProfiledImage.StripFile(copy));
// prints True
ProfiledImage.EmbedFile(copy, profile.Span);
Console.WriteLine(ProfiledImage.ExtractFile(copy)!.Length);
// prints 404
File.Delete(copy);

// Embeds the profile in the images on the command line.
foreach (string path in args) ProfiledImage.EmbedFile(path, profile.Span);
