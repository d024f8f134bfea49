// @vitest-environment happy-dom
import { act, createElement, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFocusAfter } from '#web/ui/use-focus-after.ts'

const Row = ({ id, tags, last, adds }: { id: string; tags: string[]; last?: string; adds?: boolean }) => {
  const row = useRef<HTMLLIElement>(null)
  useFocusAfter(row, last)
  const children = tags.map((tag) =>
    createElement(tag, { id: `${id}-${tag}`, key: tag, href: tag === 'a' ? '/' : null, 'data-add': adds }),
  )
  return createElement('li', { ref: row }, children)
}

/** The id of what has the focus after the row with it has gone; `tags` are the elements of the row beside it. */
const focusedAfter = async (tags: string[]) => {
  document.body.innerHTML = '<ul id="list"></ul>'
  const root = createRoot(document.getElementById('list') as HTMLElement)
  const beside = createElement(Row, { id: 'beside', key: 'beside', tags })
  await act(() => root.render([createElement(Row, { id: 'gone', key: 'gone', tags: ['button'] }), beside]))
  document.getElementById('gone-button')?.focus()
  await act(() => root.render([beside]))
  return document.activeElement?.id
}

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => void vi.unstubAllGlobals())

it('as a row goes, the focus is on the last button of the row beside it', async () => {
  expect(await focusedAfter(['button', 'a'])).toBe('beside-button')
})

it('where that row has only a link, the focus is on the link', async () => {
  expect(await focusedAfter(['a'])).toBe('beside-a')
})

it('of the last row the focus goes to what the list names', async () => {
  document.body.innerHTML = '<ul></ul><button id="more"></button>'
  const root = createRoot(document.querySelector('ul') as HTMLElement)
  await act(() => root.render(createElement(Row, { id: 'gone', tags: ['button'], last: '#more' })))
  document.getElementById('gone-button')?.focus()
  await act(() => root.render(null))
  expect(document.activeElement?.id).toBe('more')
})

it('of the last row in a group the focus goes to its way of adding more', async () => {
  document.body.innerHTML = '<div role="group"><ul></ul><button data-add id="add"></button></div>'
  const root = createRoot(document.querySelector('ul') as HTMLElement)
  // what can be added within the row goes with it
  await act(() => root.render(createElement(Row, { id: 'gone', tags: ['button'], adds: true })))
  document.getElementById('gone-button')?.focus()
  await act(() => root.render(null))
  expect(document.activeElement?.id).toBe('add')
})
