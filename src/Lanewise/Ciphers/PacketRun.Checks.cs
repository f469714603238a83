namespace Lanewise.Ciphers;

/// <content>Checks all arguments before anything is written.</content>
internal ref partial struct PacketRun
{
    /// <summary>Returns the total length of all packets with their padding.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Check()
    {
        CipherPadding.CheckMode(padding);
        if (HasOwn) CheckKeys();
        bool areAsked = !plaintextLengths.IsEmpty || (!encrypting && CipherPadding.IsRemoved(padding));
        CheckCount("plaintextLengths", "plaintext lengths", count, plaintextLengths.Length, areAsked);
        CheckCount("destinations", "destinations", count, destinations.Length, isScattered);

        // If only whole blocks are allowed, the bits of this mask must be zero in each length.
        int all = 0, rest = grows > 0 ? 0 : blockBytes - 1;
        long sum = 0, total = 0, grows64 = grows, wholes64 = wholes;
        bool fit = true;
        // Most calls pass a list of lengths and one destination. A separate short loop makes the check of many packets faster.
        int listed = isScattered ? 0 : lengths.Length;
        foreach (int length in lengths.Slice(0, listed))
        {
            all |= length;
            sum += length;
            total += (length + grows64) & wholes64;
        }

        for (int i = listed; i < count; i++)
        {
            int length = Length(i);
            long padded = (length + grows64) & wholes64;
            if (isScattered) fit &= padded <= destinations[i].Length;
            all |= length;
            sum += length;
            total += padded;
        }

        if (all < 0 || (all & rest) != 0 || !fit || (sources.IsEmpty && sum != source.Length)) throw Wrong();
        if (total > Array.MaxLength) throw PacketErrors.TooMany(total);

        if (!isScattered)
        {
            if (destination.Length < total)
            {
                throw isPair ? PacketErrors.TooShort(0, total, destination.Length)
                    : BatchChecks.TooShort(destination.Length, (int)total);
            }

            destination = destination.Slice(0, (int)total);
        }

        CheckOverlap();
        return (int)total;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CheckCount(string parameter, string what, int count, int given, bool needed)
    {
        if (needed && given != count) throw PacketErrors.NotAsMany(parameter, what, count, given);
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void CheckKeys()
    {
        CheckCount("keys", "keys", count, 0, cipher is null && ciphers.IsEmpty);
        CheckCount("keys", "ciphers", count, ciphers.Length, !ciphers.IsEmpty);
        int keyBytes = one is null && cipher is not null && ciphers.IsEmpty ? cipher.KeyBytes : 0;
        int tweakBytes = tweaks.IsEmpty || cipher is null ? 0 : cipher.TweakBytes;
        if (keys.Length != (long)count * keyBytes) throw PacketErrors.NotOneEach("keys", count, keyBytes, keys.Length);
        if (tweaks.Length != (long)count * tweakBytes)
        {
            throw PacketErrors.NotOneEach("tweaks", count, tweakBytes, tweaks.Length, ", or none for zeros");
        }

        for (int i = 0; i < ciphers.Length; i++)
        {
            LanewiseCipher own = ciphers[i] ?? throw PacketErrors.NoCipher(i);
            own.ThrowIfDisposed();
            if (own.Packets != cipher) throw PacketErrors.AnotherCipher(i, own.Packets.Name, ciphers[0].Packets.Name);
        }
    }

    // Finds the first wrong length.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly Exception Wrong()
    {
        if (equalLength >= 0 && source.Length != count * equalLength) return BatchChecks.NotWhole(source.Length, equalLength);
        if (equalLength < 0 && sources.IsEmpty) BatchChecks.Lengths(source.Length, lengths);

        for (int i = 0; ; i++)
        {
            int length = Length(i);
            long padded = ((long)length + grows) & wholes;
            if (grows == 0 && CipherPadding.Rest(length, blockBytes) != 0)
            {
                return PacketErrors.NotWhole(i, length, blockBytes, encrypting);
            }

            if (isScattered && destinations[i].Length < padded) return PacketErrors.TooShort(i, padded, destinations[i].Length);
        }
    }

    // Without these checks, the call would read its own output as a key, a tweak or a length. Plaintext lengths are written last,
    // because an earlier write could overwrite packets that another core still has to read.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly void CheckOverlap()
    {
        ReadOnlySpan<byte> ofLengths = MemoryMarshal.AsBytes(lengths), written = MemoryMarshal.AsBytes(plaintextLengths);
        string? over = IsOver(keys) ? "keys" : IsOver(tweaks) ? "tweaks" : IsOver(ofLengths) ? "packet lengths"
            : IsOver(written) ? "plaintext lengths" : isScattered && IsOver(source) ? "packets" : null;
        if (over is not null) throw PacketErrors.Inside(isScattered || isPair ? "destinations" : "destination", over);

        if (!written.IsEmpty) CheckWritten(written);
        if (isScattered || !sources.IsEmpty) CheckScattered();
        else if (source.Overlaps(destination) && source != (isPair ? destination.Slice(0, source.Length) : destination))
        {
            throw isPair ? PacketErrors.Overlapping(0) : PacketErrors.Shifted();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void CheckWritten(ReadOnlySpan<byte> written)
    {
        ReadOnlySpan<byte> ofLengths = MemoryMarshal.AsBytes(lengths);
        string? over = written.Overlaps(keys) ? "keys" : written.Overlaps(tweaks) ? "tweaks"
            : source.Overlaps(written) || ((Messages)sources).OverlapBytes(written) ? "packets"
            : written.Overlaps(ofLengths) && written != ofLengths ? "packet lengths" : null;
        if (over is not null) throw PacketErrors.LengthsOver(over);
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void CheckScattered()
    {
        if (isScattered)
        {
            if (PacketOverlap.Find(sources, destinations) is { } other) throw PacketErrors.Overlapping(other);
        }
        else if (((Messages)sources).OverlapBytes(destination)) throw PacketErrors.Shifted();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly bool IsOver(ReadOnlySpan<byte> other) =>
        !other.IsEmpty && (isScattered ? IsOverAny(other) : destination.Overlaps(other));

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly bool IsOverAny(ReadOnlySpan<byte> other)
    {
        foreach (Memory<byte> each in destinations)
        {
            if (other.Overlaps(each.Span)) return true;
        }

        return false;
    }

    /// <summary>Returns whether writing a packet would overwrite another packet.</summary>
    public readonly bool IsOverItself()
    {
        bool overlap = source.Overlaps(destination);
        for (int i = 0; i < sources.Length && isScattered && !overlap; i++)
        {
            overlap = sources[i].Span.Overlaps(destinations[i].Span);
        }

        return overlap;
    }
}
