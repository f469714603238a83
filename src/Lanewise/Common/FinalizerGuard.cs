namespace Lanewise.Common;

/// <summary>An object that contains a secret.</summary>
internal interface IWipeable
{
    void Wipe();
}

/// <summary>
/// Wipes a secret whose owner was not disposed. Only the owner refers to this object. Therefore, the owner itself needs no
/// finalizer, which would make instances without a secret more expensive.
/// </summary>
internal sealed class FinalizerGuard(IWipeable secret) : IDisposable
{
    ~FinalizerGuard() => secret.Wipe();

    /// <summary>The owner must call this method after it has wiped the secret during disposal.</summary>
    public void Dispose() => GC.SuppressFinalize(this);
}
