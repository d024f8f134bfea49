import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './school.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** The rules that read colours; the others find the same in both schemes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Less than half as long as the whole source: each page reads and compiles it. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const inject = async (page: Page) => {
  for (const frame of page.frames()) {
    // another check of the same document finds it there
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
  }
}

/** What axe finds, each with the selectors of its elements: a page takes long to send axe's whole report. */
const analyze = (page: Page, part: string | undefined, options: axe.RunOptions) =>
  page.evaluate(
    async ({ part, options }) => {
      const { violations } = await window.axe.run(part ?? document, options)
      return violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => String(target)) }))
    },
    { part, options: { ...options, resultTypes: ['violations' as const] } },
  )

/** The elements that break a rule of axe on the page as it looks now, by their selectors. */
export const breaking = async (page: Page, rule: string) => {
  await inject(page)
  return (await analyze(page, undefined, { runOnly: [rule] })).flatMap(({ targets }) => targets)
}

/** The violations that axe finds on the page, or in a part of it (a selector), in both colour schemes. */
export const violations = async (page: Page, part?: string) => {
  // what is loading is dimmed or only outlined, and a page that is on its way has a line at the top: that is not what
  // people read
  const loading = '[aria-busy="true"], [aria-label="Страница загружается"], [aria-label="Загрузка"]:visible'
  await expect(page.locator(loading)).toHaveCount(0)
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // colours may still be changing from one scheme to the other
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
    if (colorScheme === 'light') await inject(page)
    const inScheme = await analyze(page, part, colorScheme === 'light' ? {} : { runOnly: colourRules })
    found.push(...inScheme.map(({ id, targets }) => `${colorScheme}: ${id}: ${targets.join(' | ')}`))
  }
  return found
}
