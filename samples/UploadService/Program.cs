// A web service that stores uploads and returns their digests. It hashes a body while it writes the file, so the whole body is
// never in memory.
//
//   dotnet run -c Release --project samples/UploadService -- --urls http://127.0.0.1:5000
//   curl --data-binary @FILE http://127.0.0.1:5000/uploads
using System.Security.Cryptography;
using Lanewise;

WebApplication app = WebApplication.Create(args);
app.MapPost("/uploads", async (
    HttpRequest request, CancellationToken cancellation) =>
{
    using Blake3 hash = new();
    string path = Path.GetTempFileName();
    try
    {
        await using FileStream file = File.Create(path);
        await using HashingStream body =
            new(request.Body, hash, CryptoStreamMode.Read);
        await body.CopyToAsync(file, cancellation);
        byte[] digest = hash.GetCurrentHash();
        return Results.Json(new Upload(
            Convert.ToHexStringLower(digest), file.Length));
    }
    finally
    {
        // To keep it, name it after its digest instead.
        File.Delete(path);
    }
});
app.Run();

internal sealed record Upload(string Blake3, long Bytes);
