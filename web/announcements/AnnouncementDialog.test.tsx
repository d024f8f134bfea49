// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Announcement } from '#contract/announcements/announcements.schema.ts'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import AnnouncementDialog from '#web/announcements/AnnouncementDialog.tsx'
import { dialogs, draw, endDrawn, press, respond, settle, tryToClose, untilSent } from '#web/app/drawn.fixture.ts'
import { endSession, startSession } from '#web/auth/session.ts'

// the editor is not what this is about
vi.mock('#web/editor/RichTextField.tsx', () => ({ RichTextField: () => null }))

const actor = { id: 5, role: 'curator', rights: null } as Actor
const announcement = {
  id: 7,
  title: 'Собрание',
  content: '<p>В среду</p>',
  must_read: false,
  show_at: '2027-02-01T09:00:00.000Z',
  to: { courses: [], cohorts: [], roles: ['teacher'] },
} as unknown as Announcement

beforeEach(() =>
  act(() => startSession({ user: { id: 5, role: { slug: 'curator' } } as CurrentUser, access_token: 'token' })),
)
afterEach(async () => {
  await act(() => endSession())
  await endDrawn()
})

test('an announcement that is refused says why, though somebody tried to close the dialog', async () => {
  await draw((close) => <AnnouncementDialog actor={actor} announcement={announcement} onClose={close} />, {
    'GET /api/courses': { courses: [] },
    'GET /api/cohorts': { cohorts: [] },
    'GET /api/drafts/announcement%3A7': { draft: { value: null, revision: 0, saved_at: null } },
  })
  await press('Сохранить')
  await untilSent('PUT /api/announcements/7')
  await tryToClose()
  await respond('PUT /api/announcements/7', { errors: { title: ['Так уже называется другое'] } }, 422)
  expect(dialogs()).toEqual(['Объявление'])
  expect(document.body.textContent).toContain('Так уже называется другое')
})

test('the focus waits for the title, so that a space is typed and closes nothing', async () => {
  await draw((close) => <AnnouncementDialog actor={actor} announcement={null} onClose={close} />, {
    'GET /api/drafts/announcement%3Anew': { draft: { value: null, revision: 0, saved_at: null } },
  })
  const focused = () => document.activeElement
  const isLoading = () => focused()?.getAttribute('aria-label') === 'Загрузка'
  await expect.poll(isLoading).toBe(true)
  await respond('GET /api/courses', { courses: [] })
  await respond('GET /api/cohorts', { cohorts: [] })
  const titled = async () => {
    await settle(() => {})
    return document.querySelector('input')
  }
  await expect.poll(titled).toBeTruthy()
  expect(focused()).toBe(document.querySelector('input'))
})
