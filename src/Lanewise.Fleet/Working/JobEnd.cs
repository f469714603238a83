using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet.Working;

/// <summary>Ends a job when its last range is done. Only the worker that ends the job counts the missing items.</summary>
internal sealed class JobEnd(FleetCatalogue catalogue, long job)
{
    private volatile bool isByThis;

    /// <summary>Ends the job if all its ranges are done.</summary>
    /// <returns>True if the job has ended or was removed.</returns>
    public bool TryEnd(CancellationToken token)
    {
        (bool isOver, bool isByThisCall) = catalogue.Jobs.End(job, token);
        if (isByThisCall) isByThis = true;
        return isOver;
    }

    /// <summary>Stores the number of missing items if this worker ended the job.</summary>
    public void CountMissing()
    {
        if (!isByThis) return;

        try
        {
            catalogue.Results.StoreMissing(job);
        }
        catch (FleetException)
        {
            // Counting exceeded the time limit of the catalogue. The job is done, and each report counts the missing items
            // itself.
        }
    }
}
