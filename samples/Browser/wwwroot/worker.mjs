// Hashes files in a worker.
import { int32s, packed } from './bytes.mjs';

globalThis.lanewiseLoads = (loaded, total) => postMessage({ loaded, total });
const { step } = await import('./engine.mjs');

const smallBytes = 64 << 10, batchBytes = 1 << 20, batchFiles = 256, stepBytes = 1 << 20;
// The page uses one algorithm at a time, so there is only one job.
const job = 0;
let current = 0;

const read = async blob => {
    try { return new Uint8Array(await blob.arrayBuffer()); } catch { return null; }
};

const unreadable = 'The file could not be read: it may have been changed, moved or removed since it was chosen.';

// Many small files are hashed in one call. Large files are hashed together, one per lane, and one piece at a time.
async function hash({ run, settings, files, isLast }) {
    if (run !== current) return;
    await step(['begin', job, settings.algorithm, settings.bytes], { key: settings.key, context: settings.context });
    const isStopped = () => run !== current;
    // For each unfinished file, the last value contains the number of its bytes that are hashed.
    const tell = (done, digests = [], failed = [], parts = []) => postMessage({ run, done, digests, failed, parts });

    const small = files.filter(({ file }) => file.size <= smallBytes), large = files.filter(({ file }) => file.size > smallBytes);
    while (small.length > 0 && !isStopped()) {
        const batch = [];
        for (let bytes = 0; small.length > 0 && batch.length < batchFiles && bytes < batchBytes;) {
            bytes += small[0].file.size;
            batch.push(small.shift());
        }
        const contents = await Promise.all(batch.map(({ file }) => read(file)));
        const good = batch.filter((_, i) => contents[i] !== null);
        const messages = packed(contents.filter(content => content !== null));
        const hex = good.length > 0 ? await step(['whole', job], messages) : '', each = hex.length / good.length;
        tell(messages.bytes.length, good.map(({ id }, i) => [id, hex.slice(i * each, (i + 1) * each)]),
            batch.filter(entry => !good.includes(entry)).map(({ id }) => [id, unreadable]));
        await answer();
    }

    const open = [];
    while (!isStopped()) {
        while (open.length < settings.lanes && large.length > 0) open.push({ ...large.shift(), at: 0 });
        if (open.length === 0) break;

        const size = Math.ceil(stepBytes / open.length / 4096) * 4096;
        const contents = await Promise.all(open.map(({ file, at }) => read(file.slice(at, at + size))));
        const failed = open.filter((_, i) => contents[i] === null);
        const going = open.filter((_, i) => contents[i] !== null);
        if (going.length > 0) {
            const data = { ...packed(contents.filter(content => content !== null)), files: int32s(going.map(({ id }) => id)) };
            await step(['append', job], data);
            for (const entry of going) entry.at += size;
            const digests = [];
            for (const { id } of going.filter(({ at, file }) => at >= file.size)) {
                digests.push([id, await step(['finish', job, id])]);
            }
            const parts = going.filter(({ at, file }) => at < file.size).map(({ id, at }) => [id, at]);
            tell(data.bytes.length, digests, [], parts);
        }
        if (failed.length > 0) tell(0, [], failed.map(({ id }) => [id, unreadable]));
        open.splice(0, open.length, ...going.filter(({ at, file }) => at < file.size));
        // Waiting messages are processed first, because a message may stop this run.
        await new Promise(resolve => setTimeout(resolve));
        await answer();
    }
    if (isLast && !isStopped()) postMessage({ run, isEnd: true });
}

// The runtime interprets code until it has run often, and then compiles it. So that the first file is not slow, the worker hashes
// zeros with the selected algorithm while there is no file: one message and many, in pieces and whole. After this number of turns,
// more turns make the code no faster.
const warmRounds = 64, warmBytes = 4 << 10;

async function warm({ run, settings }) {
    if (run !== current) return;
    await step(['begin', job, settings.algorithm, settings.bytes], { key: settings.key, context: settings.context });
    const lanes = Array.from({ length: settings.lanes }, (_, i) => i);
    const inputs = [[0], lanes].map(files => ({ ...packed(files.map(() => new Uint8Array(warmBytes))), files: int32s(files) }));
    for (let round = 0; round < warmRounds; round++) {
        await step([round & 2 ? 'append' : 'whole', job], inputs[round & 1]);
        await new Promise(resolve => setTimeout(resolve));
        await answer();
        if (run !== current) return;
    }
}

// The worker answers queries between two hashing steps, so that a query about a list does not have to wait for a large file.
const questions = [];

async function answer() {
    while (questions.length > 0) {
        const { ask, question, args, values } = questions.shift();
        try {
            postMessage({ ask, reply: await step([question, ...args], values) });
        } catch (error) {
            postMessage({ ask, error: error.message });
        }
    }
}

let queue = Promise.resolve();
onmessage = ({ data }) => {
    if (data.run !== undefined) current = data.run;
    const work = { ask: answer, hash, warm }[data.kind];
    if (!work) return;
    if (data.kind === 'ask') questions.push(data);
    queue = queue.then(() => work(data)).catch(error => postMessage({ run: data.run, error: error.message }));
};
postMessage({ isReady: true, algorithms: await step(['algorithms']) });
