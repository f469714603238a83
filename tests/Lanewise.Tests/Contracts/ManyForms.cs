using System.Reflection;
using Lanewise.Hashing;

namespace Lanewise.Tests;

internal delegate void SpansForm(Messages messages, Span<byte> digests, Keys keys);

internal delegate void CoresForm(MemoryMessages messages, Memory<byte> digests, ParallelOptions options, MemoryKeys keys);

internal delegate void EqualForm(ReadOnlySpan<byte> source, int messageLength, Span<byte> digests);

internal delegate void RaggedForm(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> digests);

/// <summary>
/// The public <c>HashMany</c> of one algorithm with one length and kind of keys, found by reflection for every row of the
/// catalogue, and the digest of one message by the plain reference.
/// </summary>
internal sealed class ManyForms
{
    private const int Most = 5000;

    private static readonly Blake2Parameters OfBlake2 = new() { Salt = "salt"u8.ToArray(), Personalization = "person"u8.ToArray() };
    private static readonly SkeinParameters OfSkein = new() { Personalization = "2026 many"u8.ToArray(), Nonce = "nonce"u8.ToArray() };

    private static readonly CShakeParameters OfCShake = new() { FunctionName = "name"u8.ToArray(), Customization = "many"u8.ToArray() };

    private static readonly KangarooTwelveParameters OfKangaroo = new() { Customization = "many"u8.ToArray() };

    private static readonly TurboShakeParameters OfTurboShake = new() { DomainSeparation = 0x0B };

    private readonly SpansForm spans;
    private readonly CoresForm? cores;
    private readonly EqualForm? equal;
    private readonly RaggedForm? ragged;
    private readonly PlainReference reference;
    private readonly byte[] keys;

    private ManyForms(HashRow row, string what, int hashBytes, int keyBytes, bool keysEach, bool withParameters)
    {
        Name = row.Title + what;
        BlockBytes = row.BlockBytes;
        HashBytes = hashBytes;
        KeyBytes = keyBytes;
        AreKeysEach = keysEach;
        keys = Pattern.Bytes(keyBytes * (keysEach ? Most : 1), 4);
        Methods methods = new(TypeOf(row));
        spans = withParameters ? methods.WithParameters(hashBytes) : methods.Spans(hashBytes);
        cores = withParameters ? null : methods.Cores(hashBytes);
        bool isKeyed = keyBytes > 0 || methods.NeedsKeys;
        equal = isKeyed || withParameters ? null : methods.Equal(hashBytes);
        ragged = isKeyed || withParameters ? null : methods.Ragged(hashBytes);
        reference = withParameters ? Reference(row) : PlainReferences.For(row);
    }

    /// <summary>Every row and its MAC: the usual length and another, without a key, with one, and with one each; and with parameters.</summary>
    public static IReadOnlyList<ManyForms> All { get; } =
    [
        .. Catalog.Hashes.SelectMany(Forms),
        .. Catalog.Macs.SelectMany(Forms),
    ];

    public string Name { get; }

    public int BlockBytes { get; }

    public int HashBytes { get; }

    public int KeyBytes { get; }

    public bool AreKeysEach { get; }

    public bool HasParallel => cores is not null;

    /// <summary>The public type of a row.</summary>
    public static Type TypeOf(HashRow row) => HashProof.PublicType(row);

    public byte[] One(int message, ReadOnlyMemory<byte> source) =>
        reference(keys.AsSpan(AreKeysEach ? message * KeyBytes : 0, KeyBytes), source.Span, HashBytes);

    public byte[] Expected(ReadOnlyMemory<byte>[] messages) => [.. messages.SelectMany((m, i) => One(i, m))];

    public void Equal(byte[] source, int messageLength, Memory<byte> digests, ParallelOptions? options)
    {
        if (options is not null) Run(MemoryMessages.Packed(source, messageLength), digests, options);
        else if (equal is not null) equal(source, messageLength, digests.Span);
        else Run(Messages.Packed(source, messageLength), digests.Span);
    }

    public void Ragged(byte[] source, int[] messageLengths, Memory<byte> digests, ParallelOptions? options)
    {
        if (options is not null) Run(MemoryMessages.Packed(source, messageLengths), digests, options);
        else if (ragged is not null) ragged(source, messageLengths, digests.Span);
        else Run(Messages.Packed(source, messageLengths), digests.Span);
    }

    public void Scattered(ReadOnlyMemory<byte>[] sources, Memory<byte> digests, ParallelOptions? options)
    {
        if (options is not null) Run(sources, digests, options);
        else Run(sources, digests.Span);
    }

    public void Run(Messages messages, Span<byte> digests, ReadOnlySpan<byte> theseKeys) =>
        spans(messages, digests, AreKeysEach ? Keys.PerMessage(theseKeys, KeyBytes) : Keys.One(theseKeys));

    public void Run(MemoryMessages messages, Memory<byte> digests, ParallelOptions options, ReadOnlyMemory<byte> theseKeys) =>
        cores!(messages, digests, options, AreKeysEach ? MemoryKeys.PerMessage(theseKeys, KeyBytes) : MemoryKeys.One(theseKeys));

    private void Run(Messages messages, Span<byte> digests)
    {
        if (KeyBytes > 0) Run(messages, digests, keys.AsSpan(0, KeyBytes * (AreKeysEach ? digests.Length / HashBytes : 1)));
        else spans(messages, digests, default);
    }

    private void Run(MemoryMessages messages, Memory<byte> digests, ParallelOptions options)
    {
        if (KeyBytes > 0) Run(messages, digests, options, keys.AsMemory(0, KeyBytes * (AreKeysEach ? digests.Length / HashBytes : 1)));
        else cores!(messages, digests, options, default);
    }

    private static IEnumerable<ManyForms> Forms(HashRow row)
    {
        int key = Math.Clamp(21, Math.Max(1, row.MinKeyBytes), Math.Max(1, row.MaxKeyBytes)), keyEach = Math.Max(13, Math.Min(row.MinKeyBytes, 32));
        bool isFixed = row.Lengths == HashLengths.Fixed, needsKey = row.MaxKeyBytes > 0 && isFixed;
        int shorter = isFixed ? row.DefaultHashBytes : 20, odd = isFixed ? row.DefaultHashBytes : row.Lengths == HashLengths.Bounded ? 17 : 150;
        if (!needsKey) yield return new(row, "", row.DefaultHashBytes, 0, false, false);
        if (!isFixed) yield return new(row, $", {odd} bytes", odd, 0, false, false);
        if (row.MaxKeyBytes == 0)
        {
            if (new Methods(TypeOf(row)).HasParameters) yield return new(row, " with parameters", row.DefaultHashBytes, 0, false, true);
            yield break;
        }

        yield return new(row, " with a key", shorter, key, false, false);
        yield return new(row, " with a key each", row.DefaultHashBytes, keyEach, true, false);
        if (!isFixed) yield return new(row, $", {odd} bytes with a key each", odd, keyEach, true, false);
        if (new Methods(TypeOf(row)).HasParameters) yield return new(row, " with parameters", row.DefaultHashBytes, key, false, true);
    }

    private static PlainReference Reference(HashRow row)
    {
        if (row.Name.StartsWith("turboshake", StringComparison.Ordinal))
        {
            return (_, message, hashBytes) =>
                PlainKeccak.TurboShake(1600 - (8 * row.BlockBytes), OfTurboShake.DomainSeparation, message, hashBytes);
        }

        if (row.Name == "kangarootwelve")
        {
            return (_, message, hashBytes) => PlainKeccak.Kangaroo(OfKangaroo.Customization.Span, message, hashBytes);
        }

        if (row.Name.StartsWith("cshake", StringComparison.Ordinal))
        {
            return (_, message, hashBytes) => PlainKeccak.CShake(
                1600 - (8 * row.BlockBytes), OfCShake.FunctionName.Span, OfCShake.Customization.Span, message, hashBytes);
        }

        if (row.Name.StartsWith("skein", StringComparison.Ordinal))
        {
            PlainSkein plain = PlainSkein.OfBits(8 * row.BlockBytes);
            return (key, message, hashBytes) => plain.Hash(
                key, message, hashBytes, new PlainSkeinParameters { Personalization = OfSkein.Personalization.ToArray(), Nonce = OfSkein.Nonce.ToArray() });
        }

        PlainBlake2Parameters plainOf = new() { Salt = OfBlake2.Salt.ToArray(), Personalization = OfBlake2.Personalization.ToArray() };
        return row.WordBits == 64
            ? (key, message, hashBytes) => PlainBlake2.B.Hash(key, message, hashBytes, plainOf)
            : (key, message, hashBytes) => PlainBlake2.S.Hash(key, message, hashBytes, plainOf);
    }

    /// <summary>The static <c>HashMany</c> of a type; one of a shape that is not here is a form that nothing tests.</summary>
    private sealed class Methods
    {
        private readonly Dictionary<Type, Delegate> all = [];

        public Methods(Type type)
        {
            Type[] shapes =
            [
                typeof(EqualForm), typeof(RaggedForm), typeof(SizedEqual), typeof(SizedRagged),
                typeof(FixedSpans), typeof(KeyedSpans), typeof(SizedSpans), typeof(KeylessSpans), typeof(KeylessWith<CShakeParameters>), typeof(KeylessWith<TurboShakeParameters>), typeof(KeylessWith<KangarooTwelveParameters>), typeof(With<Blake2Parameters>), typeof(With<SkeinParameters>),
                typeof(FixedCores), typeof(CoresForm), typeof(SizedCores), typeof(KeylessCores),
            ];
            foreach (MethodInfo method in type.GetMethods(BindingFlags.Public | BindingFlags.Static).Where(m => m.Name == "HashMany"))
            {
                Type shape = shapes.SingleOrDefault(s => Parameters(s.GetMethod("Invoke")!).SequenceEqual(Parameters(method)))
                    ?? throw new InvalidOperationException($"{type.Name} has a form that nothing tests: {method}.");
                all.Add(shape, method.CreateDelegate(shape));
            }

            static IEnumerable<Type> Parameters(MethodInfo method) => method.GetParameters().Select(p => p.ParameterType);
        }

        private delegate void SizedEqual(ReadOnlySpan<byte> source, int messageLength, Span<byte> digests, int hashBytes);

        private delegate void SizedRagged(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> digests, int hashBytes);

        private delegate void FixedSpans(Messages messages, Span<byte> digests);

        private delegate void KeyedSpans(Messages messages, Span<byte> digests, Keys keys);

        private delegate void SizedSpans(Messages messages, Span<byte> digests, int hashBytes, Keys keys);

        private delegate void KeylessSpans(Messages messages, Span<byte> digests, int hashBytes);

        private delegate void With<T>(Messages messages, Span<byte> digests, int hashBytes, Keys keys, T? parameters);

        private delegate void KeylessWith<T>(Messages messages, Span<byte> digests, int hashBytes, T? parameters);

        private delegate void FixedCores(MemoryMessages messages, Memory<byte> digests, ParallelOptions options);

        private delegate void SizedCores(
            MemoryMessages messages, Memory<byte> digests, ParallelOptions options, int hashBytes, MemoryKeys keys);

        private delegate void KeylessCores(MemoryMessages messages, Memory<byte> digests, ParallelOptions options, int hashBytes);

        public bool HasParameters => all.ContainsKey(typeof(With<Blake2Parameters>)) || all.ContainsKey(typeof(With<SkeinParameters>))
            || all.ContainsKey(typeof(KeylessWith<CShakeParameters>)) || all.ContainsKey(typeof(KeylessWith<TurboShakeParameters>))
            || all.ContainsKey(typeof(KeylessWith<KangarooTwelveParameters>));

        public bool NeedsKeys => all.ContainsKey(typeof(KeyedSpans));

        public EqualForm Equal(int hashBytes) => Find<SizedEqual>() is { } sized
            ? (source, length, digests) => sized(source, length, digests, hashBytes)
            : Find<EqualForm>()!;

        public RaggedForm Ragged(int hashBytes) => Find<SizedRagged>() is { } sized
            ? (source, lengths, digests) => sized(source, lengths, digests, hashBytes)
            : Find<RaggedForm>()!;

        public SpansForm Spans(int hashBytes)
        {
            if (Find<With<Blake2Parameters>>() is { } blake2) return (messages, digests, keys) => blake2(messages, digests, hashBytes, keys, null);
            if (Find<With<SkeinParameters>>() is { } skein) return (messages, digests, keys) => skein(messages, digests, hashBytes, keys, null);
            if (Find<SizedSpans>() is { } sized) return (messages, digests, keys) => sized(messages, digests, hashBytes, keys);
            if (Find<KeylessWith<CShakeParameters>>() is { } cshake) return (messages, digests, _) => cshake(messages, digests, hashBytes, null);
            if (Find<KeylessWith<TurboShakeParameters>>() is { } turbo) return (messages, digests, _) => turbo(messages, digests, hashBytes, null);
            if (Find<KeylessWith<KangarooTwelveParameters>>() is { } kangaroo) return (messages, digests, _) => kangaroo(messages, digests, hashBytes, null);
            if (Find<KeylessSpans>() is { } keyless) return (messages, digests, _) => keyless(messages, digests, hashBytes);
            if (Find<KeyedSpans>() is { } keyed) return (messages, digests, keys) => keyed(messages, digests, keys);

            FixedSpans plain = Find<FixedSpans>()!;
            return (messages, digests, _) => plain(messages, digests);
        }

        public SpansForm WithParameters(int hashBytes)
        {
            if (Find<With<Blake2Parameters>>() is { } blake2) return (messages, digests, keys) => blake2(messages, digests, hashBytes, keys, OfBlake2);
            if (Find<KeylessWith<CShakeParameters>>() is { } cshake) return (messages, digests, _) => cshake(messages, digests, hashBytes, OfCShake);
            if (Find<KeylessWith<TurboShakeParameters>>() is { } turbo) return (messages, digests, _) => turbo(messages, digests, hashBytes, OfTurboShake);
            if (Find<KeylessWith<KangarooTwelveParameters>>() is { } kangaroo) return (messages, digests, _) => kangaroo(messages, digests, hashBytes, OfKangaroo);

            With<SkeinParameters> skein = Find<With<SkeinParameters>>()!;
            return (messages, digests, keys) => skein(messages, digests, hashBytes, keys, OfSkein);
        }

        public CoresForm Cores(int hashBytes)
        {
            if (Find<SizedCores>() is { } sized) return (messages, digests, options, keys) => sized(messages, digests, options, hashBytes, keys);
            if (Find<KeylessCores>() is { } keyless) return (messages, digests, options, _) => keyless(messages, digests, options, hashBytes);
            if (Find<CoresForm>() is { } keyed) return keyed;

            FixedCores plain = Find<FixedCores>()!;
            return (messages, digests, options, _) => plain(messages, digests, options);
        }

        private TForm? Find<TForm>()
            where TForm : Delegate => (TForm?)all.GetValueOrDefault(typeof(TForm));
    }
}
