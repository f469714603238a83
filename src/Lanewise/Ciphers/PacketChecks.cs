namespace Lanewise.Ciphers;

/// <content>The checks, before anything is written.</content>
internal ref partial struct PacketRun
{
    /// <summary>The total length of all packets with their padding.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public int Check()
    {
        CipherPadding.CheckMode(padding);
        int count = packets.Count;
        packets.CheckSource();
        CheckKeys(count);
        CheckPlaintextLengths(count);
        if (IsScattered && Destinations.Length != count)
        {
            throw NotAsMany("destinations", "destinations", count, Destinations.Length);
        }

        long total = AddUp(count);
        if (total > Array.MaxLength) throw TooMany(total);

        if (!IsScattered && Destination.Length < total) throw BatchChecks.TooShort(Destination.Length, (int)total);

        if (!IsScattered) Destination = Destination.Slice(0, (int)total);
        // Already written data would be read as a key, a tweak or a length; lengths are written last, over packets.
        if (!IsScattered) CheckApart(keys, "keys");
        CheckApart(Tweaks, "tweaks");
        CheckApart(MemoryMarshal.AsBytes(packets.Lengths), "packet lengths");
        CheckApart(MemoryMarshal.AsBytes(PlaintextLengths), "plaintext lengths");
        if (IsScattered) CheckScattered();
        else if (packets.ArePacked) CheckPlaces(packets.Source, Destination, samePlaces: total == packets.Source.Length);
        else if (packets.Overlap(Destination)) throw Shifted();
        return (int)total;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly long AddUp(int count)
    {
        // The bits of a length that must be zero if it must be whole blocks.
        int rest = grows > 0 ? 0 : blockBytes - 1;
        long total = 0, grows64 = grows, wholes64 = wholes;
        ReadOnlySpan<int> lengths = packets.Lengths;
        for (int i = 0; i < count; i++)
        {
            int length = (uint)i < (uint)lengths.Length ? lengths[i] : packets.Length(i);
            long padded = (length + grows64) & wholes64;
            if ((length & rest) != 0) throw NotWhole(length, i);
            if (IsScattered && Destinations[i].Length < padded) throw DestinationTooShort(i, padded);

            total += padded;
        }

        return total;
    }

    /// <summary>Source and destination are the same buffer, if that is allowed, or do not overlap.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void CheckPlaces(ReadOnlySpan<byte> source, ReadOnlySpan<byte> destination, bool samePlaces)
    {
        if (source.Overlaps(destination, out int offset) && !(samePlaces && offset == 0)) throw Shifted();
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void CheckScattered()
    {
        CheckApart(packets.Source, "packets");
        if (PacketPlaces.AreApart(packets.Sources, Destinations, keys)) return;

        CheckApart(keys, "keys");
        int other = PacketPlaces.FindOverlap(packets.Sources, Destinations);
        if (other >= 0) throw Overlapping(other);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly void CheckApart(ReadOnlySpan<byte> other, string what)
    {
        if (!other.IsEmpty && IsOver(other)) throw Inside(what);
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly bool IsOver(ReadOnlySpan<byte> other)
    {
        if (!IsScattered) return Destination.Overlaps(other);

        foreach (Memory<byte> destination in Destinations)
        {
            if (other.Overlaps(destination.Span)) return true;
        }

        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly void CheckKeys(int count)
    {
        if (cipher is null && ciphers.IsEmpty && count > 0) throw NotAsMany("keys", "keys", count, 0);
        if (one is null && ciphers.IsEmpty && keys.Length != (long)count * keyBytes) throw NotAKeyEach(count);
        if (Tweaks.Length > 0 && Tweaks.Length != (long)count * tweakBytes) throw NotATweakEach(count);
        if (!ciphers.IsEmpty && ciphers.Length != count) throw NotAsMany("keys", "ciphers", count, ciphers.Length);

        for (int i = 0; i < ciphers.Length; i++)
        {
            LanewiseCipher own = ciphers[i] ?? throw NoCipher(i);
            own.ThrowIfDisposed();
            if (own.Packets != cipher) throw AnotherCipher(i);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly void CheckPlaintextLengths(int count)
    {
        bool asked = !PlaintextLengths.IsEmpty || (!encrypting && CipherPadding.IsRemoved(padding));
        if (asked && PlaintextLengths.Length != count)
        {
            throw NotAsMany("plaintextLengths", "plaintext lengths", count, PlaintextLengths.Length);
        }

        if (!PlaintextLengths.IsEmpty) CheckPlacesOfLengths();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void CheckPlacesOfLengths()
    {
        ReadOnlySpan<int> lengths = packets.Lengths;
        if (lengths.Overlaps(PlaintextLengths) && lengths != PlaintextLengths) throw LengthsAcross("packet lengths");

        // Another core would write them while this one still reads them.
        ReadOnlySpan<byte> written = MemoryMarshal.AsBytes(PlaintextLengths);
        if (written.Overlaps(keys)) throw LengthsAcross("keys");
        if (written.Overlaps(Tweaks)) throw LengthsAcross("tweaks");
        if (written.Overlaps(packets.Source)) throw LengthsAcross("packets");
        for (int i = 0; i < packets.Sources.Length; i++)
        {
            if (written.Overlaps(packets.Sources[i].Span)) throw LengthsAcross("packets");
        }
    }

    // Separate: every call would pay for the stack frame of a method that builds a message.
    private static ArgumentException NotAsMany(string parameter, string what, int count, int given) =>
        Wrong(parameter, $"There are {count} packets, so there must be as many {what}; there are {given}.");

    private static ArgumentException NoCipher(int packet) => Wrong("keys", $"Cipher {packet} is null.");

    private readonly ArgumentException AnotherCipher(int packet) => Wrong(
        "keys", $"Cipher {packet} is {ciphers[packet].Packets.Name}, the first one {cipher.Name}; all must be alike.");

    private readonly ArgumentException NotAKeyEach(int count) =>
        Wrong("keys",
            $"There are {count} packets, so the keys must have {count} times {keyBytes} bytes; they have {keys.Length} bytes.");

    private readonly ArgumentException NotATweakEach(int count) => Wrong(
        "tweaks",
        $"There must be a tweak of {tweakBytes} bytes for each of {count} packets, or none for zeros; there are {Tweaks.Length} "
        + $"bytes.");

    private readonly ArgumentException DestinationTooShort(int packet, long needed) =>
        Wrong("destinations", $"Destination {packet} must have at least {needed} bytes; it has {Destinations[packet].Length}.");

    private static ArgumentException Overlapping(int packet) => Wrong(
        "destinations",
        $"Packet {packet} overlaps another packet or another packet's destination; each must have a place of its own.");

    private static ArgumentException LengthsAcross(string what) => Wrong(
        "plaintextLengths", $"The plaintext lengths lie across the {what}: they must be apart, or where the packet lengths are.");

    private readonly ArgumentException Inside(string what) =>
        Wrong(IsScattered ? "destinations" : "destination", $"The {what} lie inside the destination and would be overwritten.");

    private static ArgumentException Shifted() => new(
        "Source and destination overlap, so packets would be overwritten before they are read: they must be apart, or the "
        + "same place where packets keep their length.",
        "destination");

    private static ArgumentOutOfRangeException TooMany(long total) =>
        new(nameof(packets), total,
            $"With padding the packets would have {total} bytes; at most {Array.MaxLength} are possible.");

    private readonly Exception NotWhole(int length, int packet)
    {
        string what = encrypting ? "without padding it" : "a ciphertext";
        string text = Invariant($"Packet {packet} has {length} bytes; {what} must be whole blocks of {blockBytes} bytes.");
        return encrypting ? new ArgumentException(text, nameof(packets)) : new CryptographicException(text);
    }

    private static ArgumentException Wrong(string parameter, ref InvariantText text) => new(Invariant(ref text), parameter);
}
