// The entry points: load hashes on the calling thread, and loadInWorker hashes in a worker. The returned objects have the same
// methods.
import { Lanewise } from './api.mjs';

let own;

/** Starts the .NET runtime on the calling thread. Later calls return the same object. */
export const load = () => own ??= import('./engine.mjs').then(({ step }) => Lanewise.over(step));

/** Starts the .NET runtime in a worker. The calling thread stays free for other work. */
export async function loadInWorker() {
    const url = new URL('./worker.mjs', import.meta.url);
    const isNode = typeof process !== 'undefined' && process.versions?.node !== undefined;
    // The module name is not constant. Otherwise, bundlers for browsers would try to resolve this Node module.
    const module = ['node', 'worker_threads'].join(':');
    const threads = isNode ? await import(/* webpackIgnore: true */ /* @vite-ignore */ module) : null;
    const worker = isNode ? new threads.Worker(url) : new Worker(url, { type: 'module' });
    const waiting = new Map();
    let count = 0, ended = null;

    function end(error) {
        ended ??= error;
        for (const { reject } of waiting.values()) reject(ended);
        waiting.clear();
    }

    function receive({ id, reply, error }) {
        const { resolve, reject } = waiting.get(id) ?? {};
        waiting.delete(id);
        // An idle worker must not keep Node running.
        if (waiting.size === 0) worker.unref?.();
        if (error === undefined) resolve?.(reply); else reject?.(new Error(error));
    }

    if (isNode) {
        worker.on('message', receive).on('error', end).on('exit', () => end(new Error('The worker has ended.')));
    } else {
        worker.onmessage = ({ data }) => receive(data);
        worker.onerror = event => end(new Error(`The worker failed: ${event.message ?? 'unknown reason'}`));
    }

    const step = (args, values) => new Promise((resolve, reject) => {
        if (ended !== null) { reject(ended); return; }
        // If the values cannot be sent, postMessage throws, and the promise is rejected.
        worker.postMessage({ id: ++count, args, values });
        waiting.set(count, { resolve, reject });
        worker.ref?.();
    });
    return Lanewise.over(step, async () => {
        end(new Error('The worker has ended.'));
        await worker.terminate();
    });
}
