/** Bytes, or text, which is hashed as UTF-8. */
export type Data = string | ArrayBuffer | ArrayBufferView;

export interface Options {
    /** The key for a keyed hash or a MAC. */
    key?: Data;
    /** The digest length in bytes. If omitted, the default length of the algorithm is used. */
    digestSize?: number;
}

/** The layout of several messages in one buffer: their common length, or a list of their lengths. */
export type Packed = { length: number } | { lengths: Iterable<number> };

/** An incremental hash. */
export interface Hash {
    readonly algorithm: string;
    readonly digestSize: number;
    readonly blockSize: number;
    /** Appends bytes, or text encoded as UTF-8. */
    update(data: Data): Promise<this>;
    /** Returns the digest of the data so far. More data can be appended afterwards. */
    digest(): Promise<Uint8Array>;
    /** Returns the digest of the data so far in hexadecimal. */
    hexdigest(): Promise<string>;
    /** Returns an independent copy of the hash with the same data. */
    copy(): Promise<Hash>;
    /** Wipes and frees the hash. If you do not call this method, the hash is wiped when it is garbage-collected. */
    free(): Promise<void>;
}

export interface Lanewise {
    /** The names of all algorithms. */
    readonly algorithms: readonly string[];
    /** Creates an incremental hash. */
    createHash(algorithm: string, options?: Options): Promise<Hash>;
    /** Returns the digest of one message. */
    digest(algorithm: string, data: Data, options?: Options): Promise<Uint8Array>;
    /** Returns the digest of one message in hexadecimal. */
    hexdigest(algorithm: string, data: Data, options?: Options): Promise<string>;
    /** Returns the digests of many messages in the order of the messages. */
    hashMany(algorithm: string, messages: readonly Data[], options?: Options): Promise<Uint8Array[]>;
    /** Returns the digests of consecutive messages in one buffer, in the order of the messages. */
    hashMany(algorithm: string, messages: Data, options: Options & Packed): Promise<Uint8Array[]>;
    /** Returns whether a digest matches a message. The comparison takes constant time. */
    verify(algorithm: string, data: Data, expected: Data, options?: { key?: Data }): Promise<boolean>;
    /** Derives a key from key material with BLAKE3's key derivation mode. The context describes the purpose of the key. */
    deriveKey(context: string, material: Data, length?: number): Promise<Uint8Array>;
    /** Terminates the worker if this object uses one; otherwise, does nothing. */
    close(): Promise<void>;
}

/** Starts the .NET runtime on the calling thread. Later calls return the same object. */
export function load(): Promise<Lanewise>;
/** Starts the .NET runtime in a worker. The calling thread stays free for other work. */
export function loadInWorker(): Promise<Lanewise>;
