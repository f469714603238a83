/** Bytes, or text that is hashed as UTF-8. */
export type Data = string | ArrayBuffer | ArrayBufferView;

export interface Options {
    /** The key of a keyed hash or of a MAC. */
    key?: Data;
    /** The length of the digest in bytes. The default is the usual length of the algorithm. */
    digestSize?: number;
}

/** The messages of one buffer: their common length, or a list of their lengths. */
export type Packed = { length: number } | { lengths: Iterable<number> };

/** An incremental hash. */
export interface Hash {
    readonly algorithm: string;
    readonly digestSize: number;
    readonly blockSize: number;
    /** Appends bytes, or text as UTF-8. */
    update(data: Data): Promise<this>;
    /** Returns the digest of the data so far. More data may follow. */
    digest(): Promise<Uint8Array>;
    /** Returns the digest of the data so far in hexadecimal. */
    hexdigest(): Promise<string>;
    /** Returns an independent hash with the same data so far. */
    copy(): Promise<Hash>;
    /** Wipes the hash. The garbage collector also wipes a hash that was not closed. */
    free(): Promise<void>;
}

export interface Lanewise {
    /** The names of all algorithms. */
    readonly algorithms: readonly string[];
    /** Starts an incremental hash. */
    createHash(algorithm: string, options?: Options): Promise<Hash>;
    /** The digest of one message. */
    digest(algorithm: string, data: Data, options?: Options): Promise<Uint8Array>;
    /** Returns the digest of one message in hexadecimal. */
    hexdigest(algorithm: string, data: Data, options?: Options): Promise<string>;
    /** Returns the digests of many messages in the order of the messages. */
    hashMany(algorithm: string, messages: readonly Data[], options?: Options): Promise<Uint8Array[]>;
    /** Returns the digests of messages that follow each other in one buffer. */
    hashMany(algorithm: string, messages: Data, options: Options & Packed): Promise<Uint8Array[]>;
    /** Returns whether a digest belongs to a message. The comparison takes constant time. */
    verify(algorithm: string, data: Data, expected: Data, options?: { key?: Data }): Promise<boolean>;
    /** Derives a key from key material with BLAKE3's key derivation mode. The context names the purpose of the key. */
    deriveKey(context: string, material: Data, length?: number): Promise<Uint8Array>;
    /** Ends the worker, if this object uses a worker. */
    close(): Promise<void>;
}

/** Starts the runtime on this thread. Later calls return the same object. */
export function load(): Promise<Lanewise>;
/** Starts a runtime in a worker, so this thread can do other work while the worker computes. */
export function loadInWorker(): Promise<Lanewise>;
