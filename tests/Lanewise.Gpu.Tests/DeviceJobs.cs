using System.Security.Cryptography;

namespace Lanewise.Gpu.Tests;

/// <summary>Small jobs that call most driver functions. Each result is compared with that of the CPU.</summary>
internal static class DeviceJobs
{
    private const int Messages = 50, MessageBytes = 100;

    public static void Hash(Accelerator accelerator)
    {
        byte[] messages = RandomNumberGenerator.GetBytes(Messages * MessageBytes);
        byte[] wanted = new byte[Messages * Md5.HashSizeInBytes], got = new byte[wanted.Length];
        Md5.HashMany(messages, MessageBytes, wanted);
        using AcceleratorBuffer source = accelerator.Allocate(messages.Length), digests = accelerator.Allocate(wanted.Length);
        source.Write(messages);
        AcceleratorMd5.HashMany(source, MessageBytes, Messages, digests);
        digests.Read(got);
        Assert.Equal(wanted, got);
    }

    public static void Encrypt(Accelerator accelerator)
    {
        using Xtea cipher = new(RandomNumberGenerator.GetBytes(Xtea.KeySizeInBytes));
        byte[] text = RandomNumberGenerator.GetBytes(4000), got = new byte[text.Length];
        using AcceleratorBuffer buffer = accelerator.Allocate(text.Length);
        buffer.Write(text);
        AcceleratorXtea.EncryptEcb(cipher, buffer, buffer, text.Length);
        buffer.Read(got);
        Assert.Equal(cipher.EncryptEcb(text, PaddingMode.None), got);
    }

    /// <summary>Calls the driver functions that are not used for hashing.</summary>
    public static void CallOtherFunctions(Accelerator accelerator)
    {
        using AcceleratorBuffer one = accelerator.Allocate(100), other = accelerator.Allocate(100);
        byte[] text = RandomNumberGenerator.GetBytes(100), got = new byte[100];
        one.Write(text);
        one.CopyTo(other, 0, 10, 90);
        other.Read(got.AsSpan(0, 90), 10);
        Assert.Equal(text[..90], got[..90]);
        other.Clear();
        other.Read(got);
        Assert.Equal(new byte[100], got);
        accelerator.Synchronize();
    }
}
