// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userQuery } from '#web/auth/session.ts'
import { queryClient } from '#web/data/query-client.ts'
import { forgetKept } from '#web/offline/kept-answers.ts'
import { openKept } from '#web/offline/kept-db.ts'
import { listSaved, refreshSaved, removeSaved, saveCourse } from '#web/offline/save-course.ts'

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

/** A course of one lesson, which has the same id, with these files. */
const serveCourse = (files: string[], id = 5) => {
  const content = files.map((file) => `<img src="/files/${file}?expires=1">`).join('')
  served = {
    [`/api/courses/${id}`]: () => ({
      course: { name: 'Вёрстка', cover: null, content: '', lessons: [{ id, locked: null }] },
    }),
    [`/api/lessons/${id}`]: () => ({ lesson: { content, task: null } }),
    ...Object.fromEntries(files.map((file) => [`/files/${file}`, () => 'bytes'])),
  }
}

const full = () => {
  throw new DOMException('There is no room.', 'QuotaExceededError')
}
const keptLessons = async () =>
  (await (await openKept()).getAllKeys('answers')).filter((address) => address.startsWith('/api/lessons/'))

const save = (id = 5) => saveCourse(id, () => {}, new AbortController().signal)

beforeEach(() => {
  cached = new Map()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('navigator', { storage: {} })
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheOf(name),
    delete: async (name: string) => cached.delete(name),
  })
  vi.stubGlobal('fetch', async (address: string) => {
    const answer = await served[new URL(address, 'https://school.example').pathname]?.()
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
  const answer = served['/api/lessons/5']?.()
  served['/api/lessons/5'] = () => JSON.parse(JSON.stringify(answer).replace('expires=1', 'expires=2'))
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

test('what a save has stored before it fails can be removed, and is not taken for the whole course', async () => {
  serveCourse(['one', 'two'])
  served['/files/two'] = full
  await expect(save()).rejects.toThrow('no room')
  expect(await keptLessons()).toEqual(['/api/lessons/5'])
  expect(keptFiles()).toEqual(['/files/one'])
  expect(await listSaved()).toEqual([expect.objectContaining({ id: 5, name: 'Вёрстка', part: true })])
  await removeSaved(5)
  expect(keptFiles()).toEqual([])
  expect(await keptLessons()).toEqual([])
  expect(await listSaved()).toEqual([])
})

test('a save that was stopped is completed by the next one', async () => {
  serveCourse(['one', 'two'])
  const stop = new AbortController()
  served['/files/two'] = () => {
    stop.abort()
    return 'bytes'
  }
  await expect(saveCourse(5, () => {}, stop.signal)).rejects.toThrow()
  const [part] = await listSaved()
  expect(part?.part).toBe(true)
  served['/files/one'] = full
  await save()
  const [whole] = await listSaved()
  expect(whole).toMatchObject({ files: ['/files/one', '/files/two'], lessons: 1 })
  expect(whole?.part).toBeUndefined()
})

test('a course stays saved while its update fails, and is removed with what the update has stored', async () => {
  serveCourse(['one'])
  await save()
  const [saved] = await listSaved()
  serveCourse(['two', 'three'])
  served['/files/three'] = full
  await expect(save()).rejects.toThrow('no room')
  expect(await listSaved()).toEqual([{ ...saved, files: expect.arrayContaining(['/files/one', '/files/two']) }])
  expect(keptFiles()).toEqual(['/files/one', '/files/two'])
  await removeSaved(5)
  expect(keptFiles()).toEqual([])
})

test('a course that is removed while another one is being saved leaves the files of that one', async () => {
  serveCourse(['one'])
  await save()
  serveCourse(['one', 'two'], 6)
  served['/files/two'] = () => removeSaved(5).then(() => 'bytes')
  await save(6)
  expect(keptFiles()).toEqual(['/files/one', '/files/two'])
  expect(await listSaved()).toEqual([expect.objectContaining({ id: 6, files: ['/files/one', '/files/two'] })])
})

test.each(['/api/lessons/5', '/files/two'])('a course that is removed while %s arrives stays removed', async (path) => {
  serveCourse(['one', 'two', 'three'])
  const respond = served[path]
  served[path] = () => removeSaved(5).then(respond)
  await expect(save()).rejects.toThrow('removed')
  expect(keptFiles()).toEqual([])
  expect(await keptLessons()).toEqual([])
  expect(await listSaved()).toEqual([])
})

test('a stopped save does not wait for an answer that never comes', async () => {
  serveCourse(['one'])
  const stop = new AbortController()
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    const { pathname } = new URL(address, 'https://school.example')
    if (pathname !== '/api/lessons/5') return Response.json(served[pathname]?.() ?? {})
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      stop.abort()
    })
  })
  await expect(saveCourse(5, () => {}, stop.signal)).rejects.toThrow('abort')
  expect(await listSaved()).toEqual([expect.objectContaining({ part: true })])
})

test('a course that is removed while another one is brought up to date stays removed', async () => {
  for (const id of [5, 6]) {
    serveCourse([], id)
    await save(id)
    const [saved] = (await listSaved()).filter((course) => course.id === id)
    await (await openKept()).put('courses', { ...saved, at: id } as never)
  }
  serveCourse([], 6)
  const respond = served['/api/courses/6']
  served['/api/courses/6'] = () => removeSaved(5).then(respond)
  const loaded = vi.fn()
  served['/api/courses/5'] = loaded
  await refreshSaved()
  expect(loaded).not.toHaveBeenCalled()
  expect(await listSaved()).toEqual([expect.objectContaining({ id: 6 })])
})

test('only whole courses are brought up to date: a stopped one waits for its student', async () => {
  serveCourse(['one'])
  served['/files/one'] = full
  await expect(save()).rejects.toThrow('no room')
  const [part] = await listSaved()
  await (await openKept()).put('courses', { ...part, at: 0 } as never)
  serveCourse(['one'])
  await refreshSaved()
  expect(keptFiles()).toEqual([])
})
