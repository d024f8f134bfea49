// @vitest-environment happy-dom
import { createRoot, type Root } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Notification } from '#contract/notifications/notifications.schema.ts'
import { NotificationItem } from '#web/notifications/NotificationItem.tsx'

const unread = (id: number) =>
  ({
    id,
    type: 'lesson-published',
    created_at: '2026-09-01T10:00:00Z',
    read_at: null,
    data: { title: 'Новый урок' },
    user: null,
    project: null,
    lesson: null,
    announcement: null,
    status: null,
    place: null,
  }) as unknown as Notification

let root: Root
const draw = async (id: number) => {
  root = createRoot(document.body.appendChild(document.createElement('ul')))
  root.render(<NotificationItem notification={unread(id)} onFollow={() => {}} />)
  await expect.poll(item).toBeTruthy()
}
const item = () => document.querySelector('li')
const dot = () => document.querySelector('[aria-label="Не прочитано"]')
const focusOn = () => {
  item()?.blur()
  item()?.focus()
}

/** The ids that the server was sent. */
let sent: number[][] = []
let isAway = false

beforeEach(() => {
  document.body.replaceChildren()
  sent = []
  isAway = false
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (!path.endsWith('/read')) throw new TypeError('no network')
    sent.push(JSON.parse(String(body)).ids)
    if (isAway) throw new TypeError('no network')
    return Response.json({ unread: 0 })
  })
})

test('a notification that was read stays read as the feed is opened again', async () => {
  await draw(5)
  expect(dot()).toBeTruthy()
  focusOn()
  await expect.poll(() => sent).toEqual([[5]])
  await expect.poll(dot).toBeNull()
  root.unmount()
  // as it was loaded, before it was read
  await draw(5)
  expect(dot()).toBeNull()
})

test('a notification that could not be marked as read is unread, and marked when it is looked at again', async () => {
  isAway = true
  await draw(6)
  focusOn()
  await expect.poll(() => sent).toEqual([[6]])
  await expect.poll(dot).toBeTruthy()
  isAway = false
  focusOn()
  await expect.poll(() => sent).toEqual([[6], [6]])
  await expect.poll(dot).toBeNull()
})
