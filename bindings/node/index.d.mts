/** Bytes, or text, which is hashed as UTF-8. */
export type Data = string | ArrayBuffer | ArrayBufferView;

export interface Options {
    /** The key for a keyed hash or a MAC. */
    key?: Data;
    /** The digest length in bytes. By default, it is the algorithm's default digest length. */
    digestSize?: number;
}

/** The layout of messages in one buffer: their common length, or a list of their lengths. */
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
    /** Returns an independent copy of the hash, which contains the same data. */
    copy(): Promise<Hash>;
    /** Wipes the hash. If this method is not called, the hash is wiped when the garbage collector collects it. */
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
    /** Returns the digests of messages that follow each other in one buffer, in the order of the messages. */
    hashMany(algorithm: string, messages: Data, options: Options & Packed): Promise<Uint8Array[]>;
    /** Returns whether a digest belongs to a message. The comparison takes constant time. */
    verify(algorithm: string, data: Data, expected: Data, options?: { key?: Data }): Promise<boolean>;
    /** Derives a key from key material with BLAKE3's key derivation mode. The context identifies the purpose of the key. */
    deriveKey(context: string, material: Data, length?: number): Promise<Uint8Array>;
    /** Ends the worker, if this object uses a worker. */
    close(): Promise<void>;
}

/** Starts the runtime on this thread. Later calls return the same object. */
export function load(): Promise<Lanewise>;
/** Starts the runtime in a worker, so that this thread can do other work while the worker computes. */
export function loadInWorker(): Promise<Lanewise>;
