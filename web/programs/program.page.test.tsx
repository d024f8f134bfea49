// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import type { Program } from '#contract/programs/programs.schema.ts'
import { draw, endDrawn, settle } from '#web/app/drawn.fixture.ts'
import { userQuery } from '#web/auth/session.ts'
import { queryClient } from '#web/data/query-client.ts'
import ProgramPage from '#web/programs/program.page.tsx'

vi.mock('#web/app/page-params.ts', async (load) => ({ ...(await load<object>()), usePageId: () => 2 }))

afterEach(endDrawn)

const program = {
  id: 2,
  name: 'Шрифты',
  cover: { url: '/cover.svg' },
  enrolling: true,
  price: 0,
  seats: null,
  seats_left: null,
  lesson_count: 0,
  announcement: '',
  plan: [],
  teachers: [],
  school: { name: 'Школа', email: '', phone: '', enrol_words: '', age_mark: '' },
} as unknown as Program

const student = { id: 3, role: { slug: 'student' }, courses: {} }

test.each([
  ['a guest', null, 'школа ответит на сайте и письмом, и вы'],
  [
    'a student with a confirmed address',
    { ...student, email_confirmed: true },
    'школа ответит на сайте и письмом, и вы',
  ],
  ['a student without one', { ...student, email_confirmed: false }, 'школа ответит на сайте, и вы'],
])('an announcement promises an answer by letter to everybody but those who get none: %s', async (_, user, promise) => {
  queryClient.setQueryData(userQuery.queryKey, user as unknown as CurrentUser | null)
  await draw(() => <ProgramPage />, {
    'GET /api/programs/2': { program },
    'GET /api/applications?program_id=2': { applications: [] },
  })
  const text = async () => {
    await settle(() => {})
    return document.body.textContent
  }
  await expect.poll(text).toContain(promise)
})
