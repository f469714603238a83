using System.Reflection;

namespace Lanewise.Tests;

/// <summary>
/// Lists the tests that cover public methods of hashes. If a constructor or a static method has no entry,
/// <see cref="MethodCall"/> calls it and compares the result with the plain reference. Any other method without an entry makes
/// the test fail.
/// </summary>
internal static class MethodRules
{
    private static readonly Dictionary<string, string> Elsewhere = new(StringComparer.Ordinal)
    {
        // ---- every hash ----
        ["LanewiseHash.AppendMany(ReadOnlySpan<LanewiseHash>, Messages)"] = "AppendManyTests.RandomSlicesEqualThePlainReference",
        ["LanewiseHash.FromState(ReadOnlySpan<Byte>)"] = "SavedStateTests.StatesOfEarlierVersionsOfTheLibraryAreStillRead",
        ["LanewiseHash.FromState(ReadOnlySpan<Byte>, Byte[])"] =
            "SavedStateTests.StatesOfEarlierVersionsOfTheLibraryAreStillRead",
        ["LanewiseHash.FromState(ReadOnlySpan<Byte>, ReadOnlySpan<Byte>)"] =
            "SavedStateTests.AResumedHashContinuesWhereItWasSaved",
        ["LanewiseHash<TSelf>.get_PreferredBatchSize()"] = "DerivedKeyFormTests.PreferredBatchesFillTheLanes",
        ["LanewiseHash.AppendData(Byte[])"] = "IncrementalTests.ALongerFirstMessageDoesNotAffectTheSecond",
        ["LanewiseHash.AppendData(ReadOnlySpan<Byte>)"] = "IncrementalTests.SplitAtEveryBoundaryEqualsOneShot",
        ["LanewiseHash.AppendData(ReadOnlySequence<Byte>&)"] = "OneMessageTests.SequencesWithOddSegmentsAreReadToTheirEnd",
        ["LanewiseHash.AppendData(Stream)"] = "OneMessageTests.StreamsThatReturnFewBytesAtATimeAreReadToTheirEnd",
        ["LanewiseHash.AppendDataAsync(Stream, CancellationToken)"] = "OneMessageTests.AsynchronousStreamsAreReadToTheirEnd",
        ["LanewiseHash.GetCurrentHash()"] = "IncrementalTests.TheCurrentHashDoesNotChangeTheState",
        ["LanewiseHash.GetCurrentHash(Span<Byte>)"] = "IncrementalTests.ALongerDestinationIsNotOverrun",
        ["LanewiseHash.TryGetCurrentHash(Span<Byte>, Int32&)"] = "IncrementalTests.ALongerDestinationIsNotOverrun",
        ["LanewiseHash.GetHashAndReset()"] = "IncrementalTests.ALongerFirstMessageDoesNotAffectTheSecond",
        ["LanewiseHash.GetHashAndReset(Span<Byte>)"] = "IncrementalTests.ALongerDestinationIsNotOverrun",
        ["LanewiseHash.TryGetHashAndReset(Span<Byte>, Int32&)"] = "IncrementalTests.ALongerDestinationIsNotOverrun",
        ["LanewiseHash.VerifyCurrentHash(ReadOnlySpan<Byte>)"] = "IncrementalTests.VerificationComparesTheWholeDigest",
        ["LanewiseHash.VerifyHashAndReset(ReadOnlySpan<Byte>)"] = "IncrementalTests.VerificationComparesTheWholeDigest",
        ["LanewiseHash.Reset()"] = "IncrementalTests.ALongerFirstMessageDoesNotAffectTheSecond",
        ["LanewiseHash.Clone()"] = "IncrementalTests.ACloneIsIndependent",
        ["LanewiseHash<TSelf>.Clone()"] = "SkeinTreeIncrementalTests.ACopyIsIndependent",
        ["LanewiseHash.ExportState()"] = "SavedStateTests.AResumedHashContinuesWhereItWasSaved",
        ["LanewiseHash.Dispose()"] = "IncrementalTests.DisposeWipesTheState",
        ["LanewiseHash<TSelf>.get_AlgorithmName()"] = "ArgumentTests.OperationsFindTheirAlgorithmByName",
        ["LanewiseHash.get_HashLengthInBytes()"] = "IncrementalTests.ALongerDestinationIsNotOverrun",

        // ---- BLAKE2X ----
        ["Blake2xb.CreateUnknownLength()"] = "Blake2TreeTests.OutputOfUnknownLengthIsReadFromAnyPosition",
        ["Blake2xs.CreateUnknownLength()"] = "Blake2TreeTests.OutputOfUnknownLengthIsReadFromAnyPosition",
        ["Blake2xbMac.CreateUnknownLength(Byte[])"] = "Blake2TreeTests.OutputOfUnknownLengthIsReadFromAnyPosition",
        ["Blake2xsMac.CreateUnknownLength(Byte[])"] = "Blake2TreeTests.OutputOfUnknownLengthIsReadFromAnyPosition",
        ["Blake2xbMac.CreateUnknownLength(ReadOnlySpan<Byte>)"] = "DerivedKeyFormTests.UnknownLengthAcceptsAKeyInASpan",
        ["Blake2xsMac.CreateUnknownLength(ReadOnlySpan<Byte>)"] = "DerivedKeyFormTests.UnknownLengthAcceptsAKeyInASpan",
        ["Blake2xb.GetOutput()"] = "DerivedKeyFormTests.OutputBeginsWithTheDigest",
        ["Blake2xbMac.GetOutput()"] = "DerivedKeyFormTests.OutputBeginsWithTheDigest",
        ["Blake2xs.GetOutput()"] = "DerivedKeyFormTests.OutputBeginsWithTheDigest",
        ["Blake2xsMac.GetOutput()"] = "DerivedKeyFormTests.OutputBeginsWithTheDigest",

        // ---- BLAKE3 ----
        ["Blake3.DeriveKey(String, ReadOnlySpan<Byte>, Int32)"] = "Blake3Tests.KeysAndContextsAreUsedAndChecked",
        ["Blake3.DeriveKey(String, ReadOnlySpan<Byte>, Span<Byte>)"] = "Blake3Tests.KeysAndContextsAreUsedAndChecked",
        ["Blake3.DeriveKeyMany(String, Messages, Span<Byte>, Int32)"] = "Blake3Tests.KeysAndContextsAreUsedAndChecked",
        ["Blake3.CreateDeriveKey(String, Int32)"] = "Blake3Tests.KeysAndContextsAreUsedAndChecked",
        ["Blake3.AppendData(ReadOnlyMemory<Byte>, ParallelOptions)"] =
            "DerivedKeyFormTests.AppendingOnSeveralCoresEqualsAppending",
        ["Blake3Mac.AppendData(ReadOnlyMemory<Byte>, ParallelOptions)"] =
            "DerivedKeyFormTests.AppendingOnSeveralCoresEqualsAppending",
        ["Blake3.GetOutput()"] = "DerivedKeyFormTests.OutputBeginsWithTheDigest",
        ["Blake3Mac.GetOutput()"] = "DerivedKeyFormTests.OutputBeginsWithTheDigest",

        // ---- Skein ----
        ["SkeinHash<TSelf>.DeriveKey(ReadOnlySpan<Byte>, ReadOnlySpan<Byte>, Span<Byte>)"] =
            "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["SkeinHash<TSelf>.DeriveKey(Byte[], ReadOnlySpan<Byte>, Span<Byte>)"] =
            "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["SkeinHash<TSelf>.DeriveKey(ReadOnlySpan<Byte>, ReadOnlySpan<Byte>, Int32)"] =
            "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["SkeinHash<TSelf>.DeriveKey(Byte[], ReadOnlySpan<Byte>, Int32)"] = "SkeinTests.DerivedKeysFollowThePaper",
        ["SkeinHash<TSelf>.DeriveKey(ReadOnlySpan<Byte>, String, Int32)"] =
            "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["SkeinHash<TSelf>.DeriveKey(Byte[], String, Int32)"] = "SkeinTests.DerivedKeysFollowThePaper",
        ["SkeinHash<TSelf>.CreateKeystream(ReadOnlySpan<Byte>, ReadOnlySpan<Byte>)"] =
            "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["SkeinHash<TSelf>.CreateKeystream(Byte[], ReadOnlySpan<Byte>)"] =
            "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["SkeinHash<TSelf>.OpenOutput(SkeinParameters, ReadOnlySpan<Byte>, Nullable<Int64>)"] =
            "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["SkeinMac<TSelf>.OpenOutput(SkeinParameters, ReadOnlySpan<Byte>, ReadOnlySpan<Byte>, Nullable<Int64>)"] =
            "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["SkeinMac<TSelf>.OpenOutput(SkeinParameters, Byte[], ReadOnlySpan<Byte>, Nullable<Int64>)"] =
            "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["SkeinHash<TSelf>.GetOutput()"] = "DerivedKeyFormTests.OutputBeginsWithTheDigest",
        ["SkeinMac<TSelf>.GetOutput()"] = "DerivedKeyFormTests.OutputBeginsWithTheDigest",
    };

    /// <summary>Returns the name of the test that covers a method, or null if the list has no entry for the method.</summary>
    public static string? Test(MethodBase method)
    {
        // The listed type is the type that declares the method, or a type that inherits the method. If several are listed, the
        // type that is closest to the declaration counts.
        string? found = null;
        for (Type? type = method.ReflectedType; type is not null; type = type == method.DeclaringType ? null : type.BaseType)
        {
            if (Elsewhere.TryGetValue(Key(type, method), out string? test)) found = test;
        }

        return found;
    }

    public static bool HasOwnTest(MethodBase method) => Test(method) is not null || method.Name == nameof(Md5.HashMany);

    /// <summary>All constructors and public methods, except the methods of <see cref="object"/>.</summary>
    public static IEnumerable<MethodBase> All(Type type) =>
    [
        .. type.GetConstructors(),
        .. type.GetMethods(
            BindingFlags.Public | BindingFlags.Static | BindingFlags.Instance | BindingFlags.FlattenHierarchy)
            .Where(method => method.DeclaringType != typeof(object)),
    ];

    /// <summary>Whether a method can be called generically because it is a constructor or is static.</summary>
    public static bool IsCalledByForm(MethodBase method) =>
        method.IsConstructor || (method.IsStatic && !HasOwnTest(method));

    /// <summary>Returns the type that declares a method and the method's signature, as in the list above.</summary>
    public static string Key(MethodBase method) => Key(method.DeclaringType!, method);

    private static string Key(Type type, MethodBase method)
    {
        Type definition = type.IsGenericType ? type.GetGenericTypeDefinition() : type;
        IEnumerable<string> parameters = method.GetParameters().Select(p => Name(p.ParameterType));
        return $"{Name(definition)}.{method.Name}({string.Join(", ", parameters)})";
    }

    private static string Name(Type type)
    {
        if (type.IsByRef) return Name(type.GetElementType()!) + "&";
        if (type.IsArray) return Name(type.GetElementType()!) + "[]";

        return type.IsGenericType
            ? $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(Name))}>"
            : type.Name;
    }
}
