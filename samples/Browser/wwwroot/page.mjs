// The user interface of the page. The worker hashes all files, and reads and writes all lists.
const at = id => document.getElementById(id);
const mostRows = 200;
const worker = new Worker('worker.mjs', { type: 'module' });
const entries = [];
const asked = new Map();
// The entries, keyed by name, size and modification time.
const known = new Map();
let algorithms = [], sorted = [], leading = [], missing = [], run = 0, questions = 0, isRunning = false, isStopped = false, isWaiting = false;
// The settings that produced the digests in the table. They differ from the controls while a value, such as the key, is
// missing.
let shown;
let done = 0, total = 0, started = 0, rows = 0, clears = 0, isDrawing = false;
// The bytes and the duration of the last finished run.
let took = '';
// The number of the runtime's files that are loaded, and the number of all its files, as far as it is known.
let loaded = 0, toLoad = 0;

// ---- the worker ----

async function ask(question, values = {}, ...args) {
    if (!isReady()) await readiness;
    return new Promise((resolve, reject) => {
        asked.set(++questions, { resolve, reject });
        worker.postMessage({ kind: 'ask', ask: questions, question, args, values });
    });
}

worker.onerror = event => problem(`The worker that hashes did not start: ${event.message ?? 'unknown reason'}`);
worker.onmessage = ({ data }) => {
    if (data.loaded) { [loaded, toLoad] = [data.loaded, data.total]; draw(); }
    else if (data.isReady) ready(data.algorithms);
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
    if (text) draw();
};

// ---- settings ----

function ready(text) {
    algorithms = text.trim().split('\n').map(line => {
        const [name, title, modes, ...numbers] = line.split('\t');
        const [bytes, fewest, most, fewestKey, mostKey, lanes] = numbers.map(Number);
        return { name, title, modes: modes.split(' '), bytes, fewest, most, fewestKey, mostKey, lanes };
    });
    choose(at('algorithm').value, length());
    markReady();
    if (entries.length === 0) again();
}

// The page can be used while the worker loads. Whatever needs the worker or its list of algorithms waits for this promise.
let markReady;
const readiness = new Promise(resolve => { markReady = resolve; });
const isReady = () => algorithms.length > 0;

const titleOf = name => algorithms.find(algorithm => algorithm.name === name).title;
const length = () => at('length').valueAsNumber;
const chosen = () => algorithms.find(({ name }) => name === at('algorithm').value);
const titles = Object.fromEntries([...at('mode').options].map(({ value, text }) => [value, text]));

// Shows a value as text instead of a control if there is no other value.
function fix(id, isFixed, text) {
    at(id).hidden = isFixed;
    at(`${id}-fixed`).textContent = isFixed ? text : '';
}

function choose(name, bytes) {
    at('algorithm').value = name;
    const { title, modes, fewest, most } = chosen(), mode = at('mode').value;
    at('mode').replaceChildren(...modes.map(mode => new Option(titles[mode], mode)));
    at('mode').value = modes.includes(mode) ? mode : modes[0];
    const value = bytes >= fewest && bytes <= most ? bytes : chosen().bytes;
    Object.assign(at('length'), { min: fewest, max: most, value });
    fix('mode', modes.length === 1, titles[modes[0]]);
    fix('length', fewest === most, String(value));
    at('settings').classList.toggle('plain', modes.length === 1 && fewest === most);
    const isBroken = at('algorithm').selectedOptions[0].text.endsWith('(broken)');
    note('algorithm', isBroken ? `${title} detects accidental damage, but not forgery: two different files can be made that have the same digest.` : '');
    chooseMode();
}

function chooseMode() {
    if (chosen().modes[0] !== at('mode').value || length() !== chosen().bytes) at('settings').classList.add('unfolded');
    at('key-field').hidden = at('mode').value !== 'key';
    at('context-field').hidden = at('mode').value !== 'derive';
}

// Shows next to a field which value it needs. A missing value is not an error, because the user may be about to type it.
function note(id, text, isWrong = false) {
    // Screen readers announce some of these texts whenever they are written, so an unchanged text is not written again.
    if (at(`${id}-hint`).textContent !== text) at(`${id}-hint`).textContent = text;
    at(id).setAttribute('aria-invalid', String(isWrong));
}

// Returns the settings in the format that the worker expects, or null if a value is missing or wrong.
function settings() {
    const { name, lanes, fewest, most, title } = chosen(), mode = at('mode').value, bytes = length();
    const hasLength = Number.isInteger(bytes) && bytes >= fewest && bytes <= most;
    note('length', hasLength ? '' : `A digest of ${title} has ${fewest} to ${plural(most, 'byte')}.`, !hasLength);
    const key = mode === 'key' ? readKey() : new Uint8Array(), context = mode === 'derive' ? at('context').value : '';
    if (mode === 'derive') note('context', `${context ? '' : 'A context is needed. '}${contextHint}`);
    return !hasLength || !key || mode === 'derive' && !context ? null : { algorithm: name, title, mode, bytes, key, context, lanes };
}

const contextHint = at('context-hint').textContent;

function readKey() {
    const { title, fewestKey, mostKey } = chosen(), fewest = Math.max(1, fewestKey);
    const text = at('key').value, digits = text.replace(/\s/g, ''), isText = at('key-form').value === 'text';
    const sizes = mostKey > 4096 ? 'any number of bytes'
        : fewest === mostKey ? plural(mostKey, 'byte') : `${fewest} to ${plural(mostKey, 'byte')}`;
    if (!text) return note('key', `A key is needed: ${sizes}.`);
    if (!isText && !/^([0-9a-f]{2})+$/i.test(digits)) return note('key', 'The key is not an even number of hexadecimal digits.', true);

    const key = isText ? new TextEncoder().encode(text) : Uint8Array.from(digits.match(/../g), pair => parseInt(pair, 16));
    const fits = key.length >= fewest && key.length <= mostKey;
    note('key', fits ? `A key of ${title} has ${sizes}.` : `The key has ${plural(key.length, 'byte')}. ${title} needs ${sizes}.`, !fits);
    return fits ? key : undefined;
}

// ---- files ----

// For each file that is passed to a worker, a browser may read the size from disk, so only a few files are passed at a time.
const filesAtOnce = 16;
const pause = () => new Promise(resolve => setTimeout(resolve));

async function add(files) {
    const own = clears;
    let hasNew = false;
    for (let at = 0, until = performance.now() + 8; at < files.length && own === clears; at++) {
        // A chosen file, or a dropped file with its path.
        const { file = files[at], name } = files[at];
        const path = file.webkitRelativePath || name, version = [path, file.size, file.lastModified].join('\0');
        const same = known.get(version);
        // A file that could not be read is retried.
        if (same?.error) Object.assign(same, { file, error: '' });
        else if (!same) {
            const entry = { id: entries.length, file, name: path, digest: '', verdict: '', wanted: '', error: '', hashed: 0 };
            known.set(version, entry);
            entries.push(entry);
            hasNew = true;
        }
        if (performance.now() > until) { await pause(); until = performance.now() + 8; }
    }
    sort();
    await readiness;
    if (own !== clears || isRunning && !hasNew || !entries.some(isUnhashed)) return;
    tryUsual();
    await hash(sorted.filter(isUnhashed));
}

const isUnhashed = ({ digest, error }) => !digest && !error;

// Ends the run, and keeps the results so far.
function halt() {
    worker.postMessage({ run: ++run });
    isRunning = false;
    draw();
}

async function hash(files, next = settings()) {
    halt();
    const own = run;
    took = '';
    isStopped = false;
    isWaiting = !next;
    if (!next) return;

    done = total = 0;
    started = performance.now();
    problem('');
    shown = next;
    isRunning = files.length > 0;
    if (!isRunning) worker.postMessage({ kind: 'warm', run, settings: next });
    for (const entry of files) show(Object.assign(entry, { hashed: 0 }));
    for (let at = 0; at < files.length && own === run; at += filesAtOnce) {
        const some = files.slice(at, at + filesAtOnce);
        worker.postMessage({
            kind: 'hash', run, settings: next, files: some.map(({ id, file }) => ({ id, file })),
            isLast: at + filesAtOnce >= files.length,
        });
        total += some.reduce((sum, { file }) => sum + file.size, 0);
        await pause();
    }
    draw();
}

// Hashes all files with new settings. If the settings are incomplete, the existing digests remain.
function again() {
    const next = settings();
    if (next) {
        for (const entry of entries) show(Object.assign(entry, { digest: '', verdict: '', error: '' }));
        missing = [];
    }
    hash(sorted, next);
}

function progress({ done: bytes, digests, failed, parts }) {
    done += bytes;
    for (const [id, hashed] of parts) show(Object.assign(entries[id], { hashed }));
    for (const [id, digest] of digests) entries[id].digest = digest;
    for (const [id, error] of failed) entries[id].error = error;
    const changed = [...digests, ...failed].map(([id]) => entries[id]);
    changed.forEach(show);
    if (expected && digests.length > 0) judge(digests.map(([id]) => entries[id]));
}

async function end() {
    const own = run;
    let text;
    // This request is answered after all other requests, so all verdicts have arrived by then, and the announced result is
    // complete.
    do {
        text = at('expected').value;
        if (expected) await findMissing();
    } while (text !== at('expected').value);
    if (own !== run) return;
    isRunning = false;
    took = tookText();
    settle();
    draw();
}

// ---- verdicts ----

// The expected digests: the number of files in the list, or 0 for a single digest; the digest length, or 0 for several lengths;
// the algorithms that the list specifies or, if it specifies none, the usual algorithms for this digest length.
let expected, listName = '';
// Whether the user has chosen the algorithm. Otherwise, the usual algorithms for the length of the expected digests are tried.
let isChosen = false;
let untried = [], firstTried = '';
// The algorithm and the digest length that were selected before the expected digests selected an algorithm. Undefined if they have
// not selected one, or if the user has made a choice since.
let before;

const isTried = () => expected && !expected.isNamed && expected.names.length > 0 && expected.bytes > 0
    && !isChosen && at('mode').value === 'hash';

function select(name) {
    chooseAndHash(name, expected.bytes);
}

function chooseAndHash(name, bytes) {
    const current = [chosen().name, length()];
    choose(name, bytes);
    if (current[0] !== chosen().name || current[1] !== length()) again();
}

function tryUsual() {
    if (!isTried() || entries.some(({ verdict }) => verdict === 'same')) return;
    const { names, bytes } = expected, current = chosen().name;
    const first = entries.length > 0 && names.includes(current) && length() === bytes ? current : names[0];
    remember();
    firstTried = first;
    untried = names.filter(name => name !== first);
    // The algorithm that was selected before the search is tried last, if its digests have the same length.
    if (before.bytes === bytes && [first, ...untried].at(-1) !== before.name) {
        untried = [...untried.filter(name => name !== before.name), before.name];
    }
    select(first);
}

// Remembers the selection of the user before the expected digests change it.
function remember() {
    before ??= { name: chosen().name, bytes: length() };
}

// If the expected digests are removed, selects the algorithm that was selected before.
function restore() {
    if (!before) return;
    const { name, bytes } = before;
    before = undefined;
    chooseAndHash(name, bytes);
}

// If no file matches, tries the next algorithm. A file is reported as different only after all algorithms have been tried.
function settle() {
    if (untried.length > 0 && entries.some(({ verdict }) => verdict === 'other')) select(untried.shift());
}

function choseAlgorithm() {
    isChosen = true;
    untried = [];
    before = undefined;
}

const joined = of => ({ names: of.map(({ name }) => name).join('\0'), digests: of.map(({ digest }) => digest).join('\0') });

function verdictText({ error, digest, verdict }) {
    switch (error ? 'error' : isStopped && !digest ? 'stopped' : verdict) {
        case 'error': return 'not read';
        case 'stopped': return 'stopped';
        case 'same': return '✓ matches';
        case 'other': return untried.length > 0 ? `no ${shown.title} match` : isFound ? 'no match' : '✗ does not match';
        case 'incomparable': return 'not comparable';
        case 'renamed': return 'renamed';
        case 'unlisted': return 'not in the list';
        default: return '';
    }
}

// Settles when the worker has judged all files so far.
let judging;

function judge(judged) {
    judging = askVerdicts(judged);
    return judging;
}

async function askVerdicts(judged) {
    const of = judged.filter(({ digest }) => digest);
    if (of.length === 0) return;
    const asking = run;
    const reply = await ask('judge', joined(of), shown.algorithm);
    // This result is outdated: it belongs to earlier settings, or to files that the user has removed.
    if (asking !== run) return;
    reply.split('\0').forEach((text, i) => {
        const [verdict] = text.split(' ', 1);
        show(Object.assign(of[i], { verdict, wanted: text.slice(verdict.length + 1) }));
    });
    if (of.some(({ verdict }) => verdict === 'same')) {
        if (untried.length > 0) entries.forEach(show);
        untried = [];
    }
    draw();
}

async function findMissing() {
    await judging;
    const isRenamed = ({ verdict }) => verdict === 'renamed', { names } = joined(entries.filter(entry => !isRenamed(entry)));
    const reply = await ask('missing', { names, digests: joined(entries.filter(isRenamed)).digests });
    missing = reply ? reply.split('\0') : [];
}

async function expect() {
    const text = at('expected').value;
    for (const entry of entries) entry.verdict = '';
    missing = [];
    untried = [];
    try {
        const [count, bytes, isNamed, names] = (await ask('expect', { text, listName })).split('\t');
        // While this function waited, verdicts for the earlier text may have arrived.
        for (const entry of entries) entry.verdict = '';
        expected = text.trim() === '' ? undefined
            : { count: Number(count), bytes: Number(bytes), isNamed: isNamed === '1', names: names.split(' ').filter(name => name) };
        note('expected', '');
        if (!expected) restore();
        if (expected?.isNamed && expected.names.length === 1) {
            remember();
            select(expected.names[0]);
        }
        tryUsual();
        if (expected) { await judge(entries); if (!isRunning && entries.length > 0) await findMissing(); }
        if (!isRunning) settle();
    } catch (error) {
        expected = undefined;
        note('expected', error.message, true);
    }
    entries.forEach(show);
    draw();
}

const hint = at('expected-hint').textContent;
const oneOf = names => names.map(titleOf).join(' or ');

// Shows next to the field how digests are compared, and offers the other algorithms that may have produced the expected
// digests.
function drawExpected() {
    const isWrong = at('expected').getAttribute('aria-invalid') === 'true';
    let offers = [];
    if (expected) {
        const { count, bytes, isNamed, names } = expected, { name, title } = chosen();
        const what = count === 0 ? 'One digest, for every file.' : `A list of ${plural(count, 'file')}.`;
        const it = count === 0 ? 'It has' : 'Its digests have';
        const isOther = isNamed && !names.includes(name), isOtherLength = bytes > 0 && bytes !== length();
        if (isNamed || at('mode').value === 'hash' && (!isTried() || isOtherLength)) offers = names.filter(other => other !== name);
        const isVain = isTried() && untried.length === 0 && !isRunning && names.length > 1
            && entries.some(({ verdict }) => verdict === 'other') && !entries.some(({ verdict }) => verdict === 'same');
        const others = untried.filter(name => name !== firstTried);
        const next = others.length > 0 ? ` If no file matches, ${oneOf(others)} is tried.`
            : isVain ? ` No file matches as ${oneOf(names)}.` : '';
        note('expected', isOther ? `${what} Its algorithm is ${oneOf(names)}, but ${title} is selected.`
            : isOtherLength ? `${what} ${it} ${plural(bytes, 'byte')}, but ${title} digests have ${plural(length(), 'byte')}.`
            : `${what} ${isNamed ? 'Algorithm:' : 'Compared as'} ${title}.${next}`,
            isOther || isOtherLength);
    } else if (!isWrong) note('expected', hint);
    const wanted = offers.join(' ');
    if (at('offers').dataset.names === wanted) return;
    at('offers').dataset.names = wanted;
    at('offers').hidden = offers.length === 0;
    at('offers').replaceChildren(...offers.map(name => {
        const button = Object.assign(cell('button', '', `Compare as ${titleOf(name)}`), { type: 'button' });
        button.onclick = () => { choseAlgorithm(); at('algorithm').focus(); select(name); };
        return button;
    }));
}

// ---- display ----

const plural = (count, word) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
const waiting = new Set();

const show = entry => { waiting.add(entry); draw(); };

// Runs the work in the next frame, or after a delay if there are no frames, as in a background tab.
function soon(work) {
    const once = () => { cancelAnimationFrame(frame); clearTimeout(timer); work(); };
    const frame = requestAnimationFrame(once), timer = setTimeout(once, 200);
}

// True if the user looks for the file that has a digest, and a file has it. The other files are then no failures.
let isFound = false;

function find() {
    const was = isFound;
    isFound = expected?.count === 0 && entries.length > 1 && entries.some(({ verdict }) => verdict === 'same');
    if (was !== isFound) for (const entry of entries) waiting.add(entry);
}

// Updates the page at most once per frame, and spends at most a few milliseconds on each update.
function draw() {
    if (isDrawing) return;
    isDrawing = true;
    soon(() => {
        isDrawing = false;
        find();
        const until = performance.now() + 8;
        // If there are very many files, the page shows only the failures and the first files.
        const most = Math.min(sorted.length, mostRows);
        for (; rows < most && performance.now() < until; rows++) fill(addRow(sorted[rows]));
        for (const entry of rows < most ? [] : waiting) {
            if (performance.now() > until) break;
            waiting.delete(entry);
            if (!entry.row && isLeading(entry)) addRow(entry);
            if (entry.row) fill(entry);
        }
        drawStatus();
        // The status can be complete before the rows are.
        const isBusy = waiting.size > 0 || rows < most;
        at('rows').setAttribute('aria-busy', String(isBusy));
        if (isBusy) draw();
    });
}

// Rows are sorted by name. Failures come first, or the file that the user looks for. A file keeps its number, which the worker
// uses to identify it.
function sort() {
    sorted = [...entries].sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
    sorted.forEach((entry, order) => Object.assign(entry, { row: undefined, order, isFirst: false }));
    leading = [];
    at('rows').replaceChildren();
    rows = 0;
    sorted.slice(mostRows).filter(isLeading).forEach(show);
    draw();
}

const isFailure = ({ error, verdict }) => Boolean(error) || verdict === 'other' && untried.length === 0 && !isFound;

// These files are shown even if they are not among the first files.
const isLeading = entry => isFailure(entry) || isFound && entry.verdict === 'same';

// Moves the row to the leading files at the top of the table, or back to the other files.
function move(entry) {
    entry.isFirst = !entry.isFirst;
    let low = 0;
    for (let high = leading.length; low < high;) {
        const middle = low + high >> 1;
        if (leading[middle].order < entry.order) low = middle + 1; else high = middle;
    }
    if (entry.isFirst) {
        const next = leading[low]?.row ?? (low > 0 ? leading[low - 1].row.nextSibling : at('rows').firstChild);
        at('rows').insertBefore(entry.row, next);
        leading.splice(low, 0, entry);
        return;
    }
    leading.splice(low, 1);
    if (entry.order < mostRows) {
        at('rows').insertBefore(entry.row, sorted.slice(entry.order + 1, rows).find(({ isFirst }) => !isFirst)?.row ?? null);
    } else {
        entry.row.remove();
        entry.row = undefined;
    }
}

const cell = (kind, name, text) => Object.assign(document.createElement(kind), { className: name, textContent: text });

// A long name is broken after a folder or a word.
function nameCell(name) {
    const element = Object.assign(document.createElement('th'), { className: 'name', scope: 'row' });
    for (const word of name.match(/[^/_.\- ]*[/_.\- ]*/g)) element.append(word, document.createElement('wbr'));
    return element;
}

function addRow(entry) {
    entry.row = document.createElement('tr');
    entry.row.append(nameCell(entry.name), cell('td', 'verdict', ''),
        cell('td', 'bytes', entry.file.size.toLocaleString('en')), cell('td', 'digest', ''), cell('td', 'copies', ''));
    entry.row.children[2].dataset.unit = entry.file.size === 1 ? 'byte' : 'bytes';
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

function fill(entry) {
    const { row, error, verdict, wanted, digest } = entry;
    if (isLeading(entry) !== entry.isFirst) move(entry);
    row.className = error ? 'failed' : verdict === 'other' && !isFailure(entry) ? '' : verdict;
    const shownDigest = row.children[3];
    shownDigest.textContent = error || digest;
    // While the files are hashed, the style shows this text in an empty cell.
    shownDigest.dataset.state = entry.hashed > 0 ? `Hashing: ${Math.floor(100 * entry.hashed / entry.file.size)} %` : 'Waiting…';
    if (row.className === 'other') shownDigest.replaceChildren(compared('Computed', digest, wanted), compared('Expected', wanted, digest));
    if (row.className === 'renamed') shownDigest.append(cell('div', 'hint', `Listed as ${wanted}`));
    row.children[1].textContent = verdictText(entry);
    row.children[4].firstChild.hidden = !digest;
}

// Returns an element with the digest below a label. Only the first digit that differs from the other digest is marked, because
// nearly all digits of two different digests differ.
function compared(label, digest, other) {
    const element = cell('div', 'compared', ''), line = cell('div', 'digits', '');
    const first = [...digest].findIndex((digit, i) => digit !== other[i]);
    line.append(digest.slice(0, first), cell('mark', '', digest[first]), digest.slice(first + 1));
    element.append(cell('div', 'hint', label), line);
    return element;
}

// A rate of fewer bytes or of a shorter time would mostly show how long the browser takes to begin.
const fewestMs = 1000, fewestBytes = 20e6;
const isMeasured = ms => ms >= fewestMs && done >= fewestBytes;
const percent = () => `${Math.floor(total > 0 ? 100 * done / total : 0)} %`;
const rounded = value => value.toLocaleString('en', { maximumSignificantDigits: 3 });

// Returns the percentage, the rate and the remaining time as text.
function rateText() {
    const ms = performance.now() - started;
    if (!isMeasured(ms)) return percent();
    const left = Math.ceil((total - done) / (done / (ms / 1000)));
    const time = left < 120 ? plural(left, 'second') : plural(Math.round(left / 60), 'minute');
    return `${percent()}, ${rounded(done / ms / 1000)} MB/s, ${time} left`;
}

// Returns the bytes, the duration and the rate of a finished run as text.
function tookText() {
    const ms = performance.now() - started;
    const [size, unit] = [[1e9, 'GB'], [1e6, 'MB'], [1e3, 'kB']].find(([least]) => done >= least) ?? [1, 'B'];
    return `${rounded(done / size)} ${unit}${isMeasured(ms) ? ` in ${rounded(ms / 1000)} s, ${rounded(done / ms / 1000)} MB/s` : ''}`;
}

const pageTitle = document.title;
const extras = { hash: '', key: ' and a key', derive: ' and a context' };

function drawStatus() {
    if (isReady()) drawExpected();
    const count = kind => entries.reduce((sum, entry) => sum + (kind(entry) ? 1 : 0), 0);
    const hashed = count(({ digest }) => digest), failed = count(({ error }) => error);
    const isPart = hashed + failed < entries.length;
    const hashing = (isPart ? `${isStopped ? 'Stopped: ' : isWaiting ? 'Waiting for the settings: ' : ''}${hashed.toLocaleString('en')} of ` : '')
        + `${plural(isPart ? entries.length : hashed, 'file')} hashed${hashed > 0 ? ` with ${shown.title}${extras[shown.mode]}` : ''}`;
    // Failures come first.
    const parts = [];
    if (failed > 0) parts.push(`${plural(failed, 'file')} could not be read`);
    const of = kind => count(({ verdict }) => verdict === kind), other = of('other');
    // Verdicts are counted only when they are complete and no other algorithm needs to be tried.
    const isJudged = entries.every(({ digest, verdict }) => !digest || verdict) && (untried.length === 0 || other === 0);
    let isBad = failed > 0, isGood = false;
    if (expected && hashed > 0 && isJudged) {
        const some = (number, one, more) => { if (number > 0) parts.push(`${plural(number, 'file')} ${number === 1 ? one : more}`); };
        const same = of('same');
        if (isFound) {
            parts.push(same === 1 ? `${entries.find(({ verdict }) => verdict === 'same').name} matches` : `${plural(same, 'file')} match`);
            if (other > 0) parts.push(`${plural(other, 'other file')} ${other === 1 ? 'does' : 'do'} not match`);
        } else {
            some(other, 'does not match', 'do not match');
            some(missing.length, 'of the list is missing', 'of the list are missing');
            some(of('incomparable'), 'is not comparable', 'are not comparable');
            some(of('renamed'), 'has another name in the list', 'have other names in the list');
            some(of('unlisted'), 'is not in the list', 'are not in the list');
            if (parts.length === 0 && same === hashed) parts.push(same === 1 ? 'it matches' : 'all match');
            else some(same, 'matches', 'match');
        }
        isBad ||= other > 0 && !isFound || missing.length > 0;
        isGood = !isBad && (isFound || same === entries.length);
    }
    // Screen readers announce only the start and the end. During the run, the progress bar shows the state.
    const text = !isReady() ? entries.length === 0 ? 'Loading…' : `Loading… ${plural(entries.length, 'file')} will be hashed.`
        : entries.length === 0 ? 'Ready. No files yet.' : isRunning ? `Hashing ${plural(entries.length, 'file')} with ${shown.title}…` : `${[hashing, ...parts.length > 0 ? [parts.join(', ')] : []].join(': ')}.`;
    if (at('status').textContent !== text) at('status').textContent = text;
    at('status').classList.toggle('bad', isBad && !isRunning && entries.length > 0);
    at('status').classList.toggle('good', isGood && !isRunning && entries.length > 0);
    document.title = isRunning ? `${percent()} · ${pageTitle}` : pageTitle;
    at('progress').hidden = isReady() && !isRunning;
    at('progress').setAttribute('aria-label', isReady() ? 'Bytes hashed' : 'Files loaded');
    at('progress').max = Math.max(1, isReady() ? total : toLoad);
    at('progress').value = isReady() ? done : loaded;
    at('results').classList.toggle('running', isRunning || !isReady());
    at('rate').textContent = isRunning ? rateText() : entries.length > 0 ? took : '';
    at('rate').hidden = at('rate').textContent === '';
    at('results').hidden = entries.length === 0;
    at('actions').hidden = entries.length === 0;
    if (!isRunning && document.activeElement === at('stop')) at('results-title').focus();
    at('stop').hidden = !isRunning;
    at('rest').hidden = !isStopped || !isPart;
    at('digest-title').textContent = shown ? `${shown.title} digest` : 'Digest';
    at('results').classList.toggle('judged', Boolean(expected) || failed > 0 || isStopped && isPart);
    at('results').classList.toggle('outdated', isWaiting);
    at('copy').disabled = at('save').disabled = hashed === 0;
    at('more').textContent = entries.length > mostRows
        ? `The failures and the first ${mostRows} files are shown. The list contains all files.` : '';
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

at('options').onclick = () => { at('settings').classList.add('unfolded'); at(at('mode').hidden ? 'length' : 'mode').focus(); };
for (const [id, change] of Object.entries({
    algorithm: () => { choseAlgorithm(); choose(at('algorithm').value); },
    length: choseAlgorithm,
    mode: () => { untried = []; before = undefined; chooseMode(); },
    key: () => {}, 'key-form': () => {}, context: () => {},
})) {
    at(id).onchange = async () => { await readiness; change(); again(); };
}
at('settings').onsubmit = event => event.preventDefault();

for (const id of ['files', 'folder']) {
    at(id).onchange = () => { add([...at(id).files]); at(id).value = ''; };
}

// Returns whether the file is a list.
async function openList(file) {
    listName = file?.name ?? '';
    at('expected').value = file ? await readText(file) : '';
    await expect();
    return Boolean(expected);
}

// Returns the dropped file whose name identifies it as a list, if there is exactly one. A list does not replace a digest that
// the user has typed.
async function findList(files) {
    if (at('expected').value !== '' && !listName || files.length === 0) return;
    const names = (await ask('lists', { names: files.map(({ name }) => name).join('\0') })).split('\0');
    const lists = files.filter(({ file, name }) => names.includes(name) && file.size <= mostListBytes);
    return lists.length === 1 ? lists[0] : undefined;
}

const mostListBytes = 16 << 20;

// Reads lists as the command line does: UTF-8, or UTF-16 with a BOM (which PowerShell can write).
async function readText(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const mark = bytes.length > 1 ? bytes[0] << 8 | bytes[1] : 0;
    return new TextDecoder(mark === 0xfeff ? 'utf-16be' : mark === 0xfffe ? 'utf-16le' : 'utf-8').decode(bytes);
}

at('list').onchange = () => { openList(at('list').files[0]); at('list').value = ''; };
at('expected').oninput = () => { listName = ''; clearTimeout(expect.timer); expect.timer = setTimeout(expect, 200); };

// Files can be dropped anywhere on the page.
const areaOf = event => event.target.closest?.('#expect') ?? at('drop');
const light = area => { for (const one of [at('drop'), at('expect')]) one.classList.toggle('over', one === area); };
const hasFiles = event => event.dataTransfer.types.includes('Files');

for (const kind of ['dragover', 'drop']) {
    addEventListener(kind, event => {
        // A field accepts dropped text. Elsewhere, a dropped link would replace the page.
        if (hasFiles(event) || !event.target.matches?.('input, textarea')) event.preventDefault();
        light(kind === 'dragover' && hasFiles(event) ? areaOf(event) : null);
    });
}
addEventListener('dragleave', event => { if (!event.relatedTarget) light(null); });

addEventListener('drop', async event => {
    if (!hasFiles(event)) return;
    const area = areaOf(event), items = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file');
    const found = await walkAll(items.map(item => item.webkitGetAsEntry?.() ?? item.getAsFile()));
    await readiness;
    if (area === at('expect')) { if (found.length > 0) await openList(found[0].file); return; }

    const list = await findList(found), written = [at('expected').value, listName];
    if (list && await openList(list.file)) found.splice(found.indexOf(list), 1);
    else if (list) {
        [at('expected').value, listName] = written;
        await expect();
    }
    await add(found);
});

addEventListener('paste', event => {
    const { files } = event.clipboardData;
    if (files.length === 0) return;
    event.preventDefault();
    add([...files]);
});

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

at('stop').onclick = () => { halt(); isStopped = true; entries.forEach(show); at('results-title').focus(); };
at('rest').onclick = () => { at('results-title').focus(); hash(sorted.filter(isUnhashed)); };
at('clear').onclick = () => {
    halt();
    clears++;
    isStopped = false;
    entries.length = sorted.length = leading.length = rows = 0;
    known.clear();
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
    link.download = `${shown.algorithm}sums.txt`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};
