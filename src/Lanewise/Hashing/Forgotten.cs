namespace Lanewise.Hashing;

/// <summary>What holds a secret.</summary>
internal interface IWipeable
{
    void Wipe();
}

/// <summary>
/// Wipes a secret whose owner was not disposed: the owner alone refers to this, so that owners without a
/// secret need no finalizer, which makes each instance dearer.
/// </summary>
internal sealed class Forgotten(IWipeable secret) : IDisposable
{
    ~Forgotten() => secret.Wipe();

    /// <summary>The owner was disposed, and has wiped it.</summary>
    public void Dispose() => GC.SuppressFinalize(this);
}
