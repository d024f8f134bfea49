import type { RichUse } from '#contract/content/rich-text.ts'
import { cleanHtml, type cleanHtmlJob } from '#server/content/clean-html.ts'
import { inQuickWorker } from '#server/workers/workers.ts'

/** Max tags that are cleaned in the process itself, which takes some ten milliseconds; a long page of text has 500. */
const maxTagsHere = 2000

const hasManyTags = (html: string) => {
  let at = -1
  for (let count = 0; count <= maxTagsHere; count += 1) {
    at = html.indexOf('<', at + 1)
    if (at === -1) return false
  }
  return true
}

/**
 * `cleanHtml` for where several long texts come at once: one with many tags is cleaned in a worker, or here when every
 * worker stays busy.
 */
export const cleanLongHtml = async (html: string, use: RichUse) =>
  hasManyTags(html)
    ? await inQuickWorker<typeof cleanHtmlJob>(
        { html, use },
        { module: new URL('./clean-html.ts', import.meta.url), name: 'cleanHtmlJob', timeLimitMs: 15_000 },
      ).catch(() => cleanHtml(html, use))
    : cleanHtml(html, use)
