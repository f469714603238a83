import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitepress'

const root = path.resolve(import.meta.dirname, '../pages')
const files = readdirSync(root, { recursive: true }).filter(file => file.endsWith('.md')).map(file => file.slice(0, -3))
const listed = new Set(['api/index', 'index'])

// The title of a page is its first heading, up to a colon.
function item(page, title) {
    if (!files.includes(page)) throw new Error(`The sidebar links to '${page}', which does not exist.`)
    listed.add(page)
    const heading = readFileSync(path.join(root, page + '.md'), 'utf8').match(/^# (.*)$/m)[1]
    return { text: title ?? heading.replace(/^Tutorial: (.)/, (all, first) => first.toUpperCase()).split(':')[0].replace(/[`\\]/g, ''), link: page === 'index' ? '/' : `/${page}` }
}
const group = (text, ...items) => ({ text, collapsed: false, items: items.map(page => typeof page === 'string' ? item(page) : page) })
const folder = (text, name) => ({ text, collapsed: true, items: files.filter(file => path.dirname(file) === name && !file.endsWith('/index')).sort().map(page => item(page)) })

// The declaration of a type determines its group. The first matching group is used.
const kinds = [
    ['Base classes, interfaces', /^(abstract class|interface)/], ['MACs', /: \w+Mac</], ['Hashes', /: \w+Hash</],
    ['Ciphers', /: (\w*Cipher|\w*SymmetricAlgorithm)$|\.ThreefishSkein/], ['Keys and passwords', /\.(Hkdf|Pbkdf2|Argon2\w*)$/],
    ['Streams, adapters', /Stream$|BufferWriter|HashAlgorithm$/], ['Other types', /^/],
]
function types(name) {
    const kindOf = page => {
        const declaration = readFileSync(path.join(root, page + '.md'), 'utf8').match(/^```csharp\n(.*)$/m)[1]
        return kinds.find(([, of]) => of.test(declaration))[0]
    }
    const pages = files.filter(file => path.dirname(file) === name).sort().map(page => [page, kindOf(page)])
    const order = ['Hashes', 'MACs', 'Ciphers', 'Keys and passwords', 'Streams, adapters', 'Base classes, interfaces', 'Other types']
    return order.map(kind => ({ ...group(kind, ...pages.filter(([, of]) => of === kind).map(([page]) => page)), collapsed: true }))
}

const guides = [
    group('Start', item('overview', 'What it is'), 'docs/install', 'docs/tutorials/first-hashes', 'docs/tutorials/verify-a-folder', 'docs/tutorials/monthly-audit'),
    group('Use the library', 'docs/which-hash', 'docs/coming-from', 'docs/records', 'docs/uploads', 'docs/streams', 'docs/passwords'),
    folder('Algorithms', 'docs/algorithms'),
    group('Trees and encryption', 'docs/merkle-trees', 'docs/threefish-skein', 'docs/saved-state'),
    group('Command line and files', 'docs/archives', 'docs/cron', 'docs/cli', 'docs/environment', 'docs/files', 'docs/fleet', 'docs/fleet-page', 'docs/fleet-design'),
    folder('Commands', 'docs/commands'),
    group('More', 'docs/screenshots', 'docs/c', 'docs/python', 'docs/browser', 'docs/node', 'docs/gpu', 'docs/icc'),
    { ...group('Speed', 'docs/performance', 'docs/figures', 'docs/absolute-times'), collapsed: true },
    folder('Machines', 'docs/machines'),
    group('Security', item('docs/security', 'Security model'), item('reporting', 'Reporting a vulnerability')),
    { ...group('Inside', 'docs/architecture', 'docs/kernels', 'docs/kernel-choices', 'docs/ahead-of-time', 'docs/adding-an-algorithm', 'docs/adding-a-width', 'docs/releasing', 'contributing', 'changelog'), collapsed: true },
]
const namespaces = readdirSync(path.join(root, 'api'), { withFileTypes: true }).filter(entry => entry.isDirectory()).map(entry => entry.name).sort()
const api = [
    { text: 'API of Lanewise', collapsed: false, items: types('api/Lanewise') },
    ...namespaces.filter(name => name !== 'Lanewise').map(name => folder(`API of ${name}`, `api/${name}`)),
]
const lost = files.filter(file => !listed.has(file))
if (lost.length > 0) throw new Error(`No sidebar group (site/.vitepress/config.mjs) contains ${lost.join(', ')}.`)

// On a phone, a cell with a sentence is wide enough for several words, and the table can be scrolled. Options and names do not
// break at a hyphen.
function cells(markdown) {
    const { code_inline: code } = markdown.renderer.rules
    for (const cell of ['th_open', 'td_open']) {
        markdown.renderer.rules[cell] = (tokens, index, options, env, self) => {
            if (tokens[index + 1].content.length > 24) tokens[index].attrJoin('class', 'long')
            return self.renderToken(tokens, index, options)
        }
    }
    markdown.renderer.rules.code_inline = (...all) => code(...all).replace(/(?<=[\s>])[^\s<&]*-[^\s<&]*/g, word => word.length > 40 ? word : `<span class="word">${word}</span>`)
}

// In search results, guides are ranked above records, pages for contributors, and the API. This function runs in the browser.
function boost(page) {
    return /\/docs\/(install|tutorials|which-hash|performance|cli|commands)/.test(page) ? 2
        : /\/api\/|\/docs\/(machines|figures|architecture|kernel|adding|releasing|screenshots)|\/(contributing|changelog)/.test(page) ? 0.3 : 1
}

export default defineConfig({
    srcDir: 'pages',
    title: 'Lanewise',
    description: 'Hashes and block ciphers for .NET at full SIMD width, in safe C#',
    lang: 'en-GB',
    // HTML is disabled in Markdown, so angle brackets are text. A picture is loaded only when it becomes visible.
    markdown: { html: false, image: { lazyLoading: true }, config: cells },
    transformHead: ({ siteData }) => [['link', { rel: 'icon', href: `${siteData.base}icon.svg` }]],
    themeConfig: {
        logo: '/icon.svg',
        outline: [2, 3],
        search: { provider: 'local', options: { miniSearch: { searchOptions: { boostDocument: boost } } } },
        nav: [
            { text: 'Install', link: '/docs/install' },
            { text: 'Which hash', link: '/docs/which-hash' },
            { text: 'Coming from', link: '/docs/coming-from' },
            { text: 'Performance', link: '/docs/performance' },
            { text: 'Command line', link: '/docs/cli' },
            { text: 'Audits', link: '/docs/fleet' },
            { text: 'API', link: '/api/' },
        ],
        // On API pages, the API comes first in the sidebar.
        sidebar: { '/api/': [...api, ...guides], '/': [...guides, ...api] },
        // The footer appears only on the landing page, because all other pages have a sidebar.
        footer: { message: 'MIT licence' },
    },
})
