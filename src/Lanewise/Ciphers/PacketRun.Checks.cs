namespace Lanewise.Ciphers;

/// <content>Checks all arguments before anything is written.</content>
internal ref partial struct PacketRun
{
    /// <summary>Returns the total length of all packets with their padding.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public int Check()
    {
        CipherPadding.CheckMode(padding);
        packets.CheckSource();
        int count = packets.Count;
        CheckKeys(count);
        bool areAsked = !PlaintextLengths.IsEmpty || (!encrypting && CipherPadding.IsRemoved(padding));
        CheckCount("plaintextLengths", "plaintext lengths", count, PlaintextLengths.Length, areAsked);
        CheckCount("destinations", "destinations", count, Destinations.Length, IsScattered);
        long total = AddUp(count);
        if (total > Array.MaxLength) throw PacketErrors.TooMany(total);

        if (!IsScattered)
        {
            if (Destination.Length < total) throw BatchChecks.TooShort(Destination.Length, (int)total);

            Destination = Destination.Slice(0, (int)total);
        }

        CheckOverlap();
        return (int)total;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CheckCount(string parameter, string what, int count, int given, bool needed)
    {
        if (needed && given != count) throw PacketErrors.NotAsMany(parameter, what, count, given);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly void CheckKeys(int count)
    {
        CheckCount("keys", "keys", count, 0, cipher is null && ciphers.IsEmpty);
        CheckCount("keys", "ciphers", count, ciphers.Length, !ciphers.IsEmpty);
        int keyBytes = one is null && cipher is not null && ciphers.IsEmpty ? cipher.KeyBytes : 0;
        int tweakBytes = Tweaks.IsEmpty || cipher is null ? 0 : cipher.TweakBytes;
        if (keys.Length != (long)count * keyBytes) throw PacketErrors.NotOneEach("keys", count, keyBytes, keys.Length);
        if (Tweaks.Length != (long)count * tweakBytes)
        {
            throw PacketErrors.NotOneEach("tweaks", count, tweakBytes, Tweaks.Length, ", or none for zeros");
        }

        for (int i = 0; i < ciphers.Length; i++)
        {
            LanewiseCipher own = ciphers[i] ?? throw PacketErrors.NoCipher(i);
            own.ThrowIfDisposed();
            if (own.Packets != cipher) throw PacketErrors.AnotherCipher(i, own.Packets.Name, ciphers[0].Packets.Name);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly long AddUp(int count)
    {
        // If only whole blocks are allowed, the bits of this mask must be zero in each length.
        int rest = grows > 0 ? 0 : blockBytes - 1;
        long total = 0, grows64 = grows, wholes64 = wholes;
        ReadOnlySpan<int> lengths = packets.Lengths;
        for (int i = 0; i < count; i++)
        {
            int length = (uint)i < (uint)lengths.Length ? lengths[i] : packets.Length(i);
            long padded = (length + grows64) & wholes64;
            if ((length & rest) != 0) throw PacketErrors.NotWhole(i, length, blockBytes, encrypting);
            if (IsScattered && Destinations[i].Length < padded)
            {
                throw PacketErrors.TooShort(i, padded, Destinations[i].Length);
            }

            total += padded;
        }

        return total;
    }

    // Without these checks, the call would read its own output as a key, a tweak or a length. Plaintext lengths are written last,
    // because an earlier write could overwrite packets that another core still has to read.
    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void CheckOverlap()
    {
        ReadOnlySpan<byte> lengths = MemoryMarshal.AsBytes(packets.Lengths), written = MemoryMarshal.AsBytes(PlaintextLengths);
        string? over = IsOver(keys) ? "keys" : IsOver(Tweaks) ? "tweaks" : IsOver(lengths) ? "packet lengths"
            : IsOver(written) ? "plaintext lengths" : IsScattered && IsOver(packets.Source) ? "packets" : null;
        if (over is not null) throw PacketErrors.Inside(IsScattered ? "destinations" : "destination", over);

        if (!written.IsEmpty)
        {
            over = written.Overlaps(keys) ? "keys" : written.Overlaps(Tweaks) ? "tweaks"
                : packets.OverlapBytes(written) ? "packets"
                : written.Overlaps(lengths) && written != lengths ? "packet lengths" : null;
            if (over is not null) throw PacketErrors.LengthsOver(over);
        }

        if (!IsScattered)
        {
            if (packets.OverlapBytes(Destination) && packets.Source != Destination) throw PacketErrors.Shifted();
        }
        else
        {
            if (PacketOverlap.Find(packets.Sources, Destinations) is { } other) throw PacketErrors.Overlapping(other);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly bool IsOver(ReadOnlySpan<byte> other) =>
        !other.IsEmpty && (IsScattered ? IsOverAny(other) : Destination.Overlaps(other));

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly bool IsOverAny(ReadOnlySpan<byte> other)
    {
        foreach (Memory<byte> destination in Destinations)
        {
            if (other.Overlaps(destination.Span)) return true;
        }

        return false;
    }

    /// <summary>Returns whether writing a packet would overwrite another packet.</summary>
    public readonly bool IsOverItself()
    {
        bool overlap = packets.ArePacked && packets.Source.Overlaps(Destination);
        for (int i = 0; i < packets.Sources.Length && IsScattered && !overlap; i++)
        {
            overlap = packets.Sources[i].Span.Overlaps(Destinations[i].Span);
        }

        return overlap;
    }
}
