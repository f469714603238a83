// A web service that stores uploads and returns their digests. It hashes a body while it writes the file, so the whole body is
// never in memory.
//
//   dotnet run -c Release --project samples/UploadService -- --urls http://127.0.0.1:5000
//   curl --data-binary @FILE http://127.0.0.1:5000/uploads
using System.Security.Cryptography;
using Lanewise;

WebApplication app = WebApplication.CreateBuilder(args).Build();
app.MapPost("/uploads", async (HttpRequest request, CancellationToken cancellationToken) =>
{
    using Blake3 hash = new();
    string path = Path.GetTempFileName();
    try
    {
        await using FileStream file = File.Create(path);
        await using HashingStream body = new(request.Body, hash, CryptoStreamMode.Read);
        await body.CopyToAsync(file, cancellationToken);
        return Results.Json(new Upload(Convert.ToHexStringLower(hash.GetCurrentHash()), file.Length));
    }
    finally
    {
        File.Delete(path); // a service that keeps uploads would name the file by its digest
    }
});
app.Run();

internal sealed record Upload(string Blake3, long Bytes);
