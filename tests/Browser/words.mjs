// Examines the text in pictures in Chromium. Reports words that are cut off, that overlap, or that are too small to read, and
// labels of lines that have another color than the line, or another order than the ends of the lines. Prints a line "ok ..." or
// "bad ..." for each page and width.
//
// Usage: node words.mjs CHROMIUM WIDTH[,WIDTH...] FILE...
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { start } from './chromium.mjs';

const [browser, widths, ...files] = process.argv.slice(2);

// This function runs in the page, not in Node.
function look() {
    document.querySelectorAll('details').forEach(part => { part.open = true; });
    const found = [];
    const pictures = document.documentElement.matches('svg') ? [document.documentElement] : [...document.querySelectorAll('svg')];
    for (const picture of pictures) {
        const frame = picture.getBoundingClientRect();
        const words = [...picture.querySelectorAll('text')].map(text => ({ text: text.textContent.trim(), box: text.getBoundingClientRect(),
            size: parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a }))
            .filter(({ text, box }) => text && box.width > 0);
        const name = picture.getAttribute('aria-label') ?? '';
        for (const { text, box, size } of words) {
            if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) {
                found.push(`'${text}' is cut off ${name}`);
            }
            if (size < 10) found.push(`'${text}' has ${size.toFixed(1)} pixels ${name}`);
        }
        const labels = [...picture.querySelectorAll('.lead')].map(lead => ({ end: +lead.getAttribute('y1'), at: +lead.getAttribute('y2'),
            line: getComputedStyle(lead).stroke, words: lead.parentElement.querySelector('text') })).sort((a, b) => a.at - b.at);
        labels.forEach(({ end, line, words: text }, i) => {
            const label = text.textContent;
            if (getComputedStyle(text).fill !== line) found.push(`'${label}' is not in the color of its line ${name}`);
            if (i > 0 && end < labels[i - 1].end) found.push(`'${label}' is below a label whose line ends lower ${name}`);
        });
        words.forEach((one, i) => words.slice(0, i).forEach(other => {
            const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
            const up = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
            // The bounding box of a text is a quarter taller than its letters, so boxes may overlap by a quarter.
            if (across > 1 && up > 0.25 * Math.min(one.box.height, other.box.height)) found.push(`'${one.text}' overlaps '${other.text}' ${name}`);
        }));
    }
    return { found, pictures: pictures.length };
}

const chromium = await start(browser);
for (const file of files) {
    const page = await chromium.open('about:blank');
    for (const width of widths.split(',').map(Number)) {
        await page.call('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false });
        // A picture that is not in a page is shown with the width that it has on the site: the window's width minus margins
        // of 24 pixels.
        const url = pathToFileURL(path.resolve(file)).href;
        await page.call('Page.navigate', { url });
        await page.until(`location.href === '${url}' && document.readyState === 'complete'`);
        if (file.endsWith('.svg')) {
            await page.ask(`(() => { const svg = document.documentElement, most = Math.min(+svg.getAttribute('width'), ${width} - 48);
                svg.setAttribute('height', most * svg.viewBox.baseVal.height / svg.viewBox.baseVal.width); svg.setAttribute('width', most); })()`);
        }
        const { found, pictures } = await page.ask(`(${look})()`);
        if (pictures === 0) found.push('there is no picture');
        const what = `${path.basename(file)} at ${width} pixels`;
        console.log(found.length === 0 ? `ok ${what}` : [...new Set(found)].map(line => `bad ${what}: ${line}`).join('\n'));
    }
}
await chromium.close();
process.exit(0);
