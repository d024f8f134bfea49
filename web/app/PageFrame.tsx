import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import type { Page } from '#contract/pages.ts'
import { setPageHead } from '#web/app/page-head.ts'

let first = true

/** What every page gets from its route: the head of its document, and the reader's place at its beginning. */
export const PageFrame = ({ page, children }: { page: Page; children: ReactNode }) => {
  // before the effects of the page itself, which may know a better title
  useLayoutEffect(() => setPageHead(page), [page])
  useEffect(() => {
    const main = document.querySelector('main')
    if (!first && !main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
    first = false
  }, [])
  return children
}
