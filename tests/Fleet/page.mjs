// Tests the live audit page while workers run. WORK is the working folder. Prints a line "ok WHAT" or "bad WHAT: WHY" for each
// check.
//
// Usage: node page.mjs LANEWISE CHROMIUM WORK
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { start } from '../Browser/chromium.mjs';

const [lanewise, browser, work] = process.argv.slice(2);
const check = async (what, test) => {
    try {
        const why = await test();
        console.log(why ? `bad ${what}: ${why}` : `ok ${what}`);
    } catch (error) {
        console.log(`bad ${what}: ${error.message.split('\n')[0]}`);
    }
};
const differs = (found, wanted) => String(found) === String(wanted) ? '' : `${JSON.stringify(found)?.slice(0, 300)} and not ${JSON.stringify(wanted)}`;
const wait = ms => new Promise(done => setTimeout(done, ms));
const fleet = (...args) => spawn(lanewise, ['fleet', ...args], { stdio: ['ignore', 'ignore', 'ignore'] });

// ---- the server ----

async function serve(address, ...options) {
    const server = spawn(lanewise, ['fleet', 'serve', '--listen', address, ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
    const url = await new Promise(told => server.stdout.once('data', data => told(String(data).trim())));
    return { url, port: +new URL(url).port, end: signal => new Promise(done => { server.once('exit', done); server.kill(signal); }) };
}
let server = await serve('127.0.0.1:0');
const { url, port } = server;

// Sends text to the server and returns the whole response.
const raw = text => new Promise(done => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', data => { answer += data; }).on('error', () => {}).on('close', () => done(answer));
});
const status = answer => +answer.split(' ')[1];
const host = `Host: 127.0.0.1:${port}`;
const get = (target = '/', lines = [host]) => raw([`GET ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n'));

await check('only GET and HEAD are allowed', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'get']) {
        const answer = await raw(`${method} / HTTP/1.1\r\n${host}\r\nContent-Length: 3\r\n\r\na=b`);
        if (status(answer) !== 405 || !/\r\nAllow: GET, HEAD\r\n/.test(answer)) return `${method}: ${answer.slice(0, 60)}`;
    }
    const answer = await raw(`POST / HTTP/1.1\r\n${host}\r\n\r\n`);
    return differs(status(answer), 405);
});
await check('the answer to HEAD has no body', async () => {
    const answer = await raw(`HEAD / HTTP/1.1\r\n${host}\r\n\r\n`);
    return differs(status(answer), 200) || differs(answer.split('\r\n\r\n')[1], '') || differs(/Content-Length: [1-9]\d{3}/.test(answer), true);
});
await check('other host names are rejected', async () => {
    for (const name of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1', '']) {
        for (const target of ['/', '/events', '/page.js', '/status.jsonl']) {
            const answer = await get(target, [`Host: ${name}`]);
            if (status(answer) !== 421 || /audit|data/.test(answer.split('\r\n\r\n')[1])) return `${name}${target}: ${answer.slice(0, 100)}`;
        }
    }
    return differs(status(await get('/', [])), 421) || differs(status(await get('/', [host, 'Host: evil.example'])), 400);
});
await check('the names of this machine are accepted', async () => {
    for (const name of ['localhost', 'LOCALHOST:1', '127.0.0.1', `127.0.0.1:${port}`, '[::1]', '[::1]:80'])
        if (status(await get('/', [`Host: ${name}`])) !== 200) return name;
});
await check('invalid requests are rejected', async () => {
    for (const text of ['nonsense\r\n\r\n', 'GET / HTTP/2.0\r\n\r\n', `GET  / HTTP/1.1\r\n${host}\r\n\r\n`, `GET http://evil.example/ HTTP/1.1\r\n${host}\r\n\r\n`,
        `GET / HTTP/1.1\r\n${host}\r\nfolded\r\n more: x\r\n\r\n`, `GET / HTTP/1.1\r\n${host}\r\nA: ${'x'.repeat(20000)}\r\n\r\n`, '\0'.repeat(20000)]) {
        const answer = await raw(text);
        if (status(answer) !== 400) return `${text.slice(0, 30)}: ${answer.slice(0, 60)}`;
    }
});
await check('unknown paths are not found', async () => {
    for (const target of ['/nothing', '/../../etc/passwd', '/%2e%2e/etc/passwd', '//', '/page.css/', '/run/', '/run/0', '/run/-1', '/run/1/', '/run/99999999999999999999'])
        if (status(await get(target)) !== 404) return target;
    return differs(status(await get('/?x=1')), 200);
});
await check('the headers restrict the browser', async () => {
    const answer = await get('/');
    for (const line of ["Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self';", 'X-Content-Type-Options: nosniff',
        'Referrer-Policy: no-referrer', "frame-ancestors 'none'", 'Cache-Control: no-store', 'Cross-Origin-Resource-Policy: same-origin'])
        if (!answer.includes(line)) return `no ${line}`;
    return /<script(?! src="page.js" defer><\/script>)|\sstyle=|\son[a-z]+=|https?:/.test(answer.split('\r\n\r\n')[1]) ? 'the page contains inline code, styles or addresses' : '';
});
await check('programs get the same numbers', async () => {
    const lines = (await get('/status.jsonl')).split('\r\n\r\n')[1].trim().split('\n').map(line => JSON.parse(line));
    return differs(`${lines[0].job} ${lines[0].run} ${lines[0].files} ${lines[1].source}`, 'audit 2 305 data');
});
// This test needs ten seconds, so the other tests run at the same time.
const silent = new Promise(done => {
    const begun = Date.now(), socket = net.connect(port, '127.0.0.1', () => socket.write('GET / HT'));
    socket.on('error', () => {}).on('close', () => done((Date.now() - begun) / 1000));
});
await check('the number of connections is limited, and further clients get an answer', async () => {
    const sockets = await Promise.all(Array.from({ length: 300 }, () => new Promise(done => {
        let answer = '';
        const socket = net.connect(port, '127.0.0.1', () => done(() => ({ answer, socket })));
        socket.on('data', data => { answer += data; }).on('error', () => {});
    })));
    let told = [];
    for (let i = 0; i < 400 && told.length < 40; i++, await wait(50)) told = sockets.map(of => of()).filter(({ answer }) => status(answer) === 503);
    for (const of of sockets) of().socket.destroy();
    for (let i = 0; i < 400; i++, await wait(50)) if (status(await get()) === 200) return told.length >= 40 ? '' : `${told.length} of 300 were told`;
    return 'the page does not come back';
});

// ---- the page ----

const chromium = await start(browser);
const page = await chromium.open(url);
const size = (of, width) => of.call('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false });
const scheme = (of, value) => of.call('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });

// Finds text without enough contrast to its background: less than 4.5 to 1 (WCAG 2, AA).
const faint = of => of.ask(`(() => {
    const rgb = text => text.match(/[\\d.]+/g).map(Number), light = ([r, g, b]) => [r, g, b].map(c => c / 255)
        .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const back = light(rgb(getComputedStyle(document.body).backgroundColor)), bad = new Set();
    for (const e of document.querySelectorAll('body *')) {
        if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !e.getClientRects().length) continue;
        const style = getComputedStyle(e), front = light(rgb(e.namespaceURI.endsWith('svg') ? style.fill : style.color));
        if ((Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05) < 4.5) bad.add(e.outerHTML.slice(0, 80));
    }
    return [...bad].join(' ');
})()`);
const wide = (of, width) => of.ask(`document.documentElement.scrollWidth <= ${width} ? '' : 'it is ' + document.documentElement.scrollWidth + ' wide: '
    + [...document.querySelectorAll('body *')].find(e => e.getBoundingClientRect().right > ${width} && !e.closest('.wide'))?.outerHTML.slice(0, 200)`);
// Finds the texts in plots, at the positions where the browser draws them.
const plots = of => of.ask(`[...document.querySelectorAll('svg text')].map(e => ({ e, b: e.getBoundingClientRect(), s: e.ownerSVGElement.getBoundingClientRect() }))
    .filter(({ b, s }) => b.left < s.left - 1 || b.right > s.right + 1 || b.height < 8).map(({ e }) => e.textContent).join(' ')`);
async function looks(of, what) {
    for (const width of [360, 400, 800, 1600]) for (const light of ['light', 'dark']) {
        await size(of, width);
        await scheme(of, light);
        await check(`${what} fits ${width} pixels with the scheme ${light}`, async () => await wide(of, width) || await faint(of) || await plots(of)
            || width !== 800 && await of.ask("[...document.querySelectorAll('.wide')].filter(e => e.scrollWidth > e.clientWidth).map(e => `${e.parentElement.id} is cut`).join(' ')")
            || differs(await of.ask('getComputedStyle(document.body).backgroundColor'), light === 'dark' ? 'rgb(21, 22, 24)' : 'rgb(255, 255, 255)'));
    }
}
const sentence = of => of.ask("document.querySelector('.said').textContent");
const fact = name => page.ask(`[...document.querySelectorAll('#state dt')].find(e => e.textContent === '${name}')?.nextSibling.textContent`);

await check('the page shows the state before the work begins', async () => await page.until("document.querySelector('.said').textContent === 'Planned: no file is done yet.'", 30) && ''
    || await page.until("/f007.*NOT FOUND YET/s.test(document.querySelector('#items').textContent)", 30) && ''
    || differs(await fact('Not found'), '1 so far (may have moved)') || differs(await page.ask("document.querySelector('#sources').textContent"), '')
    || differs(await page.ask('document.title'), "0 %, Run 2 of job 'audit'") || differs(await fact('Files'), '0 of 305'));
await check('the page works without scripts', async () => {
    const plain = await chromium.open('about:blank');
    await plain.call('Emulation.setScriptExecutionDisabled', { value: true });
    await plain.call('Page.navigate', { url });
    await plain.until("document.querySelector('.said')?.textContent === 'Planned: no file is done yet.'", 30);
    return differs(await plain.ask("document.querySelector('noscript meta')?.content ?? document.querySelector('meta[http-equiv=refresh]')?.content"), '10');
});

// One viewer follows the run to its end, and another is killed. The window is wide enough for a table of the workers.
await size(page, 1200);
await page.ask("window.marker = 'not loaded again'; document.querySelector('#workers .wide, #runs .wide').focus(); window.focused = document.activeElement");
const good = fleet('work', '--quiet', '--name', 'good <b>', '--rate', '500K'), bad = fleet('work', '--quiet', '--name', 'bad', '--rate', '200K', '--lease', '1');
const over = new Promise(done => good.once('exit', done));
const seen = new Set(), titles = new Set(), points = new Set();
let killed = false, silence = '';
for (const end = Date.now() + 120_000; Date.now() < end; await wait(50)) {
    const [value, title, text, count] = await page.ask(`[document.querySelector('progress')?.value ?? 'none', document.title, document.querySelector('.said').textContent,
        document.querySelector('#rates svg')?.dataset.points ?? 0]`);
    seen.add(value);
    titles.add(title);
    points.add(+count);
    if (!killed && value > 100) killed = bad.kill('SIGKILL');
    if (killed && !silence) silence = await page.ask("[...document.querySelectorAll('#workers tr')].find(row => /^bad/.test(row.textContent))?.innerText");
    if (!/silent/.test(silence)) silence = '';
    if (/ of 305 files /.test(text)) break;
}
console.log(`# seen ${[...seen].join(' ')} of 1000`);
await check('the page shows progress', () => [...seen].filter(value => value > 0 && value < 1000).length >= 3 && titles.size >= 3 && seen.has('none') ? ''
    : `${[...seen]}; ${[...titles]}`);
await check('the plot grows', () => points.size >= 3 ? '' : `${[...points]} points`);
await check('a killed worker is shown as silent', () => /silent\t.*\t\d+-\d+-\d+ \d+:\d+:\d+$/.test(silence) ? '' : `${silence}`);
await check('the page shows the end of the run', async () => differs(await over, 0) || await page.until("/ of 305 files /.test(document.querySelector('.said').textContent)", 30)
    && differs(await sentence(page), '7 of 305 files are changed or unreadable; 1 file of run 1 is missing; 1 of 305 files is new.') || differs(await fact('New'), 1)
    || differs(await fact('Result'), undefined) || differs(await page.ask('document.title'), "Run 2 of job 'audit'"));
await check('the page was not reloaded, and kept its focus', () => page.ask(
    "window.marker === 'not loaded again' && document.activeElement === window.focused && document.activeElement.classList.contains('wide') ? '' : 'it was'"));
await check('a silent worker is not red when the run is done', () => page.ask("[...document.querySelectorAll('#workers .bad')].map(e => e.outerHTML).join(' ')"));
await check('the page reports ranges that were taken over', () => page.ask("/^\\d+ ranges? taken over by worker good <b>(, last)? at .*: its worker sent no heartbeat\\.$/m.test(document.querySelector('#events').textContent) ? '' : document.querySelector('#events').textContent"));

const names = ['<img src=x onerror=hacked=1>', '&lt;b&gt;', "$'\\377'' and'$'\\n\\033''[31mmore'",
    "'turned '$'\\342\\200\\256'' round'"];
const text = of => of.ask(`(() => {
    const all = document.querySelector('#items').textContent, wanted = ${JSON.stringify(names)};
    if (window.hacked || document.querySelector('img, #items script, #workers b')) return 'a name was run';
    if (all.includes('\\u202e')) return 'a name changes the direction of the text after it';
    return [...wanted, 'f005', 'CHANGED', 'UNREADABLE', 'No such file or directory'].filter(name => !all.includes(name)).join(' and ');
})()`);
await check('names are shown as text', () => text(page));
await check('tables have headers, regions have names, and changes are announced', () => page.ask(`
    [...document.querySelectorAll('table')].some(t => !t.querySelector('thead th[scope=col]') || !t.querySelector('tbody th[scope=row]')) ? 'a table has no headers'
    : [...document.querySelectorAll('.wide')].some(w => !document.getElementById(w.getAttribute('aria-labelledby'))?.textContent || w.tabIndex !== 0) ? 'a region has no name'
    : document.querySelectorAll('[role=status]').length !== 2 || document.querySelectorAll('[role=alert]').length !== 1 ? 'changes are not announced'
    : [...document.querySelectorAll('svg')].some(s => !['img', 'group'].includes(s.getAttribute('role')) || !s.getAttribute('aria-label')) ? 'a plot has no name'
    : document.documentElement.lang !== 'en' || document.querySelectorAll('h1').length !== 1 || !document.querySelector('main') ? 'the page has no order' : ''`));
await looks(page, 'the page');

// ---- errors ----

const catalogue = path.join(work, 'fleet.db');
await check('no error occurred, and nothing was loaded from other hosts', () => differs(page.errors.join(' '), '')
    || page.requests.filter(request => !request.startsWith(url) && request !== 'data:,').join(' '));
await check('the page survives a failure of the catalogue', async () => {
    fs.renameSync(catalogue, `${catalogue}.away`);
    await page.until("/^The catalogue has been unavailable since .*the file no longer exists/.test(document.getElementById('trouble').textContent)", 30);
    if (!/ of 305 files /.test(await sentence(page)) || fs.existsSync(catalogue)) return 'the page lost the known state';
    fs.renameSync(`${catalogue}.away`, catalogue);
    await page.until("document.getElementById('trouble').textContent === ''", 30);
});
await check('the page survives a failure of the server', async () => {
    const code = await server.end('SIGTERM');
    await page.until("/does not answer/.test(document.getElementById('link').textContent)", 30);
    server = await serve(`127.0.0.1:${port}`);
    await page.until("document.getElementById('link').textContent === ''", 30);
    return differs(code, 143);
});
await check('the page continues with the next run', async () => {
    execFileSync(lanewise, ['fleet', 'plan'], { stdio: 'ignore' });
    await page.until("document.querySelector('h1').textContent === \"Run 3 of job 'audit'\"", 30);
});
await check('the page lists the damage that is not reported again', async () => {
    execFileSync(lanewise, ['fleet', 'work'], { stdio: 'ignore' });
    await page.until("document.getElementById('earlier-heading').textContent === 'Not reported again: found by run 2'", 30);
    return page.ask("['f005', 'CHANGED', 'f007', 'MISSING'].filter(word => !document.getElementById('earlier').textContent.includes(word)).join(' and ')");
});
await check('the page lists the runs, and links to a page of each run', async () => {
    await page.until("document.querySelectorAll('#runs tbody tr').length === 3", 30);
    const rows = await page.ask("[...document.querySelectorAll('#runs tbody tr')].map(row => `${row.cells[0].textContent} ${row.cells[3].textContent}${row.className ? ' shown' : ''}`).join('; ')");
    const link = await page.ask("document.querySelectorAll('#runs tbody a')[1].href"), run = await chromium.open(link);
    await run.until("document.querySelector('footer') && document.readyState === 'complete'", 30);
    const found = await run.ask("`${document.querySelector('h1').textContent}: ${document.querySelector('.said').textContent}`");
    return differs(rows, 'Run 3 1 difference: 1 unreadable; not accepted shown; Run 2 9 differences: 6 changed, 1 missing, 1 unreadable, 1 new; not accepted; Run 1 1 difference: 1 unreadable')
        || differs(found, "Run 2 of job 'audit': 7 of 305 files are changed or unreadable; 1 file of run 1 is missing; 1 of 305 files is new.") || differs(run.errors.join(' '), '')
        || differs(await run.ask("getComputedStyle(document.querySelector('dl')).display"), 'grid');
});
await check('a server for one job has no pages of other jobs', async () => {
    const one = await serve('127.0.0.1:0', '--job', 'audit'), status = async id => (await fetch(`${one.url}run/${id}`)).status;
    execFileSync(lanewise, ['fleet', 'plan', '--job', 'private', 'data'], { stdio: 'ignore' });
    const found = [await status(1), await status(4)];
    execFileSync(lanewise, ['fleet', 'forget', '--yes', 'private'], { stdio: 'ignore' });
    await one.end('SIGTERM');
    return differs(found, '200,404');
});
await check('a folder stays open while the page is updated', async () => {
    await page.until("document.querySelector('#earlier details')", 30);
    return page.ask(`(() => {
        const folder = document.querySelector('#earlier details'), text = document.createElement('template');
        folder.open = false;
        text.innerHTML = '<details open><summary><bdi>other/</bdi></summary></details>' + folder.outerHTML.replace('<details', '<details open');
        show(document.getElementById('earlier'), text.content);
        return [...document.querySelectorAll('#earlier details')].map(e => e.open).join() === 'true,false' ? '' : 'it does not';
    })()`);
});
await check('a client that sends nothing is disconnected', async () => { const seconds = await silent; return seconds > 5 && seconds < 40 ? '' : `after ${seconds} s`; });
await check('another process cannot listen on the same address', async () => differs(await new Promise(done => fleet('serve', '--listen', `127.0.0.1:${port}`).once('exit', done)), 1));
await check('the page is available over IPv6', async () => {
    const six = await serve('[::1]:0').catch(() => undefined);
    if (!six) return;
    const answer = await new Promise((done, failed) => http.get(six.url, response => done(response.statusCode)).on('error', failed));
    await six.end('SIGTERM');
    return differs(answer, 200) || differs(/^http:\/\/\[::1\]:\d+\/$/.test(six.url), true);
});

// ---- the report as a file ----

const file = path.join(work, 'report.html');
const report = spawn(lanewise, ['fleet', 'report', '--run', '2', '--html', '-o', file], { stdio: 'ignore' });
await check('the exit code of the report indicates differences', async () => differs(await new Promise(done => report.once('exit', done)), 1));
const own = await chromium.open(`file://${file}`);
await own.until("document.querySelector('footer')", 30);
await check('the report loads no other files', () => differs(own.requests.join(' '), `file://${file}`) || differs(own.errors.join(' '), '')
    || differs(/https?:|url\(|@import|<link|<img|<iframe/.test(fs.readFileSync(file, 'utf8').replace(/&lt;img|\\u003Cimg/g, '')), false));
await check('the report has its own style', () => own.ask("getComputedStyle(document.querySelector('dl')).display === 'grid' ? '' : 'it has no style'"));
await check('the report shows names as text', () => text(own));
await check('the report has all kinds of results', () => own.ask("['CHANGED', 'UNREADABLE', 'NEW', 'MISSING'].filter(word => !document.querySelector('#items').textContent.includes(word)).join(' ')"));
await check('the report shows the same result as the page', async () => differs(await sentence(own), '7 of 305 files are changed or unreadable; 1 file of run 1 is missing; 1 of 305 files is new.'));
await check('the report contains the numbers for programs', async () => {
    const lines = (await own.ask("document.getElementById('numbers').textContent")).trim().split('\n').map(line => JSON.parse(line));
    const done = lines.filter(line => line.throughput).reduce((sum, line) => sum + line.files, 0);
    return differs(`${lines[0].doneFiles} ${lines[0].changed} ${lines[0].unreadable}`, '305 6 1') || differs(done, 305) || differs(lines.some(line => line.event), true);
});
await looks(own, 'the report');

await chromium.close();
await server.end('SIGTERM');
console.log('end of list');
process.exit();
