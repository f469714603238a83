// Copies the pages of the repository (the landing page site/home.md, README.md, the other pages in the root folder, and docs/)
// with adapted links. The API pages must already be in FOLDER.
//
// Usage: node pages.mjs REPOSITORY FOLDER
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const [repository, folder] = process.argv.slice(2)
const { sizeOf } = await import(path.resolve(repository, 'tools/picture-size.mjs'))
const renamed = { 'site/home.md': 'index.md', 'README.md': 'overview.md', 'CONTRIBUTING.md': 'contributing.md', 'SECURITY.md': 'reporting.md', 'CHANGELOG.md': 'changelog.md' }
const docs = readdirSync(path.join(repository, 'docs'), { recursive: true }).map(file => path.posix.join('docs', file))
const pages = new Map([...Object.entries(renamed), ...docs.filter(file => file.endsWith('.md')).map(file => [file, file])])

// GitHub selects an image from <picture> by color scheme and width. On the site, a page contains all images, and CSS shows one
// of them. The size of each image is specified, so that the page layout does not change while images are loading.
function pictures(text, folder) {
    return text.replace(/<picture>\s*([\s\S]*?)<img alt="([^"]*)" src="([^"]*)">\s*<\/picture>/g, (all, sources, alt, last) => {
        const images = [...sources.matchAll(/<source media="([^"]*)" srcset="([^"]*)">/g)].map(([, media, image]) => [media, image])
        const isWide = images.some(([media]) => media.includes('max-width'))
        return [...images, ['', last]].map(([media, image]) => {
            // A screenshot has two pixels for each pixel of the page.
            const [width, height] = sizeOf(readFileSync(path.join(repository, folder, image))).map(size => image.endsWith('.webp') ? size / 2 : size)
            const shown = `![${alt}](${image}){width=${width} height=${height}}`
            // A screenshot links to its full-size version.
            return (image.endsWith('.webp') ? `[${shown}](${image})` : shown)
                + `{.on-${media.includes('dark') ? 'dark' : 'light'}${isWide ? ` .on-${media.includes('max-width') ? 'narrow' : 'wide'}` : ''}}`
        }).join('\n')
    })
}

// HTML is disabled on the pages, so a folded part, which is HTML on GitHub, becomes a container of VitePress.
const folded = text => text.replace(/^<details>\n<summary>(.*)<\/summary>$/gm, '::: details $1').replace(/^<\/details>$/gm, ':::')

// On an algorithm's page, bold words at the start of a paragraph become a heading, and type names become links. Within a section,
// the heading is a level lower. Below the title, a line links to the speed and to the API of the first types that the page names.
function algorithm(text) {
    const page = sections(text), mostTypes = 6
    const types = [...new Set([...page.matchAll(/\(\.\.\/\.\.\/(api\/Lanewise\/\w+)\.md\)/g)].map(([, type]) => type))].slice(0, mostTypes)
    const api = types.map(type => `[${path.basename(type)}](../../${type}.md)`).join(', ')
    const shortcuts = [...(/^##+ Speed$/m.test(page) ? ['[Speed](#speed)'] : []), ...(api ? [`API: ${api}`] : [])]
    return page.replace(/^(# .*)$/m, `$1\n\n${shortcuts.join(' · ')}`)
}

function sections(text) {
    return text.replace(/^\*\*([A-Z][\w ]*)\.\*\*(?: |$)/gm, (all, title, at) => `${/^## /m.test(text.slice(0, at)) ? '###' : '##'} ${title}\n\n`)
        .replace(/(?<!\[)`(?:Lanewise\.)?([A-Z]\w+)`/g, (all, type) =>
            existsSync(path.join(folder, 'api/Lanewise', `${type}.md`)) ? `[${all}](../../api/Lanewise/${type}.md)` : all)
}

// Beside its chart, the landing page shows only the call of HashMany, with the comment before it. The whole sample is further down.
function sampled(text) {
    const [sample] = text.match(/^\/\/ .*\n.*HashMany.*$/m)
    return text.replace(/^---$/m, () => `---\nsample: ${JSON.stringify(sample)}`)
}

// Links between pages of the repository become links between pages of the site.
function links(text, from, to) {
    // Code blocks have odd indexes.
    return text.split(/(^ *```[^]*?^ *```$)/m).map((part, i) => i % 2 === 1 ? part
        : part.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (all, image, label, target) => {
            if (image || /^(https?:|#)/.test(target) || target.endsWith('.webp')) return all
            const [file, anchor] = target.split('#')
            const page = pages.get(path.posix.join(path.posix.dirname(from), file))
            // Samples and licences have no page on the site.
            if (!page) return target.includes('/api/') ? all : label
            return `[${label}](${path.posix.relative(path.posix.dirname(to), page)}${anchor ? '#' + anchor : ''})`
        })).join('')
}

for (const [from, to] of pages) {
    // HTML is disabled on the pages, so the HTML comments around generated parts would appear as text.
    const page = pictures(folded(readFileSync(path.join(repository, from), 'utf8').replace(/^<!-- .* -->\n/gm, '')), path.dirname(from))
    const source = from.startsWith('docs/algorithms/') ? algorithm(page) : from === 'site/home.md' ? sampled(page) : page
    mkdirSync(path.dirname(path.join(folder, to)), { recursive: true })
    // A page with a single section needs no outline. The outline of a machine's page omits the folded sections.
    const front = !/^## /m.test(source) ? '---\naside: false\n---\n\n' : from.startsWith('docs/machines/') ? '---\noutline: 2\n---\n\n' : ''
    writeFileSync(path.join(folder, to), front + links(source, from, to))
}

for (const file of docs.filter(file => /\.(svg|webp)$/.test(file))) cpSync(path.join(repository, file), path.join(folder, file))
cpSync(path.join(repository, 'docs/screenshots'), path.join(folder, 'public/docs/screenshots'), { recursive: true })
for (const theme of ['light', 'dark']) {
    cpSync(path.join(repository, `docs/images/speed-${theme}.svg`), path.join(folder, `public/speed-${theme}.svg`))
}
cpSync(path.join(repository, 'docs/icon-small.svg'), path.join(folder, 'public/icon.svg'))
