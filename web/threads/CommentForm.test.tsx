// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { draw, endDrawn, press, settle, untilSent } from '#web/app/drawn.fixture.ts'
import { holdTimer } from '#web/app/held-timer.fixture.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { keepEntry, listEntries, removeEntry } from '#web/outbox/outbox-entries.ts'
import type { EntryId } from '#web/outbox/outbox-schema.ts'
import { CommentForm } from '#web/threads/CommentForm.tsx'
import { writeDevice } from '#web/ui/device-store.ts'
import type { KeptUpload } from '#web/uploads/upload.ts'
// loaded here, it is drawn at once
import '#web/threads/VoiceField.tsx'

vi.mock('#web/outbox/outbox-entries.ts', async (original) => {
  const entries = await original<typeof import('#web/outbox/outbox-entries.ts')>()
  return { ...entries, listEntries: vi.fn(entries.listEntries) }
})

const id: EntryId = ['upload', 1, 'a', '']
const recording: KeptUpload = {
  key: 'a',
  userId: 1,
  begunAt: 1,
  target: 'thread:7',
  name: 'Голосовое сообщение, 0-05.webm',
  type: 'audio/webm',
  size: 100,
  modified: 1,
  accept: null,
  url: null,
  sent: 0,
  paused: true,
  refused: null,
  file: null,
}

afterEach(async () => {
  await removeEntry(id)
  await endDrawn()
  endSession()
})

/**
 * The form of a message beside a recording that an earlier page began; the device's list comes with `read`. Returns what
 * ends the form's patience.
 */
const openForm = async (taskId: number, read: Promise<void>) => {
  const request = async (...given: unknown[]) => (given.at(-1) as () => Promise<unknown>)()
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  await keepEntry(id, recording)
  writeDevice(`message:1:${taskId}`, { text: 'Послушайте' })
  const list = vi.mocked(listEntries).getMockImplementation() as typeof listEntries
  vi.mocked(listEntries).mockImplementationOnce(async (...start) => {
    await read
    return list(...start)
  })
  startSession({ user: { id: 1, role: { slug: 'teacher' } } as CurrentUser, access_token: 'token' })
  const patience = holdTimer(5000)
  await draw(() => <CommentForm taskId={taskId} />)
  return patience
}
const shown = async () => {
  await settle(() => {})
  return document.body.textContent
}

test('a message is not sent before it is known whether a recording of an earlier page is still on its way', async () => {
  const read = Promise.withResolvers<void>()
  await openForm(7, read.promise)
  await press('Написать')
  expect(await shown()).toContain('Проверяем, загрузилась ли запись')

  await settle(() => read.resolve())
  await expect.poll(shown).not.toContain('Проверяем')
  await press('Написать')
  expect(await shown()).toContain('Запись не загрузилась. Повторите загрузку или уберите запись.')
  await press(`Отменить загрузку: ${recording.name}`)
  await press('Написать')
  await untilSent('POST /api/tasks/7/comments')
})

test('a message is sent without a recording that the device never gives', async () => {
  const endPatience = await openForm(8, new Promise(() => {}))
  await press('Написать')
  expect(await shown()).toContain('Проверяем, загрузилась ли запись')

  await settle(endPatience)
  expect(await shown()).not.toContain('Проверяем')
  await press('Написать')
  await untilSent('POST /api/tasks/8/comments')
})
