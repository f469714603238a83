// Copies the pages of the repository: README.md, the other pages at the root, and docs/, with the links between them.
//
//   node pages.mjs REPOSITORY FOLDER
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const [repository, folder] = process.argv.slice(2)
const renamed = { 'README.md': 'index.md', 'CONTRIBUTING.md': 'contributing.md', 'SECURITY.md': 'reporting.md', 'CHANGELOG.md': 'changelog.md' }
const docs = readdirSync(path.join(repository, 'docs'), { recursive: true }).map(file => path.posix.join('docs', file))
const pages = new Map([...Object.entries(renamed), ...docs.filter(file => file.endsWith('.md')).map(file => [file, file])])

// GitHub takes a picture for each colour scheme from <picture>; the site shows one of two images, by the theme that is chosen.
function pictures(text) {
    return text.replace(/<picture>\s*<source [^>]*srcset="([^"]*)">\s*<img alt="([^"]*)" src="([^"]*)">\s*<\/picture>/g,
        (all, dark, alt, light) => `![${alt}](${light}){.on-light}\n![${alt}](${dark}){.on-dark}`)
}

for (const [from, to] of pages) {
    let inside = false
    const source = pictures(readFileSync(path.join(repository, from), 'utf8'))
    const text = source.split(/(?<=\n)/).map(line => {
        if (/^\s*```/.test(line)) inside = !inside
        return inside ? line : line.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (all, image, label, target) => {
            if (image || /^(https?:|#)/.test(target)) return all
            const [file, anchor] = target.split('#')
            const page = pages.get(path.posix.join(path.posix.dirname(from), file))
            // A sample or a licence is a file of the repository, which has no page.
            if (!page) return label
            return `[${label}](${path.posix.relative(path.posix.dirname(to), page)}${anchor ? '#' + anchor : ''})`
        })
    })
    mkdirSync(path.dirname(path.join(folder, to)), { recursive: true })
    // A page of one part has no outline beside it, and takes the room.
    writeFileSync(path.join(folder, to), (/^## /m.test(source) ? '' : '---\naside: false\n---\n\n') + text.join(''))
}

for (const file of docs.filter(file => file.endsWith('.svg'))) cpSync(path.join(repository, file), path.join(folder, file))
cpSync(path.join(repository, 'docs/icon.svg'), path.join(folder, 'public/icon.svg'))
