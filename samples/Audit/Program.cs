using Lanewise.Fleet;

string folder =
    Directory.CreateTempSubdirectory().FullName;
string photos = Path.Combine(folder, "photos");
Directory.CreateDirectory(photos);
File.WriteAllText(Path.Combine(photos, "a.txt"), "abc");
File.WriteAllText(Path.Combine(photos, "b.txt"), "b");

// For one machine, the catalogue is a file. For several
// machines, use "Host=db;Database=fleet;Username=audit".
using FleetCatalogue catalogue =
    FleetCatalogue.Open(Path.Combine(folder, "fleet.db"));

// Each step can be interrupted at any time, and continues
// where it stopped. Several processes can plan and work
// at the same time.
FleetJob first = FleetAudit.Begin(
    catalogue, "photos", "BLAKE3",
    [new FleetSource(0, photos)]);
FleetAudit.Plan(catalogue, first);
FleetAudit.Work(catalogue, first);
FleetStatus status = FleetAudit.Status(catalogue, first);
Console.WriteLine(
    $"{status.Job.State}: {status.Total.DoneFiles} files");
// prints Done: 2 files

// A month later, plan the same sources again and compare
// them with the first run.
File.AppendAllText(Path.Combine(photos, "a.txt"), "d");
File.Delete(Path.Combine(photos, "b.txt"));
FleetJob second = FleetAudit.Again(catalogue, first);
FleetAudit.Plan(catalogue, second);
FleetAudit.Work(catalogue, second);
foreach (FleetItem item in
    FleetAudit.Results(catalogue, second))
{
    if (item.Status == ItemStatus.Same) continue;

    string name = Path.GetFileName(item.Name);
    Console.WriteLine($"{name}: {item.Status}");
}

// prints a.txt: Changed
// prints b.txt: Missing
