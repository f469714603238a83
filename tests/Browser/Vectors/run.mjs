// Checks known answers with the .NET runtime in this folder, with SIMD vectors of at most BITS bits.
//
// Usage: node run.mjs BITS FILE...
import fs from 'node:fs';
import path from 'node:path';
import { dotnet } from './_framework/dotnet.js';

const [bits, ...files] = process.argv.slice(2);
const runtime = await dotnet.withEnvironmentVariable('LANEWISE_MAX_VECTOR_BITS', bits).create();
for (const file of files) {
    globalThis.json = new Uint8Array(fs.readFileSync(file));
    await runtime.runMain(runtime.getConfig().mainAssemblyName, [path.basename(file)]);
}
process.exit(0);
