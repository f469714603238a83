using System.Security.Cryptography;
using Lanewise.Files;

string folder = Directory.CreateTempSubdirectory().FullName;
File.WriteAllText(Path.Combine(folder, "abc.txt"), "abc");

// Lists all files of a folder with their digests.
FileHash blake3 = FileHash.Of(new HashAlgorithmName("BLAKE3"));
foreach (HashedFile file in FileHasher.Run(Directory.EnumerateFiles(folder), blake3))
{
    string name = Path.GetFileName(file.Path);
    Console.WriteLine(file.Error?.Message ?? $"{Convert.ToHexStringLower(file.Digest)}  {name}");
    // prints 6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85  abc.txt
}

// Includes subfolders, and uses four cores. Each result is delivered as soon as it is available.
IEnumerable<HashedFile> tree = FileTree.Enumerate(folder)
    .Where(found => found.Kind == FoundKind.File).Select(found => new HashedFile(found.Path, blake3));
FileHashOptions options = new()
{
    AsTheyFinish = true,
    Parallel = new ParallelOptions { MaxDegreeOfParallelism = 4 },
};
FileHasher.Run(tree, file => Console.WriteLine(Path.GetFileName(file.Path)), options);
// prints abc.txt

// Hashes streams, and computes two digests in one read.
FileHash md5 = FileHash.Of(HashAlgorithmName.MD5);
FileHash both = FileHash.Several(md5, FileHash.Of(HashAlgorithmName.SHA256));
HashedFile[] streams =
[
    new(new MemoryStream("abc"u8.ToArray()), both),
    new(new MemoryStream("abcd"u8.ToArray()), both),
];
FileHasher.Run(streams, stream => Console.WriteLine(Convert.ToHexStringLower(stream.DigestOf(md5))));
// prints 900150983cd24fb0d6963f7d28e17f72
// prints e2fc714c4727ee9395f324cd2e7f331f

// Computes the ETag of an upload in parts of 8 MiB, and finds the part size of an ETag.
string upload = Path.GetTempFileName();
File.WriteAllText(upload, "abc");
string etag = MultipartETag.Compute(upload, MultipartETag.DefaultPartSizeInBytes);
Console.WriteLine(etag);
// prints af5da9f45af7a300e3aded972f8ff687-1
Console.WriteLine(MultipartETag.TryFindPartSize(upload, etag, out long partSize));
// prints True
File.Delete(upload);
Directory.Delete(folder, recursive: true);
