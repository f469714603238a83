using Lanewise.Argon2Family;

namespace Lanewise.Proof;

/// <summary>
/// Runs the known-answer tests of Argon2 at every vector width, on several cores, and through the public methods.
/// </summary>
internal static class Argon2Proof
{
    private const int LargeMemoryKiB = 16 * 1024;

    /// <summary>The vector widths that this machine supports, in bits. 0 means scalar code.</summary>
    public static IEnumerable<int> Widths => LaneDispatch.Widths.Where(bits => bits <= LaneDispatch.Hardware);

    public static IReadOnlyList<KnownAnswers> Answers { get; } =
        [Of("argon2id", Argon2Variant.Id), Of("argon2i", Argon2Variant.I), Of("argon2d", Argon2Variant.D)];

    private static KnownAnswers Of(string name, Argon2Variant variant) => new(name, c => Check(c, variant));

    private static IReadOnlyList<string> Check(KnownAnswerCase c, Argon2Variant variant)
    {
        byte[] salt = c.Bytes("salt_hex"), secret = c.Bytes("secret_hex"), data = c.Bytes("ad_hex");
        int version = c.Number("version", Argon2Version.V13);
        if (version is not (Argon2Version.V10 or Argon2Version.V13))
        {
            throw KnownAnswerCase.Bad("version", c.Text("version")!, "16 or 19");
        }

        Argon2Parameters parameters = Parameters(c);
        Argon2Plan plan = parameters.Plan(variant, version);
        AnswerForms forms = new();
        byte[] tag = new byte[c.Output.Length];
        // A case that needs a lot of memory runs only once, with the widest vectors. A single run is sufficient, because the
        // small cases test every width and method, and all memory blocks are computed in the same way.
        bool isLarge = parameters.MemoryKiB > LargeMemoryKiB, isPublic = version == Argon2Version.V13;
        if (isLarge && !isPublic) Try("the widest", () => Argon2Engine.Derive(Input(), plan, tag, null));
        if (!isLarge)
        {
            foreach (int bits in Widths)
            {
                Try(Invariant($"{bits} bits"), () => Argon2Engine.Derive(Input(), plan, tag, null, bits));
            }

            Try("two cores", () => Argon2Engine.Derive(Input(), plan, tag, RowJob.TwoCores));
        }

        if (isPublic)
        {
            Try("DeriveKey", () =>
            {
                if (variant == Argon2Variant.Id) Argon2id.DeriveKey(c.Input, salt, parameters, tag, secret, data);
                else if (variant == Argon2Variant.I) Argon2i.DeriveKey(c.Input, salt, parameters, tag, secret, data);
                else Argon2d.DeriveKey(c.Input, salt, parameters, tag, secret, data);
            });
        }

        return forms.Wrong;

        Argon2Input Input() => new(c.Input, salt, secret, data);

        void Try(string form, Action derive)
        {
            tag.AsSpan().Clear();
            derive();
            forms.Add(form, tag.AsSpan().SequenceEqual(c.Output));
        }
    }

    private static Argon2Parameters Parameters(KnownAnswerCase c)
    {
        (int memory, int iterations, int parallelism) =
            (Positive("memory_kib", 0), Positive("iterations", 0), Positive("parallelism", 1));
        if (memory < (long)Argon2Parameters.MinMemoryKiBPerLane * parallelism)
        {
            throw KnownAnswerCase.Bad("memory_kib", Invariant($"{memory}"), "at least 8 for each lane");
        }

        return new Argon2Parameters(memory, iterations, parallelism);

        int Positive(string name, int otherwise) => c.Number(name, otherwise) is > 0 and var number
            ? number
            : throw KnownAnswerCase.Bad(name, c.Text(name) ?? "", "a positive number");
    }
}
