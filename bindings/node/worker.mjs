// Runs the .NET runtime in a browser worker or a Node worker. Each message is a step, and the reply is its result.
const isNode = typeof process !== 'undefined' && process.versions?.node !== undefined;
const port = isNode ? (await import(['node', 'worker_threads'].join(':'))).parentPort : globalThis;
const early = [];
let answer = message => early.push(message);

// Messages may arrive before the runtime has started. In a browser, the runtime would treat a worker with onmessage as one of its
// own threads.
if (isNode) port.on('message', message => answer(message)); else port.addEventListener('message', ({ data }) => answer(data));

const { step } = await import('./engine.mjs');
answer = ({ id, args, values }) => step(args, values).then(
    reply => port.postMessage({ id, reply }), error => port.postMessage({ id, error: error.message }));
early.forEach(answer);
