import { useLayoutEffect } from 'react'
import { notFoundPage } from '#contract/pages.ts'
import { NotFoundView } from '#web/app/NotFoundView.tsx'
import { setPageHead } from '#web/app/page-head.ts'

/** The screen of an address where nothing is. */
export const NotFoundScreen = () => {
  useLayoutEffect(() => setPageHead(notFoundPage), [])
  return <NotFoundView />
}
