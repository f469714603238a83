using System.Net.Sockets;
using Lanewise.Fleet;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests that pipes, sockets and devices are not counted as verified files.</summary>
public sealed class SkippedFilesTests
{
    private static readonly FleetPlanSettings Settings = new();

    [Fact]
    public void ASocketIsSkippedAndNotGood()
    {
        using FleetRun run = new();
        File.WriteAllText(run.File("file"), "content");
        using Socket socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(run.File("socket")));
        FleetJob first = run.Work(run.Plan(Settings)), second = run.Work(run.Plan(Settings, first));

        foreach (FleetJob job in (FleetJob[])[first, second])
        {
            SourceStatus total = FleetAudit.Status(run.Catalogue, job).Total;
            Assert.Equal((2, 2, 1, 1), (total.Files, total.DoneFiles, total.Good, total.Skipped));
            Assert.Equal(0, total.Changed + total.New + total.Unreadable);
            FleetItem item = Assert.Single(run.Catalogue.Results.Differences(job));
            Assert.Equal((run.File("socket"), ItemStatus.Special), (item.Name, item.Status));
        }
    }

    /// <summary>The parts of a large file end at different times, and only the first part counts the file.</summary>
    [Fact]
    public void AnUnfinishedLargeFileIsNotSkipped()
    {
        using FleetRun run = new();
        File.WriteAllBytes(run.File("large"), new byte[3 << 20]);
        FleetJob job = run.Plan(Settings with { SegmentBytes = 1 << 20 });
        run.Catalogue.Run(session => session.Execute("update range set state = 2, worker = 'test' where part = 0"));

        SourceStatus total = FleetAudit.Status(run.Catalogue, job).Total;
        Assert.Equal((1, 0, 0), (total.DoneFiles, total.Good, total.Skipped));
    }
}
