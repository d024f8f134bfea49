// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { Application } from '#contract/applications/applications.schema.ts'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { draw, endDrawn } from '#web/app/drawn.fixture.ts'
import { OwnApplication } from '#web/applications/OwnApplication.tsx'
import { userQuery } from '#web/auth/session.ts'
import { queryClient } from '#web/data/query-client.ts'

afterEach(endDrawn)

const application = {
  id: 1,
  program: { id: 2, name: 'Шрифты' },
  status: { slug: 'new', name: 'Новая', tone: 'warn' },
  text: '',
  reason: '',
  created_at: '2026-09-01T10:00:00.000Z',
  decided_at: null,
} as unknown as Application

test.each([
  ['student@school.example', true, 'Школа ответит здесь и письмом на вашу почту.'],
  ['student@school.example', false, 'Школа ответит здесь.'],
  [null, false, 'Школа ответит здесь.'],
])('a letter is promised to a confirmed address alone: %s, %s', async (email, email_confirmed, promise) => {
  queryClient.setQueryData(userQuery.queryKey, { id: 3, email, email_confirmed } as CurrentUser)
  await draw(() => <OwnApplication application={application} />)
  expect(document.body.textContent).toContain(promise)
})
