import { QueryClientProvider } from '@tanstack/react-query'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { queryClient } from '#web/data/query-client.ts'
import { changesSettled } from '#web/journal/changes-settled.fixture.ts'
import { type OpenQuestion, useQuestion } from '#web/ui/confirm.ts'
import { dismissToast, type Toast, useToasts } from '#web/ui/toasts.ts'

/** The messages on screen. */
export let shown: Toast[] = []
/** The question on screen. */
export let question: OpenQuestion | undefined

const Editor = ({ useEdits }: { useEdits: () => void }) => {
  useEdits()
  shown = useToasts()
  question = useQuestion()
  return null
}

/**
 * Before each test of a file, signs a teacher in, prepares what they find there, and shows a component with these hooks,
 * whose calls `serve` responds to. Leaves nothing on screen.
 */
export const showEdits = (
  useEdits: () => void,
  serve: (path: string, request: RequestInit) => Promise<Response>,
  prepare = () => {},
) => {
  const root = createRoot(document.createElement('div'))
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    vi.stubGlobal('fetch', serve)
    await act(() => startSession({ user: { id: 5, role: { slug: 'teacher' } } as CurrentUser, access_token: 'token' }))
    prepare()
    const editor = createElement(Editor, { useEdits })
    await act(() => root.render(createElement(QueryClientProvider, { client: queryClient }, editor)))
  })
  afterEach(async () => {
    await act(async () => question?.answer(false))
    await act(endSession)
    act(() => {
      for (const { id } of shown) dismissToast(id)
    })
    vi.unstubAllGlobals()
  })
}

/** A response of the server. */
export const respond = (status: number, body: object) => new Response(JSON.stringify(body), { status })

/** Presses the button of a message, and waits until that is done. */
export const press = async (label: string) => {
  await act(() => shown.find(({ action }) => action?.label === label)?.action?.onClick())
  await act(changesSettled)
}

/** Gives out locks at once, as a browser with a single page: without any, a page asks the others, which takes a moment. */
export const giveLocks = () => {
  const request = (_: string, ...given: unknown[]) => (given.at(-1) as () => Promise<unknown>)()
  const locks = { value: { request, query: async () => ({}) } }
  vi.stubGlobal('navigator', Object.create(navigator, { locks }))
}
