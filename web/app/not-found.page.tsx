import { useRouterState } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { notFoundPage } from '#contract/pages.ts'
import { NotFoundView } from '#web/app/NotFoundView.tsx'
import { setPageHead } from '#web/app/page-head.ts'

/** The screen of an address where nothing is. */
export const NotFoundScreen = () => {
  useLayoutEffect(() => setPageHead(notFoundPage), [])
  const text = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.page?.missing ?? null })
  return <NotFoundView text={text} />
}
