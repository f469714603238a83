using Lanewise.Api;

namespace Lanewise.Tests;

/// <summary>Returns instances of a parameter type with non-default values, and the plain references for them.</summary>
internal static class ManyParameters
{
    private static readonly Blake2Parameters OfBlake2 = new() { Salt = "salt"u8.ToArray(),
        Personalization = "person"u8.ToArray(), Fanout = 3, MaxDepth = 4, LeafLength = 5, NodeOffset = 6, NodeDepth = 7,
        InnerHashSizeInBytes = 8, IsLastNode = true };
    private static readonly SkeinParameters OfSkein = new() { Personalization = "2026 many"u8.ToArray(),
        PublicKey = "public"u8.ToArray(), KeyDerivationIdentifier = "identifier"u8.ToArray(), Nonce = "nonce"u8.ToArray() };
    private static readonly SkeinParameters OfSkeinTree = new() { LeafExponent = 1, NodeExponent = 2, MaxLevel = 3 };
    private static readonly CShakeParameters OfCShake = new() { FunctionName = "name"u8.ToArray(),
        Customization = "many"u8.ToArray() };
    private static readonly KmacParameters OfKmac = new() { Customization = "many"u8.ToArray(), IsXof = true };
    private static readonly KangarooTwelveParameters OfKangaroo = new() { Customization = "many"u8.ToArray() };
    private static readonly TurboShakeParameters OfTurboShake = new() { DomainSeparation = 0x0B };

    private static readonly Dictionary<Type, (object Value, Func<HashRow, PlainReference> Reference)[]> All = new()
    {
        [typeof(Blake2Parameters)] = [(OfBlake2, Blake2)],
        [typeof(SkeinParameters)] = [(OfSkein, row => Skein(row, OfSkein)), (OfSkeinTree, row => Skein(row, OfSkeinTree))],
        [typeof(CShakeParameters)] = [(OfCShake, row => (_, message, hashBytes) => PlainKeccak.CShake(
            Capacity(row), OfCShake.FunctionName.Span, OfCShake.Customization.Span, message, hashBytes))],
        [typeof(KmacParameters)] = [(OfKmac, row => (key, message, hashBytes) => PlainKeccak.Kmac(
            Capacity(row), key, OfKmac.Customization.Span, message, hashBytes, OfKmac.IsXof))],
        [typeof(TurboShakeParameters)] = [(OfTurboShake, row => (_, message, hashBytes) => PlainKeccak.TurboShake(
            Capacity(row), OfTurboShake.DomainSeparation, message, hashBytes))],
        [typeof(KangarooTwelveParameters)] = [(OfKangaroo, _ => (_, message, hashBytes) => PlainKeccak.Kangaroo(
            OfKangaroo.Customization.Span, message, hashBytes))],
    };

    public static IEnumerable<Type> Types => All.Keys;

    /// <summary>Returns all instances of a parameter type.</summary>
    public static IEnumerable<(object Value, Func<HashRow, PlainReference> Reference)> Sets(Type parameters) => All[parameters];

    /// <summary>Returns the instance for batches. Batches reject Skein trees.</summary>
    public static object Value(Type parameters) => All[parameters][0].Value;

    public static PlainReference Reference(HashRow row, Type parameters) => All[parameters][0].Reference(row);

    private static int Capacity(HashRow row) => 1600 - (8 * row.BlockBytes);

    private static PlainReference Skein(HashRow row, SkeinParameters of)
    {
        PlainSkein plain = PlainSkein.OfBits(8 * row.BlockBytes);
        PlainSkeinParameters plainOf = new() { Personalization = of.Personalization.ToArray(), PublicKey = of.PublicKey.ToArray(),
            KeyDerivationIdentifier = of.KeyDerivationIdentifier.ToArray(), Nonce = of.Nonce.ToArray(),
            LeafExponent = of.LeafExponent, NodeExponent = of.NodeExponent, MaxLevel = of.MaxLevel };
        return (key, message, hashBytes) => plain.Hash(key, message, hashBytes, plainOf);
    }

    private static PlainReference Blake2(HashRow row)
    {
        PlainBlake2Parameters plainOf = new() { Salt = OfBlake2.Salt.ToArray(),
            Personalization = OfBlake2.Personalization.ToArray(), Fanout = OfBlake2.Fanout, MaxDepth = OfBlake2.MaxDepth,
            LeafLength = OfBlake2.LeafLength, NodeOffset = OfBlake2.NodeOffset, NodeDepth = OfBlake2.NodeDepth,
            InnerLength = OfBlake2.InnerHashSizeInBytes, IsLastNode = OfBlake2.IsLastNode };
        return row.WordBits == 64
            ? (key, message, hashBytes) => PlainBlake2.B.Hash(key, message, hashBytes, plainOf)
            : (key, message, hashBytes) => PlainBlake2.S.Hash(key, message, hashBytes, plainOf);
    }
}
