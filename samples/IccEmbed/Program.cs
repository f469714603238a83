using Lanewise.Icc;

// An sRGB profile of 404 bytes.
ReadOnlyMemory<byte> profile = IccSpaces.Find("sRGB").GetBytes(IccVariant.V2Nano);
Console.WriteLine(profile.Length);      // prints 404

// Into a PNG or JPEG, whose pixels stay as they are; ProfiledImage.EmbedFile does it to a file, in place.
string pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP438AAAAQBAYD718vxAAAAAElFTkSuQmCC";
byte[] image = ProfiledImage.Embed(Convert.FromBase64String(pixel), profile.Span);
Console.WriteLine(ProfiledImage.Extract(image).AsSpan().SequenceEqual(profile.Span));
// prints True

// What is in a profile, whoever made it, and whether it keeps to the format.
IccFile file = IccFile.Read(ProfiledImage.Extract(image));
Console.WriteLine($"version {file.Header!.Major}, {file.Tags.Count} tags: {(file.IsValid ? "valid" : "not valid")}");
// prints version 2, 9 tags: valid

// An image that is named gets the profile.
foreach (string path in args) ProfiledImage.EmbedFile(path, profile.Span);
