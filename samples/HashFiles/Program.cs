using System.Security.Cryptography;
using Lanewise.Files;

string folder = args.Length > 0 ? args[0] : Directory.CreateTempSubdirectory().FullName;
if (args.Length == 0) File.WriteAllText(Path.Combine(folder, "abc.txt"), "abc");

// All files of a folder, as a list.
FileHash md5 = FileHash.Of(HashAlgorithmName.MD5);
foreach (HashedFile file in FileHasher.Run(Directory.EnumerateFiles(folder), md5))
{
    Console.WriteLine(
        file.Error is null ? $"{Convert.ToHexStringLower(file.Digest)}  {Path.GetFileName(file.Path)}"
            : $"{file.Path}: {file.Error.Message}");
    // prints 900150983cd24fb0d6963f7d28e17f72  abc.txt
}

// All files in it, returned as they are done, on four cores.
FileHash blake3 = FileHash.Of(new HashAlgorithmName("BLAKE3"));
FileHasher.Run(
    FileTree.Enumerate(folder).Where(found => found.Kind == FoundKind.File).Select(found => new HashedFile(found.Path, blake3)),
    file => Console.WriteLine(
        file.Error is null ? $"{Convert.ToHexStringLower(file.Digest)}  {Path.GetFileName(file.Path)}"
            : $"{file.Path}: {file.Error.Message}"),
    new FileHashOptions { AsTheyFinish = true, Parallel = new ParallelOptions { MaxDegreeOfParallelism = 4 } });
// prints 6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85  abc.txt

// Streams, and several digests of one read.
FileHash both = FileHash.Several(md5, blake3);
HashedFile[] streams = [new(new MemoryStream("abc"u8.ToArray()), both), new(new MemoryStream("abcd"u8.ToArray()), both)];
FileHasher.Run(streams, stream => Console.WriteLine(Convert.ToHexStringLower(stream.DigestOf(md5))));
// prints 900150983cd24fb0d6963f7d28e17f72
// prints e2fc714c4727ee9395f324cd2e7f331f

// The ETag that S3 gives a multipart upload with parts of 8 MiB, and the part size of an ETag.
string path = Directory.EnumerateFiles(folder).First();
string etag = MultipartETag.Compute(path, MultipartETag.DefaultPartSizeInBytes);
Console.WriteLine(etag);
// prints af5da9f45af7a300e3aded972f8ff687-1
Console.WriteLine(MultipartETag.TryFindPartSize(path, etag, out long partSize));
// prints True
