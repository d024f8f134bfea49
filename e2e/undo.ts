import type { Page } from '@playwright/test'
import { holdNews } from './school.ts'

/** How much longer than usual something can be undone, in milliseconds: longer than a story takes. */
const longerMs = 120_000

/**
 * Lets what this page does at the desk be undone for as long as the story takes: the page offers it longer, and the
 * server notifies students later. Call it before the page opens.
 */
export const stayUndoable = async (page: Page) => {
  await page.addInitScript((longerMs) => {
    const later = window.setTimeout.bind(window)
    // of ten seconds, less what the response took; the page has few others of that length
    window.setTimeout = ((act: () => void, ms = 0, ...values: []) =>
      later(act, ms > 2000 && ms <= 10_000 ? ms + longerMs : ms, ...values)) as typeof setTimeout
  }, longerMs)
  await page.route(/\/api\/tasks\/(\d+\/review|bulk)$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch()
    if (response.ok()) {
      const { task, batch_id } = await response.json()
      await holdNews(task ? { entry_id: task.thread.at(-1).id } : { batch_id }, Date.now() + longerMs)
    }
    await route.fulfill({ response })
  })
}
