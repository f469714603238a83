// Opens a page from a folder in headless Chromium and controls it with the DevTools protocol over a pipe, without other
// packages.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';

const types = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.html': 'text/html', '.css': 'text/css', '.wasm': 'application/wasm',
    '.svg': 'image/svg+xml', '.json': 'application/json' };

// A static web server that serves files by name. The media type depends on the extension.
export async function serve(site) {
    const server = http.createServer((request, response) => {
        const name = path.normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname));
        fs.readFile(path.join(site, name.endsWith('/') ? `${name}index.html` : name), (error, bytes) => {
            response.writeHead(error ? 404 : 200, { 'content-type': types[path.extname(name) || '.html'] ?? 'application/octet-stream' });
            response.end(bytes);
        });
    });
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

export async function start(browser) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'));
    const chromium = spawn(browser, ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync', '--disable-background-timer-throttling', '--disable-renderer-backgrounding',
        '--hide-scrollbars', '--remote-debugging-pipe', `--user-data-dir=${folder}`, 'about:blank'],
        { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    const waits = new Map(), listeners = [];
    let last = 0, rest = '';
    chromium.stdio[4].on('data', data => {
        const messages = (rest + data).split('\0');
        rest = messages.pop();
        for (const message of messages.map(text => JSON.parse(text))) {
            if (message.id) {
                const { resolve, reject, method } = waits.get(message.id);
                waits.delete(message.id);
                if (message.error) reject(new Error(`${method}: ${message.error.message}`)); else resolve(message.result);
            } else listeners.forEach(listener => listener(message));
        }
    });
    const send = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
        waits.set(++last, { resolve, reject, method });
        chromium.stdio[3].write(JSON.stringify({ id: last, method, params, sessionId }) + '\0');
    });
    const ended = new Promise(resolve => chromium.on('exit', resolve));

    async function open(url) {
        const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
        const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
        const call = (method, params) => send(method, params, sessionId);
        for (const domain of ['Page', 'Runtime', 'DOM', 'Network', 'Log']) await call(`${domain}.enable`);
        const requests = [], errors = [];
        listeners.push(({ method, params, sessionId: session }) => {
            if (session !== sessionId) return;
            if (method === 'Network.requestWillBeSent') requests.push(params.request.url);
            if (method === 'Runtime.exceptionThrown') errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
            if (method === 'Log.entryAdded' && params.entry.level === 'error') errors.push(`${params.entry.text} ${params.entry.url ?? ''}`);
        });
        await call('Emulation.setFocusEmulationEnabled', { enabled: true });
        await call('Page.navigate', { url });
        const ask = async expression => {
            const { result, exceptionDetails } = await call('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
            if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
            return result.value;
        };
        const until = async (expression, seconds = 240) => {
            for (const end = Date.now() + 1000 * seconds; Date.now() < end; await new Promise(resolve => setTimeout(resolve, 20))) {
                const value = await ask(expression).catch(() => undefined);
                if (value) return value;
            }
            throw new Error(`The condition never became true: ${expression}; the page says ${await ask("document.querySelector('[role=status]')?.textContent")}`);
        };
        const node = async selector => {
            const { root } = await call('DOM.getDocument', {});
            return (await call('DOM.querySelector', { nodeId: root.nodeId, selector })).nodeId;
        };
        const choose = async (selector, files) => call('DOM.setFileInputFiles', { nodeId: await node(selector), files });
        const middle = selector => ask(`(() => { const e = document.querySelector('${selector}'); e.scrollIntoView({ block: 'center' });
            const b = e.getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; })()`);
        // Drops files as if the user dragged them from another program.
        const drop = async (selector, files) => {
            const center = await middle(selector), data = { items: [], files, dragOperationsMask: 1 };
            for (const type of ['dragEnter', 'dragOver', 'drop']) await call('Input.dispatchDragEvent', { type, ...center, data });
        };
        const press = async (key, code, text) => {
            const common = { key, code: key, windowsVirtualKeyCode: code };
            await call('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', ...common, text });
            await call('Input.dispatchKeyEvent', { type: 'keyUp', ...common });
        };
        return { ask, until, call, choose, drop, press, requests, errors };
    }

    // Returns the CPU time of the longest task on a page's thread, in ms.
    async function longestTask(work) {
        const events = [];
        const ended = new Promise(resolve => listeners.push(({ method, params }) => {
            if (method === 'Tracing.dataCollected') events.push(...params.value);
            if (method === 'Tracing.tracingComplete') resolve();
        }));
        await send('Tracing.start', { traceConfig: { includedCategories: ['toplevel', '__metadata'] }, transferMode: 'ReportEvents' });
        await work();
        await send('Tracing.end');
        await ended;
        const pages = new Set(events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
            .map(({ pid, tid }) => `${pid} ${tid}`));
        const tasks = events.filter(({ name, pid, tid, tdur }) => tdur !== undefined && /RunTask/.test(name) && pages.has(`${pid} ${tid}`));
        if (tasks.length === 0) throw new Error('The trace contains no task of the page.');
        return Math.max(...tasks.map(({ tdur }) => tdur)) / 1000;
    }

    async function close() {
        await Promise.race([send('Browser.close').then(() => ended), new Promise(resolve => setTimeout(resolve, 5000))]);
        if (chromium.exitCode === null) chromium.kill('SIGKILL');
        fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }

    return { open, close, longestTask };
}
