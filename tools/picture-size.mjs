// Returns the width and height of an SVG or WebP picture. The first bytes of a WebP picture contain its size: after a signature if
// it is lossy, or in the header if it has several parts.
export function sizeOf(bytes) {
    const svg = bytes.toString('latin1', 0, 500).match(/<svg [^>]*? width="(\d+)" height="(\d+)"/)
    if (svg) return [+svg[1], +svg[2]]
    switch (bytes.toString('latin1', 12, 16)) {
        case 'VP8 ': return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
        case 'VP8X': return [1 + bytes.readUIntLE(24, 3), 1 + bytes.readUIntLE(27, 3)]
        default: throw new Error(`no SVG or WebP: ${bytes.toString('latin1', 0, 16)}`)
    }
}
