// Calls each package once: hashes a file by name and by bytes, makes a profile, and searches for a device.
using System.Security.Cryptography;
using Lanewise.Files;
using Lanewise.Gpu;
using Lanewise.Icc;
using Shared;

string byName = Convert.ToHexStringLower(FileHasher.Run(args, FileHash.Of(HashAlgorithmName.SHA256))[0].Digest);
string byBytes = Digests.Sha256Batch(File.ReadAllBytes(args[0]), new byte[100])[0];
using Accelerator? gpu = Accelerator.Find();
Console.WriteLine(
    $"{(byName == byBytes ? byName : "different")} {IccSpaces.Find("sRGB").GetBytes(IccVariant.V2Nano).Length} {gpu?.Info.Name ?? "no accelerator"}");
