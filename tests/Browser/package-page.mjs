// Tests the installed package in a page without a bundler. Prints a line "ok WHAT" or "bad WHAT: WHY" for each check.
//
// Usage: node package-page.mjs FOLDER CHROMIUM
import fs from 'node:fs';
import path from 'node:path';
import { serve, start } from './chromium.mjs';

const [folder, browser] = process.argv.slice(2);
fs.writeFileSync(path.join(folder, 'index.html'), '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>t</title>');
const server = await serve(folder), chromium = await start(browser);
const page = await chromium.open(server.url);
for (const [where, start] of [['the page', 'load'], ['a worker', 'loadInWorker']]) {
    const found = await page.ask(`import('/node_modules/lanewise/index.mjs').then(async module => {
        const lanewise = await module.${start}();
        const digests = await lanewise.hashMany('md5', ['abc', new Uint8Array(0)]);
        const hash = await lanewise.createHash('blake3');
        await hash.update('');
        const reply = [...digests[0]].join(' ') + '|' + await hash.hexdigest();
        await lanewise.close();
        return reply;
    })`).catch(error => error.message);
    const wanted = [...Buffer.from('900150983cd24fb0d6963f7d28e17f72', 'hex')].join(' ')
        + '|af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262';
    console.log(found === wanted ? `ok ${where}` : `bad ${where}: ${found}`);
}
console.log(page.errors.length === 0 ? 'ok no error was logged' : `bad errors: ${page.errors.join('; ')}`);
await chromium.close();
server.close();
console.log('end of list');
process.exit(0);
