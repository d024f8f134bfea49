// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/app/query-client.ts'
import { userQuery } from '#web/auth/session.ts'
import { forgetKept } from '#web/offline/kept-answers.ts'
import { listSaved, saveCourse } from '#web/offline/save-course.ts'

vi.mock('#web/offline/worker.ts', () => ({ registerWorker: async () => {} }))
vi.mock('#web/offline/begin-keeping.ts', () => ({ beginKeeping: async () => {} }))

/** The browser's caches: the paths of what they keep. */
let cached: Map<string, Map<string, Response>>
/** The server's responses by path; everything else is not there. */
let served: Record<string, () => unknown>

const cacheOf = (name: string) => {
  const kept = cached.get(name) ?? new Map<string, Response>()
  cached.set(name, kept)
  return {
    match: async (path: string) => kept.get(path),
    put: async (path: string, response: Response) => void kept.set(path, response),
    delete: async (path: string) => kept.delete(path),
  }
}
const keptFiles = () => [...(cached.get('saved-files')?.keys() ?? [])]

/** A course of one lesson with these files. */
const serveCourse = (files: string[]) => {
  const content = files.map((file) => `<img src="/files/${file}?expires=1">`).join('')
  served = {
    '/api/courses/5': () => ({
      course: { name: 'Вёрстка', cover: null, content: '', lessons: [{ id: 3, locked: null }] },
    }),
    '/api/lessons/3': () => ({ lesson: { content, task: null } }),
    ...Object.fromEntries(files.map((file) => [`/files/${file}`, () => 'bytes'])),
  }
}

const save = () => saveCourse(5, () => {}, new AbortController().signal)

beforeEach(() => {
  cached = new Map()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('navigator', { storage: {} })
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheOf(name),
    delete: async (name: string) => cached.delete(name),
  })
  vi.stubGlobal('fetch', async (address: string) => {
    const answer = served[new URL(address, 'https://school.example').pathname]?.()
    if (answer === undefined) return Response.json({}, { status: 404 })
    return typeof answer === 'string' ? new Response(answer) : Response.json(answer)
  })
  localStorage.setItem('access_token', 'token')
  queryClient.setQueryData(userQuery.queryKey, { id: 7, role: { slug: 'student' } } as never)
})
afterEach(async () => {
  await forgetKept()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('a file is kept by its path, as the service worker looks for it, and loaded once whatever its link', async () => {
  serveCourse(['one'])
  await save()
  expect(keptFiles()).toEqual(['/files/one'])
  const answer = served['/api/lessons/3']?.()
  served['/api/lessons/3'] = () => JSON.parse(JSON.stringify(answer).replace('expires=1', 'expires=2'))
  delete served['/files/one']
  await save()
  expect(await listSaved()).toEqual([expect.objectContaining({ files: ['/files/one'], left: 0 })])
})

test('a course that is saved again loses the files that have left it', async () => {
  serveCourse(['one', 'two'])
  await save()
  expect(keptFiles()).toEqual(['/files/one', '/files/two'])
  serveCourse(['two', 'three'])
  await save()
  expect(keptFiles()).toEqual(['/files/two', '/files/three'])
  expect(await listSaved()).toEqual([expect.objectContaining({ files: ['/files/two', '/files/three'] })])
})

test('somebody who signs out while a course is being saved leaves nothing of it', async () => {
  serveCourse(['one', 'two', 'three'])
  served['/files/two'] = () => {
    queryClient.setQueryData(userQuery.queryKey, null)
    void forgetKept()
    return 'bytes'
  }
  await expect(save()).rejects.toThrow()
  expect(keptFiles()).toEqual([])
  expect(await listSaved()).toEqual([])
})
