using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using GamePackets;
using Lanewise;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args.Length > 2 || !TryRead(0, 64, out int connections) || !TryRead(1, 3, out int seconds))
{
    Console.Error.WriteLine("Usage: GamePackets [connections, 64] [seconds per mode, 3]; both are whole numbers, at least 1.");
    return 2;
}

// Measures only the cipher, without the noise of sockets and competing threads. The measurement also warms up the code.
CipherAlone.Print();

byte[][] keys = [.. Enumerable.Range(0, connections).Select(_ => RandomNumberGenerator.GetBytes(Xtea.KeySizeInBytes))];
Console.WriteLine(
    $"{connections} connections, {seconds} s per mode, {Environment.ProcessorCount} cores shared by server and clients.");
Console.WriteLine(
    $"{"mode",-16}{"packets/s",12}{"MB/s",8}{"median ms",11}{"99 % ms",9}{"packets a batch",16}"
    + $"{"cipher ns/packet",18}{"cipher share",14}");
foreach (Mode mode in Enum.GetValues<Mode>())
{
    // The scalar mode uses no SIMD, like a typical server today.
    LanewiseSettings.MaxVectorBits = mode == Mode.Scalar ? 0 : 512;
    await using Server server = new(mode, id => keys[id]);
    Client[] clients = [.. keys.Select((key, id) => new Client(id, key, server.EndPoint))];
    long start = Stopwatch.GetTimestamp();
    await Task.WhenAll(clients.Select(client => Task.Run(() => client.RunAsync(TimeSpan.FromSeconds(seconds)))));
    double elapsed = Stopwatch.GetElapsedTime(start).TotalSeconds;
    List<double> latencies = [.. clients.SelectMany(client => client.Milliseconds).Order()];
    double cipher = server.CipherTime.TotalSeconds;
    string name = mode switch { Mode.Scalar => "scalar", Mode.Lanes => "lanes", _ => "lanes x cores" };
    Console.WriteLine(
        $"{name,-16}{latencies.Count / elapsed,12:F0}{clients.Sum(client => client.Bytes) / elapsed / 1e6,8:F1}" +
        $"{latencies[latencies.Count / 2],11:F2}{latencies[latencies.Count * 99 / 100],9:F2}" +
        $"{server.PacketsPerBatch,16:F1}{cipher * 1e9 / latencies.Count,18:F0}{cipher / elapsed,14:P1}");
}

return 0;

bool TryRead(int index, int otherwise, out int number)
{
    number = otherwise;
    return args.Length <= index
        || (int.TryParse(args[index], NumberStyles.None, CultureInfo.InvariantCulture, out number) && number > 0);
}
