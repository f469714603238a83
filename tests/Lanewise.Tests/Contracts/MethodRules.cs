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
        // ---- static ----
        ["AppendMany(ReadOnlySpan<LanewiseHash>, Messages)"] = "AppendManyTests.RandomSlicesEqualThePlainReference",
        ["FromState(ReadOnlySpan<Byte>)"] = "SavedStateTests.AResumedHashContinuesWhereItWasSaved",
        ["FromState(ReadOnlySpan<Byte>, Byte[])"] = "SavedStateTests.KeysAreRequiredAndChecked",
        ["FromState(ReadOnlySpan<Byte>, ReadOnlySpan<Byte>)"] = "SavedStateTests.AResumedHashContinuesWhereItWasSaved",
        ["DeriveKey(String, ReadOnlySpan<Byte>, Int32)"] = "ToolTests.Blake3DerivedKeysEqualB3sum",
        ["DeriveKey(String, ReadOnlySpan<Byte>, Span<Byte>)"] = "Blake3Tests.KeysAndContextsAreUsedAndChecked",
        ["DeriveKey(ReadOnlySpan<Byte>, ReadOnlySpan<Byte>, Span<Byte>)"] =
            "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["DeriveKeyMany(String, Messages, Span<Byte>, Int32)"] = "ToolTests.Blake3DerivedKeysEqualB3sum",
        ["CreateDeriveKey(String, Int32)"] = "ToolTests.Blake3DerivedKeysEqualB3sum",
        ["DeriveKey(Byte[], ReadOnlySpan<Byte>, Span<Byte>)"] = "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["DeriveKey(ReadOnlySpan<Byte>, ReadOnlySpan<Byte>, Int32)"] = "SkeinTests.DerivedKeysFollowThePaper",
        ["DeriveKey(Byte[], ReadOnlySpan<Byte>, Int32)"] = "SkeinTests.DerivedKeysFollowThePaper",
        ["DeriveKey(ReadOnlySpan<Byte>, String, Int32)"] = "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["DeriveKey(Byte[], String, Int32)"] = "SkeinTests.DerivedKeysFollowThePaper",
        ["OpenOutput(SkeinParameters, ReadOnlySpan<Byte>, Nullable<Int64>)"] =
            "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["OpenOutput(SkeinParameters, ReadOnlySpan<Byte>, ReadOnlySpan<Byte>, Nullable<Int64>)"] =
            "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["OpenOutput(SkeinParameters, Byte[], ReadOnlySpan<Byte>, Nullable<Int64>)"] =
            "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["CreateKeystream(ReadOnlySpan<Byte>, ReadOnlySpan<Byte>)"] =
            "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["CreateKeystream(Byte[], ReadOnlySpan<Byte>)"] = "DerivedKeyFormTests.EveryOverloadOfSkeinGivesTheSameResult",
        ["CreateUnknownLength()"] = "SavedStateTests.AResumedHashContinuesWhereItWasSaved",
        ["CreateUnknownLength(Byte[])"] = "Blake2TreeTests.OutputOfUnknownLengthIsReadFromAnyPosition",
        ["CreateUnknownLength(ReadOnlySpan<Byte>)"] = "DerivedKeyFormTests.UnknownLengthAcceptsAKeyInASpan",
        ["get_PreferredBatchSize()"] = "DerivedKeyFormTests.PreferredBatchesFillTheLanes",

        // ---- instance methods ----
        ["AppendData(Byte[])"] = "IncrementalTests.NullAndUnreadableInputIsRejectedByName",
        ["AppendData(ReadOnlySpan<Byte>)"] = "IncrementalTests.SplitAtEveryBoundaryEqualsOneShot",
        ["AppendData(ReadOnlySequence<Byte>&)"] = "IncrementalTests.RandomSplitsEqualOneShot",
        ["AppendData(Stream)"] = "IncrementalTests.RandomSplitsEqualOneShot",
        ["AppendDataAsync(Stream, CancellationToken)"] = "DisposalTests.AppendingAStreamEndsWhenTheHashIsDisposed",
        ["AppendData(ReadOnlyMemory<Byte>, ParallelOptions)"] = "DerivedKeyFormTests.AppendingOnSeveralCoresEqualsAppending",
        ["GetCurrentHash()"] = "IncrementalTests.TheCurrentHashDoesNotChangeTheState",
        ["GetCurrentHash(Span<Byte>)"] = "IncrementalTests.ATooShortDestinationIsRejectedAndUntouched",
        ["TryGetCurrentHash(Span<Byte>, Int32&)"] = "IncrementalTests.ALongerDestinationIsNotOverrun",
        ["GetHashAndReset()"] = "IncrementalTests.SplitAtEveryBoundaryEqualsOneShot",
        ["GetHashAndReset(Span<Byte>)"] = "IncrementalTests.ALongerDestinationIsNotOverrun",
        ["TryGetHashAndReset(Span<Byte>, Int32&)"] = "IncrementalTests.ALongerDestinationIsNotOverrun",
        ["VerifyCurrentHash(ReadOnlySpan<Byte>)"] = "IncrementalTests.VerificationComparesTheWholeDigest",
        ["VerifyHashAndReset(ReadOnlySpan<Byte>)"] = "IncrementalTests.VerificationComparesTheWholeDigest",
        ["Reset()"] = "IncrementalTests.NothingOfAMessageStaysAfterReset",
        ["Clone()"] = "IncrementalTests.ACloneIsIndependent",
        ["ExportState()"] = "SavedStateTests.AResumedHashContinuesWhereItWasSaved",
        ["Dispose()"] = "IncrementalTests.DisposeWipesTheState",
        ["GetOutput()"] = "DerivedKeyFormTests.OutputBeginsWithTheDigest",
        ["get_AlgorithmName()"] = "ArgumentTests.OperationsFindTheirAlgorithmByName",
        ["get_HashLengthInBytes()"] = "IncrementalTests.ALongerDestinationIsNotOverrun",
    };

    public static IEnumerable<string> Tests => Elsewhere.Values.Distinct();

    public static bool HasOwnTest(MethodBase method) =>
        Elsewhere.ContainsKey(Signature(method)) || method.Name == nameof(Md5.HashMany);

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

    public static string Signature(MethodBase method) =>
        $"{method.Name}({string.Join(", ", method.GetParameters().Select(p => Name(p.ParameterType)))})";

    private static string Name(Type type)
    {
        if (type.IsByRef) return Name(type.GetElementType()!) + "&";
        if (type.IsArray) return Name(type.GetElementType()!) + "[]";

        return type.IsGenericType
            ? $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(Name))}>"
            : type.Name;
    }
}
