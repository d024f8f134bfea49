// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findOpenPages } from '#web/outbox/outbox-owner.ts'
import { useMessageDraft } from '#web/threads/use-message-draft.ts'

vi.mock('#web/outbox/outbox-owner.ts', () => ({
  page: 'this',
  countAsOpen: () => {},
  findOpenPages: vi.fn(),
}))

const draft = { text: 'Зайдите завтра', note: false, files: [] }
const key = 'message:1:5:sending'
const keep = (page: string) => localStorage.setItem(key, JSON.stringify({ page, messages: [draft] }))

let message: ReturnType<typeof useMessageDraft>
const Form = () => {
  message = useMessageDraft(1, 5)
  return null
}
let root: Root
const open = async (pages: string[]) => {
  vi.mocked(findOpenPages).mockResolvedValue((id) => pages.includes(id))
  await act(async () => root.render(createElement(Form)))
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  localStorage.clear()
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

test('a message of a page that is gone returns to the field', async () => {
  keep('gone')
  await open(['this'])
  expect(message.draft.text).toBe('Зайдите завтра')
  expect(localStorage.getItem(key)).toBeNull()
})

test('a message that another open page sends stays with that', async () => {
  keep('other')
  await open(['this', 'other'])
  expect(message.draft.text).toBe('')
  expect(localStorage.getItem(key)).not.toBeNull()
})

test('a message on its way is kept with its page', async () => {
  await open(['this'])
  await act(async () => message.sending(draft))
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({ page: 'this', messages: [draft] })
  await act(async () => message.sent(draft))
  expect(localStorage.getItem(key)).toBeNull()
})

test('what the device does not keep stays when its readers change, and when an earlier message returns', async () => {
  await open(['this'])
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await act(async () => message.change((before) => ({ ...before, text: 'Не сдал в срок' })))
  await act(async () => message.change((before) => ({ ...before, note: true })))
  expect(message.draft).toMatchObject({ text: 'Не сдал в срок', note: true })
  await act(async () => message.sending(draft))
  await act(async () => message.change((before) => ({ ...before, text: 'Ещё одно' })))
  await act(async () => message.failed(draft))
  expect(message.draft.text).toBe('Зайдите завтра\nЕщё одно')
})
