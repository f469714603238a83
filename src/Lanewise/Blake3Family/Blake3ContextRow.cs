namespace Lanewise.Blake3Family;

/// <summary>BLAKE3 as the derivation of keys for one context, for tools that hash whatever row they are given.</summary>
internal sealed class Blake3ContextRow : HashRow
{
    private readonly string context;
    private readonly uint[] key = new uint[Blake3Record.ChainingWords];

    public Blake3ContextRow(string context)
        : base(Blake3Engine.Name, Blake3Engine.Sizes with { MinKeyBytes = 0, MaxKeyBytes = 0 })
    {
        this.context = context;
        Blake3One.ContextKey(Blake3One.Context(context), key);
    }

    public override LaneTable Table => Blake3Engine.Table;

    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => Blake3.CreateDeriveKey(context, hashBytes);

    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake3.DeriveKey(context, source, destination);

    public override void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        Batch.Run(
            messages, default, destination, new Blake3Batch(new(key, Blake3Spec.DeriveKeyMaterial), hashBytes, shape));

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        new Blake3(Blake3Engine.Resume(ref state, key, out secret));
}
