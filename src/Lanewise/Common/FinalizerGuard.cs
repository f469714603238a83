namespace Lanewise.Common;

/// <summary>An object that contains a secret.</summary>
internal interface IWipeable
{
    void Wipe();
}

/// <summary>
/// Wipes a secret whose owner was not disposed. Only the owner refers to this object. Thus, owners without a secret need no
/// finalizer, which would make instances more expensive.
/// </summary>
internal sealed class FinalizerGuard(IWipeable secret) : IDisposable
{
    ~FinalizerGuard() => secret.Wipe();

    /// <summary>The owner calls this method after it was disposed and has wiped the secret.</summary>
    public void Dispose() => GC.SuppressFinalize(this);
}
