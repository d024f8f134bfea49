// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { listOrphans } from '#web/drafts/draft-copies.ts'
import { type DraftSource, openDraft, openedDraft } from '#web/drafts/open-drafts.ts'

vi.mock('#web/drafts/draft-copies.ts', () => ({
  listOrphans: vi.fn(async () => []),
  ownCopy: () => ({ write: async () => true, clear: () => {} }),
}))

const signIn = (id: number) =>
  startSession({ user: { id, role: { slug: 'student' } } as CurrentUser, access_token: `token ${id}` })
afterEach(endSession)

const source = (key: string, save: DraftSource<string>['save']): DraftSource<string> => ({
  userId: 1,
  key,
  begin: async () => ({ value: '', revision: 0, saved_at: null }),
  load: async () => ({ value: '', revision: 0, saved_at: null }),
  save,
  read: (value) => (typeof value === 'string' ? value : undefined),
  none: '',
  equal: (one, other) => one === other,
  isNone: (value) => value === '',
})
const saved: DraftSource<string>['save'] = async (value, revision) => ({
  value,
  revision: revision + 1,
  saved_at: null,
})

test('a draft that failed to open opens the next time', async () => {
  vi.mocked(listOrphans).mockRejectedValueOnce(new Error('no room'))
  await expect(openDraft(source('a', saved))).rejects.toThrow('no room')
  const draft = await openDraft(source('a', saved))
  expect(openedDraft(1, 'a')).toBe(draft)
})

test('of the drafts of somebody who has left only those stay that are not saved', async () => {
  signIn(1)
  const [kept, lost] = [await openDraft(source('b', saved)), await openDraft(source('c', () => Promise.reject('away')))]
  for (const draft of [kept, lost]) {
    draft.change('текст')
    await draft.flush().catch(() => {})
  }
  expect([kept.get().phase, lost.get().phase]).toEqual(['saved', 'refused'])
  endSession()
  signIn(2)
  expect(openedDraft(1, 'b')).toBeUndefined()
  expect(openedDraft(1, 'c')).toBe(lost)
})
