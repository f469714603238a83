using Xunit;

namespace Lanewise.Tests;

/// <summary>Compares all public overloads of <c>HashMany</c> with the plain references, on one core and on several
/// cores.</summary>
public sealed class ManyFormsTests
{
    public static TheoryData<string> All => [.. ManyForms.All.Select(f => f.Name)];

    public static TheoryData<string> Parallel => [.. ManyForms.All.Where(f => f.HasParallel).Select(f => f.Name)];

    [Theory]
    [Trait("Category", "Lanes")]
    [MemberData(nameof(All))]
    public void OneCoreEqualsThePlainReference(string name)
    {
        ManyForms forms = Form(name);
        Random random = Seed.For(name);
        foreach (int count in new[] { 0, 1, 2, 3, 5, 8, 17, 40 })
        {
            Check(forms, ManyMessagesTests.RandomLengths(random, count, forms.BlockBytes), null, "one core");
            CheckEqual(forms, count, random.Next(3 * forms.BlockBytes), null, "one core");
            CheckEqual(forms, count, 0, null, "one core, empty messages");
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void MoreMessagesThanAWindowEqualThePlainReference(string name)
    {
        // The first 1100 messages have equal lengths, and the others have mixed lengths.
        Check(Form(name), [.. Enumerable.Range(0, 1400).Select(i => i < 1100 ? 5 : i % 40)], null, "in windows");
        CheckEqual(Form(name), 1100, 3, null, "in windows");
    }

    [Theory]
    [MemberData(nameof(Parallel))]
    public void AnyNumberOfWorkersGivesTheSameDigests(string name)
    {
        ManyForms forms = Form(name);
        Random random = Seed.For(name);
        // The batch is large enough to be split into a few pieces. One message is much longer than the others.
        int[] lengths = ManyMessagesTests.RandomLengths(random, 300, forms.BlockBytes);
        lengths[100] = 200_000;
        byte[] source = Pattern.Bytes(lengths.Sum());
        ReadOnlyMemory<byte>[] messages = Pattern.Cut(source, lengths);
        byte[] expected = new byte[lengths.Length * forms.HashBytes];
        forms.Ragged(source, lengths, expected, null);
        byte[] equalSource = Pattern.Bytes(500 * 300), expectedEqual = new byte[500 * forms.HashBytes];
        forms.Equal(equalSource, 300, expectedEqual, null);
        Digests.Equal(forms.One(100, messages[100]), expected.AsSpan(100 * forms.HashBytes, forms.HashBytes), () =>
            $"{name}, the long message");
        foreach (int workers in new[] { 1, 2, 3, 16, -1 })
        {
            ParallelOptions options = new() { MaxDegreeOfParallelism = workers };
            Guarded digests = new(expected.Length);
            forms.Ragged(source, lengths, digests.Memory, options);
            Compare("ragged");
            digests.Span.Clear();
            forms.Scattered(messages, digests.Memory, options);
            Compare("scattered");

            Guarded equal = new(expectedEqual.Length);
            forms.Equal(equalSource, 300, equal.Memory, options);
            Digests.EqualMany(expectedEqual, equal.Span, forms.HashBytes, () => $"{name}, equal, {workers} workers");
            equal.CheckMargins(() => name);

            void Compare(string shape)
            {
                Digests.EqualMany(expected, digests.Span, forms.HashBytes, () =>
                    $"{name}, {shape}, {workers} workers{Seed.Replay}");
                digests.CheckMargins(() => name);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Parallel))]
    public void SmallBatchesOnManyWorkersEqualThePlainReference(string name)
    {
        ManyForms forms = Form(name);
        ParallelOptions options = new() { MaxDegreeOfParallelism = 16 };
        foreach (int count in new[] { 0, 1, 2, 17 })
        {
            Check(forms, [.. Enumerable.Range(0, count).Select(i => i * 31)], options, "16 workers");
            CheckEqual(forms, count, 0, options, "16 workers");
            CheckEqual(forms, count, 77, options, "16 workers");
        }
    }

    [Theory]
    [MemberData(nameof(Parallel))]
    public void TheDestinationMayOverlapTheSourceOnSeveralCores(string name)
    {
        ManyForms forms = Form(name);
        ParallelOptions options = new() { MaxDegreeOfParallelism = 3 };
        const int Count = 700, Length = 301;
        byte[] source = Pattern.Bytes(Count * Length), expected = new byte[Count * forms.HashBytes];
        int[] lengths = [.. Enumerable.Repeat(Length, Count)];
        forms.Equal(source, Length, expected, null);
        foreach (int at in new[] { 0, 1, source.Length - expected.Length })
        {
            byte[] buffer = (byte[])source.Clone();
            forms.Equal(buffer, Length, buffer.AsMemory(at, expected.Length), options);
            Digests.EqualMany(expected, buffer.AsSpan(at, expected.Length), forms.HashBytes, () =>
                $"{name}, equal, destination at {at}");
            buffer = (byte[])source.Clone();
            forms.Ragged(buffer, lengths, buffer.AsMemory(at, expected.Length), options);
            Digests.EqualMany(expected, buffer.AsSpan(at, expected.Length), forms.HashBytes, () =>
                $"{name}, ragged, destination at {at}");
            buffer = (byte[])source.Clone();
            forms.Scattered(Pattern.Cut(buffer, lengths), buffer.AsMemory(at, expected.Length), options);
            Digests.EqualMany(expected, buffer.AsSpan(at, expected.Length), forms.HashBytes, () =>
                $"{name}, scattered, destination at {at}");
        }
    }

    [Theory]
    [MemberData(nameof(Parallel))]
    public void ACancelledBatchThrows(string name)
    {
        ManyForms forms = Form(name);
        ParallelOptions options = new() { CancellationToken = new CancellationToken(canceled: true) };
        byte[] source = new byte[100], digests = new byte[10 * forms.HashBytes];
        int[] lengths = [.. Enumerable.Repeat(10, 10)];
        Assert.ThrowsAny<OperationCanceledException>(() => forms.Equal(source, 10, digests, options));
        Assert.ThrowsAny<OperationCanceledException>(() => forms.Ragged(source, lengths, digests, options));
        Assert.ThrowsAny<OperationCanceledException>(() => forms.Scattered(Pattern.Cut(source, lengths), digests, options));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void WrongSizesAreRejectedBeforeAnythingIsWritten(string name)
    {
        ManyForms forms = Form(name);
        int h = forms.HashBytes;
        foreach (ParallelOptions? options in forms.HasParallel ? new ParallelOptions?[] { null, new() } : [null])
        {
            Guarded digests = new(3 * h), odd = new((3 * h) - 1);

            // If the lengths of source and destination do not match, the error message states the required number of bytes.
            Refused<ArgumentException>("source", "30", () => forms.Equal(new byte[29], 10, digests.Memory, options));
            Refused<ArgumentException>("source", "30", () => forms.Equal(new byte[31], 10, digests.Memory, options));
            // The source consists of whole messages, so the destination is wrong.
            Refused<ArgumentException>("destination", $"{2 * h}", () =>
                forms.Equal(new byte[20], 10, digests.Memory, options));
            Refused<ArgumentException>("source", "", () => forms.Equal(new byte[1], 0, digests.Memory, options));
            Refused<ArgumentOutOfRangeException>("messageLength", "", () => forms.Equal([], -1, digests.Memory, options));
            Refused<ArgumentOutOfRangeException>("messageLength", "", () =>
                forms.Equal([], int.MinValue, digests.Memory, options));
            if (h > 1)
            {
                Refused<ArgumentException>("destination", $"{h}", () => forms.Equal(new byte[30], 10, odd.Memory, options));
            }
            // Three times this length exceeds 2^31 - 1. The product must not overflow to a length that is treated as valid.
            Refused<ArgumentException>("source", "6442450941", () =>
                forms.Equal(new byte[30], int.MaxValue, digests.Memory, options));
            // The product is 3 * 1431655766 = 2^32 + 2.
            Refused<ArgumentException>("source", "4294967298", () =>
                forms.Equal(new byte[2], 1431655766, digests.Memory, options));

            Refused<ArgumentException>("source", "30", () => forms.Ragged(new byte[29], [5, 10, 15], digests.Memory, options));
            Refused<ArgumentException>("source", "30", () => forms.Ragged(new byte[31], [5, 10, 15], digests.Memory, options));
            Refused<ArgumentOutOfRangeException>("messageLengths", "", () =>
                forms.Ragged(new byte[29], [20, -1, 10], digests.Memory, options));
            Refused<ArgumentException>("source", "4294967298", () =>
                forms.Ragged(new byte[2], [int.MaxValue, int.MaxValue, 4], digests.Memory, options));
            Refused<ArgumentException>("destination", $"{2 * h}", () =>
                forms.Ragged(new byte[30], [15, 15], digests.Memory, options));
            Refused<ArgumentException>("destination", $"{4 * h}", () =>
                forms.Ragged(new byte[30], [5, 5, 10, 10], digests.Memory, options));
            if (h > 1)
            {
                Refused<ArgumentException>("destination", $"{3 * h}", () =>
                    forms.Ragged(new byte[30], [5, 10, 15], odd.Memory, options));
            }

            Refused<ArgumentException>("destination", $"{2 * h}", () =>
                forms.Scattered([new byte[5], new byte[6]], digests.Memory, options));
            Refused<ArgumentException>("destination", $"{4 * h}", () =>
                forms.Scattered(new ReadOnlyMemory<byte>[4], digests.Memory, options));

            void Refused<T>(string parameter, string part, Action action)
                where T : ArgumentException
            {
                T error = Assert.Throws<T>(action);
                // Methods with one key per message first check the number of keys.
                if (!(name.EndsWith("each", StringComparison.Ordinal) && error.ParamName == "keys"))
                {
                    Assert.Equal(parameter, error.ParamName);
                    Assert.Contains(part, error.Message, StringComparison.Ordinal);
                }

                digests.CheckUntouched(0, () => name);
                odd.CheckUntouched(0, () => name);
            }
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void DigestsInArraysEqualThePlainReference(string name)
    {
        ManyForms forms = Form(name);
        if (!forms.HasArrays) return;

        foreach (int count in new[] { 0, 1, 3, 40 }) CheckArrays(forms, count);
        Assert.Throws<ArgumentNullException>("messages", () => forms.Arrays(null!));
        Assert.Throws<ArgumentNullException>("messages", () => forms.Memories(null!));
        ArgumentException isNull = Assert.Throws<ArgumentException>("messages", () => forms.Arrays([[1], null!]));
        Assert.Contains("Message 1", isNull.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void APartOfAnArrayOfMessagesIsHashed()
    {
        ReadOnlyMemory<byte>[] messages = [.. Enumerable.Range(0, 9).Select(i => (ReadOnlyMemory<byte>)Pattern.Bytes(i * 30, i))];
        ReadOnlyMemory<ReadOnlyMemory<byte>> part = messages.AsMemory(2, 5);
        byte[] digests = new byte[5 * Md5.HashSizeInBytes];
        Md5.HashMany(part, digests, new ParallelOptions());
        Assert.Equal([.. messages.Skip(2).Take(5).SelectMany(message => PlainMd5.Hash(message.Span))], digests);
    }

    /// <summary>Calls all overloads that tests can call through <see cref="ManyForms"/>, and checks the results.</summary>
    internal static void CheckEveryForm(ManyForms forms)
    {
        foreach (ParallelOptions? options in forms.HasParallel ? new ParallelOptions?[] { null, new() } : [null])
        {
            Check(forms, [3, 5], options, "two messages");
            CheckEqual(forms, 2, 3, options, "two messages");
        }

        if (forms.HasArrays) CheckArrays(forms, 2);
    }

    private static ManyForms Form(string name) => ManyForms.All.Single(f => f.Name == name);

    private static void Check(ManyForms forms, int[] lengths, ParallelOptions? options, string what)
    {
        byte[] source = Pattern.Bytes(lengths.Sum());
        ReadOnlyMemory<byte>[] messages = Pattern.Cut(source, lengths);
        byte[] expected = forms.Expected(messages);
        Guarded ragged = new(expected.Length), scattered = new(expected.Length);
        forms.Ragged(source, lengths, ragged.Memory, options);
        forms.Scattered(messages, scattered.Memory, options);
        Digests.EqualMany(expected, ragged.Span, forms.HashBytes, () => $"{forms.Name}, ragged, {what}{Seed.Replay}");
        Digests.EqualMany(expected, scattered.Span, forms.HashBytes, () => $"{forms.Name}, scattered, {what}{Seed.Replay}");
        ragged.CheckMargins(() => forms.Name);
        scattered.CheckMargins(() => forms.Name);
    }

    private static void CheckArrays(ManyForms forms, int count)
    {
        byte[][] messages = [.. Enumerable.Range(0, count).Select(i => Pattern.Bytes(i * 7, i))];
        ReadOnlyMemory<byte>[] memories = [.. messages];
        Same(forms.Arrays(messages));
        Same(forms.Arrays([.. messages.ToList()]));
        // The length of this sequence is not known in advance.
        Same(forms.Arrays(messages.Where(_ => true)));
        Same(forms.Memories(memories));
        Same(forms.Memories(memories.ToList()));

        void Same(byte[][] actual)
        {
            Assert.Equal(count, actual.Length);
            for (int i = 0; i < count; i++)
            {
                Digests.Equal(forms.One(i, messages[i]), actual[i], () => $"{forms.Name}, message {i} of {count}");
            }
        }
    }

    private static void CheckEqual(ManyForms forms, int count, int length, ParallelOptions? options, string what)
    {
        byte[] source = Pattern.Bytes(count * length);
        byte[] expected = forms.Expected(Pattern.Cut(source, [.. Enumerable.Repeat(length, count)]));
        Guarded digests = new(expected.Length);
        forms.Equal(source, length, digests.Memory, options);
        Digests.EqualMany(expected, digests.Span, forms.HashBytes, () =>
            $"{forms.Name}, {count} of {length} bytes, {what}{Seed.Replay}");
        digests.CheckMargins(() => forms.Name);
    }
}
