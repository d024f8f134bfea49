import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { act, createElement, type ReactNode, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { queryClient } from '#web/data/query-client.ts'
import { dismissToast, type Toast, useToasts } from '#web/ui/toasts.ts'

/** The calls that wait for their responses, by «POST /api/courses», the newest of each. */
const waiting = new Map<string, (response: Response) => void>()

/** Sends the response to a call, which the test has made wait until now. */
export const respond = (name: string, body: unknown, status = 200) => {
  const answer = waiting.get(name)
  if (!answer) throw new Error(`${name} was not called, only ${[...waiting.keys()].join(', ')}`)
  waiting.delete(name)
  return settle(() => answer(status === 204 ? new Response(null, { status }) : Response.json(body, { status })))
}

/** Waits until a call is on its way. */
export const untilSent = (name: string) =>
  expect
    .poll(async () => {
      await settle(() => {})
      return waiting.has(name)
    })
    .toBe(true)

/** A part of the app that can be closed. */
type Part = (close: () => void) => ReactNode

/** What is asked before the page is left: history in memory asks nobody about «Back». */
const blockers = new Set<Parameters<RouterHistory['block']>[0]>()
let leave = () => {}
let root: Root | null = null
let toasts: Toast[] = []

const Page = ({ part }: { part: Part }) => {
  const [closed, setClosed] = useState(false)
  toasts = useToasts()
  leave = () => setClosed(true)
  return closed ? null : part(leave)
}

/** The messages on screen. */
export const messages = () => toasts.map(({ summary }) => summary)

/** Presses the button of the message that has one, once it is there. */
export const pressInMessage = async (label: string) => {
  const find = () => toasts.find(({ action }) => action?.label === label)
  await expect
    .poll(async () => {
      await settle(() => {})
      return find()
    })
    .toBeTruthy()
  await settle(() => {
    const message = find()
    if (message) dismissToast(message.id)
    message?.action?.onClick()
  })
}

/**
 * Draws a part of the app in a document of its own; `answers` are the responses to some calls, by
 * «GET /api/courses»; others wait for `respond`.
 */
export const draw = async (part: Part, answers: Record<string, unknown> = {}) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    const answer = answers[`${method} ${address}`]
    if (answer) return Response.json(answer)
    return new Promise<Response>((resolve) => waiting.set(`${method} ${address}`, resolve))
  })
  document.body.innerHTML = '<main></main>'
  root = createRoot(document.querySelector('main') as HTMLElement)
  const routeTree = createRootRoute({ component: () => createElement(Page, { part }) })
  const history = createMemoryHistory()
  history.block = (blocker) => {
    blockers.add(blocker)
    return () => void blockers.delete(blocker)
  }
  const router = createRouter({ routeTree, history })
  const app = createElement(RouterProvider, { router })
  const styled = createElement(MantineProvider, { env: 'test' }, app)
  await settle(() => root?.render(createElement(QueryClientProvider, { client: queryClient }, styled)))
}

/** Does something, and waits until what follows from it is drawn. */
export const settle = (doIt: () => unknown) =>
  act(async () => {
    await doIt()
    // React and its queries take turns, the latter by timers
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve))
  })

/** The last button with this text or label. */
export const button = (name: string) =>
  [...document.querySelectorAll('button')].findLast(
    (found) => found.textContent === name || found.getAttribute('aria-label') === name,
  )

/** The titles of the dialogs that are open. */
export const dialogs = () => [...document.querySelectorAll('[role=dialog] h2')].map(({ textContent }) => textContent)

/** Presses a button, once it is there. */
export const press = async (name: string) => {
  const find = async () => {
    await settle(() => {})
    return button(name)
  }
  await expect.poll(find).toBeTruthy()
  await settle(() => button(name)?.click())
}

/** Types a text into the last field that a selector finds. */
export const fill = (selector: string, text: string) =>
  settle(() => {
    const field = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(selector)].at(-1)
    if (!field) throw new Error('There is no field')
    // past React, which knows what it has set itself
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
    setter?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })

/** Types a text into the last field. */
export const type = (text: string) => fill('input, textarea', text)

/** Presses Escape where the focus is. */
export const pressEscape = () =>
  settle(() =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
    ),
  )

/** Goes back in the browser: what is open may close instead, or the page is left. */
export const goBack = () =>
  settle(async () => {
    for (const { blockerFn } of blockers) if (await blockerFn({ action: 'BACK' } as never)) return
    leave()
  })

/** Tries to close what is open by Escape, by its own `button` and by «Back». */
export const tryToClose = async (button?: string) => {
  await pressEscape()
  if (button) await press(button)
  await goBack()
}

/** Ends what was drawn, with its messages. */
export const endDrawn = async () => {
  await act(async () => {
    for (const { id } of toasts) dismissToast(id)
    root?.unmount()
  })
  root = null
  waiting.clear()
  queryClient.clear()
  vi.unstubAllGlobals()
}
