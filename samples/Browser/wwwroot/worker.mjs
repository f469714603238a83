// Hashes files apart from the page. Program.cs is called for each step; its input and output are properties of globalThis.
import { dotnet } from './_framework/dotnet.js';

const smallBytes = 64 << 10, batchBytes = 1 << 20, batchFiles = 256, stepBytes = 1 << 20;
// The runtime compiles what is interpreted often, in pieces of a size that a page may compile at once; a worker may compile more.
const runtime = await dotnet.withRuntimeOptions(['--jiterpreter-max-module-size=16384']).create();
const program = runtime.getConfig().mainAssemblyName;
let current = 0;

async function step(...args) {
    const code = await runtime.runMain(program, args.map(String));
    for (const name of ['bytes', 'lengths', 'files', 'key', 'names', 'digests', 'text', 'context']) delete globalThis[name];
    if (code !== 0) throw new Error(globalThis.reply);
    return globalThis.reply;
}

const numbers = values => new Uint8Array(Int32Array.from(values).buffer);

function packed(pieces) {
    const lengths = pieces.map(piece => piece.length), bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) { bytes.set(piece, at); at += piece.length; }
    Object.assign(globalThis, { bytes, lengths: numbers(lengths) });
    return bytes.length;
}

const read = async blob => {
    try { return new Uint8Array(await blob.arrayBuffer()); } catch { return null; }
};

const unreadable = 'The file could not be read: it may have been changed, moved or removed since it was chosen.';

// Small files many at once; of large ones as many as there are lanes, a piece of each in turn.
async function hash({ run, settings, files, isLast }) {
    if (run !== current) return;
    Object.assign(globalThis, { key: settings.key, context: settings.context });
    await step('begin', settings.algorithm, settings.bytes);
    const isStopped = () => run !== current;
    const tell = (done, digests = [], failed = []) => postMessage({ run, done, digests, failed });

    const small = files.filter(({ file }) => file.size <= smallBytes), large = files.filter(({ file }) => file.size > smallBytes);
    while (small.length > 0 && !isStopped()) {
        const batch = [];
        for (let bytes = 0; small.length > 0 && batch.length < batchFiles && bytes < batchBytes;) {
            bytes += small[0].file.size;
            batch.push(small.shift());
        }
        const contents = await Promise.all(batch.map(({ file }) => read(file)));
        const good = batch.filter((_, i) => contents[i] !== null);
        const bytes = packed(contents.filter(content => content !== null));
        const hex = good.length > 0 ? await step('whole') : '', each = hex.length / good.length;
        tell(bytes, good.map(({ id }, i) => [id, hex.slice(i * each, (i + 1) * each)]),
            batch.filter(entry => !good.includes(entry)).map(({ id }) => [id, unreadable]));
    }

    const open = [];
    while (!isStopped()) {
        while (open.length < settings.lanes && large.length > 0) open.push({ ...large.shift(), at: 0 });
        if (open.length === 0) break;

        const size = Math.ceil(stepBytes / open.length / 4096) * 4096;
        const pieces = await Promise.all(open.map(({ file, at }) => read(file.slice(at, at + size))));
        const failed = open.filter((_, i) => pieces[i] === null);
        const going = open.filter((_, i) => pieces[i] !== null);
        if (going.length > 0) {
            globalThis.files = numbers(going.map(({ id }) => id));
            const bytes = packed(pieces.filter(piece => piece !== null));
            await step('append');
            for (const entry of going) entry.at += size;
            const digests = [];
            for (const { id } of going.filter(({ at, file }) => at >= file.size)) digests.push([id, await step('finish', id)]);
            tell(bytes, digests);
        }
        if (failed.length > 0) tell(0, [], failed.map(({ id }) => [id, unreadable]));
        open.splice(0, open.length, ...going.filter(({ at, file }) => at < file.size));
        // Messages that wait, such as one that stops this, come first.
        await new Promise(resolve => setTimeout(resolve));
    }
    if (isLast && !isStopped()) postMessage({ run, isEnd: true });
}

const answers = {
    hash,
    async ask({ ask, question, args, values }) {
        Object.assign(globalThis, values);
        try {
            postMessage({ ask, reply: await step(question, ...args) });
        } catch (error) {
            postMessage({ ask, error: error.message });
        }
    },
};

let queue = Promise.resolve();
onmessage = ({ data }) => {
    if (data.run !== undefined) current = data.run;
    if (!data.kind) return;
    queue = queue.then(() => answers[data.kind](data)).catch(error => postMessage({ run: data.run, error: error.message }));
};
postMessage({ isReady: true, algorithms: await step('algorithms') });
