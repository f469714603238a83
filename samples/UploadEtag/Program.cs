// Computes the ETag that Amazon S3 assigns to a file that is uploaded in parts, and the Content-MD5 of each block of an Azure
// block blob. The parts of a file are hashed as independent messages, so a single large file fills the lanes.
//
// Usage: dotnet run -c Release --project samples/UploadEtag -- FILE [MEBIBYTES_PER_PART]
//
// Without FILE, the program creates a file of 65 MiB. The program also computes all digests in a loop over .NET's MD5, prints
// both times, and exits with code 1 if the results differ. The computed ETag equals S3's ETag unless the object is encrypted
// with a KMS key or a customer-provided key.
using System.Globalization;
using System.Security.Cryptography;
using Lanewise;
using Lanewise.Samples;

int mebibytes = 8;
if (args.Length > 2
    || (args.Length == 2
        && (!int.TryParse(args[1], NumberStyles.None, CultureInfo.InvariantCulture, out mebibytes)
            || mebibytes is < 1 or > 1024)))
{
    Console.Error.WriteLine("usage: UploadEtag [FILE [MEBIBYTES_PER_PART]], a part of 1 to 1024 MiB");
    return 2;
}

string file = args.Length > 0 ? args[0] : MakeFile();
try
{
    int partBytes = mebibytes * 1024 * 1024;
    // The first call compiles the kernels, which takes a few tens of milliseconds, so it is excluded from the times below.
    using (MemoryStream few = new(new byte[Md5.PreferredBatchSize * 64 * 1024])) Parts.HashInLanes(few, 64 * 1024);

    using FileStream stream = new(file, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
    (byte[] digests, TimeSpan lanes) = Parts.HashInLanes(stream, partBytes);
    stream.Position = 0;
    (byte[] expected, TimeSpan plain) = Parts.HashOneByOne(stream, partBytes);

    Console.WriteLine($"ETag: \"{Parts.Etag(digests)}\"");
    for (int i = 0; i < digests.Length; i += MD5.HashSizeInBytes)
    {
        Console.WriteLine(
            $"block {i / MD5.HashSizeInBytes,5}: Content-MD5: {Convert.ToBase64String(digests, i, MD5.HashSizeInBytes)}");
    }

    bool same = digests.AsSpan().SequenceEqual(expected);
    Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
        $"{(same ? "The same" : "NOT THE SAME")} as one part after the other; lanes {lanes.TotalSeconds:F3} s, "
        + $"one by one {plain.TotalSeconds:F3} s, without reading."));
    return same ? 0 : 1;
}
catch (IOException error)
{
    Console.Error.WriteLine(error.Message);
    return 1;
}
finally
{
    if (args.Length == 0) File.Delete(file);
}

static string MakeFile()
{
    string path = Path.GetTempFileName();
    byte[] mebibyte = new byte[1024 * 1024];
    // The first call compiles the kernels, which takes a few tens of milliseconds, so it is excluded from the times below.
    using (MemoryStream few = new(new byte[Md5.PreferredBatchSize * 64 * 1024])) Parts.HashInLanes(few, 64 * 1024);

    using FileStream stream = File.Create(path);
    for (int i = 0; i < 65; i++)
    {
        new Random(i).NextBytes(mebibyte);
        stream.Write(mebibyte);
    }

    return path;
}
