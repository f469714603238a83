// Computes hashes for the web page and for the package in bindings/node. The script engine.mjs calls Main for each step. Data
// and replies are passed through a property of the global object, because generated marshalling code would require unsafe code.

using System.Runtime.InteropServices;
using System.Runtime.InteropServices.JavaScript;
using System.Runtime.Versioning;
using System.Security.Cryptography;
using Lanewise;
using Lanewise.Cli.Lists;
using Lanewise.Samples;

[assembly: SupportedOSPlatform("browser")]

using JSObject values = JSHost.GlobalThis.GetPropertyAsJSObject("lanewiseStep")!;
try
{
    values.SetProperty("reply", Step(args));
    return 0;
}
catch (Exception e) when (e is ArgumentException or CryptographicException or FormatException)
{
    values.SetProperty("reply", e.Message);
    return 1;
}

string Step(string[] step) => step switch
{
    ["algorithms"] => Algorithms.Text(),
    ["begin", string job, string name, string hashBytes] => Job.Begin(Algorithms.Number(job), New(name, hashBytes)),
    ["end", string job] => Job.End(Algorithms.Number(job)),
    ["copy", string job, string other] => At(job).Copy(Algorithms.Number(other)),
    ["whole", string job] => At(job).HashWhole(Bytes("bytes"), Numbers("lengths")),
    ["append", string job] => At(job).Append(Bytes("bytes"), Numbers("lengths"), Numbers("files")),
    ["current", string job, string file] => At(job).Current(Algorithms.Number(file)),
    ["finish", string job, string file] => At(job).Finish(Algorithms.Number(file)),
    ["many", string name, string hashBytes] => Once(name, hashBytes, job => job.HashWhole(Bytes("bytes"), Numbers("lengths"))),
    ["verify", string name, string hashBytes] => Once(name, hashBytes, job => job.Verify(Bytes("bytes"), Bytes("expected"))),
    ["expect"] => Expected.Read(values.GetPropertyAsString("text") ?? "", values.GetPropertyAsString("listName") ?? ""),
    ["judge", string name] => Expected.Judge(Words("names"), Words("digests"), Algorithms.Find(name).Row),
    ["missing"] => Expected.Missing(Words("names"), Words("digests")),
    ["lists"] => string.Join('\0', Words("names").Where(name => ListedAlgorithm.OfListName(name) is not null)),
    ["list"] => Expected.List(Words("names"), Words("digests")),
    _ => throw new ArgumentException($"There is no step '{string.Join(' ', step)}'."),
};

Job New(string name, string hashBytes) => Job.Create(
    name, Algorithms.Number(hashBytes), values.GetPropertyAsByteArray("key"), values.GetPropertyAsString("context"));

string Once(string name, string hashBytes, Func<Job, string> use)
{
    using Job job = New(name, hashBytes);
    return use(job);
}

Job At(string number) => Job.At(Algorithms.Number(number));

byte[] Bytes(string name) => values.GetPropertyAsByteArray(name) ?? [];

int[] Numbers(string name) => MemoryMarshal.Cast<byte, int>(Bytes(name)).ToArray();

// U+0000 is used as the separator, because file names cannot contain it.
string[] Words(string name) => values.GetPropertyAsString(name) is { Length: > 0 } text ? text.Split('\0') : [];
