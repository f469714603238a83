using Lanewise.Api;
using Lanewise.Simd;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Runs the Monte Carlo tests from NIST's Cryptographic Algorithm Validation Program, which repeatedly hash digests. Each test
/// has a hundred checkpoints, one after every thousand digests, and this class runs up to five checkpoints. The values are from
/// SHA*Monte.rsp of CAVS 11.1 (FIPS 180-4) and SHA3_*Monte.rsp of CAVS 19.0 (FIPS 202), which are in the public domain.
/// Lanewise's own one-message code computes all digests. SIMD lanes of every vector width also compute the first thousand
/// digests.
/// </summary>
[Trait("Category", "Lanes")]
public sealed class MonteCarloTests
{
    private const int Iterations = 1000;

    private static readonly int[] Checkpoints = [0, 1, 19, 59, 99];

    private static readonly Dictionary<string, string[]> SeedAndCheckpoints = new()
    {
        ["sha1"] =
        [
            "dd4df644eaf3d85bace2b21accaa22b28821f5cd",
            "11f5c38b4479d4ad55cb69fadf62de0b036d5163", "5c26de848c21586bec36995809cb02d3677423d9",
            "23baee80eee052f3263ac26dd12ea6504a5bd234", "b8b3cd6ca1d5b5610e43212f8df75211aaddcf96",
            "01b7be5b70ef64843a03fdbb3b247a6278d2cbe1",
        ],
        ["sha224"] =
        [
            "ed2b70d575d9d0b4196ae84a03eed940057ea89cdd729b95b7d4e6a5",
            "cd94d7da13c030208b2d0d78fcfe9ea22fa8906df66aa9a1f42afa70",
            "555846e884633639565d5e0c01dd93ba58edb01ee18e68ccca28f7b8",
            "18751a765f3b06fc2c9a1888d4bb78b2d2226799a54dba72b5429f25",
            "3998a213e392978a38016545a59bd435180da66d2b3da373088f406a",
            "27033d2d89329ba9d2a39c0292552a5f1f945c115d5abf2064e93754",
        ],
        ["sha256"] =
        [
            "6d1e72ad03ddeb5de891e572e2396f8da015d899ef0e79503152d6010a3fe691",
            "e93c330ae5447738c8aa85d71a6c80f2a58381d05872d26bdd39f1fcd4f2b788",
            "2e78f8c8772ea7c9331d41ed3f9cdf27d8f514a99342ee766ee3b8b0d0b121c0",
            "52519e6319505df7a9aa83778618ec10b78c5771bac50e8d3f59bc815dabfb1f",
            "ae5a4fdc779d808ba898966c8c14a6c9894107ef3e1d680f6ae37e95cb7e1b67",
            "6a912ba4188391a78e6f13d88ed2d14e13afce9db6f7dcbf4a48c24f3db02778",
        ],
        ["sha384"] =
        [
            "edff07255c71b54a9beae52cdfa083569a08be89949cbba73ddc8acf429359ca5e5be7a673633ca0d9709848f522a9df",
            "e81b86c49a38feddfd185f71ca7da6732a053ed4a2640d52d27f53f9f76422650b0e93645301ac99f8295d6f820f1035",
            "1d6bd21713bffd50946a10c39a7742d740e8f271f0c8f643d4c95375094fd9bf29d89ee61a76053f22e44a4b058a64ed",
            "b9158943803c47678fefafa91c98966aa3dc1fd96f4e86cfdde7ca879dbf9fa9f54b1988a53376f7005df7fd87b1396b",
            "14e1b1733b16899c4046a604f8e1e777d55649c5357d7d9e3d7a1c395b6275aecf733a598de1d0bfd7eeaa9ecbd7d1e7",
            "ccde4359f23e64579c5c0380df837ee950928aa82937a2d2ed33d216e707c46d847efa5ca52dcbda551145e164fbd594",
        ],
        ["sha512"] =
        [
            "5c337de5caf35d18ed90b5cddfce001ca1b8ee8602f367e7c24ccca6f893802fb1aca7a3dae32dcd60800a59959bc540d63237876b799229ae71a2526fbc52cd",
            "ada69add0071b794463c8806a177326735fa624b68ab7bcab2388b9276c036e4eaaff87333e83c81c0bca0359d4aeebcbcfd314c0630e0c2af68c1fb19cc470e",
            "ef219b37c24ae507a2b2b26d1add51b31fb5327eb8c3b19b882fe38049433dbeccd63b3d5b99ba2398920bcefb8aca98cd28a1ee5d2aaf139ce58a15d71b06b4",
            "3d40ccd9cc445bbecca9227c67fe455d89e0b7c1c858d32f30e2b544ca9a5a606535aea2e59fec6ec4d1ba898cc4338c6eadef9c0884bcf56aca2f481a2d7d3e",
            "2f3d5c5f990bf615d5e8b396ccbd0337da39fad09b059f955a431db76a9dc720dffc4e02c0be397c7e0463799cd75fd6ab7c52bec66c8df5ef0d47e14a4c5927",
            "4aa7dad74eb51d09a6ae7735c4b795b078f51c314f14f42a0d63071e13bdc5fd9f51612e77b36d44567502a3b5eb66c609ec017e51d8df93e58d1a44f3c1e375",
        ],
        ["sha3-224"] =
        [
            "3a9415d401aeb8567e6f0ecee311f4f716b39e86045c8a51383db2b6",
            "90080c037bda5fafcada98e8afda62b10ffb5781b97f6e7aa3ded6e6",
            "b56de7b4b405b0bdf23ed9c4593956cb4231846f278cd8d8699ab7c0",
            "76a224d6016e5c010b08e95e58ea013145b776056b12a74786c6ec2b",
            "b6e3132fba32608d03abce8a9e83613a9f40b0cc43fc730ea627b9ba",
            "91defbe230b514d7db13d915a82368d32d48f55db31d16e3ae7fbbd0",
        ],
        ["sha3-256"] =
        [
            "aa64f7245e2177c654eb4de360da8761a516fdc7578c3498c5e582e096b8730c",
            "225cbac2be6f329d94228c5360a1c177bc495a761c442a1771b1d18555c309a5",
            "96d364a1b1ced3dbbce6380093fb1ac77221abcee30faf16546ffad8fe1eef8c",
            "d79a6f3dde5e053f342a2a2a9f844ddac71e5ff468a0d3276c81bd8126b3ee17",
            "c00ce2788f5ab3d14a492240ea54d05bac108353a2203436d3e0701c1b088262",
            "456f2ed7f5433bb4e56d7780a21a953e95d6a5eb53bb4c974c57a90e677f3197",
        ],
        ["sha3-384"] =
        [
            "7a00791f6f65c21f1c97c58fa3c0520cfc85cd7e3d398cf01950819fa717195065a363e77d07753647cb0c130e9972ad",
            "b2d4e10214bd7991e3a3e4772f5c7b390178e20c3ff882648a891e44b9d309d91bf5fab74c0bc155a7fac972a9b128a2",
            "608db3176176effb7b7cceb8962bffc67584cc9e9860752f6644c7810cc83f4fdefa108bcf308d4137265fbb1ecf10fb",
            "4f31053aa710a9376fa2a410e3458c1b4d9005c66ae01f41c093996f9a8b5c6885467acd9ad4b4bbbe1fa32d24ace547",
            "bab50ad626ec56d8dbe9a9318a2fcb2359d0accd9499bd76a8db33922503f40f3b0e9a43af68d537bfac341b343d21d8",
            "02c9babd4add11a5f23c1808f72e3dc8325cedc31d28213a04d999dac8f46b866f84ba3dbfbcf1a863cc54d808ffadca",
        ],
        ["sha3-512"] =
        [
            "764a5511f00dbb0eaef2eb27ad58d35f74f563b88f789ff53f6cf3a47060c75ceb455444cd17b6d438c042e0483919d249f2fd372774647d2545cbfad20b4d31",
            "83dd81285c36d86dde72631a1a1e0d9c12b0e2842d499a63b00de87f11839565b21d9416f154b72034b7fcd41d2f1d9eac184eec823547772826ed90c53d856e",
            "5c37bb6fe060007ce3fca1e6d01ed1bdd6e737f043a2929548cf1b08224a193e03c7314be44a496c8ecaf8a7458770f59cd27336a38ffa40588539572ecb946f",
            "099d3e5e4fd60468274b7f486f379487786596ac216bde7f095ef4a1617e02223d404cee0dc801175c3dbd02947b37e3a26628b7573f92a6ae26e34eec6800d0",
            "1c8d7b5a951258e4f2f56a664c79b4b921f2296d360b6cc91eeb5cce08180d6d1ff0296db5ad9a7a4c2f69a5c2fcafa550961115d87713a7da3ccb619ec79733",
            "760824a439b0681fcd5d22f8467d927a764febc457fd1eb62584ca82b00e1a07905a0117a955041892d2c9d849c096067ed2893aca5c841f8aa32dabe642bc82",
        ],
    };

    public static TheoryData<string> Names => [.. SeedAndCheckpoints.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void TheScalarLaneReachesEveryCheckpoint(string name)
    {
        HashRow row = Row(name);
        byte[] seed = Convert.FromHexString(SeedAndCheckpoints[name][0]);
        LaneShape scalar = row.Shapes.First(shape => shape.IsScalar);
        for (int checkpoint = 0, next = 0; checkpoint <= Checkpoints[^1]; checkpoint++)
        {
            seed = Checkpoint(row, seed, 1, scalar);
            if (checkpoint != Checkpoints[next]) continue;

            Assert.Equal(SeedAndCheckpoints[name][1 + next], Convert.ToHexStringLower(seed));
            next++;
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void EveryLaneReachesTheFirstCheckpoint(string name)
    {
        HashRow row = Row(name);
        byte[] seed = Convert.FromHexString(SeedAndCheckpoints[name][0]);
        foreach (LaneShape shape in row.Shapes.Where(shape => !shape.IsScalar))
        {
            int lanes = shape.Lanes(row.WordBits);
            byte[] digests = Checkpoint(row, seed, lanes, shape);
            string expected = string.Concat(Enumerable.Repeat(SeedAndCheckpoints[name][1], lanes));
            Assert.Equal(expected, Convert.ToHexStringLower(digests));
        }
    }

    private static HashRow Row(string name)
    {
        Assert.True(Catalog.TryFind(name, out HashRow? row, out _));
        return row;
    }

    // The Secure Hash Algorithm Validation System, section 6.4: each message consists of the last three digests. For SHA-3, each
    // message is the last digest (section 6.2.3 of the validation system for SHA-3).
    private static byte[] Checkpoint(HashRow row, byte[] seed, int count, LaneShape shape)
    {
        int size = seed.Length, last = row.Title.StartsWith("SHA3", StringComparison.Ordinal) ? 1 : 3;
        byte[] message = [.. Enumerable.Repeat(seed, last).SelectMany(s => s)];
        byte[] messages = [.. Enumerable.Repeat(message, count).SelectMany(m => m)], digests = new byte[count * size];
        for (int i = 0; i < Iterations; i++)
        {
            row.HashMany(Messages.Packed(messages, last * size), default, digests, size, shape);
            for (int m = 0; m < count; m++)
            {
                Span<byte> own = messages.AsSpan(m * last * size, last * size);
                own.Slice(size).CopyTo(own);
                digests.AsSpan(m * size, size).CopyTo(own.Slice((last - 1) * size));
            }
        }

        return digests;
    }
}
