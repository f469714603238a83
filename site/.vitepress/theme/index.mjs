import { useData, withBase } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import './style.css'

// The page for an address that does not exist leads to the pages that most readers look for.
const links = [['/', 'Start page'], ['/docs/install', 'Install'], ['/docs/which-hash', 'Which hash for what'],
    ['/docs/cli', 'The command line'], ['/docs/performance', 'Performance'], ['/api/', 'API reference']]
const notFound = () => h('div', { class: 'not-found' }, [
    h('h1', 'This page does not exist'),
    h('p', 'The page may have moved. Search for it at the top of the page (Ctrl+K), or start here:'),
    h('ul', links.map(([page, text]) => h('li', h('a', { href: withBase(page.endsWith('/') ? page : `${page}.html`) }, text)))),
])

// The sample at the top of the landing page (see pages.mjs).
const Sample = {
    setup() {
        const { frontmatter } = useData()
        const line = text => h('span', { class: text.startsWith('//') ? 'comment' : '' }, text + '\n')
        return () => h('pre', { class: 'hero-sample' }, h('code', frontmatter.value.sample.split('\n').map(line)))
    },
}

const slots = { 'not-found': notFound, 'home-hero-info-after': () => h(Sample) }
export default { extends: theme, Layout: () => h(theme.Layout, null, slots) }
