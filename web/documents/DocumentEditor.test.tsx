// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { button, draw, endDrawn, press, pressInMessage, respond, settle, type } from '#web/app/drawn.fixture.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { DocumentEditor } from '#web/documents/DocumentEditor.tsx'

// like the editor, it has what it was made with until it is made again
vi.mock('#web/editor/RichTextField.tsx', () => ({
  RichTextField: ({ value, onChange }: { value: string; onChange: (html: string) => void }) => (
    <textarea defaultValue={value} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
  ),
}))

const version = (number: number, content: string) => ({
  document: { slug: 'cookies', title: 'Печенья', version: number, published_at: '2027-02-01T09:00:00.000Z', content },
})
const row = (number: number) => ({
  version: number,
  published_at: '2027-02-01T09:00:00.000Z',
  published_by: null,
})

const field = () => document.querySelector('textarea') as HTMLTextAreaElement
beforeEach(async () => {
  // forgets what was loaded before
  startSession({ user: { id: 5, role: { slug: 'curator' } } as CurrentUser, access_token: 'token' })
  await draw(() => <DocumentEditor slug="cookies" />, {
    'GET /api/documents/cookies': version(3, 'третья'),
    'GET /api/documents/cookies/versions': { versions: [row(3), row(2), row(1)] },
    'GET /api/drafts/document%3Acookies': { draft: { value: null, revision: 0, saved_at: null } },
  })
  await settle(() => {})
})
afterEach(async () => {
  await act(() => endSession())
  await endDrawn()
})

test('what is typed while an earlier version is loaded comes back with «Отменить»', async () => {
  await type('моя')
  await press('Вернуть версию 1')
  await type('моя, и дальше')
  await respond('GET /api/documents/cookies/versions/1', version(1, 'первая'))
  await expect.poll(() => field().value).toBe('первая')
  await pressInMessage('Отменить')
  await expect.poll(() => field().value).toBe('моя, и дальше')
})

test('one earlier version is loaded at a time', async () => {
  await press('Вернуть версию 1')
  expect(button('Вернуть версию 2')?.disabled).toBe(true)
  await press('Вернуть версию 2')
  await respond('GET /api/documents/cookies/versions/1', version(1, 'первая'))
  await press('Вернуть версию 2')
  await respond('GET /api/documents/cookies/versions/2', version(2, 'вторая'))
  await expect.poll(() => field().value).toBe('вторая')
})
