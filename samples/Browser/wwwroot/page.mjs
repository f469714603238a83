// The visible part of the page. The worker does all hashing, and all reading and writing of lists.
const at = id => document.getElementById(id);
const mostRows = 200;
const worker = new Worker('worker.mjs', { type: 'module' });
const entries = [];
const asked = new Map();
let algorithms = [], sorted = [], missing = [], run = 0, questions = 0, isRunning = false, hasExpected = false, isDrawing = false;
let done = 0, total = 0, started = 0, rows = 0, clears = 0;

// ---- the worker ----

function ask(question, values = {}, ...args) {
    return new Promise((resolve, reject) => {
        asked.set(++questions, { resolve, reject });
        worker.postMessage({ kind: 'ask', ask: questions, question, args, values });
    });
}

worker.onerror = event => problem(`The worker that hashes did not start: ${event.message ?? 'unknown reason'}`);
worker.onmessage = ({ data }) => {
    if (data.isReady) ready(data.algorithms);
    else if (data.ask) {
        const { resolve, reject } = asked.get(data.ask);
        asked.delete(data.ask);
        if (data.error === undefined) resolve(data.reply); else reject(new Error(data.error));
    } else if (data.run === run) {
        if (data.error) { isRunning = false; problem(data.error); }
        else if (data.isEnd) end();
        else progress(data);
        draw();
    }
};

const problem = text => {
    at('problem').textContent = text;
    at('key').setAttribute('aria-invalid', String(text !== '' && !at('key-field').hidden));
    if (text) draw();
};

// ---- settings ----

function ready(text) {
    algorithms = text.trim().split('\n').map(line => {
        const [name, title, modes, ...numbers] = line.split('\t');
        const [bytes, fewest, most, fewestKey, mostKey, lanes] = numbers.map(Number);
        return { name, title, modes: modes.split(' '), bytes, fewest, most, fewestKey, mostKey, lanes };
    });
    at('algorithm').replaceChildren(...groups.map(([label], group) => {
        const element = Object.assign(document.createElement('optgroup'), { label });
        const of = algorithms.filter(({ name }) => groups.findIndex(([, fits]) => fits.test(name)) === group);
        element.append(...of.map(({ name, title }) => new Option(isBroken(name) ? `${title} (broken)` : title, name)));
        return element;
    }).filter(element => element.childElementCount > 0));
    choose('blake3');
    at('controls').disabled = false;
    draw();
}

// An algorithm belongs to the first group that matches its name.
const isBroken = name => /^(md5|sha1)$/.test(name);
const groups = [
    ['BLAKE2, BLAKE3, Skein', /^(blake|skein)/], ['SHA-2, SM3', /^(sha(224|256|384|512)|sm3)/],
    ['SHA-3, SHAKE, KangarooTwelve', /^(sha3|keccak|c?shake|turboshake|k)(?!mac)/], ['With a key', /mac/],
    ['Broken: not for signatures', /^(md5|sha1)$/], ['Others', /./],
];

const chosen = () => algorithms.find(({ name }) => name === at('algorithm').value);
const titles = { hash: 'Digest', key: 'Digest with a key', derive: 'Derive a key' };

function choose(name, bytes) {
    at('algorithm').value = name;
    const { modes, fewest, most } = chosen(), mode = at('mode').value;
    at('mode').replaceChildren(...modes.map(mode => new Option(titles[mode], mode)));
    at('mode').value = modes.includes(mode) ? mode : modes[0];
    Object.assign(at('length'), { min: fewest, max: most, value: bytes ?? chosen().bytes, readOnly: fewest === most });
    chooseMode();
}

function chooseMode() {
    const { fewestKey, mostKey } = chosen(), fewest = Math.max(1, fewestKey);
    at('key-field').hidden = at('mode').value !== 'key';
    at('context-field').hidden = at('mode').value !== 'derive';
    at('key-hint').textContent = mostKey > 4096 ? 'Of any length.'
        : fewest === mostKey ? `${plural(mostKey, 'byte')}.` : `${fewest} to ${plural(mostKey, 'byte')}.`;
}

// Returns the settings in the format of the worker. If a setting is missing, the error names it.
function settings() {
    const { name, lanes, fewest, most, title } = chosen(), mode = at('mode').value, bytes = at('length').valueAsNumber;
    let key = new Uint8Array(), context = '';
    if (!(bytes >= fewest && bytes <= most)) throw new Error(`The ${title} digest must be ${fewest} to ${plural(most, 'byte')} long.`);
    if (mode === 'key') {
        const text = at('key').value, digits = text.replace(/\s/g, '');
        if (!text) throw new Error('The key is missing.');
        if (at('key-form').value === 'text') key = new TextEncoder().encode(text);
        else if (/^([0-9a-f]{2})+$/i.test(digits)) key = Uint8Array.from(digits.match(/../g), pair => parseInt(pair, 16));
        else throw new Error('The key is not an even number of hexadecimal digits.');
    }
    if (mode === 'derive') {
        context = at('context').value;
        if (!context) throw new Error('The context is missing.');
    }
    return { algorithm: name, bytes, key, context, lanes };
}

// ---- files ----

// A browser may read a file's size from disk for each file that it passes to a worker, so only some files are passed at a time.
const filesAtOnce = 16;
const pause = () => new Promise(resolve => setTimeout(resolve));

async function add(files) {
    const own = clears;
    for (let at = 0, until = performance.now() + 8; at < files.length && own === clears; at++) {
        // A chosen file, or a dropped file with its path.
        const { file = files[at], name } = files[at];
        entries.push({ id: entries.length, file, name: file.webkitRelativePath || name, digest: '', verdict: '', error: '' });
        if (performance.now() > until) { await pause(); until = performance.now() + 8; }
    }
    sort();
    if (files.length > 0 && own === clears) await hash(sorted.filter(({ digest, error }) => !digest && !error));
}

async function hash(files) {
    const own = ++run;
    done = total = 0;
    started = performance.now();
    problem('');
    try {
        const chosenSettings = settings();
        isRunning = files.length > 0;
        draw();
        for (let at = 0; at < files.length && own === run; at += filesAtOnce) {
            const some = files.slice(at, at + filesAtOnce);
            worker.postMessage({
                kind: 'hash', run, settings: chosenSettings, files: some.map(({ id, file }) => ({ id, file })),
                isLast: at + filesAtOnce >= files.length,
            });
            total += some.reduce((sum, { file }) => sum + file.size, 0);
            await pause();
        }
    } catch (error) {
        isRunning = false;
        worker.postMessage({ run });
        problem(error.message);
    }
    draw();
}

function again() {
    for (const entry of entries) show(Object.assign(entry, { digest: '', verdict: '', error: '' }));
    missing = [];
    if (entries.length > 0) hash(entries); else problem('');
}

function progress({ done: bytes, digests, failed }) {
    done += bytes;
    for (const [id, digest] of digests) entries[id].digest = digest;
    for (const [id, error] of failed) entries[id].error = error;
    const changed = [...digests, ...failed].map(([id]) => entries[id]);
    changed.forEach(show);
    if (hasExpected && digests.length > 0) judge(digests.map(([id]) => entries[id]));
}

async function end() {
    const own = run;
    let expected;
    // This request is answered last, so all verdicts have arrived by then, and the announced result is complete.
    do {
        expected = at('expected').value;
        if (hasExpected) await findMissing();
    } while (expected !== at('expected').value);
    if (own === run) isRunning = false;
    draw();
}

// ---- verdicts ----

const joined = of => ({ names: of.map(({ name }) => name).join('\0'), digests: of.map(({ digest }) => digest).join('\0') });

const words = { same: '✓ matches', other: '✗ differs', unlisted: 'not in the list' };

async function judge(judged) {
    const of = judged.filter(({ digest }) => digest);
    if (of.length === 0) return;
    const asking = run;
    const reply = await ask('judge', joined(of));
    // This result is outdated: it belongs to earlier settings, or to files that the user has removed.
    if (asking !== run) return;
    reply.split('\n').slice(0, of.length).forEach((verdict, i) => { of[i].verdict = verdict; show(of[i]); });
    draw();
}

async function findMissing() {
    const reply = await ask('missing', { names: entries.map(({ name }) => name).join('\0') });
    missing = reply ? reply.split('\0') : [];
}

async function expect() {
    const text = at('expected').value;
    for (const entry of entries) entry.verdict = '';
    missing = [];
    try {
        const [count, name, bytes] = (await ask('expect', { text })).split('\t');
        hasExpected = text.trim() !== '';
        at('expected').setAttribute('aria-invalid', 'false');
        if (name && (name !== chosen().name || Number(bytes) !== at('length').valueAsNumber)) {
            choose(name, Number(bytes));
            again();
        }
        const given = text.trim().length / 2, needed = at('length').valueAsNumber, isOther = given !== needed;
        at('expected-hint').textContent = !hasExpected ? hint : Number(count) === 0 ? isOther
            ? `A digest of ${plural(given, 'byte')}, but ${chosen().title} gives ${needed}: choose its algorithm.` : 'One digest, for every file.'
            : `A list of ${plural(Number(count), 'file')}${name ? `, of ${chosen().title}` : ''}.`;
        if (hasExpected) { await judge(entries); if (!isRunning && entries.length > 0) await findMissing(); }
    } catch (error) {
        hasExpected = false;
        at('expected').setAttribute('aria-invalid', 'true');
        at('expected-hint').textContent = error.message;
    }
    entries.forEach(show);
    draw();
}

const hint = at('expected-hint').textContent;

// ---- display ----

const plural = (count, word) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
const waiting = new Set();

const show = entry => { waiting.add(entry); draw(); };

// Runs with the next frame, or later if there are no frames, as in a background tab.
function soon(work) {
    const once = () => { cancelAnimationFrame(frame); clearTimeout(timer); work(); };
    const frame = requestAnimationFrame(once), timer = setTimeout(once, 200);
}

// Runs once per frame, for at most a few milliseconds.
function draw() {
    if (isDrawing) return;
    isDrawing = true;
    soon(() => {
        isDrawing = false;
        const until = performance.now() + 8;
        // With very many files, the page shows only the first files and the files that differ.
        const most = Math.min(sorted.length, mostRows);
        for (; rows < most && performance.now() < until; rows++) fill(addRow(sorted[rows]));
        for (const entry of rows < most ? [] : waiting) {
            if (performance.now() > until) break;
            waiting.delete(entry);
            if (!entry.row && isSpecial(entry)) addRow(entry);
            if (entry.row) fill(entry);
        }
        drawStatus();
        if (waiting.size > 0 || rows < most) draw();
    });
}

// Rows are sorted by name. A file keeps its number, because the worker identifies it by this number.
function sort() {
    sorted = [...entries].sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
    for (const entry of sorted) entry.row = undefined;
    at('rows').replaceChildren();
    rows = 0;
    sorted.slice(mostRows).filter(isSpecial).forEach(show);
    draw();
}

// This row is shown even if it is not one of the first rows.
const isSpecial = ({ error, verdict }) => error || verdict === 'other';

const cell = (kind, name, text) => Object.assign(document.createElement(kind), { className: name, textContent: text });

function addRow(entry) {
    entry.row = document.createElement('tr');
    entry.row.append(cell('th', 'name', entry.name), cell('td', 'bytes', entry.file.size.toLocaleString('en')),
        cell('td', 'digest', ''), cell('td', 'verdict', ''), cell('td', 'copies', ''));
    entry.row.firstChild.scope = 'row';
    const copy = Object.assign(cell('button', '', 'Copy'), { type: 'button', hidden: true });
    copy.setAttribute('aria-label', `Copy the digest of ${entry.name}`);
    copy.onclick = async () => {
        if (!await copyText(() => entry.digest)) return;
        copy.textContent = 'Copied';
        setTimeout(() => { copy.textContent = 'Copy'; }, 2000);
    };
    entry.row.lastChild.append(copy);
    at('rows').append(entry.row);
    return entry;
}

function fill({ row, error, verdict, digest }) {
    row.className = error ? 'failed' : verdict;
    row.children[2].textContent = error || digest;
    row.children[3].textContent = error ? 'not read' : words[verdict] ?? '';
    row.children[4].firstChild.hidden = !digest;
}

// Shows percentage, rate and remaining time. A rate over less than a second is meaningless.
function rateText() {
    const seconds = (performance.now() - started) / 1000, percent = `${Math.floor(total > 0 ? 100 * done / total : 0)} %`;
    if (seconds < 1 || done === 0) return percent;
    const left = Math.ceil((total - done) / (done / seconds));
    const time = left < 120 ? plural(left, 'second') : plural(Math.round(left / 60), 'minute');
    return `${percent}, ${(done / seconds / 1e6).toLocaleString('en', { maximumSignificantDigits: 3 })} MB/s, ${time} left`;
}

function drawStatus() {
    const count = kind => entries.reduce((sum, entry) => sum + (kind(entry) ? 1 : 0), 0);
    const hashed = count(({ digest }) => digest), failed = count(({ error }) => error);
    const parts = [`${plural(hashed, 'file')} hashed`];
    if (failed > 0) parts.push(`${plural(failed, 'file')} could not be read`);
    if (hasExpected && hashed > 0) {
        parts.push(`${count(({ verdict }) => verdict === 'same').toLocaleString('en')} match`);
        const other = count(({ verdict }) => verdict === 'other'), unlisted = count(({ verdict }) => verdict === 'unlisted');
        if (other > 0) parts.push(`${other.toLocaleString('en')} differ`);
        if (unlisted > 0) parts.push(`${unlisted.toLocaleString('en')} not in the list`);
        if (missing.length > 0) parts.push(`${missing.length.toLocaleString('en')} of the list missing`);
    }
    // Screen readers announce only the start and the end. During the run, the progress bar shows the state.
    const text = algorithms.length === 0 ? 'Loading…' : entries.length === 0 ? 'Ready. No files yet.'
        : isRunning ? `Hashing ${plural(entries.length, 'file')} with ${chosen().title}…` : `${parts.join(', ')}.`;
    if (at('status').textContent !== text) at('status').textContent = text;
    at('progress').hidden = !isRunning;
    at('progress').max = Math.max(1, total);
    at('progress').value = done;
    at('rate').hidden = !isRunning;
    at('rate').textContent = isRunning ? rateText() : '';
    at('results').hidden = entries.length === 0;
    at('actions').hidden = entries.length === 0;
    if (!isRunning && document.activeElement === at('stop')) at('results-title').focus();
    at('stop').hidden = !isRunning;
    at('results').classList.toggle('judged', hasExpected || failed > 0);
    at('copy').disabled = at('save').disabled = hashed === 0;
    at('more').textContent = entries.length > mostRows
        ? `The first ${mostRows} files and the files that differ are shown. The list contains all files.` : '';
    at('missing').hidden = missing.length === 0;
    if (at('missing-names').childElementCount !== Math.min(missing.length, mostRows)) {
        at('missing-names').replaceChildren(...missing.slice(0, mostRows).map(name => cell('li', '', name)));
    }
}

const listText = () => {
    const of = sorted.filter(({ digest }) => digest);
    return ask('list', joined(of));
};

// ---- events ----

at('algorithm').onchange = () => { choose(at('algorithm').value); again(); };
at('mode').onchange = () => { chooseMode(); again(); };
for (const id of ['length', 'key', 'key-form', 'context']) at(id).onchange = again;
at('settings').onsubmit = event => event.preventDefault();

for (const id of ['files', 'folder']) {
    at(id).onchange = () => { add([...at(id).files]); at(id).value = ''; };
}

async function openList(file) {
    at('expected').value = file ? await readText(file) : '';
    await expect();
}

// Reads lists as the command line does: UTF-8, or UTF-16 with a BOM (as PowerShell can write it).
async function readText(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const mark = bytes.length > 1 ? bytes[0] << 8 | bytes[1] : 0;
    return new TextDecoder(mark === 0xfeff ? 'utf-16be' : mark === 0xfffe ? 'utf-16le' : 'utf-8').decode(bytes);
}

at('list').onchange = () => { openList(at('list').files[0]); at('list').value = ''; };
at('expected').oninput = () => { clearTimeout(expect.timer); expect.timer = setTimeout(expect, 200); };

// Otherwise, a file dropped outside the drop area would replace the page.
for (const kind of ['dragover', 'drop']) addEventListener(kind, event => event.preventDefault());

function target(element, take) {
    element.ondragover = () => element.classList.add('over');
    element.ondragleave = () => element.classList.remove('over');
    element.ondrop = event => {
        element.classList.remove('over');
        event.preventDefault();
        const files = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file');
        take(files.map(item => item.webkitGetAsEntry?.() ?? item.getAsFile()));
    };
}

// Enumerates files. The name of a file in a directory is its path.
async function* walk(entry, path = '') {
    if (entry instanceof File) yield { file: entry, name: entry.name };
    else if (entry.isFile) {
        yield { file: await new Promise((resolve, reject) => entry.file(resolve, reject)), name: path + entry.name };
    } else {
        const reader = entry.createReader();
        for (let some; (some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))).length > 0;) {
            for (const one of some) yield* walk(one, `${path}${entry.name}/`);
        }
    }
}

async function walkAll(dropped) {
    const found = [];
    try {
        for (const entry of dropped) for await (const file of walk(entry)) found.push(file);
    } catch (error) {
        problem(`Not all files could be read: ${error.message}`);
    }
    return found;
}

target(at('drop'), async dropped => add(await walkAll(dropped)));
target(at('expect'), async dropped => { const [first] = await walkAll(dropped); if (first) await openList(first.file); });

at('stop').onclick = () => { run++; isRunning = false; worker.postMessage({ run }); at('results-title').focus(); draw(); };
at('clear').onclick = () => {
    run++;
    clears++;
    isRunning = false;
    worker.postMessage({ run });
    entries.length = sorted.length = rows = 0;
    waiting.clear();
    missing = [];
    at('rows').replaceChildren();
    problem('');
    at('files').focus();
    draw();
};
async function copyText(text) {
    try {
        await navigator.clipboard.writeText(await text());
        at('status').textContent = 'Copied.';
        return true;
    } catch (error) {
        problem(`The text could not be copied: ${error.message}`);
    }
}

at('copy').onclick = () => copyText(listText);
at('save').onclick = async () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([await listText()], { type: 'text/plain' }));
    link.download = `${chosen().name}sums.txt`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};
