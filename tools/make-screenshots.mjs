// Makes the pictures in docs/screenshots, which show pages of Lanewise in Chromium in both themes, with widths of 400 and 950
// pixels: of a phone, and of a column of text. A terminal of 80 columns has 800 pixels. A picture has two pixels for each pixel
// of the page.
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

// Changes the photos: one has a wrong byte, one is cut off, one is deleted, one is moved, and one is new.
function damage() {
    const at = name => path.join(work, 'photos', name), rotten = fs.readFileSync(at('2026-01/IMG_4003.jpg'))
    rotten[rotten.length >> 1] ^= 1
    fs.writeFileSync(at('2026-01/IMG_4003.jpg'), rotten)
    fs.truncateSync(at('2026-02/IMG_4010.jpg'), rotten.length >> 1)
    fs.rmSync(at('2026-03/IMG_4008.jpg'))
    fs.renameSync(at('2026-01/IMG_4006.jpg'), at('2026-03/Harbour.jpg'))
    fs.writeFileSync(at('2026-03/Beach.jpg'), 'A new photo')
}

// Converts the colors of a line of terminal output to HTML. A color may continue on the next line.
let color = ''
function colored(line) {
    const html = (color && `<span class="${color}">`) + line.replaceAll(/\x1b\[([\d;]+)m/g, (_, codes) => {
        color = codes === '0' ? '' : `c${codes.replace(';', ' c')}`
        return color ? `<span class="${color}">` : '</span>'
    })
    return html + (color && '</span>')
}

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
            photos(60, 100_000)
            const lines = []
            // A shell would break a long command inside a word, so the words of a command stay whole.
            const words = text => text.split(' ').map(word => `<span>${quote(word)}</span>`).join(' ')
            const run = async (command, change = states => states.slice(-1)) => {
                lines.push(`<b>$ ${words(command)}</b>`)
                for (const states of await shown(columns, command)) lines.push(...change(states).map(state => `<p>${colored(quote(state))}</p>`))
            }
            await run('lanewise sum -r -o photos.b3 photos')
            lines.push('<i># Later, two photos are damaged, one is deleted, one is moved, and one is new.</i>')
            damage()
            await run('lanewise check --audit --quiet photos.b3')
            await run('lanewise fleet plan photos --job photos --against photos.b3')
            // Selects a state of the progress line during the work, and the last line.
            await run('lanewise fleet work --job photos --rate 2M', states => states.length > 1 ? [states.at(Math.floor(states.length / 2)), states.at(-1)] : states)
            await run('lanewise fleet report --job photos')
            texts[columns] = lines.join('\n')
        }
        const page = path.join(work, 'terminal.html')
        fs.writeFileSync(page, `<!doctype html><meta charset="utf-8"><title>lanewise in a terminal</title><style>
            :root { color-scheme: light dark; }
            body { margin: 0; padding: 12px; font: 13px/1.35 'DejaVu Sans Mono', ui-monospace, monospace; }
            .narrow, .wide { margin: 0 auto; width: 40ch; }
            b, i, p { display: block; margin: 0; padding-left: 2ch; text-indent: -2ch; }
            p { white-space: pre-wrap; overflow-wrap: anywhere; }
            * + :is(b, i) { margin-top: .35em; }
            b span { white-space: pre; }
            i { color: light-dark(#5a5a5a, #a9adb3); }
            .c1 { font-weight: bold; } .c31 { color: light-dark(#b3261e, #ff8a80); } .c32 { color: light-dark(#1b6e2c, #7fd48f); } .c33 { color: light-dark(#7a5900, #e6c35c); } .c94 { color: light-dark(#0a5ebf, #68a6fa); }
            .wide { display: none; }
            @media (min-width: 700px) {
                body { padding: 24px 32px; font-size: 15px; }
                .narrow { display: none; }
                .wide { display: block; width: 80ch; }
            }
            </style><div class="narrow">${texts[40]}</div><div class="wide">${texts[80]}</div>`)
        return { url: pathToFileURL(page).href, ready: 'true', wide: 800, end: bottomOf("document.querySelector(innerWidth < 700 ? '.narrow' : '.wide')", 16) }
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
        damage()
        await ended(shell(`export LANEWISE_FLEET_CATALOGUE=page.db; ${fleet} plan --job photos
            ${fleet} work --quiet --rate 2M --name north & ${fleet} work --quiet --rate 1M --name south; wait
            ${fleet} report --job photos --html -o page.html`))
        return {
            url: pathToFileURL(path.join(work, 'page.html')).href, ready: "document.querySelector('#rates svg')",
            // The picture ends at the end of a section.
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
        const found = () => fs.readdirSync(path.join(work, 'photos'), { recursive: true })
            .filter(name => name.endsWith('.jpg')).sort().map(name => path.join(work, 'photos', name))
        // A browser knows only the names of chosen files, not their folders.
        const list = execFileSync(lanewise, ['sum', ...found()], { cwd: work, encoding: 'utf8' }).replaceAll(/  .*[/]/g, '  ')
        damage()
        const status = "document.getElementById('status').textContent"
        return {
            // In a narrow window, the failures are long.
            url: server.url, ready: `/^Ready/.test(${status})`, end: bottomOf("document.querySelector(`#rows tr:nth-child(${innerWidth < 700 ? 4 : 6})`)", 1),
            async use(page) {
                await page.ask(`document.getElementById('expected').value = ${JSON.stringify(list)};
                    document.getElementById('expected').dispatchEvent(new Event('input', { bubbles: true }))`)
                await page.choose('#files', found())
                await page.until(`/2 files do not match, 1 file of the list is missing, 1 file has another name/.test(${status})`)
            },
        }
    },

    site: () => ofSite('index.html', "document.querySelector('.VPHome')"),
    performance: () => ofSite('docs/performance.html', "document.querySelector('.VPDoc h1')"),
}

// Returns a function that measures where a part of the page ends, in pixels.
const bottomOf = (part, space) => page => page.ask(`Math.ceil(${part}.getBoundingClientRect().bottom) + ${space}`)

let site
async function ofSite(page, ready) {
    site ??= await serve(path.join(root, 'artifacts/site/.vitepress/dist'))
    return { url: site.url + page, ready }
}

fs.mkdirSync(folder, { recursive: true })
const chromium = await start(browser)
try {
    for (const name of chosen.length > 0 ? chosen : Object.keys(surfaces)) {
        const { url, ready, use, end, wide = 950 } = await surfaces[name](), page = await chromium.open('about:blank')
        for (const width of [400, wide]) for (const scheme of ['light', 'dark']) {
            const size = height => page.call('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 2, mobile: false })
            await size(width === 400 ? 800 : 760)
            await page.call('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] })
            await page.call('Page.navigate', { url: 'about:blank' })
            await page.call('Page.navigate', { url })
            await page.until(ready, 60)
            if (use) await use(page)
            if (end) await size(await end(page))
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
