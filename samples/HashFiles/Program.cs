using Lanewise.Files;

// Hashes all files of the current folder.
FileHash blake3 = FileHash.Of(new("BLAKE3"));
string[] files = Directory.GetFiles(".");
foreach (HashedFile file in FileHasher.Run(files, blake3))
    Console.WriteLine("{0}: {1}", file.Path,
        Convert.ToHexString(file.Digest, 0, 8));

// If the folder contains only abc.txt, with the text "abc",
// prints ./abc.txt: 6437B3AC38465133

string folder =
    Directory.CreateTempSubdirectory().FullName;
File.WriteAllText(Path.Combine(folder, "abc.txt"), "abc");

// Lists all files in a folder with their digests.
string[] paths = Directory.GetFiles(folder);
foreach (HashedFile file in FileHasher.Run(paths, blake3))
{
    string name = Path.GetFileName(file.Path);
    string result = file.Error?.Message
        ?? Convert.ToHexStringLower(file.Digest)[..16];
    Console.WriteLine($"{name}: {result}");
    // prints abc.txt: 6437b3ac38465133
}

// Includes subfolders, and uses four cores.
// Each result is delivered as soon as it is available.
IEnumerable<HashedFile> tree = FileTree.Enumerate(folder)
    .Where(found => found.Kind == FoundKind.File)
    .Select(found => new HashedFile(found.Path, blake3));
FileHashOptions options = new()
{
    AsTheyFinish = true,
    Parallel = new() { MaxDegreeOfParallelism = 4 },
};
FileHasher.Run(
    tree,
    file => Console.WriteLine(Path.GetFileName(file.Path)),
    options);
// prints abc.txt

// Hashes streams, and computes two digests in one read.
FileHash md5 = FileHash.Of(new("MD5"));
FileHash sha256 = FileHash.Of(new("SHA256"));
FileHash both = FileHash.Several(md5, sha256);
HashedFile[] streams =
[
    new(new MemoryStream("abc"u8.ToArray()), both),
    new(new MemoryStream("abcd"u8.ToArray()), both),
];
FileHasher.Run(streams, stream => Console.WriteLine(
    Convert.ToHexStringLower(stream.DigestOf(md5))));
// prints 900150983cd24fb0d6963f7d28e17f72
// prints e2fc714c4727ee9395f324cd2e7f331f

// Computes the ETag of an upload with 8 MiB parts.
string upload = Path.GetTempFileName();
File.WriteAllText(upload, "abc");
string etag = MultipartETag.Compute(
    upload, MultipartETag.DefaultPartSizeInBytes);
Console.WriteLine(etag);
// prints af5da9f45af7a300e3aded972f8ff687-1

// Finds the part size that matches an ETag.
bool isFound = MultipartETag.TryFindPartSize(
    upload, etag, out long partSize);
Console.WriteLine(isFound);
// prints True
File.Delete(upload);
Directory.Delete(folder, recursive: true);
