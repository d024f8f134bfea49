import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { readConfig } from '#server/config.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { joinConfiguredDatabase } from '#server/db/configured.ts'
import { askAs } from '#server/faults/ask.fixture.ts'
import { fileWriter, handInWriter, noteWriter, type Writer } from '#server/faults/writers.fixture.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import type { OwnSite } from '#server/testing/own-site.ts'
import { buildUser, signInAs } from '#server/users/users.factory.ts'

/**
 * Between two writes of one writer, in milliseconds: a browser is no faster, and the machine may have other things to
 * do.
 */
const pauseMs = 40

/** How long the site may take to be well again, in milliseconds. */
const patienceMs = 120_000

type Database = Parameters<typeof buildUser>[0]

/** Opens the embedded database of a site for a moment. */
export const withDatabase = async <Result>(site: OwnSite, act: (db: Database) => Promise<Result>) => {
  const { db, close } = await joinConfiguredDatabase(readConfig({ DATA_DIR: site.folder }))
  return act(db).finally(close)
}

/** A course with its people, signed in. */
export const buildPeople = (db: Database, url: string) =>
  (async () => {
    const teacher = await buildUser(db, { role: 'teacher' })
    const student = await buildUser(db)
    const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
    const lesson = await buildLesson(db, { course_id: course.id })
    const [byTeacher, byStudent] = await Promise.all([signInAs(db, teacher), signInAs(db, student)])
    return { course, lesson, student, teacher: askAs(url, byTeacher), ask: askAs(url, byStudent), token: byStudent }
  })()

/**
 * People who write to a site all the time. The ledger of what the site has confirmed is here, outside of its process.
 */
export const keepBusy = (writers: Writer[]) => {
  const failures: unknown[] = []
  let isOver = false
  const run = async (writer: Writer) => {
    while (!isOver) {
      await writer.write().catch((error) => failures.push(error))
      await sleep(pauseMs)
    }
  }
  const running = Promise.all(writers.map(run))
  const counts = () => writers.map((writer) => writer.confirmed())
  return {
    /** Waits until each of them has got another write confirmed: the site is well. */
    settled: async () => {
      const before = counts()
      const isWell = () => failures.length > 0 || counts().every((count, at) => count > (before[at] ?? 0))
      await expect.poll(isWell, { timeout: patienceMs }).toBe(true)
      expect(failures).toEqual([])
    },
    /** Ends them, and compares the site with everything that it has confirmed. Returns how much that was. */
    compare: async () => {
      isOver = true
      await running
      for (const writer of writers) await writer.compare()
      expect(failures).toEqual([])
      return Object.fromEntries(writers.map((writer) => [writer.name, writer.confirmed()]))
    },
  }
}

/** The writers of all kinds. */
export const allWriters = ({ ask, teacher, course, lesson }: Awaited<ReturnType<typeof buildPeople>>) => [
  noteWriter(ask, lesson.id),
  fileWriter(ask),
  handInWriter(teacher, ask, course.id),
]
