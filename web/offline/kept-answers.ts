import { announcementsApi } from '#contract/announcements/announcements.api.ts'
import { authApi } from '#contract/auth/auth.api.ts'
import { coursesApi } from '#contract/courses/courses.api.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import { notesApi } from '#contract/notes/notes.api.ts'
import { quizzesApi } from '#contract/quizzes/quizzes.api.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import { fingerprint } from '#web/auth/token-fingerprint.ts'
import { deleteKept, type Owner, openKept } from '#web/offline/kept-db.ts'
import { savedFiles, seenFiles } from '#web/offline/kept-files.ts'
import { keptFor, setKeptFor } from '#web/offline/offline-flag.ts'
import { shownFrom } from '#web/offline/offline-state.ts'

/** What a student needs in order to read and to write, and nothing else. */
const wanted: ReadonlySet<string> = new Set(
  [
    authApi.user,
    coursesApi.list,
    coursesApi.get,
    lessonsApi.get,
    notesApi.get,
    quizzesApi.list,
    tasksApi.list,
    tasksApi.ahead,
    tasksApi.get,
    tasksApi.ofLesson,
    announcementsApi.list,
  ].map(({ path }) => path),
)

/** Max answers and characters kept of what was only read; the newest are kept. */
const limits = { answers: 120, characters: 4_000_000 }

/** Deletes everything that was kept, of all users. */
export const forgetKept = async () => {
  setKeptFor(null)
  shownFrom.set(null)
  await Promise.allSettled([deleteKept(), caches.delete(seenFiles), caches.delete(savedFiles)])
}

/** From now on this person's answers are kept; what was another's is forgotten first. */
export const keepFor = async (userId: number, token: string) => {
  if (keptFor() !== userId) await forgetKept()
  const owner: Owner = { userId, token: await fingerprint(token) }
  await (await openKept()).put('owner', owner, 'owner')
  // the service worker keeps files only where there is a place for them
  await caches.open(seenFiles)
  setKeptFor(userId)
}

/** Whether what is kept belongs to the session with this token. */
const isOwned = async (token: string) =>
  (await (await openKept()).get('owner', 'owner'))?.token === (await fingerprint(token))

/** Makes room: the oldest of what was only read goes. Looks at keys alone: the answers together are megabytes. */
const giveWay = async () => {
  const { store, done } = (await openKept()).transaction('answers', 'readwrite')
  let [count, sum] = [0, 0]
  let newest = await store.index('age').openKeyCursor(IDBKeyRange.bound([0], [1], false, true), 'prev')
  while (newest) {
    count += 1
    sum += newest.key[2]
    if (count > limits.answers || sum > limits.characters) await store.delete(newest.primaryKey)
    newest = await newest.continue()
  }
  await done
}

/** Keeps an answer of a call, if it is one that students need; what was saved with a course stays saved. */
export const keepAnswer = async ({ path }: Endpoint, address: string, body: unknown, course?: number) => {
  if (!wanted.has(path)) return 0
  const size = JSON.stringify(body).length
  // in one transaction: meanwhile it may be saved with a course, or the course removed
  const { store, done } = (await openKept()).transaction('answers', 'readwrite')
  const known = await store.get(address)
  await store.put({ body, at: Date.now(), size, course: course ?? known?.course ?? 0 }, address)
  await done
  if (!course) await giveWay()
  return size
}

/** The kept answer of an address, for the session with this token alone; undefined when there is none. */
export const findAnswer = async (address: string, token: string | null) => {
  if (token === null || keptFor() === null || !(await isOwned(token))) return undefined
  const kept = await (await openKept()).get('answers', address)
  if (kept) shownFrom.set(Math.min(kept.at, shownFrom.get() ?? kept.at))
  return kept?.body
}
