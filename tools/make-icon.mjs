// Draws docs/icon.png, the icon of the packages, from docs/icon.svg with Chromium.
//
// Usage: node tools/make-icon.mjs
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { start } from '../tests/Browser/chromium.mjs'

const folder = path.resolve(import.meta.dirname, '../docs')
const chromium = await start('chromium'), page = await chromium.open(pathToFileURL(path.join(folder, 'icon.svg')).href)
await page.until("document.readyState === 'complete'")
await page.call('Emulation.setDeviceMetricsOverride', { width: 128, height: 128, deviceScaleFactor: 1, mobile: false })
await page.call('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } })
const { data } = await page.call('Page.captureScreenshot', { format: 'png' })
fs.writeFileSync(path.join(folder, 'icon.png'), Buffer.from(data, 'base64'))
await chromium.close()
process.exit(0)
