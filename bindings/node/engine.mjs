// The .NET runtime with Lanewise, on this thread or in a worker. The runtime executes one step after another.
import { dotnet } from './_framework/dotnet.js';

// The runtime compiles frequently executed code in pieces. On a page, browsers limit the size of these pieces; in a worker,
// they may be larger.
const isPage = typeof document !== 'undefined';
const runtime = await dotnet.withRuntimeOptions(isPage ? [] : ['--jiterpreter-max-module-size=16384'])
    // A page may show how many of the runtime's files are loaded.
    .withModuleConfig({ onDownloadResourceProgress: (loaded, total) => globalThis.lanewiseLoads?.(loaded, total) }).create();
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

/** Runs a step of Program.cs after all earlier steps. Returns the result of the step or throws the error of the step. */
export function step(args, values = {}) {
    const reply = queue.then(() => run(args, values));
    queue = reply.catch(() => {});
    return reply;
}
