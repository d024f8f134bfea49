import { authApi } from '#contract/auth/auth.api.ts'
import { coursesApi } from '#contract/courses/courses.api.ts'
import { hourMs } from '#contract/durations.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import { quizzesApi } from '#contract/quizzes/quizzes.api.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import { newestAnnouncements } from '#web/announcements/announcements.queries.ts'
import { currentUser } from '#web/auth/session.ts'
import { readToken } from '#web/auth/token.ts'
import { ApiError, NetworkError } from '#web/data/api-error.ts'
import { call } from '#web/data/call.ts'
import { queryClient } from '#web/data/query-client.ts'
import { draftTasks, homeCourses, returnedTasks, submittedTasks } from '#web/home/home.queries.ts'
import { beginKeeping } from '#web/offline/begin-keeping.ts'
import { keepAnswer, keepFor } from '#web/offline/kept-answers.ts'
import { openKept, type SavedCourse } from '#web/offline/kept-db.ts'
import { keptPath } from '#web/offline/kept-files.ts'
import { keptFor } from '#web/offline/offline-flag.ts'
import { shownFrom } from '#web/offline/offline-state.ts'
import { fileLinks, removeFiles, saveFile } from '#web/offline/save-files.ts'
import { registerWorker } from '#web/offline/worker.ts'
import { inOneTab } from '#web/outbox/outbox-owner.ts'
import type { PageQuery } from '#web/page-module.ts'
import { aheadQuery, ownTasksQuery } from '#web/tasks/tasks.queries.ts'

/** How far the saving of a course is. */
export interface SaveProgress {
  /** Lessons and files. */
  done: number
  of: number
  /** In bytes. */
  size: number
}

/** The courses that the device has, whole or in part, the newest first. */
export const listSaved = async (): Promise<SavedCourse[]> =>
  (await (await openKept()).getAll('courses')).toSorted((one, other) => other.at - one.at)

/** A lesson that was removed meanwhile is left out. */
const loadLesson = (id: number, signal: AbortSignal) =>
  call(lessonsApi.get, { params: { id } }, signal).catch((error: unknown) => {
    if (error instanceof ApiError && error.status < 500 && error.status !== 401) return null
    throw error
  })

const saveLesson = async (id: number, courseId: number, checkAnswer: () => void, signal: AbortSignal) => {
  const answer = await loadLesson(id, signal)
  const asked = answer?.lesson.content.includes('data-quiz=')
  const quizzes = asked && (await call(quizzesApi.list, { params: { id } }, signal))
  checkAnswer()
  if (!answer) return { size: 0, links: [] }
  const address = `/api/lessons/${id}`
  let size = await keepAnswer(lessonsApi.get, address, answer, courseId)
  const { task } = answer.lesson
  if (task) size += await keepAnswer(tasksApi.get, `/api/tasks/${task.id}`, { task }, courseId)
  if (quizzes) size += await keepAnswer(quizzesApi.list, `${address}/quizzes`, quizzes, courseId)
  return { size, links: fileLinks(answer) }
}

/** What leads to a lesson: the main page and the list of tasks. They are kept as whatever is read. */
const waysThere = () =>
  Promise.all(
    [homeCourses, returnedTasks, draftTasks, submittedTasks, aheadQuery, newestAnnouncements, ownTasksQuery].map(
      (query) => queryClient.prefetchQuery(query as PageQuery),
    ),
  )

/** Rejects once a save is stopped. */
const untilStopped = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Throws unless the server itself has answered: what the device answers is saved already. */
const beOnline = () => {
  if (shownFrom.get() !== null) throw new NetworkError()
}

/** Whether the device still keeps what is this person's: signing out, here or in another tab, ends that. */
const keepsFor = (userId: number) => currentUser()?.id === userId && keptFor() === userId

/** Files are counted as used, and removed when unused, in one tab at a time. */
const inFiles = (act: () => Promise<void>) => inOneTab('saved files', act)

/** Removes those of these files that no course has, saved or being saved. */
const removeUnused = (files: string[]) =>
  inFiles(async () => {
    const used = new Set((await listSaved()).flatMap((course) => course.files))
    await removeFiles(files.filter((file) => !used.has(file)))
  })

/** The course is listed before anything of it is stored: a save may end at any moment, and the student can remove it. */
const listCourse = async (id: number, name: string) => {
  const part: SavedCourse = { id, name, at: Date.now(), lessons: 0, size: 0, files: [], left: 0, part: true }
  const database = await openKept()
  if (!(await database.getKey('courses', id))) await database.put('courses', part)
}

/** Changes the row of a course, and returns the former one. Throws if the student has removed the course meanwhile. */
const changeListed = async (id: number, change: (course: SavedCourse) => SavedCourse) => {
  const { store, done } = (await openKept()).transaction('courses', 'readwrite')
  const course = await store.get(id)
  if (course) await store.put(change(course))
  await done
  if (!course) throw new DOMException('The course was removed.', 'AbortError')
  return course
}

/** Counts files as the course's before they are saved: from now on no other course removes them. */
const claimFiles = (id: number, paths: string[]) =>
  inFiles(async () => {
    await changeListed(id, (course) => ({ ...course, files: [...new Set([...course.files, ...paths])] }))
  })

const pathsOf = (links: Set<string>) => [...links].map((link) => keptPath(link) as string)

const isListed = async (id: number) => (await (await openKept()).getKey('courses', id)) !== undefined

interface Saving {
  report?: (progress: SaveProgress) => void
  signal: AbortSignal
  /** Whether it only brings a saved course up to date: one that is not listed any more stays removed. */
  isUpdate?: boolean
}

const saveInTurn = async (id: number, { report, signal, isUpdate = false }: Saving) => {
  signal.throwIfAborted()
  const [user, token] = [currentUser(), readToken()]
  if (!user || !token) return
  await Promise.all([registerWorker(), keepFor(user.id, token), navigator.storage.persist?.().catch(() => false)])
  await Promise.all([beginKeeping(), keepAnswer(authApi.user, authApi.user.path, { user })])
  const check = () => {
    signal.throwIfAborted()
    if (!keepsFor(user.id)) throw new ApiError(401, {})
  }
  const checkAnswer = () => {
    check()
    beOnline()
  }
  const answer = await call(coursesApi.get, { params: { id } }, signal)
  checkAnswer()
  const { name, cover, content } = answer.course
  const links = new Set(fileLinks({ cover, content }))
  if (!isUpdate) await listCourse(id, name)
  else if (!(await isListed(id))) return
  try {
    const progress: SaveProgress = {
      done: 0,
      of: 0,
      size: await keepAnswer(coursesApi.get, `/api/courses/${id}`, answer, id),
    }
    // those that wait for others have no text yet
    const lessons = answer.course.lessons.filter(({ locked }) => locked === null)
    progress.of = lessons.length + links.size
    const step = (size: number) => {
      check()
      progress.done += 1
      progress.size += size
      progress.of = lessons.length + links.size
      report?.({ ...progress })
    }
    for (const lesson of lessons) {
      const saved = await saveLesson(lesson.id, id, checkAnswer, signal)
      for (const link of saved.links) links.add(link)
      step(saved.size)
    }
    await Promise.race([waysThere(), untilStopped(signal)])
    check()
    await claimFiles(id, pathsOf(links))
    const files: string[] = []
    let left = 0
    for (const link of links) {
      const saved = await saveFile(link, signal)
      // it arrived after everything else of theirs was deleted
      if (typeof saved === 'object' && !keepsFor(user.id)) await removeFiles([saved.path])
      check()
      // the student has removed the course: the change of its row throws
      if (!(await isListed(id))) break
      if (saved === 'large') left += 1
      else if (saved !== 'missing') files.push(saved.path)
      step(typeof saved === 'object' ? saved.size : 0)
    }
    const { size } = progress
    const before = await changeListed(id, () => ({
      id,
      name,
      at: Date.now(),
      lessons: lessons.length,
      size,
      files,
      left,
    }))
    // files that have left the course since
    await removeUnused(before.files)
  } finally {
    // what arrived after the student had removed the course
    if (keepsFor(user.id) && !(await isListed(id))) await removeSaved(id, pathsOf(links))
  }
}

/**
 * Saves a course on the device: its page, every lesson that is open to the student with their task and quizzes, and the
 * files in them. Throws where there is no network or no room; what was saved by then serves all the same, and is
 * completed by the next save. Saves of the same course follow one another, in other tabs, too.
 */
export const saveCourse = (id: number, report: (progress: SaveProgress) => void, signal: AbortSignal) =>
  inOneTab(`save course ${id}`, () => saveInTurn(id, { report, signal }))

/** Removes a course from the device, with these files of it. */
export const removeSaved = async (id: number, files: string[] = []) => {
  const database = await openKept()
  const course = await database.get('courses', id)
  const transaction = database.transaction(['courses', 'answers'], 'readwrite')
  await transaction.objectStore('courses').delete(id)
  const answers = transaction.objectStore('answers')
  for (const address of await answers.index('course').getAllKeys(id)) await answers.delete(address)
  await transaction.done
  await removeUnused([...files, ...(course?.files ?? [])])
}

/** A saved course is saved again when it is older than this, in milliseconds, and its student is on the site. */
const freshMs = 12 * hourMs

/** By then another tab may have saved it, or its student removed it. */
const refresh = async (id: number) => {
  const course = await (await openKept()).get('courses', id)
  if (!course || course.part || course.at >= Date.now() - freshMs) return
  await saveInTurn(id, { signal: new AbortController().signal, isUpdate: true })
}

/** Brings the saved courses up to date, one after another; one that was stopped waits for its student. */
export const refreshSaved = async () => {
  for (const { id } of await listSaved()) await inOneTab(`save course ${id}`, () => refresh(id)).catch(() => {})
}
