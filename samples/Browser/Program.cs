// The side of the page that hashes: worker.mjs calls Main for each step, page.mjs is what people see. What a step takes and gives
// is in properties of the worker's global object: generated marshalling code would need unsafe blocks.

using System.Runtime.InteropServices;
using System.Runtime.InteropServices.JavaScript;
using System.Runtime.Versioning;
using System.Security.Cryptography;
using Lanewise;
using Lanewise.Samples;

[assembly: SupportedOSPlatform("browser")]

JSObject worker = JSHost.GlobalThis;
try
{
    worker.SetProperty("reply", Step(args));
    return 0;
}
catch (Exception e) when (e is ArgumentException or CryptographicException or FormatException)
{
    worker.SetProperty("reply", e.Message);
    return 1;
}

string Step(string[] step) => step switch
{
    ["algorithms"] => Algorithms.Text(),
    ["begin", string name, string hashBytes] => Jobs.Begin(
        name, Algorithms.Number(hashBytes), worker.GetPropertyAsByteArray("key") ?? [], worker.GetPropertyAsString("context")),
    ["whole"] => Jobs.HashWhole(Bytes(), Numbers("lengths")),
    ["append"] => Jobs.Append(Bytes(), Numbers("lengths"), Numbers("files")),
    ["finish", string file] => Jobs.Finish(Algorithms.Number(file)),
    ["expect"] => Expected.Read(worker.GetPropertyAsString("text") ?? ""),
    ["judge"] => Expected.Judge(Words("names"), Words("digests")),
    ["missing"] => Expected.Missing(Words("names")),
    ["list"] => Expected.List(Words("names"), Words("digests")),
    _ => throw new ArgumentException($"There is no step '{string.Join(' ', step)}'."),
};

byte[] Bytes() => worker.GetPropertyAsByteArray("bytes") ?? [];

int[] Numbers(string name) => MemoryMarshal.Cast<byte, int>(worker.GetPropertyAsByteArray(name)).ToArray();

// No name of a file holds the character 0.
string[] Words(string name) => worker.GetPropertyAsString(name) is { Length: > 0 } text ? text.Split('\0') : [];
