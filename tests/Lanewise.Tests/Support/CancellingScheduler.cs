namespace Lanewise.Tests;

/// <summary>
/// A scheduler that cancels when the first task is queued. This is after the first check of the token and before the last check.
/// </summary>
internal sealed class CancellingScheduler(CancellationTokenSource source) : TaskScheduler
{
    protected override IEnumerable<Task> GetScheduledTasks() => [];

    protected override void QueueTask(Task task)
    {
        source.Cancel();
        ThreadPool.QueueUserWorkItem(_ => TryExecuteTask(task));
    }

    protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued)
    {
        source.Cancel();
        return TryExecuteTask(task);
    }
}
