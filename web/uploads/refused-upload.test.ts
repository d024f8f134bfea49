// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { keepEntry, removeEntry } from '#web/outbox/outbox-entries.ts'
import { wakeUploads } from '#web/uploads/open-uploads.ts'
import type { KeptUpload } from '#web/uploads/upload.ts'
import { uploads } from '#web/uploads/upload-jobs.ts'
import { resumeUpload } from '#web/uploads/uploads.ts'

afterEach(async () => {
  await removeEntry(['upload', 1, 'a', ''])
  endSession()
  vi.unstubAllGlobals()
})

test('an upload that the server may have later asks for its file when the device does not have it', async () => {
  const locks = { request: async (...given: unknown[]) => (given.at(-1) as () => Promise<unknown>)() }
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: locks } }))
  startSession({ user: { id: 1, role: { slug: 'student' } } as CurrentUser, access_token: 'token' })
  const kept: KeptUpload = {
    key: 'a',
    userId: 1,
    begunAt: 1,
    target: 'task:1',
    name: 'Отчёт.pdf',
    type: 'application/pdf',
    size: 100,
    modified: 1,
    accept: null,
    url: null,
    sent: 0,
    paused: false,
    file: null,
    refused: 'На сегодня хватит.',
    mayRetry: true,
  }
  await keepEntry(['upload', 1, 'a', ''], kept)
  wakeUploads()
  await expect.poll(() => uploads.get()[0]).toMatchObject({ phase: 'failed', mayRetry: true, needsFile: false })
  // once this page has it
  await expect
    .poll(() => {
      resumeUpload('a')
      return uploads.get()[0]
    })
    .toMatchObject({ phase: 'paused', needsFile: true, problem: 'Выберите файл «Отчёт.pdf» ещё раз.' })
})
