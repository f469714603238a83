// Digests of all files of a folder, twice: as a list when all are done, and one by one as they are done.
//
//   dotnet run -c Release --project samples/HashFiles -- FOLDER
using System.Security.Cryptography;
using Lanewise.Files;

string folder = args.Length > 0 ? args[0] : ".";
FileHash md5 = FileHash.Of(HashAlgorithmName.MD5);
foreach (HashedFile file in FileHasher.Run(Directory.EnumerateFiles(folder), md5))
{
    Console.WriteLine(file.Error is null ? $"{Convert.ToHexStringLower(file.Digest)}  {file.Path}" : $"{file.Path}: {file.Error.Message}");
}

FileHash blake3 = FileHash.Of(new HashAlgorithmName("BLAKE3"));
FileHasher.Run(
    FileTree.Enumerate(folder).Where(found => found.Kind == FoundKind.File).Select(found => new HashedFile(found.Path, blake3)),
    file => Console.WriteLine(file.Error is null ? $"{Convert.ToHexStringLower(file.Digest)}  {file.Path}" : $"{file.Path}: {file.Error.Message}"),
    new FileHashOptions { AsTheyFinish = true, Parallel = new ParallelOptions { MaxDegreeOfParallelism = 4 } });
