/** Bytes, or text that is hashed as UTF-8. */
export type Data = string | ArrayBuffer | ArrayBufferView;

export interface Options {
    /** The key of a keyed hash or of a MAC. */
    key?: Data;
    /** The length of the digest in bytes; the algorithm's default if it is left out. */
    digestSize?: number;
}

/** One buffer of messages: the length of each, or the lengths of all. */
export type Packed = { length: number } | { lengths: Iterable<number> };

/** An incremental hash. */
export interface Hash {
    readonly algorithm: string;
    readonly digestSize: number;
    readonly blockSize: number;
    /** Appends bytes, or text as UTF-8. */
    update(data: Data): Promise<this>;
    /** The digest of the data so far; more may follow. */
    digest(): Promise<Uint8Array>;
    /** The digest of the data so far in hexadecimal. */
    hexdigest(): Promise<string>;
    /** An independent hash with the same data so far. */
    copy(): Promise<Hash>;
    /** Wipes the hash. One that is dropped is wiped when the garbage collector finds it. */
    free(): Promise<void>;
}

export interface Lanewise {
    /** The names of all algorithms. */
    readonly algorithms: readonly string[];
    /** Starts an incremental hash. */
    createHash(algorithm: string, options?: Options): Promise<Hash>;
    /** The digest of one message. */
    digest(algorithm: string, data: Data, options?: Options): Promise<Uint8Array>;
    /** The digest of one message in hexadecimal. */
    hexdigest(algorithm: string, data: Data, options?: Options): Promise<string>;
    /** The digests of many messages, in their order. */
    hashMany(algorithm: string, messages: readonly Data[], options?: Options): Promise<Uint8Array[]>;
    /** The digests of messages that lie in one buffer one after the other. */
    hashMany(algorithm: string, messages: Data, options: Options & Packed): Promise<Uint8Array[]>;
    /** Whether a digest is that of a message. It is compared in constant time. */
    verify(algorithm: string, data: Data, expected: Data, options?: { key?: Data }): Promise<boolean>;
    /** BLAKE3 in its mode for key derivation: a key from key material, for the purpose that the context names. */
    deriveKey(context: string, material: Data, length?: number): Promise<Uint8Array>;
    /** Ends the worker, if this runs in one. */
    close(): Promise<void>;
}

/** Starts the runtime on this thread, once. */
export function load(): Promise<Lanewise>;
/** Starts a runtime in a worker, which computes while this thread does other things. */
export function loadInWorker(): Promise<Lanewise>;
