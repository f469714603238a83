using System.Diagnostics;
using System.Runtime.Versioning;
using Lanewise.Files.Opening;

namespace Lanewise.Icc.Tests;

/// <summary>
/// Tests how replacing a file affects its properties: its type (device or pipe), its mode, its owner and its hard links.
/// </summary>
[UnsupportedOSPlatform("windows")]
public sealed class FileReplacementTests : IDisposable
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private readonly string folder = Directory.CreateTempSubdirectory("lanewise-icc").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task DevicesAndPipesAreWrittenDirectly()
    {
        SkipUnlessLinux();
        string device = In("device");
        if (Run("mknod", device, "c", "1", "3") == 0)
        {
            WholeFile.Write(device, [1, 2, 3]);
            Assert.False(FileStatus.Of(device)!.Value.IsRegular);
        }

        WholeFile.Write("/dev/null", [1, 2, 3]);
        Assert.False(FileStatus.Of("/dev/null")!.Value.IsRegular);

        string pipe = In("pipe");
        Assert.Equal(0, Run("mkfifo", pipe));
        Task<byte[]> reader = Task.Run(() => File.ReadAllBytes(pipe));
        WholeFile.Write(pipe, [1, 2, 3]);
        Assert.Equal([1, 2, 3], await reader);
        Assert.False(FileStatus.Of(pipe)!.Value.IsRegular);
        Assert.Empty(Directory.GetFiles(folder, "*.part-*"));
    }

    [Fact]
    public void AnOpenDescriptorIsWrittenDirectly()
    {
        SkipUnlessLinux();
        using FileStream file = new(In("file"), FileMode.Create, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
        WholeFile.Write($"/proc/self/fd/{file.SafeFileHandle.DangerousGetHandle()}", [1, 2, 3]);
        Assert.Equal(3, file.Length);
    }

    [Fact]
    public void AFullDeviceThrowsWithTheReason()
    {
        SkipUnlessLinux();
        Assert.Throws<IOException>(() => WholeFile.Write("/dev/full", new byte[100_000]));
        Assert.False(FileStatus.Of("/dev/full")!.Value.IsRegular);
    }

    /// <summary>
    /// Other users must never be able to read the temporary file of a private image, not even while it is incomplete.
    /// </summary>
    [Fact]
    public void TheTemporaryFileHasModeAndOwnerBeforeItsFirstByte()
    {
        SkipUnlessLinux();
        string path = In("a");
        File.WriteAllBytes(path, [1]);
        File.SetUnixFileMode(path, OwnerOnly);
        bool isOther = Run("chown", "12345:23456", path) == 0;
        WholeFile.Write(path, stream =>
        {
            string beside = Directory.GetFiles(folder, "*.part-*").Single();
            Assert.Equal(0, new FileInfo(beside).Length);
            Assert.Equal(OwnerOnly, File.GetUnixFileMode(beside));
            if (isOther) Assert.Equal((12345U, 23456U), (FileStatus.Of(beside)!.Value.Owner, FileStatus.Of(beside)!.Value.Group));
            stream.Write([2, 3]);
        });
        Assert.Equal([2, 3], File.ReadAllBytes(path));
        Assert.Equal(OwnerOnly, File.GetUnixFileMode(path));
        if (isOther) Assert.Equal((12345U, 23456U), (FileStatus.Of(path)!.Value.Owner, FileStatus.Of(path)!.Value.Group));
    }

    /// <summary>A private image must remain private when it is written to another file.</summary>
    [Fact]
    public void ANewFileHasNoMorePermissionsThanTheImage()
    {
        SkipUnlessLinux();
        string path = In("a.png"), other = In("b.png");
        File.Copy(Path.Combine(AppContext.BaseDirectory, "patch.png"), path);
        File.SetUnixFileMode(path, OwnerOnly | UnixFileMode.SetUser);
        ProfiledImage.EmbedFile(path, AllProfiles.ByFileName["DisplayP3-v2-micro.icc"].ToArray(), other);
        Assert.Equal(OwnerOnly, File.GetUnixFileMode(other));
        File.Delete(other);
        ProfiledImage.StripFile(path, other);
        Assert.Equal(OwnerOnly, File.GetUnixFileMode(other));
    }

    [Fact]
    public void AllHardLinksSeeTheNewFile()
    {
        SkipUnlessLinux();
        string path = In("a"), other = In("b");
        File.WriteAllBytes(path, [1, 2, 3, 4]);
        File.SetUnixFileMode(path, OwnerOnly);
        Assert.Equal(0, Run("ln", path, other));
        WholeFile.Write(path, [5, 6]);
        Assert.Equal([5, 6], File.ReadAllBytes(other));
        Assert.Equal(2U, FileStatus.Of(path)!.Value.Names);
        Assert.Equal(OwnerOnly, File.GetUnixFileMode(path));
        Assert.Equal([path, other], Directory.GetFiles(folder).Order());

        // Another thread reads the image while it is being replaced.
        File.Copy(Path.Combine(AppContext.BaseDirectory, "patch.png"), path, overwrite: true);
        byte[] profile = AllProfiles.ByFileName["DisplayP3-v2-micro.icc"].ToArray();
        ProfiledImage.EmbedFile(path, profile);
        Assert.Equal(profile, ProfiledImage.ExtractFile(other));
    }

    /// <summary>
    /// Nobody, not even root, can open a running program for writing. Therefore, the test uses one as a read-only file.
    /// </summary>
    [Fact]
    public void AFileThatCannotBeWrittenIsNotReplaced()
    {
        SkipUnlessLinux();
        string program = In("program");
        File.Copy("/bin/sleep", program);
        using Process running = Process.Start(program, "60");
        try
        {
            byte[] before = File.ReadAllBytes(program);
            Assert.ThrowsAny<IOException>(() => WholeFile.Write(program, [1]));
            Assert.Equal(before, File.ReadAllBytes(program));
            Assert.Equal([program], Directory.GetFiles(folder));
        }
        finally
        {
            running.Kill();
            running.WaitForExit();
        }
    }

    [Fact]
    public void AFailedWriteLeavesTheOldFile()
    {
        string path = In("a");
        File.WriteAllBytes(path, [1]);
        Assert.Throws<InvalidOperationException>(() => WholeFile.Write(path, stream =>
        {
            stream.Write([2]);
            throw new InvalidOperationException("in the middle");
        }));
        Assert.Equal([1], File.ReadAllBytes(path));
        Assert.Equal([path], Directory.GetFiles(folder));
    }

    /// <summary>A large image is copied through a buffer. Neither the old image nor the new one is held in memory.</summary>
    [Theory]
    [InlineData("patch.png")]
    [InlineData("patch.jpg")]
    public void MemoryOfAnEmbedDoesNotGrowWithTheImage(string name)
    {
        string path = In(name);
        File.Copy(Path.Combine(AppContext.BaseDirectory, name), path);
        using (FileStream file = File.OpenWrite(path)) file.SetLength(100 << 20);
        byte[] profile = AllProfiles.ByFileName["DisplayP3-v2-micro.icc"].ToArray();
        long before = GC.GetAllocatedBytesForCurrentThread();
        ProfiledImage.EmbedFile(path, profile);
        Assert.Equal(profile, ProfiledImage.ExtractFile(path));
        Assert.True(ProfiledImage.StripFile(path));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 2 << 20);
        Assert.Equal(100 << 20, new FileInfo(path).Length + (name == "patch.jpg" ? OldProfile(name) : 0));
    }

    private static long OldProfile(string name)
    {
        byte[] image = ProfiledImageTests.Image(name);
        return image.Length - ProfiledImage.Strip(image).Length;
    }

    private static void SkipUnlessLinux() =>
        Assert.SkipUnless(OperatingSystem.IsLinux(), "File metadata can be queried only on Linux.");

    private static int Run(string program, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true })!;
        process.WaitForExit();
        return process.ExitCode;
    }

    private string In(string name) => Path.Combine(folder, name);
}
