// Converts messages and numbers to the byte format that Program.cs expects.

/** Converts 32-bit numbers to bytes. */
export const int32s = numbers => new Uint8Array(Int32Array.from(numbers).buffer);

/** Returns the concatenated bytes of the messages, and the message lengths. */
export function packed(pieces) {
    const lengths = pieces.map(piece => piece.length), bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
    let position = 0;
    for (const piece of pieces) { bytes.set(piece, position); position += piece.length; }
    return { bytes, lengths: int32s(lengths) };
}
