// The public methods of the package. The computation runs on this thread or in a worker.
import { int32s, packed } from './bytes.mjs';

// Callers usually write "hmac-sha256", but Lanewise's catalogue contains the algorithm under another name.
const catalogued = name => String(name).replace(/^hmac-sha(?=\d)/i, 'hmac-sha-');
const listed = name => name.replace('hmac-sha-', 'hmac-sha');

function bytesOf(data, what = 'a message') {
    if (data instanceof Uint8Array) return data;
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    if (typeof data === 'string') return new TextEncoder().encode(data);
    throw new TypeError(`${what} must be a string, an ArrayBuffer or a view of one, not ${data === null ? 'null' : typeof data}`);
}

// A step may run after the method has returned. It receives a copy of the data, because the caller may have changed the data by
// then.
const copied = bytes => new Uint8Array(bytes);

function fromHex(hex) {
    const bytes = new Uint8Array(hex.length / 2);
    for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
    return bytes;
}

// Returns the options of a step: the algorithm and the digest length as arguments, and the key and the context as values.
function chosen(algorithm, { key, digestSize = 0, context }) {
    if (!Number.isInteger(digestSize) || digestSize < 0) throw new RangeError('digestSize must be a positive integer');
    const values = {};
    if (context !== undefined) values.context = context;
    if (key !== undefined && key !== null) {
        values.key = copied(bytesOf(key, 'a key'));
        if (values.key.length === 0) throw new RangeError('a key must not be empty');
    }
    return [[catalogued(algorithm), digestSize], values];
}

/** An incremental hash. */
export class Hash {
    #step; #job; #end; #jobs;

    constructor(step, jobs, job, algorithm, digestSize, blockSize) {
        [this.#step, this.#jobs, this.#job] = [step, jobs, job];
        Object.assign(this, { algorithm, digestSize, blockSize });
        this.#end = jobs.register(this, job);
    }

    /** Appends bytes, or text encoded as UTF-8. */
    async update(data) {
        await this.#step(['append', this.#job], { ...packed([bytesOf(data)]), files: int32s([0]) });
        return this;
    }

    /** Returns the digest of the data so far. More data can be appended afterwards. */
    async digest() { return fromHex(await this.hexdigest()); }

    /** Returns the digest of the data so far in hexadecimal. */
    hexdigest() { return this.#step(['current', this.#job, 0]); }

    /** Returns an independent copy of the hash with the same data. */
    async copy() {
        const job = this.#jobs.next();
        await this.#step(['copy', this.#job, job]);
        return new Hash(this.#step, this.#jobs, job, this.algorithm, this.digestSize, this.blockSize);
    }

    /** Wipes and frees the hash. If you do not call this method, the hash is wiped when it is garbage-collected. */
    async free() {
        this.#end();
        await this.#step(['end', this.#job]);
    }
}

/** The incremental hashes of one runtime, each with a number. */
class Jobs {
    #last = 0; #dropped;

    constructor(step) {
        this.#dropped = new FinalizationRegistry(job => { step(['end', job]).catch(() => {}); });
    }

    next() { return ++this.#last; }

    register(hash, job) {
        const token = {};
        this.#dropped.register(hash, job, token);
        return () => this.#dropped.unregister(token);
    }
}

/** The class of the object that load and loadInWorker return. */
export class Lanewise {
    #step; #jobs; #close;

    constructor(step, close) { [this.#step, this.#close, this.#jobs] = [step, close, new Jobs(step)]; }

    static async over(step, close = async () => {}) {
        const lanewise = new Lanewise(step, close);
        const text = await step(['algorithms']);
        lanewise.algorithms = Object.freeze(text.trimEnd().split('\n').map(line => listed(line.split('\t')[0])));
        return lanewise;
    }

    async #many(algorithm, messages, options) {
        const [names, values] = chosen(algorithm, options);
        return this.#step(['many', ...names], { ...values, ...messages });
    }

    /** Creates an incremental hash. */
    async createHash(algorithm, options = {}) {
        const job = this.#jobs.next(), [names, values] = chosen(algorithm, options);
        const [digestSize, blockSize] = (await this.#step(['begin', job, ...names], values)).split('\t').map(Number);
        return new Hash(this.#step, this.#jobs, job, String(algorithm).toLowerCase(), digestSize, blockSize);
    }

    /** Returns the digest of one message. */
    async digest(algorithm, data, options = {}) { return (await this.hashMany(algorithm, [data], options))[0]; }

    /** Returns the digest of one message in hexadecimal. */
    async hexdigest(algorithm, data, options = {}) { return this.#many(algorithm, packed([bytesOf(data)]), options); }

    /** Returns the digests of many messages: an array, or one buffer with a common length or a list of lengths. */
    async hashMany(algorithm, messages, options = {}) {
        const { length, lengths } = options;
        let data;
        if (Array.isArray(messages)) data = packed(messages.map(message => bytesOf(message)));
        else data = { bytes: copied(bytesOf(messages)), lengths: lengthsOf(bytesOf(messages).length, length, lengths) };
        if (data.lengths.length === 0) return [];

        const digests = fromHex(await this.#many(algorithm, data, options));
        const size = digests.length / (data.lengths.length / 4);
        return Array.from({ length: digests.length / size }, (_, i) => digests.slice(i * size, (i + 1) * size));
    }

    /** Returns whether a digest matches a message. The comparison takes constant time. */
    async verify(algorithm, data, expected, options = {}) {
        const bytes = copied(bytesOf(data)), digest = copied(bytesOf(expected, 'a digest'));
        const [names, values] = chosen(algorithm, { ...options, digestSize: digest.length || 1 });
        return await this.#step(['verify', ...names], { ...values, bytes, expected: digest }) === '1';
    }

    /** Derives a key from key material with BLAKE3's key derivation mode. The context describes the purpose of the key. */
    async deriveKey(context, material, length = 32) {
        if (typeof context !== 'string' || context === '') throw new TypeError('the context must be a text that is not empty');
        return this.digest('blake3', material, { context, digestSize: length });
    }

    /** Ends the worker if this object uses a worker. Otherwise, does nothing. */
    async close() { await this.#close(); }
}

function lengthsOf(bytes, length, lengths) {
    if (lengths !== undefined) {
        const all = Array.from(lengths);
        if (!all.every(n => Number.isInteger(n) && n >= 0) || all.reduce((sum, n) => sum + n, 0) !== bytes) {
            throw new RangeError(`lengths must add up to the ${bytes} bytes of the data`);
        }
        return int32s(all);
    }
    if (!Number.isInteger(length) || length <= 0 || bytes % length !== 0) {
        throw new RangeError(`one buffer needs lengths, or the length of each message that divides its ${bytes} bytes`);
    }
    return int32s(new Array(bytes / length).fill(length));
}
