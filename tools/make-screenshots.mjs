// Makes the pictures in docs/screenshots, which show pages of Lanewise in Chromium in both themes, with widths of 400 and 1600
// pixels (an audit: 950).
//
// Usage:
//   node tools/make-screenshots.mjs PATH/TO/lanewise FOLDER [NAME...]     names: terminal bench fleet browser site performance
//   node tools/make-screenshots.mjs --sizes FOLDER                        of the pictures in a folder
//
// 'browser' uses the page that BROWSER_SITE names, or the page from samples/Browser/build. 'site' and 'performance' use the site
// from tools/make-site.sh. The program prints a line for each picture: its name, width and height.
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { serve, start } from '../tests/Browser/chromium.mjs'
import { sizeOf } from './picture-size.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [tool, folder, ...chosen] = process.argv.slice(2)
if (!folder) { console.error('usage: make-screenshots.mjs PATH/TO/lanewise FOLDER [NAME...]'); process.exit(2) }
if (tool === '--sizes') {
    for (const file of fs.readdirSync(folder).sort()) console.log(file, ...sizeOf(fs.readFileSync(path.join(folder, file))))
    process.exit(0)
}
const lanewise = path.resolve(tool)
const browser = ['chromium', 'chromium-browser', 'google-chrome'].find(name => {
    try { execFileSync('which', [name], { stdio: 'ignore' }); return true } catch { return false }
})
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'shots-'))
const environment = { ...process.env, LC_ALL: 'C.UTF-8', PATH: `${path.dirname(lanewise)}:${process.env.PATH}` }
const quote = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

// Creates files that a photographer might have. The files are the same in every run.
function photos(count, bytes) {
    fs.rmSync(path.join(work, 'photos'), { recursive: true, force: true })
    let x = 1
    for (let i = 0; i < count; i++) {
        const name = path.join(work, 'photos', `2026-0${1 + i % 3}`, `IMG_${4000 + i}.jpg`)
        fs.mkdirSync(path.dirname(name), { recursive: true })
        const data = Buffer.alloc(bytes)
        for (let at = 0; at < bytes; at += 4) { x = Math.imul(x, 1664525) + 1013904223 | 0; data.writeInt32LE(x, at) }
        fs.writeFileSync(name, data)
    }
}

// Converts the colors of terminal output to HTML.
const colored = text => text.replaceAll(/\x1b\[([\d;]+)m/g, (_, colors) => colors === '0' ? '</span>' : `<span class="c${colors.replace(';', ' c')}">`)

const shell = command => spawn('bash', ['-c', command], { cwd: work, env: environment, stdio: 'ignore' })
const ended = child => new Promise(done => child.on('exit', done))

// Returns the lines that a command shows in a terminal with the given number of columns. If a line is overwritten, returns
// all its states.
async function shown(columns, command) {
    const terminal = spawn('script', ['-qec', `stty cols ${columns} rows 24; ${command}`, '/dev/null'],
        { cwd: work, env: { ...environment, TERM: 'xterm', NO_COLOR: '' }, stdio: ['ignore', 'pipe', 'ignore'] })
    let text = ''
    terminal.stdout.on('data', data => { text += data })
    await ended(terminal)
    return text.replaceAll('\r\n', '\n').split('\n').map(line => line.split('\r').filter(state => state.trim()))
        .filter(states => states.length > 0)
}

const surfaces = {
    async terminal() {
        const texts = {}
        for (const columns of [40, 80]) {
            fs.rmSync(path.join(work, 'lanewise-fleet.db'), { force: true })
            photos(60, 400_000)
            const lines = []
            const run = async (command, change = states => states.slice(-1)) => {
                lines.push(`<b>$ ${quote(command)}</b>`)
                for (const states of await shown(columns, command)) lines.push(...change(states).map(state => colored(quote(state))))
            }
            await run('lanewise sum -r -o photos.b3 photos')
            lines.push('<i># A photo is damaged:</i>')
            await run('echo >> photos/2026-01/IMG_4003.jpg')
            await run('lanewise check --quiet photos.b3')
            await run('lanewise fleet plan photos --job photos --against photos.b3')
            // Selects a state of the progress line during the work, and the last line.
            await run('lanewise fleet work --job photos --rate 8M', states => states.length > 1 ? [states.at(Math.floor(states.length / 2)), states.at(-1)] : states)
            const first = lines.splice(0).join('\n')
            await run('lanewise fleet status --job photos')
            texts[columns] = [first, lines.join('\n')]
        }
        const page = path.join(work, 'terminal.html')
        fs.writeFileSync(page, `<!doctype html><meta charset="utf-8"><title>lanewise in a terminal</title><style>
            :root { color-scheme: light dark; }
            body { margin: 0; padding: 12px; }
            pre { font: 13px/1.35 'DejaVu Sans Mono', ui-monospace, monospace; margin: 0 auto; width: 40ch; white-space: pre-wrap; word-break: break-all; }
            i { color: light-dark(#5a5a5a, #a9adb3); }
            .c1 { font-weight: bold; } .c31 { color: light-dark(#b3261e, #ff8a80); } .c32 { color: light-dark(#1b6e2c, #7fd48f); } .c33 { color: light-dark(#7a5900, #e6c35c); } .c94 { color: light-dark(#0a5ebf, #68a6fa); }
            .wide { display: none; }
            @media (min-width: 800px) {
                body { padding: 20px 32px; }
                .narrow { display: none; }
                .wide { display: flex; gap: 40px; }
                .wide pre { width: 80ch; font-size: 15px; margin: 0; }
            }
            </style><pre class="narrow">${texts[40].join('\n')}</pre>
            <div class="wide"><pre>${texts[80][0]}</pre><pre>${texts[80][1]}</pre></div>`)
        return { url: pathToFileURL(page).href, ready: 'true' }
    },

    async bench() {
        const page = path.join(work, 'bench.html')
        execFileSync(lanewise, ['bench', '--from', path.join(root, 'docs/machines/zen-5.json'), '--html', page], { stdio: 'ignore' })
        return { url: pathToFileURL(page).href, ready: "document.querySelector('.verdict')" }
    },

    async fleet() {
        const fleet = 'lanewise fleet'
        photos(600, 40_000)
        await ended(shell(`export LANEWISE_FLEET_CATALOGUE=page.db; ${fleet} plan photos --job photos --range-files 60 && ${fleet} work --quiet`))
        for (const name of ['2026-01/IMG_4003.jpg', '2026-02/IMG_4100.jpg', '2026-02/IMG_4103.jpg']) fs.appendFileSync(path.join(work, 'photos', name), 'x')
        fs.rmSync(path.join(work, 'photos/2026-03/IMG_4050.jpg'))
        fs.writeFileSync(path.join(work, 'photos/2026-03/new.jpg'), 'new')
        await ended(shell(`export LANEWISE_FLEET_CATALOGUE=page.db; ${fleet} plan --job photos
            ${fleet} work --quiet --rate 2M --name north & ${fleet} work --quiet --rate 1M --name south; wait
            ${fleet} report --job photos --html -o page.html`))
        return {
            url: pathToFileURL(path.join(work, 'page.html')).href, ready: "document.querySelector('#rates svg')", wide: 950,
            // The README shows the picture in a column of this width. The picture ends at the end of a section.
            end: page => page.ask(`(() => {
                let end = document.getElementById('state').getBoundingClientRect().bottom;
                for (const section of document.querySelectorAll('section')) {
                    const { bottom } = section.getBoundingClientRect();
                    if (bottom > innerHeight) section.style.visibility = 'hidden'; else end = Math.max(end, bottom);
                }
                return Math.ceil(end) + 16;
            })()`),
        }
    },

    async browser() {
        photos(12, 90_000)
        const server = await serve(process.env.BROWSER_SITE ?? path.join(root, 'artifacts/browser/site'))
        const files = fs.readdirSync(path.join(work, 'photos'), { recursive: true })
            .filter(name => name.endsWith('.jpg')).sort().map(name => path.join(work, 'photos', name))
        const list = execFileSync(lanewise, ['sum', ...files.map(file => path.relative(work, file))], { cwd: work, encoding: 'utf8' })
            .replaceAll(/  .*[/]/g, '  ')
        fs.appendFileSync(files[4], 'x')
        const said = "document.getElementById('status').textContent"
        return {
            url: server.url, ready: `/^Ready/.test(${said})`,
            // The files are compared with a list, and one of them is damaged.
            async use(page) {
                await page.ask(`document.getElementById('expected').value = ${JSON.stringify(list)};
                    document.getElementById('expected').dispatchEvent(new Event('input', { bubbles: true }))`)
                await page.choose('#files', files)
                await page.until(`/1 file differs, 11 files match/.test(${said})`)
            },
        }
    },

    site: () => ofSite('index.html', "document.querySelector('.VPHome')"),
    performance: () => ofSite('docs/performance.html', "document.querySelector('.VPDoc h1')"),
}

let site
async function ofSite(page, ready) {
    site ??= await serve(path.join(root, 'artifacts/site/.vitepress/dist'))
    return { url: site.url + page, ready }
}

fs.mkdirSync(folder, { recursive: true })
const chromium = await start(browser)
try {
    for (const name of chosen.length > 0 ? chosen : Object.keys(surfaces)) {
        const { url, ready, use, end, wide = 1600 } = await surfaces[name](), page = await chromium.open('about:blank')
        for (const width of [400, wide]) for (const scheme of ['light', 'dark']) {
            const height = ({ terminal: { 400: 690, 1600: 420 }, fleet: { 400: 1000, 950: 760 } }[name] ?? { 400: 800, 1600: 900 })[width]
            await page.call('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
            await page.call('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] })
            await page.call('Page.navigate', { url: 'about:blank' })
            await page.call('Page.navigate', { url })
            await page.until(ready, 60)
            if (use) await use(page)
            if (end) await page.call('Emulation.setDeviceMetricsOverride', { width, height: await end(page), deviceScaleFactor: 1, mobile: false })
            // In a document with the same background, the picture needs a frame.
            await page.ask(`document.documentElement.append(Object.assign(document.createElement('div'),
                { style: 'position: fixed; inset: 0; z-index: 9999; pointer-events: none; border: 1px solid light-dark(#c4c7cb, #4a4e54)' }))`)
            await page.ask('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
            const { data } = await page.call('Page.captureScreenshot', { format: 'webp', quality: 30 })
            const bytes = Buffer.from(data, 'base64'), file = `${name}-${width}-${scheme}.webp`
            fs.writeFileSync(path.join(folder, file), bytes)
            console.log(`${file} ${sizeOf(bytes).join(' ')}`)
        }
    }
} finally {
    await chromium.close()
    fs.rmSync(work, { recursive: true, force: true })
}
process.exit(0)
