namespace Lanewise.Tests;

/// <summary>
/// A task scheduler that cancels the token when the first task is queued. At that time, the tested method has already checked
/// the token once, but will check it again.
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
