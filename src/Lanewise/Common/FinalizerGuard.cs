namespace Lanewise.Common;

/// <summary>An object that contains a secret.</summary>
internal interface IWipeable
{
    void Wipe();
}

/// <summary>
/// Wipes a secret whose owner was not disposed. Only the owner refers to the guard, so the GC collects both at the same time.
/// The owner's class has no finalizer, because a finalizer would make instances without a secret more expensive.
/// </summary>
internal sealed class FinalizerGuard(IWipeable secret) : IDisposable
{
    ~FinalizerGuard() => secret.Wipe();

    /// <summary>Suppresses the finalizer. When disposed, the owner must call this method after wiping the secret.</summary>
    public void Dispose() => GC.SuppressFinalize(this);
}
