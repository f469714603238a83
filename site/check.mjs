// Checks the built site, and prints a line "ok ..." for each successful check and a line "bad ..." for each problem.
//
// Usage: node check.mjs DIST APPROVED-API-FOLDER [CHROMIUM]
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serve, start } from '../tests/Browser/chromium.mjs'

const [dist, approved, browser] = process.argv.slice(2)
const files = readdirSync(dist, { recursive: true }).filter(file => file.endsWith('.html')).sort()
const texts = new Map(files.map(file => [file, readFileSync(path.join(dist, file), 'utf8')]))
const report = (what, bad) => console.log(bad.length === 0 ? `ok ${what}` : bad.map(line => `bad ${what}: ${line}`).join('\n'))

// Checks links and anchors.
const attributes = (text, name) => [...text.matchAll(new RegExp(`<[a-z][^>]*? ${name}="([^"]*)"`, 'g'))].map(match => match[1].replaceAll('&amp;', '&'))
const ids = new Map([...texts].map(([file, text]) => [file, new Set(attributes(text, 'id'))]))
const broken = new Set()
let links = 0
for (const [file, text] of texts) {
    for (const href of attributes(text, 'href')) {
        if (/^[a-z]+:/.test(href)) continue
        const [target, anchor] = href.split('#').map(decodeURIComponent)
        let found = target === '' ? file : target.startsWith('/') ? target.slice(1) : path.posix.join(path.posix.dirname(file), target)
        if (found === '' || found.endsWith('/')) found = path.posix.join(found, 'index.html')
        links++
        if (!existsSync(path.join(dist, found))) broken.add(`${file} links to ${href}`)
        else if (anchor && !ids.get(found)?.has(anchor)) broken.add(`${file} links to ${href}, which has no such anchor`)
    }
}
report('every link has a target', links > 5000 ? [...broken] : [`only ${links} links were found`])

// No file may load anything from another host.
const foreign = files.filter(file => attributes(texts.get(file), 'src').some(src => /^(https?:)?\/\//.test(src))
    || /<link[^>]*rel="(stylesheet|icon|preload|modulepreload)"[^>]*href="(https?:)?\/\//.test(texts.get(file)))
report('nothing is loaded from other hosts', foreign)

// Every public type must have a page that lists all its named members.
const missing = []
let types = 0
for (const file of readdirSync(approved)) {
    let page
    for (const line of readFileSync(path.join(approved, file), 'utf8').split('\n').filter(line => line)) {
        if (!line.startsWith(' ')) {
            const [, name, generic] = line.split(' : ')[0].match(/([\w.]+)(<.*>)?$/)
            const file = `api/${name.replace(/\.([A-Z]\w*)$/, '/$1')}`
            page = (generic && texts.get(`${file}-generic.html`)) ?? texts.get(`${file}.html`)
            types++
            if (!page) missing.push(name)
            continue
        }
        const member = line.match(/(\w+)(<[^(]*>)?\(|(\w+) \{|(\w+) =|(\w+)$/)
        const word = member && (member[1] ?? member[3] ?? member[4] ?? member[5])
        if (page && word && !page.includes(word)) missing.push(line.trim())
    }
}
report('every public type has a page with its members', types > 100 ? missing : [`only ${types} types were found`])

// Readers must be able to find the important pages without the search.
const headings = file => [...texts.get(file).matchAll(/<h2 id/g)].length
report('an algorithm has an outline and links to its types', files.filter(file => file.startsWith('docs/algorithms/'))
    .filter(file => headings(file) < 3 || !texts.get(file).includes('/api/Lanewise/')))
report('an algorithm links to its speed and to its types near the top', files.filter(file => file.startsWith('docs/algorithms/')).filter(file => {
    const top = texts.get(file).split('<h1')[1].split('<h2')[0]
    return !top.includes('/api/Lanewise/') || (texts.get(file).includes('id="speed"') && !top.includes('href="#speed"'))
}))
report('a type has a table of its members', ['Blake3', 'LanewiseHash'].map(type => `api/Lanewise/${type}.html`)
    .filter(file => !/<h2 id="members"[\s\S]*?<table/.test(texts.get(file))))
report('the table lists inherited members', ['Blake3', 'Sha256', 'Md5'].map(type => `api/Lanewise/${type}.html`)
    .filter(file => !/<td[^>]*><a href="[^"]*#HashMany"/.test(texts.get(file))))
// The page of Blake3 shows the inherited overloads of HashData next to its own, with the simplest overload first.
const blake3 = texts.get('api/Lanewise/Blake3.html')
report('a type shows inherited overloads next to its own', [/#HashData"[^>]*>HashData<\/a><\/td><td[^>]*>Hashes a message/,
    /id="HashData"[\s\S]*?<pre[\s\S]*?byte[\s\S]*?source[\s\S]*?Hashes a message[\s\S]*?ParallelOptions/].filter(what => !what.test(blake3)).map(String))
// Readers who look for a method of a hash find its signatures on the page of the hash, and the parameters behind a link.
report('a hash has the signatures of inherited static methods', ['Blake3', 'Sha256', 'Md5', 'HmacSha256'].filter(type =>
    !/<h2 id="HashMany"[\s\S]*?<pre[\s\S]*?(?:Inherited from <a href="[^"]*#HashMany"|<h2)/.test(texts.get(`api/Lanewise/${type}.html`))))
const apiIndex = texts.get('api/index.html')
const linked = (part, entry) => [...apiIndex.match(part)[0].matchAll(entry)].map(([, page]) => page)
const sidebar = linked(/<aside[\s\S]*?<\/aside>/, /href="[^"]*?(Lanewise\/[\w-]+)\.html"/g)
const listed = linked(/<main[\s\S]*<\/main>/, /<td[^>]*><a href="[^"]*?(Lanewise\/[\w-]+)\.html"/g)
report('the index of the API has the order of the sidebar', sidebar.length > 80 && sidebar.join() === listed.join() ? []
    : [`the sidebar has ${sidebar.length} types, the index ${listed.length}: ${sidebar.find((page, i) => page !== listed[i])}`])
const names = [...apiIndex.match(/<aside[\s\S]*?<\/aside>/)[0].matchAll(/<p class="text"[^>]*>([\s\S]*?)<\/p>/g)].map(([, name]) => name)
report('no two entries of the sidebar have the same name', names.length > 80 ? names.filter((name, i) => /Lanewise\w+$/.test(name) && names.indexOf(name) !== i) : ['no names were found'])
const beside = file => texts.get(file).match(/<aside[\s\S]*?<\/aside>/)[0]
report('the API has a sidebar of its own', [...beside('api/Lanewise/Blake3.html').matchAll(/href="[^"]*?(docs\/[^"]*)"/g)].map(([, page]) => page)
    .concat([...beside('docs/install.html').matchAll(/href="[^"]*?(api\/Lanewise[^"]*)"/g)].map(([, page]) => page)))
const headings2 = file => [...texts.get(file).matchAll(/<h[23] id="([^"]*)"/g)].map(([, id]) => id)
report('every heading says something', files.filter(file => headings2(file).some(id => /^(what|more|other)$/.test(id))))
const figures = texts.get('docs/figures.html').split('<main')[1]
report('the figures begin with the machine that has a report', figures.indexOf('AMD Zen 5') < figures.indexOf('AMD Zen 3') ? [] : ['they begin with another'])
report('images have a size', files.flatMap(file => [...texts.get(file).matchAll(/<img(?![^>]* width="\d+" height="\d+")[^>]*>/g)]
    .map(([image]) => `${file}: ${image}`)).filter(image => !/VPImage/.test(image)))
report('a screenshot links to its full-size version', /<a href="screenshots\/fleet-950-light\.webp"/.test(texts.get('docs/screenshots.html')) ? [] : ['there is no link'])
report('the landing page has a chart, a sample, uses, commands, a terminal, a tutorial, and three features',
    [/speed-light/, /class="hero-sample"[^]*?HashMany/, /id="when-to-use-it"/, /id="when-not-to-use-it"/, /id="install"/, /class="language-console/, /href="[^"]*\/docs\/tutorials\/first-hashes/, /(VPFeature\b[\s\S]*){3}/]
    .filter(what => !what.test(texts.get('index.html'))).map(String))

// Checks the search index.
const chunks = path.join(dist, 'assets/chunks')
const index = readdirSync(chunks).filter(file => file.startsWith('@localSearchIndex')).map(file => readFileSync(path.join(chunks, file), 'utf8').toLowerCase()).join('')
report('the search index contains', ['kangarootwelve', 'hashmany', 'hmacmd5', 'coming'].filter(word => !index.includes(word)))

if (!browser) process.exit()

// Checks the widths of the pages and the search results in a browser. The function runs in a page of the site and loads the
// other pages in a frame.
const narrow = files.filter(file => !/^(404|api\/.*\/|docs\/algorithms\/)/.test(file) || /\/(Blake3|IccProfile|LanewiseCipher|blake3|sha2)\.html$/.test(file))
async function look(pages) {
    const wait = ms => new Promise(done => setTimeout(done, ms))
    const until = async what => { for (let i = 0; i < 200; i++) { const is = what(); if (is) return is; await wait(50) } }
    const frame = document.body.appendChild(document.createElement('iframe'))
    const open = async page => { frame.src = '/' + page; await new Promise(done => { frame.onload = done }); return frame.contentDocument }
    const findings = { 390: [], 800: [], 960: [], 1280: [], search: [], code: [], lost: [] }
    for (const width of [390, 800, 960, 1280]) {
        frame.style = `width: ${width}px; height: 800px; border: 0`
        for (const page of width === 800 || width === 960 ? ['index.html'] : pages) {
            const root = (await open(page)).documentElement
            await until(() => frame.contentDocument.querySelector('.VPLocalNav, .VPDoc, .VPHome'))
            root.querySelectorAll('details').forEach(part => { part.open = true })
            // The code on the landing page must not be cut off.
            const cut = page === 'index.html' && width === 1280 && [...root.querySelectorAll('pre')].find(e => e.scrollWidth > e.clientWidth)
            if (cut) findings[width].push(`${page} cuts off code: ${cut.textContent.slice(0, 100)}`)
            const cutOff = width === 390 && [...root.querySelectorAll('.vp-doc .stacked, .vp-doc .language-console pre, .vp-doc .language-sh pre')]
                .find(e => e.scrollWidth > e.clientWidth + 1)
            if (cutOff) findings[width].push(`${page} cuts off: ${cutOff.textContent.slice(0, 100)}`)
            const tiny = width === 390 && [...root.querySelectorAll('.vp-doc td')].find(e => parseFloat(frame.contentWindow.getComputedStyle(e).fontSize) < 13)
            if (tiny) findings[width].push(`${page} has a tiny cell: ${tiny.textContent.slice(0, 100)}`)
            const thin = width === 390 && [...root.querySelectorAll('td.long')].find(e => e.getBoundingClientRect().width < 170)
            if (thin) findings[width].push(`${page} has a thin column: ${thin.textContent.slice(0, 100)}`)
            if (root.scrollWidth > width) {
                const scrolls = e => e !== root && (/auto|scroll|hidden/.test(frame.contentWindow.getComputedStyle(e).overflowX) || scrolls(e.parentElement))
                const wide = [...root.querySelectorAll('body *')].find(e => e.getBoundingClientRect().right > width && !scrolls(e.parentElement))
                findings[width].push(`${page} is ${root.scrollWidth} wide: ${(wide ?? root).outerHTML.slice(0, 200)}`)
            }
        }
    }
    // The page for a missing address is drawn in the browser.
    const lost = await open('404.html')
    if (!await until(() => lost.querySelector('.not-found a[href$="/docs/install.html"]'))) findings.lost.push('it has no link to the installation')
    const start = await open('overview.html')
    const output = await until(() => [...start.querySelectorAll('.language-console .line > span')].find(e => /: FAILED$/.test(e.textContent)))
    const [red, green, blue] = frame.contentWindow.getComputedStyle(output).color.match(/\d+/g).map(Number)
    if (blue - Math.max(red, green) > 40) findings.code.push(`the output of a command is blue: ${red} ${green} ${blue}`)
    const text = await open('docs/cli.html')
    await until(() => text.querySelector('.vp-doc a code'))
    const color = e => frame.contentWindow.getComputedStyle(e).color
    const link = color(text.querySelector('.vp-doc a code')), plain = [...text.querySelectorAll('.vp-doc :not(pre) > code')].filter(e => !e.closest('a'))
    const same = plain.filter(e => color(e) === link)
    if (plain.length < 10 || same.length > 0) findings.code.push(`${same.length} of ${plain.length} pieces of code have the color of a link, ${link}`)
    const document2 = await open('index.html')
    await until(() => { document2.querySelector('.VPNavBarSearch button')?.click(); return document2.querySelector('.VPLocalSearchBox') })
    const input = await until(() => document2.querySelector('#localsearch-input'))
    if (input) { input.value = 'install'; input.dispatchEvent(new frame.contentWindow.Event('input', { bubbles: true })) }
    const first = await until(() => document2.querySelector('.VPLocalSearchBox a.result'))
    await wait(500)
    const found = document2.querySelector('.VPLocalSearchBox a.result')
    if (!first || !/install/.test(found.href)) findings.search.push(`'install' finds ${found?.href} first`)
    const results = () => [...document2.querySelectorAll('.VPLocalSearchBox a.result')].map(a => a.pathname)
    if (results().includes('/index.html')) findings.search.push('the landing page is a result')
    const search = async (text, first, isFound) => {
        if (input) { input.value = text; input.dispatchEvent(new frame.contentWindow.Event('input', { bubbles: true })) }
        if (!await until(() => results().slice(0, first).some(isFound))) findings.search.push(`'${text}' finds ${results().slice(0, first)}`)
    }
    const isExcerpt = e => /\binstall/i.test(e.textContent)
    if (!await until(() => [...document2.querySelectorAll('.VPLocalSearchBox .result .excerpt')].some(isExcerpt))) findings.search.push('the results have no excerpts')
    await search('verify a file', 1, page => page.includes('/check') || page.includes('/verify-a-folder'))
    await search('HashMany', 1, page => page === '/api/Lanewise/Hash.html')
    await search('HashMany', 3, page => page === '/docs/records.html')
    await search('password', 1, page => page === '/docs/passwords.html')
    await search('hmac', 1, page => page === '/api/Lanewise/HmacSha256.html')
    await search('KangarooTwelve', 30, page => page.includes('kangarootwelve') || page.includes('KangarooTwelve'))
    return findings
}
const server = await serve(dist), chromium = await start(browser)
const page = await chromium.open(`${server.url}hashmap.json`)
const late = new Promise(done => setTimeout(done, 300_000))
const findings = await Promise.race([page.until('document.body').then(() => page.ask(`(${look})(${JSON.stringify(narrow)})`)), late])
if (!findings) report('Chromium looks at the pages', ['it did not finish in five minutes'])
for (const width of [390, 1280]) if (findings) report(`${narrow.length} pages in a window of ${width} pixels`, findings[width])
for (const width of [800, 960]) if (findings) report(`the landing page in a window of ${width} pixels`, findings[width])
if (findings) report('code that is not a link does not have the color of a link', findings.code)
if (findings) report('the page for a missing address leads to other pages', findings.lost)
if (findings) report('the search finds guides, methods, and recommended types first', findings.search)
await chromium.close()
process.exit()
