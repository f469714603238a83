namespace Lanewise;

/// <summary>
/// Computes HKDF (RFC 5869) with HMAC-SHA-1, HMAC-SHA-256, HMAC-SHA-512, HMAC-SM3 or HMAC-MD5. The class processes many secrets
/// in parallel SIMD lanes, for example to derive the keys for a thousand sessions, devices or files.
/// </summary>
/// <remarks>
/// For a single key, use <see cref="HKDF"/>. All static methods are thread-safe. Intermediate values are wiped.
/// </remarks>
public static class Hkdf
{
    // The maximum number of secrets per pass, and the approximate maximum size of their buffers. If the info is long, fewer
    // secrets are processed per pass, because each secret needs a copy of the info.
    private const int AtOnce = 1024, BytesAtOnce = 1024 * 1024;

    /// <summary>Applies the extract and expand steps of HKDF to derive a key from each secret.</summary>
    /// <param name="hashAlgorithm">
    /// The HMAC's hash: <c>SHA1</c>, <c>SHA256</c>, <c>SHA512</c>, <c>SM3</c> or <c>MD5</c>.
    /// </param>
    /// <param name="secrets">The secrets (the RFC's input key material).</param>
    /// <param name="destination">
    /// Receives the keys, one after another. The destination must not overlap the secrets, the salts or the info.
    /// </param>
    /// <param name="keySizeInBytes">The length of each key in bytes, at most 255 times the digest length.</param>
    /// <param name="salts">One salt for all secrets, or one salt per secret. By default, there is no salt.</param>
    /// <param name="info">The context and purpose of the keys (the RFC's info), which all keys share.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="keySizeInBytes"/> is not positive or is too large.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The length of the destination differs from the total length of the keys, or the destination overlaps an input.
    /// </exception>
    /// <exception cref="ArgumentException">The number of salts is not 0, 1 or the number of secrets.</exception>
    /// <exception cref="ArgumentException">The info is too long.</exception>
    /// <exception cref="ArgumentException">The name of the algorithm is null or empty.</exception>
    /// <exception cref="CryptographicException">Lanewise has no HMAC with the given hash.</exception>
    public static void DeriveMany(
        HashAlgorithmName hashAlgorithm, ReadOnlySpan<ReadOnlyMemory<byte>> secrets, Span<byte> destination, int keySizeInBytes,
        HashKeys salts = default, ReadOnlySpan<byte> info = default)
    {
        HashRow mac = Pbkdf2.MacOf(hashAlgorithm);
        int hashBytes = mac.DefaultHashBytes;
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(keySizeInBytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(keySizeInBytes, 255 * hashBytes);
        int mostInfo = Array.MaxLength - (2 * hashBytes) - 1;
        if (info.Length > mostInfo)
        {
            throw new ArgumentException(
                Invariant($"The info must be at most {mostInfo} bytes long, not {info.Length}."), nameof(info));
        }

        BatchChecks.Destination(destination.Length, secrets.Length, keySizeInBytes, "keys");
        Messages all = secrets;
        if (all.Overlap(destination) || salts.Overlap(destination) || info.Overlaps(destination))
        {
            throw new ArgumentException("The destination must not overlap secrets, salts or info.", nameof(destination));
        }

        salts.Check(secrets.Length);
        if (!salts.AreGiven) salts = HashKeys.One([]);
        int atOnce = (int)Math.Clamp(BytesAtOnce / ((2L * hashBytes) + info.Length), 1, AtOnce);
        for (int first = 0, count; first < secrets.Length; first += count)
        {
            count = Math.Min(atOnce, secrets.Length - first);
            using Rented<byte> extracted = new(count * hashBytes);
            mac.HashMany(secrets.Slice(first, count), salts.Of(first, count), extracted.Span, hashBytes);
            Expand(
                mac, HashKeys.PerMessage(extracted.Span, hashBytes), info,
                destination.Slice(first * keySizeInBytes, count * keySizeInBytes), count, keySizeInBytes);
        }
    }

    // RFC 5869, section 2.3: T(n) is the MAC of T(n - 1), info and n.
    private static void Expand(
        HashRow mac, HashKeys keys, ReadOnlySpan<byte> info, Span<byte> destination, int count, int keyBytes)
    {
        int hashBytes = mac.DefaultHashBytes, most = hashBytes + info.Length + 1;
        using Rented<byte> buffer = new(count * (most + hashBytes));
        Span<byte> macs = buffer.Span.Slice(0, count * hashBytes);
        for (int done = 0, n = 1; done < keyBytes; done += hashBytes, n++)
        {
            int before = n == 1 ? 0 : hashBytes, length = before + info.Length + 1;
            Span<byte> messages = buffer.Span.Slice(macs.Length, count * length);
            for (int i = 0; i < count; i++)
            {
                Span<byte> message = messages.Slice(i * length, length);
                macs.Slice(i * hashBytes, before).CopyTo(message);
                info.CopyTo(message.Slice(before));
                message[length - 1] = (byte)n;
            }

            mac.HashMany(Messages.Packed(messages, length), keys, macs, hashBytes);
            int taken = Math.Min(hashBytes, keyBytes - done);
            for (int i = 0; i < count; i++)
            {
                macs.Slice(i * hashBytes, taken).CopyTo(destination.Slice((i * keyBytes) + done));
            }
        }
    }
}
