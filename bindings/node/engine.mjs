// .NET's runtime with Lanewise, on this thread or in a worker. It runs one step at a time.
import { dotnet } from './_framework/dotnet.js';

// The runtime compiles frequently interpreted code in pieces. A browser limits the size of these pieces on a page. In a worker,
// the pieces may be larger.
const isPage = typeof document !== 'undefined';
const runtime = await dotnet.withRuntimeOptions(isPage ? [] : ['--jiterpreter-max-module-size=16384']).create();
const program = runtime.getConfig().mainAssemblyName;
let queue = Promise.resolve();

async function run(args, values) {
    const call = globalThis.lanewiseStep = { ...values };
    try {
        if (await runtime.runMain(program, args.map(String)) !== 0) throw new Error(call.reply);
        return call.reply;
    } finally {
        delete globalThis.lanewiseStep;
    }
}

/** Runs a step of Program.cs with these values, after all earlier steps. Returns the reply of the step or throws its error. */
export function step(args, values = {}) {
    const reply = queue.then(() => run(args, values));
    queue = reply.catch(() => {});
    return reply;
}
