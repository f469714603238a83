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
    return { text: title ?? heading.replace(/^Tutorial: (.)/, (all, first) => first.toUpperCase())
        .split(':')[0].replace(/[`\\]/g, '').replaceAll('<', '&lt;'), link: page === 'index' ? '/' : `/${page}` }
}
// The group of the current page is open.
const group = (text, ...items) => ({ text, collapsed: true, items: items.map(page => typeof page === 'string' ? item(page) : page) })
const inside = name => files.filter(file => path.dirname(file) === name && !file.endsWith('/index')).sort()

// The sidebar has the groups and the order of the index of the API.
function types() {
    const index = readFileSync(path.join(root, 'api/index.md'), 'utf8')
    const pagesOf = text => [...text.matchAll(/^\| \[.*?\]\((.*?)\.md\) \|/gm)].map(([, page]) => `api/${page}`)
    return index.split(/^## /m).slice(1).map(space => {
        const [name] = space.split('\n'), [plain, ...kinds] = space.split(/^### /m)
        const groups = kinds.map(kind => group(kind.split('\n')[0], ...pagesOf(kind)))
        return { text: name, collapsed: name !== 'Lanewise', items: [...pagesOf(plain).map(page => item(page)), ...groups] }
    })
}

const guides = [
    { ...group('Start', item('overview', 'What it is'), 'docs/install', 'docs/tutorials/first-hashes', 'docs/tutorials/verify-a-folder', 'docs/tutorials/monthly-audit', 'docs/screenshots'), collapsed: false },
    group('Use the library', 'docs/which-hash', 'docs/coming-from', 'docs/records', 'docs/uploads', 'docs/streams', 'docs/passwords'),
    group('Algorithms', ...inside('docs/algorithms')),
    group('Trees and encryption', 'docs/merkle-trees', 'docs/threefish-skein', 'docs/saved-state'),
    group('Files and audits', 'docs/archives', 'docs/cron', 'docs/files', 'docs/fleet', 'docs/fleet-page', 'docs/fleet-design'),
    group('Commands', 'docs/cli', ...inside('docs/commands'), 'docs/icc', 'docs/environment'),
    group('Other languages and GPUs', 'docs/c', 'docs/python', 'docs/node', 'docs/browser', 'docs/gpu'),
    group('Speed', 'docs/performance', 'docs/figures', 'docs/absolute-times', ...inside('docs/machines')),
    group('Security', item('docs/security', 'Security model'), item('reporting', 'Reporting a vulnerability')),
    group('How it works', 'docs/architecture', 'docs/kernels', 'docs/kernel-choices', 'docs/ahead-of-time', 'docs/adding-an-algorithm', 'docs/adding-a-kdf', 'docs/adding-a-width', 'docs/releasing', 'contributing', 'changelog'),
]
const reference = { text: 'API reference', link: '/api/' }, api = types()
const lost = files.filter(file => !listed.has(file))
if (lost.length > 0) throw new Error(`No sidebar group (site/.vitepress/config.mjs) contains ${lost.join(', ')}.`)

// On a phone, a table with sentences shows its cells below each other, and a table of numbers can be scrolled. In a table with more
// than two columns, each stacked cell has the title of its column. A table of codes and their meanings fits as it is. Options,
// names such as SHA-256, and quantities such as 64 KiB are not broken.
function cells(markdown) {
    const { code_inline: code, text: words } = markdown.renderer.rules, mostStacked = 4, mostColumns = 7, mostRows = 12, shortCode = 12
    let titles = [], column = 0
    markdown.renderer.rules.table_open = (tokens, index, options, env, self) => {
        const end = tokens.findIndex((token, i) => i > index && token.type === 'table_close'), table = tokens.slice(index, end)
        const textsOf = type => table.flatMap((token, i) => token.type === type ? [table[i + 1].content] : [])
        titles = textsOf('th_open')
        const texts = textsOf('td_open'), isOfCodes = titles.length === 2 && texts.every((text, i) => i % 2 === 1 || text.length <= shortCode)
        // A short table with words in its columns, such as the parameters of the algorithms of a family, may have more columns.
        const isOfWords = titles.length <= mostColumns && texts.length <= mostRows * titles.length
            && texts.some((text, i) => i % titles.length > 0 && /[a-z]{4}/i.test(text))
        const isStacked = !isOfCodes && (titles.length > mostStacked ? isOfWords : texts.some(text => text.length > 24))
        if (isStacked) tokens[index].attrJoin('class', titles.length > 2 ? 'stacked titled' : 'stacked')
        if (isOfCodes) tokens[index].attrJoin('class', 'codes')
        return self.renderToken(tokens, index, options)
    }
    markdown.renderer.rules.tr_open = (tokens, index, options, env, self) => {
        column = 0
        return self.renderToken(tokens, index, options)
    }
    for (const cell of ['th_open', 'td_open']) {
        markdown.renderer.rules[cell] = (tokens, index, options, env, self) => {
            const title = titles[column++]
            if (cell === 'td_open' && title) tokens[index].attrSet('data-title', title.replaceAll('`', ''))
            if (cell === 'td_open' && tokens[index + 1].content.length > 24) tokens[index].attrJoin('class', 'long')
            return self.renderToken(tokens, index, options)
        }
    }
    markdown.renderer.rules.text = (...all) => words(...all).replace(/\b[A-Z][A-Za-z0-9]*-\d[\d/-]*\b|\b\d[\d.,]* (?:[KMG]?i?B|[nm]?s)\b/g, '<span class="word">$&</span>')
    markdown.renderer.rules.code_inline = (...all) => code(...all).replace(/(?<=[\s>])[^\s<&]*-[^\s<&]*/g, word => word.length > 40 ? word : `<span class="word">${word}</span>`)
}

// Each section of the landing page is an element of its own, so that two can stand side by side.
function sections(markdown) {
    markdown.core.ruler.push('sections', ({ env, tokens, Token }) => {
        if (env.frontmatter?.layout !== 'home') return
        const tag = content => Object.assign(new Token('html_block', '', 0), { content })
        const split = tokens.flatMap((token, i) => token.type !== 'heading_open' ? [token] : [tag(i > 0 ? '</section><section>' : '<section>'), token])
        tokens.splice(0, tokens.length, ...split, tag('</section>'))
    })
}

// In search results, guides are ranked above records, pages for contributors, and the API. The name of a method or type, with a
// capital inside, finds its documentation first: for a method that the hashes inherit, the page of their base class. Of the HMAC
// types, the type that docs/which-hash.md recommends comes first. For some words, there is one guide that most readers look for.
// This function runs in the browser.
function boost(page, term, { title }) {
    const guides = { password: 'passwords', passwords: 'passwords', hashmany: 'records' }
    if (page.includes(`/docs/${guides[term]}.html`)) return 10
    const isApi = page.includes('/api/Lanewise/')
    if (isApi && /[a-z\d][A-Z]/.test(title) && title.toLowerCase() === term) return page.includes('/Hash.html') ? 20 : 2
    if (isApi && /\/HmacSha256\.html#hmacsha256/.test(page) && term.startsWith('hmac')) return 100
    return /\/docs\/(install|tutorials|which-hash|performance|cli|commands)/.test(page) ? 2
        : /\/api\/|\/docs\/(machines|figures|architecture|kernel|adding|releasing|screenshots)|\/(contributing|changelog)/.test(page) ? 0.3 : 1
}

// A short word, such as "a", is unimportant, even as the beginning of another word.
function weight(term) { return term.length > 2 ? 1 : 0.1 }

export default defineConfig({
    // The search index lists the pages in the order in which they are read. One page at a time, so that each build gives the same bytes.
    buildConcurrency: 1,
    srcDir: 'pages',
    title: 'Lanewise',
    description: 'SIMD hashes and ciphers for .NET in safe C#',
    lang: 'en-GB',
    // HTML is disabled in Markdown, so angle brackets are text. A picture is loaded only when it becomes visible. By default, the
    // highlighter stops after half a second per line, so a build on a busy machine would give other bytes.
    markdown: {
        html: false, image: { lazyLoading: true }, config: markdown => { cells(markdown); sections(markdown) },
        codeTransformers: [{ preprocess(_, options) { options.tokenizeTimeLimit = 0 } }],
    },
    transformHead: ({ siteData }) => [['link', { rel: 'icon', href: `${siteData.base}icon.svg` }]],
    themeConfig: {
        logo: '/icon.svg',
        outline: [2, 3],
        // Each search result shows the text in which the words were found.
        search: { provider: 'local', options: { detailedView: true, miniSearch: { searchOptions: { boostDocument: boost, boostTerm: weight } } } },
        nav: [
            { text: 'Install', link: '/docs/install' },
            { text: 'Which hash', link: '/docs/which-hash' },
            { text: 'Migrate', link: '/docs/coming-from' },
            { text: 'Performance', link: '/docs/performance' },
            { text: 'Command line', link: '/docs/cli' },
            { text: 'Audit files', link: '/docs/fleet' },
            { text: 'API', link: '/api/' },
        ],
        // The API has a sidebar of its own.
        sidebar: { '/api/': [reference, ...api], '/': [...guides, reference] },
        // The footer appears only on the landing page, because all other pages have a sidebar.
        footer: { message: 'MIT licence' },
    },
})
