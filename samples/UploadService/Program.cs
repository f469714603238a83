// A web service that stores each upload in a file named after its digest, and returns the digest. The service hashes a request
// body while it writes the file, so the whole body is never in memory.
//
// Usage:
//   dotnet run -c Release --project samples/UploadService -- --urls http://127.0.0.1:5000
//   curl --data-binary @FILE http://127.0.0.1:5000/uploads
using System.Security.Cryptography;
using System.Text.Json.Serialization;
using Lanewise;

WebApplicationBuilder builder =
    WebApplication.CreateSlimBuilder(args);
// A request with a longer body gets the status 413.
builder.WebHost.ConfigureKestrel(kestrel =>
    kestrel.Limits.MaxRequestBodySize = 100_000_000);
// Native AOT has no reflection for JSON.
builder.Services.ConfigureHttpJsonOptions(json =>
    json.SerializerOptions.TypeInfoResolverChain.Add(
        UploadJson.Default));
WebApplication app = builder.Build();
string folder =
    Directory.CreateDirectory("uploads").FullName;
app.MapPost("/uploads", async (
    HttpRequest request, CancellationToken cancellation) =>
{
    using Blake3 hash = new();
    // The name of a file is its digest, which is known only
    // at the end.
    string part =
        Path.Combine(folder, Path.GetRandomFileName());
    try
    {
        await using (FileStream file = File.Create(part))
        await using (HashingStream body =
            new(request.Body, hash, CryptoStreamMode.Read))
        {
            await body.CopyToAsync(file, cancellation);
        }

        string digest =
            Convert.ToHexStringLower(hash.GetCurrentHash());
        string path = Path.Combine(folder, digest);
        File.Move(part, path, overwrite: true);
        return Results.Ok(
            new Upload(digest, new FileInfo(path).Length));
    }
    finally
    {
        // Removes the file if the upload was interrupted.
        File.Delete(part);
    }
});
app.Run();

internal sealed record Upload(string Blake3, long Bytes);

[JsonSerializable(typeof(Upload))]
internal sealed partial class UploadJson : JsonSerializerContext;
