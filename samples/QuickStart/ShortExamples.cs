namespace Lanewise.Samples;

/// <summary>
/// Contains the code for the pages in docs/algorithms about algorithms that differ from another algorithm only in their sizes.
/// </summary>
internal static class ShortExamples
{
    public static void Run()
    {
        Console.WriteLine(Convert.ToHexStringLower(Sha224.HashData("abc"u8)));
        // prints 23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7

        Console.WriteLine(Convert.ToHexStringLower(Sha384.HashData("abc"u8)));
        // prints cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7

        Console.WriteLine(Convert.ToHexStringLower(Sha512_256.HashData("abc"u8)));
        // prints 53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23

        // This is the first example in the standard.
        Console.WriteLine(Convert.ToHexStringLower(Sm3.HashData("abc"u8)));
        // prints 66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0

        Console.WriteLine(Convert.ToHexStringLower(Sha3_224.HashData("abc"u8)));
        // prints e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf

        Console.WriteLine(Convert.ToHexStringLower(Sha3_384.HashData("abc"u8)));
        // prints ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25

        Console.WriteLine(Convert.ToHexStringLower(Sha3_512.HashData("abc"u8)));
        // prints b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0

        Console.WriteLine(Convert.ToHexStringLower(Shake256.HashData("abc"u8)));
        // prints 483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739d5a15bef186a5386c75744c0527e1faa9f8726e462a12a4feb06bd8801e751e4

        byte[] output = new byte[64];
        CShake256.HashData(
            new CShakeParameters { Customization = "example.com"u8.ToArray() },
            "abc"u8, output);
        Console.WriteLine(Convert.ToHexStringLower(output));
        // prints e1d899bee633aa57020804a8714a776a4281ebad79af5b1578215297b633ff85d4c7d5e6c0a2edcc5e2766629793a32d84e3bf85d5a9da06ebd2ed103f31daa2

        Console.WriteLine(Convert.ToHexStringLower(TurboShake256.HashData("abc"u8)));
        // prints 63824b1431a7372e85edc022c9d7afdd027472fcfa33c887d6f5aaf8dc5d4db68afbcb5714b49b7ffd8dd115dd5bd5436f837236845a230d6969a4083a113617

        Console.WriteLine(Convert.ToHexStringLower(Skein256.HashData("abc"u8)));
        // prints 258bdec343b9fde1639221a5ae0144a96e552e5288753c5fec76c05fc2fc1870

        Console.WriteLine(Convert.ToHexStringLower(Skein1024.HashData("abc"u8)));
        // prints 35a599a0f91abcdb4cb73c19b8cb8d947742d82c309137a7caed29e8e0a2ca7a9ff9a90c34c1908cc7e7fd99bb15032fb86e76df21b72628399b5f7c3cc209d7bb31c99cd4e19465622a049afbb87c03b5ce3888d17e6e667279ec0aa9b3e2712624c01b5f5bbe1a564220bdcf6990af0c2539019f313fdd7406cca3892a1f1f
    }
}
