import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import type { Page } from '#contract/pages.ts'
import { focusPage } from '#web/app/page-focus.ts'
import { setPageHead } from '#web/app/page-head.ts'

let first = true

/** What every page gets from its route: the head of its document, and the reader's place at its beginning. */
export const PageFrame = ({ page, children }: { page: Page; children: ReactNode }) => {
  // before the effects of the page itself, which may know a better title
  useLayoutEffect(() => setPageHead(page), [page])
  useEffect(() => {
    if (!first) focusPage()
    first = false
  }, [])
  return children
}
