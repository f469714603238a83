using System.Reflection;
using Lanewise.Api;
using Lanewise.Simd;
using Lanewise.Tests;

namespace Lanewise.Fuzz;

/// <summary>
/// Tests a hash or MAC from the catalogue. The digests are compared first with every reference implementation, and then with the
/// results of every Lanewise method.
/// </summary>
internal sealed class HashTarget : Target
{
    private readonly HashRow row;
    private readonly IReadOnlyList<ReferenceImplementation> references;
    private readonly IReadOnlyList<MethodBase> methods;
    private readonly IReadOnlyList<MethodInfo> many;

    public HashTarget(HashRow row)
    {
        this.row = row;
        references = ReferenceImplementation.Of(row);
        methods = MethodCall.All(row);
        many = [.. HashProof.PublicTypes(row).SelectMany(ManyCall.All)];
    }

    public override string Name => row.Name;

    public override IEnumerable<string> NotCalled =>
        many.Where(method => !ManyCall.Knows(method)).Concat(methods.Where(method => !MethodCall.Knows(method)))
            .Select(method => $"{row.Title}: {method}");

    public override void Run(Random random, Tally tally)
    {
        HashCase c = new(row, random);
        foreach (ReferenceImplementation reference in references) Ask(reference, c, random, tally);
        OverCatalogue(c, random);
        OverPublicMethod(c, random);
        Overlapping(c, random);
        int one = random.Next(c.Count);
        OneMethod(c, one, random);
        IncrementalForms.Run(c, one, random);
        if (random.OneIn(4)) IncrementalForms.Adapters(c, random);
        if (!c.IsKeyed && c.HashBytes == row.DefaultHashBytes) SingleKernels(c, one);
        tally.Count(Name, ReferenceImplementation.Itself, (c.Count * 3) + 3);
    }

    private void Ask(ReferenceImplementation reference, HashCase c, Random random, Tally tally)
    {
        byte[] digest = new byte[c.HashBytes];
        int budget = reference.Budget, first = random.Next(c.Count);
        for (int i = 0; i < c.Count && budget > 0; i++)
        {
            int m = (first + i) % c.Count;
            if (c.Lengths[m] > reference.Budget) continue;
            // If a reference implementation does not support the key of one message, it does not support the keys of the others
            // either.
            if (!reference.Digest(c.Key(m), c.Message(m), digest)) return;

            Equal(digest, c.Digest(m), $"message {m} against {reference.Name}, {c}");
            tally.Count(Name, reference.Name);
            budget -= c.Lengths[m] + 256;
        }
    }

    // Forces a vector width and a number of streams that Lanewise might never choose on this machine.
    private void OverCatalogue(HashCase c, Random random)
    {
        LaneShape shape = random.Of([.. row.Shapes.Where(s => s.Bits <= LaneDispatch.Widest())]);
        if (random.OneIn(3)) shape = shape with { StageAbove = random.OneIn(2) ? int.MaxValue : random.Next(20_000) };
        byte[] digests = new byte[c.Expected.Length];
        bool isScattered = random.OneIn(2);
        if (isScattered) row.HashMany(c.Apart, c.KeysOf(c.Keys), digests, c.HashBytes, shape);
        else if (c.AreEqual) row.HashMany(Messages.Packed(c.Packed, c.Lengths[0]), c.KeysOf(c.Keys), digests, c.HashBytes, shape);
        else row.HashMany(Messages.Packed(c.Packed, c.Lengths), c.KeysOf(c.Keys), digests, c.HashBytes, shape);
        Equal(c.Expected, digests, $"{(isScattered ? "scattered" : "packed")} at {shape}, copied above {shape.StageAbove}, {c}");
    }

    private void OverPublicMethod(HashCase c, Random random)
    {
        byte[] digests = new byte[c.Expected.Length];
        Call(
            new(c)
            {
                Source = c.Packed,
                Scattered = random.OneIn(2) ? c.Apart : null,
                TheseKeys = c.Keys,
                Destination = digests,
                Options = random.Cores(),
            },
            c,
            random,
            "apart");
    }

    // Writes the digests over memory that contains messages and keys.
    private void Overlapping(HashCase c, Random random)
    {
        int spare = random.Next(4) switch { 0 => 0, 1 => c.HashBytes, _ => random.Next(200) };
        byte[] buffer = new byte[Math.Max(c.Packed.Length + c.Keys.Length + spare, c.Expected.Length + spare)];
        c.Packed.CopyTo(buffer, 0);
        c.Keys.CopyTo(buffer, c.Packed.Length);
        int at = random.Next(buffer.Length - c.Expected.Length + 1);
        Call(
            new(c)
            {
                Source = buffer.AsMemory(0, c.Packed.Length),
                Scattered = random.OneIn(2)
                    ? [.. Enumerable.Range(0, c.Count)
                        .Select(i => (ReadOnlyMemory<byte>)buffer.AsMemory(c.Starts[i], c.Lengths[i]))]
                    : null,
                TheseKeys = buffer.AsMemory(c.Packed.Length, c.Keys.Length),
                Destination = buffer.AsMemory(at, c.Expected.Length),
                Options = random.Cores(),
            },
            c,
            random,
            FormattableString.Invariant($"at {at} of {buffer.Length} bytes that hold messages and keys"));
    }

    private void Call(ManyCall call, HashCase c, Random random, string where)
    {
        MethodInfo method = random.Of([.. many.Where(call.Fits)]);
        call.Run(method);
        Equal(c.Expected, call.Destination.Span,
            $"digests {where}, {(call.Scattered is null ? "packed" : "scattered")}, {method}, {c}");
    }

    private void OneMethod(HashCase c, int message, Random random)
    {
        MethodBase method = random.Of([.. methods.Where(MethodCall.Knows)]);
        ParameterInfo[] parameters = method.GetParameters();
        bool takesKey = parameters.Any(p => p.Name == "key");
        bool takesSize = parameters.Any(p => p.ParameterType == typeof(int) || p.Name == "destination");
        // The test streams return only a few bytes per read, so long messages are skipped. `Verify` methods require a tag of at
        // least 16 bytes. A method without a length argument returns a digest of the default length.
        if (takesKey != c.IsKeyed || c.Lengths[message] > 16 * 1024) return;
        // Only overloads with spans accept an empty key.
        if (c.KeyBytes == 0 && MethodCall.TypeOf(method, "key") == typeof(byte[])) return;
        if (method.Name.StartsWith("Verify", StringComparison.Ordinal)
            ? c.HashBytes < 16
            : !takesSize && c.HashBytes != row.DefaultHashBytes)
        {
            return;
        }

        MethodCall call = new(c.Key(message).ToArray(), c.Message(message).ToArray(), c.Digest(message).ToArray());
        True(call.IsRight(method).GetAwaiter().GetResult(), $"{method}, message {message}, {c}");
    }

    private void SingleKernels(HashCase c, int message)
    {
        byte[] digest = new byte[c.HashBytes];
        foreach (SingleKernel kernel in row.SingleKernels)
        {
            kernel.Hash(c.Message(message), digest);
            Equal(c.Digest(message), digest, $"kernel {kernel.Name} for one message, message {message}, {c}");
        }
    }
}
