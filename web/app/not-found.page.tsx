import { useRouterState } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { notFoundPage } from '#contract/pages.ts'
import { NotFoundView } from '#web/app/NotFoundView.tsx'
import { setPageHead } from '#web/app/page-head.ts'

/** The screen of an address where nothing is, with a text of its own. */
export const Missing = ({ text }: { text: string | null }) => {
  useLayoutEffect(() => setPageHead(notFoundPage), [])
  return <NotFoundView text={text} />
}

/** The same with the text of the page that was looked for. */
export const NotFoundScreen = () => {
  const text = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.page?.missing ?? null })
  return <Missing text={text} />
}
