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

    private readonly SpansForm spans;
    private readonly CoresForm? cores;
    private readonly EqualForm? equal;
    private readonly RaggedForm? ragged;
    private readonly IReadOnlyList<Func<byte[], byte[][], IEnumerable<byte[][]>>> arrays;
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
        arrays = withParameters ? [] : methods.InArrays();
        bool isKeyed = keyBytes > 0;
        equal = isKeyed || withParameters ? null : methods.Equal(hashBytes);
        ragged = isKeyed || withParameters ? null : methods.Ragged(hashBytes);
        reference = withParameters ? ManyParameters.Reference(row, methods.ParametersType!) : PlainReferences.For(row);
    }

    /// <summary>
    /// Every row and its MAC: the usual length and another, without a key, with one, and with one each; and with parameters.
    /// </summary>
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

    /// <summary>Every form that returns digests, with the key of all messages.</summary>
    public IEnumerable<byte[][]> InArrays(byte[][] messages) =>
        AreKeysEach ? [] : arrays.SelectMany(form => form(keys, messages));

    private void Run(Messages messages, Span<byte> digests)
    {
        if (KeyBytes > 0) Run(messages, digests, keys.AsSpan(0, KeyBytes * (AreKeysEach ? digests.Length / HashBytes : 1)));
        else spans(messages, digests, default);
    }

    private void Run(MemoryMessages messages, Memory<byte> digests, ParallelOptions options)
    {
        if (KeyBytes > 0)
        {
            Run(messages, digests, options, keys.AsMemory(0, KeyBytes * (AreKeysEach ? digests.Length / HashBytes : 1)));
        }
        else cores!(messages, digests, options, default);
    }

    private static IEnumerable<ManyForms> Forms(HashRow row)
    {
        int key = Math.Clamp(21, Math.Max(1, row.MinKeyBytes), Math.Max(1, row.MaxKeyBytes)),
            keyEach = Math.Max(13, Math.Min(row.MinKeyBytes, 32));
        bool isFixed = row.Lengths == HashLengths.Fixed, needsKey = Catalog.Macs.Contains(row),
            hasParameters = new Methods(TypeOf(row)).ParametersType is not null;
        int shorter = isFixed ? row.DefaultHashBytes : 20,
            odd = isFixed ? row.DefaultHashBytes : row.Lengths == HashLengths.Bounded ? 17 : 150;
        if (!needsKey) yield return new(row, "", row.DefaultHashBytes, 0, false, false);
        if (!isFixed && !needsKey) yield return new(row, $", {odd} bytes", odd, 0, false, false);
        if (hasParameters && row.MaxKeyBytes == 0)
        {
            yield return new(row, " with parameters", row.DefaultHashBytes, 0, false, true);
        }
        if (row.MaxKeyBytes == 0) yield break;

        yield return new(row, " with a key", shorter, key, false, false);
        yield return new(row, " with a key each", row.DefaultHashBytes, keyEach, true, false);
        if (!isFixed) yield return new(row, $", {odd} bytes with a key each", odd, keyEach, true, false);
        if (hasParameters) yield return new(row, " with parameters", row.DefaultHashBytes, key, false, true);
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
                typeof(FixedSpans), typeof(KeyedSpans), typeof(SizedSpans), typeof(KeylessSpans),
                typeof(Arrays), typeof(Memories), typeof(KeyedArrays), typeof(KeyedMemories), typeof(FixedCores), typeof(CoresForm), typeof(SizedCores), typeof(KeylessCores),
                .. ManyParameters.Types.Select(parameters => typeof(With<>).MakeGenericType(parameters)),
                .. ManyParameters.Types.Select(parameters => typeof(KeylessWith<>).MakeGenericType(parameters)),
            ];
            foreach (MethodInfo method in type
                .GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.FlattenHierarchy)
                .Where(m => m.Name == "HashMany"))
            {
                Type shape = shapes.SingleOrDefault(s => Parameters(s.GetMethod("Invoke")!).SequenceEqual(Parameters(method)))
                    ?? throw new InvalidOperationException($"{type.Name} has a form that nothing tests: {method}.");
                all.Add(shape, method.CreateDelegate(shape));
            }

            static IEnumerable<Type> Parameters(MethodInfo method) => method.GetParameters().Select(p => p.ParameterType);
        }

        private delegate byte[][] Arrays(IEnumerable<byte[]> messages);

        private delegate byte[][] Memories(IEnumerable<ReadOnlyMemory<byte>> messages);

        private delegate byte[][] KeyedArrays(byte[] key, IEnumerable<byte[]> messages);

        private delegate byte[][] KeyedMemories(byte[] key, IEnumerable<ReadOnlyMemory<byte>> messages);

        private delegate void SizedEqual(ReadOnlySpan<byte> source, int messageLength, Span<byte> digests, int hashBytes);

        private delegate void SizedRagged(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> digests,
            int hashBytes);

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

        /// <summary>What the form with parameters takes; null where there is none.</summary>
        public Type? ParametersType => WithSome?.GetType().GetGenericArguments().Single();

        private Delegate? WithSome => all.Values.SingleOrDefault(form => form.GetType().IsGenericType);

        public EqualForm Equal(int hashBytes) => Find<SizedEqual>() is { } sized
            ? (source, length, digests) => sized(source, length, digests, hashBytes)
            : Find<EqualForm>()!;

        public RaggedForm Ragged(int hashBytes) => Find<SizedRagged>() is { } sized
            ? (source, lengths, digests) => sized(source, lengths, digests, hashBytes)
            : Find<RaggedForm>()!;

        public SpansForm Spans(int hashBytes)
        {
            if (WithSome is not null) return Bind(hashBytes, null);
            if (Find<SizedSpans>() is { } sized) return (messages, digests, keys) => sized(messages, digests, hashBytes, keys);
            if (Find<KeylessSpans>() is { } keyless) return (messages, digests, _) => keyless(messages, digests, hashBytes);
            if (Find<KeyedSpans>() is { } keyed) return (messages, digests, keys) => keyed(messages, digests, keys);

            FixedSpans plain = Find<FixedSpans>()!;
            return (messages, digests, _) => plain(messages, digests);
        }

        public SpansForm WithParameters(int hashBytes) => Bind(hashBytes, ManyParameters.Value(ParametersType!));

        public CoresForm Cores(int hashBytes)
        {
            if (Find<SizedCores>() is { } sized)
            {
                return (messages, digests, options, keys) => sized(messages, digests, options, hashBytes, keys);
            }
            if (Find<KeylessCores>() is { } keyless)
            {
                return (messages, digests, options, _) => keyless(messages, digests, options, hashBytes);
            }
            if (Find<CoresForm>() is { } keyed) return keyed;

            FixedCores plain = Find<FixedCores>()!;
            return (messages, digests, options, _) => plain(messages, digests, options);
        }

        public IReadOnlyList<Func<byte[], byte[][], IEnumerable<byte[][]>>> InArrays() =>
        [
            .. Find<Arrays>() is { } plain ? [(_, messages) => [plain(messages), plain([.. messages.ToList()]),
                plain(messages.Where(_ => true))]] : Nothing,
            .. Find<Memories>() is { } memories ? [(_, messages) => [memories(messages.Select(m => new ReadOnlyMemory<byte>(m))),
                memories(Array.ConvertAll(messages, m => new ReadOnlyMemory<byte>(m)))]] : Nothing,
            .. Find<KeyedArrays>() is { } keyed ? [(key, messages) => [keyed(key, messages)]] : Nothing,
            .. Find<KeyedMemories>() is { } both
                ? [(key, messages) => [both(key, messages.Select(m => new ReadOnlyMemory<byte>(m)))]] : Nothing,
        ];

        private static Func<byte[], byte[][], IEnumerable<byte[][]>>[] Nothing => [];

        private TForm? Find<TForm>()
            where TForm : Delegate => (TForm?)all.GetValueOrDefault(typeof(TForm));

        private static SpansForm Bind<T>(Delegate form, int hashBytes, T? parameters) => form switch
        {
            With<T> with => (messages, digests, keys) => with(messages, digests, hashBytes, keys, parameters),
            KeylessWith<T> with => (messages, digests, _) => with(messages, digests, hashBytes, parameters),
            _ => throw new InvalidOperationException($"{form.GetType()} takes no parameters."),
        };

        private SpansForm Bind(int hashBytes, object? parameters) => (SpansForm)typeof(Methods)
            .GetMethod(nameof(Bind), BindingFlags.NonPublic | BindingFlags.Static)!
            .MakeGenericMethod(ParametersType!).Invoke(null, [WithSome, hashBytes, parameters])!;
    }
}
