import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './school.ts'

/** The rules that read colours; the others find the same in both schemes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Less than half as long as the source that the builder takes by itself: each page reads and compiles it. */
const minifiedAxe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Axe without the second page that it opens to sum up frames of other origins, which the site does not have. */
const axe = (page: Page, part: string | undefined, axeSource = minifiedAxe) => {
  const builder = new AxeBuilder({ page, axeSource }).options({ resultTypes: ['violations'] }).setLegacyMode()
  return part ? builder.include(part) : builder
}

/** The violations that axe finds on the page, or in a part of it (a selector), in both colour schemes. */
export const violations = async (page: Page, part?: string) => {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // colours may still be changing from one scheme to the other
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
    const { violations } = await (colorScheme === 'light'
      ? axe(page, part)
      : // the page already has axe
        axe(page, part, ';').withRules(colourRules)
    ).analyze()
    found.push(
      ...violations.map(({ id, nodes }) => `${colorScheme}: ${id}: ${nodes.map(({ target }) => target).join(' | ')}`),
    )
  }
  return found
}
