// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coursesApi } from '#contract/courses/courses.api.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import { usersApi } from '#contract/users/users.api.ts'

/** The browser's caches, as far as they are opened and deleted. */
const fakeCaches = () => {
  const names = new Set<string>()
  return {
    open: async (name: string) => names.add(name),
    delete: async (name: string) => names.delete(name),
    keys: async () => [...names],
  }
}

const openPage = async () => {
  vi.resetModules()
  return import('#web/offline/kept-answers.ts')
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('caches', fakeCaches())
})
afterEach(() => vi.unstubAllGlobals())

test('a session reads what was kept for it, and no other one does', async () => {
  const first = await openPage()
  expect(await first.findAnswer('/api/courses/1', 'token')).toBeUndefined()
  await first.keepFor(7, 'token')
  await first.keepAnswer(coursesApi.get, '/api/courses/1', { course: 'вёрстка' })
  const next = await openPage()
  expect(await next.findAnswer('/api/courses/1', 'token')).toEqual({ course: 'вёрстка' })
  expect(await next.findAnswer('/api/courses/1', 'another')).toBeUndefined()
  expect(await next.findAnswer('/api/courses/1', null)).toBeUndefined()
  expect(await next.findAnswer('/api/courses/2', 'token')).toBeUndefined()

  // the same person has signed in again
  await next.keepFor(7, 'another')
  expect(await next.findAnswer('/api/courses/1', 'another')).toEqual({ course: 'вёрстка' })
  expect(await next.findAnswer('/api/courses/1', 'token')).toBeUndefined()
})

test('the token itself is not kept', async () => {
  const page = await openPage()
  await page.keepFor(7, 'a-secret-token')
  const { openKept } = await import('#web/offline/kept-db.ts')
  const owner = await (await openKept()).get('owner', 'owner')
  expect(owner).toEqual({ userId: 7, token: expect.stringMatching(/^[\da-f]{64}$/) })
})

test('another person, or nobody, finds nothing', async () => {
  const page = await openPage()
  await page.keepFor(7, 'token')
  await page.keepAnswer(coursesApi.get, '/api/courses/1', { course: 'вёрстка' })
  await page.keepFor(8, 'token')
  expect(await page.findAnswer('/api/courses/1', 'token')).toBeUndefined()
  await page.keepAnswer(coursesApi.get, '/api/courses/1', { course: 'вёрстка' })
  await page.forgetKept()
  expect(await page.findAnswer('/api/courses/1', 'token')).toBeUndefined()
  expect(await caches.keys()).toEqual([])
  expect(localStorage.getItem('kept_for')).toBeNull()
})

test('only what students need is kept; the oldest gives way, and what was saved with a course stays', async () => {
  const page = await openPage()
  await page.keepFor(7, 'token')
  await page.keepAnswer(usersApi.get, '/api/users/1', { user: 'кто-то' })
  expect(await page.findAnswer('/api/users/1', 'token')).toBeUndefined()

  const long = 'а'.repeat(900_000)
  await page.keepAnswer(lessonsApi.get, '/api/lessons/0', { long }, 5)
  for (let id = 1; id <= 6; id += 1) await page.keepAnswer(lessonsApi.get, `/api/lessons/${id}`, { id, long })
  const kept = []
  for (let id = 0; id <= 6; id += 1) {
    if (await page.findAnswer(`/api/lessons/${id}`, 'token')) kept.push(id)
  }
  expect(kept).toEqual([0, 3, 4, 5, 6])
  // it is read again, and stays saved
  await page.keepAnswer(lessonsApi.get, '/api/lessons/0', { long })
  for (let id = 7; id <= 12; id += 1) await page.keepAnswer(lessonsApi.get, `/api/lessons/${id}`, { id, long })
  expect(await page.findAnswer('/api/lessons/0', 'token')).toBeDefined()
})

test('an answer that is saved with a course while it is kept as read stays saved', async () => {
  const page = await openPage()
  const { openKept } = await import('#web/offline/kept-db.ts')
  await page.keepFor(7, 'token')
  await Promise.all([
    page.keepAnswer(lessonsApi.get, '/api/lessons/1', {}, 5),
    page.keepAnswer(lessonsApi.get, '/api/lessons/1', {}),
  ])
  expect(await (await openKept()).getAllKeysFromIndex('answers', 'course', 5)).toEqual(['/api/lessons/1'])
})
